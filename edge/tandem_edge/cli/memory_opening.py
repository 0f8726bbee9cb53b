"""What the commands of ``tandem memory`` share: the way in, ids, and how a memory is shown."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from tandem_edge.cli.common import common_options, json_option
from tandem_edge.cli.hints import completed
from tandem_edge.cli.key_input import Asked, secret_options
from tandem_edge.cli.widths import Row
from tandem_edge.languages.catalogue import _
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

if TYPE_CHECKING:
    from tandem_edge.memory.room import MemoryRoom
    from tandem_edge.memory.store.book import Kept
    from tandem_edge.settings import Settings
    from tandem_edge.vault.ways import Given
    from tandem_shared.memory import Scope, Unit

F = TypeVar("F", bound=Callable[..., Any])
SHOWN = 160
"""Characters of a memory in a list."""
NAMED = 5
"""Memories that are named where another was asked for."""
WHOLE = "tandem memory show ID shows all of a line"
SCOPE = (
    ("agent", "Of this agent (usual: tandem)."),
    ("workspace", "Of this workspace (usual: home)."),
    ("user", "Of this user (usual: owner)."),
)


class ScopeName(click.ParamType[str]):
    """A name that a file can carry: small letters, digits, ``.``, ``_``, ``-``."""

    name = "name"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """See ``click.ParamType.convert``. Raises ``UsageError``."""
        from tandem_shared.memory import Scope

        try:
            return Scope(user=value).user
        except ValueError as error:
            raise UsageError(
                _("{text} is no name for a memory", text=one_line(value, limit=40) or '""'),
                hint=_completed(ctx),
            ) from error


def _completed(context: click.Context | None) -> str:
    hint = (
        "use small letters and digits, like ana or xiaoming; tandem memory scopes lists those that "
        "are there"
    )
    return completed(_(hint), context) if context else _(hint)


def scope_options(function: F) -> F:
    """Give a command ``--user``, ``--workspace`` and ``--agent``, which are settings."""
    for flag, means in SCOPE:
        setting = f"memory_{flag}"
        function = click.option(f"--{flag}", setting, metavar="NAME", type=ScopeName(), help=means)(
            function
        )
    return function


def with_memory(function: F) -> F:
    """Give a command that looks the ways in, whose memory, ``--json`` and ``--home``, and the open
    memory as ``room``; where there is none yet, nothing is made, and a home that cannot be written
    is read. The settings are the context's ``obj``."""
    return _with_memory(function, make=False, looks=True)


def changing_memory(function: F) -> F:
    """``with_memory`` for a command that changes what is there, in a home that can be written."""
    return _with_memory(function, make=False, looks=False)


def previewing_memory(function: F) -> F:
    """``changing_memory`` for a command that with ``--preview``, its option ``only``, looks."""
    return _with_memory(function, make=False, looks=False, previews=True)


def making_memory(function: F) -> F:
    """``with_memory`` for a command that keeps something: it makes the memory where there is
    none."""
    return _with_memory(function, make=True, looks=False)


def _with_memory(function: F, *, make: bool, looks: bool, previews: bool = False) -> F:
    @scope_options
    @secret_options
    @json_option
    @common_options
    @functools.wraps(function)
    def command(settings: Settings, asked: Asked, **options: Any) -> Any:
        click.get_current_context().obj = settings
        only_looks = looks or (previews and bool(options["only"]))
        with opened(settings, asked.given(), make=make, looks=only_looks) as room:
            return function(room=room, **options)

    return command  # type: ignore[return-value]


@contextmanager
def opened(
    settings: Settings, given: Given, *, make: bool = False, looks: bool = False
) -> Iterator[MemoryRoom]:
    """The memory of the home; unless ``make`` says so, none is made: where there is none yet, what
    is opened is empty, and gone afterwards. For ``looks`` see ``memory.opening.opened_memory``.

    Raises as ``memory.opening.opened_memory``, and ``UsageError`` where the command line names a
    memory that is not there; a fault of the database itself is one sentence, without what it says
    of rows."""
    from tandem_edge.memory.opening import opened_memory
    from tandem_edge.memory.room import database_of
    from tandem_edge.vault.database import unusable
    from tandem_edge.vault.driver import SqlError

    home, scope = settings.home, settings.memory_scope
    if not make and _names_scope():
        demand_scope(settings, given)
    try:
        models = settings.models_dir
        with opened_memory(home, given, models, scope, make=make, looks=looks) as room:
            yield room
    except SqlError as error:
        raise unusable(database_of(home, scope), error) from error


def _names_scope() -> bool:
    """Whether the command line itself says whose memory it means."""
    context = click.get_current_context()
    sources = (context.get_parameter_source(f"memory_{flag}") for flag, _ in SCOPE)
    return ParameterSource.COMMANDLINE in sources


def demand_scope(settings: Settings, given: Given) -> None:
    """Raises ``UsageError`` where the memory that is meant is not there, with those that are; and
    what ``unlock`` raises, since who has no key is told nothing of them."""
    from tandem_edge.memory.room import database_of
    from tandem_edge.memory.scopes import scopes_in
    from tandem_edge.vault.opening import unlock

    scope = settings.memory_scope
    if database_of(settings.home, scope).exists():
        return
    unlock(settings.home, given)
    there = [scope_flags(each) for each in scopes_in(settings.home)]
    more = _(", and {number} more", number=len(there) - NAMED) if len(there) > NAMED else ""
    if not there:
        raise UsageError(
            _("there is no memory {scope}, nor any other yet", scope=scope_flags(scope)),
            hint='tandem memory add "I like jazz"',
        )
    raise UsageError(
        _("there is no memory {scope}", scope=scope_flags(scope)),
        hint=_("one that is there: {scopes}", scopes="; ".join(there[:NAMED]) + more),
    )


def scope_flags(scope: Scope) -> str:
    """How a scope is named on a command line."""
    return f"--user {scope.user} --workspace {scope.workspace} --agent {scope.agent}"


def now() -> datetime:
    """The time, in the local zone: "last week" is meant by it."""
    return datetime.now().astimezone()


def unit_named(room: MemoryRoom, identity: str) -> Unit:
    """The unit of that id. Raises ``UsageError``."""
    unit = room.book.unit(identity)
    if unit is not None:
        return unit
    shown = one_line(identity, limit=40)
    if room.book.turns_by_id([identity]):
        resting = ", ".join(each.id for each in room.book.resting_on([identity])[:3])
        raise UsageError(
            _("{id} is something that was said, not a memory", id=shown),
            hint=_("name what rests on it: {ids}", ids=resting)
            if resting
            else f"tandem memory show {shown}",
        )
    raise UsageError(_("there is no memory {id}", id=shown), hint="tandem memory list")


def unit_row(unit: Unit) -> Row:
    """A unit as a row: id, since when, what it is, whose words; its sentence."""
    since = (unit.valid_from or unit.recorded_at).astimezone()
    marks = [unit.kind.value, unit.origin.value]
    if unit.status.value != "current":
        marks.append(unit.status.value)
    marks += [name for name in ("pinned", "standing") if getattr(unit, name)]
    return Row((unit.id, f"{since:%Y-%m-%d}", " ".join(map(_, marks))), unit.summary)


def turn_row(kept: Kept) -> Row:
    """A raw turn as a row: id, when, who said it; what was said."""
    at, turn = kept.turn.at.astimezone(), kept.turn
    said = one_line(turn.text, limit=SHOWN)
    who = f"{one_line(turn.speaker)} ({_(turn.origin.value)})"
    return Row((kept.id, f"{at:%Y-%m-%d %H:%M}", who), said)


def turn_json(kept: Kept) -> dict[str, Any]:
    """A raw turn as JSON."""
    return {"id": kept.id, **kept.turn.model_dump(mode="json")}
