"""``tandem undo``: take back what was done on the phone, as far as that is possible."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.asking import confirmed
from tandem_edge.cli.common import common_options, json_option, print_json, print_text
from tandem_edge.cli.phone import state_option

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_edge.undo.journal import Entry
    from tandem_edge.undo.undoing import Step, Undoer


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--list", "listing", is_flag=True, help="Show the journal, newest first.")
@click.option("--redo", is_flag=True, help="Undo the last undo.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@click.option("--limit", type=click.IntRange(1), default=20, help="So many entries of the list.")
@state_option
@json_option
@common_options
def undo(
    settings: Settings,
    ids: tuple[str, ...],
    listing: bool,
    redo: bool,
    yes: bool,
    limit: int,
    state: Path | None,
    as_json: bool,
) -> int:
    """Take back what the last request did, or only the calls named.

    It says first what it will undo and what it cannot. What has been changed since is left alone.
    Ends with 0 when all of it was undone, 1 when some was not.

    \b
    Examples:
      tandem undo --list
      tandem undo
      tandem undo 3f9a01c2 --yes
      tandem undo --redo
    """
    from tandem_edge.facade import open_undo
    from tandem_edge.undo.undoing import LATER

    undoer = open_undo(settings, state=state)
    if listing:
        return _list(undoer, limit, as_json)
    chosen = undoer.chosen(ids) if ids else undoer.last_turn(redo=redo)
    if not chosen:
        return _nothing(as_json)
    plan = undoer.plan(chosen)
    if not as_json:
        for step in plan:
            print_text(step.text)
    possible = any(step.why_not in ("", LATER) for step in plan)
    if not possible or not (yes or confirmed("Undo? 撤销吗？", as_json, prose=True)):
        return _report(plan, as_json, done=False)
    return _report(undoer.carry_out(chosen), as_json, done=True)


def _nothing(as_json: bool) -> int:
    if as_json:
        print_json({"undone": [], "left": []})
    else:
        print_text("there is nothing to undo")
    return 0


def _report(steps: list[Step], as_json: bool, *, done: bool) -> int:
    """Tell what was done; the exit code."""
    undone = [step for step in steps if done and not step.why_not]
    left = [step for step in steps if step not in undone]
    if as_json:
        print_json(
            {
                "undone": [step.entry.id for step in undone],
                "left": [{"id": step.entry.id, "why": _why(step)} for step in left],
            }
        )
    elif done:
        for step in left:
            print_text(step.text)
        print_text(f"undone: {len(undone)} of {len(steps)}")
    else:
        print_text("nothing was undone")
    return 0 if not left else 1


def _why(step: Step) -> str:
    return step.why_not or "it was not confirmed"


def _list(undoer: Undoer, limit: int, as_json: bool) -> int:
    entries = undoer.journal.entries()[::-1][:limit]
    if as_json:
        damaged = undoer.journal.damaged
        print_json({"entries": [_shown(each) for each in entries], "damaged": damaged})
        return 0
    turn = ""
    for entry in entries:
        if entry.begun.turn != turn:
            turn = entry.begun.turn
            print_text(f"{entry.begun.at.astimezone():%Y-%m-%d %H:%M}")
        print_text(f"  {entry.id}  {_state(entry):<10} {_said(entry)}")
    if not entries:
        print_text("nothing has been done yet")
    if undoer.journal.damaged:
        print_text(f"{undoer.journal.damaged} damaged lines of the journal were passed over")
    return 0


def _said(entry: Entry) -> str:
    from tandem_shared.describe import call_text

    said = call_text(entry.begun.call)
    return f"{said}: {entry.finished.why_not}" if entry.finished and _final(entry) else said


def _final(entry: Entry) -> bool:
    return bool(entry.finished and entry.finished.why_not)


def _state(entry: Entry) -> str:
    if entry.finished is None:
        return "? unknown"
    if entry.undone:
        return "undone"
    return "! stays" if _final(entry) else "can undo"


def _shown(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "turn": entry.begun.turn,
        "at": entry.begun.at.isoformat(),
        "phone": entry.begun.phone,
        "call": entry.begun.call.model_dump(mode="json"),
        "of": entry.begun.of,
        "state": _state(entry).strip("?! "),
        "why_not": entry.finished.why_not if entry.finished else "",
    }
