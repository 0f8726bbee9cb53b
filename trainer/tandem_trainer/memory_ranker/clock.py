"""Times of a made-up talk in both languages: hours, days, dates, spans."""

from __future__ import annotations

import random
from datetime import date, timedelta

from tandem_trainer.memory_ranker.numerals import (
    chinese,
    chinese_counted,
    english,
    english_ordinal,
    short_ordinal,
)

Value = tuple[str, str]
"""The same thing in English and in Chinese."""
DAYS: tuple[Value, ...] = (
    ("Monday", "一"),
    ("Tuesday", "二"),
    ("Wednesday", "三"),
    ("Thursday", "四"),
    ("Friday", "五"),
    ("Saturday", "六"),
    ("Sunday", "日"),
)
MONTHS = (
    "January February March April May June July August September October November December"
).split()
UNITS: dict[str, tuple[str, tuple[str, ...]]] = {
    "minutes": ("minute", ("分钟",)),
    "hours": ("hour", ("个小时", "个钟头", "小时")),
    "days": ("day", ("天",)),
    "weeks": ("week", ("个礼拜", "个星期", "周")),
    "months": ("month", ("个月",)),
    "years": ("year", ("年",)),
}
_YEAR = date(2025, 1, 1)


def clock(rng: random.Random, minute: int) -> Value:
    """A time of day; ``minute`` counts from midnight. Fits after "at"."""
    hour, past = divmod(minute, 60)
    if minute == 720:
        return rng.choice(("noon", "twelve", "12")), rng.choice(("十二点", "中午十二点", "正午"))
    return _english_clock(rng, hour, past), _chinese_clock(rng, hour, past)


def hours(rng: random.Random, minute: int) -> Value:
    """From one time of day to another, one and a half to five hours later. Fits after "from"."""
    end = min(minute + rng.choice((90, 120, 150, 180, 240, 300)), 23 * 60 + 30)
    (hour, past), (until, rest) = divmod(minute, 60), divmod(end, 60)
    if rng.random() < 0.4:
        spoken = f"{_digits(hour, past)} to {_digits(until, rest)}"
    else:
        spoken = f"{_in_words(hour, past)} to {_in_words(until, rest)}"
    part = _part(hour)[1] if rng.random() < 0.7 else ""
    return spoken, f"{part}{_zh_time(hour, past)}到{_zh_time(until, rest)}"


def weekly(rng: random.Random, minute: int) -> Value:
    """One or two days of the week, mostly with a time of day. Fits after "on"."""
    one, two = (DAYS[at] for at in sorted(rng.sample(range(len(DAYS)), 2)))
    part, zh_part = _part(minute // 60)
    week = rng.choice(("周", "星期", "礼拜"))
    if rng.random() < 0.2:
        return f"{one[0]} and {two[0]} {part}s", f"{week}{one[1]}和{week}{two[1]}{zh_part}"
    if rng.random() < 0.2:
        return f"{one[0]} {part}s", f"{week}{one[1]}{zh_part}"
    if rng.random() < 0.25:
        span, zh_span = hours(rng, minute)
        return f"{one[0]}s from {span}", f"{week}{one[1]}{zh_span}"
    time, zh_time = clock(rng, minute)
    return f"{one[0]}s at {time}", f"{week}{one[1]}{zh_time}"


def weekday(rng: random.Random, at: int) -> Value:
    """One day of the week, 0 is Monday. Fits after "on"."""
    name, number = DAYS[at]
    return name, rng.choice(("周", "星期", "礼拜")) + number


def day(rng: random.Random, number: int) -> Value:
    """A day of a year, 1 is the first of January. Fits after "on"."""
    when = _YEAR + timedelta(days=number - 1)
    month = MONTHS[when.month - 1]
    spoken = rng.choice(
        (
            f"the {short_ordinal(when.day)} of {month}",
            f"{month} {short_ordinal(when.day)}",
            f"{when.day} {month}",
            f"the {english_ordinal(when.day)} of {month}",
        )
    )
    words = f"{chinese(when.month)}月{chinese(when.day)}号"
    figures = f"{when.month}月{when.day}{rng.choice('日号')}"
    return spoken, rng.choice((words, words, figures))


def span(unit: str, rng: random.Random, number: int) -> Value:
    """A length of time, such as "three weeks". Fits after "for" and "in"."""
    name, counted = UNITS[unit]
    plural = name if number == 1 else f"{name}s"
    if (unit, number) == ("weeks", 2) and rng.random() < 0.4:
        return "a fortnight", rng.choice(("两个礼拜", "两周", "半个月"))
    words = english(number) if rng.random() < 0.7 else str(number)
    word = rng.choice(counted)
    figure = chinese_counted(number) if rng.random() < 0.8 else str(number)
    return f"{words} {plural}", f"{figure}{word}"


def _part(hour: int) -> tuple[str, str]:
    if hour < 12:
        return "morning", "凌晨" if hour < 5 else "早上" if hour < 9 else "上午"
    if hour == 12:
        return "afternoon", "中午"
    return ("afternoon", "下午") if hour < 18 else ("evening", "晚上")


def _english_clock(rng: random.Random, hour: int, past: int) -> str:
    style = rng.random()
    if style < 0.25:
        return _digits(hour, past)
    if style < 0.4:
        return f"{_digits(hour, past)}{'am' if hour < 12 else 'pm'}"
    if style < 0.5:
        return f"{hour}:{past:02}"
    words = _in_words(hour, past)
    if style < 0.8:
        return words
    part, _ = _part(hour)
    return f"{words} {'at night' if hour > 20 else f'in the {part}'}"


def _digits(hour: int, past: int) -> str:
    shown = (hour - 1) % 12 + 1
    return f"{shown}:{past:02}" if past else str(shown)


def _in_words(hour: int, past: int) -> str:
    if past > 30:
        left, to = 60 - past, english(hour % 12 + 1)
        return f"quarter to {to}" if left == 15 else f"{english(left)} to {to}"
    name = english((hour - 1) % 12 + 1)
    if past in (0, 30):
        return f"half past {name}" if past else name
    return f"quarter past {name}" if past == 15 else f"{english(past)} past {name}"


def _chinese_clock(rng: random.Random, hour: int, past: int) -> str:
    if rng.random() < 0.1:
        return f"{hour}:{past:02}"
    part = _part(hour)[1] if rng.random() < 0.55 else ""
    if past == 45 and not part and rng.random() < 0.4:
        return f"差一刻{_zh_hour(hour + 1)}"
    return part + _zh_time(hour, past)


def _zh_time(hour: int, past: int) -> str:
    if past == 30:
        return f"{_zh_hour(hour)}半"
    if past in (15, 45):
        return _zh_hour(hour) + ("一刻" if past == 15 else "三刻")
    return _zh_hour(hour) + (
        f"零{chinese(past)}分" if 0 < past < 10 else chinese(past) * (past > 0)
    )


def _zh_hour(hour: int) -> str:
    return f"{chinese_counted((hour - 1) % 12 + 1)}点"
