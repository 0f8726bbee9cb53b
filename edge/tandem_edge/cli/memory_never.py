"""``tandem memory never``: what is never to be remembered."""

from __future__ import annotations

import sys
from shlex import quote
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import print_json, print_text
from tandem_edge.cli.hints import hinted
from tandem_edge.cli.memory_forgetting import forget_wish, whole_option
from tandem_edge.cli.memory_opening import changing_memory, making_memory, with_memory
from tandem_edge.cli.spoken import SpokenGroup
from tandem_edge.languages.catalogue import _
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line

if TYPE_CHECKING:
    from tandem_edge.memory.room import MemoryRoom


@click.group("never", cls=SpokenGroup, invoke_without_command=True)
@click.pass_context
def never(context: click.Context) -> None:
    """Name what is never to be remembered: words, people, patterns.

    Nothing that fits is kept or learned from, whoever says it; that something was withheld is
    recorded, without its words.

    \b
    Examples:
      tandem memory never add password
      tandem memory never add 米拉 --person
      tandem memory never list
    """
    if context.invoked_subcommand is None:
        context.invoke(list_never)


@never.command("list")
@with_memory
def list_never(room: MemoryRoom, as_json: bool) -> None:
    """List what is never to be remembered.

    \b
    Example:
      tandem memory never list --json
    """
    from tandem_edge.memory.lifecycle.never import WITHHELD, never_of

    wished = never_of(room.book)
    withheld = sum(sum(whole["turns"].values()) for _, whole in room.book.reports(WITHHELD))
    if as_json:
        told = [wish.model_dump(mode="json") for wish in wished]
        print_json({"never": told, "withheld": withheld})
        return
    for wish in wished:
        print_text(f"{_(wish.sort.value):<8} {wish.text}")
    if not wished:
        print_text(hinted(_("everything may be remembered; tandem memory never add TEXT")))
    if withheld:
        print_text(_("not kept so far: {number}", number=withheld))


@never.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--person", "sort", flag_value="person", help="TEXT is somebody's name.")
@click.option("--pattern", "sort", flag_value="pattern", help="TEXT is a regular expression.")
@click.option("--clear", is_flag=True, help="Forget for good what fits and is kept already.")
@whole_option
@click.option("--yes", is_flag=True, help="With --clear: do not ask first.")
@making_memory
def add(
    room: MemoryRoom,
    text: tuple[str, ...],
    sort: str | None,
    clear: bool,
    whole: bool,
    yes: bool,
    as_json: bool,
) -> int:
    """Never remember what has TEXT in it.

    Words count where a word begins with them: password takes passwords too. A Chinese name counts
    in pinyin too, and one in pinyin in characters; of others each spelling is a wish. A pattern is
    matched whatever the case and width, and may not look around itself. What is kept already stays
    unless --clear, or your yes, forgets it; an import leaves out what fits in any case.

    \b
    Examples:
      tandem memory never add 银行卡
      tandem memory never add "Wang Lei" --person --clear
      tandem memory never add "[0-9]{4}( ?[0-9]{4}){3}" --pattern
    """
    from tandem_edge.memory.lifecycle.forgetting import Wish, consequences
    from tandem_edge.memory.lifecycle.naming import crosses
    from tandem_edge.memory.lifecycle.never import LONGEST, Never, Sort, never_remember

    said = " ".join(text).strip()
    if not 0 < len(said) <= LONGEST:
        raise UsageError(
            _("that has to have 1 to {limit} characters", limit=LONGEST),
            hint="tandem memory never add password",
        )
    wish = Never(sort=Sort(sort or "words"), text=said)
    new = never_remember(room.book, wish)
    kept = Wish(never=(wish,), evidence=True)
    there = len(consequences(room.book, kept).ids)
    told = {"never": wish.model_dump(mode="json"), "new": new, "kept_already": there}
    if as_json and not clear:
        print_json(told)
        return 0
    if not as_json:
        named = f"{_(wish.sort.value)} {one_line(said, limit=80)}"
        told_of = _("never to be remembered: {wish}") if new else _("never anyway: {wish}")
        print_text(told_of.format(wish=named))
        if wish.sort is Sort.PERSON and not crosses(said):
            print_text(_("it counts as spelled only; add another spelling as well"))
    if clear or (there and sys.stdin.isatty()):
        code = forget_wish(room, kept, yes=yes and clear, as_json=as_json, whole=whole, told=told)
        if code and not as_json:
            again = _(
                "the wish stands; tandem memory never remove {text} ends it", text=quote(said)
            )
            print_text(hinted(again))
        return code if clear else 0
    if there:
        print_text(
            _(
                "kept already: {number} that fit; they stay here, and an import of an export "
                "leaves them out; the same again with --clear forgets them",
                number=there,
            )
        )
    return 0


@never.command()
@click.argument("text", nargs=-1, required=True)
@click.option("--person", "sort", flag_value="person", help="Only the wish about somebody's name.")
@click.option("--pattern", "sort", flag_value="pattern", help="Only the regular expression.")
@changing_memory
def remove(room: MemoryRoom, text: tuple[str, ...], sort: str | None, as_json: bool) -> None:
    """Let what has TEXT in it be remembered again, from now on.

    \b
    Examples:
      tandem memory never remove password
      tandem memory never remove "Wang Lei" --person
    """
    from tandem_edge.memory.lifecycle.never import Sort, allow_again

    said = " ".join(text).strip()
    gone = allow_again(room.book, said, Sort(sort) if sort else None)
    if not gone:
        raise UsageError(
            _("{text} is not among what is never to be remembered", text=one_line(said, limit=40)),
            hint="tandem memory never list",
        )
    if as_json:
        print_json({"removed": [wish.model_dump(mode="json") for wish in gone]})
    else:
        print_text(_("may be remembered again: {text}", text=one_line(said, limit=80)))
