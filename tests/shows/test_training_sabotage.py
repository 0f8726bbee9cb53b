"""With the thing it measures broken, each item of ``make show-training`` prints ``short``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from shows import training
from shows.framework import ROOT, Line, safely
from tests.shows.pretend_flywheel import Saying
from tests.shows.pretending import marks


def short(lines: Iterable[Line]) -> list[str]:
    """The items that a floor was missed in."""
    return [item for item, ok in marks(lines).items() if ok is False]


# ---- item 1


def cells(seeds: int = 5, **changed: tuple[float, float]) -> list[dict[str, Any]]:
    """Share that is right and tokens of each arm; ``changed`` by ``FAMILY_ARM``."""
    told = {
        "quiet_grpo": (0.950, 20.0),
        "quiet_no-floor": (0.899, 10.0),
        "quiet_care": (0.946, 15.9),
        "even_grpo": (0.970, 20.0),
        "even_no-floor": (0.970, 12.0),
        "even_care": (0.966, 17.9),
    }
    made = []
    for name, (accuracy, tokens) in {**told, **changed}.items():
        family, _, arm = name.partition("_")
        figures = {"accuracy": accuracy, "tokens": tokens, "calls": 3.0}
        each = {figure: [value] * seeds for figure, value in figures.items()}
        made.append({"family": family, "arm": arm, "seeds": [*range(seeds)], **each})
    return made


SHORTCUT, NONE, FLOORLESS = "1 CARE, quiet", "1 CARE, even", "1 without its floor, quiet"


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({}, []),
        ({"quiet_care": (0.944, 16.0)}, [SHORTCUT]),
        ({"quiet_care": (0.946, 16.1)}, [SHORTCUT]),
        ({"even_care": (0.964, 18.0)}, [NONE]),
        ({"even_care": (0.970, 18.1)}, [NONE]),
        ({"quiet_no-floor": (0.901, 10.0)}, [FLOORLESS]),
    ],
)
def test_1_an_arm_that_misses_its_floor_is_short(
    changed: dict[str, tuple[float, float]], found: list[str]
) -> None:
    by_name = {(each["family"], each["arm"]): each for each in cells(**changed)}
    assert short(training.floors(by_name)) == found


def test_1_four_seeds_hold_no_floor() -> None:
    by_name = {(each["family"], each["arm"]): each for each in cells(4)}
    assert short(training.floors(by_name)) == [SHORTCUT, NONE, FLOORLESS]


@pytest.mark.parametrize(
    ("minutes", "svg", "found"),
    [
        (40.0, "<svg/>", []),
        (40.1, "<svg/>", ["1 time"]),
        (40.0, "", ["1 plot"]),
    ],
)
def test_1_an_ablation_that_takes_too_long_or_draws_nothing_is_short(
    tmp_path: Path, minutes: float, svg: str, found: list[str]
) -> None:
    plot = tmp_path / "curves.svg"
    plot.write_text(svg)
    wheel = Saying(tmp_path, {"care-ablation": [{"cells": cells(), "plot": str(plot)}]})
    wheel.takes = 60 * minutes
    assert short(training.ablation(wheel, tmp_path, quick=False)) == found


# ---- item 2

STEP = {"answers": 20, "examples": 8, "tokens": 900, "context_tokens": 600, "memory_mb": 6000.0}


@pytest.mark.parametrize(
    ("seconds", "losses", "found"),
    [
        (10.0, (2.0, 1.0), []),
        (10.1, (2.0, 1.0), ["2 examples"]),
        (10.0, (2.0, 2.0), ["2 loss"]),
        (400.0, (2.0, 1.0), ["2 examples", "2 time"]),
    ],
)
def test_2_a_slow_or_useless_cold_start_is_short(
    seconds: float, losses: tuple[float, float], found: list[str]
) -> None:
    steps = [{**STEP, "seconds": seconds, "loss": loss} for loss in losses for _ in range(5)]
    looks = [{"dev_loss": loss, "dev_exact": 0.5} for loss in losses]
    assert short(training.learned(steps, looks, quick=False)) == found


@pytest.mark.parametrize(
    ("new", "points", "found"),
    [
        (31.0, 38.0, []),
        (30.0, 38.0, ["2 before and after"]),
        (31.0, 37.9, ["6 guard: all"]),
    ],
)
def test_2_a_planner_no_better_or_duller_than_before_is_short(
    new: float, points: float, found: list[str]
) -> None:
    part = {"parent": 40.0, "new": 10.0, "items": 60}
    told = {
        "benchmark": {"parent": {"points": 30.0}, "new": {"points": new}, "tasks": 200},
        "guard": {"scores": {"all": {**part, "new": points}, "reasoning": part}},
    }
    assert short(training.before_and_after(told, quick=False)) == found


# ---- items 4 and 5


@pytest.mark.parametrize(
    ("kind", "agreement", "ok"),
    [("lora", 0.98, True), ("lora", 0.979, False), ("q4_k_m", 0.5, True)],
)
def test_4_an_adapter_that_acts_otherwise_is_short(kind: str, agreement: float, ok: bool) -> None:
    made = {"agreement": agreement, "answers": 80, "bytes": 10}
    assert training.exported(kind, made).ok is ok


@pytest.mark.parametrize(("page", "ok"), [("<html><svg/></html>", True), ("<html></html>", False)])
def test_5_a_page_without_a_curve_is_short(tmp_path: Path, page: str, ok: bool) -> None:
    for name in ("show", "compare"):
        (tmp_path / f"{name}.html").write_text(page)
    wheel = Saying(tmp_path, {"runs": [{"summary": {}}]})
    assert [line.ok for line in training.pages(wheel, tmp_path)] == [ok, ok]


def test_5_a_page_that_is_not_written_is_short(tmp_path: Path) -> None:
    wheel = Saying(tmp_path, {"runs": [{"summary": {}}]})
    assert short(safely("5 runs", training.pages(wheel, tmp_path))) == ["5 runs"]


# ---- what tests promise


@pytest.mark.parametrize(
    "tests", [training.RESUMED, training.MULTI_TURN, training.EQUATIONS, training.CONTROLLER]
)
def test_the_tests_that_are_promised_are_there(tests: tuple[str, ...]) -> None:
    assert [each for each in tests if not (ROOT / each).exists()] == []
