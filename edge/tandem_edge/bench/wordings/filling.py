"""Filling the slots of a wording for one phone: what is said, and the call that it means."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from random import Random
from typing import Any

from pydantic import JsonValue

from tandem_edge.bench.wordings import spoken
from tandem_edge.bench.wordings.reading import SLOT, Drawn, Listed, Wording, language_of_file
from tandem_edge.phone.authoring import ToolFailure
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, find_person
from tandem_edge.phone.language.apps import APPS
from tandem_edge.phone.sandbox.friction import inject
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ToolCall, ToolSpec


class CannotFill(ValueError):
    """This phone has nothing that fits a slot; says which."""


@dataclass(frozen=True, slots=True)
class Filled:
    """A request as it is said, the call it means, and the calls made beforehand."""

    text: str
    call: ToolCall
    before: tuple[ToolCall, ...]


def fill(wording: Wording, phone: SandboxPhone, random: Random) -> Filled:
    """``wording`` with every slot filled, and its difficulties put on ``phone``.

    Raises ``CannotFill``.
    """
    for each in wording.friction:
        inject(phone.store, each.name, each.value)
    spec = phone.catalogue.spec(wording.call.name)
    if spec is None:
        raise CannotFill(f"there is no tool {wording.call.name}")
    rows: dict[str, Any] = {}
    said = {slot: _value(slot, wording, spec, phone, random, rows) for slot in _needed(wording)}
    return Filled(
        SLOT.sub(lambda match: said[match[1]], wording.text),
        _filled(wording.call, said),
        tuple(_filled(call, said) for call in wording.before),
    )


def _needed(wording: Wording) -> list[str]:
    """Slots in the text, in the call and in what is done before."""
    calls = " ".join(
        str(value) for call in (wording.call, *wording.before) for value in call.arguments.values()
    )
    return list(dict.fromkeys(SLOT.findall(f"{wording.text} {calls}")))


def _filled(call: ToolCall, said: Mapping[str, str]) -> ToolCall:
    def value(given: JsonValue) -> JsonValue:
        if isinstance(given, str):
            return SLOT.sub(lambda match: said.get(match[1], match[0]), given)
        return given

    return ToolCall(
        name=call.name, arguments={key: value(given) for key, given in call.arguments.items()}
    )


def _value(
    slot: str,
    wording: Wording,
    spec: ToolSpec,
    phone: SandboxPhone,
    random: Random,
    rows: dict[str, Any],
) -> str:
    language = language_of_file(wording)
    source = wording.sources.get(slot)
    schema = spec.properties.get(slot, {"x-kind": "text"})
    if isinstance(source, Listed):
        return random.choice(source.values)
    if isinstance(source, Drawn):
        return _drawn(source, schema, phone, language, random, rows)
    if f"{{{slot}}}%" in wording.text.replace(" ", ""):
        schema = {**schema, "x-kind": "percentage"}
    maker = MAKERS.get(str(schema["x-kind"]))
    if maker is None:
        raise CannotFill(f"{{{slot}}} needs a line @{slot} = values")
    return maker(schema, phone, language, random)


def _drawn(
    source: Drawn,
    schema: Mapping[str, Any],
    phone: SandboxPhone,
    language: str,
    random: Random,
    rows: dict[str, Any],
) -> str:
    """A field of one record; all slots from one table come from the same record."""
    table = phone.store.tables.get(source.table)
    if table is None:
        raise CannotFill(f"there is no table {source.table}")
    if source.table not in rows:
        fitting = [
            row
            for row in phone.store.all(table).values()
            if _sayable(getattr(row, source.field, None), language)
            and (source.where is None or str(getattr(row, source.where[0], "")) == source.where[1])
        ]
        if not fitting:
            raise CannotFill(f"no record of {source.table} has a {source.field} in this language")
        rows[source.table] = random.choice(fitting)
    value = getattr(rows[source.table], source.field, None)
    if value in (None, ""):
        raise CannotFill(f"the record of {source.table} has no {source.field}")
    if isinstance(value, datetime):
        if schema["x-kind"] == "clock" or "x-finds" in schema:
            return spoken.clock(value.time(), language, random)
        return spoken.moment(value, phone.now(), language, random)
    if schema.get("x-kind") == "app":
        names = [name for name in APPS.get(value, ()) if _sayable(name, language)]
        if not names:
            raise CannotFill(f"{value} has no name in this language")
        return random.choice(names)
    return str(value)


def _sayable(value: Any, language: str) -> bool:
    """Chinese requests may name anything, English ones only what is not written in Chinese."""
    if value in (None, ""):
        return False
    return not isinstance(value, str) or language == "zh" or not re.search("[\u3400-\u9fff]", value)


def _moment(schema: Mapping[str, Any], phone: SandboxPhone, language: str, random: Random) -> str:
    now = phone.now().replace(tzinfo=None)
    when = (now + timedelta(days=random.choice((0, 1, 1, 1, 2, 3, 5)))).replace(
        hour=random.randrange(6, 23), minute=random.choice(_MINUTES), second=0
    )
    if when <= now + timedelta(minutes=5):
        when += timedelta(days=1)
    return spoken.moment(when, now, language, random)


def _clock(schema: Mapping[str, Any], phone: SandboxPhone, language: str, random: Random) -> str:
    return spoken.clock(time(random.randrange(6, 23), random.choice(_MINUTES)), language, random)


def _day(schema: Mapping[str, Any], phone: SandboxPhone, language: str, random: Random) -> str:
    today = phone.now().date()
    return spoken.day(today + timedelta(days=random.randrange(7)), today, language, random)


def _duration(schema: Mapping[str, Any], phone: SandboxPhone, language: str, random: Random) -> str:
    return spoken.duration(60 * random.choice(_LENGTHS), language, random)


def _integer(schema: Mapping[str, Any], phone: SandboxPhone, language: str, random: Random) -> str:
    low, high = int(schema["minimum"]), int(schema["maximum"])
    value = random.randint(low, high)
    if high - low >= 50:
        value = min(high, max(low, 5 * round(value / 5)))
    if schema["x-kind"] == "percentage":
        return str(value)
    return random.choice((str(value), spoken.number(value, language)))


def _number(schema: Mapping[str, Any], phone: SandboxPhone, language: str, random: Random) -> str:
    return str(random.choice((2, 3, 5, 8, 12, 15, 20, 25, 36, 50, 75, 80, 120, 250)))


def _person(schema: Mapping[str, Any], phone: SandboxPhone, language: str, random: Random) -> str:
    names = [row.name for row in phone.store.all(CONTACTS).values() if _sayable(row.name, language)]
    for name in random.sample(names, len(names)):
        try:
            if find_person(phone.store, name).name == name:
                return name
        except ToolFailure:
            continue
    raise CannotFill("no contact can be told apart by name")


def _phone(schema: Mapping[str, Any], phone: SandboxPhone, language: str, random: Random) -> str:
    if language == "zh":
        return f"199 0000 {random.randrange(1000, 9999)}"
    return f"+44 7700 900{random.randrange(100, 999)}"


def _app(schema: Mapping[str, Any], phone: SandboxPhone, language: str, random: Random) -> str:
    installed = [key for key, row in phone.store.all(INSTALLED).items() if not row.built_in]
    names = [
        name
        for package in installed
        for name in APPS.get(package, ())
        if _sayable(name, language)
        and (language == "en" or random.random() < 0.3 or not name.isascii())
    ]
    if not names:
        raise CannotFill("no installed app has a name in this language")
    return random.choice(names)


_MINUTES = (0, 0, 0, 15, 30, 30, 45, 5, 10, 20, 40, 50)
_LENGTHS = (3, 5, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 90, 120)
Maker = Callable[[Mapping[str, Any], SandboxPhone, str, Random], str]
MAKERS: dict[str, Maker] = {
    "moment": _moment,
    "clock": _clock,
    "day": _day,
    "duration": _duration,
    "integer": _integer,
    "percentage": _integer,
    "number": _number,
    "person": _person,
    "phone": _phone,
    "app": _app,
}
"""Kinds of argument that are filled without a list."""
