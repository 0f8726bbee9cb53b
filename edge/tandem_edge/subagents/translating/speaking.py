"""How a Chinese text is said, for who cannot read it."""

from __future__ import annotations


def pinyin_of(text: str) -> str:
    """``text`` in Hanyu Pinyin with tone marks (ISO 7098); what is not Chinese stays as it is."""
    from pypinyin import Style, lazy_pinyin  # its dictionary takes 20 MB that few need

    return " ".join(" ".join(lazy_pinyin(text, style=Style.TONE)).split())
