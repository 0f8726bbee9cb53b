"""``tandem memory``: what is remembered: tell it, find it, look at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import ErrorsAsJson, print_json, print_text
from tandem_edge.cli.hints import hinted
from tandem_edge.cli.memory_adding import add
from tandem_edge.cli.memory_changing import correct, pin, unpin
from tandem_edge.cli.memory_files import export, import_
from tandem_edge.cli.memory_forgetting import forget
from tandem_edge.cli.memory_looking import list_memories, show
from tandem_edge.cli.memory_never import never
from tandem_edge.cli.memory_opening import (
    WHOLE,
    now,
    with_memory,
)
from tandem_edge.cli.memory_retain import retain
from tandem_edge.cli.memory_scopes import scopes
from tandem_edge.cli.memory_upkeep import consolidate, review
from tandem_edge.cli.widths import Row, print_lines
from tandem_edge.languages.catalogue import _
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.memory.room import MemoryRoom
    from tandem_shared.memory import Found


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
    add,
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
    asked = " ".join(question)
    if not any(map(str.isalnum, asked)):
        raise UsageError(_("the question is empty"), hint='tandem memory search "Where do I live?"')
    answers = room.answers(asked, now(), limit)
    sure = [each for each in answers.found if each.id not in answers.perhaps]
    perhaps = [each for each in answers.found if each.id in answers.perhaps]
    if as_json:
        rows = [[each.model_dump(mode="json") for each in some] for some in (sure, perhaps)]
        print_json({"found": rows[0], "perhaps": rows[1], "withheld": answers.withheld})
        return
    _tell_found(sure, why)
    if not sure:
        print_text(_("nothing was found that has to do with it"))
    if perhaps:
        print_text(_("perhaps:"))
        _tell_found(perhaps, why)
    if answers.withheld:
        number = answers.withheld
        print_text(
            _("not shown, since it seems to be about something else: {number}", number=number)
        )


def _tell_found(found: Sequence[Found], why: bool) -> None:
    print_lines([line for each in found for line in _found_lines(each, why)], hinted(_(WHOLE)))


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
        words = " ".join(found.why.words) or _("none")
        yield _(
            "    score {score:.2f}: {parts}; words: {words}; asked: {plan}",
            score=found.score,
            parts=told,
            words=words,
            plan=found.why.plan,
        )
