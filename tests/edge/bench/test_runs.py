"""A run is kept as it goes, goes on where it was ended, and comes out the same each time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tandem_edge.bench.runs.contenders import ORACLE
from tandem_edge.bench.runs.records import RESULTS_FILE, RunFolder
from tandem_edge.bench.runs.report import page, report_of
from tandem_edge.bench.runs.running import RunPlan, carry_out, choose, guidance_of
from tandem_edge.llm.fake_endpoint import FakeEndpoint
from tandem_edge.outbound.prices import Price, planner_price
from tandem_edge.settings import Settings
from tandem_shared.errors import UsageError
from tandem_shared.tasks import Dimension, Split

LIMIT = 12


def plan(tmp_path: Path, planner: str = ORACLE, seed: int = 0) -> RunPlan:
    settings = Settings(home=tmp_path / "home", planner=planner)
    return RunPlan(settings, Split.DEV, choose(Split.DEV, limit=LIMIT, seed=seed), seed)


def verdicts(out: Path) -> dict[str, tuple[bool, tuple[str, ...]]]:
    return {r.task: (r.verdict.passed, r.verdict.reasons) for r in RunFolder(out).results()}


def test_both_languages_get_half_of_a_limited_run() -> None:
    languages = [task.language for task in choose(Split.DEV, limit=LIMIT)]
    assert languages.count("en") == languages.count("zh") == LIMIT // 2


def test_the_oracle_does_everything(tmp_path: Path) -> None:
    done = list(carry_out(plan(tmp_path), tmp_path / "out", 1))
    assert len(done) == LIMIT and all(result.verdict.passed for result in done)


def test_the_same_seed_gives_the_same_result_on_any_number_of_processes(tmp_path: Path) -> None:
    for name, workers in (("one", 1), ("two", 2)):
        list(carry_out(plan(tmp_path, "random-tool", 5), tmp_path / name, workers))
    assert verdicts(tmp_path / "one") == verdicts(tmp_path / "two")
    assert len(verdicts(tmp_path / "one")) == LIMIT


def test_a_run_goes_on_after_its_last_whole_record(tmp_path: Path) -> None:
    out = tmp_path / "out"
    running = carry_out(plan(tmp_path), out, 1)
    for _ in range(5):
        next(running)
    running.close()
    with (out / RESULTS_FILE).open("ab") as file:
        file.write(b'{"task": "torn')
    rest = list(carry_out(plan(tmp_path), out, 1))
    assert len(rest) == LIMIT - 5
    assert len(verdicts(out)) == LIMIT
    assert list(carry_out(plan(tmp_path), out, 1)) == []


def test_a_folder_is_never_used_for_another_run(tmp_path: Path) -> None:
    out = tmp_path / "out"
    list(carry_out(plan(tmp_path), out, 1))
    with pytest.raises(UsageError, match="holds another run: its planner differ"):
        list(carry_out(plan(tmp_path, "does-nothing"), out, 1))
    assert len(verdicts(out)) == LIMIT


def test_a_folder_without_a_run_has_no_report(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no run"):
        report_of(tmp_path)


def test_a_task_that_was_not_attempted_counts_as_failed(tmp_path: Path) -> None:
    out = tmp_path / "out"
    running = carry_out(plan(tmp_path), out, 1)
    next(running)
    running.close()
    report = report_of(out)
    assert (report.tasks, report.attempted) == (LIMIT, 1)
    assert sum(share.passed for share in report.by["language"].values()) == 1


def test_the_page_shows_foreign_text_as_text(tmp_path: Path) -> None:
    out = tmp_path / "out"
    list(carry_out(plan(tmp_path, "does-nothing"), out, 1))
    shown = page(report_of(out))
    assert "By capability" in shown and "does-nothing on dev" in shown
    assert "95 % interval" in shown


KILLED = """
import os, sys
from dataclasses import replace
from pathlib import Path
from tests.edge.bench.test_runs import plan
from tandem_edge.bench.runs.running import carry_out
if __name__ == "__main__":
    home = Path(sys.argv[1])
    for count, _ in enumerate(carry_out(plan(home), home / "out", 2), 1):
        print(count, flush=True)
"""


@pytest.mark.slow
def test_a_run_killed_at_any_moment_has_lost_nothing_it_told_of(tmp_path: Path) -> None:
    script = tmp_path / "killed.py"
    script.write_text(KILLED)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([*filter(None, sys.path), os.curdir]),
    }
    with subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        told = [process.stdout.readline() for _ in range(4)]
        os.killpg(process.pid, signal.SIGKILL)
    assert told[-1].strip() == "4"
    kept = verdicts(tmp_path / "out")
    assert len(kept) >= 4
    rest = list(carry_out(plan(tmp_path), tmp_path / "out", 1))
    assert len(rest) == LIMIT - len(kept)
    assert len(verdicts(tmp_path / "out")) == LIMIT


def test_the_price_of_1000_tasks_tells_visible_and_thinking_apart(tmp_path: Path) -> None:
    usage = {
        "prompt_tokens": 1000,
        "completion_tokens": 100,
        "prompt_tokens_details": {"cached_tokens": 800},
        "completion_tokens_details": {"reasoning_tokens": 60},
    }
    price = Price(input=2, cached=1, output=10, source="https://a.example", date="2026-11-30")
    with FakeEndpoint(lambda body: [("done", {"answer": "x"})], usage=usage) as endpoint:
        name = f"openai:{endpoint.url}#m"
        made = plan(tmp_path, name)
        list(carry_out(made, tmp_path / "out", 1))
    assert made.info().dialect == "native" and made.info().planner_sha256 == ""
    known = planner_price(name, {}, {"m": price})
    money = report_of(tmp_path / "out", lambda planner: known).cost.money
    assert money is not None
    steps = sum(
        len(turn.steps)
        for result in RunFolder(tmp_path / "out").results()
        for turn in result.trajectory.turns
    )
    each = 1000 * steps / LIMIT / 1e6
    got = (money.prompt, money.reused_prompt, money.visible, money.thinking, money.total)
    wanted = (400 * each, 800 * each, 400 * each, 600 * each, 2200 * each)
    assert got == pytest.approx(wanted)
    shown = page(report_of(tmp_path / "out", lambda planner: known))
    assert f"- Price: ${2200 * each:.4f}" in shown and "2026-11-30" in shown
    assert "Price" not in page(report_of(tmp_path / "out"))


def test_a_planner_of_this_machine_has_no_price() -> None:
    assert planner_price("qwen2.5-coder-0.5b", {}, {}) is None
    assert planner_price("endpoint:gone", {}, {}) is None


def test_a_bare_run_is_another_run_without_guidance_and_notices(tmp_path: Path) -> None:
    whole, bare = plan(tmp_path), replace(plan(tmp_path), bare=True)
    assert (bool(whole.info().harness), bare.info().harness) == (True, "")
    list(carry_out(whole, tmp_path / "out", 1))
    with pytest.raises(UsageError, match="holds another run: its harness differ"):
        list(carry_out(bare, tmp_path / "out", 1))
    assert guidance_of(bare.settings, bare=True) is None
    told = guidance_of(whole.settings, bare=False)
    assert told is not None and told.digest == whole.info().harness


def test_a_run_of_several_dimensions_holds_only_these(tmp_path: Path) -> None:
    wanted = frozenset({Dimension.SKILLS, Dimension.SUBAGENT})
    chosen = choose(Split.DEV, dimensions=wanted)
    assert {task.dimension for task in chosen} == wanted
