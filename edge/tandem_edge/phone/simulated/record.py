"""Recording a model's answers, and giving them again without the model.

One JSON object a line: ``request``, the SHA-256 of the canonical prompt and schema, and
``answer``. Equal requests have one answer, so a run that is replayed is the run that was recorded.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tandem_edge.files import read_limited
from tandem_edge.phone.simulated.llm import LanguageModel
from tandem_edge.phone.simulated.records import Schema
from tandem_shared.canonical import digest
from tandem_shared.errors import UsageError

MOST_BYTES = 500_000_000


class NotRecorded(UsageError):
    """A replay was asked for something that was not asked when it was recorded."""


def request_digest(prompt: str, schema: Schema) -> str:
    """Identity of a request: equal prompts with equal schemas have the same."""
    return digest({"prompt": prompt, "schema": schema})


@dataclass
class Recorder:
    """Passes requests on to ``model`` and appends each new answer to ``path``.

    A request that is on file already is answered from there.
    """

    model: LanguageModel
    path: Path
    answers: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.answers = load_recording(self.path) if self.path.exists() else {}

    @property
    def name(self) -> str:
        """The recorded model's name."""
        return self.model.name

    def complete(self, prompt: str, schema: Schema) -> str:
        """See ``LanguageModel.complete``."""
        request = request_digest(prompt, schema)
        if request not in self.answers:
            answer = self.model.complete(prompt, schema)
            line = json.dumps({"request": request, "answer": answer}) + "\n"  # ASCII: any text fits
            with self.path.open("a", encoding="ascii") as file:
                file.write(line)
            self.answers[request] = answer
        return self.answers[request]

    def close(self) -> None:
        """Close the recorded model; the file is complete after every answer."""
        self.model.close()


@dataclass(frozen=True)
class Replayer:
    """Answers from a recording, and only from it."""

    answers: dict[str, str]
    name: str = "replay"

    @classmethod
    def from_file(cls, path: Path) -> Replayer:
        """A recording. Raises ``UsageError`` when the file is none."""
        return cls(load_recording(path))

    def complete(self, prompt: str, schema: Schema) -> str:
        """See ``LanguageModel.complete``. Raises ``NotRecorded`` on a miss."""
        request = request_digest(prompt, schema)
        if request not in self.answers:
            raise NotRecorded(
                f"request {request[:12]} is not in the recording of {len(self.answers)} answers",
                hint="the calls, the tools or the prompt changed since: record again",
            )
        return self.answers[request]

    def close(self) -> None:
        """Nothing to free."""


def load_recording(path: Path) -> dict[str, str]:
    """Request digest to answer. Raises ``UsageError`` when a line is no such pair."""
    try:
        lines = read_limited(path, MOST_BYTES).decode("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(f"the recording {path} cannot be read: {error}") from error
    return dict(_pair(path, number, line) for number, line in enumerate(lines, 1) if line)


def _pair(path: Path, number: int, line: str) -> tuple[str, str]:
    try:
        value: Any = json.loads(line)
        request, answer = value["request"], value["answer"]
    except (ValueError, TypeError, KeyError) as error:
        raise UsageError(f"line {number} of the recording {path} is no answer") from error
    if not isinstance(request, str) or not isinstance(answer, str):
        raise UsageError(f"line {number} of the recording {path} is no answer")
    return request, answer
