"""Tasks to train on, from a file with one a line, or from what the trainer collects from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from tandem_edge.files import read_limited
from tandem_shared.canonical import digest
from tandem_shared.errors import UsageError
from tandem_shared.tasks import Split, Task
from tandem_trainer.json_lines import numbered_lines

MOST_BYTES = 1_000_000_000


def read_tasks(path: Path) -> tuple[Task, ...]:
    """The tasks in a JSON Lines file. Raises ``UsageError`` for a line that is no task."""
    try:
        text = read_limited(path, MOST_BYTES).decode()
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read", hint="a file with one task a line") from error
    return tuple(_task(line, number, path) for number, line in numbered_lines(text))


def _task(line: str, number: int, path: Path) -> Task:
    try:
        return Task.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise UsageError(
            f"line {number} of {path} is no task: {first['msg']}", hint="one task a line"
        ) from error


def only(tasks: Sequence[Task], split: Split) -> dict[str, Task]:
    """Tasks by their ids. Raises ``UsageError`` for one of another split, a double, or none."""
    for task in tasks:
        if task.split is not split:
            raise UsageError(
                f"{task.id} is of the {task.split} split, {split} tasks are needed here",
                hint="nothing but train tasks is trained on, nothing but dev tasks looked at",
            )
    found = {task.id: task for task in tasks}
    if len(found) < len(tasks):
        raise UsageError("a task is there twice", hint="each id once")
    if not found:
        raise UsageError("there are no tasks", hint="name a file with some")
    return found


def digest_of(tasks: Sequence[Task]) -> str:
    """Identity of the tasks, in their order."""
    return digest([task.model_dump(mode="json") for task in tasks])
