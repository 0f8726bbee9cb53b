"""Whether a record is whole: malformed ones are no experience, whatever they show.

Each rule yields one line for each thing that is wrong. ``RULES`` lists them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tandem_shared.experience import Rollout
from tandem_shared.token_spans import answer_spans
from tandem_shared.tools import Effect, ToolSpec
from tandem_shared.trajectories import CallRecord
from tandem_trainer.curate.surroundings import specs_for

Rule = Callable[[Rollout], Iterator[str]]


def belongs(rollout: Rollout) -> Iterator[str]:
    """Looks at names and places: the trajectory is of the task, its turns are the task's, in
    order."""
    places = [turn.turn for turn in rollout.trajectory.turns]
    if rollout.trajectory.task != rollout.task.id:
        yield "the trajectory is of another task"
    if places != sorted(places) or not set(places) <= set(range(len(rollout.task.turns))):
        yield "its turns are not those of the task, in order"
    for at, turn in enumerate(rollout.trajectory.turns):
        known = turn.turn < len(rollout.task.turns)
        opening = known and (at == 0 or places[at - 1] != turn.turn)
        if opening and turn.said.split() != rollout.task.turns[turn.turn].split():
            yield f"turn {at + 1} does not begin as the task does"


def judged(rollout: Rollout) -> Iterator[str]:
    """Looks at the verdict: there is none exactly where the record is invalid."""
    if (rollout.verdict is None) != bool(rollout.trajectory.fault):
        yield "a verdict on an invalid record, or none on a valid one"
    elif rollout.verdict and rollout.verdict.passed == bool(rollout.verdict.reasons):
        yield "the verdict does not agree with its reasons"


def has_text(rollout: Rollout) -> Iterator[str]:
    """Looks at steps: each was written by somebody."""
    for at, turn in enumerate(rollout.trajectory.turns):
        for step, answer in enumerate(turn.steps):
            if not answer.text.strip():
                yield f"step {step + 1} of turn {at + 1} has no text"


def fits_catalogue(rollout: Rollout) -> Iterator[str]:
    """Looks at calls: one that succeeded is of a tool on offer and as its schema says; each has a
    result or a fault, and the effect that its tool has."""
    specs = specs_for(rollout.task)
    for _, record in rollout.trajectory.calls:
        result, name = record.result, record.call.name
        if result.ok == (result.fault is not None):
            yield f"{name} has a result and a fault, or neither"
        elif not result.ok and record.changes:
            yield f"{name} failed and changed something"
        elif result.ok and name not in specs:
            yield f"{name} succeeded and was not on offer"
        elif result.ok:
            yield from _against_schema(record, specs[name])


def _against_schema(record: CallRecord, spec: ToolSpec) -> Iterator[str]:
    unknown = sorted(set(record.arguments) - set(spec.properties))
    action = spec.action_of(record.arguments)
    absent = [name for name in spec.required(action) if record.arguments.get(name) is None]
    if unknown:
        yield f"{spec.name} has no argument {unknown[0]}"
    if absent:
        yield f"{spec.name} succeeded without its {absent[0]}"
    for name, value in record.arguments.items():
        allowed = spec.properties.get(name, {}).get("enum")
        if isinstance(allowed, list) and value is not None and value not in allowed:
            yield f"{spec.name} takes no such {name}"
    if record.effect is not spec.effect_of(record.arguments):
        yield f"the effect of {spec.name} is another"
    if record.effect is Effect.READ and record.changes:
        yield f"{spec.name} only reads and changed something"


def tokens_fit(rollout: Rollout) -> Iterator[str]:
    """Looks at token ids: a mask is as long as its ids, and what it says was sampled is in the
    steps' own answers, in their order."""
    if any(len(each.ids) != len(each.sampled) for each in rollout.tokens):
        yield "a mask is not as long as its tokens"
        return
    answers = [step.token_ids for turn in rollout.trajectory.turns for step in turn.steps]
    if any(answers) and answer_spans(rollout.tokens, answers) is None:
        yield "the tokens that count as sampled are not those of the steps"


RULES: tuple[Rule, ...] = (belongs, judged, has_text, fits_catalogue, tokens_fit)


def malformed(rollout: Rollout) -> tuple[str, ...]:
    """What is wrong with the record, one line each; nothing where it is whole."""
    return tuple(line for rule in RULES for line in rule(rollout))
