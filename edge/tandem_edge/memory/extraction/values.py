"""A value cut out of what was said: without articles, fillers and what only hangs on to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from tandem_edge.memory.extraction.folding import Text, has_chinese
from tandem_edge.memory.extraction.times import find_times

LONGEST = 120
_EN_CUT = re.compile(
    r"[,;:!?()\x00](?!\d)|(?<!\bmr)(?<!\bmrs)(?<!\bms)(?<!\bdr)(?<!\bst)(?<!\bprof)\.(?!\d)"
    r"| (?:because|but|so|since|when|whenever|if|although|"
    r"though|while|which|who|that|where|"
    r"and (?:i|we|my|she|he|it|they|then|also|am|is|have|has|now|it's|i'm|she's|"
    r"he's|want|need)\b|than|"
    r"for (?:my|the|about|over|almost|\d+|an?|two|three|four|five|six|ten|many|"
    r"years|months|ages|now|me)\b|"
    r"as (?:much|well|of|an?|the) |as (?:much|well|of)|rather|instead|ever since|"
    r"anymore|any more|any longer|after|until|so much|with my)\b"
)
_EN_FRONT = re.compile(
    r"(?:(?:a little|a (?:bit|lot) of|a bit|an?|the|my|our|some|to|just|really|"
    r"like|any|quite|about|around|both|also|fluent|basic|this|"
    r"a (?:few|couple of)|lots of|called|named|in|at|on)(?= ) +)+"
)
_EN_BACK = re.compile(
    r"[ ,]+(?:please|now|right now|these days|nowadays|too|as well|actually|lately|"
    r"recently|btw|though|again|already|"
    r"anyway|currently|at the moment|for now|ever|a lot|a bit|very much|really|"
    r"thanks|thank you|you know|at all|more|most|"
    r"fluently|well|still|myself|so far|by the way|full time|full-time|part time|"
    r"part-time|best|the best|of all time|"
    r"for years|for a while|for me|and|or|in general|overall|badly|mostly|only|"
    r"originally|on|in|at|since|by|from|until|over|ok|okay|tbh)$"
)
_ZH_CUT = re.compile("[,;:.!?()\x00](?![0-9])|因为|所以|但是|不过(?!敏)|可是|的时候")
_ZH_FRONT = re.compile(
    "(?:一[个家名位只条台辆部所间款种支本]|这[个家种]|那[个家种]|[:的吗]|了|点儿?|"
    "一点儿?|我的?|自己的?|有点|这样|是|在(?=[^线职读])|叫)+"
)
_ZH_BACK = re.compile(
    "(?:[了啊呢吧哦呀嘛啦哈噢~着的]|一下|(?:这|那)?个?(?:软件|应用|app)|比较多|"
    "为主|之类的?|什么的|来着|左右|一点儿?|也会一点|都行|已经|现在|"
    "好[几多]年|很久|其实|本人|谢谢|[一二两三四五六七八九十0-9]+年多?)$"
)
_EMPTY = re.compile(
    r"(?:it|that|this|them|him|her|you|these|those|how|what|one|everything|nothing|"
    r"being|there|here|me|us|all|"
    r"something|anything|someone|people|things|do|be|so|way|idea|fact|kind|sort|"
    r"both|same|much|many|more|thing|sound|"
    r"look|feeling|where|when|who|not|none|no|yes)(?: .*)?"
    r"|(?:它|这|那|你|他|她|我|这样|那样|这个|那个|什么|自己|大家|东西|事|人|感觉|"
    r"一样|不是|没有|好|是|有|在|到|去|来)(?:们)?"
)
_AND = re.compile(
    r" *, *(?:and |or )?| and | or | & | as well as | plus |、| ?[和跟与及] ?|还有|"
    r"以及"
)
_PAIRS = re.compile(
    r"\b(?:mac|fish|rock|salt|bread|wine|arts|black|peanut butter|drum|bed|gin|"
    r"cookies|r|ham) (?:and|&) |[和跟与][^、,]*?(?:一起|一块|一同)"
)
"""What is one thing though it is said with "and"; and 和...一起, which says with whom."""


def values_in(
    text: Text, at: datetime, *, listed: bool, raw: bool, past: bool | None = None
) -> Iterator[str]:
    """The values in ``text``, as they were said; none where there is nothing but fillers. ``past``
    is that of ``find_times``, for the times behind them."""
    if raw:
        yield from _fit(_ended(_stripped(text)), raw=True)
        return
    parts = list(_split(_cut(text, listed))) if listed else [_cut(text, listed)]
    for part in parts:
        yield from _fit(trimmed(part, at, past), raw=False)


def _ended(text: Text) -> Text:
    """Without the particles that end a Chinese sentence."""
    match = re.search("[了吧啊哦呢啦呀嘛]+$", text.folded)
    return _stripped(text.cut(0, match.start())) if match else text


def _fit(short: Text, *, raw: bool) -> Iterator[str]:
    # A blank that stands for a quotation is no word of anybody's.
    fits = bool(short.said) and len(short.said) <= LONGEST and "\x00" not in short.said
    empty = not re.search(r"\w", short.said) or (not raw and _EMPTY.fullmatch(short.folded))
    if fits and not empty:
        yield short.said


def _cut(text: Text, listed: bool) -> Text:
    pattern = _ZH_CUT if has_chinese(text.said) else _EN_CUT
    start = 0
    while match := pattern.search(text.folded, start):
        if listed and match[0] == ",":
            start = match.end()
            continue
        return text.cut(0, match.start())
    return text


def _split(text: Text) -> Iterator[Text]:
    if _PAIRS.search(text.folded) or "《" in text.folded:
        yield text
        return
    start = 0
    for match in _AND.finditer(text.folded):
        yield text.cut(start, match.start())
        start = match.end()
    yield text.cut(start, len(text.said))


def trimmed(text: Text, at: datetime, past: bool | None = None) -> Text:
    """``text`` without articles in front, and without fillers and times behind."""
    zh = has_chinese(text.said)
    front, back = (_ZH_FRONT, _ZH_BACK) if zh else (_EN_FRONT, _EN_BACK)
    text = _stripped(text)
    for _ in range(8):
        length = len(text.said)
        if match := front.match(text.folded):
            text = _stripped(text.cut(match.end(), length))
        if match := back.search(text.folded):
            text = _stripped(text.cut(0, match.start()))
        text = _stripped(_without_last_time(text, at, past))
        if len(text.said) == length:
            break
    return text


def _without_last_time(text: Text, at: datetime, past: bool | None) -> Text:
    spans = find_times(text, at, past=past)
    # The number of a house reads as a day of the month does.
    house = bool(spans) and re.search("[路街巷弄道区院村楼]$", text.folded[: spans[-1].at[0]])
    if spans and not house and spans[-1].at[1] == len(text.said) and spans[-1].at[0] > 0:
        return text.cut(0, spans[-1].at[0])
    return text


def _stripped(text: Text) -> Text:
    start, end = 0, len(text.said)
    while start < end and text.folded[start] in " ,.!?;:\"'\x00、-":
        start += 1
    while end > start and text.folded[end - 1] in ' ,.!?;:"\x00、~':
        end -= 1
    return text.cut(start, end)
