"""The checkpoint itself, as transformers has it."""

from __future__ import annotations

from pathlib import Path

import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM
from transformers.utils import logging as their_logging

from tandem_trainer.train.export.learned import is_lora
from tandem_trainer.train.importing.bases import Base
from tandem_trainer.train.sft.policy import Policy, arithmetic_type
from tandem_trainer.train.sft.settings import Arithmetic


def checkpoint(folder: Path, base: Base, dtype: Arithmetic) -> Policy:
    """What was learned in ``folder``, over ``base`` if it is a LoRA; it is not trained further."""
    their_logging.set_verbosity_error()
    their_logging.disable_progress_bar()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    kind = arithmetic_type(dtype, device)
    lora = is_lora(folder)
    model = AutoModelForCausalLM.from_pretrained(
        base.folder if lora else folder, dtype=kind, local_files_only=True
    )
    if lora:
        model = PeftModel.from_pretrained(model, str(folder))
        for parameter in model.parameters():
            parameter.requires_grad_(False)
    return Policy(model.to(device).eval(), kind, device)
