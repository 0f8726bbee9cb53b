"""Export of one scope's memory: what is in the file, and what is left out of it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import AwareDatetime, Field

from tandem_edge.files import why_unread, write_atomically
from tandem_edge.languages.catalogue import _
from tandem_edge.memory.lifecycle.never import Never, fits_turn, fits_unit, never_of
from tandem_edge.memory.room import MemoryRoom
from tandem_edge.memory.sealing import sealed
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.ways import USUAL_COST, demand_strength
from tandem_edge.vault.wrapping import Cost
from tandem_shared.errors import TandemError, UsageError
from tandem_shared.memory import RawTurn, Status, Unit
from tandem_shared.tools import Frozen


class KeptTurn(Frozen):
    """A raw turn and its id in the book that it was exported from."""

    id: str
    turn: RawTurn


class Content(Frozen):
    """Everything in an export. ``units`` have no scope: they take that of the importer."""

    made: AwareDatetime
    turns: tuple[KeptTurn, ...]
    units: tuple[dict[str, Any], ...]
    never: tuple[Never, ...] = Field(default=())


@dataclass(frozen=True)
class Exported:
    """An export's bytes, how many turns and units are in it, and how many of either fit what is
    never to be remembered, which an import leaves out."""

    data: bytes
    turns: int
    units: int
    unwanted: int


def seal_memory(room: MemoryRoom, passphrase: Secret, *, cost: Cost = USUAL_COST) -> Exported:
    """The memory of ``room`` as an export.

    What was withdrawn, and the turns that it rests on, are left out. Raises ``UsageError`` for a
    weak passphrase.
    """
    demand_strength(passphrase)
    content = _content_of(room)
    units = (Unit.model_validate({**each, "scope": room.book.scope}) for each in content.units)
    unwanted = sum(fits_turn(content.never, each.turn) for each in content.turns)
    unwanted += sum(fits_unit(content.never, each) for each in units) if content.never else 0
    data = sealed(content.model_dump_json().encode(), passphrase, cost)
    return Exported(data, len(content.turns), len(content.units), unwanted)


def export_memory(
    room: MemoryRoom, path: Path, passphrase: Secret, *, cost: Cost = USUAL_COST
) -> Exported:
    """Write the memory of ``room`` to ``path``; see ``seal_memory``.

    Raises ``UsageError`` for a file that is there already or a folder that is not, ``TandemError``
    when it cannot be written.
    """
    demand_strength(passphrase)
    _demand_new(path)
    made = seal_memory(room, passphrase, cost=cost)
    try:
        write_atomically(path, made.data)
    except OSError as error:
        raise TandemError(
            _("{file} cannot be written: {why}", file=path, why=_(why_unread(error))),
            hint="name a file elsewhere",
        ) from error
    return made


def _demand_new(path: Path) -> None:
    try:
        there, folder = path.exists(), path.parent.is_dir()
    except OSError as error:
        raise UsageError(
            _("{file} cannot be written: {why}", file=path, why=_(why_unread(error))),
            hint="name a file elsewhere",
        ) from error
    if there:
        raise UsageError(
            _("{file} is there already", file=path), hint="name a file that is not there yet"
        )
    if not folder:
        raise UsageError(
            _("there is no folder {folder}", folder=path.parent),
            hint=_("mkdir -p {folder}", folder=shlex.quote(str(path.parent))),
        )


def _content_of(room: MemoryRoom) -> Content:
    units = room.book.units(status=None)
    hidden = {turn for unit in units if unit.status is Status.WITHDRAWN for turn in unit.evidence}
    turns = [kept for kept in room.book.all_turns() if kept.id not in hidden]
    kept = [unit for unit in units if unit.status is not Status.WITHDRAWN]
    return Content(
        made=datetime.now(UTC),
        turns=tuple(KeptTurn(id=each.id, turn=each.turn) for each in turns),
        units=tuple(unit.model_dump(mode="json", exclude={"scope"}) for unit in kept),
        never=tuple(never_of(room.book)),
    )
