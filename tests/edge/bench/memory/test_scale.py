"""The bench of a long memory: what it fills, and what it refuses."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

from tandem_edge.bench.memory.apart import apart
from tandem_edge.bench.memory.scale import KEY, RECORD, SESSION, made, quantile, written
from tandem_edge.bench.memory.scaling import measure
from tandem_edge.memory.room import open_memory
from tandem_edge.settings import default_models_dir
from tandem_shared.errors import TandemError, UsageError
from tandem_shared.memory import Scope

pulled = pytest.mark.planner


def figures(turns: int, folder: Path) -> dict[str, float]:
    return measure(default_models_dir(), turns, folder, questions=3, quiet=True)


@pulled
def test_a_folder_that_is_kept_is_filled_further_and_searched_again(tmp_path: Path) -> None:
    first, then = figures(5, tmp_path), figures(12, tmp_path)
    assert (first["turns"], then["turns"], then["questions"]) == (5, 12, 3)
    assert 0 < then["search_p50_cpu_ms"] <= then["search_p95_cpu_ms"]
    assert 0 < then["rss_mb"] <= then["rss_peak_mb"] + 1
    assert json.loads((tmp_path / RECORD).read_text("utf-8"))["turns"] == 12
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        kept = [each.turn for each in room.book.all_turns()]
    assert kept == list(made(written(), 12))
    with pytest.raises(TandemError, match="holds 12 turns"):
        figures(3, tmp_path)


@pulled
def test_a_memory_of_something_else_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    with open_memory(tmp_path, KEY, Scope(), None):
        pass
    (tmp_path / RECORD).write_text('{"turns": 7}', "utf-8")
    with pytest.raises(TandemError, match="not whole"):
        figures(9, tmp_path)
    (tmp_path / RECORD).write_text("[]", "utf-8")
    with pytest.raises(TandemError, match="cannot be read"):
        figures(9, tmp_path)


def test_made_turns_are_the_same_each_time_and_more_go_on_from_fewer() -> None:
    lines = written()
    some = list(made(lines, 2 * SESSION + 1))
    assert some == list(islice(made(lines, 900), len(some)))
    assert [each.order for each in some[SESSION - 1 : SESSION + 1]] == [SESSION - 1, 0]
    assert len({each.text for each in some}) > SESSION


def test_a_quantile_is_one_of_the_values() -> None:
    assert [quantile([3.0, 1.0, 2.0, 4.0], share) for share in (0, 0.5, 0.95, 1)] == [1, 3, 4, 4]


def told(say: object) -> None:
    raise UsageError("not so", hint="otherwise")


def test_what_goes_wrong_in_the_other_process_is_said_here() -> None:
    with pytest.raises(TandemError, match="not so") as caught:
        apart(told, quiet=True)
    assert caught.value.hint == "otherwise"
