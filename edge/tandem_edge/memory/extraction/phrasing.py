"""Sentences of facts whose attribute has no words that fit every value.

Who commutes by "walk" walks to work; who has given up ``烟`` has no habit called so.
"""

from __future__ import annotations

from tandem_shared.memory import Fact

_WAYS = {"walk": "walks", "cycle": "cycles", "bike": "bikes", "drive": "drives"}
_WAYS |= {way: way for way in _WAYS.values()}
_THINGS_ZH = frozenset("烟 酒 糖 奶茶 咖啡 游戏 短视频 熬夜 宵夜 可乐 甜食 赌 零食 抖音".split())
_DONE_EN = frozenset(("smoke", "drink", "vape", "gamble"))
_THINGS_EN = frozenset(
    (
        "alcohol|cigarettes|coffee|sugar|caffeine|meat|social media|soda|dairy|weed|nicotine|"
        "chocolate|fast food|video games|facebook|instagram|tiktok|twitter"
    ).split("|")
)


def in_words(fact: Fact, language: str) -> str:
    """What is said of the subject of ``fact``, with ``{value}`` for its value; ``""`` where the
    words of its attribute do."""
    value = fact.value.lower()
    if fact.attribute == "commute" and value in _WAYS:
        return f"no longer {_WAYS[value]} to work" if fact.negated else f"{_WAYS[value]} to work"
    if fact.attribute != "habit" or not fact.negated:
        return ""
    if language == "zh" and value in _THINGS_ZH:
        return "戒了{value}"
    if value in _DONE_EN:
        return "does not {value} any more"
    return "has given up {value}" if value in _THINGS_EN else ""
