"""A base folder as a model, its tokenizer, and how it is spoken with."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tandem_edge.files import read_limited
from tandem_shared.errors import MissingError, UsageError
from tandem_trainer.train.care.speech import MOST_BYTES, SPEECH, Speech, speech_of

PLAIN = "TokenizersBackend"
"""How transformers calls a tokenizer that is nothing but its file."""
DIALECT = "signatures"


def stay_here() -> None:
    """Have Hugging Face's libraries neither ask for files nor tell of us; before they are imported.

    All that is loaded here are local files.
    """
    for name in ("HF_HUB_OFFLINE", "HF_HUB_DISABLE_TELEMETRY"):
        os.environ.setdefault(name, "1")


def load_base(base: Path, dialect: str = DIALECT) -> tuple[Any, Any, Speech]:
    """The model, the tokenizer and the speech of a checkpoint folder, all from files.

    Raises ``MissingError`` when there is no checkpoint, ``UsageError`` for one that cannot be read.
    """
    stay_here()
    from transformers import AutoModelForCausalLM

    if not (base / "config.json").exists():
        raise MissingError(
            f"there is no checkpoint in {base}",
            hint="--base FOLDER, as tandem-trainer sft makes it",
        )
    try:
        tokenizer = load_tokenizer(base)
        model = AutoModelForCausalLM.from_pretrained(base, local_files_only=True)
    except (OSError, ValueError) as error:
        raise UsageError(f"{base} cannot be loaded: {error}", hint="make the base anew") from error
    template = None if (base / SPEECH).exists() else tokenizer.chat_template
    return model, tokenizer, speech_of(base, template, dialect)


def load_tokenizer(base: Path) -> Any:
    """The tokenizer of a checkpoint.

    transformers chooses a class by the model's architecture; a tokenizer that says it is its file
    and nothing else is taken at its word.
    """
    from transformers import AutoTokenizer, PreTrainedTokenizerFast

    told = json.loads(read_limited(base / "tokenizer_config.json", MOST_BYTES))
    plain = told.get("tokenizer_class") == PLAIN
    kind = PreTrainedTokenizerFast if plain else AutoTokenizer
    tokenizer = kind.from_pretrained(base, local_files_only=True, padding_side="left")
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    return tokenizer
