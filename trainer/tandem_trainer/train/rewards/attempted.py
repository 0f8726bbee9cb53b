"""What a reward is a function of: the task, what was done, what it cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tandem_edge.bench.checkers import check
from tandem_shared.canonical import canonical_bytes
from tandem_shared.events import Usage
from tandem_shared.tasks import Task
from tandem_shared.trajectories import CallRecord, Trajectory


@dataclass(frozen=True)
class Costing:
    """What counts as dear. ``scale`` tokens cost 1; a redundant call costs ``call`` tokens."""

    scale: int = 1024
    call: int = 64


@dataclass(frozen=True)
class Attempted:
    """One attempt at ``task``. A broken one (``trajectory.fault``) counts as failed."""

    task: Task
    trajectory: Trajectory
    costing: Costing = Costing()

    @cached_property
    def passed(self) -> bool:
        """Whether the task's checkers are content."""
        return check(self.task, self.trajectory).passed

    @property
    def usage(self) -> Usage:
        """Of all turns. Thinking tokens are among the output tokens."""
        every = [turn.usage for turn in self.trajectory.turns]
        return Usage(
            output_tokens=sum(each.output_tokens for each in every),
            thinking_tokens=sum(each.thinking_tokens for each in every),
        )

    @property
    def calls(self) -> int:
        """Tool calls, whatever came of them."""
        return len(self.trajectory.calls)

    @cached_property
    def redundant(self) -> int:
        """Calls that could tell or change nothing: see ``_redundant``."""
        return sum(_redundant([record for _, record in self.trajectory.calls]))


def _redundant(records: list[CallRecord]) -> Iterator[bool]:
    """Of each call, whether the same was called before and nothing has changed since."""
    known: set[bytes] = set()
    for record in records:
        written = canonical_bytes([record.call.name, record.call.arguments])
        yield written in known
        if record.changes:
            known.clear()
        known.add(written)
