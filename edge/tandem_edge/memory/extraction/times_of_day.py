"""The part of the day that a new time of day keeps from the one that it follows.

``六点半`` in the place of ``晚上七点`` is in the evening too, where a clock can show that then;
"6:30" in the place of "7 pm" is pm.
"""

from __future__ import annotations

import re

_DIGITS = {each: number for number, each in enumerate("零一二三四五六七八九十")} | {"两": 2}
_PARTS = {
    "凌晨": range(0, 6),
    "早上": range(5, 12),
    "早晨": range(5, 12),
    "上午": range(6, 13),
    "中午": range(11, 15),
    "下午": range(1, 8),
    "傍晚": range(4, 9),
    "晚上": range(5, 13),
    "夜里": range(8, 13),
}
"""Parts of the day, and the hours that a clock of twelve shows in them."""
_ZH_OLD = re.compile(f"(?P<part>{'|'.join(_PARTS)})(?=[0-9零一二两三四五六七八九十])")
_ZH_NEW = re.compile("(?P<hour>[0-9]{1,2}|[一二两三四五六七八九十]{1,2})(?:点|:[0-9]{2})")
_EN_OLD = re.compile(r"\d(?P<part> ?[ap]\.?m\.?)$", re.IGNORECASE)
_EN_NEW = re.compile(r"(?P<hour>\d{1,2})(?:[:.][0-5]\d)?")
_MIDDAY = 12


def with_part_of_day(old: str, new: str) -> str:
    """``new`` with the part of the day that ``old`` names, if it is a time that needs one."""
    if (said := _ZH_OLD.search(old)) and (found := _ZH_NEW.match(new)):
        fits = _hour(found["hour"]) in _PARTS[said["part"]]
        return f"{said['part']}{new}" if fits else new
    said, found = _EN_OLD.search(old), _EN_NEW.fullmatch(new)
    if said and found and 1 <= int(found["hour"]) <= _MIDDAY:
        return f"{new}{said['part']}"
    return new


def _hour(said: str) -> int:
    """The hour in digits or in Chinese, up to twelve."""
    if said.isdigit():
        return int(said)
    first, last = _DIGITS[said[0]], _DIGITS[said[-1]]
    return first if len(said) == 1 else first + last if said[0] == "十" else -1
