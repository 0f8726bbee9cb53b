"""Whether a text shares wording with texts that must stay unseen: runs of words, and pieces."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import ceil

RUN = 13
"""Words in a row (of Chinese: characters) that two texts share only when one is taken from the
other (Brown et al. 2020, arXiv 2005.14165, appendix C)."""
PIECE = 3
"""Characters of a piece."""
ALIKE, SHORT = 0.6, 8
"""Share of pieces (Jaccard) from which two texts are one wording, and the fewest pieces for that to
say anything: eight pieces are a Chinese sentence of ten characters."""
_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_\u3400-\u9fff]+")
_NOT_LETTERS = re.compile(r"[\W_]+")


class Overlaps:
    """An index over texts that must stay unseen, given with what each is to be called by."""

    def __init__(self, unseen: Mapping[str, str]) -> None:
        self._runs: dict[tuple[str, ...], str] = {}
        self._sets: list[tuple[frozenset[str], str]] = []
        self._exact: dict[str, str] = {}
        self._with: defaultdict[str, list[int]] = defaultdict(list)
        for place, (text, name) in enumerate(sorted(unseen.items())):
            found = pieces(text)
            self._runs.update((run, name) for run in runs(text))
            self._sets.append((found, name))
            self._exact[plain(text)] = name
            for piece in found:
                self._with[piece].append(place)

    def same(self, text: str) -> str | None:
        """The name of the unseen text that ``text`` is, letter for letter."""
        return self._exact.get(plain(text))

    def run(self, text: str) -> str | None:
        """The name of an unseen text that shares ``RUN`` words in a row."""
        return next((self._runs[run] for run in runs(text) if run in self._runs), None)

    def alike(self, text: str) -> str | None:
        """The name of an unseen text that shares most pieces, where both have ``SHORT`` or more.

        Finds every one: texts that share ``ALIKE`` of ``n`` pieces share one of any
        ``n - ceil(ALIKE * n) + 1``, so only the rarest so many are looked up (prefix filtering,
        Chaudhuri et al. 2006, doi 10.1109/ICDE.2006.9).
        """
        mine = pieces(text)
        if len(mine) < SHORT:
            return None
        rare = sorted(mine, key=lambda piece: (len(self._with.get(piece, ())), piece))
        looked_up = rare[: len(mine) - ceil(ALIKE * len(mine)) + 1]
        places = {place for piece in looked_up for place in self._with.get(piece, ())}
        for place in sorted(places):
            theirs, name = self._sets[place]
            if len(theirs) >= SHORT and jaccard(mine, theirs) >= ALIKE:
                return name
        return None


def plain(text: str) -> str:
    """``text`` without case, white space and punctuation."""
    return _NOT_LETTERS.sub("", text.casefold())


def pieces(text: str) -> frozenset[str]:
    """Every ``PIECE`` characters in a row of the plain text; a shorter one is its own piece."""
    letters = plain(text)
    found = frozenset(letters[at : at + PIECE] for at in range(len(letters) - PIECE + 1))
    return found or frozenset({letters})


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Every ``RUN`` words in a row; each Chinese character is a word."""
    words = _WORD.findall(text.casefold())
    return (tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1))


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """Share of the pieces of both that both have, from 0 to 1."""
    return len(one & other) / len(one | other)
