"""What a model is shown before a question: lines of the conversation, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tandem_edge.bench.memory.evaluation.ingesting import Remembered
from tandem_edge.bench.memory.evaluation.sample import ASSISTANT, OWNER, Asked, Sample, Turn
from tandem_edge.memory.retrieval.pool import MONTHS
from tandem_edge.memory.retrieval.terms import is_chinese
from tandem_shared.memory import Found
from tandem_shared.text import one_line

LONGEST_LINE = 1200
"""Characters of one line; a longer turn is cut, so that no single one takes the whole budget."""
FOUND = 40
"""Results of a search that are looked at: more than fit."""
_SPEAKERS = {OWNER: "User", ASSISTANT: "Assistant"}

Count = Callable[[Sequence[str]], list[int]]
"""From texts to how many tokens each has."""


class Context(StrEnum):
    """Where the lines come from."""

    MEMORY = "memory"
    """What a search of the memory finds for the question, the best that fit, by date."""
    RECENT = "recent"
    """The end of the conversation, as much of it as fits."""
    NONE = "none"
    WHOLE = "whole"
    """All of it, whatever the budget: too much for most models."""


@dataclass(frozen=True)
class Notes:
    """The lines, by date; ``shown`` are ids of the turns that they are or rest on."""

    lines: tuple[str, ...] = ()
    shown: frozenset[str] = frozenset()
    tokens: int = 0


@dataclass(frozen=True)
class _Line:
    at: datetime
    order: int
    text: str
    turns: frozenset[str]


def notes_for(
    kind: Context,
    sample: Sample,
    asked: Asked,
    memory: Remembered | None,
    budget: int,
    count: Count,
) -> Notes:
    """The notes for one question. ``memory`` is needed for ``Context.MEMORY``."""
    match kind:
        case Context.NONE:
            return Notes()
        case Context.WHOLE:
            return _notes([_said(turn) for turn in sample.turns], None, count)
        case Context.RECENT:
            return _recent(sample, budget, count)
        case Context.MEMORY:
            assert memory is not None
            return _found(memory, asked, budget, count)


def _recent(sample: Sample, budget: int, count: Count) -> Notes:
    """The last turns, without a gap."""
    lines = [_said(turn) for turn in sample.turns[-_most_lines(budget) :]]
    costs = _costs(lines, count)
    first, left = len(lines), budget
    while first and costs[first - 1] <= left:
        first -= 1
        left -= costs[first]
    return _notes(lines[first:], costs[first:], count)


def _found(memory: Remembered, asked: Asked, budget: int, count: Count) -> Notes:
    """The best results that fit, then put in the order of their dates."""
    lines: list[_Line] = []
    shown: set[str] = set()
    for found in memory.room.search(asked.text, asked.at, FOUND):
        line = _told(found, memory)
        if found.speaker or not line.turns <= shown:  # a fact says less than its turn
            lines.append(line)
            shown |= line.turns
    costs, left = _costs(lines, count), budget
    chosen: list[tuple[_Line, int]] = []
    for line, cost in zip(lines, costs, strict=True):
        if cost <= left:
            chosen.append((line, cost))
            left -= cost
    chosen.sort(key=lambda pair: (pair[0].at, pair[0].order))
    return _notes([line for line, _ in chosen], [cost for _, cost in chosen], count)


def _said(turn: Turn) -> _Line:
    written = _written(turn.speaker, turn.at, turn.text)
    return _Line(turn.at, turn.order, written, frozenset({turn.id}))


def _told(found: Found, memory: Remembered) -> _Line:
    """A raw turn as it was said; a fact as the memory puts it."""
    turns = [memory.turns[each] for each in found.evidence if each in memory.turns]
    written = _written(found.speaker, found.at, found.text)
    order = min((turn.order for turn in turns), default=0)
    return _Line(found.at, order, written, frozenset(turn.id for turn in turns))


def _written(speaker: str, at: datetime, text: str) -> str:
    """``Ana, 7 May 2023: text``; a Chinese text has a Chinese date."""
    day = f"{at.day} {MONTHS[at.month - 1]} {at.year}"
    if is_chinese(text):
        day = f"{at.year}年{at.month}月{at.day}日"
    who = one_line(_SPEAKERS.get(speaker, speaker), limit=80)
    return f"{who + ', ' if who else ''}{day}: {one_line(text, limit=LONGEST_LINE)}"


def _most_lines(budget: int) -> int:
    """More lines than can fit: each has a date, and so five tokens at the least."""
    return budget // 5 + 1


def _costs(lines: Sequence[_Line], count: Count) -> list[int]:
    return count([f"{line.text}\n" for line in lines]) if lines else []


def _notes(lines: Sequence[_Line], costs: Sequence[int] | None, count: Count) -> Notes:
    costs = _costs(lines, count) if costs is None else costs
    shown = frozenset(turn for line in lines for turn in line.turns)
    return Notes(tuple(line.text for line in lines), shown, sum(costs))
