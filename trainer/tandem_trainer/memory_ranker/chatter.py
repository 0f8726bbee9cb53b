"""What surrounds the matter of a talk: names, times, reactions, small talk, general questions.

All of it is in ``chatter.txt``, a bank after another, each in English and in Chinese.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

Both = tuple[tuple[str, ...], tuple[str, ...]]
"""Variants in English and in Chinese."""


@lru_cache(maxsize=1)
def banks() -> dict[str, Both]:
    """Every bank by its name. Raises ``ValueError`` when one is there in one language only."""
    found: dict[tuple[str, str], list[str]] = {}
    lines = resources.files(__package__).joinpath("chatter.txt").read_text("utf-8").splitlines()
    for line in lines:
        if line.startswith("["):
            name, language = line.strip("[]").split()
            bank = found.setdefault((name, language), [])
        elif line and not line.startswith("#"):
            bank.append(line)
    names = {name for name, _ in found}
    if len(found) != 2 * len(names):
        raise ValueError("a bank is there in one language only")
    return {name: (tuple(found[name, "en"]), tuple(found[name, "zh"])) for name in sorted(names)}


def bank(name: str) -> Both:
    """One bank. Raises ``KeyError``."""
    return banks()[name]


def has_bank(name: str) -> bool:
    """Whether there is such a bank."""
    return name in banks()
