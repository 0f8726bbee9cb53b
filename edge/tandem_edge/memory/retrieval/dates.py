"""Days, months and years that a text names, and whether it speaks of time at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from tandem_edge.memory.retrieval.pool import MONTHS

_SHORT = {month[:3].casefold(): number for number, month in enumerate(MONTHS, 1)}
_NAMES = "|".join(f"{month[:3]}(?:{month[3:]})?" if month != "May" else "May" for month in MONTHS)
_YEAR = r"(?:19|20)\d\d"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?P<year>{_YEAR})-(?P<month>\d\d?)-(?P<day>\d\d?)",
        rf"(?:(?P<year>{_YEAR})年)?(?P<month>1[0-2]|0?[1-9])月(?:(?P<day>{_DAY})[日号])?",
        rf"\b(?P<day>{_DAY})(?: of)? (?P<name>{_NAMES})\b\.?(?:,? (?P<year>{_YEAR}))?",
        rf"\b(?P<name>{_NAMES})\b\.? (?P<day>{_DAY})\b(?!\d)(?:,? (?P<year>{_YEAR}))?",
        rf"\b(?P<name>{_NAMES})\b\.?,? (?P<year>{_YEAR})\b",
        rf"\b(?:in|of|since|until|last|this|next|during|every) (?P<name>{_NAMES})\b",
        rf"(?<!\d)(?P<year>{_YEAR})(?!\d)",
    )
)
_SPEAKS_OF_TIME = re.compile(
    rf"\b(?:yesterday|today|tomorrow|tonight|ago|weekend|(?:last|next|this|past|every) "
    rf"(?:\w+day|week|month|year|night|spring|summer|autumn|fall|winter|{_NAMES})|"
    rf"(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:in|since|on) (?:{_NAMES}|{_YEAR})|"
    rf"recently|just (?:got|finished|started|came)|years? old|birthday|anniversary)\b"
    rf"|\b\d{{1,2}}(?::\d\d)? ?[ap]m\b|\b{_YEAR}\b"
    r"|昨[天晚]|前[天晚]|今[天晚早]|明[天早晚]|后天|[上下这本]个?(?:周|星期|月|礼拜)|[去今明前]年|"
    r"周[一二三四五六日末]|星期[一二三四五六日天]|\d+[月号点]|[天周月年]前|刚(?:刚|才)?|最近|生日",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Mention:
    """A date as far as it was said."""

    year: int | None = None
    month: int | None = None
    day: int | None = None

    def fit(self, at: datetime) -> float:
        """The share of what was said that is so of ``at``; a wrong year or month rules it out."""
        said = [(self.year, at.year), (self.month, at.month), (self.day, at.day)]
        given = [(asked, is_) for asked, is_ in said if asked is not None]
        if any(asked != is_ for asked, is_ in given[: len(given) - (self.day is not None)]):
            return 0.0
        return sum(asked == is_ for asked, is_ in given) / len(given)


def mentions(text: str) -> tuple[Mention, ...]:
    """The dates that ``text`` names, longest forms first; ``may`` alone is a verb."""
    return tuple(dict.fromkeys(_mentions(text)))


def speaks_of_time(text: str) -> bool:
    """Whether ``text`` says when something is or was, in a word of either language."""
    return _SPEAKS_OF_TIME.search(text) is not None


def _mentions(text: str) -> Iterator[Mention]:
    for form in _FORMS:
        for found in form.finditer(text):
            yield _mention(found.groupdict())
        text = form.sub(" ; ", text)


def _mention(said: dict[str, str | None]) -> Mention:
    name, month = said.get("name"), said.get("month")
    return Mention(
        _number(said.get("year")),
        _SHORT[name[:3].casefold()] if name else _number(month),
        _number(said.get("day")),
    )


def _number(digits: str | None) -> int | None:
    return int(re.sub(r"\D", "", digits)) if digits else None
