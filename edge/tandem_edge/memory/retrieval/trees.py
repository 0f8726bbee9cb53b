"""Gradient boosted trees read from LightGBM's text format, and what each signal added to a score.

LightGBM (Ke et al. 2017, NeurIPS 30) trains them; to apply them takes a few lines of NumPy, so the
edge needs no LightGBM. Only what a ranker of ours contains is read: numerical splits with missing
values off, no categories, no linear leaves; anything else is refused. Text in, numbers out: unlike
a pickle, the file can run nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tandem_edge.memory.retrieval.pool import Floats
from tandem_shared.errors import TrustError

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]
_CATEGORICAL, _MISSING = 1, 0b1100
LARGEST = 1_000_000
"""Bytes of a model's text."""
MOST_NODES = 4096
"""Splits of one tree; ours have a few dozen."""


@dataclass(frozen=True)
class Tree:
    """One tree. A child below 0 is the leaf ``~child``; ``means`` is what a node's rows scored."""

    feature: Ints
    threshold: Doubles
    left: Ints
    right: Ints
    leaves: Doubles
    means: Doubles

    def leaf_of(self, rows: Doubles) -> Ints:
        """The leaf that each row falls into, ``[rows]``."""
        at = np.zeros(len(rows), np.int64) if len(self.feature) else np.full(len(rows), -1)
        while (inner := np.flatnonzero(at >= 0)).size:
            at[inner] = self._step(rows, inner, at[inner])
        return np.asarray(~at, np.int64)

    def add_parts(self, rows: Doubles, parts: Doubles) -> None:
        """Add to ``parts`` ``[rows, features]`` how far each split moved a row's expected score."""
        if not len(self.feature):
            return
        at = np.zeros(len(rows), np.int64)
        while (inner := np.flatnonzero(at >= 0)).size:
            before, after = at[inner], self._step(rows, inner, at[inner])
            parts[inner, self.feature[before]] += self._value(after) - self.means[before]
            at[inner] = after

    def _step(self, rows: Doubles, inner: Ints, at: Ints) -> Ints:
        goes_left = rows[inner, self.feature[at]] <= self.threshold[at]
        return np.where(goes_left, self.left[at], self.right[at])

    def _value(self, at: Ints) -> Doubles:
        return np.where(at < 0, self.leaves[~np.minimum(at, -1)], self.means[np.maximum(at, 0)])


@dataclass(frozen=True)
class Forest:
    """Trees whose leaves add up to a score, over the signals ``names`` in that order."""

    names: tuple[str, ...]
    trees: tuple[Tree, ...]

    def scores(self, rows: Floats) -> Doubles:
        """A score a row of ``[rows, len(names)]``."""
        given = np.asarray(rows, np.float64)
        total = np.zeros(len(given))
        for tree in self.trees:
            total += tree.leaves[tree.leaf_of(given)]
        return total

    def parts(self, rows: Floats) -> Doubles:
        """What each signal added, ``[rows, len(names)]``; with ``base`` they are the row's score.

        A split's share is how far it moved the mean of the training rows below it (Saabas 2014).
        """
        given = np.asarray(rows, np.float64)
        found = np.zeros((len(given), len(self.names)))
        for tree in self.trees:
            tree.add_parts(given, found)
        return found

    @property
    def base(self) -> float:
        """The score before anything is known."""
        return float(
            sum((tree.means if len(tree.means) else tree.leaves)[0] for tree in self.trees)
        )


def parse_forest(text: str) -> Forest:
    """The trees in a LightGBM model's text. Raises ``TrustError`` for what is none of ours."""
    if len(text) > LARGEST:
        raise _refused("it is too large")
    head, *blocks = text.split("\nTree=")
    try:
        names = tuple(_fields(head)["feature_names"].split())
        trees = tuple(_tree(block.partition("\nend of trees")[0], len(names)) for block in blocks)
    except (KeyError, ValueError, IndexError) as error:
        raise _refused(f"{type(error).__name__} in a tree") from error
    if not trees:
        raise _refused("it has no trees")
    return Forest(names, trees)


def _tree(block: str, features: int) -> Tree:
    fields = _fields(block)
    if int(fields["num_cat"]) or int(fields.get("is_linear", "0")):
        raise ValueError("categories or linear leaves")
    if int(fields["num_leaves"]) == 1:
        return Tree(*_empty(), _doubles(fields, "leaf_value"), np.zeros(0))
    tree = Tree(
        _ints(fields, "split_feature"),
        _doubles(fields, "threshold"),
        _ints(fields, "left_child"),
        _ints(fields, "right_child"),
        _doubles(fields, "leaf_value"),
        _doubles(fields, "internal_value"),
    )
    _check(tree, _ints(fields, "decision_type"), features)
    return tree


def _check(tree: Tree, decisions: Ints, features: int) -> None:
    """Every child comes after its parent, so that no walk is endless, and every place exists."""
    nodes = len(tree.feature)
    children = np.stack([tree.left, tree.right])
    same = {len(decisions), len(tree.threshold), len(tree.left), len(tree.right), len(tree.means)}
    sound = (
        same == {nodes}
        and 0 < nodes <= MOST_NODES
        and len(tree.leaves) == nodes + 1
        and not (decisions & (_CATEGORICAL | _MISSING)).any()
        and ((tree.feature >= 0) & (tree.feature < features)).all()
        and ((children < 0) | (children > np.arange(nodes))).all()
        and ((children >= -nodes - 1) & (children < nodes)).all()
        and all(np.isfinite(each).all() for each in (tree.threshold, tree.leaves, tree.means))
    )
    if not sound:
        raise ValueError("a tree that is not whole")


def _fields(block: str) -> dict[str, str]:
    pairs = (line.split("=", 1) for line in block.splitlines() if "=" in line)
    return {pair[0]: pair[1] for pair in pairs}


def _ints(fields: Mapping[str, str], name: str) -> Ints:
    return np.asarray([int(each) for each in fields[name].split()], np.int64)


def _doubles(fields: Mapping[str, str], name: str) -> Doubles:
    return np.asarray([float(each) for each in fields[name].split()], np.float64)


def _empty() -> tuple[Ints, Doubles, Ints, Ints]:
    none = np.zeros(0, np.int64)
    return none, np.zeros(0), none, none


def _refused(why: str) -> TrustError:
    return TrustError(f"the ranker's file is not usable: {why}", hint="install Tandem again")
