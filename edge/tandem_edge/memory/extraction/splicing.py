"""Where a sentence has some words, and other words put in their place."""

from __future__ import annotations

import re

from tandem_edge.memory.extraction.folding import fold, has_chinese, plain
from tandem_edge.memory.extraction.sorts import Place
from tandem_edge.memory.extraction.times_of_day import with_part_of_day


def where_said(words: str, said: str) -> list[Place]:
    """Where ``said`` has ``words``, as words; of Chinese, anywhere."""
    wanted = fold(words).folded
    if not wanted:
        return []
    edge = "" if has_chinese(words) else r"(?<![^\W\u3400-\u9fff]){}(?![^\W\u3400-\u9fff])"
    pattern = edge.format(re.escape(wanted)) if edge else re.escape(wanted)
    return [found.span() for found in re.finditer(pattern, fold(said).folded)]


def spliced(said: str, place: Place, new: str) -> str:
    """``said`` with ``new`` in the place of a value of its own; what else it says stays as it was
    written, but for blanks, wherever that has the same length as its folded form."""
    start, end = place
    folded, written = fold(said).said, " ".join(said.split())
    text = written if len(written) == len(folded) else folded
    before, after = text[:start], text[end:]
    new = with_part_of_day(text[start:end], new)
    return before + _without_echo(new, before, after) + after


def _without_echo(new: str, before: str, after: str) -> str:
    """``new`` without words that stand beside it already: "Hill Road" in the place of "Mill" in
    "Mill Road"."""
    if has_chinese(new):
        words, ahead, joint = list(new), list(after), ""
    else:
        words, ahead, joint = new.split(), after.split(), " "
    for count in range(len(words) - 1, 0, -1):
        tail = [word.casefold() for word in words[-count:]]
        if [word.strip(".,!").casefold() for word in ahead[:count]] == tail:
            return joint.join(words[:-count])
    return new


def same_words(one: str, other: str) -> bool:
    """Whether two values are the same words."""
    return plain(one) == plain(other)
