"""Trees read from LightGBM's text do what LightGBM does, and nothing else is read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.retrieval.pool import Floats
from tandem_edge.memory.retrieval.trees import LARGEST, Forest, parse_forest
from tandem_shared.errors import TrustError

SMALL = """tree
feature_names=a b

Tree=0
num_leaves=3
num_cat=0
split_feature=0 1
split_gain=1 1
threshold=0.5 -1
decision_type=2 2
left_child=1 -1
right_child=-2 -3
leaf_value=0.1 0.2 0.4
internal_value=0.25 0.3
is_linear=0

end of trees
"""
"""a <= .5: (b <= -1: .1, else .4), else .2"""


@pytest.fixture(scope="module")
def trained() -> tuple[Any, Floats]:
    lightgbm = pytest.importorskip("lightgbm")
    rng = np.random.default_rng(11)
    rows = rng.normal(size=(600, 5)).round(2)
    right = (rows[:, 0] + rows[:, 1] * rows[:, 2] > 1).astype(int)
    data = lightgbm.Dataset(rows, right, group=[20] * 30, feature_name=list("abcde"))
    parameters = {
        "objective": "lambdarank",
        "num_leaves": 9,
        "use_missing": False,
        "num_threads": 1,
        "verbosity": -1,
    }
    return lightgbm.train(parameters, data, num_boost_round=25), rows


def test_scores_are_lightgbms_own(trained: tuple[Any, Floats]) -> None:
    booster, rows = trained
    forest = parse_forest(booster.model_to_string())
    unseen = np.random.default_rng(12).normal(size=(300, 5)) * 3
    for given_rows in (rows, unseen):
        assert forest.scores(given_rows) == pytest.approx(booster.predict(given_rows), abs=1e-9)


def test_parts_and_base_add_up_to_the_score(trained: tuple[Any, Floats]) -> None:
    booster, rows = trained
    forest = parse_forest(booster.model_to_string())
    total = forest.parts(rows).sum(axis=1) + forest.base
    assert total == pytest.approx(forest.scores(rows), abs=1e-9)


def test_a_tree_is_walked_as_it_reads() -> None:
    rows = np.asarray([[0.5, -1], [0.5, 0], [0.6, 0]], np.float32)
    assert list(parse_forest(SMALL).scores(rows)) == [0.1, 0.4, 0.2]


def test_each_part_is_what_the_split_on_it_moved() -> None:
    (parts,) = parse_forest(SMALL).parts(np.asarray([[0, 0]], np.float32))
    assert parts == pytest.approx([0.05, 0.1])


def test_a_tree_of_one_leaf_adds_the_same_to_all() -> None:
    text = SMALL.split("Tree=0")[0] + "Tree=0\nnum_leaves=1\nnum_cat=0\nleaf_value=0.7\n"
    forest = parse_forest(text)
    rows = np.zeros((3, 2), np.float32)
    assert list(forest.scores(rows)) == [0.7] * 3
    assert forest.base == 0.7 and not forest.parts(rows).any()


@pytest.mark.parametrize(
    ("was", "is_"),
    [
        ("num_cat=0", "num_cat=1"),
        ("is_linear=0", "is_linear=1"),
        ("decision_type=2 2", "decision_type=1 2"),
        ("decision_type=2 2", "decision_type=10 2"),
        ("left_child=1 -1", "left_child=0 -1"),
        ("left_child=1 -1", "left_child=7 -1"),
        ("right_child=-2 -3", "right_child=-2 -9"),
        ("split_feature=0 1", "split_feature=0 2"),
        ("split_feature=0 1", "split_feature=0"),
        ("leaf_value=0.1 0.2 0.4", "leaf_value=0.1 0.2"),
        ("leaf_value=0.1 0.2 0.4", "leaf_value=0.1 0.2 nan"),
        ("threshold=0.5 -1", "threshold=0.5 x"),
        ("feature_names=a b", "names=a b"),
        ("Tree=0", "Bush=0"),
    ],
)
def test_what_is_not_a_whole_tree_of_ours_is_refused(was: str, is_: str) -> None:
    with pytest.raises(TrustError):
        parse_forest(SMALL.replace(was, is_))


def test_a_text_that_is_too_large_is_refused_before_it_is_read() -> None:
    with pytest.raises(TrustError, match="too large"):
        parse_forest(SMALL + " " * LARGEST)


@given(st.data())
def test_a_damaged_text_is_refused_or_gives_finite_scores(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(SMALL) - 1))
    new = data.draw(st.sampled_from("0123456789-. =\nxe"))
    try:
        forest: Forest = parse_forest(SMALL[:at] + new + SMALL[at + 1 :])
    except TrustError:
        return
    rows = np.zeros((2, len(forest.names)), np.float32)
    assert np.isfinite(forest.scores(rows)).all()
