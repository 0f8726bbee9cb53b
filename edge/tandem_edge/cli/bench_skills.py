"""``tandem bench skills``: what each built-in skill changes for a planner that follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.settings import Settings


@click.command("skills")
@json_option
@common_options
def bench_skills(settings: Settings, as_json: bool) -> int:
    """Try the paired tasks: each built-in skill there, missing, and emptied.

    The planner has no model: it does what a loaded skill says to the letter, else what the request
    plainly asks for. Exit code 1 when a skill changes the outcome of none of its tasks.

    \b
    Example:
      tandem bench skills
    """
    from tandem_edge.bench.skill_pairs.pairs import PAIRS
    from tandem_edge.bench.skill_pairs.trying import compare
    from tandem_edge.skills.shelf import Shelf, builtin_skills

    compared = list(compare(PAIRS, Shelf(builtin_skills())))
    names = {skill.name for skill in builtin_skills()}
    idle = sorted(names - {each.skill for each in compared if each.changed})
    if as_json:
        tried = [each.as_json() for each in compared]
        changed = sum(each.changed for each in compared)
        figures = {"skills": len(names), "pairs": len(compared), "changed": changed}
        print_json({**figures, "unchanged_skills": idle, "tasks": tried})
    else:
        for each in compared:
            arms = (each.aided, each.unaided, each.emptied)
            shown = "  ".join("right" if arm.right else "wrong" for arm in arms)
            print_text(f"{each.skill:<26} {each.language}  {shown}")
        print_text("columns: with the skill, without it, with its steps taken out")
        print_text(f"{len(names) - len(idle)} of {len(names)} skills change an outcome")
    return 1 if idle else 0
