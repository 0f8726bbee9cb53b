"""One attribute of a fact, and how its row is written."""

from __future__ import annotations

from dataclasses import dataclass

from tandem_shared.memory import Sensitivity

PLAIN, PERSONAL, SECRET = Sensitivity.PLAIN, Sensitivity.PERSONAL, Sensitivity.SECRET


@dataclass(frozen=True, slots=True)
class Attribute:
    """What is known of an attribute; ``single``: of one subject only one value holds at a time.

    In the sentences ``{value}`` is the value and ``{thing}`` what stands after the dot.
    """

    name: str
    single: bool
    sensitivity: Sensitivity
    en: tuple[str, str]
    zh: tuple[str, str]
    standing: bool = False


def row(
    name: str,
    en: str,
    zh: str,
    *,
    single: bool = False,
    private: Sensitivity = PERSONAL,
    standing: bool = False,
) -> Attribute:
    """``en`` and ``zh`` are the sentence, a bar, and the sentence of what is not (any more)."""
    yes_en, no_en = en.split("|")
    yes_zh, no_zh = zh.split("|")
    return Attribute(name, single, private, (yes_en, no_en), (yes_zh, no_zh), standing)
