"""Pieces are those of the library that holds a vocabulary in the usual way."""

from __future__ import annotations

import json
from functools import lru_cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tandem_edge.bench.memory.bilingual.reading import conversations
from tandem_edge.embedder.mapped import read_mapped
from tandem_edge.embedder.pieces import Pieces, read_pieces
from tandem_edge.models.resolve import resolve
from tandem_edge.settings import default_models_dir

MOST = 512
pulled = pytest.mark.planner


@lru_cache(maxsize=1)
def both() -> tuple[Pieces, Tokenizer]:
    """The shipped embedder's vocabulary, ours and the library's."""
    path = resolve("multilingual-e5-small", default_models_dir()).path
    text = read_mapped(path).metadata["tokenizer"]
    library = Tokenizer.from_str(text)
    library.enable_truncation(MOST)
    return read_pieces(text), library


def check(text: str) -> None:
    ours, library = both()
    assert ours.encode(text, MOST) == library.encode(text).ids


@pulled
def test_every_turn_of_the_bilingual_conversations_is_cut_alike() -> None:
    for conversation in conversations():
        for turn in conversation.turns:
            check(f"passage: {turn.speaker}: {turn.text}")


@pulled
@settings(max_examples=300)
@given(st.text(max_size=60))
@example("a<s>b</s>  c")
@example("<pad><unk><mask>")
@example("\u200b\x00\x07abc")
@example("ＡＢＣ　ｄｅ ﬁ")
@example("\u0301a İstanbul 😀👋🏽")
@example("長" * 2000)
@example("")
def test_any_text_is_cut_alike(text: str) -> None:
    check(text)


@pulled
@settings(max_examples=200)
@given(st.text(alphabet="abe tsni▁的我是在不了，。", max_size=120))
def test_texts_of_many_possible_pieces_are_cut_alike(text: str) -> None:
    check(text)


@pulled
def test_no_two_pieces_share_a_hash() -> None:
    keys = both()[0].keys
    assert len(set(keys.tolist())) == len(keys)


@pytest.mark.parametrize("changed", [{"type": "BPE"}, {"byte_fallback": True}, {"unk_id": None}])
def test_a_vocabulary_of_another_kind_is_refused(changed: dict[str, object]) -> None:
    model = {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0]], "byte_fallback": False}
    frame = {"added_tokens": [], "normalizer": None, "pre_tokenizer": None}
    text = json.dumps(frame | {"model": model | changed}, separators=(",", ":"))
    with pytest.raises(ValueError, match="kind"):
        read_pieces(text)


def test_what_has_no_vocabulary_is_refused() -> None:
    with pytest.raises(ValueError, match="vocabulary"):
        read_pieces("{}")
