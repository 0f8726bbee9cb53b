"""Our settings as TRL's, and TRL's talk kept out of the way."""

from __future__ import annotations

import contextlib
import logging
import os
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch

from tandem_trainer.train.care.settings import CareSettings

COMPLETION = 8192
"""Most tokens of an attempt, the phone's words among them; only TRL's statistics use it."""


def trl_settings(
    settings: CareSettings, folder: Path, weights: list[float], engine_url: str = ""
) -> Any:
    """TRL's configuration: Eq. 10, no KL term, no scaling, everything from files, nothing told.

    With the engine ``vllm``, TRL keeps the server at ``engine_url`` in step and corrects for what
    it samples otherwise than the trained model.
    """
    from trl import GRPOConfig

    accelerated = torch.cuda.is_available()
    rows = settings.groups * settings.group
    return GRPOConfig(
        output_dir=str(folder),
        per_device_train_batch_size=rows // settings.accumulate,
        gradient_accumulation_steps=settings.accumulate,
        steps_per_generation=settings.accumulate,
        num_generations=settings.group,
        num_iterations=settings.iterations,
        max_completion_length=COMPLETION,
        max_steps=settings.steps,
        learning_rate=settings.rate,
        lr_scheduler_type=settings.schedule,
        max_grad_norm=settings.max_grad_norm,
        weight_decay=0.0,
        temperature=settings.temperature,
        beta=0.0,
        loss_type="grpo",
        disable_dropout=True,  # of a LoRA that was trained with it: attempts are sampled without
        epsilon=settings.clip_low,
        epsilon_high=settings.clip_high,
        scale_rewards="none",
        reward_weights=weights,
        use_cpu=not accelerated,
        bf16=accelerated,
        gradient_checkpointing=accelerated,
        dataloader_pin_memory=accelerated,
        seed=settings.seed,
        logging_steps=settings.log_every,
        save_strategy="steps" if settings.save_every else "no",
        save_steps=max(settings.save_every, 1),
        save_total_limit=2,
        report_to=[],
        use_vllm=settings.engine == "vllm",
        vllm_mode="server",
        vllm_server_base_url=engine_url.rstrip("/") or None,
        disable_tqdm=True,
    )


def lora_of(settings: CareSettings) -> Any:
    """The LoRA's configuration, or ``None`` where every weight is trained."""
    if not settings.lora:
        return None
    from peft import LoraConfig

    return LoraConfig(
        r=settings.lora,
        lora_alpha=2 * settings.lora,
        target_modules="all-linear",
        task_type="CAUSAL_LM",
    )


@contextlib.contextmanager
def quietly() -> Iterator[None]:
    """Without the warnings, bars and prints of the libraries; errors are raised, not printed."""
    from transformers.utils.logging import disable_progress_bar, enable_progress_bar

    disable_progress_bar()
    before = os.environ.get("TRL_EXPERIMENTAL_SILENCE")
    os.environ["TRL_EXPERIMENTAL_SILENCE"] = "1"
    level = logging.getLogger("transformers").level
    logging.getLogger("transformers").setLevel(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        enable_progress_bar()
        logging.getLogger("transformers").setLevel(level)
        if before is None:
            del os.environ["TRL_EXPERIMENTAL_SILENCE"]
        else:
            os.environ["TRL_EXPERIMENTAL_SILENCE"] = before
