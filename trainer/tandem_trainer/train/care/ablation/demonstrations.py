"""Demonstrations: a planner that does these tasks as different people would, and what it did.

Some read one by one, some all at once; some say what they are about to do, keep a running total,
go over what they found or read again to be sure, each now and then. All they write is so. Some
leave out whoever hardly ever writes. Only attempts that the checkers pass are kept.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.planner.protocol import Planned, Prompt, Role
from tandem_shared.events import Usage
from tandem_shared.experience import Tokens
from tandem_shared.tasks import Split
from tandem_trainer.rollout.tokens import tokens_of
from tandem_trainer.train.care.ablation.families import PEOPLE, QUIET, Family, names, tasks_of
from tandem_trainer.train.care.ablation.words import TURNS, Words, word_of
from tandem_trainer.train.care.speech import Renderer


@dataclass(frozen=True)
class Manner:
    """How one person goes about it, each a chance between 0 and 1."""

    together: float
    announces: float
    totals: float
    goes_over: float
    makes_sure: float
    skips: float

    @classmethod
    def drawn(cls, random: Random, quiet: bool) -> Manner:
        """Somebody's manner."""
        usual = (0.0, 0.3, 0.7, 1.0)
        return cls(
            together=random.choice(usual),
            announces=random.choice(usual),
            totals=random.choice(usual),
            goes_over=random.choice(usual),
            makes_sure=random.choice((0.0, 0.2, 0.4)),
            skips=0.3 if quiet else 0.0,
        )


@dataclass
class Demonstrator:
    """A planner that reads, adds up and answers, in its manner."""

    manner: Manner
    random: Random
    renderer: Renderer
    quiet: frozenset[str]
    name: str = "demonstrator"
    left: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    seen: list[tuple[str, int]] = field(default_factory=list)
    sure: bool = False

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``."""
        last = prompt.messages[-1]
        thought: list[str] = []
        if last.role is Role.USER:
            thought = self._begins(last.text.split())
        else:
            found = last.text.split()[: len(self.asked)]  # the harness may have added a notice
            self.seen += zip(self.asked, map(int, found), strict=True)
        text = self._goes_on(thought)
        ids = (*self.renderer.tokenizer(text).input_ids, self.renderer.stop)
        return Planned(
            text, ids, Usage(), tuple(self.renderer.ids(prompt)), sampled=(True,) * len(ids)
        )

    def close(self) -> None:
        """Nothing to free."""

    def _begins(self, people: list[str]) -> list[str]:
        skips = self._now(self.manner.skips)
        self.left = [each for each in people if not (skips and each in self.quiet)] or people
        return ["plan", *self.left] if self._now(self.manner.announces) else []

    def _goes_on(self, thought: list[str]) -> str:
        if self.left:
            if self.seen and self._now(self.manner.totals):
                thought = [*thought, "so", str(self._total)]
            whole = self._now(self.manner.together)
            self.asked = self.left if whole else self.left[:1]
            self.left = self.left[len(self.asked) :]
        elif not self.sure and self._now(self.manner.makes_sure):
            self.sure, thought = True, ["check"]
            self.asked = [self.random.choice(self.seen)[0]]
        else:
            return self._ends(thought)
        return _written(thought, [word for each in self.asked for word in ("read", each)])

    def _ends(self, thought: list[str]) -> str:
        if self._now(self.manner.goes_over):
            over = [word for name, count in self._found.items() for word in (name, str(count))]
            thought = [*thought, "saw", *over]
        if self._now(self.manner.totals):
            thought = [*thought, "so", str(self._total)]
        return _written(thought, ["done", str(self._total)])

    @property
    def _found(self) -> dict[str, int]:
        return dict(self.seen)

    @property
    def _total(self) -> int:
        return sum(self._found.values())

    def _now(self, chance: float) -> bool:
        return self.random.random() < chance


def _written(thought: list[str], said: list[str]) -> str:
    before = ["<think>", *thought, "</think>"] if thought else []
    return " ".join([*before, *said])


def demonstrations(family: Family, count: int, seed: int, tokenizer: Any) -> Iterator[Tokens]:
    """Token sequences of ``count`` attempts that passed, with what was said in them marked."""
    renderer, dialect = Renderer(tokenizer, TURNS), Words(names())
    random = Random(f"demonstrations/{family}/{seed}")
    quiet = frozenset(map(word_of, names()[PEOPLE - QUIET :])) if family == "quiet" else frozenset()
    kept = 0
    for task in tasks_of(family, Split.TRAIN, 4 * count, seed):
        if kept == count:
            return
        manner = Manner.drawn(random, bool(quiet))
        made = attempt(task, Demonstrator(manner, random, renderer, quiet), dialect)
        if check(task, made).passed:
            kept += 1
            yield from tokens_of(made)
