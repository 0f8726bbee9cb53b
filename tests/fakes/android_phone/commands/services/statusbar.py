"""``cmd statusbar``: the panels."""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.model import Model

_USAGE = """Status bar commands:
  expand-notifications
  expand-settings
  collapse
"""


def run(phone: Model, words: list[str]) -> Answer:
    panels = {
        "expand-notifications": "notifications",
        "expand-settings": "settings",
        "collapse": "",
    }
    match words:
        case [verb] if verb in panels:
            phone.require("STATUS_BAR", verb)
            phone.window.shade = panels[verb]
            return Answer()
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(f"Unknown command: {words[0]}\n{_USAGE}", code=255)
