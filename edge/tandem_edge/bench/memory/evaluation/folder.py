"""A run's folder: what was run, and one record a question, durable as soon as it is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout
from pydantic import ValidationError

from tandem_edge.files import append_line, read_limited, write_atomically
from tandem_shared.errors import UsageError
from tandem_shared.events import Usage
from tandem_shared.text import one_line
from tandem_shared.tools import Frozen

MANIFEST, ANSWERS, LOCK, WORK = "manifest.json", "answers.jsonl", ".lock", "work"
MOST_BYTES = 500_000_000


class Manifest(Frozen):
    """Everything that decides a run's answers. A folder is gone on with only if all is the same."""

    format: str
    data_sha256: str
    questions: tuple[str, ...]
    """Ids, in the order in which they are asked."""
    context: str
    budget: int
    """Tokens of notes."""
    tokens: str
    """How they are counted."""
    planner: str
    planner_sha256: str
    embedder: str
    judge: str
    judge_sha256: str
    deadline_s: float
    planner_context: int
    seed: int
    protocol: str
    """Digest of the code that reads, makes notes and prompts, and scores."""
    memory: str
    """Digest of the memory's code and ranker, where it is used."""
    tandem: str


class Record(Frozen):
    """One question: what was answered, or why there is no valid answer.

    ``scores`` holds each measure that applies to the question; ``None`` is one that could not be
    taken, since the execution failed (all of them) or the judge did (its own).
    """

    question: str
    sample: str
    category: str
    valid: bool
    why: str = ""
    answer: str = ""
    scores: dict[str, float | None]
    shown: float | None = None
    """Share of the turns that hold the answer which were in the notes, cut ones and facts read out
    of them included."""
    notes_tokens: int = 0
    usage: Usage = Usage()
    seconds: float = 0.0


@dataclass(frozen=True)
class RunFolder:
    """Where a run is kept."""

    path: Path

    @contextmanager
    def held(self) -> Iterator[None]:
        """For one process at a time. Raises ``UsageError`` when another holds it, or it cannot be
        written."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self.path / LOCK)
            lock.acquire(timeout=0)
        except Timeout:
            raise UsageError(
                f"another run is at work in {self.path}", hint="wait for it, or name another --out"
            ) from None
        except OSError as error:
            raise UsageError(
                f"{self.path} cannot hold a run: {error.strerror}", hint="name another --out"
            ) from error
        try:
            yield
        finally:
            lock.release()

    def begin(self, manifest: Manifest) -> dict[str, Record]:
        """Start the run, or go on with it: what is answered already, by question.

        Raises ``UsageError`` when another run is kept there.
        """
        if (self.path / MANIFEST).exists():
            self._same(manifest)
        elif (self.path / ANSWERS).exists():
            raise UsageError(
                f"{self.path} holds answers without their manifest", hint="name another --out"
            )
        else:
            data = manifest.model_dump_json(indent=1).encode() + b"\n"
            write_atomically(self.path / MANIFEST, data, mode=0o644)
        return {record.question: record for record in self.records()}

    def _same(self, manifest: Manifest) -> None:
        differ = differing(self.manifest(), manifest)
        if differ:
            raise UsageError(
                f"{self.path} holds another run: {', '.join(differ)} differ",
                hint="name another --out, or give the same options and files to go on with it",
            )

    def manifest(self) -> Manifest:
        """What was run. Raises ``UsageError`` when there is none."""
        try:
            return Manifest.model_validate_json(read_limited(self.path / MANIFEST, MOST_BYTES))
        except (OSError, ValueError) as error:
            raise UsageError(
                f"{self.path} holds no run of questions",
                hint="tandem bench memory answers --out DIR",
            ) from error

    def records(self) -> Iterator[Record]:
        """Every whole record, in the order in which they came; a torn last line is none.

        Raises ``UsageError`` for any other line that is no record, or a question answered twice.
        """
        path = self.path / ANSWERS
        if not path.exists():
            return
        seen: set[str] = set()
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                record = _record(line, number, path)
                if record.question in seen:
                    raise _broken(path, number, f"{record.question} is answered twice")
                seen.add(record.question)
                yield record

    def add(self, record: Record) -> None:
        """Keep one record; when this returns, it survives a crash."""
        append_line(self.path / ANSWERS, record.model_dump_json().encode())


def differing(one: Manifest, other: Manifest) -> list[str]:
    """Names of what two runs do not share."""
    return [name for name in Manifest.model_fields if getattr(one, name) != getattr(other, name)]


def _record(line: bytes, number: int, path: Path) -> Record:
    try:
        return Record.model_validate_json(line)
    except ValidationError as error:
        raise _broken(path, number, "it is no record") from error


def _broken(path: Path, number: int, why: str) -> UsageError:
    return UsageError(
        f"line {number} of {path}: {one_line(why, limit=160)}", hint="remove that line"
    )
