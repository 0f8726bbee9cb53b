"""What decides a run of CARE. No PyTorch."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from tandem_shared.tools import Frozen
from tandem_trainer.train.care.phi import Arm, Phi


class CareSettings(Frozen):
    """Everything but the base, the tasks and the folder.

    A step is one update of the weights. ``groups`` tasks are tried ``group`` times each by every
    process, and used for ``iterations`` updates.
    """

    arm: Arm = Arm.CARE
    engine: Literal["here", "vllm"] = "here"
    """What samples: the trained model in this process, or a vLLM server."""
    phi: Phi = Phi()
    steps: int = Field(default=100, ge=1)
    groups: int = Field(default=8, ge=1)
    group: int = Field(default=8, ge=2)
    iterations: int = Field(default=1, ge=1)
    accumulate: int = Field(default=1, ge=1)
    """Parts that a batch is evaluated in; must divide ``groups * group``."""
    rate: float = Field(default=1e-5, gt=0)
    schedule: Literal["constant", "linear"] = "constant"
    """Of the learning rate: ``linear`` falls to nothing at the last step."""
    temperature: float = Field(default=1.0, gt=0)
    answer_tokens: int = Field(default=256, ge=1)
    clip_low: float = Field(default=0.2, gt=0, lt=1)
    clip_high: float = Field(default=0.28, gt=0)
    """Larger than ``clip_low``, so that unlikely tokens may become likely (arXiv 2503.14476)."""
    max_grad_norm: float = Field(default=1.0, gt=0)
    cost_scale: int = Field(default=1024, ge=1)
    cost_call: int = Field(default=64, ge=0)
    lora: int = Field(default=0, ge=0)
    """Rank of a LoRA on all linear layers; 0 trains every weight."""
    seed: int = Field(default=0, ge=0)
    every: int = Field(default=0, ge=0)
    """Steps between looks at dev, each followed by a decision of the controller; 0 never."""
    dev_tasks: int = Field(default=64, ge=1)
    save_every: int = Field(default=0, ge=0)
    log_every: int = Field(default=1, ge=1)
