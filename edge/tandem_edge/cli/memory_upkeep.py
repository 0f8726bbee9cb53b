"""``tandem memory consolidate`` and ``review``: what memory does by itself, and a look at it."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import print_json, print_text
from tandem_edge.cli.hints import hinted
from tandem_edge.cli.memory_consequences import tell_consequences
from tandem_edge.cli.memory_forgetting import receipt_line
from tandem_edge.cli.memory_opening import WHOLE, now, previewing_memory, unit_row, with_memory
from tandem_edge.cli.spoken import SpokenCommand
from tandem_edge.cli.widths import print_lines
from tandem_edge.languages.catalogue import _, ngettext
from tandem_edge.memory.wording import told_turns, told_units

if TYPE_CHECKING:
    from tandem_edge.memory.lifecycle.consolidation import Report
    from tandem_edge.memory.lifecycle.merging import Merger
    from tandem_edge.memory.room import MemoryRoom

LISTED = 20
"""Steps that are told one by one."""


@click.command(cls=SpokenCommand)
@click.option("--preview", "only", is_flag=True, help="Say what would be done; change nothing.")
@click.option("--merge", is_flag=True, help="Let the language model join what says the same.")
@click.option("--all", "whole", is_flag=True, help="List every step and everything that would go.")
@click.option("--undo", "report", metavar="ID", help="Take this consolidation back.")
@previewing_memory
def consolidate(
    room: MemoryRoom, only: bool, merge: bool, whole: bool, report: str | None, as_json: bool
) -> None:
    """Move what has proved itself into the profile and long-term memory.

    It also ends what has lasted its time, joins sentences of the same words, and forgets for good
    what has outlived its policy (tandem memory retain). Every step is reported, with what kept the
    others where they are; all but the forgetting can be taken back. What a model joins counts only
    if it has the very words of all the sentences.

    \b
    Examples:
      tandem memory consolidate --preview
      tandem memory consolidate
      tandem memory consolidate --undo report_01kb2m3n4p5q6r7s8t
    """
    from tandem_edge.memory.lifecycle import consolidation

    if report is not None:
        back = consolidation.take_back(room.book, report)
        if as_json:
            print_json({"taken_back": back})
        else:
            print_text(_("taken back: {number}", number=back))
    elif only:
        _preview(room, whole, as_json)
    else:
        with ExitStack() as until:
            _consolidate(room, _merger(until) if merge else None, whole, as_json)


def _merger(until: ExitStack) -> Merger:
    """The language model of the settings as a merger; closed with ``until``."""
    from tandem_edge.facade import open_language_model
    from tandem_edge.memory.lifecycle.merging import ModelMerger

    model = open_language_model(click.get_current_context().obj)
    until.callback(model.close)
    return ModelMerger(model)


def _preview(room: MemoryRoom, whole: bool, as_json: bool) -> None:
    from tandem_edge.memory.lifecycle import consolidation
    from tandem_edge.memory.lifecycle.forgetting import with_elsewhere
    from tandem_edge.memory.lifecycle.retention import outlived, policies_of

    at = now()
    done = consolidation.preview(room.book, at)
    going = with_elsewhere(outlived(room.book, policies_of(room.book), at), room.elsewhere)
    if as_json:
        gone = {"units": len(going.units), "turns": len(going.turns)}
        print_json({"preview": done.model_dump(mode="json"), "forgotten": gone})
        return
    _tell_report(room, done, whole)
    tell_consequences(going, whole=whole)
    print_text(
        _(
            "would be: {done}, {number} forgotten; nothing was changed",
            done=_sum(done),
            number=len(going.ids),
        )
    )


def _consolidate(room: MemoryRoom, merger: Merger | None, whole: bool, as_json: bool) -> None:
    from tandem_edge.memory import upkeep

    identity, done, receipt = upkeep.consolidate(room, now(), merger)
    if as_json:
        forgotten = receipt.model_dump(mode="json") if receipt else None
        print_json({"report": identity, **done.model_dump(mode="json"), "forgotten": forgotten})
        return
    _tell_report(room, done, whole)
    print_text(_("{done}; report {id}", done=_sum(done), id=identity))
    if receipt is not None:
        print_text(receipt_line(receipt))


def _tell_report(room: MemoryRoom, done: Report, whole: bool) -> None:
    lines = [
        f"{_(step.before.value)} -> {_(step.after.value)}  {_summary(room, step.unit)}"
        for step in done.moved
    ]
    lines += [_("expired  {text}", text=_summary(room, unit)) for unit in done.expired]
    lines += [
        _(
            "joined  {number} into: {text}",
            number=len(merged.before),
            text=_summary(room, merged.unit),
        )
        for merged in done.merged
    ]
    listed = lines if whole else lines[:LISTED]
    print_lines(listed)
    if left := len(lines) - len(listed):
        print_text(
            ngettext(
                "and {number} more step; --all lists it",
                "and {number} more steps; --all lists them",
                left,
            )
        )
    for why, count in done.stayed.items():
        print_text(_("stays episodic: {number}, since {why}", number=count, why=_(why)))


def _summary(room: MemoryRoom, identity: str) -> str:
    unit = room.book.unit(identity)
    return unit.summary if unit else identity


def _sum(done: Report) -> str:
    return _(
        "{looked_at} looked at, {moved} moved, {expired} expired, {joined} joined",
        looked_at=done.looked_at,
        moved=len(done.moved),
        expired=len(done.expired),
        joined=len(done.merged),
    )


@click.command(cls=SpokenCommand)
@click.option("--limit", type=click.IntRange(1), default=20, help="So many of each, newest first.")
@with_memory
def review(room: MemoryRoom, limit: int, as_json: bool) -> None:
    """Look over what memory did by itself.

    What it did not believe and what failed, what it moved, what it forgot, what it did not keep.

    \b
    Example:
      tandem memory review --json
    """
    from tandem_edge.memory.lifecycle.never import WITHHELD
    from tandem_shared.memory import Status

    rejected = room.book.units(status=Status.REJECTED)[::-1][:limit]
    failures = room.book.failures()[::-1][:limit]
    reports = {
        name: [{"id": each, **whole} for each, whole in room.book.reports(what)[::-1][:limit]]
        for name, what in (
            ("consolidations", "consolidation"),
            ("receipts", "receipt"),
            ("withheld", WITHHELD),
        )
    }
    if as_json:
        told = [unit.model_dump(mode="json") for unit in rejected]
        print_json({"rejected": told, "failures": failures, **reports})
        return
    lines = [str(replace(unit_row(unit), mark=_("not believed  "))) for unit in rejected]
    lines += [_("failed        {turn}  {why}", **failure) for failure in failures]
    lines += _report_lines(reports)
    print_lines(lines or [_("there is nothing to look over")], hinted(_(WHOLE)))


def _report_lines(reports: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Each report on a line."""
    lines = []
    for whole in reports["consolidations"]:
        moved = len(whole["moved"])
        lines.append(_("consolidated  {id}  {number} moved", id=whole["id"], number=moved))
    for whole in reports["receipts"]:
        by = _(", ").join(whole.get("policies", ()))
        told = _(
            "forgotten     {id}  {units}, {turns}",
            id=whole["id"],
            units=told_units(whole["units"]),
            turns=told_turns(whole["turns"]),
        )
        lines.append(told + (_(", kept so long: {policies}", policies=by) if by else ""))
    for whole in reports["withheld"]:
        counts = _(", ").join(
            _("{number} by {origin}", number=count, origin=_(origin))
            for origin, count in whole["turns"].items()
        )
        lines.append(
            _("not kept      {id}  {counts}, as you wished", id=whole["id"], counts=counts)
        )
    return lines
