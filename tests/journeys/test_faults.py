"""Faults of every kind end in one clear sentence and the right exit code. Commands are real."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import pytest

from tandem_edge.models.resolve import ModelFile
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.fakes.planners import call, done
from tests.fakes.waiting import wait_until
from tests.journeys.commands import Ran, start, tandem

ALARM = "Set an alarm for 7:30 tomorrow called Morning run"
SEEDED = ("--seed", "7", "--json")
NASTY = "Mira \x1b[2J\x1b]0;owned\x07[/bad][b + 1\u202egnp\u200b"


def assert_one_clear_error(ran: Ran, code: int, *words: str) -> None:
    """The exit code, one ``error:`` line with these words, a ``try:``, and no traceback."""
    assert ran.code == code, ran.err
    assert ran.err.count("error:") == 1
    assert "  try: " in ran.err
    assert "Traceback" not in ran.err + ran.out
    for word in words:
        assert word in ran.err


def script(folder: Path, *steps: list[dict[str, object]]) -> str:
    """A file for ``--planner scripted:``."""
    path = folder / "script.json"
    path.write_text(json.dumps(steps, ensure_ascii=False))
    return f"scripted:{path}"


def test_a_missing_planner_says_how_to_pull_it(home: Path, tmp_path: Path) -> None:
    ran = tandem(home, "ask", ALARM, TANDEM_MODELS_DIR=str(tmp_path / "none"))
    assert_one_clear_error(ran, 3, "qwen2.5-coder-0.5b", "tandem model pull")


@pytest.mark.planner
def test_a_truncated_planner_is_refused_before_it_is_used(
    home: Path, tmp_path: Path, small_model: ModelFile
) -> None:
    data = small_model.path.read_bytes()
    (tmp_path / f"{small_model.sha256}.gguf").write_bytes(data[: len(data) // 2])
    ran = tandem(home, "ask", ALARM, "--planner", "smollm2-135m", TANDEM_MODELS_DIR=str(tmp_path))
    assert_one_clear_error(ran, 6, "smollm2-135m", "tandem model pull")


def test_a_file_that_is_no_gguf_is_refused(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "letter.gguf"
    path.write_text("Dear reader, " * 1000)
    ran = tandem(home, "ask", ALARM, "--planner", str(path))
    assert_one_clear_error(ran, 6, "GGUF")


@pytest.mark.planner
def test_a_planner_child_killed_once_does_not_end_the_request(home: Path) -> None:
    running = start(home, "ask", "Turn on Bluetooth", *SEEDED)
    running.until("step_started")
    wait_until(running.children)
    os.kill(running.children()[0], signal.SIGKILL)
    ran = running.finish()
    assert ran.end["outcome"] != "failed", ran.err
    assert ran.code in (0, 1)


@pytest.mark.planner
def test_a_planner_child_killed_again_and_again_is_one_clear_error(home: Path) -> None:
    running = start(home, "ask", "Turn on Bluetooth", *SEEDED)
    running.until("step_started")
    killed: set[int] = set()
    while len(killed) < 2:
        wait_until(lambda: set(running.children()) - killed)
        child = (set(running.children()) - killed).pop()
        os.kill(child, signal.SIGKILL)
        killed.add(child)
    ran = running.finish()
    assert_one_clear_error(ran, 5, "died twice")
    assert ran.end["outcome"] == "failed"


@pytest.mark.planner
@pytest.mark.parametrize(
    "stage", ["turn_started", "step_started", "step_planned", "call_started", "call_finished"]
)
def test_ctrl_c_at_any_stage_ends_with_130_and_a_valid_stream(home: Path, stage: str) -> None:
    running = start(home, "ask", "Turn on Bluetooth", *SEEDED, TANDEM_TURN_STEPS="50")
    running.until(stage)
    running.interrupt()
    ran = running.finish()
    assert ran.code == 130, ran.err
    assert ran.end["type"] == "turn_ended"
    assert ran.end["outcome"] == "cancelled"
    assert "Traceback" not in ran.err


def test_ctrl_c_while_starting_is_quiet(home: Path, tmp_path: Path) -> None:
    running = start(home, "ask", "-", "--planner", script(tmp_path, done()))
    running.interrupt()
    ran = running.finish()
    assert ran.code in (130, 2, -signal.SIGINT)
    assert "Traceback" not in ran.err or "KeyboardInterrupt" in ran.err


def test_a_request_of_200_kb_is_refused_with_the_limit(home: Path, tmp_path: Path) -> None:
    planner = script(tmp_path, done())
    ran = tandem(home, "ask", "-", "--planner", planner, stdin=b"wake me " * 25_000)
    assert_one_clear_error(ran, 2, "199,999 characters", "2,000")


@pytest.mark.parametrize("form", ["--plain", "--json"])
def test_control_characters_and_markup_in_a_contacts_name_stay_data(
    home: Path, tmp_path: Path, form: str
) -> None:
    phone = SandboxPhone.generate(7, tmp_path / "phone.json")
    key = next(iter(phone.store.all(CONTACTS)))
    phone.store.update(CONTACTS, key, name=NASTY)
    phone.save()
    planner = script(tmp_path, [call("manage_contact", action="query", name="Mira")], done(NASTY))
    ran = tandem(
        home,
        "ask",
        "Look up Mira in my contacts",
        form,
        "--planner",
        planner,
        "--state",
        str(phone.path),
    )
    assert ran.code == 0, ran.err
    for forbidden in ("\x1b", "\x07", "\u202e", "\u200b"):
        assert forbidden not in ran.out + ran.err
    assert "[/bad][b + 1" in ran.out
    if form == "--json":
        assert ran.end["text"].startswith("Mira [/bad]")
        found = next(e for e in ran.events if e["type"] == "call_finished")["result"]["data"]
        assert NASTY in [contact["name"] for contact in found["contacts"]]


def test_a_damaged_phone_file_is_left_alone(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "phone.json"
    path.write_bytes(b'{"format": 1, "tables": {')
    ran = tandem(home, "ask", ALARM, "--state", str(path), "--planner", script(tmp_path, done()))
    assert_one_clear_error(ran, 4, "not a saved sandbox phone")
    assert path.read_bytes() == b'{"format": 1, "tables": {'


def test_an_unknown_setting_names_the_nearest_one(home: Path) -> None:
    ran = tandem(home, "ask", ALARM, TANDEM_PLANER="x")
    assert_one_clear_error(ran, 2, "TANDEM_PLANNER")


def test_what_cannot_be_undone_is_not_done_without_a_yes(home: Path, tmp_path: Path) -> None:
    send = [call("send_message", person="10086", text="On my way")]
    planner = script(tmp_path, send, done())
    request = ("ask", "Text 10086 that I am on my way", *SEEDED, "--planner", planner)
    ran = tandem(home, *request)
    assert ran.end["changes"] == []
    assert "--yes" in ran.err
    assert len(tandem(home, *request, "--yes").end["changes"]) == 1
