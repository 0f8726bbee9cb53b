"""``tandem`` in a real terminal: it opens, carries out a request, and leaves the terminal whole."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

TANDEM = str(Path(sys.executable).with_name("tandem"))
LEAVE_ALTERNATE_SCREEN = "\x1b[?1049l"
STEPS = [
    [{"name": "manage_alarm", "arguments": {"action": "create", "time": "7:30 tomorrow"}}],
    [{"name": "done", "arguments": {"answer": "Alarm is set."}}],
]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[pexpect.spawn]:
    """``tandem`` on an 80 by 24 terminal, with a planner that sets one alarm."""
    script = tmp_path / "script.json"
    script.write_text(json.dumps(STEPS))
    others = {name: value for name, value in os.environ.items() if not name.startswith("TANDEM_")}
    child = pexpect.spawn(
        TANDEM,
        ["--home", str(tmp_path / "home")],
        env={**others, "TANDEM_PLANNER": f"scripted:{script}", "TERM": "xterm-256color"},
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=60,
    )
    yield child
    child.close(force=True)


def test_a_request_is_carried_out_and_quitting_restores_the_terminal(
    terminal: pexpect.spawn,
) -> None:
    terminal.expect("ready")
    terminal.send("Wake me at 7:30 tomorrow\r")
    terminal.expect("Alarm is set")
    terminal.send("\x03")
    terminal.expect("Ctrl\\+Q quits")
    terminal.send("\x11")
    terminal.expect_exact(LEAVE_ALTERNATE_SCREEN)
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 0
