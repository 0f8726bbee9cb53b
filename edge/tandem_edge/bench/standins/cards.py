"""Reading the files that describe skills and sub-agents, in both languages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Card:
    """A skill or a sub-agent: what it is for, and (of a skill) what it says, by language."""

    name: str
    purpose: dict[str, str]
    body: dict[str, str]


@lru_cache(maxsize=8)
def read_cards(name: str) -> dict[str, Card]:
    """The cards of ``tasks/resources/<name>.txt``, by name.

    ``=== name`` opens one; ``en?`` and ``zh?`` say what it is for, ``en>`` and ``zh>`` what it
    says, a line each. Raises ``ValueError`` for anything else.
    """
    text = (files("tandem_edge.bench.tasks") / "resources" / f"{name}.txt").read_text("utf-8")
    cards: dict[str, Card] = {}
    card = Card("", {}, {})
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        language, mark, rest = line[:2], line[2:3], line[3:].strip()
        if line.startswith("==="):
            card = Card(line.strip("= "), {}, {})
            cards[card.name] = card
        elif language in ("en", "zh") and mark == "?":
            card.purpose[language] = rest
        elif language in ("en", "zh") and mark == ">":
            card.body[language] = "\n".join(filter(None, (card.body.get(language), rest)))
        else:
            raise ValueError(f"{name}.txt:{number}: cannot read {line!r}")
    return cards
