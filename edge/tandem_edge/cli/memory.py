"""``tandem memory``: what is remembered: tell it, find it, look at it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import ErrorsAsJson, print_json, print_text
from tandem_edge.cli.hints import hinted
from tandem_edge.cli.memory_changing import correct, pin, unpin
from tandem_edge.cli.memory_files import export, import_
from tandem_edge.cli.memory_forgetting import forget
from tandem_edge.cli.memory_looking import list_memories, show
from tandem_edge.cli.memory_never import never
from tandem_edge.cli.memory_opening import (
    WHOLE,
    making_memory,
    now,
    unit_row,
    with_memory,
)
from tandem_edge.cli.memory_retain import retain
from tandem_edge.cli.memory_scopes import scopes
from tandem_edge.cli.memory_upkeep import consolidate, review
from tandem_edge.cli.widths import Row, print_lines
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.memory.room import MemoryRoom
    from tandem_shared.memory import Found, RawTurn, Unit


@click.group(cls=ErrorsAsJson)
def memory() -> None:
    """What is remembered of you: add, find, correct, forget.

    It lies encrypted in the home folder; tandem key init makes the key. What has changed is told as
    it is now, and what was before only if you ask for that.

    \b
    Examples:
      tandem memory add "I'm allergic to peanuts"
      tandem memory search "我对什么过敏"
      tandem memory forget --person Mira
    """


for command in (
    correct,
    pin,
    unpin,
    forget,
    never,
    retain,
    consolidate,
    review,
    show,
    list_memories,
    export,
    import_,
    scopes,
):
    memory.add_command(command)


@memory.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--by", help="Who said it, if not you: it is kept as foreign words then.")
@making_memory
def add(room: MemoryRoom, text: tuple[str, ...], by: str | None, as_json: bool) -> None:
    """Remember TEXT, in English or Chinese; - reads it from stdin.

    It is kept as you said it, and what can be read out of it is told. A question or an order holds
    nothing to remember: it is kept among what was said only. Several words are one sentence; quotes
    keep the shell from reading signs in it.

    \b
    Examples:
      tandem memory add "From now on use Quizlet for flashcards"
      tandem memory add "我妹妹住在成都"
      tandem memory add "The gate code changes in May" --by "Wang Lei"
    """
    turn = _turn(sys.stdin.read() if text == ("-",) else " ".join(text), by)
    _demand_wish(turn.text)
    captured, learned = room.hear([turn], now())
    if not captured.kept:
        raise UsageError(
            "that is among what is never to be remembered", hint="tandem memory never list"
        )
    units = [unit for some in learned.units.values() for unit in some]
    units += [] if units else _as_it_is(room, turn, captured.kept[0].id)
    if as_json:
        told = [unit.model_dump(mode="json") for unit in units]
        unclear = [unit.id for unit in learned.unclear]
        print_json({"turn": captured.kept[0].id, "units": told, "unclear": unclear})
        return
    print_lines([unit_row(unit) for unit in units], hinted(WHOLE))
    if not units:
        print_text(
            f"{captured.kept[0].id}  kept as it was said; nothing to remember was read in it"
        )
    if learned.unclear:
        print_text("it is unclear which of these it corrects; all of them stay:")
        print_lines([replace(unit_row(unit), mark="  ") for unit in learned.unclear])
        print_text(hinted("say which: tandem memory correct ID TEXT"))


def _demand_wish(text: str) -> None:
    from tandem_edge.memory.extraction.folding import fold
    from tandem_edge.memory.extraction.guards import wants_unkept

    if wants_unkept(fold(text).folded):
        raise UsageError(
            "that asks that something is not remembered",
            hint="tandem memory forget --words WORDS, or tandem memory never add WORDS",
        )


def _turn(text: str, by: str | None) -> RawTurn:
    from tandem_edge.memory.ids import new_id
    from tandem_edge.memory.speakers import AGENT, OWNER
    from tandem_shared.memory import LONGEST_TURN, Origin, RawTurn
    from tandem_shared.text import one_line, visible

    said, at = visible(text).strip(), now()
    if not said:
        raise UsageError("there is nothing to remember", hint='tandem memory add "I like jazz"')
    if len(said) > LONGEST_TURN:
        raise UsageError(
            f"that is over {LONGEST_TURN:,} characters", hint="add it in several pieces"
        )
    speaker = OWNER if by is None else one_line(by, limit=80)
    if not speaker or (by is not None and speaker.casefold() in (OWNER, AGENT)):
        raise UsageError("--by names somebody else", hint="leave it out for your own words")
    origin = Origin.OWNER if by is None else Origin.EXTERNAL
    session = new_id("typed", at)
    return RawTurn(session=session, order=0, speaker=speaker, text=said, at=at, origin=origin)


def _as_it_is(room: MemoryRoom, turn: RawTurn, identity: str) -> list[Unit]:
    """A unit of the owner's own sentence, where nothing was read out of it; reminders have theirs.
    What is too long for a sentence stays a turn, which is found as well."""
    from tandem_edge.memory.extraction.extractor import only_asks
    from tandem_edge.memory.revising import keep_sentence
    from tandem_shared.memory import LONGEST_SUMMARY, Origin

    if there := room.book.resting_on([identity]):
        return there
    too_long = len(turn.text) > LONGEST_SUMMARY
    if turn.origin is not Origin.OWNER or too_long or only_asks(turn.text, turn.at):
        return []
    kept = keep_sentence(room, turn, turn.text, now())
    room.indexing.catch_up()
    return [kept.unit]


@memory.command()
@click.argument("question", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 100), default=10, help="So many results.")
@click.option("--why", is_flag=True, help="Say why each was found.")
@with_memory
def search(
    room: MemoryRoom, question: tuple[str, ...], limit: int, why: bool, as_json: bool
) -> None:
    """Find what may answer QUESTION, best first, in either language.

    What has been superseded is shown only if the question asks for what was before. What shares no
    word with the question and is not near it in meaning stands apart, under perhaps, and secrets
    among it are not shown.

    \b
    Examples:
      tandem memory search "Where do I live?"
      tandem memory search "我以前住在哪里" --why
    """
    from tandem_edge.memory.desk import without_doubles

    asked = " ".join(question)
    if not asked.strip():
        raise UsageError("the question is empty", hint='tandem memory search "Where do I live?"')
    answers = room.answers(asked, now(), 2 * limit)
    found = without_doubles([*answers.found])[:limit]
    sure = [each for each in found if each.id not in answers.perhaps]
    perhaps = [each for each in found if each.id in answers.perhaps]
    if as_json:
        rows = [[each.model_dump(mode="json") for each in some] for some in (sure, perhaps)]
        print_json({"found": rows[0], "perhaps": rows[1], "withheld": answers.withheld})
        return
    _tell_found(sure, why)
    if not sure:
        print_text("nothing was found that has to do with it")
    if perhaps:
        print_text("perhaps:")
        _tell_found(perhaps, why)
    if answers.withheld:
        print_text(f"not shown, since it seems to be about something else: {answers.withheld}")


def _tell_found(found: Sequence[Found], why: bool) -> None:
    print_lines([line for each in found for line in _found_lines(each, why)], hinted(WHOLE))


def _found_lines(found: Found, why: bool) -> Iterator[str | Row]:
    from tandem_edge.memory.desk import said_by
    from tandem_shared.text import one_line

    past = "" if found.status.value == "current" else f", {found.status.value}"
    day = f"{found.at.astimezone():%Y-%m-%d}"
    yield Row((found.id, day, f"{said_by(found)}{past}"), one_line(found.text, limit=400))
    for each in found.past:
        yield f"    no longer so: {one_line(each, limit=200)}"
    if why:
        parts = found.why.model_dump(exclude={"words", "plan"}, exclude_defaults=True)
        told = ", ".join(f"{name} {value:+.2f}" for name, value in parts.items())
        words = " ".join(found.why.words) or "none"
        yield f"    score {found.score:.2f}: {told}; words: {words}; asked: {found.why.plan}"
