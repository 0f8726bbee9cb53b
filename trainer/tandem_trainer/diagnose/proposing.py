"""From a diagnosis to what the next data set should be: additions, weights, repairs, requests."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tandem_shared.experience import (
    Diagnosis,
    Failing,
    Policy,
    PolicyKind,
    Proposal,
    Standing,
    Weight,
)
from tandem_trainer.diagnose.cases import Case, Cases
from tandem_trainer.diagnose.gaps import gaps, wanted
from tandem_trainer.diagnose.standings import Bars, standings
from tandem_trainer.diagnose.weights import preserved, weights

KEPT = 1.0
"""Weight of a preserved rollout, though its task is drawn less."""
MOST_OF_ONE_SOURCE = 0.05
"""Share of the additions that may come from one device: none can flood a data set."""


@dataclass(frozen=True)
class Base:
    """What a proposal starts from: the parent data set with its rollouts, those that a review
    holds back (undecided, rejected, quarantined), and those withdrawn by who gave them."""

    parent: str = ""
    members: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
    withdrawn: frozenset[str] = frozenset()


def diagnose(policy: Policy, round: int, found: Cases, bars: Bars | None = None) -> Diagnosis:
    """How ``policy`` stood in ``round`` with trainable tasks, and what it lacks on dev tasks.

    Others' rollouts are passed over.
    """

    def own(those: Mapping[str, Case]) -> list[Case]:
        return [case for case in those.values() if (case.policy, case.round) == (policy, round)]

    return Diagnosis(
        policy=policy,
        round=round,
        tasks=standings(own(found.trainable), bars),
        gaps=gaps(own(found.dev)),
    )


def propose(
    diagnosis: Diagnosis, found: Cases, base: Base | None = None, *, seed: int = 0
) -> Proposal:
    """What the next data set should be. Nothing of a dev task is in it but digests as evidence.

    Rollouts may be anybody's: what an oracle did is learned from too, but only ``diagnosis``'s
    policy's own attempts weigh.
    """
    base = base or Base()
    dev = {name: case for name, case in found.dev.items() if _by(diagnosis, case)}
    fit = _fit(found.trainable, base)
    tried = _by_task(case for case in found.trainable.values() if _by(diagnosis, case))
    kept = preserved(diagnosis.tasks, _by_task(fit.values()), seed)
    repairs = _repairs(diagnosis, fit, found.trainable)
    additions = _additions(fit, base.members, seed)
    stays = set(additions) | base.members
    return Proposal(
        parent=base.parent,
        diagnosis=diagnosis.id,
        additions=additions,
        removals=tuple(sorted(_unfit(found.trainable, base))),
        weights=(
            *weights(diagnosis.tasks, tried),
            *(_kept(name) for name in kept if name in stays),
        ),
        repairs=tuple(name for name in repairs if name in stays),
        quarantine=tuple(sorted(base.held & found.trainable.keys())),
        preserved=tuple(name for name in kept if name in stays),
        wanted=wanted(diagnosis.gaps, dev.values()),
        indicators=_indicators(diagnosis, [fit[name] for name in additions]),
    )


def _by(diagnosis: Diagnosis, case: Case) -> bool:
    """Whether it is a valid attempt of the policy and round that was diagnosed."""
    who = (case.policy, case.round)
    return case.valid and who == (diagnosis.policy, diagnosis.round)


def _by_task(those: Iterable[Case]) -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = defaultdict(list)
    for case in those:
        found[case.task].append(case)
    return found


def _fit(trainable: Mapping[str, Case], base: Base) -> dict[str, Case]:
    out = base.held | base.withdrawn
    return {name: case for name, case in trainable.items() if case.fit and name not in out}


def _unfit(trainable: Mapping[str, Case], base: Base) -> set[str]:
    """Members of the parent that may not stay: withdrawn, held, or curated as unfit since."""
    worse = {name for name, case in trainable.items() if case.unfit}
    return set(base.members & (worse | base.withdrawn | base.held))


def _additions(fit: Mapping[str, Case], already: Collection[str], seed: int) -> tuple[str, ...]:
    """Everything fit that is new; of each device's at most its share, by seeded choice."""
    new = [name for name in fit if name not in already]
    own = [name for name in new if not fit[name].source]
    by_source: dict[str, list[str]] = defaultdict(list)
    for name in new:
        if source := fit[name].source:
            by_source[source].append(name)
    most = max(1, int(MOST_OF_ONE_SOURCE * len(new)))
    for names in by_source.values():
        own += sorted(names, key=lambda name: _drawn(seed, name))[:most]
    return tuple(sorted(own))


def _drawn(seed: int, name: str) -> str:
    return hashlib.sha256(f"{seed}/{name}".encode()).hexdigest()


def _repairs(
    diagnosis: Diagnosis, fit: Mapping[str, Case], trainable: Mapping[str, Case]
) -> tuple[str, ...]:
    """Fit rollouts of tasks on which the policy failed in a way that is a gap, and recoveries."""
    wrong: set[Failing] = {gap.failing for gap in diagnosis.gaps if gap.failing}
    tasks = {
        case.task
        for case in trainable.values()
        if _by(diagnosis, case) and not case.passed and case.failing in wrong
    }
    return tuple(name for name, case in fit.items() if case.task in tasks or case.recovered)


def _kept(name: str) -> Weight:
    return Weight(
        of=name, weight=KEPT, why="preserved, so that it is not unlearned", evidence=(name,)
    )


def _indicators(diagnosis: Diagnosis, added: list[Case]) -> dict[str, float]:
    """What a person who decides wants to know first: counts, and shares from 0 to 1."""
    counts = {
        f"tasks_{kind.value}": float(sum(each.standing is kind for each in diagnosis.tasks))
        for kind in Standing
    }
    most = max(1, len(added))
    return {
        **counts,
        "additions": float(len(added)),
        "chinese": sum(each.language == "zh" for each in added) / most,
        "multi_step": sum(each.calls > 1 for each in added) / most,
        "sampled": sum(each.policy.kind is PolicyKind.PLANNER for each in added) / most,
        "synced": sum(bool(each.source) for each in added) / most,
    }
