"""Values of calls and results as they are said in a language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from pydantic import JsonValue

LONGEST = 120
"""Characters of a value that is said."""
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?\Z")
_DAY = re.compile(r"\d{4}-\d\d-\d\d\Z")
_CODE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*\Z")
_LENGTH = re.compile(r"(\d+) (second|minute|hour)s?\Z")
_UNITS = {"second": "秒", "minute": "分钟", "hour": "小时"}
_WEEKDAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
    "zh": "周一 周二 周三 周四 周五 周六 周日".split(),
}
_NEAR = {"en": ("today", "tomorrow"), "zh": ("今天", "明天")}
_MONTHS = (
    "January February March April May June July August September October November December".split()
)
DAYS_BY_NAME = 7
"""A day less than this far ahead is called by its weekday."""


@dataclass(frozen=True)
class Speaker:
    """Says values in ``language`` at ``now``; ``choices`` are Chinese words for tools' own."""

    language: str
    now: datetime
    choices: Mapping[str, str]

    def value(self, value: JsonValue) -> str:
        """``value`` in words, or ``""`` where it says nothing to a person."""
        match value:
            case bool() | None:
                return ""
            case int() | float():
                return f"{value:.10g}"
            case str():
                return self._text(value.strip())
        return ""

    def together(self, parts: Sequence[str], *, more: bool = False) -> str:
        """Several values, one after another; ``more`` says that there are others."""
        if self.language == "zh":
            return "、".join(parts) + ("等" if more else "")
        return ", ".join(parts) + (" and more" if more else "")

    def _text(self, text: str) -> str:
        if not text or len(text) > LONGEST or text[0] in "{[":
            return ""
        if _MOMENT.match(text):
            at = datetime.fromisoformat(text)
            return self._moment(at)
        if _DAY.match(text):
            return self._day(date.fromisoformat(text))
        if self.language == "zh":
            return self._chinese(text)
        return text.replace("_", " ") if _CODE.match(text) else text

    def _chinese(self, text: str) -> str:
        if length := _LENGTH.match(text):
            return f"{length[1]}{_UNITS[length[2]]}"
        if text in self.choices:
            return self.choices[text]
        return "" if _CODE.match(text) and not text.isdigit() else text

    def _moment(self, at: datetime) -> str:
        clock = f"{at.hour}:{at.minute:02d}"
        day = self._day(at.date())
        if self.language == "zh":
            return f"{day}{clock}"
        near = day in _NEAR["en"]
        return f"{clock} {day}" if near else f"{clock} on {day}"

    def _day(self, day: date) -> str:
        ahead = (day - self.now.date()).days
        if 0 <= ahead < len(_NEAR[self.language]):
            return _NEAR[self.language][ahead]
        if 0 < ahead < DAYS_BY_NAME:
            return _WEEKDAYS[self.language][day.weekday()]
        year = "" if day.year == self.now.year else str(day.year)
        if self.language == "zh":
            return f"{year}年{day.month}月{day.day}日" if year else f"{day.month}月{day.day}日"
        return f"{day.day} {_MONTHS[day.month - 1]} {year}".strip()
