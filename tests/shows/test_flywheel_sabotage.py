"""With the thing it measures broken, each item of ``make show-flywheel`` prints ``short``."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")

from shows import flywheel, judging_cases
from shows._wheel import Wheel, passing
from shows.framework import ROOT, Bench, Line, safely
from tandem_trainer.curate.curating import curate
from tandem_trainer.tasks import constructing, keeping
from tests.shows.broken_flywheel import broken
from tests.shows.pretend_flywheel import Here, Saying
from tests.shows.pretending import HERE, marks, saying
from tests.trainer.curate.rollouts import right, tasks, wrong

POLICY, TRAIT = "never-converts-units", "units"
BENCH = Bench(planner="does-nothing")


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """So few tasks that a test takes seconds."""
    for name, count in {"QUICK_TASKS": 12, "QUICK_DEV_TASKS": 120, "AIMED": 20}.items():
        monkeypatch.setattr(flywheel, name, count)
    for module in (constructing, keeping):
        monkeypatch.setattr(module, "BLOCK", 16)


def sabotaged(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Break ``part`` of the flywheel until the test ends."""
    for place in broken(part):
        monkeypatch.setattr(*place)


def short(lines: Iterable[Line]) -> list[str]:
    """The items that a floor was missed in."""
    return [item for item, ok in marks(lines).items() if ok is False]


# ---- item 1

COUNTED = {"examples": 20_000, "several": 8_000, "chinese": 9_000, "sampled": 500}


@pytest.mark.parametrize(
    ("name", "count", "item"),
    [
        ("examples", 19_999, "1 verified trajectories"),
        ("several", 7_999, "1 of several steps"),
        ("chinese", 8_999, "1 Chinese"),
        ("sampled", 499, "1 sampled from a planner"),
    ],
)
def test_1_each_size_can_be_short(name: str, count: int, item: str) -> None:
    assert short(flywheel.sizes(COUNTED, quick=False)) == []
    assert short(flywheel.sizes({**COUNTED, name: count}, quick=False)) == [item]


def test_1_a_quick_sample_has_to_hold_something() -> None:
    nothing = dict.fromkeys(COUNTED, 0)
    told = short(flywheel.sizes(nothing, quick=True))
    assert told == ["1 verified trajectories", "1 of several steps", "1 Chinese"]


@pytest.mark.parametrize(("fit", "taken"), [(529, 3), (530, 1)])
def test_1_planners_try_until_enough_is_fit(tmp_path: Path, fit: int, taken: int) -> None:
    rows = [{"policy": "oracle", "rollouts": "9000", "suitable": "9000"}]
    rows += [{"policy": "planner", "rollouts": "600", "suitable": str(fit)}]
    wheel = Saying(tmp_path, {"collect": [], "curate": [{"attribution": rows}]})
    (line,) = flywheel.rounds(wheel, tmp_path, tmp_path / "lora.gguf", 300, 3)
    assert line.ok and line.measured.startswith(f"{fit} of 600 rollouts")
    assert line.measured.endswith(f"{taken} rounds")


def test_1_planners_that_tried_nothing_are_short(tmp_path: Path) -> None:
    wheel = Saying(tmp_path, {"collect": [], "curate": [{"attribution": []}]})
    tried = flywheel.rounds(wheel, tmp_path, tmp_path / "lora.gguf", 1, 1)
    assert short(tried) == ["1 what planners did"]


def test_1_a_coverage_of_nothing_is_short() -> None:
    whole = {"tables": {"tools": {"set_volume": {"missing": 0}}}}
    whole |= {"indirect": {"en": 0.2}, "diversity": {"set_volume": {}}}
    assert short(flywheel.covered(whole)) == []
    bare = {"tables": {"tools": {}}, "indirect": {}, "diversity": {}}
    assert short(flywheel.covered(bare)) == ["1 coverage: tools", "1 indirect wordings"]


def test_1_a_trainer_that_fails_is_short(tmp_path: Path) -> None:
    bench = saying(tmp_path, {})
    (tmp_path / "tandem-trainer").write_text("#!/bin/sh\necho no disk >&2\nexit 1\n")
    (tmp_path / "tandem-trainer").chmod(0o755)
    wheel = Wheel(bench, tmp_path / "home")
    (line,) = safely("1 data set", flywheel.first_set(wheel, tmp_path, quick=True))
    assert line.ok is False and "tasks ended with 1: no disk" in line.measured


# ---- items 1 and 2: what is real

UNAPPROVED = "2 freezing what nobody approved"


@pytest.mark.slow
def test_2_freezing_what_nobody_approved_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, bad = tmp_path / "whole", tmp_path / "bad"
    whole.mkdir()
    assert short(frozen(whole)) == []
    bad.mkdir()
    for each in whole.glob("tasks.jsonl*"):
        shutil.copy(each, bad)  # so that they need not be made again
    sabotaged("approval", monkeypatch)
    assert short(frozen(bad)) == [UNAPPROVED]


def frozen(folder: Path) -> Iterator[Line]:
    """A first data set and the last, without a planner being trained between."""
    wheel = Here(BENCH, folder / "home")
    yield from flywheel.first_set(wheel, folder, quick=True)
    yield from flywheel.data_set(wheel, folder, quick=True)


def test_2_an_attribution_of_no_rollouts_is_short(tmp_path: Path) -> None:
    row = {"policy": "planner", "rollouts": "3", "routing": "2"}
    for rollouts, found in (("3", []), ("0", ["2 attribution: planner"])):
        said = {"curate": [{"attribution": [{**row, "rollouts": rollouts}]}]}
        assert short(flywheel.attribution(Saying(tmp_path, said))) == found


def project(folder: Path, body: str) -> Bench:
    """A project whose ``python`` is a script."""
    python = folder / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\n{body}\n")
    python.chmod(0o755)
    return Bench(root=folder)


JUDGED = {"judged": 100, "agreed": 85, "share": 0.85}


@pytest.mark.parametrize(
    ("changed", "found"),
    [({}, []), ({"judged": 99}, ["2 judged blind"]), ({"share": 0.84}, ["2 judged blind"])],
)
def test_2_too_few_or_too_little_agreement_is_short(
    tmp_path: Path, changed: dict[str, float], found: list[str]
) -> None:
    bench = project(tmp_path, f"echo '{json.dumps({**JUDGED, **changed})}'")
    assert short(flywheel.judged(bench)) == found


@pytest.mark.slow
def test_2_rules_that_call_every_failure_routing_are_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, count = tmp_path / "judged", 40
    folder.mkdir()
    monkeypatch.setattr(flywheel, "JUDGED", count)
    failed = (made for built in tasks() for _, made in wrong(built))
    rollouts = [made for _, made in zip(range(count - 5), failed, strict=False)]
    rollouts += [right(built) for built in tasks()[:5]]
    for name in ("ROLLOUTS", "LABELS"):
        place: Path = getattr(judging_cases, name)
        monkeypatch.setattr(judging_cases, name, folder / place.name)
    judging_cases.keep(rollouts)
    said = {each.rollout: str(each.failing or judging_cases.DONE) for each in curate(rollouts)}
    judging_cases.LABELS.write_text(json.dumps(said))
    exported = f"export JUDGED={folder} PYTHONPATH={ROOT}:$PYTHONPATH"
    called = f'exec {sys.executable} {HERE / "pretend_python.py"} "$@"'
    bench = project(tmp_path, f"{exported}\n{called}")
    assert short(flywheel.judged(bench)) == []
    monkeypatch.setenv("BROKEN", "attribution")
    assert short(flywheel.judged(bench)) == ["2 judged blind"]


# ---- item 3

TURN: dict[str, list[dict[str, Any]]] = {
    "collect": [
        *({"task": "hard", "passed": False} for _ in range(8)),
        *({"task": "easy", "passed": passed} for passed in (True, False)),
    ],
    "curate": [{}],
    "tasks": [{}],
    "diagnose": [{"proposal": "ab", "gaps": [{"trait": TRAIT}, {"capability": "routing"}]}],
    "proposal": [{"weights": [{"of": "hard", "weight": 1.5}, {"of": "easy", "weight": 0.5}]}],
}


def turn(wheel: Wheel, folder: Path) -> list[str]:
    """What is short of a second turn of the wheel."""
    lines = flywheel.second_turn(wheel, folder, POLICY, TRAIT, quick=True)
    return short(safely(f"3 {POLICY}", lines))


@pytest.mark.parametrize(
    ("command", "said", "items"),
    [
        ("diagnose", [{"proposal": "ab", "gaps": [{"capability": "routing"}]}], ["diagnosis"]),
        ("collect", [{"task": "easy", "passed": True}], ["construction", "weight"]),
        ("collect", [], ["construction", "weight"]),
        ("proposal", [{"weights": [{"of": "hard", "weight": 1.5}]}], ["weight"]),
        (
            "proposal",
            [{"weights": [{"of": "hard", "weight": 1}, {"of": "easy", "weight": 1}]}],
            ["weight"],
        ),
    ],
)
def test_3_each_figure_of_the_second_turn_can_be_short(
    tmp_path: Path, command: str, said: list[dict[str, Any]], items: list[str]
) -> None:
    assert turn(Saying(tmp_path, TURN), tmp_path) == []
    found = turn(Saying(tmp_path, {**TURN, command: said}), tmp_path)
    assert found == [f"3 {POLICY}: {item}" for item in items]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "item"),
    [("traits", "diagnosis"), ("checker", "diagnosis"), ("weights", "weight")],
)
def test_3_a_wheel_with_a_broken_part_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, item: str
) -> None:
    sabotaged(part, monkeypatch)
    assert f"3 {POLICY}: {item}" in turn(Here(BENCH, tmp_path / "home"), tmp_path)


@pytest.mark.slow
def test_3_a_whole_wheel_is_not_short(tmp_path: Path) -> None:
    assert turn(Here(BENCH, tmp_path / "home"), tmp_path) == []


# ---- item 4


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("echo '== 3 passed in 1.0s =='", []),
        ("echo '== 2 passed, 1 skipped in 1.0s =='", ["4 x"]),
        ("echo '== no tests ran in 0.1s =='", ["4 x"]),
        ("echo '== 1 failed, 2 passed in 1.0s =='; exit 1", ["4 x"]),
        ("true", ["4 x"]),
    ],
)
def test_4_tests_that_do_not_all_pass_are_short(
    tmp_path: Path, body: str, found: list[str]
) -> None:
    assert short(passing(project(tmp_path, body), "4 x", ("tests",))) == found


@pytest.mark.parametrize("tests", [flywheel.KILLS, flywheel.PROPERTIES, flywheel.POISON])
def test_4_the_tests_that_are_promised_are_there(tests: tuple[str, ...]) -> None:
    assert [each for each in tests if not (ROOT / each).exists()] == []


@pytest.mark.slow
def test_4_weights_that_are_all_alike_are_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p tests.shows.broken_flywheel")
    monkeypatch.setenv("BROKEN", "weights")
    properties = ("tests/trainer/diagnose",)
    assert short(passing(Bench(), "4 properties", properties)) == ["4 properties"]
