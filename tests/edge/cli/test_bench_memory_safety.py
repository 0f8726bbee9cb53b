"""``tandem bench memory safety`` tells what it found, and fails where anything is amiss."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tandem_edge.bench.memory.safety import killing, measuring
from tandem_edge.bench.memory.safety.attacking import Attacked, Outcome
from tandem_edge.bench.memory.safety.tally import Tally
from tandem_edge.cli.bench import bench
from tandem_shared.errors import UsageError

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="looks into processes by way of /proc"
)
KILLS = 3


@pytest.fixture(autouse=True)
def no_embedder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own part has tests of its own."""
    monkeypatch.setenv("TANDEM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TANDEM_MODELS_DIR", str(tmp_path / "none"))


def invoked(*arguments: str) -> Result:
    line = ["memory", "safety", "--kills", str(KILLS), *arguments]
    return CliRunner().invoke(bench, line, standalone_mode=False)


@pytest.mark.slow
def test_what_it_finds_is_told_for_people_and_for_scripts(tmp_path: Path) -> None:
    result = invoked("--seed", "3", "--json")
    told = json.loads(result.stdout)
    assert result.return_value == 0 and told["faults"] == []
    assert told["kills"]["kills"] == KILLS == sum(told["kills"]["by_kind"].values())
    assert told["kills"]["whole"] and told["attacks"]["whole"]
    assert told["indexes"] == [] and "not installed" in told["without_indexes"]
    assert not list((tmp_path / "home").glob("*.db")), "it works on homes of its own"


def found(monkeypatch: pytest.MonkeyPatch, **amiss: list[str]) -> Result:
    """What the command makes of figures that are given to it."""
    tally = Tally(kills=KILLS, **amiss)  # type: ignore[arg-type]
    tally.in_flight["write"] = KILLS
    monkeypatch.setattr(killing.Killing, "kill", lambda *_: tally)
    attacked = Attacked([Outcome("a bit", True, True, "refused")], True)
    monkeypatch.setattr(measuring, "attack_all", lambda *_: attacked)
    return invoked()


def test_figures_are_told_in_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    result = found(monkeypatch)
    assert result.return_value == 0
    assert f"{KILLS} kills" in result.stdout and "0 lost, 0 faults" in result.stdout
    assert "1 of 1 attacks refused" in result.stdout and "fault:" not in result.stdout


@pytest.mark.parametrize("what", ["lost", "faults", "leaks"])
def test_anything_amiss_is_told_and_ends_with_1(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    result = found(monkeypatch, **{what: ["turn_1 \x1b[31mis gone"]})
    assert result.return_value == 1
    assert "fault: " in result.stdout and "is gone" in result.stdout
    assert "\x1b" not in result.stdout


def test_elsewhere_than_on_linux_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    assert isinstance(invoked().exception, UsageError)
