"""A question is moved by the way between two languages."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tandem_edge.embedder.opening import DEFAULT, find_embedder
from tandem_edge.memory.retrieval.languages import (
    Languages,
    known_to,
    parse_languages,
    shipped_languages,
    written,
)
from tandem_edge.memory.retrieval.pool import Floats
from tandem_edge.models.registry import load_registry
from tandem_edge.settings import default_models_dir

SIZE = 6
NUMBERS = st.integers(-9_999, 9_999).map(lambda number: number / 10_000)
MEANS = arrays(np.float32, SIZE, elements=NUMBERS.map(np.float32))


def unit(rows: Floats) -> Floats:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), np.float32)


def questions(count: int, dimension: int) -> Floats:
    rows = np.random.default_rng(7).normal(size=(count, dimension))
    return unit(np.asarray(rows, np.float32))


@pytest.mark.parametrize("to_chinese", [True, False])
def test_what_is_moved_has_length_one(to_chinese: bool) -> None:
    known = shipped_languages()
    asked = questions(5, len(known.english))
    there = known.moved(asked, to_chinese=to_chinese)
    assert there.shape == asked.shape and there.dtype == np.float32
    assert np.linalg.norm(there, axis=1) == pytest.approx(1, abs=1e-5)
    assert not np.allclose(there, asked, atol=1e-3)


def test_the_middle_of_one_language_is_moved_to_that_of_the_other() -> None:
    known = shipped_languages()
    there = known.moved(known.english, to_chinese=True)
    back = known.moved(known.chinese, to_chinese=False)
    assert there == pytest.approx(unit(known.chinese), abs=1e-6)
    assert back == pytest.approx(unit(known.english), abs=1e-6)


def test_nothing_is_known_of_another_embedder() -> None:
    assert known_to("another model") is None
    assert known_to(shipped_languages().embedder) is shipped_languages()


@pytest.mark.parametrize("to_chinese", [True, False])
def test_what_lies_in_the_middle_of_its_language_is_as_near_to_it_as_what_was_moved(
    to_chinese: bool,
) -> None:
    known = shipped_languages()
    here, there = known.english, known.chinese
    if not to_chinese:
        here, there = there, here
    asked = unit(here[np.newaxis] + 0.2 * questions(4, len(here)))
    across = known.moved(asked, to_chinese=to_chinese)
    lean = known.lean(asked, across, to_chinese=to_chinese)
    assert across @ there + lean == pytest.approx(asked @ here, abs=1e-5)


def test_the_means_that_ship_are_those_of_the_embedder_that_is_pulled() -> None:
    model = load_registry().find(DEFAULT)
    assert model is not None and shipped_languages().embedder == model.sha256


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("When is the swimming lesson?", "游泳课是什么时候？"),
        ("How much was the bicycle?", "自行车多少钱？"),
        ("Where does my aunt live?", "我姑姑住在哪儿？"),
    ],
)
def test_a_question_is_moved_nearer_to_the_same_one_in_the_other_language(
    question: str, same: str
) -> None:
    embedder, missing = find_embedder(default_models_dir())
    if embedder is None:
        pytest.skip(missing)
    english, chinese = embedder.queries([question, same])
    known = known_to(embedder.identity)
    assert known is not None
    there = known.moved(english, to_chinese=True)
    back = known.moved(chinese, to_chinese=False)
    assert there @ chinese > english @ chinese + 0.02
    assert back @ english > english @ chinese + 0.02


def test_the_means_that_ship_are_of_two_languages_that_lie_apart() -> None:
    known = shipped_languages()
    assert known.embedder and len(known.english) == len(known.chinese) == 384
    assert np.linalg.norm(known.english - known.chinese) > 0.05


@given(st.text(max_size=20), MEANS, MEANS)
def test_what_is_written_is_read_again(embedder: str, english: Floats, chinese: Floats) -> None:
    again = parse_languages(written(Languages(embedder, english, chinese)))
    assert again.embedder == embedder
    assert np.array_equal(again.english, english) and np.array_equal(again.chinese, chinese)


@pytest.mark.parametrize(
    "given_",
    [
        "",
        "no json",
        "{}",
        "[]",
        json.dumps({"english": [1.0], "chinese": [1.0]}),
        json.dumps({"embedder": "e", "english": [1.0]}),
        json.dumps({"embedder": "e", "english": [1.0], "chinese": [1.0, 2.0]}),
        json.dumps({"embedder": "e", "english": [[1.0]], "chinese": [[1.0]]}),
        json.dumps({"embedder": "e", "english": ["x"], "chinese": [1.0]}),
    ],
)
def test_a_file_that_is_none_is_refused(given_: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        parse_languages(given_)
