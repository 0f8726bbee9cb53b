"""Turns and expected facts for the tests of extraction."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from tandem_shared.memory import Fact, Origin, RawTurn

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 3, 10, 9, tzinfo=ZONE)
"""A Tuesday; the 22nd of the first month of the lunar year."""
HERE = Path(__file__).parent
Told = tuple[str, str, str, bool]


def turn(
    text: str,
    *,
    order: int = 0,
    origin: Origin = Origin.OWNER,
    speaker: str = "me",
    at: datetime = NOW,
) -> RawTurn:
    return RawTurn(session="s", order=order, speaker=speaker, text=text, at=at, origin=origin)


def told(facts: tuple[Fact, ...]) -> set[Told]:
    return {(fact.subject, fact.attribute, fact.value, fact.negated) for fact in facts}


def lines(name: str) -> list[str]:
    text = (HERE / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def cases(name: str) -> list[tuple[str, set[Told]]]:
    rows = [line.partition(" => ") for line in lines(name)]
    return [(said, {_expected(each) for each in facts.split("; ")}) for said, _, facts in rows]


def _expected(text: str) -> Told:
    name, _, value = text.removeprefix("-").partition(": ")
    subject, _, attribute = name.rpartition("/")
    return (subject or "owner", attribute, value, text.startswith("-"))
