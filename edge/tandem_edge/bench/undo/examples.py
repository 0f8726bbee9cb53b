"""Calls to undo: every request of the training wordings, filled for a phone, and a few more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tandem_edge.bench.tasks.phones import base_phone
from tandem_edge.bench.wordings.filling import CannotFill, fill
from tandem_edge.bench.wordings.reading import Wording, train_wordings
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import Effect, ToolCall

PHONES = 6
"""Different phones that a wording is tried on before it is given up."""
TOOL = dict[str, str]


@dataclass(frozen=True)
class Example:
    """A phone on which ``call`` changes something that its inverse should put back."""

    phone: SandboxPhone
    call: ToolCall
    where: str


def _more(name: str, /, *before: tuple[str, TOOL], **arguments: str) -> tuple[ToolCall, ...]:
    made = [ToolCall(name=each, arguments=dict(given)) for each, given in before]
    return (*made, ToolCall(name=name, arguments=dict(arguments)))


MORE: tuple[tuple[ToolCall, ...], ...] = (
    _more(
        "manage_email",
        ("manage_email", {"action": "star"}),
        action="unstar",
    ),
    _more(
        "manage_focus_mode",
        ("manage_focus_mode", {"action": "create", "name": "Thesis"}),
        action="add_app",
        name="Thesis",
        app="WeChat",
    ),
    _more(
        "manage_notebook",
        ("manage_note", {"action": "create", "text": "tie the laces"}),
        ("manage_notebook", {"action": "create", "notebook": "Knots"}),
        ("manage_notebook", {"action": "add_note", "notebook": "Knots", "note": "laces"}),
        action="remove_note",
        note="laces",
    ),
    _more("manage_sim", action="roaming_on"),
    _more("scan_code", action="save_contact"),
)
"""Each a call, after those that come before it, of which the wordings have no example."""


def examples() -> Iterator[Example]:
    """An example of every wording whose call writes, on the first phone it fits, then ``MORE``."""
    for wording in train_wordings():
        found = _of(wording)
        if found is not None:
            yield found
    for number, calls in enumerate(MORE):
        for seed in range(PHONES):
            phone = base_phone(seed, Cast.TRAIN).fork()
            if _changes(phone, calls[:-1], calls[-1]):
                yield Example(phone, calls[-1], f"more:{number}")
                break


def _of(wording: Wording) -> Example | None:
    for seed in range(PHONES):
        phone = base_phone(seed, Cast.TRAIN).fork()
        spec = phone.catalogue.spec(wording.call.name)
        if spec is None or spec.effect_of(wording.call.arguments) is not Effect.WRITE:
            return None
        try:
            filled = fill(wording, phone, Random(f"{wording.where}/{seed}"))
        except CannotFill:
            continue
        if _changes(phone, filled.before, filled.call):
            return Example(phone, filled.call, wording.where)
    return None


def _changes(phone: SandboxPhone, before: tuple[ToolCall, ...], call: ToolCall) -> bool:
    """Make ``before`` happen; whether ``call`` would then change something."""
    return all(phone.call(each).result.ok for each in before) and bool(phone.preview(call).changes)
