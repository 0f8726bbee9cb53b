"""Intents as the words of ``am`` describe them (``am help``, "<INTENT> specifications")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.fakes.android_phone.answers import Failed, Words, whole
from tests.fakes.android_phone.screen.packages import Component, parse_component

Extra = str | int | float | bool | None | tuple[str, ...] | tuple[int, ...]
_FLAGS = (
    "--activity-brought-to-front --activity-clear-top --activity-clear-task "
    "--activity-clear-when-task-reset --activity-exclude-from-recents --activity-multiple-task "
    "--activity-no-animation --activity-no-history --activity-no-user-action "
    "--activity-previous-is-top --activity-reorder-to-front --activity-reset-task-if-needed "
    "--activity-single-top --activity-task-on-home --exclude-stopped-packages "
    "--include-stopped-packages --grant-read-uri-permission --grant-write-uri-permission "
    "--debug-log-resolution --receiver-registered-only --receiver-replace-pending "
    "--receiver-foreground --selector"
).split()


@dataclass
class Intent:
    """What is to be done, to what, by whom."""

    action: str = ""
    data: str = ""
    kind: str = ""
    """Its MIME type."""
    categories: list[str] = field(default_factory=list)
    component: Component | None = None
    package: str = ""
    flags: int = 0
    extras: dict[str, Extra] = field(default_factory=dict)

    def __str__(self) -> str:
        component = self.component.short if self.component else ""
        named = {"act": self.action, "cat": f"[{','.join(self.categories)}]", "dat": self.data}
        named |= {"typ": self.kind, "pkg": self.package, "cmp": component}
        named["flg"] = f"{self.flags:#x}" if self.flags else ""
        if not self.categories:
            named["cat"] = ""
        parts = [f"{name}={value}" for name, value in named.items() if value]
        return f"Intent {{ {' '.join([*parts, *(['(has extras)'] if self.extras else [])])} }}"

    def text(self, name: str) -> str:
        """An extra that is text, or ``""``."""
        value = self.extras.get(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int | None:
        """An extra that is a whole number, given as one."""
        value = self.extras.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else None


def _truth(word: str, name: str) -> bool:
    if word.lower() not in ("true", "t", "1", "false", "f", "0"):
        raise Failed(f"Error: Invalid boolean value: {word}\n", 1)
    return word.lower() in ("true", "t", "1")


def _number(word: str, name: str) -> int:
    return whole(word, "start")


def _decimal(word: str, name: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise Failed(f"Error: Invalid float value: {word}\n", 1) from None


def _numbers(word: str, name: str) -> tuple[int, ...]:
    return tuple(whole(each, "start") for each in word.split(","))


def _texts(word: str, name: str) -> tuple[str, ...]:
    parts = word.replace("\\,", "\0").split(",")
    return tuple(part.replace("\0", ",") for part in parts)


def _text(word: str, name: str) -> str:
    return word


_EXTRAS: dict[str, Callable[[str, str], Extra]] = {
    "-e": _text,
    "--es": _text,
    "--eu": _text,
    "--ecn": _text,
    "--ez": _truth,
    "--ei": _number,
    "--el": lambda word, name: int(word),
    "--ef": _decimal,
    "--eia": _numbers,
    "--eial": _numbers,
    "--ela": _numbers,
    "--esa": _texts,
    "--esal": _texts,
}


def parse_intent(words: Words, take: Callable[[str, Words], bool]) -> Intent:
    """The intent; ``take`` is offered each option first that is not of the intent itself.

    Fails as ``am`` does on an unknown option or a value that is missing.
    """
    intent = Intent()
    while (option := words.option()) is not None:
        if not (_plain(intent, option, words) or take(option, words)):
            raise Failed(f"Error: Unknown option: {option}\n", 255)
    for word in words.rest()[:1]:
        _target(intent, word)
    return intent


def _plain(intent: Intent, option: str, words: Words) -> bool:
    match option:
        case "-a":
            intent.action = _value(words, option)
        case "-d":
            intent.data = _value(words, option)
        case "-t":
            intent.kind = _value(words, option)
        case "-c":
            intent.categories.append(_value(words, option))
        case "-n":
            intent.component = _component(_value(words, option))
        case "-p":
            intent.package = _value(words, option)
        case "-f":
            intent.flags |= int(_value(words, option), 0)
        case "--esn":
            intent.extras[_value(words, option)] = None
        case _ if option in _EXTRAS:
            name, value = _value(words, option), _value(words, option)
            intent.extras[name] = _EXTRAS[option](value, name)
        case _:
            return option in _FLAGS
    return True


def _value(words: Words, option: str) -> str:
    word = words.next()
    if word is None:
        raise Failed(f'Error: Argument expected after "{option}"\n', 255)
    return word


def _component(word: str) -> Component:
    found = parse_component(word)
    if found is None:
        raise Failed(f"Error: Bad component name: {word}\n", 255)
    return found


def _target(intent: Intent, word: str) -> None:
    """The word after the options: a URI, a component, or a package."""
    if ":" in word:
        intent.data = word
    elif "/" in word:
        intent.component = _component(word)
    else:
        intent.package = word
