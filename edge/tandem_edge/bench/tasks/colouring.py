"""Making a written request sound as if it were said or typed in passing.

Only the words around slots are touched, never what is put into them, so the call stays the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from tandem_edge.bench.wordings.reading import SLOT

Colour = Callable[[str, Random], str]

_OPENINGS = {
    "en": (
        "hey, |ok so |um, |right, |quick one: |hi, |so, |oh, |sorry, one thing, |listen, |well, |"
        "when you get a sec, |before I forget, |alright, |yo, |hang on, |actually, |morning, |"
        "me again, |hiya, "
    ),
    "zh": (
        "诶，|那个，|哎，|麻烦一下，|嗯，|对了，|喂，|我说，|你好，|哦对，|趁我还记得，|那啥，|在吗，|先等等，|"
        "话说，|哎呀，|亲，|劳驾，|是这样，|嘿，"
    ),
}
_CLOSINGS = {
    "en": (
        ", thanks|, cheers|, ta| please| if you can|, thank you| pls|, ok?|, would you|"
        ", that'd be great| thx|, go on|, when you can| asap"
    ),
    "zh": "，谢谢|哈|，谢啦|，辛苦了|呗|，拜托|，快点|，好不好|，麻烦了|，谢了啊|，行不|，感谢",
}


def coloured(text: str, language: str, random: Random, kept: str = "") -> str:
    """``text`` (with its slots) said a little differently, or as it is.

    Words that stand in ``kept`` are never mistyped.
    """
    chosen = random.random()
    if chosen < 0.45:
        return text
    colours: list[Colour] = [_opened(language), _closed(language)]
    colours += (
        [_lower, _unpunctuated, _mistyped(kept)] if language == "en" else [_unpunctuated, _halting]
    )
    for colour in random.sample(colours, 1 if chosen < 0.85 else 2):
        text = colour(text, random)
    return text


def _opened(language: str) -> Colour:
    def colour(text: str, random: Random) -> str:
        opening = random.choice(_OPENINGS[language].split("|"))
        plain = text[:1].isupper() and text[1:2].islower() and not text.startswith(("I ", "I'"))
        return opening + (text[0].lower() + text[1:] if plain else text)

    return colour


def _closed(language: str) -> Colour:
    def colour(text: str, random: Random) -> str:
        end = re.search(r"[.!?。！？…]+$", text)
        if end and end[0][0] in "?？":
            return text
        return re.sub(r"[.!。！…]+$", "", text) + random.choice(_CLOSINGS[language].split("|"))

    return colour


def _lower(text: str, random: Random) -> str:
    return _outside_slots(text, str.lower)


def _unpunctuated(text: str, random: Random) -> str:
    """As a dictation comes out: no commas, no full stops."""
    return _outside_slots(
        text, lambda part: re.sub(r"[,.;!，。；！](?=\s|$|[\u4e00-\u9fff])", " ", part)
    ).strip()


def _mistyped(kept: str) -> Colour:
    """One longer word with two neighbouring letters the wrong way round, or one left out."""
    safe = kept.casefold()

    def colour(text: str, random: Random) -> str:
        found = re.finditer(r"[a-z]{5,}", SLOT.sub(lambda slot: "#" * len(slot[0]), text))
        words = [word for word in found if word[0] not in safe]
        if not words:
            return text
        word = random.choice(words)
        at = random.randrange(word.start() + 1, word.end() - 2)
        if random.random() < 0.5:
            return text[:at] + text[at + 1] + text[at] + text[at + 2 :]
        return text[:at] + text[at + 1 :]

    return colour


def _halting(text: str, random: Random) -> str:
    comma = text.find("，")
    if comma < 0 or "{" in text[max(0, comma - 1) : comma + 2]:
        return text
    return (
        text[:comma] + random.choice(("，那个，", "……", "，呃，", "，就是，")) + text[comma + 1 :]
    )


def _outside_slots(text: str, change: Callable[[str], str]) -> str:
    parts, at = [], 0
    for slot in SLOT.finditer(text):
        parts += [change(text[at : slot.start()]), slot[0]]
        at = slot.end()
    return "".join([*parts, change(text[at:])])
