"""Faults that must end in one clear sentence: each is provoked by tests of the suite."""

from __future__ import annotations

import tempfile
from pathlib import Path
from xml.etree import ElementTree

from shows.framework import Bench, Line, Ran, Show

FILES = ("tests/journeys/test_faults.py", "tests/edge/models/test_pull.py")
FAULTS = {
    "planner file missing": ("test_a_missing_planner_says_how_to_pull_it",),
    "planner file truncated": ("test_a_truncated_planner_is_refused_before_it_is_used",),
    "planner file not a GGUF": ("test_a_file_that_is_no_gguf_is_refused",),
    "child killed mid-decode": (
        "test_a_planner_child_killed_once_does_not_end_the_request",
        "test_a_planner_child_killed_again_and_again_is_one_clear_error",
    ),
    "Ctrl+C at each stage": (
        "test_ctrl_c_while_starting_is_quiet",
        "test_ctrl_c_at_any_stage_ends_with_130_and_a_valid_stream",
    ),
    "200 kB request": ("test_a_request_of_200_kb_is_refused_with_the_limit",),
    "markup in a contact's name": (
        "test_control_characters_and_markup_in_a_contacts_name_stay_data",
    ),
    "full disk during pull": (
        "test_a_disk_too_small_is_said_before_anything_is_fetched",
        "test_a_disk_that_fills_up_is_one_sentence_and_the_pull_goes_on_later",
    ),
    "two pulls at once": ("test_two_pulls_at_once_share_one_download",),
    "no network": ("test_without_any_network_one_sentence_says_what_to_do",),
}
FLOOR = "one clear sentence, right exit code"
Results = dict[str, list[str]]
"""Test function to what went wrong in each of its cases, ``""`` for nothing."""


def faults(bench: Bench) -> Show:
    """A line a fault: what was broken, and whether it ended as it should."""
    results, ran = results_of(bench)
    for fault, names in FAULTS.items():
        cases = [case for name in names for case in results.get(name, ["the test did not run"])]
        wrong = [case for case in cases if case]
        measured = wrong[0] if wrong else f"{len(cases)} of {len(cases)} tests"
        if not results:
            measured = f"the tests did not run: {ran.last_line}"
        yield Line(f"5 {fault}", measured, FLOOR, not wrong)


def results_of(bench: Bench) -> tuple[Results, Ran]:
    """Run the tests of every fault against the measured command."""
    chosen = " or ".join(name for names in FAULTS.values() for name in names)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        options = ["-q", "-k", chosen, f"--junitxml={report}"]
        ran = bench.run(
            bench.python, "-m", "pytest", *options, *FILES, COMMAND_UNDER_TEST=str(bench.command)
        )
        return (read(report) if report.exists() else {}), ran


def read(report: Path) -> Results:
    """The cases of a pytest report, by test function."""
    results: Results = {}
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        name = case.get("name", "").partition("[")[0]
        results.setdefault(name, []).append(trouble(case))
    return results


def trouble(case: ElementTree.Element) -> str:
    """What went wrong, or was not tried, in one case."""
    for kind in ("failure", "error", "skipped"):
        found = case.find(kind)
        if found is not None:
            return f"{case.get('name')} {kind}: {found.get('message', '')}"[:160]
    return ""
