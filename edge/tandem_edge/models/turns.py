"""How a conversation is written for a model: fixed strings around each turn, never a template.

A GGUF file carries its chat template as a program (Jinja). Programs from strangers are not run
while Tandem works; a model is used with the plain prefixes and suffixes below. Known formats are
written here, others are derived once, in a confined child (``template.py``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Speaker = Literal["system", "user", "assistant"]
Affix = Annotated[str, Field(max_length=4096)]


class TurnFormat(BaseModel):
    """The strings around each turn.

    Prefixes and suffixes may hold the model's control tokens and are tokenised as such; what
    stands between them is foreign text and must be tokenised *without* control tokens, or a
    message could forge a turn.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    system_prefix: Affix
    system_suffix: Affix
    user_prefix: Affix
    user_suffix: Affix
    assistant_prefix: Affix
    assistant_suffix: Affix
    add_bos: bool = False

    def around(self, speaker: Speaker) -> tuple[str, str]:
        """Prefix and suffix of a turn."""
        pairs = {
            "system": (self.system_prefix, self.system_suffix),
            "user": (self.user_prefix, self.user_suffix),
            "assistant": (self.assistant_prefix, self.assistant_suffix),
        }
        return pairs[speaker]

    def write(self, turns: Iterable[tuple[Speaker, str]], *, answer: bool = True) -> str:
        """The conversation as one text, without the BOS token; ``answer`` opens the next turn."""
        text = "".join(
            prefix + words + suffix
            for speaker, words in turns
            for prefix, suffix in [self.around(speaker)]
        )
        return text + self.assistant_prefix if answer else text


CHATML = TurnFormat(
    name="chatml",
    system_prefix="<|im_start|>system\n",
    system_suffix="<|im_end|>\n",
    user_prefix="<|im_start|>user\n",
    user_suffix="<|im_end|>\n",
    assistant_prefix="<|im_start|>assistant\n",
    assistant_suffix="<|im_end|>\n",
)

PLAIN = TurnFormat(
    name="plain",
    system_prefix="",
    system_suffix="\n\n",
    user_prefix="User: ",
    user_suffix="\n",
    assistant_prefix="Assistant: ",
    assistant_suffix="\n",
)

FORMATS = {format_.name: format_ for format_ in (CHATML, PLAIN)}
"""Formats the registry may name."""

_KNOWN_TEMPLATES = {
    # SHA-256 of the UTF-8 template: what it writes for system, user and assistant turns.
    "cd8e9439f0570856fd70470bf8889ebd8b5d1107207f67a5efb46e342330527f": CHATML,  # Qwen2.5 0.5B
    "d5495a1e5db0611132a97e46a65dbb64a642a499421228b9c8b93229097fa9a4": CHATML,  # Qwen2.5 1.5B
    "872be49dbb638044ad01b60388f48d469ff2980e5f0dccdc22ec907db54d0788": CHATML,  # SmolLM2
}


def known_format(template: str) -> TurnFormat | None:
    """The format of a template that has been read by a person, by its digest."""
    digest = hashlib.sha256(template.encode("utf-8", "surrogatepass")).hexdigest()
    return _KNOWN_TEMPLATES.get(digest)
