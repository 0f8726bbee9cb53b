"""Topics of made-up talk, read from ``topics.txt`` and ``changes.txt``.

A topic has slots with values, and parts: how somebody tells a thing (``say``), how the other
leads to it (``lead``), how it is asked for later (``ask``); ``when`` and ``guess`` ask for the
first part. Each line has English variants, ``=``, and Chinese ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from importlib import resources

Both = tuple[tuple[str, ...], tuple[str, ...]]
"""Variants in English and in Chinese."""
LANGUAGES = ("en", "zh")
CHANGE = "change"
SLOT = re.compile(r"\{(\w+)\}")


@dataclass
class Topic:
    """One topic. ``parts`` are names of what is told, ``intro`` first."""

    name: str
    category: str
    slots: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    say: dict[str, Both] = field(default_factory=dict)
    lead: dict[str, Both] = field(default_factory=dict)
    ask: dict[str, Both] = field(default_factory=dict)

    @property
    def parts(self) -> list[str]:
        """What can be told beyond the first sentence."""
        return [part for part in self.say if part not in ("intro", CHANGE)]

    @property
    def changes(self) -> bool:
        """Whether it is a matter whose value is told anew later."""
        return CHANGE in self.say


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
    if kind == "slot":
        topic.slots[name] = [_pair(value) for value in rest.split(" ; ")]
    elif kind in ("say", "lead", "ask"):
        getattr(topic, kind)[name] = _both(rest)
    elif kind in ("when", "guess"):
        topic.ask[kind] = _both(rest)
    else:
        raise ValueError(f"topic {topic.name}: what is {head!r}?")


def _both(text: str) -> Both:
    english, chinese = text.split(" = ")
    return _variants(english), _variants(chinese)


def _variants(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(" | "))


def _pair(text: str) -> tuple[str, str]:
    english, chinese = text.split(" = ")
    return english.strip(), chinese.strip()


def _shipped() -> str:
    files = (resources.files(__package__).joinpath(name) for name in ("topics.txt", "changes.txt"))
    return "\n".join(file.read_text("utf-8") for file in files)
