"""A GGUF file's weights as a checkpoint of transformers: safetensors, half precision."""

from __future__ import annotations

import io
import logging
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import torch
from gguf import GGUFReader
from transformers import AutoModelForCausalLM, AutoTokenizer
from transformers.utils import logging as their_logging

from tandem_trainer.train.importing.tokeniser import FILE, mend

LEFT_BEHIND = ("is_quantized", "quantization_method", "_pre_quantization_dtype")
"""What transformers 5 leaves on a model that it has dequantised, so that it will not save it."""
PRE = "tokenizer.ggml.pre"


def convert(gguf: Path, folder: Path) -> None:
    """Write the model of ``gguf`` into ``folder``: config, weights, tokeniser.

    Half precision keeps eleven bits, which holds dequantised four-bit weights closer than bfloat16
    does. Raises ``ValueError`` or ``OSError`` for a file that transformers cannot take.
    """
    their_logging.set_verbosity_error()
    logging.getLogger("transformers").setLevel(logging.ERROR)
    with redirect_stderr(io.StringIO()):  # progress bars of three libraries
        _convert(gguf, folder)
    mend(folder / FILE, pre_tokeniser(gguf))


def _convert(gguf: Path, folder: Path) -> None:
    where: dict[str, Any] = {"gguf_file": gguf.name}
    model = AutoModelForCausalLM.from_pretrained(gguf.parent, dtype=torch.float32, **where)
    _forget_quantiser(model)
    model.to(torch.float16).save_pretrained(folder)
    AutoTokenizer.from_pretrained(gguf.parent, **where).save_pretrained(folder)


def pre_tokeniser(gguf: Path) -> str:
    """How the file says that words are split before they are tokenised; empty if it does not."""
    field = GGUFReader(gguf).get_field(PRE)
    return str(field.contents()) if field else ""


def _forget_quantiser(model: Any) -> None:
    model.hf_quantizer = None
    for name in LEFT_BEHIND:
        model.__dict__.pop(name, None)
    for config in (model.config, model.config.get_text_config()):
        if hasattr(config, "quantization_config"):
            del config.quantization_config
