"""Diagnosis over the store: how a policy stands, and what the next data set should be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tandem_edge.bench.census import tasks_with_plans
from tandem_shared.errors import UsageError
from tandem_shared.experience import (
    TRAINABLE,
    Curated,
    Dataset,
    Diagnosis,
    Policy,
    Proposal,
    Rollout,
    Trait,
)
from tandem_shared.tasks import Split
from tandem_trainer.diagnose.cases import READ_ONLY, Case, Cases, cases
from tandem_trainer.diagnose.proposing import Base, diagnose, propose
from tandem_trainer.experience.records import Step, StepState, Tried
from tandem_trainer.experience.store import Store
from tandem_trainer.flywheel.curating import standing_curation
from tandem_trainer.flywheel.reviewing import held_back, rulings_in, unseen
from tandem_trainer.flywheel.reviews import StoreReviews
from tandem_trainer.flywheel.stepping import Say, in_blocks, names_digest, silent, tandem_version
from tandem_trainer.freeze.contamination import Guard
from tandem_trainer.freeze.door import Rules, task_reasons
from tandem_trainer.review.folding import Ruling, labels
from tandem_trainer.tasks.traits import has

KIND = "diagnose"
TOGETHER = 256
"""Rollouts whose texts are held against the unseen ones together."""
ORACLE = "oracle"


@dataclass(frozen=True)
class Asked:
    """What to diagnose: a policy by its name or the beginning of its digest (empty: the only one
    there is beside the oracle) in a round (``None``: its last), against which data set, and how
    many reviewers have to agree."""

    policy: str = ""
    round: int | None = None
    parent: str = ""
    reviewers: int = 1
    seed: int = 0


@dataclass(frozen=True)
class Diagnosed:
    """What a diagnosis came to."""

    diagnosis: Diagnosis
    proposal: Proposal
    tried: Tried


def diagnose_store(store: Store, asked: Asked, guard: Guard, *, say: Say = silent) -> Diagnosed:
    """Diagnose a policy by what is curated, and propose the next data set.

    Rollouts that come too near to what must stay unseen, and those of devices that nobody has
    reviewed, are left out of everything, and named in the proposal's quarantine. Raises
    ``UsageError``: nothing is curated, no such policy or parent.
    """
    curation = standing_curation(store)
    tried = _chosen_of(store, asked)
    parent = store.find(Dataset, asked.parent) if asked.parent else ""
    step = _begun(store, curation, tried, replace(asked, parent=parent), guard)
    if step.state is StepState.DONE:
        proposal = store.get(Proposal, step.outputs)
        return Diagnosed(store.get(Diagnosis, proposal.diagnosis), proposal, tried)
    found = rulings_in(store, asked.reviewers)
    held = held_back(store, curation, found)
    known = cases(_read(store, say), _standing(store, curation, found), dev_traits())
    out = frozenset(_near(store, known, guard, say)) | unseen(store, held)
    diagnosis, proposal = _proposed(store, known, tried, parent, held, out, asked.seed)
    store.add([diagnosis, proposal])
    store.steps.finish(step, proposal.id)
    return Diagnosed(diagnosis, proposal, tried)


def dev_traits() -> dict[str, frozenset[Trait]]:
    """What dev tasks have about them, by their ids."""
    every = tasks_with_plans(Split.DEV, 0)
    return {each.task.id: frozenset(one for one in Trait if has(one, each)) for each in every}


def step_of(store: Store, proposal: str) -> Step:
    """The diagnosis that made a proposal; of several the one that had most reviewers agree.

    Raises ``UsageError`` when there was none here.
    """
    made = [step for step in store.steps.of(KIND) if step.outputs == proposal]
    if made:
        return max(made, key=lambda step: (int(str(step.inputs["reviewers"])), step.id))
    raise UsageError(
        f"proposal {proposal[:12]} was not made by a diagnosis here", hint="tandem-trainer diagnose"
    )


def chosen(every: list[Tried], asked: Asked) -> Tried:
    """The policy and round that ``asked`` means. Raises ``UsageError`` for none or several."""
    name = asked.policy
    those = [
        each
        for each in every
        if each.policy == name or (_hex(name) and each.digest[: len(name)] == name)
    ]
    if not name:
        those = [each for each in every if each.policy != ORACLE] or every
    digests = {each.digest for each in those}
    if len(digests) != 1:
        there = ", ".join(sorted({f"{each.policy} {each.digest[:8]}" for each in every})) or "none"
        what = "several policies could be meant" if digests else "no such policy was tried"
        raise UsageError(f"{what}; there are: {there}", hint="give --policy NAME or its digest")
    rounds = {each.round: each for each in those}
    if asked.round is not None and asked.round not in rounds:
        raise UsageError(f"it was not tried in round {asked.round}", hint="tandem-trainer collect")
    return rounds[max(rounds) if asked.round is None else asked.round]


def _chosen_of(store: Store, asked: Asked) -> Tried:
    """As ``chosen``. What devices sent only counts where it is named: else a device could say what
    the last round is, or that another policy could be meant."""
    here, every = store.policies(synced=False), store.policies()
    try:
        found = chosen(here, asked)
    except UsageError:
        return chosen(every, asked)
    same = (found.policy, found.digest, found.round)
    return next(each for each in every if (each.policy, each.digest, each.round) == same)


def _hex(name: str) -> bool:
    return len(name) >= 4 and all(letter in "0123456789abcdef" for letter in name)


def _begun(store: Store, curation: Step, tried: Tried, asked: Asked, guard: Guard) -> Step:
    reviews = names_digest(sorted(each.id for each in StoreReviews(store).all()))
    return store.steps.begin(
        KIND,
        {
            "curation": curation.id,
            "reviews": reviews,
            "reviewers": asked.reviewers,
            "policy": tried.digest,
            "round": tried.round,
            "parent": asked.parent,
            "seed": asked.seed,
            "door": {**guard.bounds},
            "tandem": tandem_version(),
        },
    )


def _read(store: Store, say: Say) -> Iterator[Rollout]:
    count = store.count(Rollout)
    for done, rollout in enumerate(store.each(Rollout), 1):
        if not rollout.source or rollout.task.split in TRAINABLE | READ_ONLY:
            yield rollout  # what a device sends of another split is no reason to stop
        if done % TOGETHER == 0 or done == count:
            say("reading", done, count)


def _standing(store: Store, curation: Step, found: dict[str, Ruling]) -> Iterator[Curated]:
    for _, said in store.looks.curated(curation.id):
        yield from labels([said], found)


def _near(store: Store, known: Cases, guard: Guard, say: Say) -> Iterator[str]:
    done = 0
    for names in in_blocks(known.trainable, TOGETHER):
        rollouts = {name: store.get(Rollout, name) for name in names}
        guard.learn(rollouts.values())
        yield from (name for name, each in rollouts.items() if _shut_out(each, guard))
        done += len(names)
        say("comparing with the benchmark", done, len(known.trainable))


def _shut_out(rollout: Rollout, guard: Guard) -> bool:
    return any((*task_reasons(rollout.task, Rules(guard)), *guard.reasons(rollout)))


def _proposed(
    store: Store,
    known: Cases,
    tried: Tried,
    parent: str,
    held: frozenset[str],
    out: frozenset[str],
    seed: int,
) -> tuple[Diagnosis, Proposal]:
    policy = _policy(store, tried)
    left = Cases(*(_without(out, those) for those in (known.trainable, known.dev)))
    members = store.members(parent) if parent else frozenset[str]()
    gone = store.members(parent, withdrawn=True) if parent else frozenset[str]()
    diagnosis = diagnose(policy, tried.round, left)
    base = Base(parent, members, held | out, gone)
    made = propose(diagnosis, left, base, seed=seed)
    quarantine = tuple(sorted({*made.quarantine, *(out & known.trainable.keys())}))
    return diagnosis, made.model_copy(update={"quarantine": quarantine})


def _without(out: frozenset[str], those: Mapping[str, Case]) -> dict[str, Case]:
    return {name: case for name, case in those.items() if name not in out}


def _policy(store: Store, tried: Tried) -> Policy:
    first = next(store.each(Rollout, policy_digest=tried.digest, round=tried.round))
    return first.policy
