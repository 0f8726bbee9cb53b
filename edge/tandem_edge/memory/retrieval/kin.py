"""Who of a family or a household a text speaks of: one name for a husband, a partner and 老公."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tandem_edge.memory.extraction.people import EN, EN_PETS, ZH, ZH_PETS
from tandem_edge.memory.retrieval.terms import fold

_NAMES: Mapping[str, str] = {**EN, **ZH, **EN_PETS, **ZH_PETS}
_SIBLINGS: Mapping[str, str] = {"兄弟": "brother", "姐妹": "sister"}
_NAME_OF: Mapping[str, str] = {**_NAMES, **_SIBLINGS}
_LONGEST_FIRST = sorted(_NAME_OF, key=len, reverse=True)
_ENGLISH = "|".join(re.escape(word) for word in _LONGEST_FIRST if word.isascii())
_CHINESE = "|".join(re.escape(word) for word in _LONGEST_FIRST if not word.isascii())
_KIN = re.compile(rf"\b({_ENGLISH})(?:'s|s|es)?\b|({_CHINESE})")
"""The longest first: a mother-in-law is no mother, 表哥 no 哥."""


def kin_in(text: str) -> frozenset[str]:
    """The relations and animals that ``text`` names."""
    return frozenset(_NAME_OF[found[1] or found[2]] for found in _KIN.finditer(fold(text)))


def without_kin(text: str) -> str:
    """``text`` but for those words."""
    return _KIN.sub(" ", fold(text))
