"""Whether a question or a refusal names its thing, in whatever words.

The task lists words, but nobody can list all: "Which one, May or June?" asks about the letter as
well as "Which letter?" does. So it also counts if a text says two different words of the task, or
of the topics that the task touches. Words that fit any question or refusal never count.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from tandem_edge.bench.saying import holds, says
from tandem_shared.tasks import Groups

ENOUGH = 2
"""Different words that name the thing where the task's own groups are not all there."""


@lru_cache(maxsize=1)
def _lists() -> tuple[frozenset[str], tuple[frozenset[str], ...]]:
    """Words that an agent could say to anything, and words that belong to one topic each."""
    blocks: list[tuple[str, list[str]]] = []
    for line in (files("tandem_edge.bench") / "naming_words.txt").read_text("utf-8").splitlines():
        if line.startswith("=="):
            blocks.append((line.split(":")[0].strip("= "), []))
        elif line and not line.startswith("#"):
            blocks[-1][1].extend(line.split("|"))
    general = frozenset(word for kind, words in blocks if kind == "general" for word in words)
    return general, tuple(frozenset(words) for kind, words in blocks if kind == "topic")


def names(text: str, groups: Groups) -> bool:
    """Whether ``text`` names what ``groups`` are about."""
    if holds(text, groups):
        return True
    general, topics = _lists()
    own = {word for group in groups for word in group if word.casefold() not in general}
    listed = {word.casefold() for word in own}
    wider = own | {word for topic in topics if listed & topic for word in topic}
    said = _distinct(word for word in sorted(wider, key=len, reverse=True) if says(text, word))
    return len(said) >= ENOUGH


def _distinct(words: Iterable[str]) -> list[str]:
    """``words`` without those that are part of a longer one."""
    kept: list[str] = []
    for word in words:
        if not any(word.casefold() in longer.casefold() for longer in kept):
            kept.append(word)
    return kept
