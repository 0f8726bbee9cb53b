"""The reader and the counting of the LoCoMo bench, on a file made up in its format."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tandem_edge.bench.memory.locomo import (
    Figures,
    Methods,
    Report,
    embedded,
    evaluate,
    read_locomo,
)
from tandem_shared.errors import UsageError
from tests.fakes.hashed_embedder import HashedEmbedder

SAMPLE: dict[str, Any] = {
    "sample_id": "made-up",
    "conversation": {
        "speaker_a": "Ana",
        "speaker_b": "Leo",
        "session_2_date_time": "1:05 pm on 3 June, 2025",
        "session_2": [
            {"speaker": "Ana", "dia_id": "D2:1", "text": "We moved to the harbour."},
            {"speaker": "Leo", "dia_id": "D2:2", "text": "Nice!", "blip_caption": "a grey cat"},
        ],
        "session_1_date_time": "11:30 am on 8 May, 2025",
        "session_1": [{"speaker": "Leo", "dia_id": "D1:1", "text": "I grow tomatoes."}],
    },
    "qa": [
        {
            "question": "Where did Ana move?",
            "answer": "harbour",
            "category": 4,
            "evidence": ["D2:1"],
        },
        {
            "question": "What does Leo grow?",
            "answer": "tomatoes",
            "category": 1,
            "evidence": ["D:1:1; D2:02"],
        },
        {"question": "When was the cat?", "answer": 2025, "category": 2, "evidence": ["D9:9"]},
        {"question": "What did Leo never say?", "category": 5, "evidence": ["D1:1"]},
    ],
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "locomo10.json"
    file.write_text(json.dumps([SAMPLE]), "utf-8")
    return file


def test_turns_come_in_order_with_speaker_date_and_caption(path: Path) -> None:
    (conversation,) = read_locomo(path)
    assert [turn.id for turn in conversation.turns] == ["D1:1", "D2:1", "D2:2"]
    assert conversation.turns[0].at.isoformat() == "2025-05-08T11:30:00+00:00"
    assert conversation.turns[2].text == "Nice! [shares photo: a grey cat]"


def test_malformed_evidence_is_read_and_questions_without_any_are_left_out(path: Path) -> None:
    (conversation,) = read_locomo(path)
    assert [each.gold for each in conversation.questions] == [("D2:1",), ("D1:1", "D2:2")]


@pytest.mark.parametrize("text", ["", "[1]", '[{"sample_id": "x"}]', '{"a": []}'])
def test_another_file_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "other.json"
    file.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=r"other\.json"):
        read_locomo(file)


def test_figures_are_means_over_questions() -> None:
    figures = Figures()
    figures.add(["a", "b", "c", "d", "e", "f"], ["a", "f"])
    figures.add(["a", "b"], ["z"])
    assert figures.recall == {5: 0.25, 10: 0.5, 20: 0.5}
    assert figures.mrr == 0.5 and figures.questions == 2


@pytest.mark.parametrize("method", ["plain", "words", "plain_sum", "ranked"])
def test_every_method_ranks_the_obvious_turn_first(path: Path, method: str) -> None:
    report = evaluate(read_locomo(path), getattr(Methods(), method))
    assert report.by_category[4].mrr == 1
    assert report.overall.questions == len(report.seconds) == 2


def test_vectors_find_what_words_do_not(path: Path) -> None:
    turns = np.eye(3, 4, dtype=np.float32)
    methods = Methods(vectors=lambda conversation: (turns, [turns[2:]] * 2))
    report = evaluate(read_locomo(path), methods.ranked)
    assert report.by_category[1].recall[5] == 1


def test_a_quantile_is_a_time_that_was_measured() -> None:
    report = Report(seconds=[3.0, 1.0, 2.0])
    assert (report.quantile(0.5), report.quantile(0.95)) == (2.0, 3.0)


def test_a_question_in_two_parts_has_a_vector_for_each_part_besides_its_own(path: Path) -> None:
    (conversation,) = read_locomo(path)
    both = replace(conversation.questions[0], text="Where did Ana move, and who came along?")
    asked = replace(conversation, questions=(*conversation.questions, both))
    embedder = HashedEmbedder()
    turns, vectors = embedded(embedder)(asked)
    assert len(turns) == 3 and [len(each) for each in vectors] == [1, 1, 3]
    texts = [both.text, "Where did Ana move", "who came along?"]
    assert np.array_equal(vectors[2], embedder.queries(texts))
