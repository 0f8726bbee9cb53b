"""``tandem`` with a model that does not exist, whose work takes no real time.

The clock jumps by what each piece of work would have taken. ``BROKEN`` names what is wrong with
it: ``harness`` (recalling tools takes as long as a planner step) or ``reuse`` (every prompt is
evaluated from its first token).
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tandem_edge import facade
from tandem_edge.bench import speed
from tandem_edge.harness import loop
from tandem_edge.harness.ports import Candidates
from tandem_edge.models.turns import CHATML
from tandem_edge.planner.local import LocalPlanner
from tandem_edge.planner.protocol import Planned, Prompt, Role
from tandem_edge.settings import Settings
from tandem_shared.events import Usage
from tandem_shared.tools import ToolSpec
from tandem_tui.main import main

BROKEN = os.environ.get("BROKEN", "")
WHOLE, NEW, WORDS = 600, 100, 20
TOKENS_PER_S = 100.0


@dataclass
class Clock:
    """The real one, and what was pretended on top."""

    ahead: float = 0.0
    real: Any = time.monotonic

    def __call__(self) -> float:
        return float(self.real()) + self.ahead


clock = Clock()


class Pretender(LocalPlanner):
    """Makes one call a request, then is done."""

    def start(self) -> None:
        pass

    def child_peak_mb(self) -> float:
        return 500.0

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        new = NEW if self.aided and BROKEN != "reuse" else WHOLE
        usage = Usage(
            prompt_tokens=WHOLE,
            reused_tokens=WHOLE - new,
            output_tokens=WORDS,
            prefill_s=new / TOKENS_PER_S,
            decode_s=WORDS / TOKENS_PER_S,
        )
        clock.ahead += usage.prefill_s + usage.decode_s
        acted = prompt.messages[-1].role is Role.PHONE
        name, arguments = ("done", {"answer": "Done."}) if acted else ("manage_alarm", {})
        return Planned(json.dumps([{"name": name, "arguments": arguments}]), (), usage)


def pretender(settings: Settings) -> Pretender:
    return Pretender("pretender", Path("none"), CHATML, 1, 4096, 1.0, Path("none"), "none")


def spent(spent: type[loop.Spent] = loop.Spent) -> loop.Spent:
    return spent(started=clock())  # its default was bound to the real clock


@dataclass
class Slow:
    """Recall that takes as long as a planner step."""

    inner: Candidates

    def top(self, request: str, count: int) -> tuple[ToolSpec, ...]:
        clock.ahead += WHOLE / TOKENS_PER_S
        return self.inner.top(request, count)


def slow_recall(*about: Any, real: Any = facade._recall_for) -> Slow:
    return Slow(real(*about))


if __name__ == "__main__":
    time.monotonic = clock
    loop.Spent = spent  # type: ignore[misc, assignment]
    facade.open_planner = pretender
    speed.TANDEM = Path(sys.argv[0])
    if BROKEN == "harness":
        facade._recall_for = slow_recall
    main()
