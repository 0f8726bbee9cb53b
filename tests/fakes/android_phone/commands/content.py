"""``content VERB --uri URI ...``: content providers. SQLite reads conditions, as on a phone."""

from __future__ import annotations

import sqlite3  # noqa: TID251 - in memory only: Android's own providers are SQLite
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import urlsplit

from tests.fakes.android_phone.answers import Answer, Failed, Words, lines
from tests.fakes.android_phone.commands import modules_of, providers
from tests.fakes.android_phone.commands.providers.table import Provider, Table, Value
from tests.fakes.android_phone.model import Model

_USAGE = """usage: adb shell content [subcommand] [options]

usage: adb shell content insert --uri <URI> [--user <USER_ID>] --bind <BINDING> [--bind ...]
usage: adb shell content update --uri <URI> [--user <USER_ID>] [--where <WHERE>]
usage: adb shell content delete --uri <URI> [--user <USER_ID>] --bind <BINDING> [--where <WHERE>]
usage: adb shell content query --uri <URI> [--user <USER_ID>] [--projection <PROJECTION>]
        [--where <WHERE>] [--sort <SORT_ORDER>]
"""
_VERBS = ("query", "insert", "update", "delete")


@dataclass
class _Asked:
    verb: str
    uri: str = ""
    projection: list[str] = field(default_factory=list)
    where: str = ""
    sort: str = ""
    values: dict[str, Value] = field(default_factory=dict)


@lru_cache(maxsize=1)
def load_providers() -> Mapping[str, Provider]:
    """Every provider by its authority."""
    found = modules_of(providers)
    return {each.AUTHORITY: each.PROVIDER for each in found.values() if hasattr(each, "AUTHORITY")}


def run(phone: Model, words: list[str]) -> Answer:
    taken = Words(words)
    verb = taken.next()
    if verb not in _VERBS:
        said = f"[ERROR] Unsupported operation: {verb}\n" if verb else ""
        return Answer(err=said + _USAGE, code=1)
    asked = _parse(verb, taken)
    address = urlsplit(asked.uri)
    if address.scheme != "content":
        raise Failed(f"[ERROR] Invalid uri {asked.uri}\n{_USAGE}", 1)
    provider = load_providers().get(address.netloc)
    if provider is None:
        raise _denied(
            address.netloc,
            f"java.lang.IllegalStateException: Could not find provider: {address.netloc}",
        )
    _allow(phone, provider, address.netloc, writes=verb != "query")
    path, number = _split(address.path.strip("/"))
    table = provider.tables.get(path)
    if table is None:
        raise _denied(
            address.netloc, f"java.lang.IllegalArgumentException: Unknown URL {asked.uri}"
        )
    if number is not None:
        asked.where = f"({asked.where or 1}) AND _id={number}"
    return _carry_out(phone, address.netloc, table, asked)


def _parse(verb: str, words: Words) -> _Asked:
    asked = _Asked(verb)
    while (option := words.next()) is not None:
        value = words.next()
        if value is None:
            raise Failed(f"[ERROR] No value for {option}\n{_USAGE}", 1)
        match option:
            case "--uri":
                asked.uri = value
            case "--user":
                pass
            case "--projection" if verb == "query":
                asked.projection = value.split(":")
            case "--where" if verb != "insert":
                asked.where = value
            case "--sort" if verb == "query":
                asked.sort = value
            case "--bind" if verb in ("insert", "update"):
                asked.values |= dict([_bound(value)])
            case _:
                raise Failed(f"[ERROR] Unsupported argument: {option}\n{_USAGE}", 1)
    if not asked.uri:
        raise Failed(
            "[ERROR] Content provider URI not specified. Did you specify --uri argument?\n"
            + _USAGE,
            1,
        )
    if verb in ("insert", "update") and not asked.values:
        raise Failed(
            f"[ERROR] Bindings not specified. Did you specify --bind argument(s)?\n{_USAGE}", 1
        )
    return asked


def _bound(binding: str) -> tuple[str, Value]:
    """``column:type:value``; the value may hold colons."""
    name, first, rest = binding.partition(":")
    kind, second, text = rest.partition(":")
    if not (first and second):
        raise Failed(f"[ERROR] Binding not well formed: {binding}\n{_USAGE}", 1)
    try:
        match kind:
            case "s":
                return name, text
            case "b":
                return name, int(text == "true")
            case "i" | "l":
                return name, int(text)
            case "f" | "d":
                return name, float(text)
            case "n":
                return name, None
    except ValueError:
        raise Failed(f"[ERROR] Wrong value {text} for type {kind}\n{_USAGE}", 1) from None
    raise Failed(f"[ERROR] Unsupported type: {kind}\n{_USAGE}", 1)


def _split(path: str) -> tuple[str, int | None]:
    """A path and the row's number at its end, where it has one."""
    head, _, tail = path.rpartition("/")
    return (head, int(tail)) if tail.isdecimal() else (path, None)


def _allow(phone: Model, provider: Provider, authority: str, *, writes: bool) -> None:
    permission = provider.write if writes else provider.read
    if permission and not phone.may(permission):
        raise _denied(
            authority,
            f"java.lang.SecurityException: Permission Denial: opening provider {authority} from "
            f"(null) (pid=4321, uid=2000) requires android.permission.{permission}",
        )


def _denied(authority: str, exception: str) -> Failed:
    return Failed(f"Error while accessing provider:{authority}\n{exception}\n", 1)


def _carry_out(phone: Model, authority: str, table: Table, asked: _Asked) -> Answer:
    if asked.verb == "insert":
        try:
            table.insert(phone, asked.values)
        except ValueError as error:
            raise _denied(authority, f"java.lang.IllegalArgumentException: {error}") from error
        return Answer()
    try:
        found = list(_select(table, phone, asked))
    except sqlite3.Error as error:
        raise _denied(authority, f"android.database.sqlite.SQLiteException: {error}") from error
    if asked.verb == "query":
        return (
            lines(*(_shown(place, row) for place, row in enumerate(found)))
            if found
            else lines("No result found.")
        )
    for row in found:
        if asked.verb == "update":
            table.update(phone, row, asked.values)
        else:
            table.delete(phone, row)
    return Answer()


def _select(table: Table, phone: Model, asked: _Asked) -> Iterator[dict[str, Value]]:
    columns = ", ".join(f'"{name}"' for name in table.columns)
    shown = ", ".join(asked.projection) if asked.projection and asked.verb == "query" else columns
    marks = ", ".join("?" * len(table.columns))
    with closing(sqlite3.connect(":memory:")) as database:
        database.row_factory = sqlite3.Row
        database.execute(f"CREATE TABLE rows ({columns})")
        rows = [[row.get(name) for name in table.columns] for row in table.rows(phone)]
        database.executemany(f"INSERT INTO rows VALUES ({marks})", rows)
        order = f" ORDER BY {asked.sort}" if asked.sort else ""
        query = f"SELECT {shown} FROM rows WHERE {asked.where or '1'}{order}"
        yield from (dict(row) for row in database.execute(query))


def _shown(place: int, row: dict[str, Value]) -> str:
    parts = [f"{name}={'NULL' if value is None else value}" for name, value in row.items()]
    return f"Row: {place} {', '.join(parts)}"
