"""Progress: the verified share of a task's completion criteria. ``progress_i`` of Eq. 5.

A criterion is one wanted call, change, behaviour, memory, reply, retrieval or skill; two more are
that nothing else was touched and that every turn was ended by the agent's own word. These two
hold for an agent that does nothing, so they count only beside a criterion that was worked for.
All is decided by the checkers that decide the outcome, each asked about one criterion alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tandem_edge.bench.checkers import check
from tandem_edge.bench.comparing import Sameness
from tandem_edge.bench.standins import TABLE_NAMES
from tandem_shared.events import Outcome
from tandem_shared.tasks import Checker, Criteria, Task
from tandem_shared.trajectories import Trajectory
from tandem_trainer.train.rewards.attempted import Attempted

ELSEWHERE = 2
"""Criteria that every task has: nothing else touched, every turn ended."""
ENDED = (Outcome.DONE, Outcome.ASKED, Outcome.REFUSED)
OTHERS = ("not wanted:", "too much:", "memory was touched beyond", "handed off more")
"""How the checkers begin a reason of something that was touched beyond what was wanted."""

LACKING = (
    *("did not", "asked about", "asked more", "changed something", "refused for", "nothing"),
    *("the brief", "memory", "the reply", "skill"),
)
"""How they begin a reason of a behaviour, memory, reply, retrieval or skill that is lacking."""


def reward(attempted: Attempted) -> float:
    """Between 0 and 1; 1 exactly for an attempt that passes."""
    if attempted.passed:
        return 1.0
    task, made = attempted.task, attempted.trajectory
    if made.fault:
        return 0.0
    worked = [*_worked_for(task, made)]
    if not any(worked):
        return 0.0
    held = sum(worked) + _nothing_else(task, made) + _ended(task, made)
    whole = len(worked) + ELSEWHERE
    return min(held / whole, (whole - 1) / whole)  # something is lacking, whoever sees it


def _worked_for(task: Task, made: Trajectory) -> Iterator[bool]:
    """Of each criterion that takes doing something, whether it holds."""
    yield from _calls(task, made)
    yield from _changes(task, made)
    for part in _parts(task.criteria):
        reasons = _reasons(task, made, part)
        yield not any(each.startswith(LACKING) and not each.startswith(OTHERS) for each in reasons)


def _parts(wanted: Criteria) -> Iterator[dict[str, object]]:
    """Each remaining criterion as criteria of its own."""
    for behaviour in wanted.behaviour:
        yield {"behaviour": (behaviour,)}
    for memory in wanted.memory:
        yield {"memory": (memory,)}
    for turn, groups in wanted.reply.items():
        yield {"reply": {turn: groups}}
    for key in wanted.retrieves:
        yield {"retrieves": (key,)}
    for name in wanted.loads:
        yield {"loads": (name,)}


def _calls(task: Task, made: Trajectory) -> list[bool]:
    """The checker goes through wanted calls in order, so all are asked about together."""
    wanted = task.criteria.calls
    reasons = _reasons(task, made, {"calls": wanted}) if wanted else ()
    missing = sum(each.startswith("not called:") for each in reasons)
    return [True] * (len(wanted) - missing) + [False] * missing


def _changes(task: Task, made: Trajectory) -> list[bool]:
    there = [each for each in made.changes if each.table not in TABLE_NAMES]
    wanted = task.criteria.changes
    missing, _ = Sameness(task.criteria.equal).differences(wanted, there)
    return [True] * (len(wanted) - len(missing)) + [False] * len(missing)


def _reasons(task: Task, made: Trajectory, part: dict[str, object]) -> tuple[str, ...]:
    """What the checkers say of ``part`` of the criteria alone."""
    only = {"checker": Checker.STATE, "equal": task.criteria.equal, **part}
    narrowed = task.model_copy(update={"criteria": Criteria.model_validate(only)})
    return check(narrowed, made).reasons


def _nothing_else(task: Task, made: Trajectory) -> bool:
    return not any(each.startswith(OTHERS) for each in check(task, made).reasons)


def _ended(task: Task, made: Trajectory) -> bool:
    reached = {turn.turn for turn in made.turns}
    return len(reached) == len(task.turns) and all(each.outcome in ENDED for each in made.turns)
