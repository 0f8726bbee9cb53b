"""Recording a model's answers, and giving them again without the model.

One JSON object a line: ``request``, the SHA-256 of the canonical request (the model's name, the
prompt, the schema), and ``answer``. Equal requests have one answer, so a run that is replayed is
the run that was recorded.
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


def request_digest(model: str, prompt: str, schema: Schema) -> str:
    """Identity of a request: the same model, prompt and schema always have the same."""
    return digest({"model": model, "prompt": prompt, "schema": schema})


@dataclass
class Recording:
    """A file of answers, whole after every one of them."""

    path: Path
    answers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path) -> Recording:
        """The recording at ``path``, empty if there is none. Raises ``UsageError``."""
        return cls(path, _load(path) if path.exists() else {})

    def add(self, request: str, answer: str) -> None:
        """Keep one more answer."""
        line = json.dumps({"request": request, "answer": answer}) + "\n"  # ASCII: any text fits
        with self.path.open("a", encoding="ascii") as file:
            file.write(line)
        self.answers[request] = answer


@dataclass
class Recorder:
    """Passes requests on to ``model`` and keeps each new answer.

    A request that is on file is answered from there, and the model does not see it.
    """

    model: LanguageModel
    recording: Recording

    @property
    def name(self) -> str:
        """The recorded model's name."""
        return self.model.name

    def complete(self, prompt: str, schema: Schema) -> str:
        """See ``LanguageModel.complete``."""
        request = request_digest(self.name, prompt, schema)
        if request not in self.recording.answers:
            self.recording.add(request, self.model.complete(prompt, schema))
        return self.recording.answers[request]

    def close(self) -> None:
        """Close the recorded model."""
        self.model.close()


@dataclass(frozen=True)
class Replayer:
    """Gives what the model called ``name`` answered, and nothing else."""

    recording: Recording
    name: str

    def complete(self, prompt: str, schema: Schema) -> str:
        """See ``LanguageModel.complete``. Raises ``NotRecorded`` on a miss."""
        answers = self.recording.answers
        request = request_digest(self.name, prompt, schema)
        if request not in answers:
            raise NotRecorded(
                f"{self.recording.path} has {len(answers)} answers, but none of {self.name} to "
                f"request {request[:12]}",
                hint="the calls, the tools or the prompt changed since: record again",
            )
        return answers[request]

    def close(self) -> None:
        """Nothing to free."""


def _load(path: Path) -> dict[str, str]:
    try:
        lines = read_limited(path, MOST_BYTES).decode("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(f"the recording {path} cannot be read: {error}") from error
    return dict(_pair(path, number, line) for number, line in enumerate(lines, 1) if line)


def _pair(path: Path, number: int, line: str) -> tuple[str, str]:
    try:
        value: Any = json.loads(line)
        request, answer = value["request"], value["answer"]
    except (ValueError, TypeError, KeyError):
        request = answer = None
    if not isinstance(request, str) or not isinstance(answer, str):
        raise UsageError(f"line {number} of the recording {path} is no answer", hint="record again")
    return request, answer
