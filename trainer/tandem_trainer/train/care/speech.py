"""How a policy is spoken with: its dialect and its turns, as the edge has them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tandem_edge.files import read_limited
from tandem_edge.models.turns import TurnFormat
from tandem_edge.planner.dialects import Dialect, find_dialect
from tandem_edge.planner.local import parts
from tandem_edge.planner.protocol import Prompt
from tandem_shared.errors import UsageError

SPEECH = "speech.json"
"""In a base's folder where the policy is no chat model: its dialect and turns."""
WORDS = "words"
MOST_BYTES = 100_000_000


@dataclass(frozen=True)
class Speech:
    """A dialect and the strings around turns."""

    dialect: Dialect
    turns: TurnFormat


def speech_of(base: Path) -> Speech:
    """How the policy in ``base`` says that it is spoken with.

    Raises ``UsageError`` for a file that cannot be read.
    """
    path = base / SPEECH
    try:
        told = json.loads(read_limited(path, MOST_BYTES))
        turns = TurnFormat.model_validate(told["turns"])
        if told["dialect"] != WORDS:
            return Speech(find_dialect(str(told["dialect"])), turns)
        from tandem_trainer.train.care.ablation.words import Words

        return Speech(Words(tuple(told["names"])), turns)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path} cannot be read: {error}", hint="make the base anew") from error


class Renderer:
    """Prompts as token ids: the edge's own pieces, each tokenised by itself.

    Only the format's own strings may become control tokens, and what the policy sampled goes in as
    it was sampled, never tokenised anew.
    """

    def __init__(self, tokenizer: Any, turns: TurnFormat) -> None:
        self.tokenizer, self.turns = tokenizer, turns
        self._ids = lru_cache(maxsize=4096)(self._tokenised)
        self.stop = self._ids(turns.assistant_suffix, True)[0]
        """The token that ends an answer: the first after it in the turn format."""

    def ids(self, prompt: Prompt) -> list[int]:
        """``prompt`` up to where the answer begins."""
        found: list[int] = []
        ended = False
        for piece in (each for half in parts(prompt, self.turns) for each in half):
            ids = self._of(piece)
            found += ids[1:] if ended and ids[:1] == [self.stop] else ids
            ended = "ids" in piece and ids[-1:] == [self.stop]
        return found

    def text(self, ids: list[int]) -> str:
        """What an answer says: without the token that ends it."""
        said = ids[:-1] if ids[-1:] == [self.stop] else ids
        return str(self.tokenizer.decode(said, skip_special_tokens=False))

    def _of(self, piece: dict[str, Any]) -> list[int]:
        if "ids" in piece:
            return list(piece["ids"])
        if "bos" in piece:
            bos = self.tokenizer.bos_token_id
            return [] if bos is None else [bos]
        return list(self._ids(piece.get("text", piece.get("block")), "control" in piece))

    def _tokenised(self, text: str, control: bool) -> tuple[int, ...]:
        made = self.tokenizer(text, add_special_tokens=False, split_special_tokens=not control)
        return tuple(made.input_ids)
