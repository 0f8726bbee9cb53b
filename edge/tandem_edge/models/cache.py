"""The cache of model files: content-addressed, shared by every clone of one user.

<sha256>.gguf, .onnx     a whole, checked model
<sha256>.part, .part.json   a pull under way and how far it is durable
added.json               models a user added, by name
seen.json                what is known of files used by path, by digest
verified.json            when a file's digest was last computed, so that it need not be again
prefixes/                states of prompts' unchanging beginnings; the planner's child prunes them
<name>.lock              empty; held while add.lock's, records.lock's or that digest's work is done
"""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from tandem_edge.files import write_atomically
from tandem_edge.models.registry import Form, Role, Sha256
from tandem_edge.models.turns import TurnFormat
from tandem_shared.errors import TrustError


class Described(BaseModel):
    """What is known of a model file that is not in the registry. Texts come from the file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sha256: Sha256
    bytes: int
    role: Role
    title: str
    licence: str
    context: int
    architecture: str
    turns: TurnFormat
    note: str = ""


class Stamp(BaseModel):
    """A file's identity when its digest was computed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    sha256: Sha256


_DESCRIBED = TypeAdapter(dict[str, Described])
_STAMPS = TypeAdapter(dict[str, Stamp])


class Cache:
    """Paths and small records of one models folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, sha256: str, form: Form = "gguf") -> Path:
        """Where the whole model lies, or would."""
        return self.folder / f"{sha256}.{form}"

    def partial(self, sha256: str) -> Path:
        """Where a pull collects it."""
        return self.folder / f"{sha256}.part"

    def lock(self, name: str) -> FileLock:
        """A lock that dies with its holder. ``name`` is a digest or a record."""
        self.folder.mkdir(parents=True, exist_ok=True)
        return FileLock(self.folder / f"{name}.lock")

    def added(self) -> dict[str, Described]:
        """Models a user added, by name."""
        return self._described("added.json")

    def seen(self) -> dict[str, Described]:
        """Files used by path, by digest."""
        return self._described("seen.json")

    def record_added(self, name: str, model: Described) -> None:
        """Remember an added model."""
        self._update("added.json", name, model)

    def record_seen(self, model: Described) -> None:
        """Remember what a file used by path turned out to be."""
        self._update("seen.json", model.sha256, model)

    def stamps(self) -> dict[str, Stamp]:
        """Digests computed before, by path. An unreadable record only costs time."""
        try:
            return _STAMPS.validate_json((self.folder / "verified.json").read_bytes())
        except (OSError, ValidationError):
            return {}

    def record_stamp(self, path: Path, stamp: Stamp) -> None:
        """Remember a digest; a cache that cannot be written only costs time."""
        try:
            with self.lock("records"):
                sweep(self.folder, "verified.json")
                stamps = {
                    known: value for known, value in self.stamps().items() if Path(known).exists()
                }
                stamps[str(path)] = stamp
                write_atomically(self.folder / "verified.json", _STAMPS.dump_json(stamps, indent=1))
        except OSError:
            return

    def _described(self, file: str) -> dict[str, Described]:
        path = self.folder / file
        try:
            return _DESCRIBED.validate_json(path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValidationError) as error:
            raise TrustError(
                f"{path} cannot be read as the record of added models",
                hint=f"move {path} away and add the files again: tandem model add FILE",
            ) from error

    def _update(self, file: str, key: str, model: Described) -> None:
        with self.lock("records"):
            sweep(self.folder, file)
            records = {**self._described(file), key: model}
            write_atomically(self.folder / file, _DESCRIBED.dump_json(records, indent=1))


def sweep(folder: Path, file: str) -> None:
    """Remove what processes that were killed while writing ``file`` left. Hold its lock."""
    for stale in folder.glob(f".{file}.*"):
        stale.unlink(missing_ok=True)
