"""Reading one skill's folder: SKILL.md in English and SKILL.zh.md in Chinese, nothing else.

What else a folder holds (``scripts/``, ``references/``) is never read and never run.
"""

from __future__ import annotations

from pathlib import Path

from tandem_edge.files import read_limited
from tandem_edge.skills.frontmatter import Head, parse
from tandem_edge.skills.skill import Skill, SkillError

FILES = {"en": "SKILL.md", "zh": "SKILL.zh.md"}
MOST_BYTES = 64_000
"""Of one file."""
TOOLS_KEY, ARBITER_KEY = "tandem-tools", "tandem-arbiter"


def read_skill(folder: Path, *, builtin: bool = False) -> Skill:
    """The skill in ``folder``.

    Raises ``SkillError`` for what cannot be read: no file, a link, no UTF-8, too large, a head
    that is not one. Whether what it says makes sense is ``lint``'s business.
    """
    if folder.is_symlink():
        raise SkillError("its folder is a link", hint="copy the folder itself there")
    heads: dict[str, Head] = {}
    body: dict[str, str] = {}
    for language, name in FILES.items():
        if language == "en" or (folder / name).exists() or (folder / name).is_symlink():
            heads[language], body[language] = _read(folder / name)
    names = {head.name for head in heads.values()}
    if len(names) > 1:
        raise SkillError(f"its files give it different names: {', '.join(sorted(names))}")
    head = heads["en"]
    return Skill(
        name=head.name,
        description={language: each.description for language, each in heads.items()},
        body=body,
        tools=head.words(TOOLS_KEY),
        license=head.license,
        folder=folder,
        builtin=builtin,
        arbiter=builtin and head.words(ARBITER_KEY) == ("true",),
    )


def _read(path: Path) -> tuple[Head, str]:
    if path.is_symlink():
        raise SkillError(f"its {path.name} is a link", hint="copy the file itself there")
    try:
        head, body = parse(read_limited(path, MOST_BYTES).decode("utf-8-sig"))
    except FileNotFoundError:
        raise SkillError(f"it has no {path.name}", hint=f"write {path}") from None
    except OSError as error:
        raise SkillError(f"its {path.name} cannot be read: {error.strerror}") from error
    except ValueError as error:  # among them: no UTF-8
        raise SkillError(f"its {path.name} cannot be read: {error}") from error
    except SkillError as error:
        said = str(error).removeprefix("its ").removeprefix("it ")
        raise SkillError(f"its {path.name}: {said}", hint=error.hint) from error
    return head, body
