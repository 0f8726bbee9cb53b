"""A real phone behind the protocol that the harness knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import JsonValue

from tandem_edge.files import private_folder
from tandem_edge.logs import log_fault
from tandem_edge.phone.android.asking import ask, look
from tandem_edge.phone.android.discovery import load_recipes
from tandem_edge.phone.android.engine import Engine
from tandem_edge.phone.android.faults import NOT_POSSIBLE, UNREADABLE, Declined, fault
from tandem_edge.phone.android.link.protocol import Link
from tandem_edge.phone.android.readings.device import CLOCK
from tandem_edge.phone.android.recipe import Computed, Impossible, Procedure, Recipe
from tandem_edge.phone.android.results import told_of
from tandem_edge.phone.android.view import Unreadable
from tandem_edge.phone.authoring import Tool, ToolFailure
from tandem_edge.phone.catalogue import Catalogue, load_catalogue
from tandem_edge.phone.normalise import BadArgument, normalise
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_shared.canonical import digest
from tandem_shared.errors import PhoneError
from tandem_shared.tools import Change, ToolCall, ToolResult

HOLD_S = 5.0
"""How long to wait for another process to let go of the phone, seconds."""
_API = ("getprop", "ro.build.version.sdk")


@dataclass
class AndroidPhone:
    """The phone at the end of ``link``. Its turns are kept apart by a lock file in ``home``.

    Nothing is remembered of the phone's state between two calls: its owner has it in hand.
    """

    link: Link
    home: Path
    catalogue: Catalogue = field(default_factory=load_catalogue)
    recipes: Mapping[str, Recipe] = field(default_factory=load_recipes)
    pause: Callable[[float], None] | None = None
    _engine: Engine | None = None
    """Made when the phone has told its API level."""
    _journal: list[Change] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The serial."""
        return self.link.serial

    def now(self) -> datetime:
        """The phone's clock with its zone. Raises ``PhoneError`` when it cannot be read."""
        try:
            return look(self.link, CLOCK).store.only(DEVICE).now
        except Unreadable as error:
            raise PhoneError(
                f"the phone's clock cannot be read: {error}", hint="tandem phone check"
            ) from error

    def call(self, call: ToolCall) -> Execution:
        """See ``Phone.call``. A phone lost before anything was sent to it is a ``LinkError``."""
        execution = self._answered(call, self._carry_out)
        self._journal += execution.changes
        return execution

    def preview(self, call: ToolCall) -> Execution:
        """See ``Phone.preview``: the phone is read, and the rest is the tool's rules."""
        return self._answered(call, self._rehearse)

    def mark(self) -> int:
        """A point in what this world saw change."""
        return len(self._journal)

    def changes_since(self, mark: int) -> tuple[Change, ...]:
        """Net effect of what was read before and after every call since ``mark``."""
        first: dict[tuple[str, str], JsonValue] = {}
        last: dict[tuple[str, str], JsonValue] = {}
        for change in self._journal[mark:]:
            first.setdefault((change.table, change.key), change.before)
            last[change.table, change.key] = change.after
        return tuple(
            Change(table=table, key=key, before=before, after=last[table, key])
            for (table, key), before in first.items()
            if before != last[table, key]
        )

    def complaints(self) -> tuple[str, ...]:
        """What the phone said against what it was told to do, the newest last."""
        return tuple(self._engine.complaints) if self._engine else ()

    @contextmanager
    def held(self) -> Iterator[None]:
        """See ``Phone.held``: one turn at a time on a phone, whichever process takes it."""
        folder = self.home / "phones"
        private_folder(folder)
        lock = FileLock(
            folder / f"{digest(self.name)[:24]}.turn.lock",
            timeout=HOLD_S,
            mode=0o600,
            thread_local=False,
        )
        try:
            lock.acquire()
        except Timeout as error:
            raise PhoneError(
                f"another tandem is acting on the phone {self.name}", hint="let it finish"
            ) from error
        try:
            yield
        finally:
            lock.release()

    def _answered(
        self,
        call: ToolCall,
        do: Callable[[Tool, dict[str, JsonValue], Procedure | Computed], Execution],
    ) -> Execution:
        tool = self.catalogue.tools.get(call.name)
        if tool is None:
            return fault("unknown_tool", "there is no such tool")
        arguments: dict[str, JsonValue] = {}
        try:
            arguments = normalise(tool.spec, call.arguments, self.now())
            return do(tool, arguments, self._how(tool, arguments))
        except BadArgument as error:
            return fault(error.code, str(error), arguments)
        except (Declined, ToolFailure) as error:
            return fault(error.code, str(error), arguments, retryable=error.retryable)
        except PhoneError:
            raise
        except Exception as error:
            log_fault(error)
            return fault("tool_broke", f"{call.name} broke", arguments)

    def _how(self, tool: Tool, arguments: dict[str, JsonValue]) -> Procedure | Computed:
        recipe = self.recipes.get(tool.spec.name)
        how = recipe.of(tool.spec.action_of(arguments)) if recipe else None
        if how is None:
            raise Declined(NOT_POSSIBLE, "nobody has said yet how a real phone does this")
        if isinstance(how, Impossible):
            raise Declined(NOT_POSSIBLE, how.reason.en)
        return how

    def _carry_out(
        self, tool: Tool, arguments: dict[str, JsonValue], how: Procedure | Computed
    ) -> Execution:
        if isinstance(how, Computed):
            return self._rehearse(tool, arguments, how)
        return self._with_engine().carry_out(how, tool, arguments)

    def _rehearse(
        self, tool: Tool, arguments: dict[str, JsonValue], how: Procedure | Computed
    ) -> Execution:
        """What the tool's rules make of the phone as it is; nothing is done to it."""
        procedure = Procedure(reads=(), assumes=how.assumes) if isinstance(how, Computed) else how
        engine = self._with_engine()
        before = engine.read(procedure, tool, arguments)
        plan, data = engine.plan(procedure, tool, arguments, before)
        told = ToolResult(ok=True, data=told_of(procedure, data))
        return Execution(told, arguments, plan.changes)

    def _with_engine(self) -> Engine:
        if self._engine is None:
            (answer,) = ask(self.link, [_API])
            if not answer.out.strip().isdigit():
                raise Declined(UNREADABLE, "the phone does not tell its Android version")
            self._engine = Engine(self.link, int(answer.out))
            if self.pause is not None:
                self._engine.pause = self.pause
        return self._engine
