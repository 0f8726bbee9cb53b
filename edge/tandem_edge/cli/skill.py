"""``tandem skill``: the instructions that the agent can open, Tandem's own and yours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import NamedPath, common_options, json_option, print_json, print_text
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_edge.skills.lint import Fault
    from tandem_edge.skills.skill import Skill

FOLDER = NamedPath(path_type=Path, file_okay=False, exists=True)


@click.group()
def skill() -> None:
    """List, show and check skills: instructions the agent opens.

    Yours are folders with a SKILL.md in the home folder's skills.

    \b
    Examples:
      tandem skill list
      tandem skill show battery-care
      tandem skill lint
    """


@skill.command("list")
@json_option
@common_options
def list_skills(settings: Settings, as_json: bool) -> None:
    """List the skills at hand, Tandem's own and yours.

    \b
    Example:
      tandem skill list
    """
    from tandem_edge.skills.shelf import load_shelf

    shelf = load_shelf(settings.skills_folder)
    if as_json:
        listed = [_summary(each) for each in shelf.skills]
        print_json({"folder": str(settings.skills_folder), "skills": listed})
        return
    for each in shelf.skills:
        origin = "built in" if each.builtin else "yours"
        print_text(
            f"{each.name:<26} {origin:<8} {'+'.join(each.languages):<5} {each.purpose('en')}"
        )
    print_text(f"{len(shelf.skills)} skills; yours belong in {settings.skills_folder}")
    if shelf.faults:
        print_text(f"{len(shelf.faults)} faults in yours\n  try: tandem skill lint")


@skill.command()
@click.argument("name")
@click.option("--language", type=click.Choice(["en", "zh"]), default="en", help="Which text.")
@json_option
@common_options
def show(settings: Settings, name: str, language: str, as_json: bool) -> None:
    """Show one skill as a planner reads it.

    \b
    Examples:
      tandem skill show battery-care
      tandem skill show battery-care --language zh
    """
    from tandem_edge.skills.shelf import load_shelf

    found = load_shelf(settings.skills_folder).get(name)
    if found is None:
        raise UsageError(f"there is no skill {name}", hint="tandem skill list")
    if as_json:
        print_json({**_summary(found), "instructions": dict(found.body)})
        return
    print_text(f"{found.name}: {found.purpose(language)}")
    print_text(f"tools: {', '.join(found.tools) or 'none'}")
    print_text(f"\n{found.instructions(language)}")


@skill.command()
@click.argument("folders", type=FOLDER, nargs=-1)
@json_option
@common_options
def lint(settings: Settings, folders: tuple[Path, ...], as_json: bool) -> int:
    """Check skills: all at hand, or the folders given. Exit 1 on a fault.

    \b
    Examples:
      tandem skill lint
      tandem skill lint my-skills/night-drive
    """
    count, faults = _looked_at(settings, folders)
    if as_json:
        shown = [
            {"skill": each.skill, "text": each.text, "fix": each.fix, "used": not each.fatal}
            for each in faults
        ]
        print_json({"skills": count, "faults": shown})
    else:
        for each in faults:
            print_text(each.line() + (f"\n  try: {each.fix}" if each.fix else ""))
        print_text(f"{count} skills, {len(faults)} faults")
    return 1 if faults else 0


def _looked_at(settings: Settings, folders: tuple[Path, ...]) -> tuple[int, list[Fault]]:
    """How many skills were checked, and what is wrong with them."""
    from tandem_edge.skills.lint import Fault, faults, faults_of_all
    from tandem_edge.skills.shelf import builtin_skills, load_shelf
    from tandem_edge.skills.skill import SkillError

    if not folders:
        shelf = load_shelf(settings.skills_folder)
        broken = {each.skill for each in shelf.faults if each.fatal}
        return len(shelf.skills) + len(broken), [*faults_of_all(builtin_skills()), *shelf.faults]
    found: list[Fault] = []
    for folder in folders:
        try:
            found += faults(_read(folder), builtin_skills())
        except SkillError as error:
            found.append(Fault(folder.name, str(error), error.hint, fatal=True))
    return len(folders), found


def _read(folder: Path) -> Skill:
    from tandem_edge.skills.folder import read_skill

    return read_skill(folder if folder.is_symlink() else folder.resolve())


def _summary(found: Skill) -> dict[str, Any]:
    return {
        "name": found.name,
        "builtin": found.builtin,
        "languages": list(found.languages),
        "description": dict(found.description),
        "tools": list(found.tools),
        "license": found.license,
    }
