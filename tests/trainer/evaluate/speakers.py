"""Language models of which a test knows what they answer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from tandem_edge.models.turns import CHATML, TurnFormat
from tandem_edge.planner.local import Parts
from tandem_shared.errors import PlannerError
from tandem_trainer.evaluate.guard.asking import context_of
from tandem_trainer.evaluate.guard.items import Choice, Guard, Item, Number

SOLUTIONS = Path(__file__).with_name("solutions.yaml")


def solutions() -> dict[str, str]:
    """Of the guard's instructions, by item."""
    told = yaml.safe_load(SOLUTIONS.read_text("utf-8"))
    return {
        f"following-{language}-{at:02}": text
        for language, texts in told.items()
        for at, text in enumerate(texts, 1)
    }


def solution(item: Item) -> str:
    """What is right: a text, a number among words, or an option."""
    if isinstance(item.form, Choice):
        return item.form.right
    if isinstance(item.form, Number):
        return f"That makes {item.form.number}."
    return solutions()[item.id]


def words_of(context: Parts) -> str:
    return "".join(part.get("text", "") for part in context)


@dataclass
class Knowing:
    """Knows every answer but those of ``forgotten``; breaks after ``patience`` questions."""

    forgotten: frozenset[str] = frozenset()
    patience: int = 1_000_000
    turns: TurnFormat = CHATML
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        known = solutions()
        self._items = {words_of(context_of(item, CHATML)): item for item in Guard().items}
        self._known = {item.id: known.get(item.id) or solution(item) for item in Guard().items}

    def likelihoods(self, context: Parts, continuations: Sequence[str]) -> list[tuple[float, bool]]:
        answer = self._answer(context)
        return [
            (len(text.encode()) * (-0.1 if text == answer else -3.0), text == answer)
            for text in continuations
        ]

    def continued(self, context: Parts, max_tokens: int, until: Sequence[str] = ()) -> str:
        return self._answer(context)

    def _answer(self, context: Parts) -> str:
        if len(self.asked) >= self.patience:
            raise PlannerError("the planner's process died")
        item = self._items[words_of(context)]
        self.asked.append(item.id)
        return "" if item.id in self.forgotten else self._known[item.id]


@dataclass
class Noise:
    """Says anything: what is left of a model under a LoRA of random numbers."""

    seed: int = 0
    turns: TurnFormat = CHATML

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def likelihoods(self, context: Parts, continuations: Sequence[str]) -> list[tuple[float, bool]]:
        return [
            (-len(text.encode()) * self._random.expovariate(1), False) for text in continuations
        ]

    def continued(self, context: Parts, max_tokens: int, until: Sequence[str] = ()) -> str:
        letters = "etaoin shrdlu的一是不"
        return "".join(self._random.choice(letters) for _ in range(2 * max_tokens))
