"""``tandem serve --openai`` from a shell, asked by the official client."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import openai
import pytest

from tests.fakes.planners import call, done
from tests.journeys.commands import Running, start, tandem


def planner(tmp_path: Path, *steps: object) -> str:
    (tmp_path / "script.json").write_text(json.dumps(steps), "utf-8")
    return f"scripted:{tmp_path / 'script.json'}"


def announced(running: Running) -> dict[str, str]:
    assert running.process.stdout is not None
    line: dict[str, str] = json.loads(running.process.stdout.readline())
    return line


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_told_to_end(tmp_path: Path, ending: signal.Signals) -> None:
    script = planner(tmp_path, [call("toggle_bluetooth", action="enable")], done("It is on."))
    arguments = ("serve", "--openai", "--json", "--planner", script, "--seed", "7")
    running = start(tmp_path / "home", *arguments)
    try:
        said = announced(running)
        with openai.OpenAI(base_url=said["address"], api_key=said["token"]) as api:
            answer = api.chat.completions.create(
                model="tandem-agent", messages=[{"role": "user", "content": "Turn on Bluetooth"}]
            )
        assert answer.choices[0].message.content == "It is on."
        running.process.send_signal(ending)
        ran = running.finish()
    finally:
        running.process.kill()
    assert ran.code == {signal.SIGINT: 130, signal.SIGTERM: -15}[ending]
    assert "Traceback" not in ran.err and said["token"] not in ran.err


def test_a_token_is_shown_once_and_never_logged(tmp_path: Path) -> None:
    home = tmp_path / "home"
    arguments = ("serve", "--openai", "--json", "--planner", planner(tmp_path), "--seed", "7")
    tokens = []
    for _ in range(2):
        running = start(home, *arguments)
        try:
            tokens.append(announced(running).get("token"))
            running.interrupt()
            running.finish()
        finally:
            running.process.kill()
    assert tokens[0] and tokens[1] is None
    assert tokens[0] not in (home / "logs" / "tandem.log").read_text("utf-8")


def test_what_cannot_be_served_is_said(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert tandem(home, "serve").code == 2
    remote = tandem(home, "serve", "--openai", "--host", "0.0.0.0")
    assert remote.code == 2 and "--allow-remote" in remote.err
    assert tandem(home, "serve", "--openai", "--token-env", "NOT_THERE").code == 3
