"""Who has died: a person or an animal, by a name or by whose they are.

``走了`` and "left us" can mean less; who reads the fact knows of whom it is so
(``lifecycle.deaths``).
"""

from __future__ import annotations

from tandem_edge.memory.extraction.rules import Rule, rule

_EN_HOW = r"(?:has |have |'s |had |just |sadly |suddenly |peacefully |recently ){0,4}"
_EN_DIED = (
    r"(?:died|passed away|passed on|was put down|was put to sleep|had to be put down|had to be put "
    r"to sleep|crossed the rainbow bridge|is dead|is no longer with us|left us|is gone)"
)
ZH_HOW = (
    "(?:已经|刚刚?|突然|不幸|(?:今年|去年)?[春夏秋冬]天|年初|年底|也|因病|因为[^,]{1,6}|"
    "安详地|还是|终于|就){0,4}"
)
ZH_DIED = "(?:去世|过世|离世|病逝|走|不在|死|没|离开我们|离开人世|去了?[汪喵]星)"

FAMILY: tuple[Rule, ...] = (
    rule(
        "died",
        rf"{_EN_HOW}(?P<value>{_EN_DIED})(?! (?:out|down|for|to|from \w+ to)\b)(?: .*)?$",
        denies=False,
        ends=False,
        begins=True,
        raw=True,
    ),
    rule(
        "died", f"{ZH_HOW}(?P<value>{ZH_DIED})了", denies=False, ends=False, begins=True, raw=True
    ),
    rule(
        "died",
        "(?:是)?(?P<value>去世|过世|离世|病逝|走|死)的$",
        denies=False,
        ends=False,
        begins=True,
        raw=True,
    ),
)
