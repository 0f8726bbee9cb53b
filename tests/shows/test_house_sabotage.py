"""With the thing it measures broken, each item of ``make show-house`` prints ``short``."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path

import pytest

from shows import fault_cases, house, speed_cases
from shows.fault_cases import FAULTS, faults, read
from shows.framework import ROOT, Bench, Line, Ran, print_line, run, safely
from shows.smoke_cases import ASSET, TOOL_FLOOR, same_call, smoke
from shows.speed_cases import speed
from tandem_shared.tools import ToolCall
from tests.fakes.planners import call, done

TANDEM = Path(sys.executable).with_name("tandem")
HERE = Path(__file__).parent
ALARM = call("manage_alarm", action="create", time="7:30 am tomorrow", label="Morning run")
RUN_ONLY = f"""
test "$1" = run || exit 1
state=${{2:-STATE=.venv/run-phone.json}}
mkdir -p .venv
exec {TANDEM} ask --seed 7 --state "${{state#STATE=}}" "Set an alarm for 7:30 tomorrow"
"""
CHECKED = """118 files already formatted
All checks passed!
Success: no issues found in 114 source files
Contracts: 7 kept, 0 broken.
73 passed in 12.3s
"""


def program(path: Path, text: str, interpreter: str = "/bin/sh") -> Path:
    """An executable script."""
    path.write_text(f"#!{interpreter}\n{text}")
    path.chmod(0o755)
    return path


def make(folder: Path, text: str) -> tuple[str, ...]:
    """A stand-in for ``make``."""
    return (str(program(folder / "make", text)),)


def saying(text: str, code: int = 0) -> str:
    """A script that prints ``text`` and ends with ``code``."""
    return f"cat <<'END'\n{text}\nEND\nexit {code}\n"


def scripted(folder: Path, *steps: list[dict[str, object]]) -> str:
    """A planner that answers this, whatever it is asked."""
    path = folder / "planner.json"
    path.write_text(json.dumps(steps))
    return f"scripted:{path}"


def good(folder: Path) -> Bench:
    """Sets the alarm and is done, by a ``make`` that knows only ``run``."""
    planner = scripted(folder, [ALARM], done())
    return Bench(planner=planner, make=make(folder, RUN_ONLY), tandem=TANDEM)


def null(folder: Path) -> Bench:
    """The null agent: done at once, nothing done."""
    planner = scripted(folder, done())
    return Bench(planner=planner, make=make(folder, RUN_ONLY), tandem=TANDEM)


def marks(lines: Iterable[Line]) -> dict[str, bool | None]:
    return {line.item: line.ok for line in lines}


def all_short(lines: Iterable[Line]) -> bool:
    got = list(lines)
    return bool(got) and all(line.ok is False for line in got)


# ---- item 1


@pytest.mark.parametrize(("bench_of", "ok"), [(good, True), (null, False)])
def test_first_run_is_short_without_the_alarm(tmp_path: Path, bench_of: object, ok: bool) -> None:
    there = house.elsewhere(bench_of(tmp_path), tmp_path)  # type: ignore[operator]
    [line] = house.first_run(there)
    assert line.ok is ok, line.text()


def test_first_run_is_short_when_make_does_nothing(tmp_path: Path) -> None:
    there = house.elsewhere(Bench(make=make(tmp_path, "exit 0")), tmp_path)
    assert all_short(house.first_run(there))


def test_first_run_is_short_when_there_is_nothing_to_clone_to(tmp_path: Path) -> None:
    (tmp_path / "clone").write_text("in the way")
    assert all_short(house.first_run(house.elsewhere(good(tmp_path), tmp_path)))


@pytest.mark.parametrize(("bench_of", "ok"), [(good, True), (null, False)])
def test_second_run_is_short_without_the_alarm(tmp_path: Path, bench_of: object, ok: bool) -> None:
    [line] = house.second_run(bench_of(tmp_path))  # type: ignore[operator]
    assert line.ok is ok, line.text()


def test_second_run_is_short_with_another_alarm(tmp_path: Path) -> None:
    other = call("manage_alarm", action="create", time="7:30 pm tomorrow", label="Morning run")
    planner = scripted(tmp_path, [other], done())
    bench = Bench(planner=planner, make=make(tmp_path, RUN_ONLY), tandem=TANDEM)
    assert all_short(house.second_run(bench))


def test_second_run_is_short_when_it_takes_too_long(tmp_path: Path) -> None:
    honest = good(tmp_path)
    slow = Bench(
        planner=honest.planner,
        make=honest.make,
        tandem=TANDEM,
        clock=map(float, count(0, 21)).__next__,
    )
    [line] = house.second_run(slow)
    assert line.ok is False
    assert "alarm set" in line.measured


@pytest.mark.parametrize(("bench_of", "ok"), [(good, True), (null, False)])
def test_other_requests_are_short_when_nothing_is_done(
    tmp_path: Path, bench_of: object, ok: bool
) -> None:
    got = marks(house.other_requests(bench_of(tmp_path)))  # type: ignore[operator]
    assert got == {f"1 {name}": ok for name in house.OTHERS}


def test_other_requests_are_short_when_the_command_is_dumb(tmp_path: Path) -> None:
    bench = Bench(tandem=program(tmp_path / "tandem", "exit 0"))
    assert all_short(house.other_requests(bench))


# ---- item 2


def test_check_is_ok_when_every_part_has_passed(tmp_path: Path) -> None:
    [line] = house.check_passes(Bench(make=make(tmp_path, saying(CHECKED))))
    assert line.ok is True, line.text()


@pytest.mark.parametrize("left_out", range(len(CHECKED.splitlines())))
def test_check_is_short_when_a_part_did_not_run(tmp_path: Path, left_out: int) -> None:
    rows = [row for at, row in enumerate(CHECKED.splitlines()) if at != left_out]
    [line] = house.check_passes(Bench(make=make(tmp_path, saying("\n".join(rows)))))
    assert line.ok is False
    assert list(house.CHECK_SIGNS)[left_out] in line.measured


def test_check_is_short_when_make_fails(tmp_path: Path) -> None:
    assert all_short(house.check_passes(Bench(make=make(tmp_path, saying(CHECKED, code=2)))))


@pytest.mark.parametrize(
    ("summary", "code", "ok"),
    [
        ("===== 2544 passed in 402.10s =====", 0, True),
        ("===== 2543 passed, 1 skipped in 402.10s =====", 0, False),
        ("===== 2543 passed, 1 deselected in 402.10s =====", 0, False),
        ("===== 2543 passed, 1 xfailed in 402.10s =====", 0, False),
        ("===== 1 failed, 2543 passed in 402.10s =====", 2, False),
        ("no tests ran in 0.01s", 0, False),
        ("", 0, False),
    ],
)
def test_tests_are_short_when_one_fails_or_does_not_run(
    tmp_path: Path, summary: str, code: int, ok: bool
) -> None:
    [line] = house.tests_pass(Bench(make=make(tmp_path, saying(summary, code))))
    assert line.ok is ok


def test_the_quick_sample_of_tests_is_short_when_there_are_none(tmp_path: Path) -> None:
    folder = tmp_path / ".venv" / "bin"
    folder.mkdir(parents=True)
    program(folder / "python", saying("no tests ran in 0.01s", code=5))
    [line] = house.quick_tests_pass(Bench(root=tmp_path))
    assert line.ok is False
    assert "quick" in line.item


# ---- item 3


def test_smoke_requests_are_short_with_a_null_planner(tmp_path: Path) -> None:
    lines = list(smoke(null(tmp_path), limit=2))
    assert [line.ok for line in lines] == [False, False]
    assert all("0/2 (en 0/1, zh 0/1)" in line.measured for line in lines)


def test_right_tools_with_wrong_arguments_are_short_in_the_arguments(tmp_path: Path) -> None:
    lines = list(smoke(good(tmp_path), limit=2))
    assert [line.ok for line in lines] == [True, False]
    assert [line.measured[:3] for line in lines] == ["2/2", "0/2"]


def test_right_arguments_in_other_words_are_found(tmp_path: Path) -> None:
    right = call("manage_alarm", action="create", time="明天早上5点45分")
    bench = Bench(planner=scripted(tmp_path, [right], done()), tandem=TANDEM)
    lines = list(smoke(bench, limit=2))
    assert [line.ok for line in lines] == [True, True]
    assert "1/2 (en 1/1, zh 0/1)" in lines[1].measured


def test_smoke_requests_are_short_and_say_so_when_the_command_breaks_down(tmp_path: Path) -> None:
    lines = list(smoke(Bench(tandem=program(tmp_path / "tandem", "exit 1")), limit=2))
    assert [line.ok for line in lines] == [False, False]
    assert all("2 runs broke down" in line.measured for line in lines)


def test_one_tool_for_everything_is_short() -> None:
    rows = [json.loads(row) for row in (ROOT / ASSET).read_text("utf-8").splitlines()]
    names = [row["call"]["name"] for row in rows]
    assert max(map(names.count, names)) < TOOL_FLOOR * len(rows)


def alarm(**arguments: object) -> ToolCall:
    return ToolCall(name="manage_alarm", arguments={"action": "create", **arguments})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("made", "same"),
    [
        (alarm(time="5:45 am tomorrow"), True),
        (alarm(time="quarter to six tomorrow morning"), True),
        (alarm(time="明天早上5点45分"), True),
        (alarm(time="5:45 am tomorrow", label="train"), True),
        (alarm(time="5:45 pm tomorrow"), False),
        (alarm(time="5:45 am on Friday"), False),
        (alarm(time="whenever"), False),
        (alarm(), False),
        (alarm(time="5:45 am tomorrow", colour="red"), False),
        (ToolCall(name="manage_countdown", arguments={"action": "start"}), False),
        (ToolCall(name="no_such_tool", arguments={}), False),
    ],
)
def test_the_same_call_in_other_words_and_no_other(made: ToolCall, same: bool) -> None:
    assert same_call(made, alarm(time="5:45 am tomorrow")) is same


@pytest.mark.parametrize(("person", "same"), [("aunt rosa", True), ("Aunt Rose", False)])
def test_texts_are_the_same_whatever_their_case(person: str, same: bool) -> None:
    required = ToolCall(name="make_call", arguments={"person": "Aunt Rosa"})
    assert same_call(ToolCall(name="make_call", arguments={"person": person}), required) is same


# ---- item 4


def pretending(folder: Path, broken: str = "") -> Bench:
    """The real benchmark of a model that costs no time, whole or ``broken``."""
    tandem = program(folder / "tandem", (HERE / "pretend_tandem.py").read_text(), sys.executable)
    return Bench(tandem=tandem, env={"BROKEN": broken})


@pytest.mark.parametrize(
    ("broken", "short"),
    [
        ("", set()),
        ("harness", {speed_cases.SHARE}),
        ("reuse", {speed_cases.TOKENS}),
    ],
)
def test_a_slow_harness_and_a_planner_without_reuse_are_short(
    tmp_path: Path, broken: str, short: set[str]
) -> None:
    lines = list(speed(pretending(tmp_path, broken), runs=1))
    assert [line.item for line in lines] == list(speed_cases.ITEMS)
    short_now = {line.item for line in lines if not line.ok}
    assert short_now == short, [line.text() for line in lines]


def test_every_figure_of_speed_is_short_with_a_null_planner(tmp_path: Path) -> None:
    lines = list(speed(null(tmp_path), runs=1))
    assert all_short(lines)
    assert [line.item for line in lines] == list(speed_cases.ITEMS)
    assert "--planner" in lines[0].measured


def test_figures_of_a_planner_that_never_acts_are_short() -> None:
    nothing = {"cold_first_action_s": 0, "second_first_action_s": 0, "warm_first_action_s": 0}
    figures = {**nothing, "unaided_first_action_s": 0, "cores": 1, "threads": 1, "planner": "x"}
    assert not any(ok for _, ok in speed_cases.times(figures, "").values())


# ---- item 5


@pytest.fixture(scope="module")
def with_everything_broken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Line]:
    """The faults of a ``tandem`` that says nothing and ends with 0, and of pulls that do so."""
    tandem = program(tmp_path_factory.mktemp("dumb") / "tandem", "exit 0")
    plugin = {"PYTEST_ADDOPTS": "-p tests.shows.pull_that_always_succeeds"}
    return {line.item: line for line in faults(Bench(tandem=tandem, env=plugin))}


@pytest.mark.planner
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_is_not_told_is_short(
    with_everything_broken: dict[str, Line], fault: str
) -> None:
    line = with_everything_broken[f"5 {fault}"]
    assert line.ok is False
    assert "did not run" not in line.measured


def test_faults_are_short_when_their_tests_cannot_run(tmp_path: Path) -> None:
    assert all_short(faults(Bench(root=tmp_path)))


def test_every_fault_has_tests_by_the_names_written_down() -> None:
    texts = "".join((ROOT / name).read_text("utf-8") for name in fault_cases.FILES)
    names = [name for names in FAULTS.values() for name in names]
    assert [name for name in names if f"def {name}(" not in texts] == []


@pytest.mark.parametrize(
    ("inside", "wrong"),
    [("", False), ("<skipped message='no'/>", True), ("<failure message='no'/>", True)],
)
def test_a_skipped_test_of_a_fault_counts_as_wrong(
    tmp_path: Path, inside: str, wrong: bool
) -> None:
    report = tmp_path / "report.xml"
    report.write_text(f"<s><testcase name='test_x[1]'>{inside}</testcase></s>")
    assert bool(read(report)["test_x"][0]) is wrong


# ---- the show as a whole


def test_a_show_of_nothing_is_short_in_every_item_and_does_not_crash(tmp_path: Path) -> None:
    bench = Bench(root=tmp_path, make=("no-such-make",))
    lines = list(house.items(bench, quick=True))
    assert all_short(lines)
    assert {line.item[0] for line in lines} == set("12345")


def test_a_measurement_that_raises_is_a_short_line() -> None:
    def broken() -> Iterator[Line]:
        yield Line("a", "1", "1", True)
        raise KeyError("seconds")

    lines = list(safely("a", broken()))
    assert [line.ok for line in lines] == [True, False]


def test_a_line_keeps_its_four_fields_whatever_was_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert print_line(Line("a", "x | y\nz", "1", False)) is True
    assert print_line(Line("b", "no chips", "1", None)) is False
    assert capsys.readouterr().out == "a | x / y z | 1 | short\nb | - | 1 | skipped: no chips\n"


def test_a_command_that_hangs_is_ended_with_its_children() -> None:
    started = time.monotonic()
    assert run(["sh", "-c", "sleep 60 & sleep 60"], limit_s=0.2).code == 124
    assert time.monotonic() - started < 30


def test_the_reason_of_a_failed_command_is_its_last_word() -> None:
    assert Ran(1, "out\n", "error: no\n  try: this\n\n", 0.0).last_line == "try: this"
    assert Ran(0, "out\n", "noise\n", 0.0).last_line == "out"
    assert Ran(3, "", "", 0.0).last_line == "no word, exit 3"
