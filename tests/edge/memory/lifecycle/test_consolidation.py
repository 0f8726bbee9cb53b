"""What is promoted, ended and merged follows from what can be counted, and is undone on demand."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tandem_edge.memory import upkeep
from tandem_edge.memory.lifecycle.consolidation import REPORT, consolidate, preview, take_back
from tandem_edge.memory.lifecycle.retention import Policy, What, set_policy
from tandem_edge.memory.reversing import pin
from tandem_edge.memory.revising import keep_sentence
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.memory.upkeep import EVERY, retain
from tandem_shared.memory import Kind, Origin, Scope, Status, Unit
from tests.edge.memory.desks import Talk
from tests.edge.memory.lifecycle.telling import KEY
from tests.edge.memory.test_room import NOW, said

LATER = NOW + timedelta(days=30)


def kinds(room: MemoryRoom) -> dict[str, str]:
    return {unit.value or unit.summary: unit.kind.value for unit in room.book.units()}


def sentence(room: MemoryRoom, text: str, *, day: int = 0) -> Unit:
    (turn,) = said(text, day=day, session=f"{day}{text}")
    return keep_sentence(room, turn, text, turn.at).unit


def test_what_the_owner_said_once_is_long_term_when_it_has_stood_a_week(room: MemoryRoom) -> None:
    room.hear(said("My sister Mira lives in Graz."), NOW)
    told = room.book.all_turns()[0].turn.at
    consolidate(room.book, told + timedelta(days=6))
    assert set(kinds(room).values()) == {"episodic"}
    consolidate(room.book, told + timedelta(days=8))
    assert set(kinds(room).values()) == {"long_term"}


def test_what_holds_since_long_ago_has_not_stood_for_that(room: MemoryRoom) -> None:
    room.hear(said("My sister Mira has lived in Graz since 2015."), NOW)
    consolidate(room.book, room.book.all_turns()[0].turn.at + timedelta(hours=1))
    assert "long_term" not in kinds(room).values()


def test_a_sentence_that_no_rule_reads_has_to_be_told_again_or_be_of_use(room: MemoryRoom) -> None:
    used = sentence(room, "The blue folder is in the attic")
    sentence(room, "The gate squeaks on rainy days")
    room.book.note_use([used.id], NOW)
    consolidate(room.book, LATER)
    assert kinds(room) == {
        "The blue folder is in the attic": "long_term",
        "The gate squeaks on rainy days": "episodic",
    }


@pytest.mark.parametrize("origin", [Origin.EXTERNAL, Origin.AGENT])
def test_a_unit_that_is_trusted_more_than_its_words_goes_nowhere(
    room: MemoryRoom, origin: Origin
) -> None:
    (turn,) = room.hear(said("I live in Rome.", origin=origin), NOW)[0].kept
    unit = sentence(room, "The blue folder is in the attic")
    forged = {"evidence": (turn.id,), "attribute": "lives_in", "subject": "owner", "value": "Rome"}
    room.book.change_unit(unit.model_copy(update=forged))
    consolidate(room.book, LATER)
    assert kinds(room)["Rome"] == "episodic"


def test_what_rests_on_nothing_any_more_is_not_promoted(room: MemoryRoom) -> None:
    room.hear(said("My sister Mira lives in Graz."), NOW)
    set_policy(room.book, Policy(what=What.TURNS, days=1))
    retain(room, LATER)
    _, report = consolidate(room.book, LATER)
    assert report.moved == () and set(report.stayed) == {"what it rests on is not kept"}


def test_what_has_proved_itself_is_promoted_before_its_words_go(room: MemoryRoom) -> None:
    room.hear(said("My sister Mira lives in Graz."), NOW)
    set_policy(room.book, Policy(what=What.TURNS, days=1))
    _, report, receipt = upkeep.consolidate(room, LATER)
    assert report.moved and receipt is not None and receipt.turns == 1


@pytest.mark.parametrize(
    "text", ["I went to Rome in 2019.", "Remind me to call Mira in December 2027."]
)
def test_what_has_happened_and_what_is_yet_to_come_do_not_end(room: MemoryRoom, text: str) -> None:
    room.hear(said(text), NOW)
    assert room.book.units()
    _, report = consolidate(room.book, NOW + timedelta(days=100))
    assert report.expired == ()


def test_what_nobody_uses_ends_in_time_unless_it_is_pinned(room: MemoryRoom) -> None:
    free, pinned = sentence(room, "The gate squeaks"), sentence(room, "The folder is blue")
    pin(room, pinned)
    _, report = consolidate(room.book, NOW + timedelta(days=800))
    assert report.expired == (free.id,)


ALIKE = ("The blue folder is in the attic", "the blue folder: in the attic!")


def test_sentences_of_the_same_words_become_one_and_two_again(room: MemoryRoom) -> None:
    first, second = sentence(room, ALIKE[0]), sentence(room, ALIKE[1], day=1)
    identity, report = consolidate(room.book, NOW)
    (one,) = room.book.units()
    assert one.summary == ALIKE[1] and set(one.evidence) == {*first.evidence, *second.evidence}
    assert [merged.unit for merged in report.merged] == [one.id]
    assert take_back(room.book, identity) == 2
    assert room.book.units() == [first, second]
    assert room.book.unit(one.id) is None


def test_a_preview_changes_nothing(room: MemoryRoom) -> None:
    sentence(room, ALIKE[0])
    sentence(room, ALIKE[1], day=1)
    room.hear(said("I'm allergic to peanuts."), NOW)
    before = room.book.units(status=None)
    report = preview(room.book, NOW)
    assert report.changed and room.book.units(status=None) == before
    assert room.book.reports(REPORT) == []


def test_an_agent_s_memory_is_looked_after_once_a_day(tmp_path: Path) -> None:
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        talk = Talk(room)
        talk.says("I'm allergic to peanuts")
        talk.memory.hear("OK")
        assert room.book.units(kind=Kind.PROFILE) == []
        talk.memory.look_after()
        day: datetime = talk.clock() + EVERY
        assert not upkeep.look_after(room, day - timedelta(hours=1))
        assert upkeep.look_after(room, day) and not upkeep.look_after(
            room, day + timedelta(hours=23)
        )
        assert [unit.value for unit in room.book.units(kind=Kind.PROFILE)] == ["peanuts"]


def test_a_memory_that_is_too_large_waits_until_it_is_asked_for(
    room: MemoryRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.hear(said("I'm allergic to peanuts.", "I like jazz."), NOW)
    upkeep.look_after(room, NOW)
    monkeypatch.setattr(upkeep, "MOST", 1)
    assert not upkeep.look_after(room, LATER)
    upkeep.consolidate(room, LATER)
    assert upkeep.looked_after(room) == LATER


def test_nothing_that_a_consolidation_ended_is_lost(room: MemoryRoom) -> None:
    free = sentence(room, "The gate squeaks")
    identity, _ = consolidate(room.book, NOW + timedelta(days=800))
    assert room.book.units(status=Status.EXPIRED) != []
    assert take_back(room.book, identity) == 1 and room.book.units() == [free]
