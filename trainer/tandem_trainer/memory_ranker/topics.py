"""Topics of made-up talk, read from the ``topics*.txt`` and ``changes*.txt`` of this package.

A topic has slots with values, and parts: how somebody tells a thing (``say``), how the other
leads to it (``lead``), how it is asked for later (``ask``), and how it is asked for in the same
breath as something else (``and``: "and why did it move"); ``when`` and ``guess`` ask for the first
part. Each line has English variants, ``=``, and Chinese ones. A slot lists its values, or names a
kind of value that is made up for each talk (see ``values.py``).

A matter that changes has a slot ``v``, a ``say change`` and at times a ``say again`` for a second
change; ``brief change`` tells either without a name for the matter, after ``lead change``. In a
change ``{old}`` is the value before. ``ask now``, ``ask before`` and ``ask first`` ask for what
holds, what held, and what held first. Its other parts, such as the reason, belong to a change.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from importlib import resources

from tandem_trainer.memory_ranker.chatter import Both
from tandem_trainer.memory_ranker.values import Listed, Slot, read_made

LANGUAGES = ("en", "zh")
CHANGE, AGAIN = "change", "again"
STEPS = ("intro", CHANGE, AGAIN)
"""What a matter that changes is told in, one after another."""
PLAIN = frozenset("habit tech health money errand care course".split())
"""Categories of matters that nobody calls lovely or longs to have."""
SLOT = re.compile(r"\{(\w+)\}")


@dataclass
class Topic:
    """One topic. ``parts`` are names of what is told, ``intro`` first."""

    name: str
    category: str
    slots: dict[str, Slot] = field(default_factory=dict)
    say: dict[str, Both] = field(default_factory=dict)
    brief: dict[str, Both] = field(default_factory=dict)
    lead: dict[str, Both] = field(default_factory=dict)
    ask: dict[str, Both] = field(default_factory=dict)
    joined: dict[str, Both] = field(default_factory=dict)
    """Questions for parts as they go on after another question: no name, no question mark."""

    @property
    def parts(self) -> list[str]:
        """What can be told beyond the first sentence."""
        return [part for part in self.say if part not in STEPS]

    @property
    def changes(self) -> bool:
        """Whether it is a matter whose value is told anew later."""
        return CHANGE in self.say


def bank_for(name: str, topic: Topic) -> str:
    """The bank of chatter that fits a topic: a plain one where the common one would be silly."""
    return f"{name}.plain" if topic.category in PLAIN else name


def read_topics(text: str | None = None) -> list[Topic]:
    """The topics in ``text``, or those of this package. Raises ``ValueError`` on a bad line."""
    given = text if text is not None else _shipped()
    found: list[Topic] = []
    for line in given.splitlines():
        if line.startswith("== "):
            name, category = line[3:].split()
            found.append(Topic(name, category))
        elif line.strip() and not line.startswith("#"):
            _take(found[-1], line)
    return found


def _take(topic: Topic, line: str) -> None:
    head, _, rest = line.partition(": ")
    kind, _, name = head.partition(" ")
    if name in {"ask": topic.ask, "say": topic.say}.get(kind, ()):
        raise ValueError(f"topic {topic.name}: {head!r} is there twice")
    if kind == "slot":
        topic.slots[name] = _slot(rest)
    elif kind in ("say", "brief", "lead", "ask"):
        getattr(topic, kind)[name] = _both(rest)
    elif kind == "and":
        topic.joined[name] = _both(rest)
    elif kind in ("when", "guess"):
        topic.ask[kind] = _both(rest)
    else:
        raise ValueError(f"topic {topic.name}: what is {head!r}?")


def _slot(text: str) -> Slot:
    if text.startswith("@"):
        return read_made(text)
    return Listed(tuple(_pair(value) for value in text.split(" ; ")))


def _both(text: str) -> Both:
    english, chinese = text.split(" = ")
    return _variants(english), _variants(chinese)


def _variants(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(" | "))


def _pair(text: str) -> tuple[str, str]:
    english, chinese = text.split(" = ")
    return english.strip(), chinese.strip()


def _shipped() -> str:
    files = {file.name: file for file in resources.files(__package__).iterdir()}
    names = sorted(name for name in files if re.fullmatch(r"(topics|changes)\w*\.txt", name))
    return "\n".join(files[name].read_text("utf-8") for name in names)
