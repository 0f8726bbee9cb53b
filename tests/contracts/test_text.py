"""What must not stand in the repository: machines, registries, squatted names, huge modules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.contracts.repo import PACKAGES, ROOT, pyproject, tracked

MAX_LINES = 500

# Written in two halves so that this file does not find itself.
REGISTRIES = [
    rf"{name}\.{end}"
    for name, end in [
        ("py" + "pi", "org"),
        ("python" + "hosted", "org"),
        ("registry.npm" + "js", "org"),
        ("crates", "io" + r"\b"),
        ("ana" + "conda", "org"),
        ("proxy.golang", "org"),
    ]
]
MACHINES = [
    r"/ro" + r"ot/",
    r"/ho" + r"me/\w",
    r"(?<![\w.])/wo" + r"rk/",
    r"/Us" + r"ers/\w",
    r"C:\\Us" + "ers",
]
SQUATTED = {"zh-core-web-sm", "en-core-web-trf", "en-core-sci-md"}
"""Names on the package index that are not the projects they look like."""


def texts() -> Iterator[tuple[Path, str]]:
    for name in tracked():
        try:
            yield name, (ROOT / name).read_text("utf-8")
        except UnicodeDecodeError:
            continue


@pytest.mark.parametrize("pattern", [*REGISTRIES, *MACHINES])
def test_no_registry_host_and_no_path_of_a_machine_is_written_down(pattern: str) -> None:
    wrong = re.compile(pattern)
    assert [str(name) for name, text in texts() if wrong.search(text)] == []


def requirements() -> Iterator[Requirement]:
    project = pyproject()["project"]
    groups = project["optional-dependencies"].values()
    for line in [*project["dependencies"], *(line for group in groups for line in group)]:
        yield Requirement(line)


def test_nothing_depends_on_a_squatted_name() -> None:
    assert {canonicalize_name(one.name) for one in requirements()} & SQUATTED == set()
    for name, text in texts():
        if name.suffix in {".toml", ".txt", ".cfg", ".lock", ".json"} or name.name == "Makefile":
            assert not [bad for bad in SQUATTED if bad in text.lower().replace("_", "-")], name


def test_every_dependency_has_a_version_and_none_comes_from_a_url() -> None:
    for one in requirements():
        assert one.specifier and one.url is None, one.name


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_is_longer_than_500_lines(package: str) -> None:
    modules = [name for name in tracked(package) if name.suffix == ".py"]
    lengths = {str(name): len((ROOT / name).read_text("utf-8").splitlines()) for name in modules}
    assert {name: count for name, count in lengths.items() if count > MAX_LINES} == {}
