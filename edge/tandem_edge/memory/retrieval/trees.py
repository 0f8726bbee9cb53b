"""Gradient boosted trees read from LightGBM's text format, and what each signal added to a score.

LightGBM (Ke et al. 2017, NeurIPS 30) trains them; to apply them takes a few lines of NumPy, so the
edge needs no LightGBM. Only what a ranker of ours contains is read: numerical splits with missing
values off, no categories, no linear leaves; anything else is refused. Text in, numbers out: unlike
a pickle, the file can run nothing.

All trees are walked at once (QuickScorer, Lucchese et al. 2015, doi 10.1145/2766462.2767733): a
split that a row fails rules out the leaves to its left, and of those that are left the first is
where the row ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tandem_edge.memory.retrieval.pool import Floats
from tandem_shared.errors import TrustError

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]
Masks = NDArray[np.uint64]
_CATEGORICAL, _MISSING = 1, 0b1100
LARGEST = 1_000_000
"""Bytes of a model's text."""
MOST_LEAVES = 64
"""Of one tree: a bit each."""
_ALL = np.uint64(2**MOST_LEAVES - 1)


@dataclass(frozen=True)
class Tree:
    """One tree. A child below 0 is the leaf ``~child``; ``means`` is what a node's rows scored."""

    feature: Ints
    threshold: Doubles
    left: Ints
    right: Ints
    leaves: Doubles
    means: Doubles

    @cached_property
    def order(self) -> list[list[int]]:
        """The leaves under each node from left to right; the first node's are all there are."""
        under: list[list[int]] = [[] for _ in self.feature]
        for node in reversed(range(len(self.feature))):
            for child in (int(self.left[node]), int(self.right[node])):
                under[node] += [~child] if child < 0 else under[child]
        return under or [[0]]

    def masks(self) -> Masks:
        """For each node the leaves, as bits in their order, that are left when it is failed."""
        bit = {leaf: place for place, leaf in enumerate(self.order[0])}
        gone = [
            sum(1 << bit[leaf] for leaf in ([~child] if child < 0 else self.order[child]))
            for child in map(int, self.left)
        ]
        return np.asarray([int(_ALL) & ~each for each in gone], np.uint64)

    def parts(self, features: int) -> Doubles:
        """What each signal adds on the way to each leaf, ``[leaves, features]``."""
        ways = np.zeros((len(self.feature), features))
        found = np.zeros((len(self.leaves), features))
        for node in range(len(self.feature)):
            for child in (int(self.left[node]), int(self.right[node])):
                value = self.leaves[~child] if child < 0 else self.means[child]
                way = ways[node].copy()
                way[self.feature[node]] += value - self.means[node]
                (found if child < 0 else ways)[~child if child < 0 else child] = way
        return found


@dataclass(frozen=True)
class Forest:
    """Trees whose leaves add up to a score, over the signals ``names`` in that order."""

    names: tuple[str, ...]
    trees: tuple[Tree, ...]

    def scores(self, rows: Floats) -> Doubles:
        """A score a row of ``[rows, len(names)]``."""
        return np.asarray(self._values[self._each, self._ends(rows)].sum(axis=1))

    def parts(self, rows: Floats) -> Doubles:
        """What each signal added, ``[rows, len(names)]``; with ``base`` they are the row's score.

        A split's share is how far it moved the mean of the training rows below it (Saabas 2014).
        """
        found = np.zeros((len(rows), len(self.names)))
        for place, ends in enumerate(self._ends(rows)):
            found[place] = self._parts[self._each, ends].sum(axis=0)
        return found

    @cached_property
    def base(self) -> float:
        """The score before anything is known."""
        return float(
            sum((tree.means if len(tree.means) else tree.leaves)[0] for tree in self.trees)
        )

    def _ends(self, rows: Floats) -> Ints:
        """Places, from left to right, of the leaves that each row ends in, ``[rows, trees]``."""
        feature, threshold, masks = self._splits
        failed = np.asarray(rows, np.float64)[:, feature] > threshold
        left = np.bitwise_and.reduce(np.where(failed, masks, _ALL), axis=2)
        first = left & (~left + np.uint64(1))
        return np.asarray(np.frexp(first.astype(np.float64))[1] - 1, np.int64)

    @cached_property
    def _each(self) -> Ints:
        return np.arange(len(self.trees))

    @cached_property
    def _splits(self) -> tuple[Ints, Doubles, Masks]:
        """``[trees, nodes]``; where a tree has fewer nodes are splits that nothing fails."""
        nodes = max(1, *(len(tree.feature) for tree in self.trees))
        feature = np.zeros((len(self.trees), nodes), np.int64)
        threshold = np.full(feature.shape, np.inf)
        masks = np.full(feature.shape, _ALL, np.uint64)
        for place, tree in enumerate(self.trees):
            own = len(tree.feature)
            feature[place, :own], threshold[place, :own] = tree.feature, tree.threshold
            masks[place, :own] = tree.masks()
        return feature, threshold, masks

    @cached_property
    def _values(self) -> Doubles:
        """Each tree's leaves from left to right, ``[trees, 64]``."""
        found = np.zeros((len(self.trees), MOST_LEAVES))
        for place, tree in enumerate(self.trees):
            found[place, : len(tree.leaves)] = tree.leaves[tree.order[0]]
        return found

    @cached_property
    def _parts(self) -> Doubles:
        """What each signal adds on the way to them, ``[trees, leaves, len(names)]``."""
        most = max(len(tree.leaves) for tree in self.trees)
        found = np.zeros((len(self.trees), most, len(self.names)))
        for place, tree in enumerate(self.trees):
            found[place, : len(tree.leaves)] = tree.parts(len(self.names))[tree.order[0]]
        return found


def parse_forest(text: str) -> Forest:
    """The trees in a LightGBM model's text. Raises ``TrustError`` for what is none of ours."""
    if len(text) > LARGEST:
        raise _refused("it is too large")
    head, *blocks = text.split("\nTree=")
    try:
        names = tuple(_fields(head)["feature_names"].split())
        trees = tuple(_tree(block.partition("\nend of trees")[0], len(names)) for block in blocks)
    except (KeyError, ValueError, IndexError, OverflowError) as error:
        raise _refused(f"{type(error).__name__} in a tree") from error
    if not trees:
        raise _refused("it has no trees")
    return Forest(names, trees)


def _tree(block: str, features: int) -> Tree:
    fields = _fields(block)
    if int(fields["num_cat"]) or int(fields.get("is_linear", "0")):
        raise ValueError("categories or linear leaves")
    if int(fields["num_leaves"]) == 1:
        none = np.zeros(0, np.int64)
        tree = Tree(none, np.zeros(0), none, none, _doubles(fields, "leaf_value"), np.zeros(0))
        decisions = none
    else:
        tree = Tree(
            _ints(fields, "split_feature"),
            _doubles(fields, "threshold"),
            _ints(fields, "left_child"),
            _ints(fields, "right_child"),
            _doubles(fields, "leaf_value"),
            _doubles(fields, "internal_value"),
        )
        decisions = _ints(fields, "decision_type")
    _check(tree, decisions, features)
    return tree


def _check(tree: Tree, decisions: Ints, features: int) -> None:
    """Every child comes after its parent and every leaf is reached by one way."""
    nodes = len(tree.feature)
    children = np.stack([tree.left, tree.right])
    same = {len(decisions), len(tree.threshold), len(tree.left), len(tree.right), len(tree.means)}
    sound = (
        same == {nodes}
        and len(tree.leaves) == nodes + 1 <= MOST_LEAVES
        and not (decisions & (_CATEGORICAL | _MISSING)).any()
        and ((tree.feature >= 0) & (tree.feature < features)).all()
        and ((children < 0) | (children > np.arange(nodes))).all()
        and sorted(children.ravel()) == [*range(-nodes - 1, 0), *range(1, nodes)][: 2 * nodes]
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


def _refused(why: str) -> TrustError:
    return TrustError(f"the ranker's file is not usable: {why}", hint="install Tandem again")
