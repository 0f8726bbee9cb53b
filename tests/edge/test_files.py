"""A crash while writing leaves the old file or the new one, never half of one."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tandem_edge.files import append_line, write_atomically

OLD = b"old" * 100_000
NEW = b"new" * 100_000

WRITER = """
import itertools, sys
from pathlib import Path
from tandem_edge.files import write_atomically
path = Path(sys.argv[1])
contents = itertools.cycle([b"new" * 100_000, b"old" * 100_000])
for content in contents:
    write_atomically(path, content)
    print("wrote", flush=True)
"""


@pytest.mark.parametrize("writes", [1, 2, 3, 5, 8])
def test_kill_9_while_writing_leaves_the_old_or_the_new_file(writes: int, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_bytes(OLD)
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        for _ in range(writes):
            assert writer.stdout.readline() == b"wrote\n"
        writer.kill()  # somewhere inside the next write
    assert writer.returncode == -signal.SIGKILL
    assert path.read_bytes() in {OLD, NEW}


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_no_litter(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "state.json"
    path.write_bytes(OLD)
    monkeypatch.setattr(os if step == "fsync" else Path, step, full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, NEW)
    assert path.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_the_folder_is_synced_after_the_rename(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "state.json"
    synced: list[tuple[bool, bool]] = []

    def spy(descriptor: int, fsync: Callable[[int], None] = os.fsync) -> None:
        fsync(descriptor)
        synced.append((stat.S_ISDIR(os.fstat(descriptor).st_mode), path.exists()))

    monkeypatch.setattr(os, "fsync", spy)
    write_atomically(path, NEW)
    assert synced == [(False, False), (True, True)]


def test_a_new_file_is_private_and_its_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "state.json"
    write_atomically(path, NEW)
    assert path.read_bytes() == NEW
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_mode_asked_for_is_the_mode_it_gets(tmp_path: Path) -> None:
    path = tmp_path / "public"
    write_atomically(path, b"", mode=0o644)
    assert path.stat().st_mode & 0o777 == 0o644


def test_a_torn_line_is_dropped_before_the_next_is_added(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    append_line(path, b"one")
    with path.open("ab") as file:
        file.write(b"tw")
    append_line(path, b"three")
    assert path.read_bytes() == b"one\nthree\n"
    path.write_bytes(b"torn from the start")
    append_line(path, b"one")
    assert path.read_bytes() == b"one\n"
