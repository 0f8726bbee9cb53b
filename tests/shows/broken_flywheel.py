"""What may be broken of the flywheel; as a pytest plugin it breaks the part named by ``BROKEN``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from tandem_shared.experience import Approval, Failing, Proposal
from tandem_shared.tasks import Task
from tandem_shared.trajectories import Trajectory, Verdict
from tandem_trainer.curate import curating
from tandem_trainer.curate.attribution.deciding import Attribution
from tandem_trainer.diagnose import weights
from tandem_trainer.flywheel import diagnosing
from tandem_trainer.flywheel import freezing as of_store
from tandem_trainer.freeze import freezing
from tandem_trainer.rollout import collecting

Replaced = tuple[Any, str, Callable[..., Any]]


def by_itself(proposal: Proposal, approvals: Iterable[Approval]) -> Approval:
    """Approved, whoever has said so."""
    return Approval(
        proposal=proposal.id,
        person="nobody",
        decision="approve",
        reason="none",
        at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def always_done(task: Task, made: Trajectory) -> Verdict:
    """A checker that finds every task done."""
    return Verdict(passed=True)


BREAKS: dict[str, tuple[Replaced, ...]] = {
    "": (),
    "approval": ((freezing, "approved", by_itself), (of_store, "approved", by_itself)),
    "traits": ((diagnosing, "dev_traits", dict),),
    "checker": ((collecting, "check", always_done),),
    "weights": ((weights, "weight_of", lambda standing: 1.0),),
    "attribution": ((curating, "attribute", lambda case: Attribution(Failing.ROUTING, (), 1.0)),),
}


def broken(part: str) -> Iterator[Replaced]:
    """What to put in what place, so that ``part`` is broken."""
    for module, name, instead in BREAKS[part]:
        assert hasattr(module, name), f"{module.__name__} has no {name} to break"
        yield module, name, instead


for place in broken(os.environ.get("BROKEN", "")):
    setattr(*place)
