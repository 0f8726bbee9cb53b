"""Whether a task says something new: same words first, then nearness of meaning."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tandem_shared.canonical import digest
from tandem_shared.tasks import Task

Vectors = NDArray[np.float32]
NEAREST = 0.975
"""Cosine by multilingual-e5-small from which two tasks count as one: from about here on, one
wording of many words differs in a single value alone (seen on 1,500 constructed tasks)."""
NEAREST_WORDS = 0.95
"""The same for ``HashedWords``."""


class Meaning(Protocol):
    """The part of an embedder that is needed here."""

    @property
    def identity(self) -> str:
        """What tells its vectors from others'."""

    def passages(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors ``[len(texts), dimension]``."""


class HashedWords:
    """Vectors by hashed character trigrams: for a machine without the embedder, and for tests."""

    identity = "character trigrams hashed to 512 (FNV-1a)"

    def passages(self, texts: Sequence[str]) -> Vectors:
        """See ``Meaning``."""
        found = np.zeros((len(texts), 512), np.float32)
        for row, text in enumerate(texts):
            padded = f"  {text.casefold()} "
            for at in range(len(padded) - 2):
                found[row, _fnv(padded[at : at + 3].encode()) % 512] += 1
        norms = np.linalg.norm(found, axis=1, keepdims=True)
        return found / np.maximum(norms, 1e-9)  # type: ignore[no-any-return]


def _fnv(data: bytes) -> int:
    value = 2166136261
    for byte in data:
        value = ((value ^ byte) * 16777619) & 0xFFFFFFFF
    return value


def text_of(task: Task) -> str:
    """What is compared: all that the user says unasked."""
    return "\n".join(task.turns)


def normal(text: str) -> str:
    """``text`` without case, width, punctuation and white space."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text).casefold())


def said_of(task: Task) -> str:
    """Its identity as to words: what is said, and to which end.

    The same words on another phone, or where the answer is another, are another task."""
    ends = digest(task.criteria.model_dump(mode="json"))
    return f"{task.dimension}|{normal(text_of(task))}|{ends}"


@dataclass(frozen=True)
class Judgement:
    """How new a task is, and what makes it a duplicate, or ``""``."""

    novelty: float
    duplicate: str = ""


class Novelty:
    """What has been kept so far, and how far from it others are.

    ``foreign`` are tasks of other splits: whoever says the same as one of them is a duplicate.
    """

    def __init__(self, meaning: Meaning, foreign: Iterable[Task] = ()) -> None:
        self.meaning = meaning
        self._nearest = NEAREST_WORDS if isinstance(meaning, HashedWords) else NEAREST
        self._foreign = {normal(text_of(task)) for task in foreign}
        self._said: set[str] = set()
        self._kept: list[Vectors] = []

    def judge(self, units: Sequence[Sequence[Task]]) -> tuple[list[Judgement], Vectors]:
        """One judgement for each unit of tasks that stand or fall together, by its first task.

        Those that are new are kept at once, so that later ones are compared with them. Also gives
        the kept ones' vectors ``[kept, dimension]``, for ``restore``.
        """
        fresh = self.meaning.passages([text_of(unit[0]) for unit in units])
        before = self._before(fresh)
        found: list[Judgement] = []
        rows: list[int] = []
        for place, unit in enumerate(units):
            nearest = float(before[place])
            if rows:
                nearest = max(nearest, float(np.max(fresh[rows] @ fresh[place])))
            judgement = self._judged(unit, nearest)
            found.append(judgement)
            if not judgement.duplicate:
                rows.append(place)
        kept = fresh[rows]
        self.restore([units[place] for place in rows], kept)
        return found, kept

    def restore(self, units: Sequence[Sequence[Task]], vectors: Vectors) -> None:
        """Take in what was kept, with the vectors of then."""
        for unit in units:
            for task in unit:
                self._said.add(said_of(task))
        if len(vectors):
            self._kept.append(vectors)

    def _before(self, fresh: Vectors) -> Vectors:
        if not self._kept:
            return np.zeros(len(fresh), np.float32)
        if len(self._kept) > 32:
            self._kept = [np.concatenate(self._kept)]
        nearest = [np.max(fresh @ kept.T, axis=1) for kept in self._kept]
        return np.max(np.stack(nearest), axis=0)  # type: ignore[no-any-return]

    def _judged(self, unit: Sequence[Task], nearest: float) -> Judgement:
        novelty = round(min(1.0, max(0.0, 1 - nearest)), 4)
        if any(normal(text_of(task)) in self._foreign for task in unit):
            return Judgement(novelty, "in another split")
        if any(said_of(task) in self._said for task in unit):
            return Judgement(novelty, "same words")
        if nearest >= self._nearest:
            return Judgement(novelty, "near duplicate")
        self._said.update(map(said_of, unit))
        return Judgement(novelty)
