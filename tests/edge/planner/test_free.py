"""Texts without a grammar, of a tiny real model in a real child process."""

from __future__ import annotations

import math
import string
from collections.abc import Iterator

import pytest

from tandem_edge.models.resolve import resolve
from tandem_edge.planner.local import LocalPlanner, Parts
from tandem_shared.errors import PlannerError
from tests.edge.models.builders import CHATML_TEMPLATE, loadable

CONTEXT: Parts = [{"text": "Onceuponatime"}]
EVERY = [chr(code) for code in range(0x21, 0x7F)]


@pytest.fixture(scope="module")
def planner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalPlanner]:
    folder = tmp_path_factory.mktemp("tiny")
    path = folder / "tiny.gguf"
    path.write_bytes(loadable(template=CHATML_TEMPLATE))
    model = resolve(str(path), folder / "models")
    made = LocalPlanner(
        name="tiny", path=path, turns=model.turns, threads=1, context=256, load_s=300,
        prefixes=folder / "prefixes", identity=model.sha256,
    )  # fmt: skip
    yield made
    made.close()


def test_the_probabilities_of_all_that_may_come_next_are_at_most_one(planner: LocalPlanner) -> None:
    found = planner.likelihoods(CONTEXT, EVERY)
    total = sum(math.exp(log) for log, _ in found)
    assert 0.5 < total <= 1 + 1e-6
    assert sum(greedy for _, greedy in found) <= 1


def test_a_text_is_as_likely_as_its_parts_after_each_other(planner: LocalPlanner) -> None:
    ((whole, _),) = planner.likelihoods(CONTEXT, ["xyz"])
    parts = [
        planner.likelihoods([{"text": "Onceuponatime" + "xyz"[:at]}], ["xyz"[at]])[0][0]
        for at in range(3)
    ]
    assert whole == pytest.approx(sum(parts), abs=1e-3)


def test_order_and_company_do_not_move_a_likelihood(planner: LocalPlanner) -> None:
    asked = ["ab", "c", "abc", "ab"]
    together = [log for log, _ in planner.likelihoods(CONTEXT, asked)]
    alone = [planner.likelihoods(CONTEXT, [text])[0][0] for text in asked]
    assert together == pytest.approx(alone, abs=1e-3)
    assert together[0] == pytest.approx(together[3], abs=1e-3)


def test_what_it_says_is_what_is_likeliest(planner: LocalPlanner) -> None:
    said = planner.continued(CONTEXT, 8)
    assert said and set(said) <= set(string.printable)
    plain = [char for char in said if char in EVERY]
    if len(plain) == len(said):
        ((_, greedy),) = planner.likelihoods(CONTEXT, [said])
        assert greedy
    assert planner.continued(CONTEXT, 8, [said[2]]) == said[: said.index(said[2])]


def test_what_does_not_fit_or_is_nothing_is_an_error_and_harms_nothing(
    planner: LocalPlanner,
) -> None:
    before = planner.likelihoods(CONTEXT, ["a"])
    with pytest.raises(PlannerError, match="256 fit"):
        planner.likelihoods([{"text": "a" * 300}], ["b"])
    with pytest.raises(PlannerError, match="256 fit"):
        planner.continued(CONTEXT, 300)
    with pytest.raises(PlannerError, match="nothing to weigh"):
        planner.likelihoods(CONTEXT, [""])
    assert planner.likelihoods(CONTEXT, ["a"])[0][0] == pytest.approx(before[0][0], abs=1e-3)
