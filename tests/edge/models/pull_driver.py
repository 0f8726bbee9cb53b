"""A process that pulls one model, and can be made to stop, die or run out of disk on the way.

python pull_driver.py MODEL.json MODELS_DIR [pause] [die-at-sync=N] [fill-at-checkpoint]
Prints what ``pull`` says, a line each; ends with the error's exit code.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path

from tandem_edge.models.partial import Partial
from tandem_edge.models.pull import pull
from tandem_edge.models.registry import Model
from tandem_shared.errors import TandemError


def say(sentence: str) -> None:
    print(sentence, flush=True)


def die_at_sync(number: int) -> None:
    """Kill this process, as kill -9 would, when it syncs to disk the ``number``-th time."""
    real, left = os.fsync, number

    def fsync(descriptor: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        real(descriptor)

    os.fsync = fsync


def pause_at_checkpoint() -> None:
    """Stop after the first finished part until a line comes in on stdin."""
    real = Partial.checkpoint

    def checkpoint(self: Partial) -> None:
        real(self)
        if self.size < self.total:
            Partial.checkpoint = real  # type: ignore[method-assign]
            say("paused")
            sys.stdin.readline()

    Partial.checkpoint = checkpoint  # type: ignore[method-assign]


def fill_at_checkpoint(folder: Path) -> None:
    """Use up the disk after the first finished part."""
    real = Partial.checkpoint

    def checkpoint(self: Partial) -> None:
        real(self)
        Partial.checkpoint = real  # type: ignore[method-assign]
        with contextlib.suppress(OSError), (folder / "filler").open("wb", buffering=0) as filler:
            while True:
                filler.write(bytes(4096))

    Partial.checkpoint = checkpoint  # type: ignore[method-assign]


def attempt(model: Model, folder: Path) -> int:
    try:
        pull(model, folder, say=say)
    except TandemError as error:
        say(f"{error}")
        say(f"try {error.hint}")
        return error.exit_code
    say("installed")
    return 0


def main() -> int:
    model = Model.model_validate_json(Path(sys.argv[1]).read_bytes())
    folder = Path(sys.argv[2])
    for wish in sys.argv[3:]:
        if wish == "pause":
            pause_at_checkpoint()
        elif wish == "fill-at-checkpoint":
            fill_at_checkpoint(folder)
            attempt(model, folder)
            (folder / "filler").unlink()
        else:
            die_at_sync(int(wish.removeprefix("die-at-sync=")))
    return attempt(model, folder)


if __name__ == "__main__":
    sys.exit(main())
