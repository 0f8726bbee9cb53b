"""Curation over the store: every rollout is looked at, with the whole store in view."""

from __future__ import annotations

import json
import multiprocessing.util
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace

from tandem_edge.bench.runs.spreading import spread
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.errors import UsageError
from tandem_shared.experience import Curated, PolicyKind, Rollout
from tandem_trainer.curate.curating import RULES, curate_one
from tandem_trainer.curate.sources import Survey, attempt_key
from tandem_trainer.experience.opening import open_store
from tandem_trainer.experience.records import Labelled, Look, Step, StepState
from tandem_trainer.experience.store import Store
from tandem_trainer.flywheel.stepping import Say, in_blocks, names_digest, silent, tandem_version
from tandem_trainer.review.queue import Concern, Looked, conflicting, look

KIND = "curate"
BLOCK = 32
"""Rollouts that are looked at, and kept, together."""
FIRST = {PolicyKind.PLANNER: 0, PolicyKind.ORACLE: 1, PolicyKind.SCRIPTED: 2}
"""Of equal attempts the one that stays is the sampled one, then the oracle's."""
SYNCED = len(FIRST)
"""What comes after all of these: nobody may push out what was made here by sending it, too."""
Known = tuple[int, str, str, str]
"""What a survey needs of one rollout: the rank of its policy, name, ``attempt_key``, source."""


@dataclass(frozen=True)
class Curation:
    """How far a curation has come."""

    step: Step
    rollouts: int
    left: int
    """Rollouts that were not looked at yet."""


def curate_store(
    store: Store, *, workers: int = 1, limit: int | None = None, say: Say = silent
) -> Curation:
    """Look at every rollout that is not withdrawn, at most ``limit`` of those that are left.

    What is said of each depends on all that are there, on nothing else. Raises ``TrustError`` for a
    damaged record.
    """
    names = store.ids(Rollout)
    step = _begun(store, names)
    if step.state is StepState.DONE:
        return Curation(step, len(names), 0)
    done = store.looks.done(step.id)
    left = [name for name in names if name not in done][:limit]
    if left:
        known = _surveyed(store, names, workers, say)
        _look_at(store, step, left, known, workers, say)
    missing = len(names) - len(done) - len(left)
    return Curation(step if missing else _finished(store, step), len(names), missing)


def standing_curation(store: Store) -> Step:
    """The finished curation of exactly what is in the store. Raises ``UsageError`` without one."""
    step = _begun(store, store.ids(Rollout))
    if step.state is not StepState.DONE:
        raise UsageError(
            "what is in the experience store is not curated, or not all of it",
            hint="tandem-trainer curate",
        )
    return step


def _begun(store: Store, names: list[str]) -> Step:
    inputs = {
        "rollouts": names_digest(names),
        "rules": RULES,
        "catalogue": load_catalogue().digest,
        "tandem": tandem_version(),
    }
    return store.steps.begin(KIND, {**inputs})


def _finished(store: Store, step: Step) -> Step:
    """Mark what contradicts itself, and close the step; may be done again."""
    odd = conflicting(map(as_looked, store.looks.each(step.id)))
    found = (each.look for each in store.looks.each(step.id) if each.look.curated in odd)
    store.looks.change(step.id, map(_conflicting, list(found)))
    made = (each.look.curated for each in store.looks.each(step.id))
    return store.steps.finish(step, names_digest(made))


def as_looked(labelled: Labelled) -> Looked:
    """A look as the review queue takes it."""
    made = labelled.look
    concerns = tuple(map(Concern, made.concerns))
    return Looked(
        made.curated, made.rollout, made.acts, labelled.label, labelled.confidence, concerns
    )


def _conflicting(made: Look) -> Look:
    there = {*made.concerns, Concern.CONFLICTING.value}
    return replace(made, concerns=tuple(each.value for each in Concern if each.value in there))


# ---- the two passes


def _surveyed(store: Store, names: list[str], workers: int, say: Say) -> list[Known]:
    found: list[Known] = []
    jobs = (json.dumps({"names": block}) for block in in_blocks(names, BLOCK))
    for line in _spread(_survey_block, store, jobs, workers, Counter()):
        found += map(tuple, json.loads(line))
        say("comparing", len(found), len(names))
    return sorted(found)


def _look_at(
    store: Store, step: Step, left: list[str], known: list[Known], workers: int, say: Say
) -> None:
    survey, keys = Survey(), {name: key for _, name, key, _ in known}
    for _, name, key, source in known:
        survey.note(key, name, source)
    jobs = (_job(block, keys, survey) for block in in_blocks(left, BLOCK))
    done = 0
    for line in _spread(_curate_block, store, jobs, workers, survey.counts):
        made = json.loads(line)
        curated = [Curated.model_validate(said) for said, _ in made]
        looks = [Look(**{**seen, "concerns": tuple(seen["concerns"])}) for _, seen in made]
        store.looks.add(step.id, curated, looks)
        done += len(made)
        say("curating", done, len(left))


def _job(names: list[str], keys: dict[str, str], survey: Survey) -> str:
    first = {keys[name]: survey.first[keys[name]] for name in names}
    return json.dumps({"names": names, "first": first})


@dataclass(frozen=True)
class Curator:
    """Looks at rollouts of a store that brought ``counts`` records by source."""

    store: Store
    counts: Counter[str]

    def surveyed(self, names: Iterable[str]) -> Iterator[Known]:
        """What a survey needs of each."""
        for name in names:
            rollout = self.store.get(Rollout, name)
            rank = FIRST[rollout.policy.kind] + (SYNCED if rollout.source else 0)
            yield rank, name, attempt_key(rollout), rollout.source

    def curated(
        self, names: Iterable[str], first: dict[str, str]
    ) -> Iterator[tuple[Curated, Look]]:
        """What is said of each; ``first`` are the first rollouts by the attempts' keys."""
        survey, spec_of = Survey(first, self.counts), load_catalogue().spec
        for name in names:
            rollout = self.store.get(Rollout, name)
            said = curate_one(rollout, survey)
            seen = look(rollout, said, spec_of)
            concerns = tuple(each.value for each in seen.concerns)
            yield said, Look(name, seen.case, seen.acts, concerns)


# ---- processes

_curator: Curator | None = None


def _spread(
    work: Callable[[str], str],
    store: Store,
    jobs: Iterator[str],
    workers: int,
    counts: Counter[str],
) -> Iterator[str]:
    if workers > 1:
        yield from spread(work, jobs, workers, _open, (store.url, json.dumps(counts)))
        return
    global _curator
    _curator = Curator(store, counts)
    yield from map(work, jobs)


def _open(url: str, counts: str) -> None:
    global _curator
    stack = ExitStack()
    _curator = Curator(stack.enter_context(open_store(url)), Counter(json.loads(counts)))
    multiprocessing.util.Finalize(None, stack.close, exitpriority=10)


def _survey_block(job: str) -> str:
    assert _curator is not None
    return json.dumps([*_curator.surveyed(json.loads(job)["names"])])


def _curate_block(job: str) -> str:
    assert _curator is not None
    asked = json.loads(job)
    made = _curator.curated(asked["names"], asked["first"])
    return json.dumps([(said.model_dump(mode="json"), asdict(seen)) for said, seen in made])
