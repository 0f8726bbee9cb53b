"""How often terms stand in the passages of a pool.

A store notes the terms of a text once, when it is kept, as numbers of four bytes: to cut a thousand
passages into terms again for each search would take longer than all the rest. Two terms share a
number (CRC-32) once in four thousand million pairs; one of them is then counted as the other.

Whoever changes ``terms`` or ``forms`` adds a migration that notes everything anew
(``store.noting``): what was noted before would tell something else.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tandem_edge.memory.retrieval.forms import Form, form_of
from tandem_edge.memory.retrieval.keyword import counts_of, dated_counts, lengths, table_of
from tandem_edge.memory.retrieval.pool import Floats, Passage, before
from tandem_edge.memory.retrieval.terms import terms

Codes = NDArray[np.uint32]
Places = NDArray[np.int64]
FORMS = tuple(each.name for each in fields(Form))
CODE = np.dtype("<u4")
_CACHED = 1_000


class Counts(Protocol):
    """Counts of terms in some passages."""

    def plain(self, asked: Sequence[str]) -> Floats:
        """How often each term stands in each passage's own words, ``[terms, passages]``."""

    def dated(self, asked: Sequence[str]) -> Floats:
        """The same with the passage's speaker and day."""

    @property
    def lengths(self) -> Floats:
        """Terms of each passage's own words ``[passages]``."""

    @property
    def dated_lengths(self) -> Floats:
        """The same with the passage's speaker and day."""

    @property
    def forms(self) -> Floats:
        """What the form of the words tells, 0 or 1, ``[passages, len(FORMS)]``."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is kept of a text: the codes of all its terms as it is searched, how many of them, the
    last ones, are its own words' (the first are its day's and speaker's), and its form in bits."""

    codes: bytes
    own: int
    form: int

    @property
    def distinct(self) -> set[int]:
        """The code of each term once."""
        return set(np.frombuffer(self.codes, CODE).tolist())

    @property
    def length(self) -> int:
        """Terms in all."""
        return len(self.codes) // CODE.itemsize


def code_of(term: str) -> int:
    """The number of one term."""
    return zlib.crc32(term.encode())


def codes_of(found: Iterable[str]) -> bytes:
    """The numbers of terms, one after another."""
    return np.fromiter(map(code_of, found), CODE).tobytes()


def note(text: str, shown: str) -> Note:
    """The note of ``text`` that is searched as ``shown``.

    Raises ``ValueError`` when ``shown`` does not end with ``text``.
    """
    if not shown.endswith(text):
        raise ValueError("what is searched ends with the words themselves")
    own = terms(text)
    first = terms(shown.removesuffix(text))
    return Note(codes_of([*first, *own]), len(own), _bits(form_of(text)))


class WordCounts:
    """``Counts`` out of the words themselves: for a few passages, or where nothing was noted."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages
        self._plain = [counts_of(each.text) for each in passages]
        self._dated = [dated_counts(each) for each in passages]

    def plain(self, asked: Sequence[str]) -> Floats:
        """See ``Counts.plain``."""
        return table_of(self._plain)(asked)

    def dated(self, asked: Sequence[str]) -> Floats:
        """See ``Counts.dated``."""
        return table_of(self._dated)(asked)

    @cached_property
    def lengths(self) -> Floats:
        """See ``Counts.lengths``."""
        return lengths(self._plain)

    @cached_property
    def dated_lengths(self) -> Floats:
        """See ``Counts.dated_lengths``."""
        return lengths(self._dated)

    @cached_property
    def forms(self) -> Floats:
        """See ``Counts.forms``."""
        return _flags([_bits(form_of(each.text)) for each in self._passages])


class NotedCounts:
    """``Counts`` out of the passages' notes, by their ids."""

    def __init__(self, passages: Sequence[Passage], notes: Mapping[str, Note]) -> None:
        own = [notes[each.id] for each in passages]
        last = [noted.codes[-CODE.itemsize * noted.own :] if noted.own else b"" for noted in own]
        first = [_first(each, noted) for each, noted in zip(passages, own, strict=True)]
        self._last, self._first = _Tally(last), _Tally(first)
        self._bits = [noted.form for noted in own]

    def plain(self, asked: Sequence[str]) -> Floats:
        """See ``Counts.plain``."""
        return self._last.table(asked)

    def dated(self, asked: Sequence[str]) -> Floats:
        """See ``Counts.dated``."""
        return np.asarray(self._last.table(asked) + self._first.table(asked), np.float32)

    @property
    def lengths(self) -> Floats:
        """See ``Counts.lengths``."""
        return self._last.sizes

    @property
    def dated_lengths(self) -> Floats:
        """See ``Counts.dated_lengths``."""
        return np.asarray(self._last.sizes + self._first.sizes, np.float32)

    @cached_property
    def forms(self) -> Floats:
        """See ``Counts.forms``."""
        return _flags(self._bits)


class _Tally:
    """Codes of several parts, one after another, and whose each is."""

    def __init__(self, parts: Sequence[bytes]) -> None:
        sizes = np.asarray([len(part) // CODE.itemsize for part in parts], np.int64)
        self.sizes = np.asarray(sizes, np.float32)
        self._codes: Codes = np.frombuffer(b"".join(parts), CODE)
        self._owner: Places = np.repeat(np.arange(len(parts)), sizes)
        self._rows: dict[str, Floats] = {}

    def table(self, asked: Sequence[str]) -> Floats:
        """How often each term stands in each part ``[terms, parts]``."""
        rows = [self._row(term) for term in asked]
        return np.asarray(rows, np.float32).reshape(len(asked), len(self.sizes))

    def _row(self, term: str) -> Floats:
        if term not in self._rows:
            whose = self._owner[self._codes == code_of(term)]
            often = np.bincount(whose, minlength=len(self.sizes))
            self._rows[term] = np.asarray(often, np.float32)
        return self._rows[term]


def _first(passage: Passage, noted: Note) -> bytes:
    """Codes of the day and the speaker; a unit's are not noted, since its day may change."""
    known = noted.codes[: len(noted.codes) - CODE.itemsize * noted.own]
    return known or _codes_before(before(passage))


@lru_cache(maxsize=_CACHED)
def _codes_before(text: str) -> bytes:
    return codes_of(terms(text))


def _bits(form: Form) -> int:
    return sum(getattr(form, name) << place for place, name in enumerate(FORMS))


def _flags(bits: Sequence[int]) -> Floats:
    several = np.asarray(bits, np.int64)
    flags = [several >> place & 1 for place in range(len(FORMS))]
    return np.asarray(np.stack(flags, axis=1), np.float32)


CACHES = (_codes_before,)
"""Of texts; see ``search.forget``."""
