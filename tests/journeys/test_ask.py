"""``tandem ask``, from a request to a changed phone, as its users run it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pexpect
import pytest

from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.fakes.planners import call, done
from tests.journeys.commands import TANDEM, environment, tandem
from tests.journeys.test_faults import assert_one_clear_error, script

ALARM = "Set an alarm for 7:30 tomorrow called Morning run"
SET = call("manage_alarm", action="create", time="7:30 tomorrow", label="Morning run")


def alarms(path: Path) -> list[tuple[str, str]]:
    tables = json.loads(path.read_bytes())["tables"]
    return [(alarm["next"], alarm["label"]) for alarm in tables["alarms"].values()]


@pytest.mark.planner
@pytest.mark.slow
def test_the_default_planner_sets_the_alarm_that_was_asked_for(home: Path, tmp_path: Path) -> None:
    state = tmp_path / "phone.json"
    ran = tandem(home, "ask", ALARM, "--seed", "7", "--state", str(state))
    assert ran.code == 0, ran.out + ran.err
    assert ("2026-03-11T07:30:00", "Morning run") in alarms(state)
    assert "Step 1: thinking" in ran.out
    assert "+ alarms/" in ran.out


def test_changes_are_kept_and_the_next_request_finds_them(home: Path, tmp_path: Path) -> None:
    assert tandem(home, "ask", ALARM, "--planner", script(tmp_path, [SET], done())).code == 0
    look = [call("manage_alarm", action="query", label="Morning run")]
    ran = tandem(
        home, "ask", "Which alarms?", "--json", "--planner", script(tmp_path, look, done())
    )
    found = next(event for event in ran.events if event["type"] == "call_finished")
    assert len(found["result"]["data"]["alarms"]) == 1


def test_a_fresh_phone_of_a_seed_leaves_the_kept_one_alone(home: Path, tmp_path: Path) -> None:
    planner = script(tmp_path, [SET], done())
    assert tandem(home, "ask", ALARM, "--seed", "9", "--planner", planner).code == 0
    assert not (home / "sandbox-phone.json").exists()


def test_two_commands_never_act_on_one_phone_at_once(home: Path, tmp_path: Path) -> None:
    state = tmp_path / "phone.json"
    SandboxPhone.generate(7, state).save()
    before = state.read_bytes()
    planner = script(tmp_path, [SET], done())
    with SandboxPhone.load(state).held():
        ran = tandem(home, "ask", ALARM, "--state", str(state), "--planner", planner)
    assert_one_clear_error(ran, 4, "another tandem is acting")
    assert state.read_bytes() == before


def test_an_ask_without_a_terminal_ends_with_the_question(home: Path, tmp_path: Path) -> None:
    planner = script(tmp_path, [call("ask", question="几点？")])
    ran = tandem(home, "ask", "帮我定个闹钟", "--planner", planner)
    assert ran.code == 0
    assert "Agent: 几点？" in ran.out
    assert "Outcome: asked" in ran.out


def test_on_a_terminal_a_question_is_answered_and_the_work_goes_on(
    home: Path, tmp_path: Path
) -> None:
    planner = script(tmp_path, [call("ask", question="At what time?")], [SET], done("Set."))
    terminal = pexpect.spawn(
        TANDEM,
        ["ask", "Set an alarm called Morning run", "--planner", planner],
        env=environment(home),  # type: ignore[arg-type]
        encoding="utf-8",
        timeout=60,
    )
    terminal.expect("At what time")
    terminal.expect("You: ")
    terminal.sendline("7:30 tomorrow")
    terminal.expect("Agent: Set")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    assert ("2026-03-11T07:30:00", "Morning run") in alarms(home / "sandbox-phone.json")


@pytest.mark.parametrize(
    ("answer", "sent"), [("send", 1), ("发送", 1), ("", 0), ("y", 0), ("n", 0)]
)
def test_on_a_terminal_what_cannot_be_undone_waits_for_its_word(
    home: Path, tmp_path: Path, answer: str, sent: int
) -> None:
    send = [call("send_message", person="10086", text="On my way")]
    state = tmp_path / "phone.json"
    terminal = pexpect.spawn(
        TANDEM,
        ["ask", "Text 10086", "--planner", script(tmp_path, send, done()), "--state", str(state)],
        env=environment(home),  # type: ignore[arg-type]
        encoding="utf-8",
        timeout=60,
    )
    terminal.expect("cannot be undone: send_message")
    terminal.expect("Do it")
    terminal.sendline(answer)
    terminal.expect(pexpect.EOF)
    messages = json.loads(state.read_bytes())["tables"]["messages"].values()
    assert sum(message["text"] == "On my way" for message in messages) == sent


def test_json_is_one_event_a_line_and_nothing_else(home: Path, tmp_path: Path) -> None:
    ran = tandem(home, "ask", ALARM, "--json", "--planner", script(tmp_path, [SET], done()))
    kinds = [event["type"] for event in ran.events]
    assert kinds[0] == "turn_started"
    assert kinds[-1] == "turn_ended"
    assert ran.err == ""


def test_the_log_holds_nothing_that_was_said(home: Path, tmp_path: Path) -> None:
    tandem(home, "ask", ALARM, "--planner", script(tmp_path, [SET], done("Sweet dreams")))
    log = (home / "logs" / "tandem.log").read_text()
    assert "turn ended" in log
    for said in ("Morning run", "7:30", "Sweet dreams"):
        assert said not in log


def test_no_command_line_reaches_the_network(home: Path, tmp_path: Path) -> None:
    watched = tmp_path / "watched.py"
    watched.write_text(
        "import sys\n"
        "def watch(event, args):\n"
        "    if event in ('socket.connect', 'socket.getaddrinfo'):\n"
        "        print('NETWORK', event, args, file=sys.stderr)\n"
        "sys.addaudithook(watch)\n"
        "from tandem_tui.main import main\n"
        "main()\n"
    )
    import subprocess

    planner = script(tmp_path, [SET], done())
    for arguments in (["ask", ALARM, "--planner", planner], ["doctor"], ["phone", "tools"]):
        done_ = subprocess.run(
            [sys.executable, str(watched), *arguments],
            env=environment(home),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert "NETWORK" not in done_.stderr
