"""A cold start from a data set's folder to a trained adapter."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file

from tandem_edge.bench.runs.running import guidance_of
from tandem_edge.embedder.opening import find_embedder
from tandem_edge.harness.adapter.storing import load_config
from tandem_edge.settings import Settings
from tandem_shared.errors import UsageError
from tandem_trainer.train.importing.bases import Base, import_base
from tandem_trainer.train.runs.folder import Manifest, RunFolder, around
from tandem_trainer.train.sft.ordering import Course
from tandem_trainer.train.sft.policy import Policy, demand_layers, load_policy
from tandem_trainer.train.sft.reading import Frozen, read_dataset
from tandem_trainer.train.sft.rendering import Renderer
from tandem_trainer.train.sft.replaying import Replayer
from tandem_trainer.train.sft.saving import best_file, put
from tandem_trainer.train.sft.sequences import Writer
from tandem_trainer.train.sft.settings import SftSettings
from tandem_trainer.train.sft.training import MINUTES, Tell, Training

ADAPTER, MODEL = "adapter", "model"


@dataclass(frozen=True)
class Wanted:
    """A cold start: what is learned, from where, into which folder."""

    dataset: Path
    base: str
    out: Path
    chosen: SftSettings
    seed: int = 0
    bare: bool = False
    """Prompts without the harness's guidance."""
    words: bool = False
    """Memory is searched by words alone in replays."""


def cold_start(wanted: Wanted, settings: Settings, tell: Tell) -> dict[str, Any]:
    """Train, or go on training, and return what came out, which the run's folder keeps.

    Raises what reading, importing and ``RunFolder.begin`` raise, and ``UsageError`` when there is
    nothing to learn.
    """
    threads = torch.get_num_threads()  # before any replay: see Policy.threads
    frozen = read_dataset(wanted.dataset)
    base = import_base(wanted.base, settings.models_dir)
    demand_layers(base.folder, wanted.chosen)
    train, held = frozen.of_at_most(wanted.chosen.calls).split(wanted.chosen.held)
    if not train:
        raise UsageError("the data set has nothing to learn", hint="freeze one with examples")
    run = RunFolder(wanted.out)
    run.begin(_manifest(wanted, frozen, base, settings))
    if (done := run.result()) is not None and done["stopped"] != MINUTES:
        return done
    course = Course(train, wanted.chosen, wanted.seed)
    if not course.steps:
        raise UsageError("the data set has nothing to learn", hint="freeze one with examples")
    renderer = _renderer(wanted, base, settings)
    looked_at = renderer.held(held, wanted.chosen.eval_most)
    policy = load_policy(base.folder, wanted.chosen, wanted.seed, threads)
    training = Training(policy, course, renderer, looked_at, run, wanted.chosen, tell)
    why = training.carry_out()
    result = _result(training, why, renderer.left_out)
    _save(policy, training, base, run)
    run.finish(result)
    return result


def _manifest(wanted: Wanted, frozen: Frozen, base: Base, settings: Settings) -> Manifest:
    chosen = wanted.chosen.model_dump(mode="json", exclude={"minutes"})
    return Manifest(
        kind="sft",
        base=base.name,
        base_sha256=base.sha256,
        data=frozen.name,
        harness="" if wanted.bare else load_config(settings.harness).digest,
        seed=wanted.seed,
        settings={**chosen, "words": wanted.words},
        **around(),
    )


def _renderer(wanted: Wanted, base: Base, settings: Settings) -> Renderer:
    embedder = None if wanted.words else find_embedder(settings.models_dir)[0]
    replayer = Replayer(guidance_of(settings, bare=wanted.bare), embedder)
    config = json.loads((base.folder / "config.json").read_bytes())
    return Renderer(
        replayer,
        Writer(base.tokeniser(), base.turns),
        wanted.chosen.group,
        wanted.chosen.tokens,
        min(settings.planner_context, int(config["max_position_embeddings"])),
        base.sha256,
    )


def _result(training: Training, why: str, left_out: Counter[str]) -> dict[str, Any]:
    now = training.now
    return {
        "stopped": why,
        "step": now.step,
        "best_step": now.best_step if now.best_step >= 0 else now.step,
        "best_dev_loss": now.best_loss if now.best_step >= 0 else None,
        "left_out": {reason: count for reason, count in left_out.items() if count},
    }


def _save(policy: Policy, training: Training, base: Base, run: RunFolder) -> None:
    """Write the best of the run as peft (or, for full training, transformers) reads it."""
    if training.now.best_step >= 0:
        put(policy, load_file(best_file(run.checkpoints, training.now.best_step)))
    if training.settings.method == "lora":
        policy.model.save_pretrained(run.path / ADAPTER)
        return
    policy.model.save_pretrained(run.path / MODEL)
    for path in base.folder.glob("*"):
        if path.name.startswith(("tokenizer", "chat_template", "special_tokens")):
            (run.path / MODEL / path.name).write_bytes(path.read_bytes())
