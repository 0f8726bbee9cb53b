"""The simulated phone behind a scripted link: its own commands, without adb and without a shell."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from tandem_edge.phone.android.link.protocol import ShellAnswer
from tandem_edge.phone.android.link.refusals import refusal
from tandem_edge.phone.android.world import AndroidPhone
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.android.cases import Case
from tests.fakes.android_phone.faults import Faults
from tests.fakes.android_phone.log import Log
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.profiles import PROFILES
from tests.fakes.scripted_link import ScriptedLink


def model_of(sandbox: SandboxPhone, profile: str = "unspoilt") -> Model:
    """The simulator's commands over a sandbox phone; nothing here touches its files."""
    log = Log()
    return Model(sandbox, cast(Any, None), Faults(log, PROFILES[profile]), log)


def link_to(sandbox: SandboxPhone, profile: str = "unspoilt", **fields: Any) -> ScriptedLink:
    return link_to_model(model_of(sandbox, profile), **fields)


def link_to_model(model: Model, **fields: Any) -> ScriptedLink:
    def answer(words: tuple[str, ...]) -> ShellAnswer:
        said = model.run(words[0], "", list(words[1:]))
        out = said.out if isinstance(said.out, str) else said.out.decode()
        answered = ShellAnswer(out, said.err, said.code)
        refused = refusal(answered)
        if refused is not None:
            raise refused
        return answered

    return ScriptedLink(answer, **fields)


def prepared(case: Case) -> tuple[SandboxPhone, ScriptedLink]:
    """The case's phone, and a link to it."""
    sandbox = case.phone()
    model = model_of(sandbox)
    for space, name, value in case.settings:
        model.settings.put(space, name, value)
    return sandbox, link_to_model(model)


def no_pause(seconds: float) -> None:
    """Simulated phones need no time."""


def world_of(link: Any, home: Path, **fields: Any) -> AndroidPhone:
    return AndroidPhone(link, home, pause=no_pause, **fields)


def by_sandbox(case: Case) -> tuple[SandboxPhone, Execution]:
    phone = case.phone()
    return phone, phone.call(case.call())


def tables(phone: SandboxPhone) -> dict[str, dict[str, Any]]:
    """The phone's records by table, those of the sandbox's own bookkeeping left out."""
    store = phone.store
    return {name: dict(rows) for name, rows in store.rows.items() if not store.tables[name].hidden}
