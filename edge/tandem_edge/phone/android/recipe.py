"""The vocabulary of recipes: how a phone does what a tool of the catalogue does, as data.

A tool's own rules say what a call should change; a recipe says how the phone is made to do it and
what it has to show before "done" may be said. Nothing in a recipe is run when it is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tandem_edge.phone.android.view import Fill, View
from tandem_shared.tools import Bilingual, Mechanism

FIRST_API = 26
"""Android 8: nothing older is looked after."""
STARTED = "Status: ok"
"""What ``am start -W`` prints when the activity is on the screen."""

Words = tuple[str, ...]
"""A command and its arguments. A slot ``{source}`` or ``{source|conversion}`` in one is filled in,
and what comes of the word stays one word for the phone's shell. Sources: ``arg.NAME`` (a
normalised argument), ``TABLE.FIELD`` (of a table with one record, as the tool's rules leave it),
``fact.NAME`` (what a reading told besides), in the steps of ``Each`` also ``key`` (the phone's own
number of the record), ``old.FIELD`` and ``new.FIELD``, and ``made.NAME`` (what the procedure
derives from those). Conversions: see ``conversions``."""

Scope = Mapping[str, Any]
"""What a derivation may look at: ``arg`` and ``fact`` by name, ``key``, ``old`` and ``new``."""
Derive = Callable[[Scope], Any]
"""Makes a value for ``made.NAME``. Raises ``quoting.CannotSay`` where phones have none such."""


Row = Mapping[str, str | None]
"""A row of a provider by its columns; ``None`` where it holds no value."""
ListingFill = Callable[[Sequence[Row], View], None]


@dataclass(frozen=True)
class Step:
    """One shell line that changes the phone."""

    words: Words
    mechanism: Mechanism = Mechanism.SHELL
    since: int = FIRST_API
    """The first API level that has the command."""
    only_if: str = ""
    """A source: without a value there (or, of ``new.FIELD``, where an update leaves it as it was)
    the step falls away."""
    says: str = ""
    """What the command prints when it did something."""


@dataclass(frozen=True)
class Each:
    """Steps for every record of ``table`` that the tool's rules insert, update or delete."""

    table: str
    on: Literal["insert", "update", "delete"]
    steps: tuple[Step | Fetch, ...]


@dataclass(frozen=True)
class Reading:
    """A shell line that changes nothing, and what its output says."""

    words: Words
    fill: Fill
    fills: tuple[str, ...]
    """The tables, fields and facts it tells of: for the page on coverage and for checks."""
    since: int = FIRST_API


@dataclass(frozen=True)
class Listing:
    """A query of a content provider, an own column for each free text so that none is misread.

    ``numbers`` are columns of whole numbers, ``texts`` of anything. ``fill`` is given the rows,
    one mapping a row, ``_id`` among them.
    """

    uri: str
    numbers: tuple[str, ...]
    texts: tuple[str, ...]
    fill: ListingFill
    fills: tuple[str, ...]
    where: str = ""
    sort: str = ""
    since: int = FIRST_API


@dataclass(frozen=True)
class Fetch:
    """A reading between two steps, for what only exists since the first: its facts fill the
    second."""

    reading: Reading | Listing
    since: int = FIRST_API


Part = Step | Each | Fetch
Way = tuple[Part, ...]


@dataclass(frozen=True)
class Procedure:
    """How one action is done.

    ``ways`` are tried in their order: the next one where the phone does not know the command, and,
    unless ``once``, where it shows no effect. Without ways the action only reads.
    """

    reads: tuple[Reading | Listing, ...]
    ways: tuple[Way, ...] = ()
    proves: tuple[str, ...] | None = None
    """What has to be seen before "done" is said: tables or ``table.field``; all that the tool's
    rules change where it is ``None``. What a phone does besides is its own affair."""
    expects: Mapping[str, str] = field(default_factory=dict)
    """Facts that the phone has to tell afterwards, as words with slots; of a fact that is a list,
    one of its items."""
    alters: tuple[str, ...] = ()
    """Facts that have to be others than before."""
    made: Mapping[str, Derive] = field(default_factory=dict)
    """Values for slots that take more than a conversion."""
    by_rules: bool = True
    """Without, the tool's rules are not asked (they know only their own phone): the result is what
    ``told`` names, and ``expects`` and ``alters`` are the proof."""
    within: Mapping[str, float] = field(default_factory=dict)
    """By how much a number may differ: phones count volume in steps."""
    told: Mapping[str, str] = field(default_factory=dict)
    """Fields of the result that are taken from what the phone shows afterwards: ``TABLE.FIELD``,
    ``TABLE.$ARGUMENT`` (the field that the argument names), or ``fact.NAME``."""
    sent_only: Bilingual | None = None
    """Why a phone may not show what was done. Where it does not (see ``expects``), the result says
    that it was sent and not verified."""
    once: bool = False
    """Doing it a second time would do more: it is never tried twice."""
    always: bool = False
    """Do it even where the tool's rules see nothing to change."""
    assumes: tuple[str, ...] = ()
    """Tables that the tool's rules look at, of which no phone tells, and whose defaults are
    harmless. Any other table that is looked at without being read is a fault."""
    withholds: tuple[str, ...] = ()
    """Fields of the result (or ``LIST.FIELD``, of its items) that the phone does not tell: left
    out."""
    refuses: Mapping[str, Bilingual] = field(default_factory=dict)
    """Arguments that the phone cannot honour, or ``name=value``, and why."""
    cuts: tuple[str, ...] = ()
    """``table.field=value`` whose coming about ends a link over the phone's own network."""
    deadline_s: float = 10.0


Why = Literal["screen", "helper", "service", "system", "unseen"]
"""What it would take: operating screens, an app of ours on the phone, a service that an outside
party runs, the system's own rights, or nothing known (the phone keeps no such record)."""


@dataclass(frozen=True)
class Impossible:
    """Why this computer cannot make the phone do it, and what it would take."""

    takes: Why
    reason: Bilingual


@dataclass(frozen=True)
class Computed:
    """The tool needs no phone but its clock, zone and language: its own rules do it all."""

    assumes: tuple[str, ...] = ()


Action = Procedure | Impossible | Computed


@dataclass(frozen=True)
class Recipe:
    """How a phone does a tool: by its actions, ``*`` standing for those not named."""

    actions: Mapping[str, Action]
    caveats: tuple[str, ...] = ()
    """What is known to differ between makers, in English, for the page on coverage."""

    def of(self, action: str) -> Action | None:
        """How ``action`` is done, or ``None`` where the recipe forgot it."""
        return self.actions.get(action, self.actions.get("*"))


def impossible(takes: Why, en: str, zh: str) -> Impossible:
    """A reason in both languages."""
    return Impossible(takes, Bilingual(en=en, zh=zh))


def whole(action: Action, *caveats: str) -> Recipe:
    """A recipe whose actions are all done, or not done, the same way."""
    return Recipe({"*": action}, caveats)


def shell(*words: str, since: int = FIRST_API, only_if: str = "", says: str = "") -> Step:
    """A command of the phone."""
    return Step(words, Mechanism.SHELL, since, only_if, says)


def put_setting(space: str, name: str, value: str, *, since: int = FIRST_API) -> Step:
    """Write one of Android's settings. ``space`` is ``system``, ``secure`` or ``global``."""
    return Step(("settings", "put", space, name, value), Mechanism.SHELL, since)


def intent(action: str, *words: str, since: int = FIRST_API, only_if: str = "") -> Step:
    """Start an activity and wait until it is on the screen."""
    words = ("am", "start", "-W", "-a", action, *words)
    return Step(words, Mechanism.INTENT, since, only_if, STARTED)


def insert(uri: str, *binds: str, only_if: str = "") -> Step:
    """A row of a content provider; a bind is ``column:type:value``."""
    return _provider("insert", uri, "", binds, only_if)


def update(uri: str, where: str, *binds: str, only_if: str = "") -> Step:
    """Change the rows that ``where`` (SQL; only numbers may be slots in it) selects."""
    return _provider("update", uri, where, binds, only_if)


def delete(uri: str, where: str) -> Step:
    """Delete the rows that ``where`` selects."""
    return _provider("delete", uri, where, (), "")


def _provider(verb: str, uri: str, where: str, binds: tuple[str, ...], only_if: str) -> Step:
    bound = tuple(word for bind in binds for word in ("--bind", bind))
    chosen = ("--where", where) if where else ()
    return Step(
        ("content", verb, "--uri", uri, *bound, *chosen), Mechanism.PROVIDER, only_if=only_if
    )


def reading(line: str, fill: Fill, *fills: str, since: int = FIRST_API) -> Reading:
    """A reading whose words are parted by blanks; its slots know the call's arguments only."""
    return Reading(tuple(line.split()), fill, fills, since)
