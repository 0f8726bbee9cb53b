"""``tandem memory add``: what is told is kept, and what came of it is said."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import print_json, print_text
from tandem_edge.cli.hints import hinted
from tandem_edge.cli.memory_opening import WHOLE, making_memory, now, unit_row
from tandem_edge.cli.spoken import SpokenCommand
from tandem_edge.cli.widths import Row, print_lines
from tandem_edge.languages.catalogue import _
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.memory.room import MemoryRoom
    from tandem_shared.memory import RawTurn, Unit

LARGEST = 4_000_000
"""Bytes that are read from stdin."""


@dataclass
class Added:
    """What came of one turn. ``identity`` is empty where it was not kept."""

    turn: RawTurn
    identity: str = ""
    units: list[Unit] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    """Ids of units that said the same before."""
    replaced: dict[str, list[Unit]] = field(default_factory=dict)
    """What each new unit has superseded, by its id."""
    unclear: list[Unit] = field(default_factory=list)

    def superseded(self) -> Iterator[tuple[Unit, Unit]]:
        """What is believed no more, each with the unit that made it so."""
        for unit in self.units:
            for old in self.replaced.get(unit.id, []):
                yield old, unit


@click.command(cls=SpokenCommand)
@click.argument("text", nargs=-1, required=True)
@click.option("--by", help="Who said it, if not you: it is kept as foreign words then.")
@making_memory
def add(room: MemoryRoom, text: tuple[str, ...], by: str | None, as_json: bool) -> None:
    """Remember TEXT, in English or Chinese; - reads it from stdin.

    It is kept as you said it, and what can be read out of it is told: what it takes the place of,
    what it ends, and what it may be about where that is unclear. A question or an order holds
    nothing to remember: it is kept among what was said only. Each line is said by itself, one after
    the other. Several words are one sentence; quotes keep the shell from reading signs in it.

    \b
    Examples:
      tandem memory add "From now on use Quizlet for flashcards"
      tandem memory add "我妹妹住在成都"
      tandem memory add "The gate code changes in May" --by "Wang Lei"
      tandem memory add - < notes.txt
    """
    turns = _turns(_from_stdin() if text == ("-",) else " ".join(text), by)
    for turn in turns:
        _demand_wish(turn.text)
    added = []
    for turn in turns:
        added.append(_added(room, turn))
        if not as_json and (len(turns) > 1 or added[-1].identity):
            _tell(added[-1])  # at once: what was told is kept, whatever ends the rest
    if not any(each.identity for each in added):
        raise UsageError(
            _("that is among what is never to be remembered"), hint="tandem memory never list"
        )
    if as_json:
        print_json(_as_json(added))


def _from_stdin() -> str:
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise UsageError(
            _("that is over {limit:g} MB", limit=LARGEST / 1e6), hint=_("add it in several pieces")
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            _("stdin holds no text in UTF-8: byte {number} is none", number=error.start + 1),
            hint=_("write it in UTF-8, for example: iconv -f GB18030 -t UTF-8 FILE"),
        ) from None


def _demand_wish(text: str) -> None:
    from tandem_edge.memory.extraction.folding import fold
    from tandem_edge.memory.extraction.guards import wants_unkept

    if wants_unkept(fold(text).folded):
        raise UsageError(
            _("that asks that something is not remembered"),
            hint=_("tandem memory forget --words WORDS, or tandem memory never add WORDS"),
        )


def _turns(text: str, by: str | None) -> list[RawTurn]:
    """Each line as a turn of one session, in order."""
    from tandem_edge.memory.ids import new_id
    from tandem_edge.memory.speakers import OWNER
    from tandem_shared.memory import LONGEST_TURN, Origin, RawTurn
    from tandem_shared.text import visible

    said = [line for line in map(str.strip, visible(text).splitlines()) if line]
    if not said:
        raise UsageError(_("there is nothing to remember"), hint='tandem memory add "I like jazz"')
    if max(map(len, said)) > LONGEST_TURN:
        raise UsageError(
            _("that is over {limit:,} characters", limit=LONGEST_TURN),
            hint=_("add it in several pieces"),
        )
    speaker, at = _speaker(by), now()
    origin, session = Origin.OWNER if speaker == OWNER else Origin.EXTERNAL, new_id("typed", at)
    return [
        RawTurn(session=session, order=order, speaker=speaker, text=line, at=at, origin=origin)
        for order, line in enumerate(said)
    ]


def _speaker(by: str | None) -> str:
    from tandem_edge.memory.speakers import AGENT, OWNER
    from tandem_shared.text import one_line

    speaker = OWNER if by is None else one_line(by, limit=80)
    if not speaker or (by is not None and speaker.casefold() in (OWNER, AGENT)):
        raise UsageError(_("--by names somebody else"), hint=_("leave it out for your own words"))
    return speaker


def _added(room: MemoryRoom, turn: RawTurn) -> Added:
    from tandem_edge.memory.lifecycle.conflicts import Outcome
    from tandem_edge.memory.reversing import superseded_by

    captured, learned = room.hear([turn], now())
    if not captured.kept:
        return Added(turn)
    identity = captured.kept[0].id
    units = [unit for some in learned.units.values() for unit in some]
    known = {unit.id for unit in learned.units.get(Outcome.SAME, [])}
    if not units:
        units, known = _as_it_is(room, turn, identity)
    replaced = {unit.id: superseded_by(room, unit) for unit in units if unit.id not in known}
    return Added(turn, identity, units, known, replaced, learned.unclear)


def _as_it_is(room: MemoryRoom, turn: RawTurn, identity: str) -> tuple[list[Unit], set[str]]:
    """A unit of the owner's own sentence, where nothing was read out of it, and its id if it was
    there before; reminders have theirs. What is too long for a sentence stays a turn, which is
    found as well."""
    from tandem_edge.memory.extraction.extractor import only_asks
    from tandem_edge.memory.revising import keep_sentence
    from tandem_shared.memory import LONGEST_SUMMARY, Origin

    if there := room.book.resting_on([identity]):
        return there, set()
    too_long = len(turn.text) > LONGEST_SUMMARY
    if turn.origin is not Origin.OWNER or too_long or only_asks(turn.text, turn.at):
        return [], set()
    kept = keep_sentence(room, turn, turn.text, now())
    room.indexing.catch_up()
    return [kept.unit], set() if kept.new else {kept.unit.id}


def _as_json(added: Sequence[Added]) -> dict[str, Any]:
    """All of it in one object, and turn by turn under ``turns``. ``turn`` is the first that was
    kept."""
    each = [_turn_json(one) for one in added]
    lists = ("units", "unclear", "superseded", "ended")
    whole = {name: [row for one in each for row in one[name]] for name in lists}
    first = next(one.identity for one in added if one.identity)
    return {"turn": first, **whole, "turns": each}


def _turn_json(added: Added) -> dict[str, Any]:
    superseded = [
        {"id": old.id, "summary": old.summary, "by": unit.id} for old, unit in added.superseded()
    ]
    return {
        "turn": added.identity or None,
        "units": [unit.model_dump(mode="json") for unit in added.units],
        "known": sorted(added.known),
        "unclear": [unit.id for unit in added.unclear],
        "superseded": superseded,
        "ended": [old.id for old, unit in added.superseded() if _ends(unit)],
    }


def _ends(unit: Unit) -> bool:
    """Whether a unit says that something is so no more, and puts nothing in its place."""
    from tandem_edge.memory.lifecycle.deaths import DIED

    return unit.negated or unit.attribute == DIED


def _tell(added: Added) -> None:
    from tandem_shared.text import one_line

    if not added.identity:
        said = one_line(added.turn.text, limit=40)
        print_text(_("not kept, being among what is never to be remembered: {text}", text=said))
        return
    if not added.units:
        told = _("{turn}  nothing was kept as a fact; what was said is", turn=added.identity)
        print_text(told)
    print_lines(_rows(added), hinted(_(WHOLE)))
    if added.unclear:
        print_text(hinted(_("  which is right? tandem memory correct ID TEXT")))


def _rows(added: Added) -> Iterator[str | Row]:
    for unit in added.units:
        if unit.id in added.known:
            yield _("known already:")
        yield unit_row(unit)
        mark = _("  ended: ") if _ends(unit) else _("  in place of: ")
        for old in added.replaced.get(unit.id, []):
            yield Row((old.id,), old.summary, mark)
    for unit in added.unclear:
        yield Row((unit.id,), unit.summary, _("  kept beside: "))
