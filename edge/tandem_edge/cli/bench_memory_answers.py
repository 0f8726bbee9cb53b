"""``tandem bench memory answers``: a benchmark's questions, answered by a model and scored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import NamedPath, common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.bench.memory.evaluation.folder import Record
    from tandem_edge.settings import Settings

FORMATS = ("locomo", "longmemeval", "beam")
CONTEXTS = ("memory", "recent", "none", "whole")
BUDGET = 800
"""Tokens of notes: some twenty turns, and a fifth of the planner's usual context."""


@click.command("answers")
@click.option("--format", "form", type=click.Choice(FORMATS), required=True, help="Of the files.")
@click.option("--data", type=NamedPath(path_type=Path), required=True, help="File or folder.")
@click.option("--planner", "answerer", help="Who answers: a model's name, GGUF path or endpoint.")
@click.option("--context", type=click.Choice(CONTEXTS), default="memory", help="What is shown.")
@click.option("--budget", type=click.IntRange(1), default=BUDGET, help="Tokens of what is shown.")
@click.option("--limit", type=click.IntRange(1), help="So many questions, of each category alike.")
@click.option("--seed", "run_seed", type=click.IntRange(0), default=0, help="Chooses them.")
@click.option("--judge", default="", help="Model or endpoint that grades the answers too.")
@click.option(
    "--out",
    type=NamedPath(path_type=Path, file_okay=False),
    required=True,
    help="Folder that keeps the run.",
)
@json_option
@common_options
def answers(
    settings: Settings,
    form: str,
    data: Path,
    answerer: str | None,
    context: str,
    budget: int,
    limit: int | None,
    run_seed: int,
    judge: str,
    out: Path,
    as_json: bool,
) -> int:
    """Let a model answer questions about long conversations, with or without the memory.

    Each conversation gets a fresh encrypted memory of its own. What is answered is kept at once;
    the same command goes on with a run that was ended.

    \b
    Example:
      tandem bench memory answers --format locomo --data DIR --limit 100 --out runs/memory
    """
    from tandem_edge.bench.memory.evaluation.contexts import Context
    from tandem_edge.bench.memory.evaluation.planning import Plan
    from tandem_edge.bench.memory.evaluation.running import carry_out

    name = answerer or settings.planner
    plan = Plan(settings, form, data, name, Context(context), budget, limit, run_seed, judge)
    done = valid = 0
    for record in carry_out(plan, out):
        done, valid = done + 1, valid + record.valid
        if as_json:
            print_json(_event(record))
        else:
            print_text(_line(record), err=True)
    if not as_json:
        print_text(f"{done} questions asked now, {valid} with a valid answer; kept in {out}")
        print_text(f"  try: tandem bench memory answers-report {out}")
    return 0


def _event(record: Record) -> dict[str, Any]:
    return record.model_dump(mode="json", include={"question", "valid", "why", "answer", "scores"})


def _line(record: Record) -> str:
    if not record.valid:
        return f"invalid  {record.question}: {record.why}"
    values = ", ".join(f"{k} {v:.2f}" for k, v in record.scores.items() if v is not None)
    return f"answered {record.question}: {values}"
