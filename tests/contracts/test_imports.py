"""What an import costs and carries: heavy or risky packages only where they belong."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts.repo import PACKAGES, ROOT, copy_tracked, pyproject

HEAVY = frozenset(
    {"torch", "textual", "llama_cpp", "huggingface_hub", "jinja2", "numpy", "pydantic"}
)
CARRIES_NOT: dict[str, frozenset[str]] = {
    "tandem_shared.events": HEAVY - {"pydantic"},
    "tandem_shared.describe": HEAVY - {"pydantic"},
    "tandem_shared.text": HEAVY,
    "tandem_tui.main": HEAVY,
    "tandem_tui.app": HEAVY - {"pydantic", "textual"},
    "tandem_tui.wiring.screens": frozenset({"torch", "llama_cpp", "huggingface_hub", "numpy"}),
    "tandem_edge.cli.common": HEAVY,
    "tandem_edge.cli.ask": frozenset({"torch", "textual", "llama_cpp", "huggingface_hub"}),
    "tandem_edge.cli.doctor": frozenset({"torch", "textual", "llama_cpp", "huggingface_hub"}),
    "tandem_edge.facade": frozenset({"torch", "textual", "llama_cpp", "huggingface_hub", "numpy"}),
    "tandem_trainer.cli.main": HEAVY,
    "tandem_trainer.facade": HEAVY,
}
"""Module to the packages that importing it must not bring along."""

CPU_FLOOR_S = 0.2
CHILD_ONLY = frozenset(
    f"tandem_edge.planner.{name}" for name in ("blocks", "child", "engine", "free", "sampling")
)


def carried_by(code: str) -> set[str]:
    """Top-level names of every module that a fresh interpreter has after running ``code``."""
    report = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    ran = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], check=True, capture_output=True, text=True
    )
    return set(ran.stdout.split())


@pytest.mark.parametrize("module", CARRIES_NOT)
def test_importing_a_module_carries_nothing_it_must_not(module: str) -> None:
    assert carried_by(f"import {module}") & CARRIES_NOT[module] == set()


def test_the_entry_point_needs_click_and_the_standard_library_only() -> None:
    before = carried_by("")
    brought = carried_by("import tandem_tui.main") - before - set(sys.stdlib_module_names)
    assert brought <= {"click", "tandem_tui", "tandem_shared"}


@pytest.mark.parametrize("package", ["tandem_edge", "tandem_shared"])
def test_no_module_of_the_edge_carries_torch_screens_or_llama_cpp(package: str) -> None:
    spec = importlib.util.find_spec(package)
    assert spec is not None and spec.submodule_search_locations
    folder = Path(spec.submodule_search_locations[0])
    parts = [path.relative_to(folder.parent).with_suffix("").parts for path in folder.rglob("*.py")]
    modules = sorted(".".join(part).removesuffix(".__init__") for part in parts)
    code = "\n".join(f"import {module}" for module in modules if module not in CHILD_ONLY)
    assert carried_by(code) & {"torch", "textual", "llama_cpp"} == set()


def cpu_seconds(*command: str) -> float:
    """User and system time of a child process that must succeed."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0
    return usage.ru_utime + usage.ru_stime


def test_help_comes_within_200_ms_of_cpu() -> None:
    tandem = str(Path(sys.executable).with_name("tandem"))
    assert min(cpu_seconds(tandem, "--help") for _ in range(5)) < CPU_FLOOR_S


VIOLATIONS: dict[str, tuple[str, str]] = {
    "Imports run one way: screens, trainer, edge, shared": (
        "shared/tandem_shared/text.py",
        "import tandem_edge",
    ),
    "Shared is light: pydantic and the standard library": (
        "shared/tandem_shared/text.py",
        "import socket",
    ),
    "llama.cpp is imported only in the planner's child process": (
        "edge/tandem_edge/settings.py",
        "import llama_cpp",
    ),
    "Only the planner's child process imports the engine": (
        "edge/tandem_edge/settings.py",
        "import tandem_edge.planner.engine",
    ),
    "The libraries that wait for a phone are imported only in the link's child process": (
        "edge/tandem_edge/phone/android/link/adb_link.py",
        "import adbutils",
    ),
    "The edge knows no screen, no trainer and no torch": (
        "edge/tandem_edge/settings.py",
        "import textual",
    ),
    "The flywheel's rooms do not know each other: flywheel/ joins them": (
        "trainer/tandem_trainer/review/queue.py",
        "import tandem_trainer.freeze.door",
    ),
    "Evaluation opens files as the edge does, without torch": (
        "trainer/tandem_trainer/evaluate/standing.py",
        "import tandem_trainer.train.runs.folder",
    ),
    "Only its command knows the evaluation": (
        "trainer/tandem_trainer/train/export/exporting.py",
        "import tandem_trainer.evaluate.standing",
    ),
    "Screens open the edge only through their wiring": (
        "tui/tandem_tui/ports.py",
        "import tandem_edge.facade",
    ),
    "Code that decides what to trust opens no socket": (
        "edge/tandem_edge/models/registry.py",
        "import socket",
    ),
}
"""Contract to a file and the line that breaks it."""


def lint(root: Path) -> subprocess.CompletedProcess[str]:
    """import-linter's verdict on the packages under ``root``."""
    path = os.pathsep.join(str((root / package).parent) for package in PACKAGES)
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=root,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )


def test_every_import_contract_is_kept() -> None:
    verdict = lint(ROOT)
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr


def test_every_import_contract_has_a_violation_to_prove_it() -> None:
    contracts = pyproject()["tool"]["importlinter"]["contracts"]
    assert {contract["name"] for contract in contracts} == set(VIOLATIONS)


@pytest.mark.parametrize("contract", VIOLATIONS)
def test_an_import_contract_breaks_when_it_is_violated(contract: str, tmp_path: Path) -> None:
    clone = copy_tracked(tmp_path, *PACKAGES, "pyproject.toml")
    name, line = VIOLATIONS[contract]
    file = clone / name
    file.write_text(f"{file.read_text('utf-8')}\n{line}\n", "utf-8")
    verdict = lint(clone)
    assert verdict.returncode != 0
    assert f"{contract} BROKEN" in " ".join(verdict.stdout.split())
