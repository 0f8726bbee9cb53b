"""Bases: models that training starts from, by name, GGUF path or hub folder.

A GGUF file is converted once and kept beside the models, in ``trainable/<sha256>``, named by the
file's digest. Its tokenisation is compared with that of the edge's own process before it is used.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tandem_edge.files import sync_folder
from tandem_edge.models.cache import Cache
from tandem_edge.models.disk import require_space
from tandem_edge.models.resolve import ModelFile, resolve
from tandem_edge.models.turns import TurnFormat, known_format
from tandem_edge.planner.local import LocalPlanner
from tandem_shared.canonical import digest
from tandem_shared.errors import MissingError, TandemError, UsageError
from tandem_trainer.train.importing.tokeniser import PROBES, Tokeniser

SHELF, FORM = "trainable", "1"
"""``FORM`` is the version of how a GGUF file is converted, part of the folder's name."""
WEIGHTS = "*.safetensors"
EXPANDED = 5
"""A half-precision checkpoint is at most about this many times its quantised file."""


@dataclass(frozen=True)
class Base:
    """A model to train. ``sha256`` is of the GGUF file, or of a hub folder's files together."""

    name: str
    folder: Path
    sha256: str
    turns: TurnFormat
    gguf: Path | None = None

    def tokeniser(self) -> Tokeniser:
        """How it tokenises."""
        return Tokeniser(self.folder)


def import_base(name: str, models_dir: Path) -> Base:
    """The base called ``name``, converted if it has to be and has not been.

    Raises what ``models.resolve.resolve`` raises, ``UsageError`` for a model that cannot be trained
    here or tokenises otherwise than the edge has it, and ``TandemError`` when the disk is full.
    """
    if (Path(name) / "config.json").is_file():
        return _hub_folder(Path(name))
    model = resolve(name, models_dir)
    folder = models_dir / SHELF / f"{model.sha256}.{FORM}"
    with Cache(models_dir).lock(f"{SHELF}-{model.sha256}"):
        if not folder.is_dir():
            _convert(model, folder, models_dir)
    return Base(model.name, folder, model.sha256, model.turns, model.path)


def _convert(model: ModelFile, folder: Path, models_dir: Path) -> None:
    from tandem_trainer.train.importing.weights import convert

    require_space(models_dir, EXPANDED * model.path.stat().st_size, "import the model")
    working = folder.with_suffix(".part")
    shutil.rmtree(working, ignore_errors=True)  # what a crash left; the lock is ours
    working.mkdir(parents=True)
    try:
        convert(model.path, working)
    except (ValueError, NotImplementedError, RuntimeError) as error:
        shutil.rmtree(working, ignore_errors=True)
        raise UsageError(
            f"{model.name} cannot be trained: transformers does not take its {model.architecture} "
            "file",
            hint="name another --base: tandem model list",
        ) from error
    _demand_same_tokens(model, Tokeniser(working), models_dir)
    for path in working.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())
    working.replace(folder)
    sync_folder(folder.parent)


def _demand_same_tokens(model: ModelFile, tokeniser: Tokeniser, models_dir: Path) -> None:
    counted = edge_counts(model, models_dir, PROBES)
    different = [
        text
        for text, theirs, ours in zip(PROBES, counted, tokeniser.counts(PROBES), strict=True)
        if theirs != ours
    ]
    if different:
        raise UsageError(
            f"{model.name} is tokenised otherwise by llama.cpp than by transformers: "
            f"{different[0][:40]!r}",
            hint="name another --base: what is trained would not be what the edge asks",
        )


def edge_counts(model: ModelFile, models_dir: Path, texts: Sequence[str]) -> list[int]:
    """How many tokens each of ``texts`` has for the edge's planner process."""
    planner = LocalPlanner(
        model.name, model.path, model.turns, threads=1, context=512, load_s=600.0,
        prefixes=models_dir / "prefixes", identity=model.sha256,
    )  # fmt: skip
    try:
        return planner.count(texts)
    finally:
        planner.close()


def _hub_folder(folder: Path) -> Base:
    """A model as the hub has it, used where it lies; only safetensors, which cannot run code."""
    if not any(folder.glob(WEIGHTS)):
        raise MissingError(
            f"{folder} has no {WEIGHTS}", hint="save the model with safetensors and try again"
        )
    return Base(folder.resolve().name, folder, folder_digest(folder), _turns_of(folder))


def folder_digest(folder: Path) -> str:
    """Hex SHA-256 over the names and digests of the files that make a model."""
    found: dict[str, str] = {}
    for path in sorted([*folder.glob("*.json"), *folder.glob(WEIGHTS)]):
        with path.open("rb") as file:
            found[path.name] = hashlib.file_digest(file, "sha256").hexdigest()
    return digest({**found})


def _turns_of(folder: Path) -> TurnFormat:
    try:
        template = (folder / "chat_template.jinja").read_text("utf-8")
    except (OSError, UnicodeError) as error:
        raise TandemError(
            f"{folder} has no readable chat_template.jinja", hint="name the model's GGUF file"
        ) from error
    turns = known_format(template)
    if turns is None:
        raise UsageError(
            f"the chat template of {folder.name} is not known", hint="name the model's GGUF file"
        )
    return turns
