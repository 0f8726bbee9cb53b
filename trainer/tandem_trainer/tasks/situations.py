"""Situations of people's days: scenario text with slots, made into drafts.

A file holds those of one dimension of the benchmark; that of its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tandem_edge.bench.tasks.reading import Draft, ScenarioError, read_scenarios
from tandem_edge.bench.wordings.reading import SLOT
from tandem_shared.tasks import Capability, Dimension, Split
from tandem_trainer.tasks.words import SITUATIONS, read

_CALL = re.compile(r"^[$+] (\w+)")


@dataclass(frozen=True)
class Situation:
    """One situation in one language: the family's head, the language, and its lines."""

    dimension: Dimension
    head: str
    language: str
    lines: tuple[str, ...]

    @property
    def family(self) -> str:
        """What its tasks' family is called."""
        return self.head.strip("= ").split("|")[0].strip()

    @property
    def capability(self) -> Capability:
        """What its tasks ask for."""
        return Capability(self.head.split("|")[1].strip())

    @property
    def tools(self) -> frozenset[str]:
        """The tools that its right calls use."""
        return frozenset(found[1] for line in self.lines if (found := _CALL.match(line)))


@lru_cache(maxsize=1)
def situations() -> tuple[Situation, ...]:
    """Every situation in each language, in file order."""
    return tuple(
        situation
        for dimension, name in SITUATIONS.items()
        for situation in _read(dimension, read(name))
    )


def _read(dimension: Dimension, text: str) -> Iterator[Situation]:
    head, language, lines = "", "", list[str]()
    for line in [*map(str.strip, text.splitlines()), "==="]:
        if line.startswith(("===", "---")):
            if language:
                yield Situation(dimension, head, language, tuple(lines))
            head = line if line.startswith("===") else head
            language, lines = line.strip("- =") if line.startswith("---") else "", []
        elif line and not line.startswith("#"):
            lines.append(line)


def drafted(situation: Situation, random: Random, number: int, seed: int) -> Draft:
    """A draft of ``situation`` with slots and wordings drawn. Raises ``ScenarioError``."""
    values = _drawn(situation, random)
    lines = [situation.head, f"--- {situation.language}", *_said(situation, random)]
    text = "\n".join(SLOT.sub(lambda slot: values.get(slot[1], slot[0]), line) for line in lines)
    name = SITUATIONS[situation.dimension]
    (draft,) = read_scenarios(text, name, situation.dimension, Split.TRAIN)
    draft.number, draft.seed = number, seed
    return draft


def _drawn(situation: Situation, random: Random) -> dict[str, str]:
    """A value for each slot; those that are listed together go together."""
    values: dict[str, str] = {}
    for line in situation.lines:
        if not line.startswith("@"):
            continue
        names, _, listed = line[1:].partition("=")
        keys = [name.strip() for name in names.split("+")]
        chosen = random.choice([each.strip().split("+") for each in listed.split("|")])
        if len(chosen) != len(keys):
            raise ScenarioError(
                f"{situation.family}: {line!r} lists values that do not go together"
            )
        values.update(zip(keys, chosen, strict=True))
    return values


def _said(situation: Situation, random: Random) -> Iterator[str]:
    """The lines without slots' values, of each turn one way to say it."""
    ways: list[str] = []
    for line in situation.lines:
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
