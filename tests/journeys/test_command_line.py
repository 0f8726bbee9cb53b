"""The command line when it is handled roughly: Ctrl+C, closed streams, odd encodings, bad files."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.contracts.repo import ROOT
from tests.fakes.planners import call, done
from tests.fakes.waiting import wait_until
from tests.journeys.commands import TANDEM, Ran, environment, tandem
from tests.journeys.test_faults import assert_one_clear_error, script

SEND = [call("send_message", person="10086", text="On my way")]
ASKS = [call("ask", question="几点？😀")]
SET = [call("manage_alarm", action="create", time="7:30 tomorrow")]


@contextmanager
def on_a_terminal(home: Path, *arguments: str, **extra: str) -> Iterator[pexpect.spawn]:
    terminal = pexpect.spawn(
        TANDEM,
        list(arguments),
        env=environment(home, **extra),  # type: ignore[arg-type]
        encoding="utf-8",
        timeout=60,
        dimensions=(24, 200),
    )
    try:
        yield terminal
    finally:
        terminal.close(force=True)


def ended_with(terminal: pexpect.spawn) -> int | None:
    terminal.expect(pexpect.EOF)
    terminal.close()
    code: int | None = terminal.exitstatus
    return code


def in_a_shell(home: Path, line: str, **extra: str) -> Ran:
    """Run a line of bash in which ``tandem`` is the command under test."""
    done_ = subprocess.run(
        ["bash", "-c", f'tandem() {{ {shlex.quote(TANDEM)} "$@"; }}\n{line}'],
        env=environment(home, **extra),
        capture_output=True,
        timeout=120,
        check=False,
    )
    return Ran(done_.returncode, done_.stdout.decode(), done_.stderr.decode())


def messages(state: Path) -> list[str]:
    return [each["text"] for each in json.loads(state.read_bytes())["tables"]["messages"].values()]


# Ctrl+C


def test_ctrl_c_where_a_yes_is_asked_for_sends_nothing(home: Path, tmp_path: Path) -> None:
    state = tmp_path / "phone.json"
    planner = script(tmp_path, SEND, SEND, done("Sent."))
    arguments = ("ask", "Text 10086", "--planner", planner, "--state", str(state))
    with on_a_terminal(home, *arguments) as terminal:
        terminal.expect("Do it")
        terminal.sendintr()
        terminal.expect("Outcome: .*cancelled")
        terminal.sendline("y")
        assert ended_with(terminal) == 130
    assert "On my way" not in messages(state)


def test_ctrl_c_where_a_question_is_asked_ends_the_command(home: Path, tmp_path: Path) -> None:
    planner = script(tmp_path, ASKS, SET, done())
    with on_a_terminal(home, "ask", "Wake me", "--planner", planner) as terminal:
        terminal.expect("You: .*You: ")
        terminal.sendintr()
        terminal.expect("cancelled")
        assert ended_with(terminal) == 130


def test_whoever_is_asked_sees_what_would_happen(home: Path, tmp_path: Path) -> None:
    planner = script(tmp_path, SEND, done())
    with on_a_terminal(home, "ask", "Text 10086", "--planner", planner) as terminal:
        terminal.expect("This cannot be undone: send_message")
        terminal.expect("\n    ok  .*10086")
        terminal.expect("Do it")
        terminal.sendline("n")
        assert ended_with(terminal) == 0


@pytest.mark.parametrize(
    "module",
    ["signal", "enum", "click", "tandem_tui.commands", "tandem_edge.settings", "pydantic",
     "tandem_edge.facade", "tandem_edge.cli.render"],
)  # fmt: skip
def test_ctrl_c_while_a_module_is_imported_leaves_no_traceback(
    home: Path, tmp_path: Path, module: str
) -> None:
    code = f"""
import os, sys
class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), {signal.SIGINT:d})
sys.meta_path.insert(0, CtrlC())
from tandem_tui.main import main
main()
"""
    ran = subprocess.run(
        [sys.executable, "-c", code, "ask", "hi", "--planner", script(tmp_path, done())],
        env=environment(home),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 130, ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("pause_s", [0.1, 0.3])
def test_ctrl_c_while_stdin_is_read_leaves_no_traceback(
    home: Path, tmp_path: Path, pause_s: float
) -> None:
    arguments = ("ask", "-", "--planner", script(tmp_path, done()))
    with on_a_terminal(home, *arguments) as terminal:
        wait_until((home / "logs" / "tandem.log").exists)
        time.sleep(pause_s)
        terminal.sendintr()
        terminal.expect(pexpect.EOF)
        assert "Traceback" not in terminal.before
        terminal.close()
        assert terminal.exitstatus == 130


# Standard streams


def test_a_closed_stdin_is_no_terminal(home: Path, tmp_path: Path) -> None:
    planner = script(tmp_path, ASKS)
    ran = in_a_shell(home, f"tandem ask hi --planner {planner} <&-")
    assert (ran.code, ran.err) == (0, "")
    assert "Outcome: asked" in ran.out


@pytest.mark.parametrize("line", ["tandem <&-", "tandem >&-", "tandem ask - <&-"])
def test_what_needs_a_stream_that_is_closed_is_one_clear_error(home: Path, line: str) -> None:
    assert_one_clear_error(in_a_shell(home, line), 2)


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_without_streams_the_work_is_done_all_the_same(
    home: Path, tmp_path: Path, closed: str
) -> None:
    planner = script(tmp_path, SET, done())
    ran = in_a_shell(home, f"tandem ask 'Wake me' --planner {planner} {closed}")
    assert (ran.code, ran.err) == (0, "")
    assert (home / "sandbox-phone.json").exists()


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-8"])
def test_a_narrow_encoding_shows_escapes_and_json_keeps_its_value(
    home: Path, tmp_path: Path, encoding: str
) -> None:
    planner = script(tmp_path, ASKS)
    arguments = ("ask", "把闹钟关掉", "--planner", planner)
    told = tandem(home, *arguments, PYTHONIOENCODING=encoding)
    assert (told.code, told.err) == (0, "")
    assert ("几点" if encoding == "utf-8" else r"Agent: \u51e0\u70b9") in told.out
    written = tandem(home, *arguments, "--json", PYTHONIOENCODING=encoding)
    assert written.end["text"] == "几点？😀"
    assert tandem(home, "--help", PYTHONIOENCODING=encoding).code == 0


@pytest.mark.parametrize(
    "command", ["tandem ask hi --planner {planner}", "tandem --help", "tandem ask '' 2>&1"]
)
def test_a_reader_that_goes_away_ends_it_as_sigpipe_would(
    home: Path, tmp_path: Path, command: str
) -> None:
    line = command.format(planner=script(tmp_path, SET, done()))
    ran = in_a_shell(home, f"{line} | true; echo ${{PIPESTATUS[0]}} >&2")
    assert ran.err == "141\n"


# Colour


@pytest.mark.parametrize(
    ("arguments", "extra", "coloured"),
    [((), {}, True), (("--plain",), {}, False), ((), {"NO_COLOR": "1"}, False)],
)
def test_state_words_are_coloured_on_a_terminal_only_when_welcome(
    home: Path, tmp_path: Path, arguments: tuple[str, ...], extra: dict[str, str], coloured: bool
) -> None:
    planner = script(tmp_path, SET, done())
    command = ("ask", "Wake me", "--planner", planner, *arguments)
    with on_a_terminal(home, *command, **extra) as terminal:
        terminal.expect(pexpect.EOF)
        seen = terminal.before
    assert ("\x1b[32mok\x1b[0m" in seen, "Outcome: \x1b[32mdone\x1b[0m" in seen) == (
        coloured,
        coloured,
    )
    assert ("\x1b" in seen) == coloured


def test_in_a_pipe_nothing_is_coloured(home: Path, tmp_path: Path) -> None:
    ran = tandem(home, "ask", "Wake me", "--planner", script(tmp_path, SET, done()))
    assert "\x1b" not in ran.out


# What ask ends with and when it asks


def test_a_budget_that_ran_out_is_exit_code_1(home: Path, tmp_path: Path) -> None:
    planner = script(tmp_path, SET, done())
    ran = tandem(home, "ask", "Wake me", "--planner", planner, TANDEM_TURN_STEPS="1")
    assert "Outcome: budget" in ran.out
    assert ran.code == 1


@pytest.mark.parametrize("form", [("-",), ("Text 10086", "--json")])
def test_a_terminal_that_is_not_there_to_answer_is_not_asked(
    home: Path, tmp_path: Path, form: tuple[str, ...]
) -> None:
    state = tmp_path / "phone.json"
    planner = script(tmp_path, SEND, done("No."))
    command = ("ask", *form, "--planner", planner, "--state", str(state))
    with on_a_terminal(home, *command) as terminal:
        if form == ("-",):
            terminal.sendline("Text 10086")
            terminal.sendeof()
        terminal.expect("not confirmed")
        assert ended_with(terminal) == 0
    assert "On my way" not in messages(state)


@pytest.mark.parametrize("form", [("-",), ("Wake me", "--json")])
def test_nor_is_a_question_of_the_agent_put_to_it(
    home: Path, tmp_path: Path, form: tuple[str, ...]
) -> None:
    command = ("ask", *form, "--planner", script(tmp_path, ASKS))
    with on_a_terminal(home, *command) as terminal:
        if form == ("-",):
            terminal.sendline("Wake me")
            terminal.sendeof()
        terminal.expect("asked")
        assert ended_with(terminal) == 0


# Home


def homes(*arguments: str, home: Path) -> Any:
    ran = tandem(home, *arguments)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)["phones"][0]["state"]


def test_a_home_before_the_command_holds_for_it(home: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    listing = ("phone", "list", "--json")
    assert homes("--home", str(one), *listing, home=home) == str(one / "sandbox-phone.json")
    both = ("--home", str(one), *listing, "--home", str(two))
    assert homes(*both, home=home) == str(two / "sandbox-phone.json")
    assert homes(*listing, home=home) == str(home / "sandbox-phone.json")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--home", "", "phone", "list"),
        ("phone", "list", "--home", ""),
        ("phone", "show", "--state", ""),
        ("ask", "hi", "--state", ""),
        ("ask", "hi", "--planner", ""),
        ("model", "list", "--models-dir", ""),
        ("--home", ""),
    ],
)
def test_an_empty_path_is_refused(home: Path, arguments: tuple[str, ...]) -> None:
    ran = tandem(home, *arguments)
    assert ran.code == 2
    assert "empty" in ran.err


def test_a_home_that_cannot_be_written_is_a_line_of_the_doctor(home: Path) -> None:
    ran = tandem(home, "--home", "/proc/1", "doctor")
    line = next(line for line in ran.out.splitlines() if " home " in line)
    assert line.startswith("FAIL")
    assert "cannot be written" in line and "try: set TANDEM_HOME" in line
    assert "broke" not in ran.out


# Files that somebody named


def test_a_config_nested_without_end_is_one_clear_error(home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("seed = " + "[" * 100_000)
    assert_one_clear_error(tandem(home, "phone", "list"), 2, "config.toml", "nested too deep")


@pytest.mark.parametrize("name", ["/dev/zero", "pipe"])
def test_a_script_that_never_ends_is_refused(home: Path, tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    ran = tandem(home, "ask", "hi", "--planner", f"scripted:{tmp_path / name}")
    assert_one_clear_error(ran, 2, "not a regular file")


# make run


def test_make_run_passes_the_request_on_as_it_is_written(tmp_path: Path) -> None:
    binaries = tmp_path / ".venv" / "bin"
    binaries.mkdir(parents=True)
    (tmp_path / "Makefile").write_bytes((ROOT / "Makefile").read_bytes())
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / ".venv" / "base.done").touch()
    stand_in = binaries / "tandem"
    stand_in.write_text(f"#!{sys.executable}\nimport json, sys\nprint(json.dumps(sys.argv[1:]))\n")
    stand_in.chmod(0o755)
    request = """text Dad "on my way" `touch pwned` $(touch pwned) $HOME it's \\ 100% # 王"""
    outer = {key: value for key, value in os.environ.items() if not key.startswith(("MAKE", "MFL"))}
    for given in (["make", "run", f"ASK={request}"], ["make", "run"]):
        extra = {} if len(given) > 2 else {"ASK": request}
        ran = subprocess.run(
            given,
            cwd=tmp_path,
            env={**outer, **extra},
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(ran.stdout.splitlines()[-1])[-2:] == ["--", request]
    assert not (tmp_path / "pwned").exists()
