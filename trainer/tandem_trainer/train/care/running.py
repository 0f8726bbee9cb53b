"""A run of CARE: from a base, tasks and settings to a folder that tells all of it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tandem_edge.bench.attempts import RAW
from tandem_edge.harness.ports import Adapter
from tandem_shared.errors import UsageError
from tandem_shared.tasks import Split, Task
from tandem_trainer.train.care.controlling import Controller, KeepsPhi
from tandem_trainer.train.care.engines import open_engine
from tandem_trainer.train.care.loading import DIALECT, load_base, stay_here
from tandem_trainer.train.care.looking import look_at
from tandem_trainer.train.care.policy import Policy
from tandem_trainer.train.care.rollouts import MEASURED, Rollouts
from tandem_trainer.train.care.settings import CareSettings
from tandem_trainer.train.care.speech import SPEECH
from tandem_trainer.train.care.tasks_file import digest_of, only
from tandem_trainer.train.rewards import load_rewards
from tandem_trainer.train.rewards.attempted import Costing
from tandem_trainer.train.runs.folder import Manifest, RunFolder, around

POLICY = "policy"
"""Folder in the run's, of the checkpoint that came out."""


OFF = KeepsPhi()


@dataclass(frozen=True)
class CareRun:
    """What to train, on what, and where it is kept."""

    base: Path
    train: tuple[Task, ...]
    dev: tuple[Task, ...]
    out: Path
    settings: CareSettings
    controller: Controller = OFF
    guidance: Adapter = RAW
    harness: str = ""
    """Digest of the configuration behind ``guidance``."""
    dialect: str = DIALECT
    engine_url: str = ""
    """Of the server, for the engine ``vllm``."""

    @property
    def costing(self) -> Costing:
        """What counts as dear."""
        return Costing(self.settings.cost_scale, self.settings.cost_call)


def run_care(wanted: CareRun) -> dict[str, Any]:
    """Train, or go on with a run that was ended; returns what came out.

    Raises ``UsageError`` for tasks of a wrong split, settings that do not fit each other and a
    folder that holds another run, and what ``load_base`` raises.
    """
    settings, folder = wanted.settings, RunFolder(wanted.out)
    tasks = only(wanted.train, Split.TRAIN)
    if settings.every:
        only(wanted.dev, Split.DEV)
    if settings.groups * settings.group % settings.accumulate:
        raise UsageError("the batch cannot be split so", hint="accumulate must divide it")
    folder.begin(_manifest(wanted))
    if (done := folder.result()) is not None:
        return done
    stay_here()
    from tandem_trainer.train.care.configuring import quietly

    with quietly():
        policy = Policy(
            *load_base(wanted.base, wanted.dialect),
            wanted.guidance,
            temperature=settings.temperature,
            most=settings.answer_tokens,
            engine=open_engine(settings.engine, wanted.engine_url),
        )
        rollouts = Rollouts(policy, tasks, load_rewards(), wanted.costing, settings.seed)
        with policy.engine.talking():
            result = _trained(wanted, folder, policy, rollouts)
    folder.finish(result)
    return result


def _trained(
    wanted: CareRun, folder: RunFolder, policy: Policy, rollouts: Rollouts
) -> dict[str, Any]:
    from datasets import Dataset
    from transformers import PrinterCallback

    from tandem_trainer.train.care.configuring import lora_of, trl_settings
    from tandem_trainer.train.care.following import Follows
    from tandem_trainer.train.care.trainer import CareTrainer, columns

    settings = wanted.settings
    names = [*rollouts.rewards, *MEASURED, "forgotten"]
    functions, weights = columns(names)
    follows = Follows(wanted, folder, policy)
    trainer = CareTrainer(
        arm=settings.arm,
        phi=settings.phi,
        model=policy.model,
        reward_funcs=functions,
        args=trl_settings(settings, folder.checkpoints, weights, wanted.engine_url),
        train_dataset=Dataset.from_dict({"prompt": [*rollouts.tasks]}),
        processing_class=policy.tokenizer,
        rollout_func=rollouts,
        callbacks=[follows],
        peft_config=lora_of(settings),
    )
    follows.trainer = trainer
    trainer.remove_callback(PrinterCallback)  # the run's folder tells it
    trainer.train(resume_from_checkpoint=follows.resumed())
    return _kept(wanted, trainer, policy)


def _kept(wanted: CareRun, trainer: Any, policy: Policy) -> dict[str, Any]:
    """Save what came out and look at it."""
    out = wanted.out / POLICY
    trainer.save_model(str(out))
    policy.tokenizer.save_pretrained(out)
    told = wanted.base / SPEECH
    if told.exists():
        (out / SPEECH).write_bytes(told.read_bytes())
    policy.model = trainer.accelerator.unwrap_model(trainer.model)
    result: dict[str, Any] = {"steps": wanted.settings.steps, "phi": trainer.phi.model_dump()}
    if wanted.dev:
        policy.engine.refresh(trainer)
        trainer.accelerator.wait_for_everyone()
        some = wanted.dev[: wanted.settings.dev_tasks]
        result["dev"] = look_at(policy, some, wanted.settings.seed, wanted.costing)
    return result


def _manifest(wanted: CareRun) -> Manifest:
    settings = wanted.settings.model_dump(mode="json")
    return Manifest(
        kind="care",
        base=wanted.base.name,
        base_sha256=weights_digest(wanted.base),
        data=digest_of([*wanted.train, *wanted.dev]),
        harness=wanted.harness,
        seed=wanted.settings.seed,
        settings={**settings, "controller": wanted.controller.name, "dialect": wanted.dialect},
        **around(),
    )


def weights_digest(base: Path) -> str:
    """Hex SHA-256 over a checkpoint's weights and configuration, files in name order."""
    found = hashlib.sha256()
    for path in sorted([*base.glob("*.safetensors"), *base.glob("*.json")]):
        with path.open("rb") as file:
            found.update(json.dumps(path.name).encode())
            found.update(hashlib.file_digest(file, "sha256").digest())
    return found.hexdigest()
