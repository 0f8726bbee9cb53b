"""What a run of CARE begins with: a base, or what a cold start learned over one."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from tandem_shared.errors import MissingError, UsageError
from tandem_trainer.train.care.loading import stay_here
from tandem_trainer.train.care.speech import SPEECH, speech_of
from tandem_trainer.train.importing.bases import Base, folder_digest, import_base
from tandem_trainer.train.runs.bases import base_of, learned_in
from tandem_trainer.train.runs.folder import MANIFEST, RunFolder

OVER = "--over"


@dataclass(frozen=True)
class Start:
    """A base, and what was ``learned`` over it: the folder of a LoRA or of every weight."""

    base: Base
    learned: Path | None = None
    lora: bool = False

    @property
    def folder(self) -> Path:
        """Of the whole weights and their tokenizer."""
        return self.base.folder if self.learned is None or self.lora else self.learned

    @property
    def adapter(self) -> Path | None:
        """The LoRA that is trained further."""
        return self.learned if self.lora else None

    @property
    def begun_from(self) -> str:
        """Digest of what was learned; empty for a base by itself."""
        return folder_digest(self.learned) if self.learned else ""


def find_start(name: str, models_dir: Path, over: str = "") -> Start:
    """What ``name`` is: the folder of a finished run of ``tandem-trainer sft``, a checkpoint folder
    that says how it is spoken with, or whatever ``import_base`` takes.

    ``over`` names the base of a run where the run's own name for it does not lead there. Raises
    ``UsageError`` for a run that is not over or of another kind or whose LoRA no GGUF file can
    hold, and what ``base_of`` and ``import_base`` raise.
    """
    stay_here()
    folder = Path(name)
    if (folder / MANIFEST).is_file():
        return _of_run(RunFolder(folder), over, models_dir)
    if over:
        raise UsageError(f"{name} is no run, which could be {OVER} a base", hint="leave it out")
    if (folder / SPEECH).is_file():
        return Start(_speaking(folder))
    return Start(import_base(name, models_dir))


def _of_run(run: RunFolder, over: str, models_dir: Path) -> Start:
    from tandem_trainer.train.export.learned import is_lora, read_lora

    manifest = run.manifest()
    if manifest.kind != "sft":
        raise UsageError(
            f"{run.path} is a run of {manifest.kind}, which CARE does not begin with",
            hint="name a base, or the folder of a finished run of tandem-trainer sft",
        )
    learned = learned_in(run)
    if lora := is_lora(learned):
        read_lora(learned)  # what cannot be exported is not worth days of training
    return Start(base_of(manifest, over, models_dir, OVER), learned, lora)


def _speaking(folder: Path) -> Base:
    """A checkpoint folder with a file that says how it is spoken with."""
    if not (folder / "config.json").is_file():
        raise MissingError(f"there is no checkpoint in {folder}", hint="name a whole checkpoint")
    return Base(folder.name, folder, weights_digest(folder), speech_of(folder).turns)


def weights_digest(base: Path) -> str:
    """Hex SHA-256 over a checkpoint's weights and configuration, files in name order."""
    found = hashlib.sha256()
    for path in sorted([*base.glob("*.safetensors"), *base.glob("*.json")]):
        with path.open("rb") as file:
            found.update(json.dumps(path.name).encode())
            found.update(hashlib.file_digest(file, "sha256").digest())
    return found.hexdigest()
