"""Recording a model's answers, and giving them again without the model.

One JSON object a line: ``request``, the SHA-256 of the canonical question and the model's name;
then ``value``, ``usage`` and ``tries``, or ``failed`` when no answer was valid. Equal questions
have one answer, so a run that is replayed is the run that was recorded. Neither questions nor keys
are in it.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, JsonValue, TypeAdapter

from tandem_edge.files import append_line, read_limited
from tandem_edge.llm.role import InvalidAnswer, LanguageModel, Question, Reply
from tandem_shared.canonical import digest
from tandem_shared.errors import UsageError
from tandem_shared.events import Usage
from tandem_shared.tools import Frozen

MOST_BYTES = 500_000_000


class NotRecorded(UsageError):
    """A replay was asked for something that was not asked when it was recorded."""


class Valid(Frozen):
    """An answer that was valid."""

    request: str
    value: JsonValue
    usage: Usage = Usage()
    tries: int = 1


class Failed(Frozen):
    """No answer that was."""

    request: str
    failed: str


Line = Valid | Failed
_LINE: TypeAdapter[Line] = TypeAdapter(Annotated[Line, Field(union_mode="left_to_right")])


def request_digest(model: str, question: Question) -> str:
    """Identity of a request: the same model and question always have the same."""
    asked: dict[str, Any] = {
        "model": model,
        "instructions": question.instructions,
        "text": question.text,
        "schema": question.schema,
        "max_tokens": question.max_tokens,
    }
    return digest(asked)


@dataclass
class Recording:
    """A file of answers, whole after every one of them."""

    path: Path
    answers: dict[str, Line] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path) -> Recording:
        """The recording at ``path``, empty if there is none. Raises ``UsageError``."""
        return cls(path, _load(path) if path.exists() else {})

    def add(self, line: Line) -> None:
        """Keep one more answer; when this returns, it survives a crash."""
        append_line(self.path, json.dumps(line.model_dump(mode="json")).encode("ascii"))
        self.answers[line.request] = line


@dataclass
class Recorder:
    """Passes questions on to ``model`` and keeps each new answer.

    A question that is on file is answered from there, and the model does not see it. A model that
    could not be reached is no answer, so nothing is kept of it.
    """

    model: LanguageModel
    recording: Recording

    @property
    def name(self) -> str:
        """The recorded model's name."""
        return self.model.name

    @property
    def destination(self) -> str:
        """Where the recorded model's questions go."""
        return self.model.destination

    def ask(self, question: Question, *, deadline_s: float, cancel: threading.Event) -> Reply:
        """See ``LanguageModel.ask``."""
        request = request_digest(self.name, question)
        if request not in self.recording.answers:
            self.recording.add(self._new(request, question, deadline_s, cancel))
        return _given(self.recording.answers[request])

    def close(self) -> None:
        """Close the recorded model."""
        self.model.close()

    def _new(
        self, request: str, question: Question, deadline_s: float, cancel: threading.Event
    ) -> Line:
        try:
            reply = self.model.ask(question, deadline_s=deadline_s, cancel=cancel)
        except InvalidAnswer as error:
            return Failed(request=request, failed=str(error))
        return Valid(request=request, value=reply.value, usage=reply.usage, tries=reply.tries)


@dataclass(frozen=True)
class Replayer:
    """Gives what the model called ``name`` answered, and nothing else."""

    recording: Recording
    name: str

    @property
    def destination(self) -> str:
        """Nowhere: it is a file."""
        return ""

    def ask(self, question: Question, *, deadline_s: float, cancel: threading.Event) -> Reply:
        """See ``LanguageModel.ask``. Raises ``NotRecorded`` on a miss."""
        answers = self.recording.answers
        request = request_digest(self.name, question)
        if request not in answers:
            raise NotRecorded(
                f"{self.recording.path} has {len(answers)} answers, but none of {self.name} to "
                f"request {request[:12]}",
                hint="the calls, the tools or the prompt changed since: record again",
            )
        return _given(answers[request])

    def close(self) -> None:
        """Nothing to free."""


def _given(line: Line) -> Reply:
    if isinstance(line, Failed):
        raise InvalidAnswer(line.failed, hint="try again, or choose another language model")
    return Reply(line.value, line.usage, line.tries)


def _load(path: Path) -> dict[str, Line]:
    """Every whole line; what a crash tore off at the end is no answer."""
    try:
        data = read_limited(path, MOST_BYTES)
    except (OSError, ValueError) as error:
        raise UsageError(f"the recording {path} cannot be read: {error}") from error
    lines = data[: data.rfind(b"\n") + 1].splitlines()
    read = [_line(path, number, line) for number, line in enumerate(lines, 1) if line]
    return {line.request: line for line in read}


def _line(path: Path, number: int, line: bytes) -> Line:
    try:
        return _LINE.validate_json(line)
    except ValueError as error:
        raise UsageError(
            f"line {number} of the recording {path} is no answer", hint="record again"
        ) from error
