"""Whether a clause says that something is so, is not so, or is not so any more."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from tandem_edge.memory.extraction.folding import Text
from tandem_edge.memory.extraction.subjects import On, Reading


class Polarity(StrEnum):
    """Whether something is so, is not so, or is not so any more."""

    SO = "so"
    DENIED = "denied"
    ENDED = "ended"


_EN_ADVERBS = re.compile(
    r"(?:'ve |have |has |'s |'m |am |are |is |'re |do |does )?(?P<cut>(?:really|"
    r"just|also|now|currently|still|already|actually|honestly|"
    r"absolutely|definitely|totally|finally|recently|truly|officially|basically|"
    r"kind of|kinda|quite|both|only|even|"
    r"always(?= (?:liked?|loved?|hated?|been|preferred))|obviously|personally|"
    r"do(?= (?:like|love|have|eat|drink|live|work|hate|enjoy))) )+"
)
_ZH_ADVERBS = re.compile(
    "(?:已经|已|现在|目前|一直|最近|其实|真的|真|就|也|都|还是|还|特别|非常|超级|"
    "超|很|挺|蛮|刚刚|刚|才|又|本来|自己|从小就?|"
    "终于|确实|尤其|向来|一向|今年)+(?!家)"
)
_EN_ENDED = re.compile(
    r"(?:(?:'m|'s|'re|am|is|are|have|has|'ve) )?(?P<cut>no longer )|"
    r"(?P<cut2>(?:don't|do not|doesn't|does not|can't) )(?=.*\b(?:any ?more|any "
    r"longer)\b)"
    r"|(?:'m|'s|'re|am|is|are) (?P<cut3>not )(?=.*\b(?:any ?more|any longer)\b)|"
    r"(?P<cut4>used to (?:be (?:a |an )?(?=allergic|afraid))?)"
)
_EN_DENIED = re.compile(
    r"(?P<cut>(?:don't|do not|doesn't|does not|can't|cannot|didn't|haven't|have "
    r"not) )|(?:'m|'s|'re|am|is|are) (?P<cut2>not )|(?:is|are)(?P<cut3>n't)"
)
_ZH_ENDED = re.compile(
    "(?P<cut>不再)|(?P<cut2>(?:已经)?不)(?![喜想要太得])(?=.*了$)|"
    "(?P<cut3>(?:已经)?不(?=喜欢.*了$))|(?P<cut4>以前|曾经|原来|过去|"
    "之前)(?!的)(?:在)?|(?P<cut5>没在)(?=.*了$)"
)
_ZH_DENIED = re.compile("(?P<cut>并?不(?![喜要能好得太怎管敢必知懂]))|(?P<cut2>没有?(?!有))")


@dataclass(frozen=True, slots=True)
class Said:
    """A reading without what denies it, and its polarity."""

    reading: Reading
    polarity: Polarity


def ways(reading: Reading, zh: bool) -> list[Said]:
    """The reading as it is, and without its "no longer" or its "not"."""
    if reading.on is On.CLAUSE:
        return [Said(reading, Polarity.SO)]
    adverbs, ended, denied = (
        (_ZH_ADVERBS, _ZH_ENDED, _ZH_DENIED) if zh else (_EN_ADVERBS, _EN_ENDED, _EN_DENIED)
    )
    rest = _without(reading.rest, adverbs) or reading.rest
    without = _without(rest, ended)
    if without is not None:
        return [Said(with_rest(reading, without), Polarity.ENDED)]
    plain = [Said(with_rest(reading, rest), Polarity.SO)]
    if rest is not reading.rest and zh:
        plain.append(Said(reading, Polarity.SO))
    negative = _without(rest, denied)
    return [*plain, Said(with_rest(reading, negative), Polarity.DENIED)] if negative else plain


def with_rest(reading: Reading, rest: Text) -> Reading:
    """``reading`` with other words left to read."""
    return replace(reading, rest=rest)


def _without(text: Text, pattern: re.Pattern[str]) -> Text | None:
    match = pattern.match(text.folded)
    if not match or match.end() == 0:
        return None
    names = [name for name in match.re.groupindex if match[name]]
    start, end = match.span(names[0]) if names else match.span()
    return Text(text.said[:start] + text.said[end:], text.folded[:start] + text.folded[end:])
