"""What was acknowledged has to be there; what was begun has happened whole, or not at all."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tandem_edge.bench.memory.safety.ledger import Ledger, Seen

TURNS = {"turn_1": ["s", 0, "one"], "turn_2": ["s", 1, "two"]}
UNITS = {"unit_1": "current{}", "unit_2": "current{}"}


def ledger(**begun: Any) -> Ledger:
    """One that has acknowledged all of the above, and then heard of a deed."""
    made = Ledger()
    made.hear(json.dumps({"begun": "learn"}).encode())
    made.hear(json.dumps({"done": "learn", "turns": TURNS, "units": UNITS}).encode())
    if begun:
        made.hear(json.dumps(begun).encode())
    return made


def seen(without: tuple[str, ...] = (), **changed: Any) -> Seen:
    turns = {**TURNS, **{k: v for k, v in changed.items() if k.startswith("turn")}}
    units = {**UNITS, **{k: v for k, v in changed.items() if k.startswith("unit")}}
    for each in without:
        turns.pop(each, None)
        units.pop(each, None)
    return Seen(turns, units)


NEW = {"turn_3": ["t", 0, "three"], "turn_4": ["t", 1, "four"]}
WRITE = {"begun": "write", "adds": ["three", "four"]}
LEARN = {"begun": "learn", "adds": ["three", "four"]}
FORGET = {"begun": "forget", "takes": ["turn_1", "unit_1"]}
PIN = {"begun": "revise"}


@pytest.mark.parametrize(
    ("begun", "found"),
    [
        ({}, seen()),
        (WRITE, seen()),
        (WRITE, seen(**NEW)),
        (LEARN, seen(**NEW)),
        (LEARN, seen(**NEW, unit_1="superseded{}", unit_3="current{}")),
        (FORGET, seen()),
        (FORGET, seen(without=("turn_1", "unit_1"))),
        (PIN, seen(unit_1="withdrawn{}")),
    ],
)
def test_whole_deeds_and_none_are_fine(begun: dict[str, Any], found: Seen) -> None:
    made = ledger(**begun)
    assert made.settle(found) == ([], [])
    assert made.settle(found) == ([], []), "what was seen counts as acknowledged"


@pytest.mark.parametrize(
    ("begun", "found"),
    [
        ({}, seen(without=("turn_1",))),
        ({}, seen(without=("unit_1",))),
        ({}, seen(turn_1=["s", 0, "other words"])),
        ({}, seen(unit_1="withdrawn{}")),
        (WRITE, seen(**NEW, unit_1="superseded{}")),
        (LEARN, seen(unit_1="superseded{}")),
        (FORGET, seen(without=("turn_1", "unit_1", "unit_2"))),
        (PIN, seen(without=("turn_1",))),
    ],
)
def test_what_was_acknowledged_and_is_not_as_it_was_is_lost(
    begun: dict[str, Any], found: Seen
) -> None:
    assert ledger(**begun).settle(found)[0]


@pytest.mark.parametrize(
    ("begun", "found"),
    [
        ({}, seen(turn_3=["t", 0, "three"])),
        (WRITE, seen(turn_3=["t", 0, "three"])),
        (WRITE, seen(**{**NEW, "turn_4": ["t", 1, "else"]})),
        (WRITE, seen(**NEW, unit_3="current{}")),
        (FORGET, seen(without=("turn_1",))),
        (LEARN, seen(unit_3="current{}")),
    ],
)
def test_half_a_deed_is_amiss(begun: dict[str, Any], found: Seen) -> None:
    assert ledger(**begun).settle(found)[1]


def test_an_acknowledged_forgetting_has_to_last() -> None:
    made = ledger(**FORGET)
    made.hear(json.dumps({"done": "forget", "gone": ["turn_1", "unit_1"]}).encode())
    assert made.settle(seen())[1]
