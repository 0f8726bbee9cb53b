"""The calls that a skill's body writes out, and the numbered steps they stand in.

A body is Markdown for a planner to read. What stands in code spans has a fixed form, so that it
can be checked against the tools, compared between languages, and followed by a program:

    `manage_wifi(action=enable)`    a call; `{name}` in a value is what the user said, or a result
    `manage_wifi`                   a tool that is talked about
    `hotspot=true`, `events!=[]`    before a step's calls: only if the last result has it
    `conflict`                      before a step's calls: only if the last call failed with it

A heading and the numbered lines below it are one procedure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

CONTROLS = ("ask", "refuse", "done")
"""What ends a turn is written like a call, as planners write it."""
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*$")
_NUMBERED = re.compile(r"^\d{1,2}[.、]\s*(.+)$")
_SPAN = re.compile(r"`([^`\n]+)`")
_CALL = re.compile(r"([a-z][a-z0-9_]*)\((.*)\)")
_ARGUMENT = re.compile(r'\s*([a-z][a-z0-9_]*)=("[^"]*"|[^,]*?)\s*(?:,|$)')
_TEST = re.compile(r"([a-z][a-z0-9_.\[\]]*)\s*(!=|<=|>=|=|<|>)\s*(.+)")
_NAME = re.compile(r"[a-z]+_?(?:_[a-z0-9]+)+")
_CODE = re.compile(r"[a-z]+(?:_[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Form:
    """A call as it is written: values are text, ``{name}`` in them not filled in."""

    name: str
    arguments: dict[str, str]


@dataclass(frozen=True, slots=True)
class Condition:
    """What the last result has to say: ``field`` may be a path such as ``devices[0].name``."""

    field: str
    operator: str
    value: str


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered line: calls to make in order, if every test holds.

    With ``codes``, only when the call before failed with one of them.
    """

    forms: tuple[Form, ...]
    tests: tuple[Condition, ...] = ()
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure:
    """A heading with its steps."""

    title: str
    steps: tuple[Step, ...]


def procedures(body: str) -> tuple[Procedure, ...]:
    """Every heading below which lines are numbered."""
    found: list[Procedure] = []
    title, steps = "", list[Step]()
    for line in [*body.splitlines(), "# "]:
        heading = _HEADING.match(line)
        if heading or line == "# ":
            if steps:
                found.append(Procedure(title, tuple(steps)))
            title, steps = heading[1] if heading else "", []
        elif numbered := _NUMBERED.match(line):
            steps.append(_step(numbered[1]))
    return tuple(found)


def forms(body: str) -> tuple[Form, ...]:
    """Every call that is written out, in order, in steps or not."""
    return tuple(form for span in _SPAN.findall(body) if (form := _form(span)))


def mentioned(body: str) -> tuple[str, ...]:
    """Names of tools that stand in code spans, with arguments or without, in order."""
    spans = _SPAN.findall(body)
    return tuple(dict.fromkeys(name for span in spans if (name := _tool_of(span))))


def ordered_names(body: str, names: frozenset[str]) -> tuple[str, ...]:
    """Those of ``names`` that numbered lines hold as code spans, in order, each once."""
    lines = (found[1] for line in body.splitlines() if (found := _NUMBERED.match(line)))
    spans = (span for line in lines for span in _SPAN.findall(line))
    return tuple(dict.fromkeys(span for span in spans if span in names))


def _tool_of(span: str) -> str:
    form = _form(span)
    if form:
        return "" if form.name in CONTROLS else form.name
    return span if _NAME.fullmatch(span) else ""


def _form(span: str) -> Form | None:
    call = _CALL.fullmatch(span.strip())
    if not call:
        return None
    if call[1] in CONTROLS:  # one argument, in words: commas are part of it
        name, _, said = call[2].partition("=")
        return Form(call[1], {name.strip(): said.strip('" ')})
    given = {name: value.strip('"') for name, value in _ARGUMENT.findall(call[2])}
    return Form(call[1], given)


def _step(line: str) -> Step:
    made: list[Form] = []
    tests: list[Condition] = []
    codes: list[str] = []
    for span in _SPAN.findall(line):
        form, test = _form(span), _TEST.fullmatch(span)
        if form:
            made.append(form)
        elif made:
            continue  # only what stands before the calls is a condition
        elif test:
            tests.append(Condition(test[1], test[2], test[3].strip('"')))
        elif _CODE.fullmatch(span):
            codes.append(span)
    return Step(tuple(made), tuple(tests), tuple(codes))


def spans(body: str) -> Iterator[str]:
    """Every code span, in order."""
    yield from _SPAN.findall(body)
