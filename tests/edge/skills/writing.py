"""Writing skills for tests."""

from __future__ import annotations

from pathlib import Path

from tandem_edge.skills.skill import Skill

TOOLS = "set_brightness manage_dark_mode"
BODY = {
    "en": "Dim first.\n\n## Drive at night\n1. `set_brightness(percent=20)`\n"
    "2. `manage_dark_mode(action=enable)`\n",
    "zh": "先调暗。\n\n## 夜里开车\n1. `set_brightness(percent=20)`\n"
    "2. `manage_dark_mode(action=enable)`\n",
}
PURPOSE = {
    "en": "Make the phone fit for a drive in the dark. Use when the owner drives at night.",
    "zh": "夜里开车前把手机调好。主人摸黑开车时用。",
}


def text(
    name: str, language: str = "en", *, body: str | None = None, purpose: str | None = None
) -> str:
    """A SKILL.md (``zh``: a SKILL.zh.md)."""
    more = f"metadata:\n  tandem-tools: {TOOLS}\n" if language == "en" else ""
    said = purpose or PURPOSE[language]
    return f"---\nname: {name}\ndescription: {said}\n{more}---\n{body or BODY[language]}"


def write(root: Path, name: str = "night-drive", **files: str) -> Path:
    """A skill's folder; ``en`` and ``zh`` replace a whole file, an empty one leaves it out."""
    folder = root / name
    folder.mkdir(parents=True)
    for language, file in (("en", "SKILL.md"), ("zh", "SKILL.zh.md")):
        written = files.get(language, text(name, language))
        if written:
            (folder / file).write_text(written, "utf-8")
    return folder


def skill(name: str = "night-drive", **changed: object) -> Skill:
    """A skill without fault."""
    fields: dict[str, object] = {
        "name": name,
        "description": PURPOSE,
        "body": BODY,
        "tools": tuple(TOOLS.split()),
        **changed,
    }
    return Skill(**fields)  # type: ignore[arg-type]
