"""What can only be seen across records: the same attempt twice, and a source that floods.

A ``Survey`` holds digests and counts only, so that one pass over a whole store fits into memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median

from pydantic import JsonValue

from tandem_edge.bench.comparing import fold
from tandem_shared.canonical import digest
from tandem_shared.experience import Rollout

FEWEST = 30
"""Records from which a source can be said to flood."""
TIMES = 5
"""How many times what other sources bring (their median) is a flood."""


@dataclass
class Survey:
    """Which rollout came first with the same attempt, and how much each source has brought."""

    first: dict[str, str] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, rollout: Rollout) -> None:
        """Take one record in; each is to be added once."""
        self.note(attempt_key(rollout), rollout.id, rollout.source)

    def note(self, key: str, name: str, source: str) -> None:
        """The same for a record of which only this much is known: ``attempt_key``, name, source."""
        self.first.setdefault(key, name)
        self.counts[source] += 1

    def twin(self, rollout: Rollout) -> str:
        """The earlier rollout with the same attempt, or ``""``."""
        first = self.first.get(attempt_key(rollout), "")
        return first if first != rollout.id else ""

    def floods(self, source: str) -> bool:
        """Whether ``source`` brings far more than others; alone, more than can be vouched for."""
        if not source or self.counts[source] < FEWEST:
            return False
        others = [count for name, count in self.counts.items() if name not in ("", source)]
        return not others or self.counts[source] > TIMES * median(others)


def survey(rollouts: Iterable[Rollout]) -> Survey:
    """One pass over ``rollouts``."""
    made = Survey()
    for rollout in rollouts:
        made.add(rollout)
    return made


def attempt_key(rollout: Rollout) -> str:
    """What an attempt is, normalised: the task, the calls as understood and the words, folded.

    Who made it, when, how long it took and what the phone answered do not count.
    """
    return digest([rollout.task.model_dump(mode="json"), _turns(rollout)])


def _turns(rollout: Rollout) -> JsonValue:
    return [
        [
            turn.turn,
            fold(turn.said),
            turn.outcome.value,
            fold(turn.text),
            [
                [record.call.name, dict(record.arguments or record.call.arguments)]
                for step in turn.steps
                for record in step.calls
            ],
        ]
        for turn in rollout.trajectory.turns
    ]
