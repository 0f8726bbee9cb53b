"""``tandem memory correct``, ``pin``, ``forget``, ``consolidate``, ``review``: what the owner makes
of what is remembered."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import print_json, print_text
from tandem_edge.cli.interrupts import at_a_prompt
from tandem_edge.cli.memory_opening import now, turn_line, unit_line, unit_named, with_memory
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

if TYPE_CHECKING:
    from tandem_edge.memory.lifecycle.forgetting import Consequences, Receipt, Wish
    from tandem_edge.memory.room import MemoryRoom
    from tandem_shared.memory import Unit

ORIGINS = ("owner", "system", "agent", "external")
LISTED = 20
"""Lines of what a wish to forget would take."""


@click.command()
@click.argument("identity", metavar="ID")
@click.argument("text")
@with_memory
def correct(room: MemoryRoom, identity: str, text: str, as_json: bool) -> None:
    """Put TEXT in the place of the memory ID; the old one stays as history.

    \b
    Examples:
      tandem memory correct unit_01kb2m3n4p5q6r7s8t "I live in Lisbon"
      tandem memory correct unit_01kb2m3n4p5q6r7s8t "我住在杭州"
    """
    from tandem_edge.memory import revising
    from tandem_edge.memory.ids import new_id
    from tandem_edge.memory.room import OWNER
    from tandem_shared.memory import LONGEST_SUMMARY, RawTurn
    from tandem_shared.text import visible

    old, at, said = unit_named(room, identity), now(), visible(text).strip()
    if not said or len(said) > LONGEST_SUMMARY:
        raise UsageError(
            f"a correction has 1 to {LONGEST_SUMMARY} characters", hint="say it in one sentence"
        )
    turn = RawTurn(session=new_id("typed", at), order=0, speaker=OWNER, text=said, at=at)
    new = revising.correct(room, old, turn, at)
    room.indexing.catch_up()
    if as_json:
        before = [unit.id for unit in new.before]
        print_json({"unit": new.unit.model_dump(mode="json"), "before": before})
        return
    print_text(unit_line(new.unit))
    for unit in new.before:
        print_text(f"  in place of: {unit.summary}")


@click.command()
@click.argument("identity", metavar="ID")
@with_memory
def pin(room: MemoryRoom, identity: str, as_json: bool) -> None:
    """Pin a memory: it does not expire, and only your own words replace it.

    \b
    Example:
      tandem memory pin unit_01kb2m3n4p5q6r7s8t
    """
    _pinned(room, identity, True, as_json)


@click.command()
@click.argument("identity", metavar="ID")
@with_memory
def unpin(room: MemoryRoom, identity: str, as_json: bool) -> None:
    """Let a pinned memory go again.

    \b
    Example:
      tandem memory unpin unit_01kb2m3n4p5q6r7s8t
    """
    _pinned(room, identity, False, as_json)


def _pinned(room: MemoryRoom, identity: str, pinned: bool, as_json: bool) -> None:
    from tandem_edge.memory import revising

    unit = revising.pin(room, unit_named(room, identity), pinned)
    if as_json:
        print_json({"unit": unit.model_dump(mode="json")})
    else:
        print_text(unit_line(unit))


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--words", default="", help="What has these words in it.")
@click.option("--person", default="", help="What somebody said, and what is about them.")
@click.option("--session", default="", help="What was said in this session.")
@click.option("--origin", type=click.Choice(ORIGINS), help="What rests on words of this origin.")
@click.option("--since", type=click.DateTime(), help="From this local time on.")
@click.option("--until", type=click.DateTime(), help="Until this local time.")
@click.option("--keep-words", is_flag=True, help="Keep what was said; forget what was made of it.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@with_memory
def forget(
    room: MemoryRoom,
    ids: tuple[str, ...],
    words: str,
    person: str,
    session: str,
    origin: str | None,
    since: datetime | None,
    until: datetime | None,
    keep_words: bool,
    yes: bool,
    as_json: bool,
) -> int:
    """Forget for good what fits all that is named.

    It says first what would go: memories, the words they rest on, and what else rests on those
    alone. Then it asks, and leaves a receipt that repeats nothing of it. Exports that you made
    still hold it. Ends with 1 when it was not confirmed.

    \b
    Examples:
      tandem memory forget unit_01kb2m3n4p5q6r7s8t
      tandem memory forget --person 米拉 --since 2026-03-01
      tandem memory forget --origin external --yes --json
    """
    from tandem_edge.memory.lifecycle.forgetting import Wish, consequences
    from tandem_shared.memory import Origin

    _demand_there(room, ids)
    wish = Wish(
        ids=ids,
        words=words,
        person=person,
        session=session,
        origin=Origin(origin) if origin else None,
        start=since.astimezone() if since else None,
        end=until.astimezone() if until else None,
        evidence=not keep_words,
    )
    found = consequences(room.book, wish)
    if not found.ids:
        return _nothing(as_json)
    if not as_json:
        _tell_consequences(found)
    if not (yes or _confirmed(as_json)):
        return _left(found, as_json)
    return _forgotten(room, wish, as_json)


def _demand_there(room: MemoryRoom, ids: tuple[str, ...]) -> None:
    there = room.book.numbers(ids)
    for each in ids:
        if each not in there:
            raise UsageError(
                f"there is no memory {one_line(each, limit=40)}", hint="tandem memory list"
            )


def _nothing(as_json: bool) -> int:
    if as_json:
        print_json({"forgotten": False, "units": 0, "turns": 0})
    else:
        print_text("nothing fits that")
    return 0


def _tell_consequences(found: Consequences) -> None:
    lines = [unit_line(unit) for unit in found.units]
    lines += [f"{unit_line(unit)} (nothing else would be left of it)" for unit in found.bereft]
    lines += [turn_line(kept) for kept in found.turns]
    for line in lines[:LISTED]:
        print_text(f"  goes  {line}")
    if len(lines) > LISTED:
        print_text(f"  and {len(lines) - LISTED} more")


def _confirmed(as_json: bool) -> bool:
    if as_json or not sys.stdin.isatty():
        print_text("not confirmed: --yes forgets it", err=True)
        return False
    with at_a_prompt():
        return click.confirm("Forget all of this for good?", default=False)


def _left(found: Consequences, as_json: bool) -> int:
    if as_json:
        units = len(found.units) + len(found.bereft)
        print_json({"forgotten": False, "units": units, "turns": len(found.turns)})
    else:
        print_text("nothing was forgotten")
    return 1


def _forgotten(room: MemoryRoom, wish: Wish, as_json: bool) -> int:
    receipt, _ = room.forget(wish, now())
    if as_json:
        print_json({"forgotten": True, **receipt.model_dump(mode="json")})
    else:
        print_text(_receipt_line(receipt))
    return 0


def _receipt_line(receipt: Receipt) -> str:
    return (
        f"forgotten: {receipt.units} memories and {receipt.turns} things that were said; "
        f"receipt {receipt.id}"
    )


@click.command()
@click.option("--undo", "report", metavar="ID", help="Take this consolidation back.")
@with_memory
def consolidate(room: MemoryRoom, report: str | None, as_json: bool) -> None:
    """Move what has proved itself into the profile and long-term memory.

    Every step is reported, with what kept the others where they are, and can be taken back.

    \b
    Examples:
      tandem memory consolidate
      tandem memory consolidate --undo report_01kb2m3n4p5q6r7s8t
    """
    from tandem_edge.memory.lifecycle import consolidation

    if report is not None:
        back = consolidation.take_back(room.book, report)
        if as_json:
            print_json({"taken_back": back})
        else:
            print_text(f"taken back: {back}")
        return
    identity, done = consolidation.consolidate(room.book, now())
    if as_json:
        print_json({"report": identity, **done.model_dump(mode="json")})
        return
    for step in done.moved:
        unit = room.book.unit(step.unit)
        print_text(f"{step.before.value} -> {step.after.value}  {unit.summary if unit else ''}")
    print_text(
        f"{done.looked_at} looked at, {len(done.moved)} moved, {len(done.expired)} expired; "
        f"report {identity}"
    )


@click.command()
@click.option("--limit", type=click.IntRange(1), default=20, help="So many of each, newest first.")
@with_memory
def review(room: MemoryRoom, limit: int, as_json: bool) -> None:
    """Look over what memory did by itself.

    What it did not believe and what failed, what it moved, and the receipts of what was forgotten.

    \b
    Example:
      tandem memory review --json
    """
    from tandem_shared.memory import Status

    rejected = room.book.units(status=Status.REJECTED)[::-1][:limit]
    failures = room.book.failures()[::-1][:limit]
    moved = room.book.reports("consolidation")[::-1][:limit]
    forgotten = room.book.reports("receipt")[::-1][:limit]
    if as_json:
        print_json(
            {
                "rejected": [unit.model_dump(mode="json") for unit in rejected],
                "failures": failures,
                "consolidations": [{"id": each, **whole} for each, whole in moved],
                "receipts": [{"id": each, **whole} for each, whole in forgotten],
            }
        )
        return
    _print_review(rejected, failures, moved, forgotten)


def _print_review(
    rejected: list[Unit],
    failures: list[dict[str, str]],
    moved: list[tuple[str, dict[str, Any]]],
    forgotten: list[tuple[str, dict[str, Any]]],
) -> None:
    for unit in rejected:
        print_text(f"not believed  {unit_line(unit)}")
    for failure in failures:
        print_text(f"failed        {failure['turn']}  {failure['why']}")
    for identity, whole in moved:
        print_text(f"consolidated  {identity}  {len(whole['moved'])} moved")
    for identity, whole in forgotten:
        print_text(f"forgotten     {identity}  {whole['units']} memories, {whole['turns']} said")
    if not (rejected or failures or moved or forgotten):
        print_text("there is nothing to look over")
