"""One rollout as the rules look at it: its calls in their places, what is missing, what is extra.

Everything is worked out once, from the task and the record alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pydantic import JsonValue

from tandem_edge.bench.checkers import check
from tandem_edge.bench.comparing import Sameness
from tandem_edge.bench.saying import holds
from tandem_shared.events import Outcome
from tandem_shared.experience import Rollout
from tandem_shared.tasks import Task, WantedBehaviour, WantedCall
from tandem_shared.tools import Change, Effect
from tandem_shared.trajectories import CallRecord, Trajectory, TurnRecord, Verdict
from tandem_trainer.curate.surroundings import on_phone

DECLINED = (Outcome.ASKED, Outcome.REFUSED)
ENDED = (Outcome.DONE, *DECLINED)


@dataclass(frozen=True)
class Placed:
    """A call with its place: of the trajectory's turns, of that turn's steps, of all calls; and
    the task's turn that it belongs to."""

    turn: int
    step: int
    place: int
    task_turn: int
    record: CallRecord

    @property
    def name(self) -> str:
        """The tool."""
        return self.record.call.name

    @property
    def code(self) -> str:
        """The fault's code, or ``""``."""
        fault = self.record.result.fault
        return fault.code if fault else ""

    @property
    def wrote(self) -> bool:
        """Whether it changed something, or did what cannot be taken back."""
        done = self.record.result.ok and self.record.effect is not Effect.READ
        final = self.record.effect is Effect.IRREVERSIBLE
        return done and (bool(self.record.changes) or final)


@dataclass(frozen=True)
class Case:
    """See the module. ``rollout.trajectory`` must belong to ``rollout.task``."""

    rollout: Rollout

    @property
    def task(self) -> Task:
        """What was to be done."""
        return self.rollout.task

    @property
    def attempt(self) -> Trajectory:
        """What was done."""
        return self.rollout.trajectory

    @cached_property
    def verdict(self) -> Verdict:
        """What the checker says of the record now."""
        return check(self.task, self.attempt)

    @cached_property
    def same(self) -> Sameness:
        """Equality as the task means it."""
        return Sameness(self.task.criteria.equal)

    @cached_property
    def calls(self) -> tuple[Placed, ...]:
        """Every call in order."""
        found = [
            (at, step, turn.turn, record)
            for at, turn in enumerate(self.attempt.turns)
            for step, answer in enumerate(turn.steps)
            for record in answer.calls
        ]
        return tuple(
            Placed(at, step, place, turn, record)
            for place, (at, step, turn, record) in enumerate(found)
        )

    @cached_property
    def missing_calls(self) -> tuple[WantedCall, ...]:
        """Wanted calls that were made nowhere, in whatever order and turn."""
        return tuple(self._unmatched_calls()[0])

    @cached_property
    def misplaced(self) -> bool:
        """Whether every wanted call was made, yet one in the wrong turn or too early."""
        unmet = any(reason.startswith("not called") for reason in self.verdict.reasons)
        return unmet and not self.missing_calls

    @cached_property
    def differences(self) -> tuple[list[Change], list[Change]]:
        """The phone's changes that are missing and those that are too much."""
        if self.task.criteria.checker.value == "calls":
            return [], []
        made = [change for change in self.attempt.changes if on_phone(change)]
        return self.same.differences(self.task.criteria.changes, made)

    @property
    def missing_changes(self) -> list[Change]:
        """Wanted changes of the phone that did not come about."""
        return self.differences[0]

    @cached_property
    def memory(self) -> tuple[bool, tuple[str, ...]]:
        """Whether something wanted of memory is missing, and keys touched beyond it."""
        reasons = [each for each in self.verdict.reasons if each.startswith("memory ")]
        missing = any(each.endswith("is not as wanted") for each in reasons)
        beyond = tuple(each.rsplit(" ", 1)[1] for each in reasons if "touched beyond" in each)
        return missing, beyond

    @cached_property
    def unwanted_writes(self) -> tuple[Placed, ...]:
        """Calls that wrote something which is too much in the end, or that was not wanted."""
        if self.task.criteria.checker.value == "calls":
            return tuple(self._unmatched_calls()[1])
        extra = {(change.table, change.key) for change in self.differences[1]}
        return tuple(
            call
            for call in self.calls
            if call.wrote and _touched(call.record) & extra and not self._right_so_far(call)
        )

    def _right_so_far(self, call: Placed) -> bool:
        """Whether all that ``call`` set is as wanted, and only more was wanted of the record."""
        wanted = {(each.table, each.key): each.after for each in self.missing_changes}
        return all(
            self._agrees(change, wanted.get((change.table, change.key)))
            for change in call.record.changes
        )

    def _agrees(self, change: Change, wanted: JsonValue) -> bool:
        if not isinstance(wanted, dict) or not isinstance(change.after, dict):
            return False
        value = self.same.value
        return all(value(wanted.get(name)) == value(new) for name, new in fields_set(change))

    @cached_property
    def wanted_turns(self) -> dict[str, dict[int, WantedBehaviour]]:
        """By kind and turn, what the agent had to do beside calls."""
        found: dict[str, dict[int, WantedBehaviour]] = {"ask": {}, "refuse": {}, "hand_off": {}}
        for each in self.task.criteria.behaviour:
            found[each.kind][each.turn] = each
        return found

    @property
    def memories(self) -> list[str]:
        """What the agent remembers as the task begins."""
        return [memory.text for memory in self.task.resources.memories]

    @cached_property
    def reply_lacks(self) -> tuple[int, ...]:
        """Turns whose last word lacks what it should say."""
        return tuple(
            place
            for place, groups in self.task.criteria.reply.items()
            if not holds(self.last_word(place), groups)
        )

    @property
    def lacks_work(self) -> bool:
        """Whether a call, a change, a memory or a hand-off that was wanted is missing."""
        return bool(
            self.missing_calls or self.missing_changes or self.memory[0] or self.lacks_brief
        )

    @property
    def lacks_brief(self) -> bool:
        """Whether a sub-agent was not briefed as it should."""
        marks = ("nothing was handed", "the brief for")
        return any(reason.startswith(marks) for reason in self.verdict.reasons)

    def last_word(self, task_turn: int) -> str:
        """What the user was told last in a turn of the task, or ``""``."""
        return next((t.text for t in reversed(self.turns_of(task_turn))), "")

    def turns_of(self, task_turn: int) -> list[TurnRecord]:
        """The records of one turn of the task: more than one where a question was answered."""
        return [turn for turn in self.attempt.turns if turn.turn == task_turn]

    def end_of(self, task_turn: int) -> tuple[int, int]:
        """Place of the last step of a turn of the task; of the whole attempt if there is none."""
        places = [at for at, turn in enumerate(self.attempt.turns) if turn.turn == task_turn]
        at = places[-1] if places else max(len(self.attempt.turns) - 1, 0)
        steps = self.attempt.turns[at].steps if self.attempt.turns else ()
        return at, max(len(steps) - 1, 0)

    def results_before(self, place: int) -> str:
        """All that the calls before ``place`` gave back, as one text."""
        found = (call.record for call in self.calls if call.place < place and call.record.result.ok)
        return "\n".join(text for record in found for text in strings(record.result.data))

    def _unmatched_calls(self) -> tuple[list[WantedCall], list[Placed]]:
        """Wanted calls with no call that is the same, and writes with no wanted one. A call in
        another turn than its own counts only where every wanted call was made."""
        missing, left = self._matched(strictly=False)
        if missing:
            missing, left = self._matched(strictly=True)
        return missing, [call for call in left if call.wrote]

    def _matched(self, *, strictly: bool) -> tuple[list[WantedCall], list[Placed]]:
        left = [call for call in self.calls if call.record.result.ok]
        missing = []
        for wanted in self.task.criteria.calls:
            mine = [call for call in left if not strictly or call.task_turn == wanted.turn]
            found = next((call for call in mine if self._is(wanted, call)), None)
            if found is None:
                missing.append(wanted)
            else:
                left.remove(found)
        return missing, left

    def _is(self, wanted: WantedCall, call: Placed) -> bool:
        return wanted.name == call.name and self.same.arguments(
            wanted.arguments, call.record.arguments
        )


def _touched(record: CallRecord) -> set[tuple[str, str]]:
    return {(change.table, change.key) for change in record.changes}


def fields_set(change: Change) -> list[tuple[str, JsonValue]]:
    """The fields of a record that ``change`` gave another value, with that value."""
    before = change.before if isinstance(change.before, dict) else {}
    after = change.after if isinstance(change.after, dict) else {}
    return [(name, value) for name, value in after.items() if before.get(name) != value]


def strings(value: JsonValue) -> Iterator[str]:
    """Every text in a JSON value, numbers as texts, names of fields left out."""
    if isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
