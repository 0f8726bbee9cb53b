"""What we hand out is exactly ours: a stray file in a wheel overwrites somebody else's package."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from tests.contracts.repo import PACKAGES, copy_tracked, pyproject, tracked

LITTER = (
    "edge/tandem_edge/__pycache__/settings.cpython-311.pyc",
    "shared/foreign/__init__.py",
    "tui/stray.py",
    "models/planner.gguf",
    ".venv/lib/python3.11/site-packages/foreign.py",
    "tests/test_stray.py",
)
"""What lies about in a clone that people work in."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist, built from the tracked files and some litter."""
    clone = copy_tracked(tmp_path_factory.mktemp("clone"))
    for name in LITTER:
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        (clone / name).write_bytes(b"")
    out = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(out)]
    subprocess.run(build, cwd=clone, check=True, capture_output=True)
    return out


@pytest.fixture(scope="module")
def wheel_names(built: Path) -> set[str]:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def sdist_names(built: Path) -> set[str]:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        return {str(PurePosixPath(*PurePosixPath(name).parts[1:])) for name in archive.getnames()}


def test_the_wheel_holds_the_tracked_files_of_our_four_packages(wheel_names: set[str]) -> None:
    ours = {str(name.relative_to(name.parts[0])) for name in tracked(*PACKAGES)}
    packed = {name for name in wheel_names if ".dist-info/" not in name}
    assert packed == ours


def test_the_wheel_carries_the_licence_and_marks_every_package_typed(wheel_names: set[str]) -> None:
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel_names)
    for package in PACKAGES:
        assert f"{PurePosixPath(package).name}/py.typed" in wheel_names


def test_the_sdist_holds_tracked_files_only(sdist_names: set[str]) -> None:
    ours = {str(name) for name in tracked()} | {"PKG-INFO"}
    assert sdist_names <= ours
    assert "LICENSE" in sdist_names
    assert {str(name) for name in tracked(*PACKAGES)} <= sdist_names


def test_the_base_install_asks_for_nothing_of_the_trainer() -> None:
    base = " ".join(pyproject()["project"]["dependencies"]).lower()
    for name in ("torch", "transformers", "trl", "peft", "datasets"):
        assert name not in base
