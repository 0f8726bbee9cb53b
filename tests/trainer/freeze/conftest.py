"""A small proposal that may be frozen, and what it takes to freeze it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tandem_shared.experience import (
    Approval,
    Curated,
    Dataset,
    Decision,
    Proposal,
    Review,
    Rollout,
    Tokens,
    Weight,
)
from tandem_shared.tasks import Split, Task
from tandem_trainer.freeze.contamination import Guard
from tandem_trainer.freeze.door import Member, Rules
from tandem_trainer.freeze.freezing import freeze
from tandem_trainer.freeze.shelf import Shelf
from tests.trainer.rollouts_for_tests import ORACLE, curated, rollout, task

AT = datetime(2026, 3, 1, tzinfo=UTC)
UNSEEN = (
    task("secret", split=Split.TEST, said=("put my parcels on hold until the plumber has left",)),
    task("hidden", split=Split.DEV, said=("把书房的灯调到最暗，然后锁上门",), language="zh"),
)


def member(made: Rollout, said: Curated | None = None, **also: object) -> Member:
    said = said or curated(made)
    given = Member(made.id, made, said, said.id, needs_review=False)
    return replace(given, **also)  # type: ignore[arg-type]


def reviewed(of: Member, decision: Decision = Decision.APPROVE) -> Member:
    corrected = of.curated if decision is Decision.CORRECT else None
    said = Review(
        case=of.case,
        reviewer="ann",
        decision=decision,
        reason="seen",
        corrected=corrected,
        at=AT,
    )
    return replace(of, decision=decision, reviews=(said,))


def approval(
    of: Proposal, decision: str = "approve", person: str = "ann", day: int = 1
) -> Approval:
    return Approval.model_validate(
        {
            "proposal": of.id,
            "person": person,
            "decision": decision,
            "reason": "looked at",
            "at": AT.replace(day=day),
        }
    )


@dataclass
class World:
    """What is to be frozen, and where."""

    shelf: Shelf
    scratch: Path
    members: dict[str, Member]
    proposal: Proposal
    rules: Rules = field(default_factory=lambda: Rules(Guard(UNSEEN, None)))
    tasks: tuple[Task, ...] = ()

    def add(self, *new: Member) -> None:
        """Have the proposal add them too."""
        self.members |= {each.name: each for each in new}
        added = {*self.proposal.additions, *(each.name for each in new)}
        self.propose(additions=tuple(sorted(added)))

    def propose(self, **changes: object) -> None:
        """Change the proposal."""
        self.proposal = self.proposal.model_copy(update=changes)

    def freeze(self, *approvals: Approval) -> Dataset:
        """Freeze it, approved unless approvals are given."""
        given = approvals or (approval(self.proposal),)
        find: Callable[[str], Member] = self.members.__getitem__
        return freeze(
            self.proposal, given, find, self.shelf, self.rules, self.scratch, tasks=self.tasks
        )


@pytest.fixture
def world(tmp_path: Path) -> World:
    english, chinese = (
        task("shed"),
        task("shelf", said=("帮我把阳台的架子收一收吧",), language="zh"),
    )
    tokens = Tokens(ids=(1, 2, 3, 4, 5, 6), sampled=(False, True, True, False, True, True))
    sampled = member(rollout(english, tokens=(tokens,)))
    shown = member(rollout(chinese, policy=ORACLE))
    made = World(Shelf(str(tmp_path / "shelf")), tmp_path / "scratch", {}, Proposal())
    made.add(sampled, shown)
    why = Weight(of=english.id, weight=1.5, why="failing: 0 of 8", evidence=(sampled.name,))
    made.propose(weights=(why,), preserved=(shown.name,))
    return made
