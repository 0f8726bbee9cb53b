"""The words of a time phrase: one table of patterns, and the walk that reads a phrase with it.

``read`` tidies the text and walks it; each match fills in fields of a ``Reading``, before any
clock is consulted. A word no pattern knows is an error.
"""

from __future__ import annotations

import re

from tandem_edge.phone.language import reading as said
from tandem_edge.phone.language.numerals import CHINESE, NUMBER, ORDINAL_WORD, WORD, either, words
from tandem_edge.phone.language.reading import (
    AM,
    NIGHT,
    NOON,
    OFFSETS,
    PM,
    ZH_OFFSETS,
    Handler,
    PhraseError,
    Reading,
)
from tandem_edge.phone.language.tidying import LONGEST, tidy

_VAGUE = rf"(?!一?点(?![钟整半0-9{CHINESE}]))"  # 早点, 早一点 mean "a bit earlier"
# The hours a part of the day may mean; 24 and up are the small hours after a night.
_PARTS = {
    "(?:in (?:the )?)?early(?: in the)? morning": frozenset(range(3, 10)),
    "(?:in the )?morning": frozenset(range(12)),
    "(?:in the )?afternoon": frozenset(range(12, 20)),
    "(?:in the )?evening": frozenset(range(16, 25)),
    "night": NIGHT,
    r"a\.? ?m\b\.?": AM,
    r"p\.? ?m\b\.?": PM,
}
_ZH_PARTS = {
    "凌晨": frozenset(range(7)),
    "清[晨早]": frozenset(range(3, 10)),
    f"早(?:[上晨间]|(?<=[今明昨]早)(?!点)|{_VAGUE})": frozenset(range(1, 12)),
    "上午": frozenset(range(1, 13)),
    "中午": NOON,
    "下午|午后": frozenset(range(12, 20)),
    "傍晚": frozenset(range(16, 21)),
    f"晚(?:[上间]|(?<=[今明昨]晚)(?!点)|{_VAGUE})|夜[晚间里]?|[深半]夜": NIGHT,
}

_N = NUMBER
_E = r"(?![a-z])"
_LAST = rf"(?![日号月天年个周点:.0-9{CHINESE}])"
_NO_MARK = rf"(?![半整刻小分秒钟时]){_LAST}"  # 3月12 下午四点
_WEEK = "(?:周|星期|礼拜)"
_ZH_DAY = "(?:[一二三四五六日天末]|[七八九十](?!点)|[1-7](?![0-9点时:.个号日月年天小分秒周]))"
_ZH_WHICH = "(下下|下|这|本|上上|上)个?"
_MONTH = (
    "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    rf"sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?){_E}\.?"
)
_WEEKDAY = (
    "(mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|"
    rf"sun(?:day)?|weekend){_E}"
)
_TH = r"(?:st|nd|rd|th)"
_DAY = rf"({ORDINAL_WORD}|{WORD}|[0-9]{{1,2}}(?:(?={_TH})|(?![0-9:])))(?:{_TH}{_E})?"
_YEAR = r"(?:,? ?([0-9]{4})(?![0-9:]))?"
_UNIT = (
    "(seconds?|secs?|s|minutes?|mins?|months?|m|hours?|hrs?|h|days?|d|weeks?|wks?|w|years?|yrs?)"
    + _E
)
_AND = "and (?:a half|a quarter|three quarters)"
_ZH_UNIT = rf"(秒钟?|分钟?|刻钟|小时|钟头|天|{_WEEK}(?!{_ZH_DAY})|个月|年)"
_LONG = "[0-9]{5,9}(?![0-9])"
_PRECISE = r"[0-9]{1,9}\.[0-9]{1,2}|(?:[0-9]{1,3} )?[0-9]/[0-9](?![0-9])"
_COUNT = (
    "((?:a )?couple(?: of)?|half an?|half|(?:a )?quarter of an|three quarters of an|a quarter|"
    rf"quarter|an?(?= )|{_PRECISE}|{_LONG}|{_N})"
)
_ZH_COUNT = rf"(半个?|个把|{_PRECISE}|{_LONG}|{_N})(?:(?<=[十百千0])来|个来)?"
_MIN = "(?: (?:minutes?|mins?))"
_BEFORE_CLOCK = "before(?= (?:noon|midday|midnight|[0-9]{1,2}(?::[0-9]{2}| ?[ap][. ]?m)))"
_ISO_CLOCK = r"([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,9})?)?"
_ISO_ZONE = "(?: ?(z|utc|gmt|[+-][0-9]{2}(?::?[0-9]{2})?))?(?![0-9:a-z])"
_ISO = r"(?:([0-9]{1,6}(?:\.[0-9]{1,3})?)%s)?"
_ISO_LENGTH = f"p(?=t?[0-9]){_ISO % 'w'}{_ISO % 'd'}(?:t{_ISO % 'h'}{_ISO % 'm'}{_ISO % 's'})?"

# How a rule may begin ("a" a Latin letter, "0" a digit, "中" anything else), pattern, meaning.
# The first that fits wins.
_RULES: tuple[tuple[str, str, Handler], ...] = (
    ("中", r"[ ,。.;!?、()]+|大概|大约|左右|上下|差不多|的|在|于|约|准时|为止|截止", said.skip),
    ("a", rf"(?:on|around|about|roughly|approximately|approx|or so|of|and|for|sharp|please|by|"
     rf"at(?= night)|at the latest|{_BEFORE_CLOCK}|later(?= to(?:day|night))){_E}", said.skip),
    ("a", rf"the{_E}(?! {ORDINAL_WORD})", said.skip),
    ("a中", rf"at{_E}|@|o'?clock{_E}", said.says("hour_cue", True)),
    ("a中", rf"(?:right )?now{_E}|现在|此刻", said.now),
    ("a", rf"(?:from now|later|hence|(?:in|after)(?! the| early)){_E}", said.says("direction", 1)),
    ("a", rf"ago{_E}", said.says("direction", -1)),
    ("a中", rf"(?:this|same) time{_E}|这个?(?:时候|时间|点|时刻)|这会儿?|此时|同[一样]时间",
     said.says("same_time", True)),
    # dates
    ("0", rf"([0-9]{{4}})-([0-9]{{2}})-([0-9]{{2}})([t ]){_ISO_CLOCK}{_ISO_ZONE}", said.iso),
    ("0", "([0-9]{4})[-/.](1[0-2]|0?[1-9])[-/.]([0-9]{1,2})(?:t(?=[0-9])|(?![0-9]))", said.ymd),
    ("0中", rf"(?:({_N})年)?({_N})月({_N})(?:[日号]|{_NO_MARK})", said.ymd),
    ("0中", rf"(?:({_N})月|月)[底末]", said.month_end),
    ("a", rf"end of {_MONTH}", said.month_end),
    ("a", rf"end of (?:the )?(?:month{_E}|(?=next month|this month))", said.month_end),
    ("a", rf"{_MONTH} (?:the )?{_DAY}{_YEAR}", said.month_day),
    ("a0", rf"(?<!at )(?:the )?{_DAY}(?: of)?[ -]{_MONTH}{_YEAR}", said.day_month),
    ("a0中", rf"([0-9]{{1,2}}){_TH}|the ({ORDINAL_WORD})|({_N})[日号]", said.day_only),
    ("a", rf"(next|this|last) month{_E}", said.relative("months_on")),
    ("中", rf"{_ZH_WHICH}(?:月(?!底)|(?=月底))", said.relative("months_on")),
    ("a中", rf"(next|this|last) year{_E}|(明年|今年|后年|去年)", said.relative("years_on")),
    # days
    ("a", rf"(?:(this coming|coming|next|this|last) )?{_WEEKDAY}", said.weekday),
    ("中", rf"(?:{_ZH_WHICH})?{_WEEK}({_ZH_DAY})", said.weekday),
    ("a中", rf"(next|this|last) week{_E}|{_ZH_WHICH}{_WEEK}", said.relative("week")),
    ("a", rf"(tonight|last(?= night)|this(?= (?:morning|afternoon|evening))){_E}", said.day_part),
    ("a", rf"({either(OFFSETS)}){_E}", said.offset),
    ("中", rf"({either(ZH_OFFSETS)})", said.offset),
    # clock times
    ("0", "(0[0-9])([0-5][0-9])(?![0-9])", said.clock),
    ("0", r"([0-9]{1,2})[:.]([0-9]{2})(?::([0-9]{2}))?(?![:.]?[0-9])(?! ?(?:小时|h))", said.clock),
    ("a0中", rf"(?:(?:12(?::00)?|twelve) )?(?:noon|midday){_E}|正午", said.named_time(PM)),
    ("a0中", rf"(?:(?:12(?::00)?|twelve) )?midnight{_E}|午夜", said.named_time(NIGHT)),
    ("a0", rf"(?:a )?(half|quarter|{_N}){_MIN}? (?:past|after) (midnight|noon|midday){_E}",
     said.off_twelve(1)),
    ("a0", rf"(?:a )?(quarter|{_N}){_MIN}? (?:to|before|till?|(?<=quarter )of) "
     rf"(midnight|noon|midday){_E}", said.off_twelve(-1)),
    ("a0", rf"(?:a )?(half|quarter|{_N}){_MIN}? (?:past|after) ({_N})", said.off_the_hour(1)),
    ("a0", rf"(?:a )?(quarter|{WORD}|{_N}(?={_MIN})){_MIN}? "
     rf"(?:to|before|till?|(?<=quarter )of) ({_N})",
     said.off_the_hour(-1)),
    ("中", rf"差({_N}刻|{_N})(?:分钟?)?(?:到|就)?({_N})点[钟整]?", said.off_the_hour(-1)),
    ("0中", rf"({_N})点[钟整]?差({_N}刻|{_N})(?:分钟?)?", said.hour_first),
    ("0中", rf"({_N})[点时](?:[钟整]|过?(?:(半)|({_N})(刻|分)|({_N}){_LAST}))?", said.zh_clock),
    ("a", rf"({words(1, 12)})[ -](?:oh?[ -]({words(1, 9)})|({words(10, 59)}))(?! (?:min|hour|sec))",
     said.spoken_clock),
    *(("a", words + _E, said.part(hours)) for words, hours in _PARTS.items()),
    *(("中", words, said.part(hours)) for words, hours in _ZH_PARTS.items()),
    ("a", rf"{_ISO_LENGTH}(?![a-z0-9.])", said.iso_length),
    # lengths of time, and what is left: a number
    ("a0中", rf"{_COUNT}( {_AND})?[ -]?{_UNIT}( {_AND}{_E})?", said.length),
    ("0中", rf"{_ZH_COUNT}(个半)?个?{_ZH_UNIT}(半(?!夜)钟?)?", said.length),
    ("中", "(?:以|之)?后|再?过", said.says("direction", 1)),
    ("中", "(?:以|之)?前", said.before),
    ("a0中", rf"({_N})", said.number),
)  # fmt: skip


_Groups = tuple[str | None, ...]
_Rules = tuple[re.Pattern[str], dict[int, tuple[Handler, int]]]


def _compile(lead: str) -> _Rules:
    """The rules for one beginning as one pattern, and the handler by each one's group number."""
    rules = [(pattern, handler) for leads, pattern, handler in _RULES if lead in leads]
    handlers, group = {}, 1
    for pattern, handler in rules:
        count = re.compile(pattern).groups
        handlers[group] = (handler, count)
        group += 1 + count
    any_rule = "|".join(f"({pattern})" for pattern, _ in rules)
    return re.compile(f"(?:{any_rule}) ?", re.ASCII), handlers


_LETTER, _DIGIT, _OTHER = _compile("a"), _compile("0"), _compile("中")
_UNKNOWN = re.compile(r"[a-z']+|[0-9]+|.", re.DOTALL)
_DEADLINE = re.compile(
    "(?:(?:(?:no|not) later than|before|due(?: (?:by|on|at|before))?|until|'?till?) |"
    "截止到?|截至|直到|赶在|最[晚迟]|不晚于|到|至)"
)
"""What may come before a day or a time that is a deadline, besides the fillers."""


def read(phrase: str) -> Reading:
    """What ``phrase`` states. Raises ``PhraseError``, naming the words it does not know."""
    if len(phrase) > LONGEST:
        raise PhraseError(f"longer than {LONGEST} characters")
    statements, unknown = _split(tidy(phrase))
    if unknown:
        raise PhraseError(f"do not understand {' '.join(unknown)!r} in {phrase!r}")
    reading = Reading(phrase)
    try:
        for handler, groups in statements:
            handler(reading, *groups)
    except PhraseError:
        raise
    except ValueError as error:
        raise PhraseError(f"{error} in {phrase!r}") from None
    return reading


def _split(text: str) -> tuple[list[tuple[Handler, _Groups]], list[str]]:
    """The statements that the wordings in ``text`` make, and the words that are none of them."""
    statements: list[tuple[Handler, _Groups]] = []
    unknown: list[str] = []
    deadline = _DEADLINE.match(text)
    at, after_unknown = deadline.end() if deadline else 0, -1
    while at < len(text):
        pattern, handlers = _rules_for(text[at])
        if match := pattern.match(text, at):
            group = match.lastindex or 0
            handler, count = handlers[group]
            statements.append((handler, match.groups()[group : group + count]))
        elif match := _UNKNOWN.match(text, at):
            joined = unknown.pop() if at == after_unknown else ""
            unknown.append(joined + match.group())
            after_unknown = match.end()
        at = match.end() if match else len(text)
    return statements, unknown


def _rules_for(first: str) -> _Rules:
    if "a" <= first <= "z":
        return _LETTER
    return _DIGIT if "0" <= first <= "9" else _OTHER
