"""Answers to the guard's items, kept as they come: what is kept is not asked again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from tandem_shared.errors import UsageError
from tandem_shared.tools import Frozen
from tandem_trainer.evaluate.guard.asking import Answer, Speaker, ask
from tandem_trainer.evaluate.guard.items import Guard


class Taker(Frozen):
    """Who answers which items: the first line of a file of answers."""

    planner_sha256: str
    adapter: str
    """SHA-256 of the LoRA over the planner; empty where there is none."""
    items_sha256: str


@dataclass(frozen=True)
class Answers:
    """A file of answers: a line that says whose they are, then one each."""

    path: Path

    def begin(self, taker: Taker) -> dict[str, Answer]:
        """Start the file, or go on with it: the answers that are there.

        Raises ``UsageError`` for answers of another file or to other items.
        """
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._append(taker)
            return {}
        kept = self.path.read_bytes()
        whole = kept[: kept.rfind(b"\n") + 1]
        if whole != kept:
            os.truncate(self.path, len(whole))
        first, *rest = whole.decode("utf-8").splitlines() or [""]
        try:
            if not first:
                self._append(taker)
            elif Taker.model_validate_json(first) != taker:
                raise UsageError(f"{self.path} holds other answers", hint="name another --out")
            return {one.item: one for one in map(Answer.model_validate_json, rest)}
        except ValidationError as error:
            raise UsageError(
                f"{self.path} holds no answers of the guard", hint="name another --out"
            ) from error

    def add(self, answer: Answer) -> None:
        """Keep one answer; when this returns, it survives a crash."""
        self._append(answer)

    def _append(self, record: Frozen) -> None:
        with self.path.open("ab") as file:
            file.write(record.model_dump_json().encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def take(guard: Guard, speaker: Speaker, kept: Answers, taker: Taker) -> Iterator[Answer]:
    """Every answer of the guard in the order of its items, asked now where it is not kept.

    Raises ``UsageError`` and ``PlannerError``.
    """
    done = kept.begin(taker)
    for item in guard.items:
        answer = done.get(item.id)
        if answer is None:
            answer = ask(item, speaker)
            kept.add(answer)
        yield answer
