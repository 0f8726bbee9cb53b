"""``tandem memory``: what is remembered: tell it, find it, look at it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import print_json, print_text
from tandem_edge.cli.memory_changing import consolidate, correct, forget, pin, review, unpin
from tandem_edge.cli.memory_files import export, import_
from tandem_edge.cli.memory_opening import (
    now,
    turn_json,
    turn_line,
    unit_line,
    unit_named,
    with_memory,
)
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.memory.room import MemoryRoom
    from tandem_shared.memory import Found, RawTurn, Unit

KINDS = ("profile", "episodic", "long_term", "prospective", "review")
STATUSES = ("current", "superseded", "expired", "withdrawn", "rejected")


@click.group()
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


for command in (correct, pin, unpin, forget, consolidate, review, export, import_):
    memory.add_command(command)


@memory.command()
@click.argument("text")
@click.option("--by", help="Who said it, if not you: it is kept as foreign words then.")
@with_memory
def add(room: MemoryRoom, text: str, by: str | None, as_json: bool) -> None:
    """Remember TEXT, in English or Chinese; - reads it from stdin.

    It is kept as you said it, and what can be read out of it is told.

    \b
    Examples:
      tandem memory add "From now on use Quizlet for flashcards"
      tandem memory add "我妹妹住在成都"
      tandem memory add "The gate code changes in May" --by "Wang Lei"
    """
    turn = _turn(sys.stdin.read() if text == "-" else text, by)
    captured, learned = room.hear([turn], now())
    if not captured.kept:
        raise UsageError("that is among what is never to be remembered", hint="say it otherwise")
    units = [unit for some in learned.units.values() for unit in some]
    units += [] if units else _as_it_is(room, turn, captured.kept[0].id)
    if as_json:
        told = [unit.model_dump(mode="json") for unit in units]
        print_json({"turn": captured.kept[0].id, "units": told})
        return
    for unit in units:
        print_text(unit_line(unit))
    if not units:
        print_text(f"{captured.kept[0].id}  kept as it was said")


def _turn(text: str, by: str | None) -> RawTurn:
    from tandem_edge.memory.hearing import AGENT
    from tandem_edge.memory.ids import new_id
    from tandem_edge.memory.room import OWNER
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
    from tandem_edge.memory.revising import keep_sentence
    from tandem_shared.memory import LONGEST_SUMMARY, Origin

    if there := room.book.resting_on([identity]):
        return there
    if turn.origin is not Origin.OWNER or len(turn.text) > LONGEST_SUMMARY:
        return []
    kept = keep_sentence(room, turn, turn.text, now())
    room.indexing.catch_up()
    return [kept.unit]


@memory.command()
@click.argument("question")
@click.option("--limit", type=click.IntRange(1, 100), default=10, help="So many results.")
@click.option("--why", is_flag=True, help="Say why each was found.")
@with_memory
def search(room: MemoryRoom, question: str, limit: int, why: bool, as_json: bool) -> None:
    """Find what may answer QUESTION, best first, in either language.

    What has been superseded is shown only if the question asks for what was before.

    \b
    Examples:
      tandem memory search "Where do I live?"
      tandem memory search "我以前住在哪里" --why
    """
    from tandem_edge.memory.desk import without_doubles

    if not question.strip():
        raise UsageError("the question is empty", hint='tandem memory search "Where do I live?"')
    found = without_doubles(room.search(question, now(), 2 * limit))[:limit]
    if as_json:
        print_json({"found": [each.model_dump(mode="json") for each in found]})
        return
    for each in found:
        _print_found(each, why)
    if not found:
        print_text("nothing was found")


def _print_found(found: Found, why: bool) -> None:
    from tandem_edge.memory.desk import said_by
    from tandem_shared.text import one_line

    past = "" if found.status.value == "current" else f", {found.status.value}"
    day = f"{found.at.astimezone():%Y-%m-%d}"
    print_text(f"{found.id}  {day}  {said_by(found)}{past}: {one_line(found.text, limit=400)}")
    if why:
        parts = found.why.model_dump(exclude={"words", "plan"}, exclude_defaults=True)
        told = ", ".join(f"{name} {value:+.2f}" for name, value in parts.items())
        words = " ".join(found.why.words) or "none"
        print_text(f"    score {found.score:.2f}: {told}; words: {words}; asked: {found.why.plan}")


@memory.command()
@click.argument("identity", metavar="ID")
@with_memory
def show(room: MemoryRoom, identity: str, as_json: bool) -> None:
    """Show one memory: what it rests on, what it replaced, what became of it.

    \b
    Example:
      tandem memory show unit_01kb2m3n4p5q6r7s8t
    """
    from tandem_edge.memory.revising import superseded_by

    if identity in (turns := room.book.turns_by_id([identity])):
        kept = turns[identity]
        resting = room.book.resting_on([identity])
        if as_json:
            units = [unit.model_dump(mode="json") for unit in resting]
            print_json({"turn": turn_json(kept), "units": units})
            return
        print_text(f"{turn_line(kept)}\n{kept.turn.text}")
        for unit in resting:
            print_text(f"  {unit_line(unit)}")
        return
    unit = unit_named(room, identity)
    evidence = [*room.book.turns_by_id(unit.evidence).values()]
    before = superseded_by(room, unit)
    if as_json:
        print_json(
            {
                "unit": unit.model_dump(mode="json"),
                "evidence": [turn_json(kept) for kept in evidence],
                "before": [each.model_dump(mode="json") for each in before],
            }
        )
        return
    _print_unit(unit, [turn_line(kept) for kept in evidence], [*map(unit_line, before)])


def _print_unit(unit: Unit, evidence: list[str], before: list[str]) -> None:
    print_text(unit_line(unit))
    if unit.attribute:
        no = "not " if unit.negated else ""
        print_text(f"  says: {unit.subject} {unit.attribute} {no}{unit.value}")
    if unit.activation:
        due = unit.activation.model_dump(mode="json", exclude_none=True)
        print_text("  due: " + ", ".join(f"{name} {value}" for name, value in due.items()))
    print_text("  rests on:")
    for line in evidence or ["nothing that is still kept"]:
        print_text(f"    {line}")
    for line in before:
        print_text(f"  in place of: {line}")
    if unit.superseded_by:
        print_text(f"  replaced by: {unit.superseded_by}")


@memory.command("list")
@click.option("--kind", type=click.Choice(KINDS), help="Of this kind only.")
@click.option(
    "--status",
    type=click.Choice((*STATUSES, "all")),
    default="current",
    help="What is believed (usual), or what became of the rest.",
)
@click.option("--turns", is_flag=True, help="What was said, word for word, instead.")
@click.option("--limit", type=click.IntRange(1), default=50, help="So many, newest first.")
@with_memory
def list_memories(
    room: MemoryRoom, kind: str | None, status: str, turns: bool, limit: int, as_json: bool
) -> None:
    """List what is remembered, newest first.

    \b
    Examples:
      tandem memory list --kind profile
      tandem memory list --status superseded
      tandem memory list --turns
    """
    from tandem_shared.memory import Kind, Status

    if turns:
        said = room.book.all_turns()
        rows = [(turn_json(kept), turn_line(kept)) for kept in said[::-1][:limit]]
        total = len(said)
    else:
        wanted = None if status == "all" else Status(status)
        units = room.book.units(kind=Kind(kind) if kind else None, status=wanted)
        newest = units[::-1][:limit]
        rows = [(unit.model_dump(mode="json"), unit_line(unit)) for unit in newest]
        total = len(units)
    _tell_rows(rows, total, as_json, "turns" if turns else "units")


def _tell_rows(
    rows: list[tuple[dict[str, Any], str]], total: int, as_json: bool, name: str
) -> None:
    if as_json:
        print_json({name: [whole for whole, _ in rows], "total": total})
        return
    for _, line in rows:
        print_text(line)
    if not rows:
        print_text("nothing is remembered")
    elif total > len(rows):
        print_text(f"{len(rows)} of {total}; --limit shows more")
