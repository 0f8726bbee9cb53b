"""``tandem bench memory``: LoCoMo's recall, answers, reports, as a person or a script has them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tandem_edge.cli import bench_memory_locomo
from tandem_edge.cli.bench_memory import bench_memory
from tandem_edge.llm.fake_endpoint import FakeEndpoint
from tandem_shared.errors import UsageError
from tests.edge.bench.memory.evaluation.making import knows, planner


@pytest.fixture(autouse=True)
def nowhere(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fresh home, no embedder, and no benchmark's file beside the checkout."""
    monkeypatch.setenv("TANDEM_MODELS_DIR", str(tmp_path / "none"))
    monkeypatch.setattr(bench_memory_locomo, "BESIDE", Path("not", "there"))


def tandem(*arguments: str) -> Result:
    result = CliRunner().invoke(bench_memory, arguments, standalone_mode=False)
    if result.exception:
        raise result.exception
    return result


def told(*arguments: str) -> dict[str, Any]:
    value = json.loads(tandem(*arguments, "--json").stdout)
    assert isinstance(value, dict)
    return value


def made_up(form: str, folder: Path) -> str:
    return str(told("made-up", str(folder / form), "--format", form, "--seed", "5")["data"])


def test_without_locomos_file_it_says_so_and_how_to_give_it() -> None:
    done = tandem("locomo")
    assert done.return_value == 0 and "skipped" in done.stdout
    assert "--data" in done.stdout and "TANDEM_LOCOMO" in done.stdout
    assert set(told("locomo")) == {"skipped", "hint"}


def test_a_place_that_was_named_and_does_not_hold_it_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match="holds no LoCoMo"):
        tandem("locomo", "--data", str(tmp_path))
    monkeypatch.setenv("TANDEM_LOCOMO", str(tmp_path))
    with pytest.raises(UsageError, match="holds no LoCoMo"):
        tandem("locomo")


@pytest.mark.parametrize("way", ["option", "file", "environment", "beside"])
def test_locomo_is_found_where_it_may_be(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = Path(made_up("locomo", tmp_path))
    arguments = {"option": ["--data", str(file.parent)], "file": ["--data", str(file)]}.get(way, [])
    if way == "environment":
        monkeypatch.setenv("TANDEM_LOCOMO", str(file.parent))
    if way == "beside":
        monkeypatch.setattr(bench_memory_locomo, "BESIDE", file.parent)
    figures = told("locomo", *arguments)
    assert figures["questions"] == 18 and figures["evidence"]["malformed"] == 0
    assert set(figures["categories"]) == {"multi-hop", "temporal", "open-domain", "single-hop"}
    assert "embedder" in figures["note"] or "not" in figures["note"]


def test_locomos_figures_are_told_in_words_too(tmp_path: Path) -> None:
    lines = tandem("locomo", "--data", made_up("locomo", tmp_path)).stdout.splitlines()
    assert lines[1].startswith("all") and "p95" in lines[-2] and "malformed" in lines[-1]


def test_figures_of_shuffled_turns_are_worse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tandem_edge.bench.memory import locomo

    data = made_up("locomo", tmp_path)
    good = told("locomo", "--data", data, "--method", "words")
    monkeypatch.setattr(
        locomo.Methods,
        "words",
        lambda self, talk: lambda question, number: [turn.id for turn in talk.turns[::-1]],
    )
    assert told("locomo", "--data", data, "--method", "words")["mrr"] < good["mrr"] > 0.5


@pytest.mark.parametrize("form", ["locomo", "longmemeval", "beam"])
def test_a_run_is_told_event_by_event_and_reported(form: str, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    with FakeEndpoint(knows()) as endpoint:
        done = tandem(
            *("answers", "--format", form, "--data", made_up(form, tmp_path)),
            *("--planner", planner(endpoint), "--limit", "4", "--out", out, "--json"),
        )
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(events) == 4 and all(each["answer"] == "I do not know" for each in events)
    (report,) = told("answers-report", out)["reports"]
    assert (report["asked"], report["answered"]) == (4, 4)
    assert set(report["overall"]["f1"]) == {
        *("questions", "valid", "protocol", "end_to_end", "coverage")
    }


def test_two_runs_are_compared(tmp_path: Path) -> None:
    data, outs = made_up("locomo", tmp_path), [str(tmp_path / name) for name in "ab"]
    for out, said in zip(outs, ("dog", "Kyoto 14 June"), strict=True):
        with FakeEndpoint(knows(said)) as endpoint:
            options = ("--planner", planner(endpoint), "--context", "recent", "--out", out)
            tandem("answers", "--format", "locomo", "--data", data, *options)
    (found,) = told("answers-report", *outs, "--compare")["comparisons"]
    assert found["questions"] == 18 and found["differ"] == ["planner"]
    shown = tandem("answers-report", *outs, "--compare").stdout
    assert "b over a: F1" in shown and "differ in planner" in shown


def test_what_an_answer_holds_cannot_steer_a_terminal(tmp_path: Path) -> None:
    with FakeEndpoint(knows("\x1b[2Jgone")) as endpoint:
        options = ("--planner", planner(endpoint), "--context", "none", "--limit", "1")
        done = tandem(
            *("answers", "--format", "locomo", "--data", made_up("locomo", tmp_path)),
            *(*options, "--out", str(tmp_path / "out"), "--json"),
        )
    assert "\x1b" not in done.output


def test_made_up_files_that_cannot_be_written_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match="cannot be written"):
        tandem("made-up", str(tmp_path / "file" / "below"), "--format", "beam")
