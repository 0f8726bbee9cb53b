"""Which pieces of the vocabulary are kept, and the tokenizer over them.

The model knows a hundred languages; Tandem speaks English and Chinese. Pieces in other scripts are
left out, which halves the file. A letter without a piece becomes the unknown piece.
"""

from __future__ import annotations

import json
import re
from typing import Any

from tandem_edge.embedder.conversion.packed import Packed

SPACE = "\u2581"
"""How SentencePiece writes the space before a word."""
_KEPT = (
    (0x0000, 0x0250),  # Latin
    (0x2000, 0x2C00),  # punctuation, currency, arrows, symbols, and the space above
    (0x3000, 0x3040),  # Chinese punctuation
    (0x3100, 0x3130),  # Bopomofo
    (0x3400, 0xA000),  # Han
    (0xF900, 0xFB00),  # Han, compatibility forms
    (0xFE30, 0xFE50),  # vertical forms
    (0xFF00, 0xFFF0),  # full width forms
    (0x1F000, 0x110000),  # emoji, rare Han
)
_FIRST = 5
"""The pieces before this one are special."""


def kept_pieces(packed: Packed) -> list[int]:
    """Numbers of the pieces to keep, in order."""
    shape = packed.shape
    special = {*range(_FIRST), shape.begin, shape.end, shape.pad, shape.unknown}
    spans = "".join(f"{chr(first)}-{chr(end - 1)}" for first, end in _KEPT)
    wanted = re.compile(f"[{spans}]*").fullmatch
    texts = (piece.decode("utf-8", "replace") for piece in packed.pieces)
    return [n for n, text in enumerate(texts) if n in special or wanted(text)]


def tokenizer_json(packed: Packed, kept: list[int]) -> str:
    """The tokenizer in the form that the ``tokenizers`` library reads, always the same bytes.

    SentencePiece's unigram model, NFKC with runs of spaces made one (as XLM-RoBERTa's), and the
    special pieces around.
    """
    place = {old: new for new, old in enumerate(kept)}
    names = {n: packed.pieces[n].decode("utf-8", "replace") for n in kept}
    begin, end = packed.shape.begin, packed.shape.end
    vocabulary = [[names[n], float(packed.scores[n])] for n in kept]
    value: dict[str, Any] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [_special(place[n], names[n]) for n in sorted((begin, end))],
        "normalizer": _NORMALIZER,
        "pre_tokenizer": _PRE_TOKENIZER,
        "post_processor": _around(names[begin], place[begin], names[end], place[end]),
        "decoder": None,
        "model": {
            "type": "Unigram",
            "unk_id": place[packed.shape.unknown],
            "vocab": vocabulary,
            "byte_fallback": False,
        },
    }
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


_NORMALIZER = {
    "type": "Sequence",
    "normalizers": [
        {"type": "Nmt"},
        {"type": "NFKC"},
        {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
    ],
}
_PRE_TOKENIZER = {
    "type": "Metaspace",
    "replacement": SPACE,
    "prepend_scheme": "always",
    "split": False,
}


def _special(number: int, text: str) -> dict[str, Any]:
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    return {"id": number, "content": text, **flags, "special": True}


def _around(begin: str, first: int, end: str, last: int) -> dict[str, Any]:
    def special(text: str) -> dict[str, Any]:
        return {"SpecialToken": {"id": text, "type_id": 0}}

    def number(text: str, at: int) -> dict[str, Any]:
        return {"id": text, "ids": [at], "tokens": [text]}

    single = [special(begin), {"Sequence": {"id": "A", "type_id": 0}}, special(end)]
    return {
        "type": "TemplateProcessing",
        "single": single,
        "pair": [*single, {"Sequence": {"id": "B", "type_id": 0}}, special(end)],
        "special_tokens": {begin: number(begin, first), end: number(end, last)},
    }
