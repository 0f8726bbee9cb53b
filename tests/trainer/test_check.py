"""``tandem-trainer check``: what is installed, what should be, and what to type."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tandem_edge.cli.common import run
from tandem_shared.errors import MissingError
from tandem_trainer import facade
from tandem_trainer.cli.main import trainer

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"
WANTED = [
    "pydantic>=2",
    'torch==2.13.0; extra == "trainer"',
    'numpy<3,>=2.4; extra == "trainer"',
    'pytest; extra == "dev"',
]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Versions that seem to be installed; a test fills it."""
    versions: dict[str, str] = {}

    def version(name: str) -> str:
        if name not in versions:
            raise PackageNotFoundError(name)
        return versions[name]

    monkeypatch.setattr(facade, "requires", lambda _: WANTED)
    monkeypatch.setattr(facade, "version", version)
    return versions


def check(*args: str) -> int:
    with pytest.raises(SystemExit) as ended:
        run(trainer, ["check", *args], name="tandem-trainer")
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_only_the_packages_of_the_extra_are_looked_at(installed: dict[str, str]) -> None:
    assert [one.name for one in facade.dependencies()] == ["torch", "numpy"]


def test_everything_installed_as_wanted_is_ok(
    installed: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    installed.update(torch="2.13.0+cu130", numpy="2.4.1")
    assert check() == 0
    out, err = capsys.readouterr()
    assert out.count("ok ") == 2
    assert err == ""


def test_what_is_missing_ends_with_3_and_the_command_to_type(
    installed: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    installed.update(numpy="2.4.1")
    assert check() == 3
    out, err = capsys.readouterr()
    assert "missing  torch" in out
    assert "torch (missing)" in err
    assert "pip install 'tandem-phone[trainer]'" in err
    assert ".venv/bin/pip install -e '.[trainer]'" in err
    assert "Traceback" not in err


def test_another_version_is_said_to_differ(
    installed: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    installed.update(torch="2.12.0", numpy="2.4.1")
    assert check("--json") == 3
    found = json.loads(capsys.readouterr().out)["dependencies"]
    assert found[0] == {
        "name": "torch",
        "wanted": "==2.13.0",
        "installed": "2.12.0",
        "state": "differs",
    }
    assert found[1]["state"] == "ok"


def test_require_extra_is_silent_when_all_is_there(installed: dict[str, str]) -> None:
    installed.update(torch="2.13.0", numpy="2.4.1")
    facade.require_extra()
    del installed["torch"]
    with pytest.raises(MissingError):
        facade.require_extra()


def test_the_installed_metadata_lists_what_pyproject_pins() -> None:
    pins = tomllib.loads(PYPROJECT.read_text())["project"]["optional-dependencies"]["trainer"]
    wanted = {(r.name, str(r.specifier)) for r in map(Requirement, pins)}
    assert {(one.name, one.wanted) for one in facade.dependencies()} == wanted
