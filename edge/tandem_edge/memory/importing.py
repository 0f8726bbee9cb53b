"""Import of an export, weighed against what is believed here.

Whoever knows the passphrase of an export is taken for its owner: its units and whose words they
rest on come back as they were. Anybody else's export is read as foreign: its turns are external,
nobody's ``owner``, and nothing is learned from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from tandem_edge.files import read_limited, why_unread
from tandem_edge.languages.catalogue import _
from tandem_edge.memory.exporting import Content
from tandem_edge.memory.extraction.attributes import attribute_of
from tandem_edge.memory.extraction.prospects import RuleProspector
from tandem_edge.memory.lifecycle.capture import capture
from tandem_edge.memory.lifecycle.conflicts import Outcome, Verdict, weigh
from tandem_edge.memory.lifecycle.learning import Learning
from tandem_edge.memory.lifecycle.never import (
    Never,
    fits_turn,
    fits_unit,
    never_of,
    never_remember,
)
from tandem_edge.memory.room import MemoryRoom
from tandem_edge.memory.sealing import LARGEST, opened
from tandem_edge.memory.speakers import OWNER
from tandem_edge.memory.store.book import Kept
from tandem_edge.vault.secret import Secret
from tandem_shared.errors import UsageError
from tandem_shared.memory import Origin, RawTurn, Scope, Status, Unit

FOREIGN = "an import"
"""The speaker of what another owner said in a foreign export."""


@dataclass(frozen=True)
class LeftOut:
    """How much of an import fits one wish of what is never to be remembered."""

    sort: str
    text: str
    turns: int
    units: int


@dataclass(frozen=True)
class Imported:
    """What an import brought, turn by turn and unit by unit: each is new, or was known already, or
    is refused, since the owner never wants it remembered. A unit of an export that is somebody
    else's is refused."""

    turns: int = 0
    units: int = 0
    known_turns: int = 0
    known_units: int = 0
    refused_turns: int = 0
    refused_units: int = 0
    never: tuple[LeftOut, ...] = ()
    """What was refused by wish; what fits several counts for each."""


def import_memory(
    room: MemoryRoom, path: Path, passphrase: Secret, at: datetime, *, own: bool = True
) -> Imported:
    """Take in the export at ``path``, all or nothing; once more changes nothing.

    Raises ``UsageError`` for a file that cannot be read, and as ``import_data``.
    """
    try:
        data = read_limited(path, LARGEST)
    except (OSError, ValueError) as error:
        raise UsageError(
            _("{file} cannot be read: {why}", file=path, why=_(why_unread(error))),
            hint="name another file",
        ) from error
    return import_data(room, data, passphrase, at, own=own)


def import_data(
    room: MemoryRoom, data: bytes, passphrase: Secret, at: datetime, *, own: bool = True
) -> Imported:
    """Take in the bytes of an export, all or nothing; once more changes nothing.

    Raises ``TrustError`` for another passphrase or altered bytes, ``UsageError`` for what is no
    export.
    """
    try:
        content = Content.model_validate_json(opened(data, passphrase))
    except ValidationError as error:
        raise UsageError(
            "that is an export of another Tandem", hint="export it again with this version"
        ) from error
    with room.book.writing():
        done = _Importing(room, at).own(content) if own else _foreign(room, content)
    room.indexing.catch_up()
    return done


@dataclass
class _Importing:
    """The import of the owner's own export."""

    room: MemoryRoom
    at: datetime

    def own(self, content: Content) -> Imported:
        """Take everything in as it was, weighed against what is believed here."""
        for wish in content.never:
            never_remember(self.room.book, wish)
        said = {each.id: each.turn for each in content.turns}
        turns, done = _captured(self.room, said)
        read = [_unit_of(whole, self.room.book.scope, turns) for whole in content.units]
        wished = never_of(self.room.book)
        units = [unit for unit in read if unit is not None and not self._unwanted(wished, unit)]
        out = [each for each in content.units if each["id"] not in {unit.id for unit in units}]
        added, stands = self._add_current(units)
        added += self._add_past(units, stands)
        return replace(
            done,
            units=added,
            known_units=len(units) - added,
            refused_units=len(read) - len(units),
            never=_left_out(wished, [said[each] for each in said.keys() - turns.keys()], out, said),
        )

    def _unwanted(self, wished: Sequence[Never], unit: Unit) -> bool:
        """Whether a unit is never to be remembered, and is not here already."""
        return fits_unit(wished, unit) and self.room.book.unit(unit.id) is None

    def _add_current(self, units: list[Unit]) -> tuple[int, dict[str, str]]:
        """Add what is believed; says how many, and by id what stands for each now."""
        learning = Learning(self.room.book, self.room.extractor, RuleProspector())
        said = {unit.summary: unit for unit in self.room.book.units() if not unit.attribute}
        added, stands = 0, {}
        for unit in units:
            if unit.status is Status.CURRENT and self.room.book.unit(unit.id) is None:
                verdict = self._verdict(unit, said)
                stands[unit.id] = learning.add(unit, verdict, self.at).id
                added += verdict.outcome is not Outcome.SAME
        return added, stands

    def _verdict(self, unit: Unit, said: Mapping[str, Unit]) -> Verdict:
        if not unit.attribute:
            alike = said.get(unit.summary)
            return Verdict(Outcome.SAME, (alike,)) if alike else Verdict(Outcome.NEW)
        row = attribute_of(unit.attribute)
        return weigh(unit, self.room.book.slot, single=row is not None and row.single)

    def _add_past(self, units: list[Unit], stands: Mapping[str, str]) -> int:
        """Add what was believed once, behind what stands in its place now."""
        added = 0
        for unit in units:
            if unit.status is not Status.CURRENT and self.room.book.unit(unit.id) is None:
                by = stands.get(unit.superseded_by or "", unit.superseded_by)
                past = unit.model_copy(update={"superseded_by": by})
                self.room.book.add_unit(past, past.summary)
                added += 1
        return added


def _unit_of(whole: dict[str, Any], scope: Scope, turns: Mapping[str, Kept]) -> Unit | None:
    """A unit in this scope on this book's turns; none when all it rested on is withheld."""
    evidence = [turns[turn].id for turn in whole.get("evidence", ()) if turn in turns]
    if whole.get("evidence") and not evidence:
        return None
    return Unit.model_validate({**whole, "scope": scope.model_dump(), "evidence": evidence})


def _foreign(room: MemoryRoom, content: Content) -> Imported:
    """Take in the turns of somebody else's memory, as foreign words."""
    turns = {
        each.id: each.turn.model_copy(
            update={
                "origin": Origin.EXTERNAL,
                "session": f"import:{each.turn.session}"[:120],
                "speaker": FOREIGN if each.turn.speaker == OWNER else each.turn.speaker,
            }
        )
        for each in content.turns
    }
    found, done = _captured(room, turns)
    out = [turns[each] for each in turns.keys() - found.keys()]
    return replace(
        done,
        refused_units=len(content.units),
        never=_left_out(never_of(room.book), out, (), turns),
    )


def _captured(room: MemoryRoom, turns: Mapping[str, RawTurn]) -> tuple[dict[str, Kept], Imported]:
    """The turns as they are kept here, by the ids they had, and how many are new, known, withheld.

    Where another turn has a turn's place, it gets a session of its own, the same each time.
    """
    before = _last_turn(room)
    found: dict[str, Kept] = {}
    for identity, turn in turns.items():
        here = _at_its_place(room, turn)
        if here and here[0].turn != turn:
            turn = turn.model_copy(update={"session": f"import:{identity}", "order": 0})
            here = _at_its_place(room, turn)
        for kept in here or capture(room.book, [turn]).kept:
            found[identity] = kept
    new = sum(kept.n > before for kept in found.values())
    return found, Imported(
        turns=new, known_turns=len(found) - new, refused_turns=len(turns) - len(found)
    )


def _at_its_place(room: MemoryRoom, turn: RawTurn) -> Sequence[Kept]:
    return room.book.session(turn.session, turn.order, turn.order)


def _left_out(
    wished: Sequence[Never],
    turns: Sequence[RawTurn],
    units: Sequence[dict[str, Any]],
    said: Mapping[str, RawTurn],
) -> tuple[LeftOut, ...]:
    """How many of these turns and units, which were refused, fit each wish: a unit by its own words
    or by those that it rests on."""
    found = []
    for wish in wished:
        fitting = sum(fits_turn([wish], turn) for turn in turns)
        resting = sum(_fits_whole(wish, whole, said) for whole in units)
        if fitting or resting:
            found.append(LeftOut(wish.sort.value, wish.text, fitting, resting))
    return tuple(found)


def _fits_whole(wish: Never, whole: dict[str, Any], said: Mapping[str, RawTurn]) -> bool:
    rests = [said[turn] for turn in whole.get("evidence", ()) if turn in said]
    own = f"{whole.get('summary', '')} {whole.get('value', '')}"
    return wish.fits(own, str(whole.get("subject", ""))) or any(
        fits_turn([wish], turn) for turn in rests
    )


def _last_turn(room: MemoryRoom) -> int:
    row = room.book.database.execute("SELECT ifnull(max(n), 0) FROM documents").fetchone()
    return int(row[0])
