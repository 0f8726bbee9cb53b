"""Undo: says what it will take back and what it cannot, then does exactly that."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from tandem_edge.phone.protocol import Execution, Phone
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.undo.inverting import NO_INVERSE
from tandem_edge.undo.journal import Entry, UndoJournal
from tandem_edge.undo.restoring import Restored, restored, with_keys
from tandem_shared.describe import call_text
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line
from tandem_shared.tools import ToolCall

UNKNOWN = "Tandem was stopped in the middle of it: it may or may not have happened"
UNDONE = "it is undone already"
ELSEWHERE = "it was done on another phone"
LATER = "it is checked when those before it are undone"


@dataclass(frozen=True)
class Step:
    """One write, the call that takes it back, and why that cannot be done (``""``: it can)."""

    entry: Entry
    call: ToolCall | None
    why_not: str = ""

    @property
    def text(self) -> str:
        """One safe line for people."""
        said = call_text(self.entry.begun.call)
        if self.why_not or self.call is None:
            return f"not undone  {said}: {self.why_not}"
        return f"undo        {said}  by  {call_text(self.call)}"


@dataclass
class Undoer:
    """The journal together with the phone it is about."""

    phone: Phone
    journal: UndoJournal

    def last_turn(self, *, redo: bool = False) -> list[Entry]:
        """The writes of the newest turn that are not undone, newest first; with ``redo``, those
        of the newest undo. Empty when there is none."""
        there = [
            entry
            for entry in self.journal.entries()
            if bool(entry.begun.of) is redo
            and not entry.undone
            and entry.begun.phone == self.journal.phone
        ]
        newest = there[-1].begun.turn if there else ""
        return [entry for entry in reversed(there) if entry.begun.turn == newest]

    def chosen(self, ids: Sequence[str]) -> list[Entry]:
        """The writes called ``ids``, newest first. Raises ``UsageError`` for an unknown one."""
        entries = {entry.id: entry for entry in self.journal.entries()}
        for each in ids:
            if each not in entries:
                raise UsageError(
                    f"there is no write {one_line(each, limit=40)} in the journal",
                    hint="tandem undo --list",
                )
        return [entry for entry in reversed(entries.values()) if entry.id in ids]

    def plan(self, entries: Sequence[Entry]) -> list[Step]:
        """What undoing ``entries``, newest first, would do; nothing is done.

        A phone that can be copied is tried on a copy. On any other the first is rehearsed, and
        the later ones, which build on it, are judged when their turn comes.
        """
        if isinstance(self.phone, SandboxPhone):
            copy = Undoer(self.phone.fork(), _Rehearsal(self.journal))
            return copy._undo(entries)
        steps: list[Step] = []
        for entry in entries:
            step, _ = self._judge(entry, self.journal.moved())
            builds = step.call is not None and any(not each.why_not for each in steps)
            steps.append(Step(entry, step.call, LATER) if builds else step)
        return steps

    def carry_out(self, entries: Sequence[Entry]) -> list[Step]:
        """Undo ``entries``, newest first; one that cannot be undone is passed over.

        Each is judged against the phone as it then is, and never guessed at. Raises ``PhoneError``
        when the phone or the journal fails; what was undone until then stays so and is noted.
        """
        with self.phone.held():
            return self._undo(entries)

    def _undo(self, entries: Sequence[Entry]) -> list[Step]:
        turn = f"undo/{secrets.token_hex(4)}"
        return [self._undo_one(entry, turn) for entry in entries]

    def _undo_one(self, entry: Entry, turn: str) -> Step:
        step, judged = self._judge(entry, self.journal.moved())
        spec = self.phone.catalogue.spec(step.call.name) if step.call else None
        if step.why_not or step.call is None or spec is None:
            return step
        begun = self.journal.begin(turn, step.call, spec, of=entry.id)
        done = self._call(step.call)
        self.journal.finish(begun, spec, done, judged.moved)
        if not done.result.ok:
            return Step(entry, step.call, _fault(done))
        return step

    def _judge(self, entry: Entry, moved: dict[str, str]) -> tuple[Step, Restored]:
        nothing = Restored()
        reason = _unfit(entry, self.journal.phone)
        if reason or entry.finished is None or entry.finished.inverse is None:
            return Step(entry, None, reason or NO_INVERSE), nothing
        call = with_keys(entry.finished.inverse, moved)
        preview = self.phone.preview(call)
        if not preview.result.ok:
            return Step(entry, call, _fault(preview)), nothing
        judged = restored(entry.finished.changes, preview.changes, moved)
        return Step(entry, call, judged.why_not), judged

    def _call(self, call: ToolCall) -> Execution:
        """The call, made once more where the phone was only busy."""
        done = self.phone.call(call)
        fault = done.result.fault
        return self.phone.call(call) if fault is not None and fault.retryable else done


class _Rehearsal(UndoJournal):
    """A journal in memory that begins like another one, for a rehearsal on a copy."""

    def __init__(self, real: UndoJournal) -> None:
        super().__init__(None, real.phone, real.clock, list(real._raw()))


def _unfit(entry: Entry, phone: str) -> str:
    """Why an entry is out of the question whatever the phone holds."""
    if entry.begun.phone != phone:
        return ELSEWHERE
    if entry.finished is None:
        return UNKNOWN
    return UNDONE if entry.undone else entry.finished.why_not


def _fault(execution: Execution) -> str:
    fault = execution.result.fault
    return f"the phone says: {one_line(fault.message, limit=160)}" if fault else "it failed"
