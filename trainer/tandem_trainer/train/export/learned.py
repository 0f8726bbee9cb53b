"""What a run learned, read from its folder: a LoRA as peft keeps it, or every weight."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from safetensors import SafetensorError
from safetensors.numpy import load_file

from tandem_shared.errors import TrustError, UsageError
from tandem_trainer.train.export.layout import Weights

CONFIG, FILE = "adapter_config.json", "adapter_model.safetensors"
_HALF = re.compile(r"base_model\.model\.(.+)\.lora_([AB])\.weight")
BEYOND = (
    "use_rslora", "use_dora", "rank_pattern", "alpha_pattern", "modules_to_save", "fan_in_fan_out",
    "layer_replication",
)  # fmt: skip
"""Settings of peft that llama.cpp's adapters have no word for."""


@dataclass(frozen=True)
class Lora:
    """A LoRA: by the weight's name, ``A`` ``[rank, inputs]`` and ``B`` ``[outputs, rank]``.

    It adds ``alpha / rank * B A`` to each weight.
    """

    rank: int
    alpha: float
    pairs: dict[str, tuple[Weights, Weights]]

    def added(self, name: str) -> Weights | float:
        """What is added to the weight called ``name``, float32; 0 where nothing is."""
        if name not in self.pairs:
            return 0.0
        down, up = self.pairs[name]
        added: Weights = (up @ down) * (self.alpha / self.rank)
        return added


def is_lora(folder: Path) -> bool:
    """Whether ``folder`` holds a LoRA."""
    return (folder / CONFIG).is_file()


def read_lora(folder: Path) -> Lora:
    """The LoRA that peft saved in ``folder``.

    Raises ``TrustError`` when it cannot be read, ``UsageError`` for one that a GGUF file cannot
    hold.
    """
    try:
        config = json.loads((folder / CONFIG).read_bytes())
        tensors = load_file(folder / FILE)
        rank, alpha = int(config["r"]), float(config["lora_alpha"])
    except (OSError, ValueError, KeyError, TypeError, SafetensorError) as error:
        raise TrustError(f"{folder} holds no whole adapter", hint="finish the run again") from error
    _demand_plain(config, folder)
    halves: dict[str, dict[str, Weights]] = {}
    for key, value in tensors.items():
        found = _HALF.fullmatch(key)
        if found is None:
            raise UsageError(f"{folder} holds more than a LoRA: {key}", hint="export another run")
        halves.setdefault(f"{found[1]}.weight", {})[found[2]] = value.astype("float32")
    if not halves or any(set(each) != {"A", "B"} for each in halves.values()):
        raise TrustError(f"{folder} holds no whole adapter", hint="finish the run again")
    return Lora(rank, alpha, {name: (each["A"], each["B"]) for name, each in halves.items()})


def _demand_plain(config: dict[str, Any], folder: Path) -> None:
    odd = [name for name in BEYOND if config.get(name)]
    if config.get("peft_type") != "LORA" or config.get("bias", "none") != "none" or odd:
        raise UsageError(
            f"{folder} is not a plain LoRA ({', '.join(odd) or 'its type or bias'})",
            hint="train with tandem-trainer sft --method lora",
        )
