"""A run of CARE: from a base, tasks and settings to a folder that tells all of it."""

from __future__ import annotations

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
from tandem_trainer.train.care.starting import Start
from tandem_trainer.train.care.tasks_file import digest_of, only
from tandem_trainer.train.rewards import load_rewards
from tandem_trainer.train.rewards.attempted import Costing
from tandem_trainer.train.runs.folder import Manifest, RunFolder, around

POLICY = "policy"
"""Folder in the run's, of the checkpoint that came out."""
BESIDE = ("tokenizer*.json", "chat_template*", "special_tokens*", SPEECH)
"""Files of a base that its checkpoints are read and spoken with."""

OFF = KeepsPhi()


@dataclass(frozen=True)
class CareRun:
    """What to train, on what, and where it is kept."""

    start: Start
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
    if settings.lora and wanted.start.adapter:
        raise UsageError("the run to begin with has a LoRA, which is trained on", hint="no --lora")
    folder.begin(_manifest(wanted))
    if (done := folder.result()) is not None:
        return done
    stay_here()
    from tandem_trainer.train.care.configuring import quietly

    with quietly():
        policy = Policy(
            *load_base(wanted.start, bool(settings.lora), wanted.dialect),
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
    for path in (each for name in BESIDE for each in wanted.start.folder.glob(name)):
        (out / path.name).write_bytes(path.read_bytes())
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
        base=wanted.start.base.name,
        base_sha256=wanted.start.base.sha256,
        begun_from=wanted.start.begun_from,
        data=digest_of([*wanted.train, *wanted.dev]),
        harness=wanted.harness,
        seed=wanted.settings.seed,
        settings={**settings, "controller": wanted.controller.name, "dialect": wanted.dialect},
        **around(),
    )
