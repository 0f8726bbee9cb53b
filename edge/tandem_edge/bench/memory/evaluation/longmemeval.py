"""LongMemEval's files (Wu et al. 2024, arXiv 2410.10813): one question and its chats a sample.

``longmemeval_s.json``, ``_m`` and ``_oracle`` have the same fields. A question whose id ends with
``_abs`` cannot be answered. Turns that hold the answer are marked ``has_answer``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from tandem_edge.bench.memory.evaluation.reading import (
    Record,
    checked,
    each_sample,
    moment,
    refused,
)
from tandem_edge.bench.memory.evaluation.sample import ASSISTANT, OWNER, Asked, Sample, Turn
from tandem_shared.errors import UsageError
from tandem_shared.memory import Origin

ABSTENTION = "_abs"
PREFERENCE = "single-session-preference"
"""Its answer is what a good reply would mind, for a judge; no words to be found in it."""
DATE = "%Y/%m/%d (%a) %H:%M"


class _Turn(Record):
    role: Literal["user", "assistant"]
    content: str
    has_answer: bool | None = None


class _Sample(Record):
    question_id: str = Field(min_length=1)
    question_type: Literal[
        "single-session-user",
        "single-session-assistant",
        "single-session-preference",
        "temporal-reasoning",
        "knowledge-update",
        "multi-session",
    ]
    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)
    question_date: str
    haystack_session_ids: list[str]
    haystack_dates: list[str]
    haystack_sessions: list[list[_Turn]]
    answer_session_ids: list[str]


def file_in(data: Path) -> Path:
    """The file, given itself or a folder that has no other. Raises ``UsageError``."""
    if not data.is_dir():
        return data
    found = sorted(data.glob("*.json"))
    if len(found) != 1:
        raise UsageError(f"{data.name} has {len(found)} .json files", hint="name one with --data")
    return found[0]


def read(data: Path) -> list[Sample]:
    """Every question with its history. Raises ``UsageError``."""
    return each_sample(file_in(data), "question_id", _sample)


def _sample(value: Any, path: Path, name: str) -> Sample:
    found = checked(_Sample, value, path, name)
    lengths = {
        len(each)
        for each in (found.haystack_session_ids, found.haystack_dates, found.haystack_sessions)
    }
    if len(lengths) != 1:
        raise refused(path, name, "haystack_sessions", "it has not one id and one date a session")
    turns, gold = [], []
    for turn, holds in _turns(found, path):
        turns.append(turn)
        gold += [turn.id] if holds else []
    if not turns:
        raise refused(path, name, "haystack_sessions", "nobody says anything")
    asked = Asked(
        id=found.question_id,
        text=found.question,
        answer=found.answer,
        category=found.question_type,
        at=moment(found.question_date, DATE, path, name, "question_date"),
        gold=tuple(gold),
        abstention=found.question_id.endswith(ABSTENTION),
        rubric=(found.answer,) if found.question_type == PREFERENCE else (),
    )
    return Sample(found.question_id, tuple(turns), (asked,))


def _turns(sample: _Sample, path: Path) -> Iterator[tuple[Turn, bool]]:
    """The turns, session after session by date, and whether each holds the answer.

    A turn without words is no turn. Turns of a session are taken to be a minute apart.
    """
    name = sample.question_id
    starts = [
        moment(text, DATE, path, name, f"haystack_dates.{place}")
        for place, text in enumerate(sample.haystack_dates)
    ]
    for place in sorted(range(len(starts)), key=lambda place: (starts[place], place)):
        said = [turn for turn in sample.haystack_sessions[place] if turn.content.strip()]
        for order, turn in enumerate(said):
            own = turn.role == "user"
            yield (
                Turn(
                    id=f"{place}/{order}",
                    session=f"session {place}",
                    order=order,
                    speaker=OWNER if own else ASSISTANT,
                    text=turn.content,
                    at=starts[place] + timedelta(minutes=order),
                    origin=Origin.OWNER if own else Origin.AGENT,
                ),
                bool(turn.has_answer),
            )
