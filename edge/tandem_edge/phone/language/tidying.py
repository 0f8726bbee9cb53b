"""What a person wrote, in one spelling, before any of it is understood."""

from __future__ import annotations

import re
import unicodedata

LONGEST = 80
"""Longer phrases are refused unread."""

_SIMPLIFIED = str.maketrans(
    "點後週鐘鍾號個時兩禮過這間頭現裡裏準約凖淩負萬億滿來兒為調開雙俩仨’−",
    "点后周钟钟号个时两礼过这间头现里里准约准凌负万亿满来儿为调开双两三'-",
)
_AROUND_CHINESE = re.compile(r" ?([〇\u4e00-\u9fff]+) ?")
_VULGAR = re.compile("[¼½¾⅐-⅞]")
_RAISED = re.compile("[²³¹⁰-₎①-⓿]")


def tidy(phrase: str) -> str:
    """NFKC, lower case, simplified characters; one space between words, none around Chinese.

    A vulgar fraction comes apart from the number before it (``6½`` is ``6 1/2``), and a raised or
    circled digit stays as it is: ``6²`` is not 62.
    """
    if phrase.isascii():
        return " ".join(phrase.lower().split())
    text = _RAISED.sub("\ufffd", _VULGAR.sub(r" \g<0> ", phrase))
    text = unicodedata.normalize("NFKC", text).casefold().translate(_SIMPLIFIED)
    return _AROUND_CHINESE.sub(r"\1", " ".join(text.replace("⁄", "/").split()))
