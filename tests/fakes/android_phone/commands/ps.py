"""``ps [-A] [-o ...]``: a process for each running app."""

from __future__ import annotations

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.screen.packages import LAUNCHER, SYSTEM_UI

_HEAD = "USER           PID  PPID     VSZ    RSS WCHAN            ADDR S NAME"


def run(phone: Model, words: list[str]) -> Answer:
    running = [name for name, row in phone.store.all(INSTALLED).items() if row.running]
    names = ["system_server", SYSTEM_UI, LAUNCHER, *running]
    front = phone.window.front().package
    names += [front] if front not in names else []
    rows = [
        f"u0_a{phone.uid_of(name) - 10000:<9} {2000 + place:>5}   812 14523120 182340 0"
        f"                   0 S {name}"
        for place, name in enumerate(names)
    ]
    return lines(_HEAD, *rows)
