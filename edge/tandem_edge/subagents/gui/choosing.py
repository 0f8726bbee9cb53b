"""Choosing the element to touch: by rule where one stands out, else by the language model."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import JsonValue

from tandem_edge.harness.recall import terms
from tandem_edge.phone.sandbox.screens.elements import Role, Submits
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.subagents.desk import Desk
from tandem_edge.subagents.gui.explore import Place, asked_for, ranked
from tandem_edge.subagents.words import is_question, on_or_off, quoted, value_in

SHOWN = 8
"""Elements that a model chooses from."""
STANDS_OUT = 1.1
"""A best element that fits so many times better than the next is taken without asking: a small
model chooses worse than the labels do, unless these are as good as equal."""
FITS_ROLE = 1.3
UNNAMED_RECORD = 0.3

_DESTROYS = re.compile(
    r"\b(?:delete|remove|uninstall|clear|erase|cancel|reset|get rid)"
    r"|删|移除|卸载|清除|取消|归零|去掉"
)
_NAMING = re.compile(r"\b(?:called|named|titled|labelled|labeled|saying|that says)\b")

_ASK = {
    "en": (
        "You operate a phone's screens for its owner. Choose the one element that does what the "
        "goal asks. Answer with its number."
    ),
    "zh": "你替机主操作手机屏幕。选出唯一能完成目标的控件，用它的编号回答。",
}


def choose(desk: Desk, goal: str, places: Sequence[Place]) -> Place | None:
    """The element for ``goal``, or ``None`` when no label has anything to do with it."""
    wanted = _looked_for(goal, places)
    meant = _records_named(goal, places)
    fitting = sorted(
        (
            (score * _fits(goal, place) * _of_record(meant, wanted, place), -rank, place)
            for rank, (score, place) in enumerate(ranked(places, wanted))
        ),
        key=lambda row: row[:2],
        reverse=True,
    )[:SHOWN]
    fitting = [row for row in fitting if row[0] > 0]
    if not fitting:
        return None
    alone = len(fitting) == 1 or fitting[0][0] >= STANDS_OUT * fitting[1][0]
    if alone or desk.model is None:
        return fitting[0][2]
    equal = fitting[0][0] / STANDS_OUT
    options = [place for score, _, place in fitting if score > equal]
    listed = "\n".join(f"{number}. {place.label}" for number, place in enumerate(options, 1))
    properties: dict[str, JsonValue] = {"number": {"enum": [*range(1, len(options) + 1)]}}
    schema: dict[str, JsonValue] = {
        "type": "object",
        "properties": properties,
        "required": ["number"],
        "additionalProperties": False,
    }
    text = f"{listed}\n\nGoal: {goal}" if desk.language == "en" else f"{listed}\n\n目标：{goal}"
    answer = desk.ask(_ASK[desk.language], text, schema, max_tokens=20)
    assert isinstance(answer, dict)
    return options[int(str(answer["number"])) - 1]


def _records_named(goal: str, places: Sequence[Place]) -> frozenset[str]:
    """Names of records that ``goal`` says whole."""
    said = fold(goal)
    names = {fold(name) for place in places for name in place.records}
    return frozenset(name for name in names if len(name) > 1 and name in said)


def _of_record(meant: frozenset[str], wanted: str, place: Place) -> float:
    """0 for a record that is not the one that the goal names, little for one it does not name."""
    if not place.records:
        return 1.0
    names = [fold(name) for name in place.records]
    if meant:
        return float(any(one in name for one in meant for name in names))
    asked = set(terms(wanted))
    return 1.0 if any(asked & set(terms(name)) for name in names) else UNNAMED_RECORD


def _looked_for(goal: str, places: Sequence[Place]) -> str:
    """``goal`` without quotations that no screen shows: they are to be typed, not looked for."""
    shown = {fold(word) for place in places for word in (*place.trail, place.element.label)}
    for each in quoted(goal):
        if not any(fold(each) in word for word in shown):
            goal = goal.replace(each, " ")
    return _NAMING.sub(" ", goal)


def _fits(goal: str, place: Place) -> float:
    """How well the element's role suits what the goal says."""
    role, label = place.element.role, place.element.label
    if role is Role.BUTTON and not _meant(goal, label):
        return 0.0
    if role is Role.SWITCH and on_or_off(goal) is not None:
        return FITS_ROLE
    if role is Role.SLIDER and value_in(goal) is not None:
        return FITS_ROLE
    if isinstance(place.element.does, Submits) and asked_for(goal):
        return FITS_ROLE
    if role is Role.TEXT:
        return FITS_ROLE if is_question(goal) else 0.0
    return 1.0


def _meant(goal: str, label: str) -> bool:
    """Whether ``goal`` says what a button does: nothing is deleted or sent by resemblance."""
    if _DESTROYS.search(label.casefold()) and not _DESTROYS.search(goal.casefold()):
        return False
    return bool((set(terms(goal)) | asked_for(goal)) & set(terms(label)))
