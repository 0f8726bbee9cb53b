"""What is never to be remembered is not kept, not learned, and not repeated in any record."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tandem_edge.memory.lifecycle.forgetting import Wish
from tandem_edge.memory.lifecycle.never import (
    NEVER,
    WITHHELD,
    Never,
    Sort,
    allow_again,
    never_of,
    never_remember,
)
from tandem_edge.memory.room import MemoryRoom, database_of, open_memory
from tandem_shared.errors import UsageError
from tandem_shared.memory import Origin, Scope
from tests.edge.memory.desks import Talk
from tests.edge.memory.lifecycle.telling import KEY
from tests.edge.memory.pages import decrypted
from tests.edge.memory.test_room import NOW, said

CARD, BANK, MIRA = (
    Never(sort=Sort.PATTERN, text="[0-9]{4}([ -]?[0-9]{4}){3}"),
    Never(text="银行卡"),
    Never(sort=Sort.PERSON, text="Mira"),
)


@pytest.mark.parametrize(
    ("wish", "text"),
    [
        (CARD, "My card is 4711 0815 4711 0815."),
        (CARD, "卡号４７１１０８１５４７１１０８１５"),
        (BANK, "我的銀行卡在抽屉里"),
        (MIRA, "My sister Mira lives in Graz."),
        (MIRA, "mira's birthday is on 2 April."),
    ],
)
def test_a_turn_that_fits_is_not_kept_and_nothing_is_learned_from_it(
    tmp_path: Path, room: MemoryRoom, wish: Never, text: str
) -> None:
    never_remember(room.book, wish)
    captured, learned = room.hear(said(text, "I like jazz."), NOW)
    assert captured.withheld == 1
    assert [kept.turn.text for kept in room.book.all_turns()] == ["I like jazz."]
    assert [unit.value for units in learned.units.values() for unit in units] == ["jazz"]
    assert text not in decrypted(database_of(tmp_path, Scope()), KEY.now).decode("utf-8", "replace")


def test_what_somebody_says_is_withheld_with_what_names_them(room: MemoryRoom) -> None:
    never_remember(room.book, Never(sort=Sort.PERSON, text="Wang Lei"))
    captured, _ = room.hear(said("I live in Rome.", origin=Origin.EXTERNAL), NOW)
    assert (captured.kept, captured.withheld) == ((), 1)


def test_that_something_was_withheld_is_recorded_without_its_words(room: MemoryRoom) -> None:
    never_remember(room.book, MIRA)
    room.hear(said("My sister Mira lives in Graz.", "Mira is nice"), NOW)
    (report,) = room.book.reports(WITHHELD)
    assert report[1]["turns"] == {"owner": 2}
    assert "Mira" not in json.dumps(report) and "Graz" not in json.dumps(report)


def test_an_agent_s_task_records_it_once_and_cannot_save_it(tmp_path: Path) -> None:
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        never_remember(room.book, MIRA)
        talk = Talk(room)
        talk.says("Remember that Mira is vegan")
        assert talk.fault("save_memory", text="Mira is vegan") == "invalid_argument"
        talk.memory.hear("Mira is noted")
        assert room.book.all_turns() == [] and room.book.units(status=None) == []
        assert [whole["turns"] for _, whole in room.book.reports(WITHHELD)][-1] == {
            "agent": 1,
            "owner": 1,
        }


def test_what_is_kept_already_is_found_by_the_same_wish(room: MemoryRoom) -> None:
    room.hear(said("My sister Mira lives in Graz.", "I like jazz."), NOW)
    room.forget(Wish(never=(MIRA,), evidence=True), NOW)
    assert [kept.turn.text for kept in room.book.all_turns()] == ["I like jazz."]
    assert [unit.value for unit in room.book.units(status=None)] == ["jazz"]


def test_a_wish_is_kept_once_and_taken_back_by_its_text(room: MemoryRoom) -> None:
    assert never_remember(room.book, MIRA) and not never_remember(room.book, MIRA)
    assert never_of(room.book) == [MIRA]
    assert allow_again(room.book, "Mira") == [MIRA] and allow_again(room.book, "Mira") == []
    assert never_of(room.book) == []


def test_a_rule_of_plain_words_is_read_as_words(room: MemoryRoom) -> None:
    room.book.set_rule(NEVER, ["4711"])
    assert never_of(room.book) == [Never(text="4711")]


@pytest.mark.parametrize(
    "wish",
    [Never(text="...!"), Never(sort=Sort.PERSON, text="??"), Never(sort=Sort.PATTERN, text="(")],
)
def test_what_is_no_wish_is_refused(room: MemoryRoom, wish: Never) -> None:
    with pytest.raises(UsageError):
        never_remember(room.book, wish)
    assert never_of(room.book) == []
