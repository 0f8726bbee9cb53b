"""Corrections that are sentences of their own and say hardly more than the new value.

"Sorry, Tuesday", "Actually it's the 61 now", "no, it's 6 pm not 5", ``不对，是周六``; and which app
is used from now on, without what for: "No, use Quizlet", ``以后都用多邻国``. What they correct is
found in what was said before (``lifecycle.correcting``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from tandem_edge.memory.extraction.folding import Text, fold
from tandem_edge.memory.extraction.sorts import Sort, Value, may_be_hour, places_of, value_of
from tandem_edge.memory.extraction.times import find_times
from tandem_edge.memory.extraction.vocabulary import app

_SAID_AS_ONE = re.compile(r"^(?:it|that|i|make)\b|, not\b|\bit(?:'s| is) |是")
"""What tells "Johanna, not Joanna" from "turn on do not disturb"."""
LONGEST = 100
"""Characters of a correction; what is longer tells something by itself."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A new value, the words of the old one if they are said, and what is known of it."""

    value: Value
    old: str = ""
    switch: bool = False
    """Whether it is an app to be used in the place of another."""
    led: bool = False
    """Whether it says by itself that something before it was wrong: "no", ``不对``."""
    verb: str = ""
    """What it says of it: of what "it starts at 8:45 now" corrects, the owner said "starts"."""


ABOUT, HALF_DAY, WEEK = 20, 720, 7
"""Minutes that a time of day may be off, minutes after which a clock's face is the same again, and
days after which a day of the week is."""
_ZH_HOURS = "一 二 三 四 五 六 七 八 九 十 十一 十二".split()
_NEW, _OLD = "(?P<new>[^!?]{1,40}?)", "(?P<old>[^!?]{1,40}?)"
_EN_LED = (
    r"(?P<led>(?:(?:no|nope|sorry|wait|actually|oops|correction|hang on|my mistake|my bad|"
    r"i misspoke|scratch that|i was wrong|(?:that's |that was )?wrong|not quite|that's not right|"
    r"i got (?:that|it) wrong|i meant to say|change of plans?)[,.!:;]* +)+)"
)
_EN_MAYBE = rf"(?:oh[,!]? )?{_EN_LED}?"
_IT = r"(?:it's|it is|it was|that's|that is|it should be|should be|make (?:it|that))"
_WHAT = r"(?:the|my) (?:dose|dosage|price|cost|fee|time|date|day|amount|deadline)"
"""What something has, without saying of what."""
_MOVED = (
    rf"(?:(?:(?:it|that|{_WHAT})(?:'s| is| has| was| got)? (?:been )?(?:now )?)?(?:moved|"
    rf"rescheduled|pushed|"
    r"postponed|changed|brought forward)(?: back| forward)?|it(?:'s| has)? (?:just )?(?:went|gone|"
    r"risen|rose|dropped|fell|fallen|increased)(?: up| down)?|(?:they|he|she|we|i)(?:'ve| have|'s| "
    r"has)? (?:just )?(?:moved|changed|pushed|put|raised|cut|reset|rescheduled|lowered) it"
    r"(?: back| forward| up| down)?) (?:to|until)"
)
_THEY_DID = (
    r"(?:they|he|she|we|i)(?:'ve|'s| have| has)? (?:just )?(?:moved|changed|switched) "
    r"(?:it|that|the time|the date)"
)
_ZH_LED = (
    "(?P<led>(?:(?:不|不是|哦|等等)[,.!]+ ?|(?:哦|啊|哎呀)?(?:不对|错了|说错了|我说错了|对不起|"
    "抱歉|不好意思|更正一下|纠正一下|我?[记搞弄]错了|计划变了|其实)[,.! ]*)+)"
)
_ZH_NOW = (
    "(?:(?:他们|她们|老板|房东|学校|公司|老师|对方)?(?:已经|又|刚)?(?:把它|把时间|给)?"
    "(?:现在|如今|目前|已经|又|那|时间|日期|应该|药量|剂量|用量|价格|价钱|费用|金额|地点)*)"
)
_TURNED = (
    "(?:(?:改|换|变)(?:成|到|为|在)|推迟到|提前到|(?:延|挪|推|排|涨|降|加|减|升|调|瘦|胖|跌|长)到|"
    "(?:改|换)(?=[周星下明后今早晚上中零一二三四五六七八九十0-9]))"
)
_ZH_FIRST = "(?P<verb>[穿戴住停坐开睡起上去学考交付放])"
"""What one does, of which only the rest has changed."""
_END = r"(?: please)?[.! ]*$"
_TOLD = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{_EN_MAYBE}(?:{_IT} )?(?:now )?{_NEW}(?: now)?,? not {_OLD}(?: any ?more)?{_END}",
        rf"^{_EN_MAYBE}(?:{_IT} )?not {_OLD}[,.;]? (?:but|it's|it is|that's) {_NEW}{_END}",
        rf"^{_EN_MAYBE}{_MOVED} {_NEW}{_END}",
        rf"^{_EN_MAYBE}{_THEY_DID}[,;:.] ?(?:and )?(?:now )?{_IT} (?:now )?{_NEW}(?: now)?{_END}",
        rf"^{_EN_MAYBE}not {_OLD}[,.;] {_NEW}{_END}",
        rf"^{_EN_MAYBE}(?:she|he|they)(?:'s|'ve| has| have)?(?: just| recently)* "
        rf"turned {_NEW}{_END}",
        rf"^{_EN_MAYBE}(?:she's|he's|they're|she is|he is) (?:now )?{_NEW}(?: years old)? "
        rf"now{_END}",
        rf"^{_EN_MAYBE}(?:i'm|i am) (?:an? )?{_NEW},? actually{_END}",
        rf"^{_EN_MAYBE}(?:i'm|i am|we're|we are) (?:now )?(?P<verb>[a-z]{{2,10}}ing) (?:to |in |"
        rf"at |with )?"
        rf"{_NEW} instead{_END}",
        rf"^{_EN_LED}(?:i'm|i am|we're|we are) (?:now )?(?P<verb>[a-z]{{2,10}}ing) (?:to |in |at "
        rf"|with )?"
        rf"{_NEW}{_END}",
        rf"^{_EN_LED}(?:{_IT} )?(?:on |at )?{_NEW}(?: instead)?{_END}",
        rf"^(?:change|make) (?:it|that) (?:to )?{_NEW}{_END}",
        rf"^{_EN_MAYBE}i (?:meant|mean) {_NEW}(?:,? not {_OLD})?{_END}",
        rf"^{_ZH_LED}?(?:是)?不是{_OLD}[,.; ]*(?:而)?是{_NEW}{_END}",
        rf"^{_ZH_LED}?是{_NEW}[,.; ]*不是{_OLD}{_END}",
        rf"^{_ZH_LED}?{_ZH_NOW}{_TURNED}了?{_NEW}[了吧]?{_END}",
        rf"^{_ZH_LED}?[他她它](?:刚刚?|已经|现在|也|都)*(?:满|到)?{_NEW}了?{_END}",
        rf"^{_ZH_LED}?(?:我们?)?改(?P<verb>[去飞吃喝见看住买学练])(?:了)?{_NEW}了?{_END}",
        rf"^{_ZH_LED}(?:我们?)?{_ZH_FIRST}(?:在|到)?{_NEW}{_END}",
        rf"^{_ZH_LED}{_ZH_NOW}(?P<is>是|叫|在)?{_NEW}(?:才对)?[了吧]?{_END}",
    )
)
_NOW = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{_EN_LED}{_IT} (?:now )?{_NEW} now{_END}",
        rf"^{_EN_MAYBE}(?:it's|it is) (?:now )?(?P<new>the .{{1,20}}?) now{_END}",
        rf"^{_EN_MAYBE}(?:it's|it is) (?:now )?(?:on|at) {_NEW} now{_END}",
        rf"^{_ZH_LED}?(?:现在|如今|目前)是{_NEW}了{_END}",
        rf"^{_ZH_LED}(?:现在|如今|目前)是{_NEW}了?{_END}",
    )
)
"""What holds now. "It's 6 pm now" is the time of day itself, so these tell no time without "at"."""
_VERB = r"(?P<verb>(?!is\b|was\b|has\b|does\b)[a-z]{3,12}s)"
_IN = r"(?:at |on |in |for |until |till )?"
_ZH_VERB = "(?P<verb>(?![的是在])(?:(?![了吧啊呢])[\u3400-\u9fff]){1,2})"
"""Whatever is said of it: only what the owner said the same of can be meant."""
_DOES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{_EN_MAYBE}it now {_VERB} {_IN}{_NEW}{_END}",
        rf"^{_EN_MAYBE}it {_VERB} (?:now )?{_IN}{_NEW}(?: now|,? from [^,]{{3,16}}|"
        rf",? as of [^,]{{3,16}}|,? starting [^,]{{3,16}}){_END}",
        rf"^{_EN_LED}it {_VERB} {_IN}{_NEW}{_END}",
        rf"^{_EN_MAYBE}(?:she|he|they) (?:now )?{_VERB} (?:now )?{_IN}{_NEW}(?: now| "
        rf"instead){_END}",
        rf"^{_EN_MAYBE}(?:i|we) (?:now )?(?P<verb>[a-z]{{3,8}}) (?:the )?{_IN}{_NEW}(?: now| "
        rf"instead| these days){_END}",
        rf"^{_EN_MAYBE}(?:it's|it is|i'm|i am) (?:now )?(?P<verb>on|in|at) {_NEW} now{_END}",
        rf"^{_ZH_LED}?(?:它|那)?(?:现在|如今|目前|从?[^,]{{2,4}}起|以后)(?:改)?(?:是|在)?{_NEW}(?:才)?{_ZH_VERB}了?{_END}",
        rf"^{_ZH_LED}(?:它|那)?(?:是|在)?{_NEW}(?:才)?{_ZH_VERB}了?{_END}",
        rf"^{_ZH_LED}?(?:我们?)?(?:现在|如今|目前)(?:都|就)?(?:改)?{_ZH_FIRST}(?:在|到)?{_NEW}[了的]?{_END}",
    )
)
"""What something does now, and when or for how much."""
_COUNTS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{_EN_MAYBE}(?:it's|it is) (?:now )?(?:up to |down to )?{_NEW} now{_END}",
        rf"^{_EN_MAYBE}(?:it's|it is) now (?:up to |down to )?{_NEW}{_END}",
        rf"^{_ZH_LED}?(?:它)?(?:现在|如今|目前)(?:要|得|是|为)?{_NEW}了{_END}",
    )
)
"""What is now so much. A number that may be an hour tells the time."""
_JOINT = re.compile(r"[,;] ?(?:so |and |then )?")
_REASON = re.compile(
    r"\b(?:can't|cannot|couldn't|busy|sick|ill|away|clash\w*|chang\w+|moved|delay\w*|late|cancel\w*|"
    r"booked|full|closed|switch\w*|plan)\b|没空|有事|来不了|变|换|推迟|调整|生病|不行|满了|冲突|取消|晚点|去不了"
)
"""Why something is at another time, or another at all."""
_ON = r"(?:from (?:now|today|here) on|going forward|from tomorrow on)"
_SWITCHED = r"(?:i(?:'ve| have)? )?(?:just )?(?:switch|switched)"
_ZH_ON = "(?:以后|今后|往后|从今天起|从现在起|从现在开始|从今以后)"
_SWITCH = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{_SWITCHED} (?:over )?from {_OLD} to {_NEW}(?: now)?{_END}",
        rf"^{_EN_MAYBE}(?:please )?(?:{_ON},? )?(?:please )?(?:always )?use {_NEW} "
        rf"(?:instead of|rather than|not) {_OLD}(?:,? {_ON})?{_END}",
        rf"^{_EN_MAYBE}(?:please )?{_ON},? (?:please )?(?:always )?(?:i )?use {_NEW}{_END}",
        rf"^{_EN_MAYBE}(?:please )?(?:i )?(?:always )?use {_NEW},? {_ON}{_END}",
        rf"^{_EN_LED}(?:please |i )?(?:now )?use {_NEW}(?: now| instead)?{_END}",
        rf"^(?:please )?(?:i )?(?:now )?use {_NEW} (?:now|instead){_END}",
        rf"^{_EN_MAYBE}{_SWITCHED} (?:over )?to {_NEW}(?: now| instead)?{_END}",
        rf"^{_ZH_LED}?(?:我)?不用{_OLD}了?[,.; ]+(?:我)?(?:现在|以后)?(?:都|就)?"
        rf"(?:改用|换成|换用|改成|用){_NEW}了?{_END}",
        rf"^{_ZH_LED}?{_ZH_ON},?(?:请|都|就|一律|我|全)*(?:改)?用{_NEW}(?:吧|了|就好|就行)*{_END}",
        rf"^{_ZH_LED}(?:请|都|就|我)*(?:改)?用{_NEW}(?:吧|了)*{_END}",
        rf"^(?:我)?(?:现在|已经)*(?:都|就)?(?:改用|换用|换成|改成){_NEW}(?:吧|了)*{_END}",
    )
)


def correction_in(text: str, at: datetime) -> Correction | None:
    """The correction that ``text`` is, if it is nothing but one; ``at`` is when it was said."""
    line = fold(text)
    if len(line.said) > LONGEST:
        return None
    return (
        next(_switches(line), None)
        or next(_values(line, at), None)
        or next(_after_reason(line, at), None)
    )


def _after_reason(line: Text, at: datetime) -> Iterator[Correction]:
    """The correction after what made it so: "Tess can't do Saturday, it's Sunday now"."""
    parts = _JOINT.split(line.folded, maxsplit=1)
    if len(parts) != 2 or not _REASON.search(parts[0]):
        return
    last = line.cut(len(line.said) - len(parts[1]), len(line.said))
    for found in _values(last, at):
        old = places_of(found.value, parts[0], at)
        named = line.said[slice(*old[0])] if len(old) == 1 else ""
        if found.value.sort is not Sort.NAME or found.verb:
            yield replace(found, old=found.old or named)


def _switches(line: Text) -> Iterator[Correction]:
    for pattern in _SWITCH:
        match = pattern.match(line.folded)
        name = _cut(line, match, "new") if match else ""
        if match and app(name):
            value = Value(name, Sort.NAME)
            led = bool(match.groupdict().get("led")) or "instead" in match[0]
            yield Correction(value, _cut(line, match, "old"), True, led)


def _values(line: Text, at: datetime) -> Iterator[Correction]:
    for patterns, timeless in ((_NOW, True), (_TOLD, False), (_DOES, False), (_COUNTS, True)):
        for pattern in patterns:
            match = pattern.match(line.folded)
            found = _value(line, match, at) if match else None
            if match and found and not (timeless and _tells_the_time(found, match, at)):
                if patterns is _COUNTS and not _may_be_now(found):
                    continue
                if found.sort is Sort.NAME and _verb_follows(match):
                    continue
                led, old = bool(match.groupdict().get("led")), _cut(line, match, "old")
                yield Correction(found, old, led=led, verb=_cut(line, match, "verb").rstrip("s"))


def _value(line: Text, match: re.Match[str], at: datetime) -> Value | None:
    """The new value. A name that only follows a Chinese "no", or only stands before "not", may be
    anything else too."""
    words = _cut(line, match, "new")
    found = value_of(words, at)
    if found is None:
        return None
    groups = match.groupdict()
    bare = "is" in groups and groups["is"] is None
    loose = groups.get("old") and not groups.get("led") and not _SAID_AS_ONE.search(match[0])
    return None if found.sort is Sort.NAME and (bare or loose) else found


def _verb_follows(match: re.Match[str]) -> bool:
    """Whether what is said of the value stands behind it, where a name has no end to be seen."""
    verb = bool(match.groupdict().get("verb"))
    return verb and match.start("verb") > match.start("new")


def _may_be_now(value: Value) -> bool:
    """Whether "it's ... now" says this of a thing: an amount, a time, an address."""
    if value.sort is Sort.NUMBER:
        return not may_be_hour(value.said)
    return value.sort is not Sort.NAME or any(char.isdigit() for char in value.said)


def _tells_the_time(value: Value, match: re.Match[str], at: datetime) -> bool:
    """Whether it may be the time of day or the day itself that is told: it is true of ``at``."""
    if value.sort not in (Sort.CLOCK, Sort.DAY) or re.search(r"\b(?:on|at) ", match[0]):
        return False
    if value.sort is Sort.CLOCK:
        minutes = _minutes(value.said)
        apart = (minutes - at.hour * 60 - at.minute) % HALF_DAY if minutes is not None else 0
        return min(apart, HALF_DAY - apart) <= ABOUT
    spans = find_times(fold(value.said), at, past=False)
    return not spans or (spans[0].start - at).days in (-1, WEEK - 1)


def _minutes(said: str) -> int | None:
    """A time of day in minutes, by the clock's face; ``None`` where it is not read."""
    folded = fold(said).folded
    match = re.search(r"(?P<h>\d{1,2})(?:[:.点](?P<m>\d\d))?", folded)
    hour = next((n for n, zh in enumerate(_ZH_HOURS, 1) if f"{zh}点" in folded), 0)
    if not match and not hour:
        return None
    half = 30 if "半" in folded or "half past" in folded else 0
    return int(match["h"]) * 60 + int(match["m"] or half) if match else hour * 60 + half


def _cut(line: Text, match: re.Match[str], name: str) -> str:
    said = match.groupdict().get(name)
    return line.said[slice(*match.span(name))].strip(" ,.!") if said else ""
