"""Where frozen data sets stand: a folder each, named by its content, at any URL fsspec knows.

A data set is there when its manifest is and is the one that the folder is named after. The
manifest is written last, so what a crash leaves behind is no data set; freezing again finishes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, TypeVar

import fsspec
from pydantic import BaseModel, ValidationError

from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import MissingError, TrustError
from tandem_shared.experience import Approval, Dataset, Part, Proposal
from tandem_trainer.freeze.records import Explained, Lineage, line

MANIFEST, LINEAGE = "manifest.json", "lineage.jsonl"
PROPOSAL, APPROVAL = "proposal.json", "approval.json"
WITHDRAWN = "withdrawn.json"
"""No part of a data set: it is written beside one when experience in it is taken back."""
CHUNK = 1 << 20
R = TypeVar("R", bound=BaseModel)


class Shelf:
    """Data sets below ``url`` (a path, or anything that fsspec opens)."""

    def __init__(self, url: str) -> None:
        self._files: Any
        self._files, self._root = fsspec.url_to_fs(url)

    def names(self) -> tuple[str, ...]:
        """Names of the data sets that are finished, in order."""
        if not self._files.exists(self._root):
            return ()
        found = (str(path).rstrip("/").rsplit("/", 1)[-1] for path in self._listed())
        return tuple(sorted(name for name in found if self.finished(name)))

    def finished(self, name: str) -> bool:
        """Whether ``name`` is a data set with the manifest that it is named after."""
        try:
            return self._manifest(name).id == name
        except (FileNotFoundError, NotADirectoryError, ValidationError):
            return False

    def open(self, name: str) -> Dataset:
        """The data set ``name``, every byte of it checked.

        Raises ``MissingError`` when it is not there, ``TrustError`` when a file is not what it was.
        """
        dataset = self.manifest(name)
        for part in dataset.parts:
            if not self._holds(name, part):
                raise TrustError(
                    f"{part.name} of data set {name[:12]} is not what was frozen",
                    hint="freeze its proposal again, or take it from a backup",
                )
        return dataset

    def manifest(self, name: str) -> Dataset:
        """What the data set ``name`` is made of. Raises ``MissingError``."""
        if not self.finished(name):
            raise MissingError(f"there is no data set {name[:12]} here", hint="freeze it first")
        return self._manifest(name)

    def place(self, name: str, file: str) -> str:
        """URL of a file of the data set ``name``."""
        return str(self._files.unstrip_protocol(f"{self._root}/{name}/{file}"))

    def put(self, dataset: Dataset, folder: Path) -> None:
        """Bring the parts that lie in ``folder``, then the manifest. Raises ``OSError``."""
        target = f"{self._root}/{dataset.id}"
        self._files.makedirs(target, exist_ok=True)
        for part in dataset.parts:
            if not self._holds(dataset.id, part):
                self._files.put_file(str(folder / part.name), f"{target}/{part.name}")
        (folder / MANIFEST).write_bytes(line(dataset))
        self._files.put_file(str(folder / MANIFEST), f"{target}/{MANIFEST}")

    def lineages(self, name: str) -> Iterator[Lineage]:
        """Where each example of ``name`` came from, in order of their names.

        Raises ``MissingError`` and ``TrustError``.
        """
        self.manifest(name)
        with self._files.open(f"{self._root}/{name}/{LINEAGE}", "rb") as file:
            for row in file:
                yield _read(Lineage, row, LINEAGE)

    def explain(self, name: str, example: str) -> Explained:
        """Where ``example`` of data set ``name`` came from and why it has its weight.

        Raises ``MissingError`` when either is not there, and ``TrustError``.
        """
        dataset = self.open(name)
        found = next((each for each in self.lineages(name) if each.id == example), None)
        if found is None:
            raise MissingError(
                f"data set {name[:12]} has no example {example[:12]}", hint="give the full name"
            )
        return Explained(
            dataset=dataset,
            proposal=_read(Proposal, self._bytes(name, PROPOSAL), PROPOSAL),
            approval=_read(Approval, self._bytes(name, APPROVAL), APPROVAL),
            lineage=found,
        )

    def mark_withdrawn(self, name: str, rollouts: Collection[str]) -> None:
        """Say beside the files of ``name`` which of its rollouts were withdrawn since.

        Raises ``MissingError`` when it is not there.
        """
        self.manifest(name)
        said = canonical_bytes({"withdrawn": [*sorted(rollouts)]}) + b"\n"
        self._files.pipe_file(f"{self._root}/{name}/{WITHDRAWN}", said)

    def touched(self, withdrawn: Collection[str]) -> dict[str, tuple[str, ...]]:
        """The data sets that hold any of the rollouts ``withdrawn``, with which."""
        wanted = set(withdrawn)
        found = {
            name: tuple(each.id for each in self.lineages(name) if each.id in wanted)
            for name in self.names()
        }
        return {name: ids for name, ids in found.items() if ids}

    def _listed(self) -> list[str]:
        return [each["name"] for each in self._files.ls(self._root, detail=True)]

    def _manifest(self, name: str) -> Dataset:
        return Dataset.model_validate_json(self._bytes(name, MANIFEST))

    def _bytes(self, name: str, file: str) -> bytes:
        found: bytes = self._files.cat_file(f"{self._root}/{name}/{file}")
        return found

    def _holds(self, name: str, part: Part) -> bool:
        """Whether the file is there and is, byte for byte, what ``part`` says."""
        path, found = f"{self._root}/{name}/{part.name}", hashlib.sha256()
        try:
            with self._files.open(path, "rb") as file:
                while chunk := file.read(CHUNK):
                    found.update(chunk)
        except FileNotFoundError:
            return False
        return found.hexdigest() == part.sha256


def _read(kind: type[R], data: bytes, name: str) -> R:
    try:
        return kind.model_validate_json(data)
    except ValidationError as error:
        raise TrustError(
            f"{name} is not what was frozen", hint="take the data set from a backup"
        ) from error
