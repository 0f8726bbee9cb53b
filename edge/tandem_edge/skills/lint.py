"""What is wrong with a skill: faults that keep it from being used, and those that make it worse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tandem_edge.harness.recall import terms
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.skills.procedures import CONTROLS, Form, forms, mentioned, spans
from tandem_edge.skills.skill import (
    LANGUAGES,
    LONGEST_BODY,
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    Skill,
    canonical,
)
from tandem_shared.text import visible
from tandem_shared.tools import ToolSpec

ALIKE = 0.6
"""Share of common terms (Jaccard) from which two descriptions are one to a router."""
SHOWN_WHOLE = 160
"""Characters of a description that a planner is shown."""
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_CHINESE = re.compile("[\u3400-\u9fff]")
Find = Callable[[str], ToolSpec | None]


@dataclass(frozen=True)
class Fault:
    """One thing wrong with one skill; ``fatal`` ones keep it from being used."""

    skill: str
    text: str
    fix: str = ""
    fatal: bool = False

    def line(self) -> str:
        """The fault as one line."""
        return f"{self.skill}: {self.text}" + (" (not used)" if self.fatal else "")


def faults(skill: Skill, others: Iterable[Skill] = (), find: Find | None = None) -> list[Fault]:
    """Everything wrong with ``skill`` beside ``others``; ``find`` looks a tool up by name."""
    find = find or load_catalogue().spec
    others = list(others)
    fatal = [*_name(skill), *_size(skill), *_hidden(skill), *_doubled(skill, others)]
    lesser = [
        *_language(skill),
        *_tools(skill, find),
        *_calls(skill, find),
        *_parity(skill),
        *_alike(skill, others),
    ]
    return [
        *(Fault(skill.name[:LONGEST_NAME], text, fix, fatal=True) for text, fix in fatal),
        *(Fault(skill.name[:LONGEST_NAME], text, fix) for text, fix in lesser),
    ]


def faults_of_all(skills: Iterable[Skill]) -> list[Fault]:
    """The faults of each skill beside those before it."""
    seen: list[Skill] = []
    found: list[Fault] = []
    for skill in skills:
        found += faults(skill, seen)
        seen.append(skill)
    return found


Said = Iterator[tuple[str, str]]


def _name(skill: Skill) -> Said:
    if not _NAME.fullmatch(skill.name):
        yield "its name is not lower-case words joined by -", "name: night-drive"
    if len(skill.name) > LONGEST_NAME:
        yield f"its name has over {LONGEST_NAME} characters", "shorten it"
    if skill.folder is not None and skill.folder.name != skill.name:
        yield f"its folder is called {skill.folder.name}", f"call the folder {skill.name}"


def _size(skill: Skill) -> Said:
    for language, text in skill.description.items():
        if len(text) > LONGEST_DESCRIPTION:
            yield f"its {language} description has over {LONGEST_DESCRIPTION:,} characters", ""
    for language, text in skill.body.items():
        if not text:
            yield f"it says nothing in {language}", "write below the head what to do"
        if len(text) > LONGEST_BODY:
            said = f"it has {len(text):,} characters in {language}, at most {LONGEST_BODY:,} fit"
            yield said, "divide it, or leave out what a planner knows"


def _hidden(skill: Skill) -> Said:
    for texts in (skill.description, skill.body):
        for language, text in texts.items():
            if visible(text) != text:
                yield f"it holds characters that nobody sees ({language})", "remove them"


def _doubled(skill: Skill, others: list[Skill]) -> Said:
    for other in others:
        if canonical(other.name) == canonical(skill.name):
            kind = "a built-in skill" if other.builtin else "another skill"
            yield f"{kind} has that name", "call it otherwise"


def _language(skill: Skill) -> Said:
    for language in LANGUAGES:
        if language not in skill.body:
            yield f"it is not written in {language}", "add SKILL.zh.md beside SKILL.md"
    if "zh" in skill.body and not _CHINESE.search(skill.body["zh"]):
        yield "its Chinese text holds no Chinese", ""
    for language, text in skill.description.items():
        if len(text) > SHOWN_WHOLE:
            said = f"a planner sees {SHOWN_WHOLE} of the {len(text)} characters of its {language}"
            yield f"{said} description", "say what it does and when in fewer words"


def _tools(skill: Skill, find: Find) -> Said:
    for name in skill.tools:
        if find(name) is None:
            yield f"there is no tool {name}", "tandem phone tools"
    said = {name for text in skill.body.values() for name in mentioned(text)}
    for name in sorted(set(skill.tools) - said):
        if not skill.arbiter:
            yield f"it has the tool {name} and never says what for", "say it, or leave it out"
    for name in sorted(said - set(skill.tools)):
        if find(name) is not None:
            yield f"it speaks of {name}, which tandem-tools lacks", f"add {name} there"


def _calls(skill: Skill, find: Find) -> Said:
    for form in dict.fromkeys(_key(each) for text in skill.body.values() for each in forms(text)):
        name, given = form[0], dict(form[1])
        if name not in CONTROLS:
            for wrong in _wrong(Form(name, given), find(name)):
                yield f"{name}: {wrong}", f"tandem phone tools --search {name} --markdown"


def _key(form: Form) -> tuple[str, tuple[tuple[str, str], ...]]:
    return form.name, tuple(form.arguments.items())


def _wrong(form: Form, spec: ToolSpec | None) -> Iterator[str]:
    if spec is None:
        yield "there is no such tool"
        return
    for name, value in form.arguments.items():
        schema = spec.offered.get(name)
        if schema is None:
            yield f"it takes no {name}"
        elif "{" not in value and not _allowed(schema, value):
            yield f"{name} cannot be {value}"
    missing = set(spec.required(form.arguments.get("action", "*"))) - set(form.arguments)
    if missing:
        yield f"{', '.join(sorted(missing))} is missing"


def _allowed(schema: Mapping[str, object], value: str) -> bool:
    match schema:
        case {"enum": list(values)}:
            return value in values
        case {"type": "boolean"}:
            return value in ("true", "false")
        case {"type": "integer", "minimum": int(low), "maximum": int(high)}:
            return value.lstrip("-").isdigit() and low <= int(value) <= high
    return bool(value)


def _parity(skill: Skill) -> Said:
    if len(skill.body) < len(LANGUAGES):
        return
    english, chinese = (_fixed(skill.body[language]) for language in LANGUAGES)
    for place, (one, two) in enumerate(zip(english, chinese, strict=False)):
        if one != two:
            yield f"code span {place + 1} is {one} in English and {two} in Chinese", "say the same"
            return
    if len(english) != len(chinese):
        count = f"{len(english)} code spans in English and {len(chinese)} in Chinese"
        yield f"it has {count}", "say the same"


def _fixed(body: str) -> list[str]:
    """The code spans; what a planner says in its own words may differ between languages."""
    said = re.compile(rf"({'|'.join(CONTROLS)})\(.*\)")
    return [said.sub(r"\1(...)", span) for span in spans(body)]


def _alike(skill: Skill, others: list[Skill]) -> Said:
    for other in others:
        for language in LANGUAGES:
            one, two = set(terms(skill.purpose(language))), set(terms(other.purpose(language)))
            if one and len(one & two) / len(one | two) >= ALIKE:
                said = f"its {language} description can hardly be told from that of {other.name}"
                yield said, "say when to use the one and not the other"
