"""What the owner wants to be reminded of, and what makes it due.

Time and recurrence, a place, an app, a person, an event. Only the owner's own words count, and only
when they ask for a reminder; a condition that is not understood is an ``event`` in its words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from tandem_edge.memory.extraction.folding import Text, fold, has_chinese
from tandem_edge.memory.extraction.protocol import Prospect
from tandem_edge.memory.extraction.recurrences import recurrence_in
from tandem_edge.memory.extraction.times import Precision, find_times
from tandem_edge.phone.language.phrases import PhraseError, parse_moment
from tandem_shared.memory import Activation, Origin, RawTurn
from tandem_shared.text import one_line

MORNING = timedelta(hours=9)
"""When something is due of which only the day was said."""
LONGEST = 300

_EN_ASK = r"(?:remind me|don't let me forget|give me a (?:nudge|reminder)|ping me)"
_EN = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<when>(?:when|next time|every|on|at|in|after|before|once|tomorrow|"
        r"tonight|the next time|as soon as)\b.+?),? (?:please |can you |could you "
        rf")?{_EN_ASK} (?:to |about |of |that )?(?P<what>.+)",
        rf".*?\b{_EN_ASK} (?P<when>(?:(?:when|next time|every|on|at|in|after|before|"
        r"once|tomorrow|tonight|next|this)\b.*?)) (?:to|about|that) (?P<what>.+)",
        rf".*?\b{_EN_ASK} (?:to |about |of |that )?(?P<what>.+)",
    )
)
_EN_TAIL = re.compile(
    r"(?P<what>.+?),? (?P<when>(?:when|next time|the next time|once|as soon as|"
    r"after|before|every|whenever) .+)$"
)
_ZH = tuple(
    re.compile(pattern)
    for pattern in (
        "(?P<when>.*?)[,]?(?:请|记得|麻烦|你|要|就|再|帮我|一定|都|可以|能不能|"
        "能)*提醒(?:一下)?我(?:一下|一声)?[,:]?(?:别忘了|记得)?(?P<what>.*)",
        "(?P<when>.*?)[,]?(?:请|你|千万)*别让我忘(?:了|记)(?:要)?(?P<what>.+)",
    )
)
_EN_WHEN = (
    (
        "app",
        re.compile(
            r"(?:when|next time|whenever|once)(?: ever)? i (?:open|use|launch|am on|'m on|"
            r"am in|start) (?P<v>.+)"
        ),
    ),
    (
        "place",
        re.compile(
            r"(?:when|once|as soon as|next time) (?:i|we) (?:get|arrive|come|'m|am|reach|"
            r"go|pass|drive by|walk by)(?: back)?(?: to| at| by| near| in| past)? "
            r"?(?P<v>(?!up|off|out|done|with|finished|free|ready|tired|paid|married)(?:the "
            r"|my )?\w.+)"
        ),
    ),
    (
        "contact",
        re.compile(
            r"(?:when|next time|the next time|whenever) (?:i (?:see|meet|talk to|speak to|"
            r"call|text|message|chat with|am with|'m with) )(?P<v>.+)"
        ),
    ),
    (
        "contact",
        re.compile(
            r"(?:when|next time|the next time|whenever) (?P<v>[\w' ]+?) (?:calls|texts|"
            r"messages|writes|emails|rings|visits)(?: me| back)?$"
        ),
    ),
    ("event", re.compile(r"(?P<v>(?:when|once|as soon as|after|before|whenever|next time) .+)")),
)
_ZH_WHEN = (
    (
        "app",
        re.compile(
            "(?:我)?(?:下次|每次|一)?(?:打开|用|刷|上)(?P<v>[^,到]{1,12}?)(?:的时候|时|"
            "之前|就|后)?$"
        ),
    ),
    (
        "contact",
        re.compile(
            "(?:我)?(?:下次|等|当|如果)?(?:见到?|看到|碰到|遇到|联系|打电话给|"
            "给)(?P<v>[\u3400-\u9fffA-Za-z]{1,8}?)(?:打电话|发消息|的时候|时|后|之后|了)*$"
        ),
    ),
    (
        "contact",
        re.compile(
            "(?:等|当|如果|下次)?(?P<v>[\u3400-\u9fffA-Za-z]{1,6}?)(?:给我)?(?:打电话|来电|"
            "发消息|发微信)(?:来|过来|给我)?(?:的时候|时|了)?$"
        ),
    ),
    (
        "place",
        re.compile(
            "(?:我|等我|当我|等|下次)*(?:一)?(?:到了?|回到?|去|路过|"
            "经过)(?P<v>[^,]{1,12}?)(?:的时候|时|之后|以后|后|就|了)*$"
        ),
    ),
    ("event", re.compile("(?P<v>.+(?:之前|之后|以前|以后|的时候|前|后|时|完|了))$")),
)


class RuleProspector:
    """A ``Prospector`` by rules."""

    def prospects(self, turn: RawTurn, context: Sequence[RawTurn] = ()) -> tuple[Prospect, ...]:
        """See ``Prospector.prospects``."""
        if turn.origin is not Origin.OWNER or len(turn.text) > LONGEST:
            return ()
        text = fold(turn.text)
        zh = has_chinese(text.said)
        for pattern in _ZH if zh else _EN:
            if match := pattern.match(text.folded.rstrip(" .!?")):
                found = _prospect(text, match, zh, turn.at)
                return (found,) if found else ()
        return ()


def _prospect(text: Text, match: re.Match[str], zh: bool, at: datetime) -> Prospect | None:
    what, when = text.cut(*match.span("what")), Text("", "")
    if "when" in match.re.groupindex:
        when = text.cut(*match.span("when"))
    if not when.said.strip() and (tail := None if zh else _EN_TAIL.match(what.folded)):
        what, when = what.cut(*tail.span("what")), what.cut(*tail.span("when"))
    conditions = _conditions(when, what, zh, at)
    summary = one_line(_bare(what, at), limit=LONGEST)
    if not conditions or not summary:
        return None
    activation = Activation.model_validate(conditions)
    return Prospect(summary=summary, language="zh" if zh else "en", activation=activation)


def _conditions(when: Text, what: Text, zh: bool, at: datetime) -> dict[str, object]:
    """What makes it due: from the words of the condition, else from those of the errand."""
    whole = when if when.said.strip() else what
    rule = recurrence_in(whole, at)
    if rule:
        return {"recurrence": rule}
    moment = _moment(when, at) or _moment(what, at)
    if moment:
        return {"time": moment}
    return _condition(when, zh) if when.said.strip() else {}


def _condition(when: Text, zh: bool) -> dict[str, object]:
    bare = when.cut(0, len(when.folded.rstrip(" ,")))
    for name, pattern in _ZH_WHEN if zh else _EN_WHEN:
        if match := pattern.match(bare.folded):
            value = re.sub(r"^(?:the|my) ", "", bare.said[match.start("v") : match.end("v")]).strip(
                " ,."
            )
            if value:
                return {name: value}
    return {}


def _moment(text: Text, at: datetime) -> datetime | None:
    """The moment that ``text`` names; of a day, its morning. A clock time alone is the next one."""
    span = next(iter(find_times(text, at, past=False)), None)
    if span is not None:
        exact = span.precision in (Precision.MINUTE, Precision.PART)
        return span.start if exact else span.start + MORNING
    for phrase in _phrases(text):
        try:
            return parse_moment(phrase, at).replace(tzinfo=at.tzinfo)
        except (PhraseError, ValueError, OverflowError):
            continue
    return None


_CLOCK = re.compile(
    r"(?:at |around )?\d{1,2}(?:[:.]\d\d)? ?[ap]\.?m\b\.?|at \d{1,2}(?::\d\d)?\b|"
    r"\b\d{1,2}:\d\d\b|at (?:noon|midnight)|"
    r"in (?:\d+|an?|half an|two|three|five|ten|twenty) (?:minutes?|mins?|hours?)|"
    r"(?:at )?(?:half|quarter) (?:past|to) \w+|"
    "(?:早上|上午|中午|下午|晚上|傍晚)?[0-9一二三四五六七八九十两]{1,3}点(?:半|"
    "一刻|三刻|[0-9一二三四五十]{1,3}分?)?|"
    "[0-9一二三四五六七八九十两半]{1,3}个?(?:分钟|小时|钟头)(?:以?后|之后)"
)


def _phrases(text: Text) -> list[str]:
    return [match[0] for match in _CLOCK.finditer(text.folded)]


def _bare(what: Text, at: datetime) -> str:
    """The errand without the time in it."""
    cut = [span.at for span in find_times(what, at, past=False)]
    cut += [match.span() for match in _CLOCK.finditer(what.folded)]
    said = what.said
    for start, end in sorted(set(cut), reverse=True):
        said = said[:start] + " " + said[end:] if end <= len(said) else said
    said = re.sub(r"\s+(?:on|at|by|in|every)\s*$", "", re.sub(r"\s+", " ", said).strip(" ,.!?。"))
    return said.strip(" ,.!?。")
