"""Templates of a made-up talk put into words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tandem_trainer.memory_ranker.events import Values
from tandem_trainer.memory_ranker.topics import SLOT

EN, ZH = 0, 1
_WHEN = re.compile(r"(?:\b[Ss]ince )?\{ago\}起?")


def fill(template: str, language: int, values: Values, names: Mapping[str, str]) -> str:
    """A template with its slots filled; a name for ``S`` and ``T``, a first letter made large."""

    def value(slot: re.Match[str]) -> str:
        key = slot[1]
        return names[key] if key in names else values[key][language]

    text = SLOT.sub(value, template)
    if language == EN:
        text = re.sub(r"(^|[.!?] )([a-z])", lambda found: found[1] + found[2].upper(), text)
        text = re.sub(r"\b([Aa]) (?=[aeio])", r"\1n ", text)
    return text


def to_nobody(template: str) -> str:
    """A template that calls nobody by name: ``Well, {T}, so it is`` becomes ``Well, so it is``."""
    for pattern in (r"[,，] ?\{T\}", r"(?:^|(?<=[.!?] )|(?<=[。！？]))\{T\}[,，] ?", r" ?\{T\}"):
        template = re.sub(pattern, "", template)
    return template


def undated(template: str) -> str:
    """A template without its time; ``{ago} was the wedding`` becomes ``It was the wedding``."""
    text = re.sub(r",?\s+([.,!?])|,(\.)", r"\1\2", _WHEN.sub(" ", template))
    text = re.sub(r"\s+", " ", text).strip(" ,，")
    text = f"It {text}" if text.startswith("was ") else text
    return re.sub(r"(?<=[\u3400-\u9fff，。：！]) | (?=[\u3400-\u9fff])", "", text)
