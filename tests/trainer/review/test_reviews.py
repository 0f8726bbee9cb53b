"""Reviews: kept for good, folded into rulings, and agreement told from chance."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")

from tandem_shared.errors import UsageError
from tandem_shared.experience import Curated, Decision, Review
from tandem_trainer.facade import open_experience
from tandem_trainer.flywheel.reviews import StoreReviews
from tandem_trainer.review.agreement import agreement, agreements
from tandem_trainer.review.folding import held, labels, rulings
from tandem_trainer.review.reviews import MemoryReviews, Reviews
from tests.trainer.rollouts_for_tests import curated, rollout, task

START = datetime(2026, 3, 1, tzinfo=UTC)
RECORD = curated(rollout(task("shed")))
APPROVE, CORRECT, REJECT, QUARANTINE = Decision


def review(
    decision: Decision = APPROVE,
    reviewer: str = "ann",
    *,
    case: str = RECORD.id,
    before: str = "",
    at: int = 0,
    corrected: Curated | None = None,
) -> Review:
    return Review(
        case=case,
        reviewer=reviewer,
        decision=decision,
        reason="seen",
        before=before,
        at=START + timedelta(minutes=at),
        corrected=corrected,
    )


@pytest.fixture(params=["memory", "store"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Reviews]:
    if request.param == "memory":
        yield MemoryReviews()
    else:
        with open_experience(tmp_path) as store:
            yield StoreReviews(store)


def test_a_review_is_added_once_and_followed_by_the_same_reviewers_next(kept: Reviews) -> None:
    first = review()
    second = review(REJECT, before=first.id, at=1)
    for each in (first, first, second, second):
        kept.add(each)
    assert kept.all() == (first, second)
    assert rulings(kept.all())[RECORD.id].decision is REJECT


def test_a_review_that_does_not_follow_the_last_one_is_refused_and_loses_nothing(
    kept: Reviews,
) -> None:
    first = review()
    kept.add(first)
    for late in (review(REJECT, at=1), review(REJECT, before="f" * 64, at=1)):
        with pytest.raises(UsageError, match="something else"):
            kept.add(late)
    assert kept.all() == (first,)


@pytest.mark.parametrize("wrong", [review(CORRECT), review(APPROVE, corrected=RECORD)])
def test_a_correction_says_what_stands_instead_and_nothing_else_does(
    kept: Reviews, wrong: Review
) -> None:
    with pytest.raises(UsageError, match="correction"):
        kept.add(wrong)
    assert kept.all() == ()


WRITER = """
import sys
from pathlib import Path
from tandem_trainer.facade import open_experience
from tandem_trainer.flywheel.reviews import StoreReviews
from tests.trainer.review.test_reviews import review
with open_experience(Path(sys.argv[1])) as store:
    for number in range(100_000):
        StoreReviews(store).add(review(reviewer=f"r{number}"))
        print(number, flush=True)
"""


def test_kill_9_loses_no_review_that_was_taken(tmp_path: Path) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    taken = [int(writer.stdout.readline()) for _ in range(20)]
    writer.send_signal(signal.SIGKILL)
    taken += [int(line) for line in writer.stdout.read().splitlines()]
    writer.wait()
    writer.stdout.close()
    with open_experience(tmp_path) as store:
        names = {each.reviewer for each in StoreReviews(store).all()}
        assert {f"r{number}" for number in taken} <= names
        StoreReviews(store).add(review(reviewer="after"))
        assert len(StoreReviews(store).all()) == len(names) + 1


def test_with_two_reviewers_a_case_is_decided_when_two_agree() -> None:
    alone = [review()]
    assert rulings(alone)[RECORD.id].decision is APPROVE
    assert rulings(alone, needed=2)[RECORD.id].decision is None
    split = [*alone, review(REJECT, "bo")]
    assert rulings(split, needed=2)[RECORD.id].decision is None
    assert rulings(split, needed=2)[RECORD.id].disputed
    assert rulings([*split, review(REJECT, "cy")], needed=2)[RECORD.id].decision is REJECT


def test_one_reviewer_who_is_contradicted_decides_nothing() -> None:
    assert rulings([review(), review(REJECT, "bo")])[RECORD.id].decision is None


def test_two_who_correct_otherwise_do_not_agree() -> None:
    one = RECORD.model_copy(update={"suitable": False})
    other = RECORD.model_copy(update={"completed": False})
    mine = review(CORRECT, corrected=one)
    assert (
        rulings([mine, review(CORRECT, "bo", corrected=other)], needed=2)[RECORD.id].decision
        is None
    )
    both = rulings([mine, review(CORRECT, "bo", corrected=one)], needed=2)
    assert labels([RECORD], both) == (one,)


def test_what_was_corrected_stands_in_place_of_what_rules_said() -> None:
    better = RECORD.model_copy(update={"suitable": False})
    first = review(CORRECT, corrected=better)
    assert labels([RECORD], rulings([first])) == (better,)
    taken_back = review(APPROVE, before=first.id, at=1)
    assert labels([RECORD], rulings([first, taken_back])) == (RECORD,)


@pytest.mark.parametrize(
    ("decision", "out"), [(None, True), (APPROVE, False), (REJECT, True), (QUARANTINE, True)]
)
def test_a_queued_case_is_held_until_it_is_approved(decision: Decision | None, out: bool) -> None:
    found = rulings([review(decision)] if decision else [])
    assert held([(RECORD.id, RECORD.rollout)], found, [RECORD.id]) == (
        {RECORD.rollout} if out else set()
    )
    assert held([(RECORD.id, RECORD.rollout)], {}, []) == set()


words = st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.sampled_from(Decision))


@given(st.lists(words, max_size=20), st.integers(1, 3), st.randoms(use_true_random=False))
def test_rulings_follow_from_the_reviews_alone_in_any_order(
    drawn: list[tuple[str, str, Decision]], needed: int, random: Random
) -> None:
    kept, last = MemoryReviews(), dict[tuple[str, str], Review]()
    for at, (case, reviewer, decision) in enumerate(drawn):
        before = last.get((case, reviewer))
        made = review(
            decision,
            reviewer,
            case=case * 64,
            before=before.id if before else "",
            at=at,
            corrected=RECORD if decision is CORRECT else None,
        )
        kept.add(made)
        last[case, reviewer] = made
    found = rulings(kept.all(), needed=needed)
    standing = {(each.case[0], each.reviewer): each for r in found.values() for each in r.standing}
    assert standing == last
    shuffled = list(kept.all())
    random.shuffle(shuffled)
    assert rulings(shuffled, needed=needed) == found
    for ruling in found.values():
        votes = [each for each in ruling.standing if each.decision is ruling.decision]
        assert ruling.decision is None or len(votes) >= needed


def test_kappa_is_what_the_textbook_example_gives() -> None:
    """20 both yes, 15 both no, 5 and 10 split: .70 observed, .50 by chance."""
    both = (
        [(APPROVE, APPROVE)] * 20
        + [(REJECT, REJECT)] * 15
        + [(APPROVE, REJECT)] * 5
        + [(REJECT, APPROVE)] * 10
    )
    found = agreement(("ann", "bo"), both)
    assert found.kappa == pytest.approx(0.4)
    assert found.low < found.kappa < found.high < 1


def test_full_agreement_on_few_cases_leaves_room_for_doubt() -> None:
    found = agreement(("ann", "bo"), [(APPROVE, APPROVE)] * 3 + [(REJECT, REJECT)] * 3)
    assert found.kappa == found.high == 1
    assert found.low < 0.5


def test_agreement_counts_last_words_on_cases_that_both_spoke_of() -> None:
    first = review()
    said = [
        first,
        review(REJECT, before=first.id, at=1),
        review(REJECT, "bo"),
        review(case="c" * 64),
        review(REJECT, "cy", case="d" * 64),
    ]
    (found,) = agreements(said)
    assert (found.reviewers, found.cases, found.agreed) == (("ann", "bo"), 1, 1)
