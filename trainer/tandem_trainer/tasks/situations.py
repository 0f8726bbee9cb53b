"""Situations of people's days: scenario text with slots, made into drafts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from tandem_edge.bench.tasks.reading import Draft, ScenarioError, read_scenarios
from tandem_edge.bench.wordings.reading import SLOT
from tandem_shared.tasks import Dimension, Split
from tandem_trainer.tasks.words import read

NAME = "situations.txt"
_CALL = re.compile(r"^[$+] (\w+)")


@lru_cache(maxsize=1)
def situations() -> tuple[tuple[str, ...], ...]:
    """Every situation in one language, as its lines; the first is the family's head."""
    return tuple(_blocks(read(NAME)))


def _blocks(text: str) -> Iterator[tuple[str, ...]]:
    head, block = "", list[str]()
    for line in map(str.strip, text.splitlines()):
        if line.startswith("==="):
            if block:
                yield tuple(block)
            head, block = line, []
        elif line.startswith("---"):
            if block:
                yield tuple(block)
            block = [head, line]
        elif line and not line.startswith("#") and block:
            block.append(line)
    if block:
        yield tuple(block)


def language_of(situation: tuple[str, ...]) -> str:
    """``en`` or ``zh``."""
    return situation[1].strip("- ")


def tools_of(situation: tuple[str, ...]) -> frozenset[str]:
    """The tools that its right calls use."""
    return frozenset(found[1] for line in situation if (found := _CALL.match(line)))


def drafted(situation: tuple[str, ...], random: Random, number: int, seed: int) -> Draft:
    """A draft of ``situation`` with slots and wordings drawn. Raises ``ScenarioError``."""
    values = _drawn(situation, random)
    lines = list(_said(situation, random))
    text = "\n".join(SLOT.sub(lambda slot: values.get(slot[1], slot[0]), line) for line in lines)
    (draft,) = read_scenarios(text, NAME, Dimension.TOOL, Split.TRAIN)
    draft.number, draft.seed = number, seed
    return draft


def _drawn(situation: tuple[str, ...], random: Random) -> dict[str, str]:
    """A value for each slot; those that are listed together go together."""
    values: dict[str, str] = {}
    for line in situation:
        if not line.startswith("@"):
            continue
        names, _, listed = line[1:].partition("=")
        keys = [name.strip() for name in names.split("+")]
        chosen = random.choice([each.strip().split("+") for each in listed.split("|")])
        if len(chosen) != len(keys):
            raise ScenarioError(f"{NAME}: {line!r} lists values that do not go together")
        values.update(zip(keys, chosen, strict=True))
    return values


def _said(situation: tuple[str, ...], random: Random) -> Iterator[str]:
    """The lines without slots' values, of each turn one way to say it."""
    ways: list[str] = []
    for line in situation:
        if line.startswith(">|"):
            ways.append(f"> {line[2:].strip()}")
            continue
        if ways:
            yield random.choice(ways)
            ways = []
        if line.startswith(">"):
            ways = [line]
        elif not line.startswith("@"):
            yield line
    if ways:
        yield random.choice(ways)
