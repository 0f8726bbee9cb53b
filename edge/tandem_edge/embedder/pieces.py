"""Texts cut into the pieces the model knows: Unigram (Kudo 2018, arXiv 1804.10959).

The library ``tokenizers`` does the same, and reads the text first here too, but holds a vocabulary
of this size in a trie of 80 MB. This takes 5: of each piece a 64-bit hash, its score, its number.
That two texts share a hash among a hundred thousand is left out of account (1 in 10**14).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

Hashes = NDArray[np.uint64]
UNKNOWN_PENALTY = 10.0
"""Below the least likely piece: what an unknown character costs (``tokenizers``, ``unigram``)."""
AT_ONCE = 4096
"""Pieces that are read together: what is not kept is small."""
_BASE = np.uint64(0x9E3779B97F4A7C15)
_SIEVE_BITS = 20
_SIEVED = np.uint64(64 - _SIEVE_BITS)
_VOCABULARY = re.compile(r'"vocab":\s*\[')
_DECODER = json.JSONDecoder()


@dataclass(frozen=True)
class Pieces:
    """A vocabulary. ``keys`` are hashes in order, ``numbers`` the pieces' numbers in that order,
    ``scores`` their logarithmic likelihoods by number, ``least`` that of an unknown character;
    ``sieve`` rules most hashes out at once; ``frame`` is the rest of the tokenizer."""

    frame: Any
    keys: Hashes
    numbers: NDArray[np.int64]
    scores: NDArray[np.float64]
    sieve: NDArray[np.bool_]
    longest: int
    unknown: int
    least: float
    special: dict[str, int]

    def encode(self, text: str, most: int) -> list[int]:
        """The numbers of the pieces of ``text``, at most ``most`` with those around them."""
        found: list[int] = []
        for part in self._parts(text):
            if part in self.special:
                found.append(self.special[part])
            else:
                found += self._cut(part)
        first, last = self.special["<s>"], self.special["</s>"]
        return [first, *found[: most - 2], last]

    def _parts(self, text: str) -> Iterator[str]:
        """Stretches as they are cut: normalised, with marks for blanks; special ones bare."""
        between = "|".join(map(re.escape, self.special))
        for part in re.split(f"({between})", text):
            if part in self.special:
                yield part
            elif part:
                normal = self.frame.normalizer.normalize_str(part)
                yield from (piece for piece, _ in self.frame.pre_tokenizer.pre_tokenize_str(normal))

    def _cut(self, text: str) -> list[int]:
        """The likeliest pieces (Viterbi); characters that no piece has are one unknown each run."""
        size = len(text)
        score, back, number = [0.0] * (size + 1), [-1] * (size + 1), [self.unknown] * (size + 1)
        at = 0
        matches = self._matches(text)
        start, end, own = next(matches, (size, 0, 0))
        while at < size:
            base, single = score[at], False
            while start == at:
                worth = base + self.scores.item(own)
                if back[end] < 0 or worth > score[end]:
                    score[end], back[end], number[end] = worth, at, own
                single = single or end == at + 1
                start, end, own = next(matches, (size, 0, 0))
            at += 1
            if not single and (back[at] < 0 or base + self.least > score[at]):
                score[at], back[at], number[at] = base + self.least, at - 1, self.unknown
        return self._walked(back, number)

    def _walked(self, back: list[int], number: list[int]) -> list[int]:
        found, at = [], len(back) - 1
        while at > 0:
            found.append(number[at])
            at = back[at]
        runs = groupby(reversed(found))
        return [each for own, run in runs for each in ([own] if own == self.unknown else run)]

    def _matches(self, text: str) -> Iterator[tuple[int, int, int]]:
        """Every stretch that is a piece: where it begins and ends, and its number, in order."""
        hashes = list(_growing(_points(text), self.longest))
        every = np.concatenate(hashes)
        starts = np.concatenate([np.arange(len(some)) for some in hashes])
        lengths = np.repeat(np.arange(1, len(hashes) + 1), [len(some) for some in hashes])
        likely = np.flatnonzero(self.sieve[every >> _SIEVED])
        at = np.minimum(np.searchsorted(self.keys, every[likely]), len(self.keys) - 1)
        sure = self.keys[at] == every[likely]
        here, numbers = likely[sure], self.numbers[at[sure]]
        order = np.lexsort((lengths[here], starts[here]))
        first = starts[here][order]
        last = first + lengths[here][order]
        yield from zip(first.tolist(), last.tolist(), numbers[order].tolist(), strict=True)


def read_pieces(tokenizer: str) -> Pieces:
    """The vocabulary in a ``tokenizer.json``. Raises ``ValueError`` for one of another kind."""
    from tokenizers import Tokenizer

    opening = _VOCABULARY.search(tokenizer)
    if opening is None:
        raise ValueError("there is no vocabulary")
    keys, scores, longest, end = _vocabulary(tokenizer, opening.end())
    told = json.loads(tokenizer[: opening.end()] + '["<unk>",0.0]' + tokenizer[end:])
    model = told["model"]
    if model["type"] != "Unigram" or model.get("byte_fallback") or model["unk_id"] is None:
        raise ValueError("not the kind of tokenizer that is known here")
    special = {each["content"]: int(each["id"]) for each in told["added_tokens"]}
    unknown, model["unk_id"] = int(model["unk_id"]), 0
    frame = Tokenizer.from_str(json.dumps(told | {"added_tokens": [], "post_processor": None}))
    order = np.argsort(keys)
    sieve = np.zeros(1 << _SIEVE_BITS, bool)
    sieve[keys >> _SIEVED] = True
    least = float(scores.min()) - UNKNOWN_PENALTY
    return Pieces(frame, keys[order], order, scores, sieve, longest, unknown, least, special)


def _vocabulary(text: str, end: int) -> tuple[Hashes, NDArray[np.float64], int, int]:
    """Hashes and scores by number, the longest piece's characters, and where the list ends."""
    keys: list[Hashes] = []
    scores: list[float] = []
    longest = 0
    entries = _entries(text, end)
    while some := list(islice(entries, AT_ONCE)):
        pieces = [piece for piece, _, _ in some]
        keys.append(_hashes_of(pieces))
        scores += [score for _, score, _ in some]
        longest = max(longest, *map(len, pieces), 0)
        end = some[-1][2]
    return np.concatenate(keys), np.asarray(scores, np.float64), longest, end


def _entries(text: str, at: int) -> Iterator[tuple[str, float, int]]:
    """The pieces of a JSON list one by one, with their scores and where each ends."""
    while text[at] != "]":
        (piece, score), at = _DECODER.raw_decode(text, at + (text[at] == ","))
        yield piece, float(score), at


def _hashes_of(pieces: list[str]) -> Hashes:
    sizes = np.asarray([len(piece) for piece in pieces])
    first, points = np.cumsum(sizes) - sizes, _points("".join(pieces))
    found = np.zeros(len(pieces), np.uint64)
    for place in range(int(sizes.max(initial=0))):
        has = sizes > place
        found[has] = found[has] * _BASE + points[first[has] + place]
    return found


def _points(text: str) -> Hashes:
    """Its characters as numbers above 0."""
    return np.frombuffer(text.encode("utf-32-le"), np.uint32).astype(np.uint64) + np.uint64(1)


def _growing(points: Hashes, longest: int) -> Iterator[Hashes]:
    """The hashes of each stretch of one character, of two, and so on: polynomials, modulo 2**64."""
    found = np.zeros(len(points), np.uint64)
    for length in range(1, min(longest, len(points)) + 1):
        count = len(points) - length + 1
        found = found[:count] * _BASE + points[length - 1 :]
        yield found
