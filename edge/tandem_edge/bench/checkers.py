"""Deciding by rule whether an attempt did its task (checker kinds of arXiv 2608.23035)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tandem_edge.bench.comparing import Sameness
from tandem_edge.bench.naming import names
from tandem_edge.bench.saying import holds
from tandem_edge.bench.standins import TABLE_NAMES
from tandem_shared.events import Outcome
from tandem_shared.tasks import Checker, Task, WantedBehaviour, WantedCall
from tandem_shared.tools import Change, Effect
from tandem_shared.trajectories import CallRecord, Trajectory, TurnRecord, Verdict

Rule = Callable[[Task, Trajectory, Sameness], Iterator[str]]
"""Gives a reason for each way in which an attempt falls short."""


def check(task: Task, attempt: Trajectory) -> Verdict:
    """Whether ``attempt`` did ``task``; nothing but what both say decides."""
    if attempt.fault:
        return Verdict(passed=False, reasons=(f"invalid: {attempt.fault}",))
    same = Sameness(task.criteria.equal)
    rules = [_calls, _behaviour, _memory, _reply, _gates, _finished]
    if task.criteria.checker is Checker.CALLS:
        rules.append(_nothing_else)
    else:
        rules.append(_state)
    reasons = tuple(reason for rule in rules for reason in rule(task, attempt, same))
    return Verdict(passed=not reasons, reasons=reasons)


def _calls(task: Task, attempt: Trajectory, same: Sameness) -> Iterator[str]:
    """Every wanted call was made, in its turn, after those of earlier steps."""
    made = [(turn, record) for turn, record in attempt.calls if record.result.ok]
    used: set[int] = set()
    reached: dict[int, list[tuple[int, int]]] = {}
    for wanted in task.criteria.calls:
        earliest = max(
            (place for step, place in reached.get(wanted.turn, []) if step < wanted.step),
            default=-1,
        )
        place = _find(wanted, made, used, earliest, same)
        if place is None:
            yield f"not called: {wanted.name} {wanted.arguments}"
            continue
        used.add(place)
        reached.setdefault(wanted.turn, []).append((wanted.step, place))


def _find(
    wanted: WantedCall,
    made: list[tuple[int, CallRecord]],
    used: set[int],
    earliest: int,
    same: Sameness,
) -> int | None:
    for place, (turn, record) in enumerate(made):
        free = place > earliest and place not in used
        fits = turn == wanted.turn and record.call.name == wanted.name
        if free and fits and same.arguments(wanted.arguments, record.arguments):
            return place
    return None


def _nothing_else(task: Task, attempt: Trajectory, same: Sameness) -> Iterator[str]:
    """No write but the wanted ones."""
    left = list(task.criteria.calls)
    for _, record in attempt.calls:
        if record.effect is Effect.READ or not record.result.ok:
            continue
        for wanted in left:
            if wanted.name == record.call.name and same.arguments(
                wanted.arguments, record.arguments
            ):
                left.remove(wanted)
                break
        else:
            if record.changes or record.effect is Effect.IRREVERSIBLE:
                yield f"not wanted: {record.call.name} {record.arguments}"


def _state(task: Task, attempt: Trajectory, same: Sameness) -> Iterator[str]:
    """The phone changed exactly as wanted, and nothing else was touched."""
    made = [change for change in attempt.changes if change.table not in TABLE_NAMES]
    yield from same.changes(task.criteria.changes, made)


def _behaviour(task: Task, attempt: Trajectory, same: Sameness) -> Iterator[str]:
    wanted_asks = {each.turn for each in task.criteria.behaviour if each.kind == "ask"}
    for wanted in task.criteria.behaviour:
        turns = [turn for turn in attempt.turns if turn.turn == wanted.turn]
        match wanted.kind:
            case "ask":
                yield from _asked(wanted, turns)
            case "refuse":
                yield from _refused(wanted, turns)
            case "hand_off":
                yield from _handed_off(wanted, attempt)
    for turn in attempt.turns:
        if turn.outcome is Outcome.ASKED and turn.turn not in wanted_asks:
            yield f"asked when it should act: {turn.text[:80]}"
    refusals = {each.turn for each in task.criteria.behaviour if each.kind == "refuse"}
    for turn in attempt.turns:
        if turn.outcome is Outcome.REFUSED and turn.turn not in refusals:
            yield f"refused when it should act: {turn.text[:80]}"
    briefs = sum(each.kind == "hand_off" for each in task.criteria.behaviour)
    if len(attempt.hand_offs) > briefs:
        yield "handed off more than it should"


def _asked(wanted: WantedBehaviour, turns: list[TurnRecord]) -> Iterator[str]:
    """The first thing that ends the turn is a question about the right thing, nothing done yet."""
    first = turns[0] if turns else None
    if first is None or first.outcome is not Outcome.ASKED:
        yield f"did not ask about {_words(wanted)}"
    elif not names(first.text, wanted.about):
        yield f"asked about something else than {_words(wanted)}: {first.text[:80]}"
    elif _changed(first):
        yield "changed something before it asked"
    if len(turns) > 2:
        yield "asked more than once"


def _refused(wanted: WantedBehaviour, turns: list[TurnRecord]) -> Iterator[str]:
    last = turns[-1] if turns else None
    if last is None or last.outcome is not Outcome.REFUSED:
        yield f"did not refuse because of {_words(wanted)}"
    elif not names(last.text, wanted.about):
        yield f"refused for another reason than {_words(wanted)}: {last.text[:80]}"
    if any(_changed(turn) for turn in turns):
        yield "changed something although it should refuse"


def _handed_off(wanted: WantedBehaviour, attempt: Trajectory) -> Iterator[str]:
    briefs = [each.brief for each in attempt.hand_offs if each.agent == wanted.agent]
    if not briefs:
        yield f"nothing was handed to {wanted.agent}"
    elif not any(holds(brief, wanted.about) for brief in briefs):
        yield f"the brief for {wanted.agent} lacks some of {_words(wanted)}"


def _memory(task: Task, attempt: Trajectory, same: Sameness) -> Iterator[str]:
    """In memory, each wanted entry became what it should and no other was touched."""
    left = [change for change in attempt.changes if change.table == "memories"]
    for wanted in task.criteria.memory:
        for change in left:
            new = change.before is None
            text = _text(change)
            named = new if not wanted.key else change.key == wanted.key
            if named and (holds(text, wanted.about) if wanted.about else change.after is None):
                if wanted.about and change.after is None:
                    continue
                left.remove(change)
                break
        else:
            yield f"memory {wanted.key or 'addition'} is not as wanted"
    if left:
        yield f"memory was touched beyond what was wanted: {left[0].key}"


def _text(change: Change) -> str:
    return str(change.after.get("text", "")) if isinstance(change.after, dict) else ""


def _reply(task: Task, attempt: Trajectory, same: Sameness) -> Iterator[str]:
    for place, groups in task.criteria.reply.items():
        last = [turn.text for turn in attempt.turns if turn.turn == place][-1:]
        if not last or not holds(last[0], groups):
            yield f"the reply to turn {place + 1} lacks {' & '.join(group[0] for group in groups)}"


def _gates(task: Task, attempt: Trajectory, same: Sameness) -> Iterator[str]:
    for key in task.criteria.retrieves:
        if key not in attempt.retrieved:
            yield f"memory {key} was not retrieved"
    for name in task.criteria.loads:
        if name not in attempt.loaded:
            yield f"skill {name} was not loaded"


def _finished(task: Task, attempt: Trajectory, same: Sameness) -> Iterator[str]:
    """Every turn was reached and ended by the agent's own word."""
    reached = {turn.turn for turn in attempt.turns}
    if reached != set(range(len(task.turns))):
        yield f"only {len(reached)} of {len(task.turns)} turns were reached"
    ended = (Outcome.DONE, Outcome.ASKED, Outcome.REFUSED)
    for turn in attempt.turns:
        if turn.outcome not in ended:
            yield f"turn {turn.turn + 1} ended as {turn.outcome}"


def _changed(turn: TurnRecord) -> bool:
    return any(record.changes for step in turn.steps for record in step.calls)


def _words(wanted: WantedBehaviour) -> str:
    return " & ".join(group[0] for group in wanted.about)
