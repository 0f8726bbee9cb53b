"""The exact facts of a right answer: its numbers, dates, names and quoted titles.

An answer has them when each stands in it, in whatever form: ``7 May 2023`` and ``2023年5月7日`` are
the same. English names are told from words by the conversation itself: they stand there with a
capital inside sentences and never without. Chinese names are not told from words, unless quoted.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from tandem_edge.phone.language.numerals import CARDINALS, CHINESE, parse_large

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = (
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
)
_DATED_MONTH = re.compile(
    rf"\b({_MONTH})\b\.?(?= *,? *\d)|(?<=\d) *(?:st|nd|rd|th)?(?: of)? *\b({_MONTH})\b|"
    rf"\b(?!may\b|march\b)({_MONTH})\b"
)
_BARE_MONTH = re.compile(r"(?<=[a-z] )(March|May)\b(?! *,? *\d)")
"""A month that is also a verb: with a capital, inside a sentence."""
_CHINESE_MONTH = re.compile(r"(\d{1,2})月")
_ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b")
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?")
_CHINESE_NUMBER = re.compile(
    rf"[{CHINESE}万亿]{{2,12}}|[{CHINESE}](?=[年月日号岁点个次天周小分秒元块人本只条倍层楼公])"
)
_WORD_NUMBER = re.compile(rf"\b(?:{'|'.join(sorted(CARDINALS, key=len, reverse=True))})\b")
_VAGUE = {"one", "zero"}
"""Number words that most often count nothing."""
_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_CHINESE_DAY = re.compile("(?:星期|周|礼拜)([一二三四五六日天])")
_DAY = re.compile(rf"\b({'|'.join(_DAYS)})s?\b")
_PRONOUN = {"i", "i'm", "i've", "i'll", "i'd"}
_QUOTED = re.compile(r"[\"“「《]([^\"”」》]{1,80})[\"”」》]")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_INSIDE = re.compile(r"(?<=[a-z,;)] )[A-Z]\w+(?:['’]\w+)*")


def exact_facts(gold: str, answer: str, names: Iterable[str]) -> bool | None:
    """Whether every exact fact of ``gold`` stands in ``answer``; ``None`` where it has none.

    ``names`` are those of the conversation, in lower case (see ``names_in``).
    """
    numbers, titles = set(numbers_in(gold)), [_folded(each) for each in _QUOTED.findall(gold)]
    known = set(names)
    wanted = {_bare(word) for word in _WORD.findall(gold) if word[0].isupper()} & known
    if not numbers and not titles and not wanted:
        return None
    said = {_bare(word) for word in _WORD.findall(answer)}
    plain = _folded(answer)
    return (
        numbers <= set(numbers_in(answer))
        and wanted <= said
        and all(title in plain for title in titles)
    )


def names_in(texts: Iterable[str]) -> frozenset[str]:
    """Words, in lower case, that stand with a capital inside a sentence and never without one."""
    inside: set[str] = set()
    plain: set[str] = set()
    for text in texts:
        inside.update(_bare(word) for word in _INSIDE.findall(text))
        plain.update(word for word in _WORD.findall(text) if word.islower())
    return frozenset(inside - plain - _PRONOUN)


def numbers_in(text: str) -> Iterator[str]:
    """Numbers, months and days of the week, each in one form."""
    yield from (f"month {MONTHS.index(m[:3].lower()) + 1}" for m in _BARE_MONTH.findall(text))
    plain = unicodedata.normalize("NFKC", text).casefold()
    yield from (f"day {_DAYS.index(each)}" for each in _DAY.findall(plain))
    yield from (f"day {'一二三四五六日'.index(d)}" for d in _chinese_days(plain))
    plain = _CHINESE_NUMBER.sub(_digits, _CHINESE_DAY.sub(" ", plain))
    plain = _ISO.sub(r"\1年\2月\3日", plain)
    yield from (f"month {int(each)}" for each in _CHINESE_MONTH.findall(plain))
    yield from (f"month {MONTHS.index(''.join(m)[:3]) + 1}" for m in _DATED_MONTH.findall(plain))
    plain = _CHINESE_MONTH.sub(" ", plain)
    yield from (_plain_number(each) for each in _NUMBER.findall(plain))
    words = (each for each in _WORD_NUMBER.findall(plain) if each not in _VAGUE)
    yield from (str(CARDINALS[each]) for each in words)


def _chinese_days(text: str) -> Iterator[str]:
    yield from (each.replace("天", "日") for each in _CHINESE_DAY.findall(text))


def _digits(found: re.Match[str]) -> str:
    try:
        return str(parse_large(found[0]))
    except ValueError:
        return found[0]


def _plain_number(written: str) -> str:
    whole, point, rest = written.replace(",", "").partition(".")
    rest = rest.rstrip("0")
    return (whole.lstrip("0") or "0") + (f".{rest}" if point and rest else "")


def _bare(word: str) -> str:
    """A word in lower case, without the ending of a possessive."""
    return word.casefold().replace("’", "'").removesuffix("'s")


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
