"""A worker never outlives its manager, however that one ends."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("last_words", [b"", b'{"id": 1, "op": "pi', b"nonsense\n"])
def test_a_worker_ends_with_whatever_was_last_written_to_it(last_words: bytes) -> None:
    ended = subprocess.run(
        [sys.executable, "-I", "-m", "tandem_edge.worlds.worker"],
        input=last_words,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0


def test_a_worker_whose_manager_no_longer_reads_ends() -> None:
    with subprocess.Popen(
        [sys.executable, "-I", "-m", "tandem_edge.worlds.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as worker:
        assert worker.stdin is not None and worker.stdout is not None
        worker.stdout.close()
        worker.stdin.write(b'{"id": 1, "op": "ping"}\n')
        worker.stdin.flush()
        assert worker.wait(60) == 0
