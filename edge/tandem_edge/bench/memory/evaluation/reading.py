"""Reading benchmark files strictly: what is not as it should be is named by file, sample, field."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from tandem_edge.files import read_limited, why_unread
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

T = TypeVar("T")


class HasId(Protocol):
    """Whatever is called by an id."""

    @property
    def id(self) -> str:
        """Its id."""


Named = TypeVar("Named", bound=HasId)
MOST_BYTES = 4_000_000_000
LONGEST_NAME = 80


class Record(BaseModel):
    """A part of a file: fields that we do not use may be there; a number may stand for a text."""

    model_config = ConfigDict(frozen=True, extra="ignore", coerce_numbers_to_str=True)


def load(path: Path) -> Any:
    """The JSON value in ``path``. Raises ``UsageError``."""
    try:
        return json.loads(read_limited(path, MOST_BYTES))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(
            f"{path.name} cannot be read: {one_line(why_unread(error), limit=160)}",
            hint="give the benchmark's own file, whole and unpacked",
        ) from error


def listed(path: Path) -> list[Any]:
    """The JSON list in ``path``, with anything in it. Raises ``UsageError``."""
    value = load(path)
    if not isinstance(value, list) or not value:
        raise refused(path, "", "", "it is not a list of samples")
    return value


def checked(wanted: type[T] | TypeAdapter[T], value: Any, path: Path, sample: str) -> T:
    """``value`` as ``wanted``. Raises ``UsageError`` that names the first field that is wrong."""
    adapter = wanted if isinstance(wanted, TypeAdapter) else TypeAdapter(wanted)
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise refused(path, sample, where, first["msg"]) from error


def refused(path: Path, sample: str, where: str, why: str) -> UsageError:
    """The error for a file that is not in its format."""
    parts = (path.name, f"sample {sample}" if sample else "", where, why)
    shown = (one_line(part, limit=LONGEST_NAME) for part in parts if part)
    return UsageError(": ".join(shown), hint="is it whole, and of the format that --format names?")


def name_of(value: Any, field: str, place: int) -> str:
    """How a sample is called in errors: by its id, or by its place, counted from 1."""
    found = value.get(field) if isinstance(value, dict) else None
    return found if isinstance(found, str) and found else f"number {place}"


def moment(text: str, form: str, path: Path, sample: str, where: str) -> datetime:
    """A time without a zone, as the benchmarks write it, taken for UTC. Raises ``UsageError``."""
    try:
        return datetime.strptime(text.strip(), form).replace(tzinfo=UTC)
    except ValueError as error:
        raise refused(path, sample, where, f"{text!r} is not a time like {form}") from error


def each_sample(path: Path, field: str, made: Callable[[Any, Path, str], Named]) -> list[Named]:
    """What ``made`` makes of each value of the list in ``path``, given its name in errors; its id
    is in ``field``. Raises ``UsageError``, also where two have one id."""
    samples = [
        made(value, path, name_of(value, field, place))
        for place, value in enumerate(listed(path), 1)
    ]
    no_twins((each.id for each in samples), path, field)
    return samples


def no_twins(ids: Iterable[str], path: Path, field: str) -> None:
    """Refuse a file in which an id stands twice. Raises ``UsageError``."""
    seen: set[str] = set()
    for each in ids:
        if each in seen:
            raise refused(path, each, field, "it stands there twice")
        seen.add(each)
