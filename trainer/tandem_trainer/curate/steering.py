"""Text in a record that is meant to steer whoever reads it: agent, reviewer or trainer.

Looked for in what tools returned, in what was said, answered and briefed, and in memories. Nothing
found is obeyed or removed: the record gets a doubt, and a person looks. ``steering.txt`` lists what
is looked for. Patterns cannot find every such text: the next one is in other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

from tandem_shared.experience import Rollout
from tandem_shared.text import visible
from tandem_trainer.curate.case import strings

CALLS, ANSWER = "writes a call", "an answer of the planner"
HIDDEN = "hides characters"
JOINED = re.compile(r"(?:[A-Za-z0-9+/]{24,}={0,2})")
ENCODED = "holds an encoded order"


@lru_cache(maxsize=1)
def patterns() -> dict[str, tuple[re.Pattern[str], ...]]:
    """The patterns by what such a text does."""
    found: dict[str, list[re.Pattern[str]]] = {}
    kind = ""
    for line in (files("tandem_trainer.curate") / "steering.txt").read_text("utf-8").splitlines():
        if line.startswith("== "):
            kind = line.removeprefix("== ")
        elif line and not line.startswith("#"):
            found.setdefault(kind, []).append(re.compile(line, re.IGNORECASE))
    return {kind: tuple(each) for kind, each in found.items()}


def steering(rollout: Rollout) -> tuple[str, ...]:
    """What is found in foreign texts, one line a kind, with where it stands."""
    found: dict[str, str] = {}
    for where, text in foreign_texts(rollout):
        for kind in kinds(text):
            if kind == CALLS and where == ANSWER:
                continue  # that is how a planner calls
            found.setdefault(kind, where)
    return tuple(f"injected: {where} {kind}" for kind, where in found.items())


def kinds(text: str) -> Iterator[str]:
    """The kinds of steering in ``text``."""
    plain = visible(text)
    if plain != text.replace("\r\n", "\n"):
        yield HIDDEN
    lines = plain.splitlines()
    for kind, some in patterns().items():
        if any(pattern.search(line) for pattern in some for line in lines):
            yield kind
    if JOINED.search(plain) and re.search(r"base64|decode|解码", plain, re.IGNORECASE):
        yield ENCODED


def foreign_texts(rollout: Rollout) -> Iterator[tuple[str, str]]:
    """Texts of a record that some other person or machine may have written, and where they are."""
    for _, record in rollout.trajectory.calls:
        for text in strings(record.result.data):
            yield f"the result of {record.call.name}", text
        if record.result.fault:
            yield f"the fault of {record.call.name}", record.result.fault.message
    for turn in rollout.trajectory.turns:
        if rollout.source:
            yield "the last word of a turn", turn.text
            yield "what was said", turn.said
            yield from ((ANSWER, step.text) for step in turn.steps)
    for each in rollout.trajectory.hand_offs:
        yield "a brief", each.brief
    for memory in rollout.task.resources.memories:
        yield "a memory", memory.text
