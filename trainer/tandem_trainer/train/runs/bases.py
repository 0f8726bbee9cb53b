"""What a run began with and what it learned, found again by what its folder says."""

from __future__ import annotations

from pathlib import Path

from tandem_shared.errors import MissingError, UsageError
from tandem_trainer.train.importing.bases import Base, folder_digest, import_base
from tandem_trainer.train.runs.folder import Manifest, RunFolder

LEARNED = ("adapter", "model", "policy")
"""Folders of a run in one of which its checkpoint is: of sft with LoRA, in full, and of care."""


def learned_in(run: RunFolder) -> Path:
    """The checkpoint of a run. Raises ``UsageError`` while it is not over."""
    found = [run.path / name for name in LEARNED if (run.path / name).is_dir()]
    if run.result() is None or not found:
        raise UsageError(
            f"the run in {run.path} is not over", hint="go on with it: the same command as before"
        )
    return found[0]


def base_of(manifest: Manifest, named: str, models_dir: Path, option: str) -> Base:
    """The base that a run began with: the one ``named``, else where the run's own name leads.

    Raises ``MissingError`` where that leads nowhere, ``UsageError`` for another base, and what
    ``import_base`` raises. ``option`` is how the command names a base.
    """
    base = import_base(named, models_dir) if named else _by_its_name(manifest, models_dir, option)
    if manifest.base_sha256 not in (base.sha256, folder_digest(base.folder)):
        raise UsageError(
            f"the run was trained from another base than {base.name} (SHA-256 "
            f"{manifest.base_sha256[:12]}..., this is {base.sha256[:12]}...)",
            hint=f"name the base of the run: {option} BASE",
        )
    return base


def _by_its_name(manifest: Manifest, models_dir: Path, option: str) -> Base:
    try:
        return import_base(manifest.base, models_dir)
    except UsageError as error:  # a run keeps no paths: of a file or a folder, its name alone
        raise MissingError(
            f"the run began with {manifest.base}, and no model is found by that name: {error}",
            hint=f"name the file or folder that it began with: {option} BASE",
        ) from error
