"""Whether two values are the same thing in two languages: "peanuts" and ``花生``.

By the dictionary that search uses (``retrieval.dictionary``), and for what people are allergic to
by a small table, as a dictionary has few of those words.
"""

from __future__ import annotations

from collections.abc import Iterator

from tandem_edge.memory.extraction.folding import has_chinese, plain
from tandem_edge.memory.retrieval.dictionary import translations
from tandem_edge.memory.retrieval.terms import is_chinese, stem, terms

_ALLERGENS = {
    "花生": "peanut",
    "坚果": "nut|tree nut",
    "牛奶": "milk|dairy|cow milk",
    "奶制品": "dairy|dairy product",
    "鸡蛋": "egg",
    "海鲜": "seafood|shellfish",
    "贝类": "shellfish",
    "虾": "shrimp|prawn",
    "虾蟹": "shellfish|crustacean",
    "螃蟹": "crab",
    "鱼": "fish",
    "大豆": "soy|soya|soybean",
    "小麦": "wheat",
    "麸质": "gluten",
    "芝麻": "sesame|sesame seed",
    "芒果": "mango",
    "菠萝": "pineapple",
    "草莓": "strawberry",
    "桃子": "peach",
    "花粉": "pollen",
    "尘螨": "dust mite|dust|mite|house dust mite",
    "灰尘": "dust",
    "猫": "cat|cat hair|cat fur",
    "猫毛": "cat|cat hair|cat fur",
    "狗毛": "dog|dog hair|dog fur",
    "狗": "dog|dog hair|dog fur",
    "青霉素": "penicillin",
    "阿司匹林": "aspirin",
    "乳胶": "latex",
    "蜂毒": "bee sting|bee venom|bee",
    "蜜蜂": "bee|bee sting",
    "酒精": "alcohol",
    "乳糖": "lactose",
}
SURE = 0.5
"""What a translation has to be worth at least."""


def stems(words: str) -> frozenset[str]:
    """The terms of English words that say something."""
    return frozenset(term for term in terms(words) if not is_chinese(term))


_STEMS = {zh: [stems(en) for en in row.split("|")] for zh, row in _ALLERGENS.items()}


def same_thing(one: str, other: str) -> bool:
    """Whether two values are the same, in one language or two; number and articles aside."""
    if plain(one) == plain(other):
        return True
    chinese = has_chinese(one), has_chinese(other)
    if chinese == (False, False):
        return bool(stems(one)) and stems(one) == stems(other)
    if all(chinese):
        return False
    zh, en = (one, other) if chinese[0] else (other, one)
    return stems(en) in _meanings(plain(zh))


def _meanings(zh: str) -> list[frozenset[str]]:
    found = [stems(word) for word, worth in translations(zh).items() if worth >= SURE]
    return [each for each in [*_STEMS.get(zh, ()), *found] if each]


def abroad(words: str) -> Iterator[str]:
    """Terms of the other language that ``words`` may be in it."""
    if has_chinese(words):
        yield from (stem(each) for each in translations(plain(words)))
    else:
        for each in stems(words):
            for zh in translations(each):
                yield from terms(zh)


def translated(words: str, said: str) -> bool:
    """Whether ``said``, of the other language, has every one of ``words`` that says something."""
    if has_chinese(words):
        zh, there = plain(words), stems(said)
        return any(each <= there for each in _meanings(zh)) or bool(there & set(_heads(zh)))
    text = plain(said)
    wanted = stems(words)
    return bool(wanted) and all(
        any(zh in text for zh in translations(each) if len(zh) > 1) for each in wanted
    )


def _heads(zh: str) -> Iterator[str]:
    """What the last part of a Chinese word is in English, of what its parts are: ``房租`` is rent,
    and no room."""
    for english in map(stem, translations(zh)):
        if any(zh.endswith(part) for part in translations(english)):
            yield english
