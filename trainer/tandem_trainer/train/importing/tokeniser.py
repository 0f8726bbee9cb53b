"""Prompt parts to token ids, exactly as the edge's planner process makes them of its GGUF file.

Parts are those of ``tandem_edge.planner.local.parts``: each is tokenised by itself, and only the
format's own strings may become control tokens.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import Regex, Tokenizer, pre_tokenizers

from tandem_edge.planner.local import Parts
from tandem_shared.errors import MissingError, TrustError

FILE = "tokenizer.json"
_WORDS = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
PRE_TOKENIZERS: Mapping[str, Callable[[], Any]] = {
    "smollm": lambda: _digits_first(),
}
"""Where transformers takes another splitting of words from a GGUF file than llama.cpp does: what
llama.cpp does, by the file's ``tokenizer.ggml.pre``."""
PROBES = (
    "  3 4567 a  b\n\n\n x\t\t1,234.50%",
    "don't I'LL  we'Ve Größe é e\u0301 \u00a0 x — “q”",
    "今晚六点给玫瑰浇水，ＡＢ１２三 😀🇨🇳",
    '[{"name":"set_alarm","arguments":{"time":"07:30","label":"x_y"}}]',
    "<|im_start|>user\nhi<|im_end|>\n<tool_call>{}</tool_call>",
)
"""Texts on which tokenisers part ways."""


@dataclass(frozen=True)
class Piece:
    """Token ids that stand together; a ``block`` may be evaluated apart (``planner_blocks``)."""

    ids: tuple[int, ...]
    block: bool = False
    scene: bool = False
    """Guidance that stands between the tools on offer and a request."""


class Tokeniser:
    """The tokeniser in the folder of a checkpoint.

    Raises ``MissingError`` when there is none, ``TrustError`` when it cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / FILE
        try:
            self._foreign = _read(path)
            self._control = _read(path)
        except FileNotFoundError as error:
            raise MissingError(f"{folder} has no {FILE}", hint="name a whole model") from error
        self._foreign.encode_special_tokens = True
        config = _json(folder / "config.json")
        self.bos = _first(config.get("bos_token_id"))
        self.eos = _first(config.get("eos_token_id"))
        self.vocabulary = int(config["vocab_size"])

    def encode(self, text: str, *, control: bool) -> list[int]:
        """Token ids of ``text``; only ``control`` text may become control tokens."""
        made = (self._control if control else self._foreign).encode(text, add_special_tokens=False)
        return list(made.ids)

    def pieces(self, parts: Parts) -> Iterator[Piece]:
        """The tokens of prompt parts, a piece each."""
        for part in parts:
            yield Piece(tuple(self._ids(part)), "block" in part)

    def tokens_before(self, text: str, end: str) -> int:
        """How many of the tokens of foreign ``text`` end before ``end`` begins in it, for the last
        time; 0 where it does not."""
        at = text.rfind(end)
        made = self._foreign.encode(text, add_special_tokens=False)
        return sum(stop <= at for _, stop in made.offsets)

    def text(self, ids: Sequence[int]) -> str:
        """The text of ``ids``, control tokens included."""
        return str(self._control.decode(list(ids), skip_special_tokens=False))

    def counts(self, texts: Iterable[str]) -> list[int]:
        """How many tokens each of ``texts`` has as foreign text."""
        return [len(self.encode(text, control=False)) for text in texts]

    def _ids(self, part: Mapping[str, Any]) -> list[int]:
        if "ids" in part:
            return list(part["ids"])
        if "bos" in part:
            return [] if self.bos is None else [self.bos]
        if "block" in part:
            return self.encode(part["block"], control=False)
        return self.encode(part["text"], control=bool(part.get("control")))


def mend(path: Path, pre: str) -> None:
    """Have the tokeniser at ``path`` split words as llama.cpp does for ``tokenizer.ggml.pre``."""
    if pre in PRE_TOKENIZERS:
        tokenizer = _read(path)
        tokenizer.pre_tokenizer = PRE_TOKENIZERS[pre]()
        tokenizer.save(str(path))


def _digits_first() -> Any:
    """Each digit by itself, then words as GPT-2 has them, in each stretch between digits."""
    split = pre_tokenizers.Split
    return pre_tokenizers.Sequence(
        [
            split(Regex(r"\p{N}"), "isolated"),
            split(Regex(_WORDS), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )


def _read(path: Path) -> Tokenizer:
    if not path.is_file():
        raise FileNotFoundError(path)
    try:
        return Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises bare exceptions
        raise TrustError(f"{path} is no tokeniser", hint="take the model anew") from error


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise TrustError(f"{path} cannot be read", hint="take the model anew") from error
    if not isinstance(found, dict) or not isinstance(found.get("vocab_size"), int):
        raise TrustError(f"{path} describes no language model", hint="take the model anew")
    return found


def _first(value: Any) -> int | None:
    found: int | None = value[0] if isinstance(value, list) and value else value
    return found
