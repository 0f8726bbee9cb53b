"""Putting the guard's items to a planner's file, through its own turns and without a grammar."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from typing import Protocol

from tandem_edge.models.turns import TurnFormat
from tandem_edge.planner.local import Parts, parts
from tandem_edge.planner.protocol import Message, Prompt, Role
from tandem_shared.tools import Frozen
from tandem_trainer.evaluate.guard.items import Choice, Free, Item, Number

MOST_TOKENS = 64
SYSTEM = {"en": "You are a helpful assistant.", "zh": "你是一个乐于助人的助手。"}
ONLY_NUMBER = {"en": "Answer with the number only.", "zh": "只写出数字。"}
ONLY_LETTER = {
    "en": "Answer with the letter of the right option only.",
    "zh": "只写出正确选项的字母。",
}
LETTERS = "ABCDEFGH"
KEPT_TEXT = 300


class Speaker(Protocol):
    """A language model in its own turns: a ``LocalPlanner`` is one."""

    turns: TurnFormat

    def likelihoods(self, context: Parts, continuations: Sequence[str]) -> list[tuple[float, bool]]:
        """See ``LocalPlanner.likelihoods``."""

    def continued(self, context: Parts, max_tokens: int, until: Sequence[str] = ()) -> str:
        """See ``LocalPlanner.continued``."""


class Answer(Frozen):
    """What came of one item."""

    item: str
    right: bool
    sureness: float
    """Probability of the right option among the options; of a text 1 where it is right, else 0."""
    said: str = ""
    why: tuple[str, ...] = ()
    """Checks that the text fails."""
    seconds: float


def ask(item: Item, speaker: Speaker) -> Answer:
    """Put one item to ``speaker``. Raises ``PlannerError``."""
    started = time.monotonic()
    if isinstance(item.form, Choice):
        right, sureness, said = _chosen(item, item.form, speaker)
        why: tuple[str, ...] = ()
    else:
        context = context_of(item, speaker.turns)
        said = speaker.continued(context, MOST_TOKENS)
        why = failed(item.form, said)
        right, sureness = not why, float(not why)
    seconds = round(time.monotonic() - started, 3)
    return Answer(
        item=item.id, right=right, sureness=sureness, said=said[:KEPT_TEXT], why=why,
        seconds=seconds,
    )  # fmt: skip


def failed(form: Free | Number, said: str) -> tuple[str, ...]:
    """What is wrong with ``said`` as an answer."""
    if isinstance(form, Free):
        return form.checks.failed(said)
    return () if last_number(said) == form.number else ("number",)


def last_number(text: str) -> float | None:
    """The last number in ``text``, thousands' commas or not."""
    found = re.findall(r"-?\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d{3})", "", text))
    return float(found[-1]) if found else None


def context_of(item: Item, turns: TurnFormat) -> Parts:
    """The conversation up to where the answer begins."""
    return conversation(SYSTEM[item.language], _question(item), turns)


def conversation(system: str, text: str, turns: TurnFormat) -> Parts:
    """One request in the model's own turns; what is said cannot become control tokens."""
    prompt = Prompt(system, (), (Message(Role.USER, text),), {}, MOST_TOKENS)
    beginning, rest = parts(prompt, turns)
    return beginning + rest


def _question(item: Item) -> str:
    form = item.form
    if isinstance(form, Choice):
        options = zip(LETTERS, form.options(item.number), strict=False)
        told = "\n".join(f"{letter}. {option}" for letter, option in options)
        return f"{form.ask}\n\n{told}\n\n{ONLY_LETTER[item.language]}"
    return f"{form.ask} {ONLY_NUMBER[item.language]}" if isinstance(form, Number) else form.ask


def _chosen(item: Item, form: Choice, speaker: Speaker) -> tuple[bool, float, str]:
    """Whether the right letter is the likeliest, how likely it is among them, and which is."""
    options = form.options(item.number)
    letters = LETTERS[: len(options)]
    found = speaker.likelihoods(context_of(item, speaker.turns), letters)
    logs = [log for log, _ in found]
    best, place = max(range(len(logs)), key=logs.__getitem__), options.index(form.right)
    mass = sum(math.exp(log - max(logs)) for log in logs)
    return best == place, round(math.exp(logs[place] - max(logs)) / mass, 6), letters[best]
