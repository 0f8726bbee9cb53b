"""Checkpoints of a cold start: whole or not there, and never a pickle.

``step-N/`` holds what is learned, the optimiser's state and that of chance, as safetensors, and
``state.json``. ``best-N.safetensors`` is what was learned at the best look so far.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from tandem_edge.files import private_folder, sync_folder
from tandem_shared.errors import TrustError
from tandem_trainer.train.sft.policy import Policy

STATE, LEARNED, OPTIMISER = "state.json", "learned.safetensors", "optimiser.safetensors"
KEPT = 2
CHANCE = "chance"


@dataclass
class Progress:
    """How far a run is: steps done, and the best look so far (``best_step`` -1 before any)."""

    step: int = 0
    best_step: int = -1
    best_loss: float = float("inf")
    worse: int = 0
    """Looks since the best one."""


def save(folder: Path, policy: Policy, optimiser: torch.optim.Optimizer, now: Progress) -> None:
    """Keep a checkpoint, durable when this returns; older ones but the last go."""
    private_folder(folder)
    target, working = folder / f"step-{now.step}", folder / ".part"
    shutil.rmtree(working, ignore_errors=True)
    working.mkdir()
    save_file(_plain(policy.learned), working / LEARNED)
    save_file(_optimiser_state(policy, optimiser), working / OPTIMISER)
    told = {**asdict(now), "best_loss": now.best_loss if now.best_step >= 0 else None}
    (working / STATE).write_text(json.dumps(told))
    _sync(working)
    shutil.rmtree(target, ignore_errors=True)
    working.replace(target)
    sync_folder(folder)
    _prune(folder, now)


def latest(folder: Path) -> Path | None:
    """The newest checkpoint."""
    found = sorted(folder.glob("step-*"), key=lambda path: int(path.name.partition("-")[2]))
    return found[-1] if found else None


def restore(checkpoint: Path, policy: Policy, optimiser: torch.optim.Optimizer) -> Progress:
    """Bring policy, optimiser and chance back to ``checkpoint``.

    Raises ``TrustError`` when it is not a checkpoint of this run.
    """
    try:
        state = json.loads((checkpoint / STATE).read_bytes())
        learned, kept = load_file(checkpoint / LEARNED), load_file(checkpoint / OPTIMISER)
        put(policy, learned)
        _put_optimiser(policy, optimiser, kept)
    except (OSError, ValueError, KeyError, RuntimeError) as error:
        raise TrustError(
            f"{checkpoint} cannot be gone on from", hint="remove that folder and try again"
        ) from error
    if state["best_loss"] is None:
        state["best_loss"] = float("inf")
    return Progress(**state)


def put(policy: Policy, tensors: Mapping[str, Tensor]) -> None:
    """Set what is learned. Raises ``KeyError`` for a name that is missing."""
    with torch.no_grad():
        for name, parameter in policy.learned.items():
            parameter.copy_(tensors[name])


def keep_best(folder: Path, policy: Policy, step: int) -> None:
    """Keep what is learned as the best so far."""
    private_folder(folder)
    working = folder / ".best.part"
    save_file(_plain(policy.learned), working)
    working.replace(best_file(folder, step))


def best_file(folder: Path, step: int) -> Path:
    """Where the best of ``step`` is kept."""
    return folder / f"best-{step}.safetensors"


def _plain(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {name: one.detach().cpu().contiguous() for name, one in tensors.items()}


def _optimiser_state(policy: Policy, optimiser: torch.optim.Optimizer) -> dict[str, Tensor]:
    found = {CHANCE: torch.get_rng_state()}
    if policy.device.type == "cuda":
        found[f"{CHANCE}.cuda"] = torch.cuda.get_rng_state()
    for name, parameter in policy.learned.items():
        for key, value in optimiser.state.get(parameter, {}).items():
            found[f"{name}|{key}"] = value
    return _plain(found)


def _put_optimiser(
    policy: Policy, optimiser: torch.optim.Optimizer, kept: Mapping[str, Tensor]
) -> None:
    for name, parameter in policy.learned.items():
        state: dict[str, Any] = {
            key.rpartition("|")[2]: value for key, value in kept.items()
            if key.startswith(f"{name}|")
        }  # fmt: skip
        on_device = {key: one if key == "step" else one.to(parameter) for key, one in state.items()}
        optimiser.state[parameter] = on_device
    torch.set_rng_state(kept[CHANCE])
    if policy.device.type == "cuda":
        torch.cuda.set_rng_state(kept[f"{CHANCE}.cuda"])


def _sync(folder: Path) -> None:
    for path in folder.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())


def _prune(folder: Path, now: Progress) -> None:
    found = sorted(folder.glob("step-*"), key=lambda path: int(path.name.partition("-")[2]))
    for old in found[:-KEPT]:
        shutil.rmtree(old)
    for best in folder.glob("best-*.safetensors"):
        if best != best_file(folder, now.best_step):
            best.unlink()
