"""``tandem ask --phone SERIAL`` over the real adb server, from the words to the phone's state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tandem_edge.cli.ask import ask
from tandem_edge.phone.android.link.adb_link import AdbLink
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_shared.errors import UsageError
from tests.fakes.android_phone.running import AndroidPhone

SCRIPT = [
    [{"name": "set_brightness", "arguments": {"percent": 20}}],
    [{"name": "done", "arguments": {"answer": "The screen is at 20 percent."}}],
]


@pytest.fixture(autouse=True)
def no_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home without keys and without models."""
    monkeypatch.setenv("TANDEM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TANDEM_MODELS_DIR", str(tmp_path / "none"))


def _asked(serial: str, folder: Path, *more: str) -> Result:
    script = folder / "script.json"
    script.write_text(json.dumps(SCRIPT), "utf-8")
    words = ["Dim the screen to 20 percent", "--phone", serial, "--yes"]
    words += ["--planner", f"scripted:{script}", *more]
    return CliRunner().invoke(ask, words, standalone_mode=False, catch_exceptions=False)


@pytest.mark.slow
def test_a_request_changes_the_phone_that_was_named(
    started: AndroidPhone, connected: AdbLink, tmp_path: Path
) -> None:
    started.reset()
    done = _asked(started.serial, tmp_path, "--json")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert events[-1]["type"] == "turn_ended"
    assert started.store.only(DISPLAY).brightness == 20


@pytest.mark.slow
def test_a_file_of_the_sandboxs_is_refused_for_another_phone(
    started: AndroidPhone, connected: AdbLink, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="keeps its own state"):
        _asked(started.serial, tmp_path, "--state", str(tmp_path / "phone.json"))
