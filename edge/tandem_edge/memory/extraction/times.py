"""When something is, as people say it in English and Chinese: an interval and how exact it is.

Unlike ``phone.language.phrases``, which finds the one moment an order means, this reads what is
told: days behind, months, seasons, the lunar calendar, anything that has a first and a last moment.

| said | meant |
|---|---|
| a day | midnight to midnight in the turn's zone |
| ``two weeks ago``, ``in a month`` | that whole week (Monday to Sunday), that whole month |
| a bare weekday, date, month or feast | behind, where the clause tells of the past; else ahead |
| a bare season | the nearest one ahead or behind, where the clause tells which; else nothing |
| ``last Tuesday`` | the nearest Tuesday before today; ``上周二`` that of the week before |
| a season | three whole months (spring is March to May), a winter by the year it begins in |
| ``the end of March``, ``月底`` | the last third of it |
| a clock time | a minute of the day said beside it; without a day, nothing |
| what hangs on something unknown (``the week before my birthday``) | nothing |
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from tandem_edge.memory.extraction import time_words_en, time_words_zh
from tandem_edge.memory.extraction.folding import Text, fold
from tandem_edge.memory.extraction.intervals import DAY, Now, Piece, Precision

__all__ = ["Precision", "Span", "find_times", "resolve_time", "tells_of_the_past"]

LONGEST = 2_000
"""Characters of a text that are looked at."""
_JOINT = re.compile(r"(?: |,|的|在|on|at|in the|in|around|大概|大约){0,4}")
_PAST = re.compile(
    r"\b(?:ago|yesterday|last|was|were|had|went|did|got|came|took|saw|met|bought|made|began|"
    r"left|spent|ate|flew|drove|ran|won|lost|broke|wrote|sold|gave|taught|caught|paid|felt|found|"
    r"became|grew|rode|swam|told|slept|wore|chose|fell|held|kept|knew|heard|woke|threw|drank|sent|"
    r"built|since|"
    r"(?!indeed|hundred|speed|breed|bleed|proceed|exceed|succeed)\w{3,}ed)\b|昨|去年|前[天年]|"
    r"(?<![为除])了(?!解|不)|过(?!年|生日|节|敏|来|去|[几两]|春节|端午|中秋|圣诞|元旦)|曾|"
    r"上[个周次]|以前|(?<=[号日天月年])[\u3400-\u9fff]{1,4}的[.!]?$"
)
_MARRIED = re.compile(r"\b(?:be|being|get|gets|getting) \w+ed\b")
"""No past: "getting married"."""
_AHEAD = re.compile(
    r"\b(?:will|'ll|shall|gonna|tomorrow|tonight|next|(?<!was )(?<!were )(?<!been )going to|"
    r"(?:plans?|intends?|aims?|hopes?|needs?|wants?|have|has) to|about to)\b|"
    r"(?:\b(?:am|is|are)|'m|'re|'s) (?:also |now |finally |probably |still |only ){0,2}"
    r"(?!living |working |using |learning |having been )\w+ing\b|"
    r"(?:\b(?:am|is|are)|'m|'re) (?:now )?(?:scheduled|booked|planned|set|due|moved|postponed|"
    r"pushed|rescheduled|changed)\b|"
    "明[天年]|下[个周]|打算|准备(?!好?了)|计划(?!了)|预定|预计|约(?:了|好)|"
    "[订定买]了(?=[0-9一二三四五六七八九十]{1,3}[月号]|[春中国元五]|周|星期)|"
    "(?<![重主需摘])要(?!求|是|点|素)|(?<![开聚晚年音乐唱协社机工])会(?![议员计场所])|"
    "(?<![即必])将(?![来就军])"
)
_BEHIND = re.compile(
    r"\b(?:ago|since|yesterday)\b|(?:was|were) (?:going|planning|supposed) to|本来|原本|原打算"
)
"""Past whatever else is said: since when, or a plan that was."""


@dataclass(frozen=True, slots=True)
class Span:
    """An interval: ``start`` to ``end`` (not in it), both aware; ``said`` is where it was said."""

    start: datetime
    end: datetime
    precision: Precision
    at: tuple[int, int]
    """From, to: characters of the folded text."""


def find_times(text: str | Text, at: datetime, *, past: bool | None = None) -> tuple[Span, ...]:
    """The times in ``text``, said at ``at`` (aware, in the speaker's zone), from left to right.

    ``past`` says whether bare days lie behind; without it, the words around them tell.
    """
    ready = fold(text) if isinstance(text, str) else text
    folded = ready.folded[:LONGEST]
    lean = tells_of_the_past(folded) if past is None else past
    ahead = tells_of_what_is_ahead(folded) if past is None else not past
    pieces = list(_pieces(folded, Now(at.date(), lean, ahead)))
    return tuple(span for group in _groups(folded, pieces) if (span := _span(group, at)))


def resolve_time(phrase: str, at: datetime, *, past: bool | None = None) -> Span | None:
    """The interval of ``phrase``, if it is one time and hardly anything else, else ``None``."""
    folded = fold(phrase)
    found = find_times(folded, at, past=past)
    if len(found) != 1:
        return None
    start, end = found[0].at
    rest = (folded.folded[:start] + folded.folded[end:]).strip(" ,.!?")
    return (
        found[0]
        if re.fullmatch(r"(?:on|in|at|by|since|back|the|around|在|从|于| )*", rest)
        else None
    )


def tells_of_the_past(folded: str) -> bool:
    """Whether the words of a folded clause are of what has been, not of what will be."""
    past = _BEHIND.search(folded) or _PAST.search(_MARRIED.sub(" ", folded))
    return bool(past) and not tells_of_what_is_ahead(folded)


def tells_of_what_is_ahead(folded: str) -> bool:
    """Whether the words of a folded clause are of a plan, or of what will be."""
    return bool(_AHEAD.search(folded)) and not _BEHIND.search(folded)


def tells_surely_of_the_past(folded: str) -> bool:
    """Whether a folded clause is of the past whatever else it says, a plan that was among it."""
    return bool(_BEHIND.search(folded))


_Found = tuple[int, int, Piece]


def _compiled(
    rules: tuple[tuple[str, time_words_en.Handler], ...], first: str
) -> list[tuple[re.Pattern[str], time_words_en.Handler]]:
    return [(re.compile(f"{first}(?:{pattern})"), handler) for pattern, handler in rules]


_RULES = _compiled(time_words_en.RULES, r"(?<![\w-])") + _compiled(time_words_zh.RULES, "")


def _pieces(folded: str, now: Now) -> Iterator[_Found]:
    """What each wording states, earlier rules first where two overlap."""
    taken: list[_Found] = []
    for pattern, handler in _RULES:
        for match in pattern.finditer(folded):
            start, end = match.span()
            if start == end or any(start < other[1] and other[0] < end for other in taken):
                continue
            try:
                taken.append((start, end, handler(match, now)))
            except (ValueError, OverflowError):
                taken.append((start, end, Piece()))
    yield from sorted(taken, key=lambda found: found[0])


def _groups(folded: str, pieces: list[_Found]) -> Iterator[list[_Found]]:
    """Pieces that stand side by side and do not say the same kind of thing: one time."""
    group: list[_Found] = []
    for piece in pieces:
        if group and (_clashes(group, piece[2]) or not _adjoin(folded, group[-1], piece)):
            yield group
            group = []
        group.append(piece)
    if group:
        yield group


def _adjoin(folded: str, one: _Found, other: _Found) -> bool:
    return bool(_JOINT.fullmatch(folded[one[1] : other[0]]))


def _clashes(group: list[_Found], piece: Piece) -> bool:
    kinds = [_kinds(found[2]) for found in group]
    return any(set(_kinds(piece)) & set(known) for known in kinds) or not all(kinds)


def _kinds(piece: Piece) -> tuple[str, ...]:
    said = (("day", piece.start), ("hours", piece.hours), ("clock", piece.clock))
    return tuple(name for name, value in said if value is not None)


def _span(group: list[_Found], at: datetime) -> Span | None:
    dated = [piece for _, _, piece in group if piece.start is not None]
    if not dated or dated[0].start is None or dated[0].end is None:
        return None
    hours = next((piece.hours for _, _, piece in group if piece.hours), None)
    clocked = next((piece for _, _, piece in group if piece.clock), None)
    where = (group[0][0], group[-1][1])
    first, last = dated[0].start, dated[0].end
    try:
        if last - first == DAY and clocked and clocked.clock:
            start = _moment(first, at) + _since_midnight(clocked, hours)
            return Span(start, start + timedelta(minutes=1), Precision.MINUTE, where)
        if last - first == DAY and hours:
            start, end = (_moment(first, at) + timedelta(hours=hour) for hour in hours)
            return Span(start, end, Precision.PART, where)
        return Span(_moment(first, at), _moment(last, at), dated[0].precision, where)
    except OverflowError:
        return None


def _since_midnight(piece: Piece, hours: tuple[int, int] | None) -> timedelta:
    hour, minute = piece.clock or (0, 0)
    if hours and not piece.exact and not hours[0] <= hour < hours[1]:
        could_be = [each for each in (hour + 12, hour + 24) if hours[0] <= each < hours[1]]
        hour = could_be[0] if could_be else hour
    return timedelta(hours=hour, minutes=minute)


def _moment(day: date, at: datetime) -> datetime:
    return datetime.combine(day, time(), tzinfo=at.tzinfo)
