"""Saying times, days, lengths and numbers as people do, in English and Chinese.

Each function takes the value that is meant and gives words that ``normalise`` understands as
exactly that value.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from random import Random

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen".split()
)
_TENS = "x x twenty thirty forty fifty sixty seventy eighty ninety".split()
_HAN = "零一二三四五六七八九"
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_HAN_WEEKDAYS = "一二三四五六日"
_MONTHS = (
    "January February March April May June July August September October November December".split()
)

Say = Callable[[Random], str]


def number(value: int, language: str) -> str:
    """A whole number from 0 to 999 in words, a larger one in digits."""
    if not 0 <= value <= 999:
        return str(value)
    return _han(value) if language == "zh" else _english(value)


def _english(value: int) -> str:
    if value < 20:
        return _ONES[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    hundreds, rest = divmod(value, 100)
    return f"{_ONES[hundreds]} hundred" + (f" and {_english(rest)}" if rest else "")


def _han(value: int) -> str:
    if value < 10:
        return _HAN[value]
    if value < 100:
        tens, ones = divmod(value, 10)
        return ("" if tens == 1 else _HAN[tens]) + "十" + (_HAN[ones] if ones else "")
    hundreds, rest = divmod(value, 100)
    if not rest:
        return f"{_HAN[hundreds]}百"
    joined = f"零{_HAN[rest]}" if rest < 10 else ("一" if rest < 20 else "") + _han(rest)
    return f"{_HAN[hundreds]}百{joined}"


def clock(at: time, language: str, random: Random) -> str:
    """A time of day, said so that morning and evening cannot be mistaken."""
    return _clock_zh(at, random) if language == "zh" else _clock_en(at, random)


def _clock_en(at: time, random: Random) -> str:
    hour, minute, half = at.hour, at.minute, "am" if at.hour < 12 else "pm"
    twelve = hour % 12 or 12
    digits = f"{twelve}:{minute:02d}" if minute else f"{twelve}"
    ways = [f"{digits} {half}", f"{digits}{half}", f"{hour:02d}:{minute:02d}"]
    part = _part_en(hour)
    if part:
        ways += [f"{said} {part}" for said in _spoken_en(hour, minute)]
    return random.choice(ways)


def _spoken_en(hour: int, minute: int) -> list[str]:
    this, following = _ONES[hour % 12 or 12], _ONES[(hour + 1) % 12 or 12]
    named = {
        0: [this, f"{this} o'clock"],
        15: [f"quarter past {this}"],
        30: [f"half past {this}"],
        45: [f"quarter to {following}"] if (hour + 1) % 12 else [],
    }
    return named.get(minute, [f"{hour % 12 or 12}:{minute:02d}"])


def _part_en(hour: int) -> str:
    if 5 <= hour < 12:
        return "in the morning"
    if 13 <= hour < 18:
        return "in the afternoon"
    return "in the evening" if 18 <= hour < 22 else ""


def _clock_zh(at: time, random: Random) -> str:
    hour, minute = at.hour, at.minute
    part = random.choice(_parts_zh(hour))
    twelve = hour if hour <= 12 else hour - 12
    said = "两" if twelve == 2 else _han(twelve)
    tail = {0: "点", 15: "点一刻", 30: "点半", 45: "点三刻"}.get(minute)
    spoken = said + (tail or f"点{'零' if minute < 10 else ''}{_han(minute)}分")
    digits = f"{twelve}点" + (f"{minute}分" if minute else "")
    return random.choice(
        [f"{part}{spoken}", f"{part}{digits}", f"{part}{twelve}:{minute:02d}"]
        if part
        else [f"{hour:02d}:{minute:02d}"]
    )


def _parts_zh(hour: int) -> list[str]:
    if hour < 6:
        return ["凌晨"]
    if hour < 12:
        return ["早上", "上午"] if hour >= 8 else ["早上", "清晨"]
    if hour == 12:
        return ["中午"]
    return ["下午"] if hour < 18 else ["晚上"]


def day(of: date, today: date, language: str, random: Random) -> str:
    """A day at most six days ahead by its name, a later one by its date."""
    ahead = (of - today).days
    if language == "zh":
        ways = [f"{of.month}月{of.day}号", f"{_han(of.month)}月{_han(of.day)}号"]
        ways += {0: ["今天"], 1: ["明天", "明儿"], 2: ["后天"]}.get(ahead, [])
        return random.choice(ways[2:] or ways)
    ways = [
        f"{_MONTHS[of.month - 1]} {of.day}",
        f"the {of.day}{_ordinal(of.day)} of {_MONTHS[of.month - 1]}",
    ]
    ways += {0: ["today"], 1: ["tomorrow"], 2: ["the day after tomorrow"]}.get(ahead, [])
    if 2 < ahead < 7:
        ways += [f"{_WEEKDAYS[of.weekday()]}", f"this coming {_WEEKDAYS[of.weekday()]}"]
    return random.choice(ways[2:] or ways)


def _ordinal(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def moment(when: datetime, now: datetime, language: str, random: Random) -> str:
    """A point in time: clock and day."""
    said, named = (
        clock(when.time(), language, random),
        day(when.date(), now.date(), language, random),
    )
    if language == "zh":
        return f"{named}{said}"
    on = "" if named[0].islower() and not named.startswith("the ") else "on "
    named = named if named in ("today", "tomorrow", "the day after tomorrow") else f"{on}{named}"
    if " in the " in said and named in ("today", "tomorrow"):
        head, part = said.split(" in the ")
        return f"{head} {'this' if named == 'today' else 'tomorrow'} {part}"
    return f"{said} {named}"


def duration(seconds: int, language: str, random: Random) -> str:
    """A length of time in whole minutes or seconds."""
    return _length_zh(seconds, random) if language == "zh" else _length_en(seconds, random)


def _length_en(seconds: int, random: Random) -> str:
    if seconds % 60:
        return f"{seconds} seconds"
    minutes = seconds // 60
    hours, rest = divmod(minutes, 60)
    special = {
        15: ["a quarter of an hour"],
        30: ["half an hour"],
        60: ["an hour"],
        90: ["an hour and a half"],
    }
    ways = special.get(minutes, [])
    if hours and rest:
        return random.choice([*ways, f"{hours} hour{'s' * (hours > 1)} {rest} minutes"])
    if hours:
        return random.choice(
            [
                *ways,
                f"{hours} hour{'s' * (hours > 1)}",
                f"{number(hours, 'en')} hour{'s' * (hours > 1)}",
            ]
        )
    plural = "s" * (minutes > 1)
    return random.choice(
        [
            *ways,
            f"{minutes} minute{plural}",
            f"{number(minutes, 'en')} minute{plural}",
            f"{minutes} min",
        ]
    )


def _length_zh(seconds: int, random: Random) -> str:
    if seconds % 60:
        return random.choice([f"{seconds}秒", f"{number(seconds, 'zh')}秒"])
    minutes = seconds // 60
    hours, rest = divmod(minutes, 60)
    special = {15: ["一刻钟"], 30: ["半小时", "半个小时", "半个钟头"], 90: ["一个半小时"]}
    ways = special.get(minutes, [])
    count = {1: "一", 2: "两"}.get(hours, _han(hours) if hours else "")
    if hours and rest:
        return random.choice([*ways, f"{hours}小时{rest}分钟", f"{count}小时{_han(rest)}分钟"])
    if hours:
        return random.choice([*ways, f"{hours}小时", f"{count}个小时", f"{count}个钟头"])
    return random.choice([*ways, f"{minutes}分钟", f"{_han(minutes)}分钟"])
