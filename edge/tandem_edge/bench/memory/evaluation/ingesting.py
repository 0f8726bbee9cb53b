"""A sample's own memory: new, encrypted under a key nobody keeps, gone when its questions are."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from tandem_edge.bench.memory.evaluation.sample import Sample, Turn
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import LONGEST_TURN, RawTurn, Scope


@dataclass(frozen=True)
class Remembered:
    """The memory of one sample. ``turns`` gives the sample's turn for each raw turn's id."""

    room: MemoryRoom
    turns: Mapping[str, Turn]


@contextmanager
def remembered(sample: Sample, folder: Path, embedder: Embedder | None) -> Iterator[Remembered]:
    """Tell a fresh memory in ``folder`` all of ``sample``, session after session.

    Facts are read by the rules that ship. Raises what the memory raises.
    """
    key = Key(Secret(os.urandom(32)))
    with (
        tempfile.TemporaryDirectory(dir=folder) as home,
        open_memory(Path(home), key, Scope(), embedder) as room,
    ):
        turns: dict[str, Turn] = {}
        for _, session in groupby(sample.turns, key=lambda turn: turn.session):
            told = list(_told([*session]))
            captured, _ = room.hear([raw for raw, _ in told], told[-1][0].at)
            of = {raw.order: turn for raw, turn in told}
            turns |= {kept.id: of[kept.turn.order] for kept in captured.kept}
        yield Remembered(room, turns)


def _told(session: list[Turn]) -> Iterator[tuple[RawTurn, Turn]]:
    """The turns of one session as the memory takes them; one too long for it in several parts."""
    order = 0
    for turn in session:
        for start in range(0, len(turn.text), LONGEST_TURN):
            text = turn.text[start : start + LONGEST_TURN]
            if text.strip():
                yield _raw(turn, text, order), turn
                order += 1


def _raw(turn: Turn, text: str, order: int) -> RawTurn:
    return RawTurn(
        session=turn.session,
        order=order,
        speaker=turn.speaker,
        text=text,
        at=turn.at,
        origin=turn.origin,
    )
