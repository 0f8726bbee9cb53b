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
    return f"{form.ask} {ONLY_NUMBER[item.language]}" if isinstance(form, Number) else form.ask


def _chosen(item: Item, form: Choice, speaker: Speaker) -> tuple[bool, float, str]:
    """Whether the right option is the likeliest answer for its length, how likely it is among all,
    and which is the likeliest.

    Options are weighed as answers, by the mean of the logarithm over their bytes. Offered by
    letters, a small model takes the same letter nearly always, and nothing could be seen to fall.
    """
    found = speaker.likelihoods(context_of(item, speaker.turns), form.options)
    sizes = [len(option.encode()) for option in form.options]
    length = sum(sizes) / len(sizes)
    logs = [length * log / size for (log, _), size in zip(found, sizes, strict=True)]
    best = max(logs)
    mass = sum(math.exp(log - best) for log in logs)
    likeliest = form.options[len(logs) - 1 - logs[::-1].index(best)]
    return logs[0] > max(logs[1:]), round(math.exp(logs[0] - best) / mass, 6), likeliest
