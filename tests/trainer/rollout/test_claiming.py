"""Several collectors of one store make each attempt once, whoever stops in the middle."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tandem_trainer.rollout import collecting
from tandem_trainer.rollout.collecting import collect
from tests.trainer.rollout.test_collecting import TASKS, Kept, wanted


@dataclass
class Board:
    """Who holds which group."""

    me: str
    held: dict[str, str] = field(default_factory=dict)

    def take(self, name: str) -> bool:
        return self.held.setdefault(name, self.me) == self.me

    def release(self, names: Iterable[str]) -> None:
        for name in names:
            if self.held.get(name) == self.me:
                del self.held[name]


def test_two_who_collect_at_once_make_each_attempt_once(tmp_path: Path) -> None:
    kept, ours = Kept(), Board("us")
    theirs = Board("them", ours.held)
    first = collect(wanted(tmp_path, "oracle"), kept, 1, ours)
    made = [next(first)]
    second = collect(wanted(tmp_path, "oracle"), kept, 1, theirs)
    made += [next(second) for _ in range(2 * (TASKS - 1))]
    made += first
    assert len({each.id for each in made}) == len(made) == len(kept) == 2 * TASKS
    assert list(second) == [] and ours.held == {}


def test_what_another_lets_go_of_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, ours = Kept(), Board("us")
    theirs = Board("them", ours.held)
    unfinished = collect(wanted(tmp_path, "oracle"), kept, 1, theirs)
    next(unfinished)
    waits = list[int]()

    def wait() -> None:
        waits.append(len(kept))
        unfinished.close()  # as if it had been ended: it lets go of what it holds

    monkeypatch.setattr(collecting, "wait_for_others", wait)
    list(collect(wanted(tmp_path, "oracle"), kept, 1, ours))
    assert waits == [2 * TASKS - 1]
    assert len(kept) == 2 * TASKS and ours.held == {}
