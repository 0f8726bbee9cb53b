"""What curation found, by policy: how much was done, what failures are put down to, what is fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tandem_shared.experience import Curated, Failing

UNEXPLAINED = "unexplained"


@dataclass
class Counted:
    """The records of one policy in numbers."""

    rollouts: int = 0
    completed: int = 0
    suitable: int = 0
    doubted: int = 0
    broken: int = 0
    """Malformed or invalid."""
    failings: Counter[str] = field(default_factory=Counter)

    def add(self, curated: Curated) -> None:
        """Count one record."""
        self.rollouts += 1
        self.completed += curated.completed
        self.suitable += curated.suitable
        self.doubted += bool(curated.doubts)
        if not curated.capabilities:
            self.broken += 1
        elif curated.failing is not None:
            self.failings[curated.failing.value] += 1
        elif not curated.completed and curated.borne_out:
            self.failings[UNEXPLAINED] += 1


def summarise(pairs: Iterable[tuple[str, Curated]]) -> dict[str, Counted]:
    """By the policies' names, in their order, from each name with what is said of a rollout."""
    found: dict[str, Counted] = {}
    for policy, curated in pairs:
        found.setdefault(policy, Counted()).add(curated)
    return dict(sorted(found.items()))


def table(counted: dict[str, Counted]) -> list[list[str]]:
    """A heading and one row a policy: every failing that occurs has its column."""
    occurring = {name for each in counted.values() for name in each.failings}
    names = [name for name in (*(each.value for each in Failing), UNEXPLAINED) if name in occurring]
    heading = ["policy", "rollouts", "completed", "suitable", "doubted", "broken", *names]
    rows = [
        [
            policy,
            *map(str, (each.rollouts, each.completed, each.suitable, each.doubted, each.broken)),
            *(str(each.failings[name]) for name in names),
        ]
        for policy, each in counted.items()
    ]
    return [heading, *rows]
