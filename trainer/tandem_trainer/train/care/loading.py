"""What a run begins with as a model, its tokenizer, and how it is spoken with."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tandem_edge.files import read_limited
from tandem_edge.planner.dialects import find_dialect
from tandem_shared.errors import UsageError
from tandem_trainer.train.care.speech import MOST_BYTES, SPEECH, Renderer, Speech, speech_of

if TYPE_CHECKING:
    from tandem_trainer.train.care.starting import Start

DIALECT = "signatures"
UNLOADABLE = (OSError, ValueError, RuntimeError, KeyError)


def stay_here() -> None:
    """Have Hugging Face's libraries neither ask for files nor tell of us; before they are imported.

    All that is loaded here are local files.
    """
    for name in ("HF_HUB_OFFLINE", "HF_HUB_DISABLE_TELEMETRY"):
        os.environ.setdefault(name, "1")


def load_base(start: Start, lora: bool = False, dialect: str = DIALECT) -> tuple[Any, Any, Speech]:
    """The model, the tokenizer and the speech of ``start``, all from files.

    ``lora`` says that a LoRA will be laid over it. Raises ``UsageError`` for files that cannot be
    read.
    """
    stay_here()
    told = (start.folder / SPEECH).is_file()
    speech = speech_of(start.folder) if told else Speech(find_dialect(dialect), start.base.turns)
    try:
        tokenizer = load_tokenizer(start.folder, speech)
        model = _model(start, frozen=lora or start.lora)
    except UNLOADABLE as error:
        raise UsageError(
            f"{start.learned or start.folder} cannot be loaded: {error}", hint="make it anew"
        ) from error
    return model, tokenizer, speech


def _model(start: Start, *, frozen: bool) -> Any:
    """The weights, with the LoRA that goes on being trained, if there is one."""
    import torch
    from transformers import AutoModelForCausalLM

    # What is trained needs float32. Where nothing but a LoRA is, the rest is held as a GPU
    # multiplies it; a CPU has no other arithmetic here.
    half = frozen and torch.cuda.is_available()
    dtype = torch.bfloat16 if half else torch.float32
    model = AutoModelForCausalLM.from_pretrained(start.folder, dtype=dtype, local_files_only=True)
    if start.adapter is None:
        return model
    from peft import PeftModel

    return PeftModel.from_pretrained(model, str(start.adapter), is_trainable=True)


def load_tokenizer(folder: Path, speech: Speech) -> Any:
    """The tokenizer of a checkpoint as transformers has it: its file, and nothing else.

    transformers would choose a class by the model, which writes and splits text otherwise than
    its file. Control tokens are those of ``config.json``; where it names none, a turn's end.
    """
    from tokenizers import Tokenizer
    from transformers import PreTrainedTokenizerFast

    inner = Tokenizer.from_str(read_limited(folder / "tokenizer.json", MOST_BYTES).decode())
    config = json.loads(read_limited(folder / "config.json", MOST_BYTES))
    made = PreTrainedTokenizerFast(
        tokenizer_object=inner, padding_side="left", clean_up_tokenization_spaces=False
    )
    end = Renderer(made, speech.turns).stop
    for name, usual in (("bos", None), ("eos", end), ("pad", end)):
        told = config.get(f"{name}_token_id")
        first = told[0] if isinstance(told, list) and told else told
        number = usual if first is None else first
        if number is not None:
            setattr(made, f"{name}_token", inner.id_to_token(number))
    return made
