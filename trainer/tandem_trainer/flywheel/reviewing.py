"""Review over the store: the queue of what was curated, a reviewer's word, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tandem_shared.errors import UsageError
from tandem_shared.experience import Curated, Decision, Failing, Review, Rollout
from tandem_shared.text import known_as
from tandem_trainer.experience.records import Step
from tandem_trainer.experience.store import Store
from tandem_trainer.flywheel.curating import as_looked
from tandem_trainer.flywheel.reviews import StoreReviews
from tandem_trainer.review.folding import Ruling, held, last_words, rulings
from tandem_trainer.review.queue import Case, queue

OUT = (Decision.REJECT, Decision.QUARANTINE)


@dataclass(frozen=True)
class Shown:
    """All that a reviewer may want to know of a case."""

    curated: Curated
    rollout: Rollout
    reviews: tuple[Review, ...]


@dataclass(frozen=True)
class Correction:
    """What a reviewer says should stand instead; ``None`` leaves it. ``failing`` may be ``""``."""

    failing: str | None = None
    suitable: bool | None = None
    completed: bool | None = None


def cases(store: Store, curation: Step) -> tuple[Case, ...]:
    """The cases of a curation that a person should look at, most pressing first."""
    return queue(map(as_looked, store.looks.each(curation.id, concerning=True)))


def rulings_in(store: Store, reviewers: int) -> dict[str, Ruling]:
    """What the reviews that there are come to, where so many have to agree."""
    return rulings(StoreReviews(store).all(), needed=reviewers)


def shown(store: Store, beginning: str) -> Shown:
    """The case whose name begins so. Raises ``UsageError``."""
    curated = store.get(Curated, store.find(Curated, beginning))
    rollout = store.get(Rollout, curated.rollout)
    return Shown(curated, rollout, StoreReviews(store).of(curated.id))


def decide(
    store: Store,
    beginning: str,
    decision: Decision,
    *,
    reviewer: str,
    reason: str,
    at: datetime,
    correction: Correction | None = None,
) -> Review:
    """Keep a reviewer's word on a case, in place of what the same one said before; durable.

    Raises ``UsageError`` for no such case, no name or reason, or a correction of nothing.
    """
    if not known_as(reviewer) or not known_as(reason):
        raise UsageError("a review has a reviewer and a reason", hint="give --as and --reason")
    case = store.get(Curated, store.find(Curated, beginning))
    there = StoreReviews(store).of(case.id)
    before = last_words(there).get(case.id, {}).get(known_as(reviewer))
    review = Review(
        case=case.id,
        reviewer=reviewer,
        decision=decision,
        reason=reason,
        corrected=corrected(case, correction, reason) if correction else None,
        before=before.id if before else "",
        at=at,
    )
    StoreReviews(store).add(review)
    return review


def corrected(case: Curated, correction: Correction, reason: str) -> Curated:
    """``case`` as a reviewer says that it should stand. Raises ``UsageError`` if it is the same."""
    suitable = case.suitable if correction.suitable is None else correction.suitable
    completed = case.completed if correction.completed is None else correction.completed
    failing = case.failing if correction.failing is None else _failing(correction.failing)
    unfit = () if suitable else (case.unfit or (f"a reviewer: {reason}",))
    made = case.model_copy(
        update={"suitable": suitable, "completed": completed, "failing": failing, "unfit": unfit}
    )
    if made == case:
        raise UsageError(
            "the correction changes nothing",
            hint="give --failing, --suitable or --unfit, --completed or --not-completed",
        )
    return made.model_copy(update={"confidence": 1.0})


def held_back(store: Store, curation: Step, found: Mapping[str, Ruling]) -> frozenset[str]:
    """Rollouts that nothing may be learned from: those that wait for a decision, and those that
    were decided against, also where rules have said something else of them since."""
    looks = [each.look for each in store.looks.each(curation.id)]
    queued = (look.curated for look in looks if look.concerns)
    now = held(((look.curated, look.rollout) for look in looks), found, queued)
    return frozenset(now | _out_before(store, curation, found))


def unseen(store: Store, held: frozenset[str]) -> frozenset[str]:
    """Of the rollouts that are ``held`` back, those that devices sent.

    They say nothing of what a policy can do, and ask for no tasks. One of ours that waits for a
    review does.
    """
    return held - frozenset(store.ids(Rollout, source=""))


def _out_before(store: Store, curation: Step, found: Mapping[str, Ruling]) -> set[str]:
    """Rollouts of which an earlier record was decided against, and the one now not at all."""
    old = [store.get(Curated, case).rollout for case, each in found.items() if each.decision in OUT]
    now = {name: store.looks.of(curation.id, name) for name in old}
    return {name for name, look in now.items() if look and look.curated not in found}


def _failing(said: str) -> Failing | None:
    return Failing(said) if said else None
