"""``tandem memory forget``, which tells what would go before anything goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.asking import ONCE_MORE, confirmed
from tandem_edge.cli.common import print_json, print_text
from tandem_edge.cli.hints import hinted
from tandem_edge.cli.memory_consequences import counts, tell_consequences, tell_left_behind
from tandem_edge.cli.memory_opening import changing_memory, now
from tandem_edge.cli.memory_people import people_wished, spellings_of, tell_names
from tandem_edge.cli.memory_times import LocalTime, Told
from tandem_edge.cli.spoken import SpokenCommand
from tandem_edge.languages.catalogue import _
from tandem_edge.memory.wording import told_turns, told_units
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

if TYPE_CHECKING:
    from tandem_edge.memory.lifecycle.forgetting import Consequences, Receipt, Wish
    from tandem_edge.memory.room import MemoryRoom

ORIGINS = ("owner", "system", "agent", "external")
whole_option = click.option("--all", "whole", is_flag=True, help="List everything that would go.")


@click.command(cls=SpokenCommand)
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--words", default="", help="What has these words in it.")
@click.option("--pattern", default="", help="What this regular expression fits.")
@click.option(
    "--person",
    "people",
    multiple=True,
    help="What somebody said, and what is about them; once more for another spelling.",
)
@click.option("--session", default="", help="What was said in this session.")
@click.option("--origin", type=click.Choice(ORIGINS), help="What rests on words of this origin.")
@click.option("--since", type=LocalTime(), help="From this local day or time on.")
@click.option("--until", type=LocalTime(), help="Until this local time, or the end of this day.")
@click.option("--keep-words", is_flag=True, help="Keep what was said; forget what was made of it.")
@click.option("--echoes", is_flag=True, help="Take what else repeats a memory named by its ID.")
@click.option("--restore-previous", is_flag=True, help="Believe again what had been replaced.")
@whole_option
@click.option("--yes", is_flag=True, help="Do not ask first.")
@changing_memory
def forget(
    room: MemoryRoom,
    ids: tuple[str, ...],
    people: tuple[str, ...],
    origin: str | None,
    since: Told | None,
    until: Told | None,
    keep_words: bool,
    restore_previous: bool,
    whole: bool,
    yes: bool,
    as_json: bool,
    **named: Any,
) -> int:
    """Forget for good what fits all that is named.

    It says first what would go: memories, the words they rest on, what else rests on those alone,
    what repeats them, older copies of the memory. Then it asks, and leaves a receipt that repeats
    nothing of it. Exports still hold it. What held before is not believed again, unless with
    --restore-previous. A Chinese name is looked for in pinyin too, and a name in pinyin in
    characters; what was read so is told. With --json it does not ask: without --yes it says what
    would go. Ends with 0 where nothing fits, with 1 when it was not confirmed.

    \b
    Examples:
      tandem memory forget unit_01kb2m3n4p5q6r7s8t
      tandem memory forget --person 米拉 --since 2026-03-01 --until 2026-03-31
      tandem memory forget --pattern "[0-9]{16}" --yes --json
    """
    from tandem_edge.memory.lifecycle.forgetting import Wish
    from tandem_shared.memory import Origin

    _demand_there(room, ids)
    if since and until:
        _demand_between(since, until)
    named |= people_wished(people)
    wish = Wish(
        ids=ids,
        origin=Origin(origin) if origin else None,
        start=since.start if since else None,
        end=until.end if until else None,
        evidence=not keep_words,
        keeps_words=keep_words,
        **named,
    )
    return forget_wish(
        room, wish, yes=yes, as_json=as_json, whole=whole, restoring=restore_previous
    )


def forget_wish(
    room: MemoryRoom,
    wish: Wish,
    *,
    yes: bool,
    as_json: bool,
    whole: bool = False,
    restoring: bool | None = None,
    told: dict[str, Any] | None = None,
) -> int:
    """Say what a wish would take (with ``whole`` line by line, however much it is), ask, and carry
    it out; with ``as_json`` in one object, in which ``told`` stands as well. With ``restoring``
    what held before is believed again; ``None`` where that cannot be asked for. Gives the exit
    code."""
    from tandem_edge.memory.lifecycle.forgetting import consequences
    from tandem_edge.memory.reversing import left_behind

    told = told or {}
    found = consequences(room.book, wish, room.elsewhere)
    if spellings := spellings_of(wish, found):
        told = {**told, "spellings": spellings}
    if not as_json:
        tell_names(wish, spellings)
    if not found.ids:
        return _nothing(wish, as_json, told)
    if left := left_behind(room, found):
        told = {**told, "previous": [old.id for old, _by in left]}
    if not as_json:
        tell_consequences(found, whole=whole)
        tell_left_behind(left, restoring=restoring, whole=whole)
    if not (yes or confirmed(_("Forget all of this for good?"), as_json)):
        return _left(found, as_json, told)
    return _forgotten(room, wish, as_json, told, restoring=bool(restoring))


def _demand_between(since: Told, until: Told) -> None:
    """Raises ``UsageError`` where there is no time from ``since`` until ``until``."""
    if until.start < since.start:
        raise UsageError("--until is before --since", hint="put the earlier one after --since")
    if until.end == since.start:
        raise UsageError(
            "--since and --until are the same moment, and nothing is between them",
            hint="name a later --until, or a day, which is meant whole: --since DAY --until DAY",
        )


def _demand_there(room: MemoryRoom, ids: tuple[str, ...]) -> None:
    there = room.book.numbers(ids)
    for each in ids:
        if each not in there:
            raise UsageError(
                _("there is no memory {id}", id=one_line(each, limit=40)), hint="tandem memory list"
            )


def _nothing(wish: Wish, as_json: bool, told: dict[str, Any]) -> int:
    from tandem_edge.memory.lifecycle.forgetting import Consequences

    if as_json:
        print_json({**told, "forgotten": False, **counts(Consequences((), (), ()))})
        return 0
    asked, hint = _asked(wish), ""
    if len(asked) > 1:
        hint = _("; all of it has to fit at once")
    elif wish.words or wish.person:
        hint = _("; tandem memory search WORDS finds what is said otherwise")
    elif wish.start or wish.end or wish.session:
        hint = _("; tandem memory list --turns shows when what was said")
    nothing = _("nothing that is kept fits {wish}", wish=_(", ").join(asked))
    print_text(hinted(nothing + hint))
    return 0


def _asked(wish: Wish) -> list[str]:
    """What a wish names, in the words of the command line."""
    times = (("--since", wish.start), ("--until", wish.end))
    named = (
        ("--words", wish.words),
        ("--pattern", wish.pattern),
        ("--person", wish.person),
        ("--session", wish.session),
        ("--origin", wish.origin.value if wish.origin else ""),
        *((flag, f"{at:%Y-%m-%d %H:%M}" if at else "") for flag, at in times),
        *((each.sort.value, each.text) for each in wish.never),
    )
    found = [f"{name} {one_line(value, limit=40)}" for name, value in named if value]
    return [*found, *wish.ids]


def _left(found: Consequences, as_json: bool, told: dict[str, Any]) -> int:
    if as_json:
        print_json({**told, "forgotten": False, **counts(found), "next": ONCE_MORE})
    else:
        print_text(_("nothing was forgotten"))
    return 1


def _forgotten(
    room: MemoryRoom,
    wish: Wish,
    as_json: bool,
    told: dict[str, Any],
    *,
    restoring: bool,
) -> int:
    receipt = _restored(room, wish) if restoring else room.forget(wish, now())[0]
    if as_json and "previous" in told:
        told = {**told, "restored": restoring}
    if as_json:
        print_json({**told, "forgotten": True, **receipt.model_dump(mode="json")})
    else:
        print_text(receipt_line(receipt))
    return 0


def _restored(room: MemoryRoom, wish: Wish) -> Receipt:
    """Forget, and believe again what held before."""
    from tandem_edge.memory.lifecycle.forgetting import consequences
    from tandem_edge.memory.reversing import forget_and_restore

    return forget_and_restore(room, consequences(room.book, wish, room.elsewhere), now())


def receipt_line(receipt: Receipt) -> str:
    """A receipt in a sentence."""
    reached = "".join(
        _("; {place}: {number}", place=_(place), number=count)
        for place, count in receipt.elsewhere.items()
    )
    return _(
        "forgotten: {units} and {turns}{reached}; receipt {id}",
        units=told_units(receipt.units),
        turns=told_turns(receipt.turns),
        reached=reached,
        id=receipt.id,
    )
