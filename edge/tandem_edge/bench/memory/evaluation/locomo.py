"""LoCoMo's file (Maharana et al. 2024, arXiv 2402.17753): ten conversations of two people.

Categories: 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop. 5 (adversarial) has no answer and
is left out. Evidence names turns as ``D3:11``; some entries are malformed (``D:11:26``, two ids in
one text, an id that no turn has): every id that can be read in an entry counts, one that names no
turn does not. A question is not left out for that here; whoever needs evidence has to look.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, TypeAdapter

from tandem_edge.bench.memory.evaluation.reading import (
    Record,
    checked,
    each_sample,
    listed,
    moment,
    no_twins,
    refused,
)
from tandem_edge.bench.memory.evaluation.sample import Asked, Sample, Turn
from tandem_shared.memory import Origin

FILE = "locomo10.json"
SCORED = (1, 2, 3, 4)
MULTI_HOP, OPEN_DOMAIN = 1, 3
_SESSION = re.compile(r"session_(\d{1,4})")
_EVIDENCE = re.compile(r"D:?(\d{1,6}):(\d{1,6})")
_WELL_FORMED = re.compile(r"D[1-9]\d*:[1-9]\d*")
_DATE = "%I:%M %p on %d %B, %Y"


class _Turn(Record):
    speaker: str = Field(min_length=1, max_length=80)
    dia_id: str = Field(min_length=1)
    text: str = ""
    blip_caption: str | None = None

    def said(self) -> str:
        caption = self.blip_caption
        return f"{self.text} [shares photo: {caption}]" if caption else self.text


class _Question(Record):
    question: str = Field(min_length=1)
    category: Literal[1, 2, 3, 4, 5]
    evidence: tuple[str, ...] = ()
    answer: str | None = None


class _Sample(Record):
    sample_id: str = Field(min_length=1)
    conversation: dict[str, Any]
    qa: list[_Question]


_TURNS = TypeAdapter(list[_Turn])


def file_in(data: Path) -> Path:
    """The file, given itself or its folder."""
    return data / FILE if data.is_dir() else data


def read(data: Path) -> list[Sample]:
    """The conversations, with the questions of categories 1 to 4. Raises ``UsageError``."""
    return each_sample(file_in(data), "sample_id", _sample)


def _sample(value: Any, path: Path, name: str) -> Sample:
    found = checked(_Sample, value, path, name)
    turns = tuple(_turns(found, path))
    if not turns:
        raise refused(path, name, "conversation", "it has no session")
    no_twins((turn.id for turn in turns), path, f"dia_id of {name}")
    known = {turn.id for turn in turns}
    last = turns[-1].at + timedelta(days=1)
    asked = []
    for place, each in enumerate(found.qa):
        if each.category not in SCORED:
            continue
        if not (each.answer or "").strip():
            raise refused(path, name, f"qa.{place}.answer", "it is missing")
        asked.append(
            Asked(
                id=f"{found.sample_id}/{place}",
                text=each.question,
                answer=_answer(each),
                category=str(each.category),
                at=last,
                gold=gold_of(each.evidence, known),
                listed=each.category == MULTI_HOP,
            )
        )
    return Sample(found.sample_id, turns, tuple(asked))


def _answer(question: _Question) -> str:
    """The answer; of an open-domain one, as in LoCoMo's evaluation, what stands before a ``;``."""
    answer = (question.answer or "").strip()
    first = answer.partition(";")[0].strip()
    return first if question.category == OPEN_DOMAIN and first else answer


def _turns(sample: _Sample, path: Path) -> Iterator[Turn]:
    """The turns in order. One without words or photo is no turn."""
    found = (_SESSION.fullmatch(key) for key in sample.conversation)
    for number in sorted(int(each[1]) for each in found if each):
        name = f"session_{number}"
        said = checked(_TURNS, sample.conversation[name], path, f"{sample.sample_id}: {name}")
        when = str(sample.conversation.get(f"{name}_date_time", ""))
        at = moment(when, _DATE, path, sample.sample_id, f"{name}_date_time")
        for order, turn in enumerate(each for each in said if each.said().strip()):
            yield Turn(
                id=turn.dia_id,
                session=str(number),
                order=order,
                speaker=turn.speaker,
                text=turn.said(),
                at=at,
                origin=Origin.EXTERNAL,
            )


def gold_of(evidence: Sequence[str], known: set[str]) -> tuple[str, ...]:
    """Ids of turns in the order of the file, once each."""
    ids = (f"D{int(a)}:{int(b)}" for entry in evidence for a, b in _EVIDENCE.findall(entry))
    return tuple(dict.fromkeys(each for each in ids if each in known))


def evidence_faults(data: Path) -> Counter[str]:
    """Of the scored questions' evidence: how many ``entries``, how many of them are ``malformed``
    (not one plain id) or plain and of ``no_turn``, and how many questions are ``without`` any turn.

    Raises ``UsageError``.
    """
    counts = Counter(entries=0, malformed=0, no_turn=0, without=0)
    path = file_in(data)
    for sample, value in zip(read(data), listed(path), strict=True):
        known = {turn.id for turn in sample.turns}
        counts["without"] += sum(not asked.gold for asked in sample.questions)
        asked = checked(_Sample, value, path, sample.id).qa
        for entry in (e for each in asked if each.category in SCORED for e in each.evidence):
            counts["entries"] += 1
            if not _WELL_FORMED.fullmatch(entry):
                counts["malformed"] += 1
            elif entry not in known:
                counts["no_turn"] += 1
    return counts
