"""BEAM's folders (Tavakoli et al. 2025, arXiv 2510.27246): a long chat and twenty questions each.

``chats/SIZE/N`` holds ``chat.json`` (``chat_trunecated.json`` goes before it, as in the authors'
code) and ``probing_questions/probing_questions.json``. A chat is a list of batches of turns of
messages, or, at ten million tokens, a list of plans of batches. At the end of a message the
authors' own bookkeeping (``->-> 1,2``) is left out: nobody said it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, JsonValue, TypeAdapter

from tandem_edge.bench.memory.evaluation.reading import (
    Record,
    checked,
    listed,
    load,
    moment,
    refused,
)
from tandem_edge.bench.memory.evaluation.sample import ASSISTANT, OWNER, Asked, Sample, Turn
from tandem_shared.errors import UsageError
from tandem_shared.memory import Origin

CHATS = ("chat_trunecated.json", "chat.json")
QUESTIONS = Path("probing_questions", "probing_questions.json")
ANSWER = {
    "abstention": "ideal_response",
    "contradiction_resolution": "ideal_answer",
    "event_ordering": "answer",
    "information_extraction": "answer",
    "instruction_following": "expected_compliance",
    "knowledge_update": "answer",
    "multi_session_reasoning": "answer",
    "preference_following": "expected_compliance",
    "summarization": "ideal_summary",
    "temporal_reasoning": "answer",
}
"""Kinds of question, and the field that holds the answer of each."""
ANCHOR = "%B-%d-%Y"
_BOOKKEEPING = re.compile(r"\s*->->[^\n]{0,40}$")


class _Message(Record):
    role: Literal["user", "assistant"]
    id: int
    content: str
    time_anchor: str | None = None


class _Batch(Record):
    turns: list[list[_Message]]
    time_anchor: str | None = None


class _Question(Record):
    question: str = Field(min_length=1)
    answer: str | None = None
    ideal_answer: str | None = None
    ideal_response: str | None = None
    ideal_summary: str | None = None
    expected_compliance: str | None = None
    rubric: list[str] = Field(min_length=1)
    source_chat_ids: JsonValue = None


_BATCHES = TypeAdapter(list[_Batch])
_ASKED = TypeAdapter(dict[str, list[_Question]])


def folders_in(data: Path) -> list[Path]:
    """The folders of conversations: ``data`` itself, or those in it, numbers in their order.

    Raises ``UsageError`` when there is none.
    """
    if (data / QUESTIONS).is_file():
        return [data]
    found = [each.parent.parent for each in data.glob(f"*/{QUESTIONS}")]
    if not found:
        raise UsageError(
            f"{data.name} holds no BEAM conversation",
            hint="name a folder such as chats/100K, or one of the folders in it",
        )
    return sorted(found, key=lambda each: (len(each.name), each.name))


def files_in(data: Path) -> list[Path]:
    """Every file that is read. Raises ``UsageError``."""
    return [file for each in folders_in(data) for file in (_chat(each), each / QUESTIONS)]


def read(data: Path) -> list[Sample]:
    """Every conversation with its questions. Raises ``UsageError``."""
    return [_sample(folder) for folder in folders_in(data)]


def _chat(folder: Path) -> Path:
    for name in CHATS:
        if (folder / name).is_file():
            return folder / name
    raise UsageError(f"{folder.name} has no {CHATS[-1]}", hint="fetch the whole folder")


def _sample(folder: Path) -> Sample:
    path = _chat(folder)
    turns = tuple(_turns(path, folder.name))
    if not turns:
        raise refused(path, folder.name, "turns", "nobody says anything")
    return Sample(folder.name, turns, tuple(_asked(folder, turns)))


def _batches(path: Path, name: str) -> Iterator[tuple[str, _Batch]]:
    """Each batch with the beginning of its messages' ids; those of plans count anew in each."""
    for place, value in enumerate(listed(path)):
        if isinstance(value, dict) and "turns" not in value:
            for plan, inside in value.items():
                where = f"{name}: {place}.{plan}"
                yield from ((f"{plan}/", each) for each in checked(_BATCHES, inside, path, where))
        else:
            yield "", checked(_Batch, value, path, f"{name}: batch {place}")


def _turns(path: Path, name: str) -> Iterator[Turn]:
    """The messages in order, each batch a session. They are taken to be a minute apart, from the
    last time that the file says; a message without words is no turn."""
    at: datetime | None = None
    for place, (plan, batch) in enumerate(_batches(path, name)):
        order = 0
        for message in (each for turn in batch.turns for each in turn):
            at = _at(message.time_anchor or ("" if order else batch.time_anchor), at, path, name)
            text = _BOOKKEEPING.sub("", message.content)
            if not text.strip():
                continue
            own = message.role == "user"
            yield Turn(
                id=f"{plan}{message.id}",
                session=f"batch {place}",
                order=order,
                speaker=OWNER if own else ASSISTANT,
                text=text,
                at=at,
                origin=Origin.OWNER if own else Origin.AGENT,
            )
            order += 1


def _at(anchor: str | None, before: datetime | None, path: Path, name: str) -> datetime:
    if anchor:
        return moment(anchor, ANCHOR, path, name, "time_anchor")
    if before is None:
        raise refused(path, name, "time_anchor", "the first message has none")
    return before + timedelta(minutes=1)


def _asked(folder: Path, turns: tuple[Turn, ...]) -> Iterator[Asked]:
    path, known = folder / QUESTIONS, {turn.id for turn in turns}
    for kind, questions in checked(_ASKED, load(path), path, folder.name).items():
        if kind not in ANSWER:
            raise refused(path, folder.name, kind, "there is no such kind of question")
        for place, each in enumerate(questions):
            answer = getattr(each, ANSWER[kind])
            if not answer:
                where = f"{kind}.{place}.{ANSWER[kind]}"
                raise refused(path, folder.name, where, "it is missing")
            yield Asked(
                id=f"{folder.name}/{kind}/{place}",
                text=each.question,
                answer=answer,
                category=kind,
                at=turns[-1].at + timedelta(days=1),
                gold=tuple(dict.fromkeys(_ids(each.source_chat_ids, known))),
                abstention=kind == "abstention",
                rubric=tuple(each.rubric),
            )


def _ids(value: Any, known: set[str]) -> Iterator[str]:
    """The ids in ``source_chat_ids``, which may be lists in lists or in a table."""
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _ids(each, known)
    elif str(value) in known:
        yield str(value)
