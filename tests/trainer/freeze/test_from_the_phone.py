"""From tasks carried out on the sandbox phone to a data set: the rooms fit together."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from tandem_edge.bench.agents.scripted import Follows
from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.training import generated_tasks
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.planner.dialects import find_dialect
from tandem_shared.experience import Approval, Decision, Review, Rollout
from tandem_shared.tasks import Split
from tandem_trainer.diagnose.cases import cases
from tandem_trainer.diagnose.proposing import Base, diagnose, propose
from tandem_trainer.freeze.contamination import Guard, unseen_tasks
from tandem_trainer.freeze.door import Member, Rules
from tandem_trainer.freeze.freezing import freeze
from tandem_trainer.freeze.shelf import Shelf
from tandem_trainer.review.folding import held, labels, rulings
from tandem_trainer.review.queue import look, queue
from tests.trainer.rollouts_for_tests import PLANNER, curated

AT = datetime(2026, 3, 1, tzinfo=UTC)


def carried_out(built: Built) -> Rollout:
    made = attempt(built.task, Follows(built.plan), find_dialect("signatures"))
    return Rollout(
        task=built.task,
        policy=PLANNER,
        source="device-1",
        trajectory=made,
        verdict=check(built.task, made),
    )


def test_what_devices_did_is_frozen_only_as_far_as_a_person_approved_it(tmp_path: Path) -> None:
    rollouts = [carried_out(each) for each in islice(generated_tasks(4), 6)]
    said = [curated(each) for each in rollouts]
    pairs = zip(rollouts, said, strict=True)
    queued = queue(look(*pair, load_catalogue().spec) for pair in pairs)
    assert {case.rollout for case in queued} == {each.id for each in rollouts}
    looked_at = said[:4]
    reviews = [
        Review(case=each.id, reviewer="ann", decision=Decision.APPROVE, reason="seen", at=AT)
        for each in looked_at
    ]
    found = rulings(reviews)
    stands = labels(said, found)
    out = held(((each.id, each.rollout) for each in said), found, [case.id for case in queued])
    known = cases(rollouts, stands)
    diagnosis = diagnose(PLANNER, 0, known)
    proposal = propose(diagnosis, known, Base(held=frozenset(out)))
    assert set(proposal.additions) <= {each.rollout for each in looked_at}
    assert set(proposal.quarantine) == {each.rollout for each in said[4:]}
    members = {
        rollout.id: Member(
            name=rollout.id,
            rollout=rollout,
            curated=stands[at],
            case=said[at].id,
            needs_review=True,
            decision=found[said[at].id].decision if said[at].id in found else None,
            reviews=found[said[at].id].standing if said[at].id in found else (),
        )
        for at, rollout in enumerate(rollouts)
    }
    approval = Approval(proposal=proposal.id, person="bo", decision="approve", reason="good", at=AT)
    shelf, rules = Shelf(str(tmp_path / "sets")), Rules(Guard(unseen_tasks(), None))
    made = freeze(proposal, [approval], members.__getitem__, shelf, rules, tmp_path / "scratch")
    examples = {each.id: each for each in shelf.lineages(made.id)}
    assert set(examples) == set(proposal.additions)
    assert {each.source for each in examples.values()} == {"device-1"}
    assert all(task.split is Split.TRAIN for task in (each.task for each in rollouts))
