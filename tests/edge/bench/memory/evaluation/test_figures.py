"""Figures of a run, and of two runs of the same questions."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.bench.memory.evaluation.figures import compare, figures, report_of
from tandem_edge.bench.memory.evaluation.folder import Manifest, Record, RunFolder
from tandem_shared.errors import UsageError

MANIFEST = Manifest(
    format="locomo",
    data_sha256="d",
    questions=("q0", "q1", "q2"),
    context="recent",
    budget=800,
    tokens="tokenizer",
    planner="p",
    planner_sha256="s",
    embedder="",
    judge="",
    judge_sha256="",
    deadline_s=60,
    planner_context=4096,
    seed=0,
    protocol="x",
    memory="",
    tandem="1",
)


def record(number: int, f1: float | None, category: str = "1") -> Record:
    return Record(
        question=f"q{number}",
        sample="s",
        category=category,
        valid=f1 is not None,
        scores={"f1": f1},
        shown=0.5 if f1 else None,
    )


def run(path: Path, *values: float | None, **changed: object) -> RunFolder:
    folder = RunFolder(path)
    with folder.held():
        folder.begin(MANIFEST.model_copy(update=changed))
        for number, value in enumerate(values):
            folder.add(record(number, value, category=str(1 + number % 2)))
    return folder


def test_the_three_figures_are_kept_apart(tmp_path: Path) -> None:
    report = report_of(run(tmp_path, 1.0, 0.5, None))
    overall = report.overall["f1"]
    assert (overall.protocol, overall.end_to_end, overall.coverage) == (0.75, 0.5, 2 / 3)
    first = report.by_category["1"]["f1"]
    assert (first.protocol, first.end_to_end, first.coverage) == (1.0, 0.5, 0.5)
    assert report.answered == 3 and report.shown == 0.5


@given(st.lists(st.none() | st.floats(0, 1), min_size=1, max_size=20))
def test_end_to_end_is_protocol_times_coverage(values: list[float | None]) -> None:
    figure = figures(record(number, value) for number, value in enumerate(values))["f1"]
    product = (figure.protocol or 0.0) * figure.coverage
    assert figure.end_to_end == pytest.approx(product)


def test_a_run_without_any_question_of_a_measure_has_no_figure_of_it(tmp_path: Path) -> None:
    report = report_of(run(tmp_path))
    assert report.overall == {} and report.answered == 0


def test_two_runs_are_compared_in_pairs_and_a_failed_execution_counts_nothing(
    tmp_path: Path,
) -> None:
    first = run(tmp_path / "a", 0.2, 0.2, 0.2)
    second = run(tmp_path / "b", 0.6, None, 0.6, context="memory", memory="m", embedder="e")
    found = compare(first, second)
    assert found.ratio == pytest.approx(2.0) and found.questions == 3
    assert found.low is not None and found.high is not None
    assert found.low <= found.ratio <= found.high and found.low < found.high <= 3.0 + 1e-9
    assert found.differ == ()
    assert found == compare(first, second)


def test_one_and_the_same_run_has_a_ratio_of_one_for_sure(tmp_path: Path) -> None:
    folder = run(tmp_path, 0.2, 0.4, 0.9)
    found = compare(folder, folder)
    assert (found.ratio, found.low, found.high) == (1.0, 1.0, 1.0)


def test_over_nothing_there_is_no_ratio(tmp_path: Path) -> None:
    found = compare(run(tmp_path / "a", 0.0, 0.0), run(tmp_path / "b", 0.5, 0.5))
    assert (found.ratio, found.high) == (None, None)


def test_only_questions_of_both_runs_are_compared_and_other_differences_are_named(
    tmp_path: Path,
) -> None:
    found = compare(run(tmp_path / "a", 0.5, 0.5, 0.1), run(tmp_path / "b", 0.5, 0.5, budget=900))
    assert found.questions == 2 and found.ratio == 1.0 and found.differ == ("budget",)


def test_runs_that_have_nothing_in_common_are_not_compared(tmp_path: Path) -> None:
    first = run(tmp_path / "a", 0.5)
    with pytest.raises(UsageError, match="no question"):
        compare(first, run(tmp_path / "b"))
    with pytest.raises(UsageError, match="different files"):
        compare(first, run(tmp_path / "c", 0.5, data_sha256="other"))


def test_a_folder_without_a_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no run"):
        report_of(RunFolder(tmp_path))
