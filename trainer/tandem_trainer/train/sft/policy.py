"""The model that is trained, on whatever machine this is."""

from __future__ import annotations

import json
import warnings
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, get_peft_model
from torch import Tensor
from transformers import AutoModelForCausalLM
from transformers.utils import logging as their_logging

from tandem_shared.errors import UsageError
from tandem_trainer.train.sft.settings import SftSettings

ALPHA = 2
"""Times the rank: the usual scale of what LoRA adds (Hu et al. 2021, arXiv 2106.09685)."""


@dataclass
class Policy:
    """A model with its adapter, if it has one."""

    model: Any
    dtype: torch.dtype
    """Of the arithmetic; what is learned is held in float32."""
    device: torch.device
    threads: int = field(default_factory=torch.get_num_threads)
    """Of the arithmetic. Other libraries of the process set OpenMP's number for all (FAISS does, in
    replays with memory)."""

    @property
    def core(self) -> Any:
        """The causal language model: ``model`` gives hidden states, ``lm_head`` logits."""
        return self.model.base_model.model if hasattr(self.model, "peft_config") else self.model

    @property
    def learned(self) -> dict[str, Tensor]:
        """Trainable parameters by name."""
        return {name: one for name, one in self.model.named_parameters() if one.requires_grad}

    def arithmetic(self) -> AbstractContextManager[Any]:
        """Within it, products are of ``dtype``, on ``threads``."""
        torch.set_num_threads(self.threads)
        enabled = self.dtype != torch.float32
        made: AbstractContextManager[Any] = torch.autocast(
            self.device.type, dtype=self.dtype, enabled=enabled
        )
        return made


def demand_layers(folder: Path, settings: SftSettings) -> None:
    """Raise ``UsageError`` where ``settings`` want more layers than the model in ``folder`` has."""
    there = int(json.loads((folder / "config.json").read_bytes())["num_hidden_layers"])
    if settings.layers > there:
        raise UsageError(f"the model has {there} layers", hint="give --layers 0 for all")


def load_policy(
    folder: Path, settings: SftSettings, seed: int, threads: int | None = None
) -> Policy:
    """The model in ``folder``, ready to be trained as ``settings`` says.

    With LoRA the base's weights have the arithmetic's type; in full training everything is float32.
    Adapters begin the same for a ``seed``. Without ``threads`` there are as many as now. Raises
    ``UsageError`` for more layers than there are.
    """
    demand_layers(folder, settings)
    their_logging.set_verbosity_error()
    their_logging.disable_progress_bar()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = arithmetic_type(settings.dtype, device)
    held = dtype if settings.method == "lora" else torch.float32
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=held, local_files_only=True)
    torch.manual_seed(seed)
    if settings.method == "lora":
        model = _with_adapter(model, settings)
    return Policy(model.to(device), dtype, device, threads or torch.get_num_threads())


def _with_adapter(model: Any, settings: SftSettings) -> Any:
    there = model.config.num_hidden_layers
    config = LoraConfig(
        r=settings.rank,
        lora_alpha=ALPHA * settings.rank,
        lora_dropout=settings.dropout,
        target_modules="all-linear",
        exclude_modules=_below(there - settings.layers) if settings.layers else None,
        task_type="CAUSAL_LM",
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # peft asks for a name that is given up
        adapted = get_peft_model(model, config)
    for parameter in adapted.parameters():
        if parameter.requires_grad:
            parameter.data = parameter.data.float()
    return adapted


def _below(layer: int) -> str | None:
    """Names, as peft matches them, of what is in layers before ``layer``."""
    before = "|".join(map(str, range(layer)))
    return rf".*\.layers\.({before})\..*" if before else None


def arithmetic_type(wanted: str, device: torch.device) -> torch.dtype:
    """``wanted``, or for ``auto`` bfloat16 where the processor multiplies in it."""
    if wanted != "auto":
        return torch.bfloat16 if wanted == "bfloat16" else torch.float32
    if device.type == "cuda":
        return torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float32
    return torch.bfloat16 if _cpu_has_bfloat16() else torch.float32


def _cpu_has_bfloat16() -> bool:
    try:
        flags = Path("/proc/cpuinfo").read_text()
    except OSError:
        return False
    return "avx512_bf16" in flags or "amx_bf16" in flags or " bf16" in flags
