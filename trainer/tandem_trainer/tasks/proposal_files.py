"""Files of tasks that a proposer wrote. Its answers are kept, so a run that was killed goes on.

Given the answers, the file follows from them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Protocol

from pydantic import JsonValue

from tandem_edge.bench.tasks.frozen import FROZEN_SPLITS, frozen_digest
from tandem_edge.files import write_atomically
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import UsageError
from tandem_trainer.tasks.asking import demand_tools
from tandem_trainer.tasks.constructing import foreign_tasks
from tandem_trainer.tasks.keeping import Say, finished, write_tasks
from tandem_trainer.tasks.making import Made
from tandem_trainer.tasks.model_proposer import ToolRequest, requests_for
from tandem_trainer.tasks.novelty import Meaning, Novelty
from tandem_trainer.tasks.proposing import MOST_TASKS, Proposals, take_answer

VERSION = 1
A_REQUEST = 4
"""Tasks that are asked for at a time."""


class ToolProposer(Protocol):
    """Whoever writes scenarios for one tool."""

    @property
    def name(self) -> str:
        """As it stands in the source of tasks."""

    def propose(self, request: ToolRequest) -> str:
        """Scenario text."""


def propose_file(
    out: Path,
    count: int,
    seed: int,
    meaning: Meaning,
    proposer: ToolProposer,
    tools: tuple[str, ...] = (),
    *,
    most_requests: int,
    say: Say = lambda done, of: None,
) -> dict[str, JsonValue]:
    """Write up to ``count`` tasks of ``proposer`` to ``out``, with plans and a record as
    ``construct_file`` does; fewer where ``most_requests`` have not given so many.

    Raises ``UsageError`` for an unknown tool or when ``out`` is of other inputs.
    """
    demand_tools(tools)
    inputs = _inputs(count, seed, meaning, proposer.name, tools, most_requests)
    if (record := finished(out, inputs)) is not None:
        return record
    folder = out.with_name(out.name + ".part")
    _begin(folder, inputs)
    chosen: list[Made] = []
    found, asked = Proposals(), 0
    novelty = Novelty(meaning, foreign_tasks())
    for text in _answers(folder, proposer, tools, seed, most_requests):
        found.kept.clear()
        take_answer(found, text, proposer.name, seed * 10_000_000 + asked * MOST_TASKS)
        asked += 1
        chosen += _new(found, novelty)[: count - len(chosen)]
        say(len(chosen), count)
        if len(chosen) == count:
            break
    record = write_tasks(out, inputs, chosen, found.dropped, requests=asked)
    shutil.rmtree(folder)
    return record


def _inputs(
    count: int, seed: int, meaning: Meaning, name: str, tools: tuple[str, ...], most: int
) -> dict[str, JsonValue]:
    return {
        "proposals": VERSION,
        "proposer": name,
        "count": count,
        "seed": seed,
        "tools": list(tools),
        "most_requests": most,
        "meaning": meaning.identity,
        "catalogue": load_catalogue().digest,
        "kept_apart_from": {split.value: frozen_digest(split) for split in FROZEN_SPLITS},
    }


def _begin(folder: Path, inputs: dict[str, JsonValue]) -> None:
    file = folder / "inputs.json"
    if not file.exists():
        write_atomically(file, canonical_bytes(inputs))
    elif file.read_bytes() != canonical_bytes(inputs):
        raise UsageError(
            f"{folder} is left from a run with other inputs",
            hint="give the same command as then, or remove that folder",
        )


def _answers(
    folder: Path, proposer: ToolProposer, tools: tuple[str, ...], seed: int, most: int
) -> Iterator[str]:
    """The answer to each request: the kept one, or asked for now and kept."""
    for number, request in enumerate(islice(requests_for(tools, seed, A_REQUEST), most)):
        path = folder / f"{number:06}.json"
        if not path.exists():
            write_atomically(path, json.dumps(proposer.propose(request)).encode())
        try:
            yield str(json.loads(path.read_bytes()))
        except ValueError as error:
            raise UsageError(f"{path} is damaged", hint="remove it and go on") from error


def _new(found: Proposals, novelty: Novelty) -> list[Made]:
    """Those that say something new, with how new it is."""
    units = [[made.constructed.task for made in unit] for unit in found.kept]
    if not units:
        return []
    kept: list[Made] = []
    judgements, _ = novelty.judge(units)
    for unit, judgement in zip(found.kept, judgements, strict=True):
        if judgement.duplicate:
            found.dropped[judgement.duplicate] += 1
        else:
            kept += [made.with_novelty(judgement.novelty) for made in unit]
    return kept
