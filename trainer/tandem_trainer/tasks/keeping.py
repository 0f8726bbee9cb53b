"""Files of constructed tasks: made block by block, so that a run that was killed goes on."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from pydantic import JsonValue

from tandem_edge.bench.tasks.frozen import FROZEN_SPLITS, frozen_digest
from tandem_edge.bench.tasks.plans import Plan
from tandem_edge.bench.wordings.reading import train_wordings
from tandem_edge.files import why_unread, write_atomically
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.canonical import canonical_bytes, digest
from tandem_shared.errors import UsageError
from tandem_trainer.tasks.constructing import BLOCK, Block, Exhausted, blocks
from tandem_trainer.tasks.making import Made
from tandem_trainer.tasks.novelty import Meaning
from tandem_trainer.tasks.orders import NOTHING, Asked
from tandem_trainer.tasks.quota import Quota, Shares
from tandem_trainer.tasks.records import Constructed
from tandem_trainer.tasks.words import FILES, read

VERSION = 1
"""Of the makers: another one makes other tasks of the same seed."""
MOST_IDLE = 64
"""Blocks in a row that may give nothing that is still missing before construction gives up."""
Say = Callable[[int, int], None]
"""Hears how many tasks there are, and how many there should be."""


def made_from(
    seed: int, count: int, meaning: Meaning, asked: Asked, shares: Shares
) -> dict[str, JsonValue]:
    """All that decides what is constructed, as digests."""
    orders: list[JsonValue] = [
        [order.model_dump(mode="json"), amount] for order, amount in asked.orders
    ]
    return {
        "version": VERSION,
        "block": BLOCK,
        "seed": seed,
        "count": count,
        "meaning": meaning.identity,
        "orders": digest(orders),
        "asked_share": asked.share,
        "shares": shares.model_dump(mode="json"),
        "catalogue": load_catalogue().digest,
        "wordings": hashlib.sha256("\n".join(map(repr, train_wordings())).encode()).hexdigest(),
        "files": {name: hashlib.sha256(read(name).encode()).hexdigest() for name in FILES},
        "kept_apart_from": {split.value: frozen_digest(split) for split in FROZEN_SPLITS},
    }


def construct_file(
    out: Path,
    count: int,
    seed: int,
    meaning: Meaning,
    asked: Asked = NOTHING,
    *,
    shares: Shares = Shares(),  # noqa: B008 (it is frozen)
    workers: int = 1,
    say: Say = lambda done, of: None,
) -> dict[str, JsonValue]:
    """Write ``count`` tasks to ``out``, their plans and their record beside it; the record.

    A run that was killed goes on where it was, and gives the same files. A finished file of the
    same inputs is left alone. Raises ``UsageError`` when ``out`` is of other inputs, and as
    ``construct``.
    """
    inputs = made_from(seed, count, meaning, asked, shares)
    if (whole := finished(out, inputs)) is not None:
        return whole
    folder = out.with_name(out.name + ".part")
    done = _begin(folder, inputs)
    quota = Quota(count, shares)
    chosen = [made for block in done for made in _taken(block, quota)]
    idle = 0
    if not quota.full:
        for block in blocks(seed, meaning, asked, before=tuple(done), workers=workers):
            _keep(folder, block)
            done.append(block)
            taken = _taken(block, quota)
            chosen += taken
            say(quota.taken, count)
            if quota.full:
                break
            idle = 0 if taken else idle + 1
            if idle == MOST_IDLE:
                raise Exhausted(
                    f"the last {MOST_IDLE * BLOCK} attempts gave nothing that is missing",
                    hint="ask for smaller shares of several steps or of Chinese",
                )
    dropped: Counter[str] = sum((block.dropped for block in done), Counter())
    record = write_tasks(out, inputs, chosen, dropped, attempts=len(done) * BLOCK)
    shutil.rmtree(folder)
    return record


def plans_file(out: Path) -> Path:
    """Where the plans of the tasks of ``out`` stand, in the same order."""
    return out.with_name(out.name + ".plans")


def record_file(out: Path) -> Path:
    """Where it is said what ``out`` was made from."""
    return out.with_name(out.name + ".record")


def read_constructed(path: Path) -> Iterator[Constructed]:
    """The tasks of a file. Raises ``UsageError`` for what is none."""
    try:
        for number, line in enumerate(_lines(path), 1):
            try:
                yield Constructed.model_validate_json(line)
            except ValueError as error:
                raise UsageError(
                    f"{path} line {number} is no constructed task",
                    hint="give a file that tasks construct wrote",
                ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"cannot read {path}: {why_unread(error)}",
            hint="give a file that tasks construct wrote",
        ) from error


def read_with_plans(path: Path) -> Iterator[Made]:
    """The tasks of a file with the plans that stand beside it. Raises ``UsageError``, which names
    the one of the two that is at fault."""
    plans = plans_file(path)
    try:
        # the tasks are read first: where they are missing, it is not for their plans to be missed
        for constructed, line in zip(read_constructed(path), _lines(plans), strict=True):
            plan = Plan.model_validate_json(line)
            if plan.task != constructed.task.id:
                raise ValueError("a plan of another task")
            yield Made(constructed=constructed, plan=plan)
    except OSError as error:
        raise UsageError(
            f"cannot read {plans}: {why_unread(error)}",
            hint="keep both files that tasks construct wrote together",
        ) from error
    except ValueError as error:
        raise UsageError(
            f"{plans} does not hold the plans of {path}",
            hint="keep both files that tasks construct wrote together",
        ) from error


def _lines(path: Path) -> Iterator[str]:
    """Lines of a file that is opened with the first of them. Raises ``OSError``, also for a device,
    whose first line may never end."""
    if path.is_char_device() or path.is_block_device():
        raise OSError(errno.EINVAL, "it is a device, not a file")
    with path.open(encoding="utf-8") as file:
        yield from file


def finished(out: Path, inputs: dict[str, JsonValue]) -> dict[str, JsonValue] | None:
    """The record of ``out``, if it is there and of these inputs; ``None`` where there is no file.

    Raises ``UsageError`` when it is of others, or not whole.
    """
    if not out.exists():
        return None
    try:
        record: dict[str, JsonValue] = json.loads(record_file(out).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        record = {}
    whole = (
        isinstance(record, dict)
        and record.get("sha256") == hashlib.sha256(out.read_bytes()).hexdigest()
    )
    if not whole or record.get("inputs") != inputs:
        raise UsageError(
            f"{out} holds something else already", hint="give another --out, or move the file away"
        )
    return record


def _begin(folder: Path, inputs: dict[str, JsonValue]) -> list[Block]:
    """The blocks that a run of the same inputs has left."""
    inputs_file = folder / "inputs.json"
    if not inputs_file.exists():
        write_atomically(inputs_file, canonical_bytes(inputs))
        return []
    if inputs_file.read_bytes() != canonical_bytes(inputs):
        raise UsageError(
            f"{folder} is left from a run with other inputs",
            hint="give the same command as then, or remove that folder",
        )
    done: list[Block] = []
    while (path := folder / f"{len(done):06}.json").exists():
        done.append(_read(path))
    return done


def _keep(folder: Path, block: Block) -> None:
    vectors = io.BytesIO()
    np.save(vectors, block.vectors, allow_pickle=False)
    kept: JsonValue = {
        "dropped": dict(block.dropped),
        "units": [[made.model_dump(mode="json") for made in unit] for unit in block.units],
    }
    name = f"{block.number:06}"
    write_atomically(folder / f"{name}.npy", vectors.getvalue())
    write_atomically(folder / f"{name}.json", canonical_bytes(kept))


def _read(path: Path) -> Block:
    try:
        kept = json.loads(path.read_text("utf-8"))
        units = [tuple(map(Made.model_validate, unit)) for unit in kept["units"]]
        vectors = np.load(path.with_suffix(".npy"), allow_pickle=False)
        return Block(int(path.stem), units, vectors, Counter(kept["dropped"]))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise UsageError(
            f"{path} is damaged", hint=f"remove {path.parent} and begin anew"
        ) from error


def _taken(block: Block, quota: Quota) -> list[Made]:
    """The tasks of a block that are taken; a task and its twin both or neither."""
    return [made for unit in block.units if quota.take(unit) for made in unit]


def write_tasks(
    out: Path,
    inputs: dict[str, JsonValue],
    chosen: Sequence[Made],
    dropped: Counter[str],
    **counts: int,
) -> dict[str, JsonValue]:
    """Write ``out`` with its plans and its record, ``out`` last; the record."""
    tasks = b"".join(_line(made.constructed.model_dump(mode="json")) for made in chosen)
    plans = b"".join(_line(made.plan.model_dump(mode="json")) for made in chosen)
    record: dict[str, JsonValue] = {
        "inputs": inputs,
        "tasks": len(chosen),
        **counts,
        "dropped": {why: number for why, number in sorted(dropped.items()) if number},
        "sha256": hashlib.sha256(tasks).hexdigest(),
        "plans_sha256": hashlib.sha256(plans).hexdigest(),
    }
    write_atomically(plans_file(out), plans)
    write_atomically(record_file(out), canonical_bytes(record))
    write_atomically(out, tasks)
    return record


def _line(value: JsonValue) -> bytes:
    return canonical_bytes(value) + b"\n"
