"""What is forgotten is gone from every page of the file, and its owner is told what before."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from tandem_edge.memory.lifecycle.forgetting import Wish, consequences
from tandem_edge.memory.room import MemoryRoom, database_of, open_memory
from tandem_edge.memory.store.vectors import put_vectors
from tandem_edge.vault.backups import back_up, backups_of
from tandem_shared.errors import TandemError, UsageError
from tandem_shared.memory import Origin, Scope
from tests.edge.memory.lifecycle.telling import KEY
from tests.edge.memory.pages import decrypted
from tests.edge.memory.test_room import NOW, said

SECRETS = ("Quuxbert", "Hallstatt", "鹤岗", "堃")
"""Words of the two turns that are forgotten, and of nothing else."""
TOLD = "My neighbour Quuxbert lives in Hallstatt."
TOLD_ZH = "我妹妹堃堃住在鹤岗"


def pages(home: Path) -> str:
    """Everything that the file and its log hold, in lower case."""
    return decrypted(database_of(home, Scope()), KEY.now).decode("utf-8", "replace").lower()


def left_in(home: Path) -> list[str]:
    shown = pages(home)
    return [word for word in SECRETS if word.lower() in shown]


def filled(room: MemoryRoom) -> None:
    """Some weeks of other talk, so that the word index has segments of several sizes."""
    for day in range(12):
        room.hear(said(f"I like jazz number {day}.", f"我喜欢第{day}首歌", day=day), NOW)


@pytest.mark.parametrize("reopened", [False, True])
def test_no_page_of_the_file_has_the_words_that_were_forgotten(
    tmp_path: Path, reopened: bool
) -> None:
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        filled(room)
        room.hear(said(TOLD, TOLD_ZH, session="secret"), NOW)
        filled(room)
        assert left_in(tmp_path) == list(SECRETS)
        room.forget(Wish(session="secret", evidence=True), NOW)
        if not reopened:
            assert left_in(tmp_path) == [] and "jazz" in pages(tmp_path)
        assert room.search("jazz", NOW)
    if reopened:
        assert left_in(tmp_path) == [] and "jazz" in pages(tmp_path)


def test_one_forgetting_after_another_leaves_nothing_either(
    tmp_path: Path, room: MemoryRoom
) -> None:
    filled(room)
    for day, word in enumerate(SECRETS):
        room.hear(said(f"{word} 来了", session=word, day=day), NOW)
    for word in SECRETS:
        room.forget(Wish(session=word), NOW)
    assert left_in(tmp_path) == []


def test_no_page_has_the_vector_of_what_was_forgotten(tmp_path: Path, room: MemoryRoom) -> None:
    kept, gone = room.hear(said("I like jazz.", TOLD), NOW)[0].kept
    vectors = np.random.default_rng(5).normal(size=(2, 384)).astype(np.float32)
    put_vectors(room.book.database, "made", [kept.n, gone.n], vectors)
    stays, goes = (row.astype(np.float16).tobytes()[:64] for row in vectors)
    before = decrypted(database_of(tmp_path, Scope()), KEY.now)
    assert stays in before and goes in before
    room.forget(Wish(ids=(gone.id,)), NOW)
    after = decrypted(database_of(tmp_path, Scope()), KEY.now)
    assert stays in after and goes not in after


def test_why_something_failed_goes_with_the_turn_that_it_quotes(
    tmp_path: Path, room: MemoryRoom
) -> None:
    captured, _ = room.hear(said(TOLD, session="secret"), NOW)
    room.book.note_failure(NOW, "summary", captured.kept[0].id, "Quuxbert is not in what was said")
    room.forget(Wish(session="secret"), NOW)
    assert room.book.failures() == [] and left_in(tmp_path) == []


def test_what_rests_on_other_turns_too_stays_without_the_one_that_went(room: MemoryRoom) -> None:
    room.hear(said("I like jazz.", session="one"), NOW)
    room.hear(said("I like jazz.", session="two", day=1), NOW)
    (unit,) = room.book.units()
    assert len(unit.evidence) == 2
    room.forget(Wish(session="one"), NOW)
    (unit,) = room.book.units()
    assert [kept.turn.session for kept in room.book.turns_by_id(unit.evidence).values()] == ["two"]
    assert len(unit.evidence) == 1


def test_turns_that_repeat_a_forgotten_memory_are_told_and_taken_on_demand(
    room: MemoryRoom,
) -> None:
    room.hear(said("I live in Porto."), NOW)
    room.hear(said("You live in Porto, noted.", day=1, origin=Origin.AGENT), NOW)
    (unit,) = room.book.units()
    wish = Wish(ids=(unit.id,), evidence=True)
    told = consequences(room.book, wish)
    assert [kept.turn.text for kept in told.echoes] == ["You live in Porto, noted."]
    room.forget(wish.model_copy(update={"echoes": True}), NOW)
    assert room.book.all_turns() == []


@pytest.mark.parametrize(
    ("pattern", "left"),
    [("[0-9]{4}", ["I like jazz.", "我喜欢歌"]), ("喜欢", ["I like jazz.", "My PIN is 4711."])],
)
def test_what_a_pattern_fits_is_forgotten(room: MemoryRoom, pattern: str, left: list[str]) -> None:
    room.hear(said("I like jazz.", "My PIN is 4711.", "我喜欢歌"), NOW)
    room.forget(Wish(pattern=pattern), NOW)
    assert [kept.turn.text for kept in room.book.all_turns()] == left


def test_a_pattern_that_is_none_forgets_nothing(room: MemoryRoom) -> None:
    room.hear(said("I like jazz."), NOW)
    with pytest.raises(UsageError):
        room.forget(Wish(pattern="("), NOW)
    assert len(room.book.all_turns()) == 1


@dataclass
class Outbox:
    """A place that holds uploads made of some ids."""

    held: dict[str, str] = field(default_factory=dict)
    name: str = "held uploads"

    def count(self, ids: Collection[str]) -> int:
        return sum(of in ids for of in self.held.values())

    def withdraw(self, ids: Collection[str]) -> int:
        gone = [upload for upload, of in self.held.items() if of in ids]
        for upload in gone:
            del self.held[upload]
        return len(gone)


def test_what_lies_elsewhere_is_counted_first_and_reached_by_the_forgetting(
    room: MemoryRoom,
) -> None:
    room.hear(said("I live in Porto.", "I like jazz."), NOW)
    porto, jazz = room.book.units()
    outbox = Outbox({"one": porto.id, "two": jazz.id})
    room.elsewhere = (*room.elsewhere, outbox)
    wish = Wish(ids=(porto.id,))
    assert consequences(room.book, wish, room.elsewhere).elsewhere == {"held uploads": 1}
    assert outbox.held == {"one": porto.id, "two": jazz.id}
    receipt, _ = room.forget(wish, NOW)
    assert receipt.elsewhere == {"held uploads": 1} and outbox.held == {"two": jazz.id}


def copied(room: MemoryRoom) -> Path:
    """A copy of the memory as it is now, such as a change of its tables makes."""
    database = room.book.database
    return back_up(database.conn, database.path, KEY.now, 2)


def test_older_copies_of_the_memory_are_told_first_and_go_with_what_is_forgotten(
    tmp_path: Path, room: MemoryRoom
) -> None:
    room.hear(said("I like jazz.", TOLD, TOLD_ZH), NOW)
    copy = copied(room)
    assert "quuxbert" in decrypted(copy, KEY.now).decode("utf-8", "replace").lower()
    with open_memory(tmp_path, KEY, Scope(user="ann"), None) as others:
        kept = copied(others)
        wish = Wish(words="Quuxbert")
        assert consequences(room.book, wish, room.elsewhere).elsewhere == {
            room.elsewhere[1].name: 1
        }
        assert backups_of(room.book.database.path) == [copy]
        receipt, _ = room.forget(wish, NOW)
        assert receipt.elsewhere == {room.elsewhere[1].name: 1}
        assert not copy.exists() and kept.exists()


def test_a_wish_that_fits_nothing_leaves_the_copies(room: MemoryRoom) -> None:
    room.hear(said("I like jazz."), NOW)
    copy = copied(room)
    assert consequences(room.book, Wish(words="tango"), room.elsewhere).elsewhere == {}
    assert copy.exists()


def test_nothing_is_forgotten_while_a_copy_cannot_be_removed(
    room: MemoryRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.hear(said("I like jazz."), NOW)
    copied(room)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(TandemError, match="Permission denied") as caught:
        room.forget(Wish(words="jazz"), NOW)
    assert "nothing was forgotten" in caught.value.hint
    assert len(room.book.all_turns()) == 1


@pytest.mark.parametrize(
    "wish",
    [
        Wish(words="Hallstatt"),
        Wish(pattern="hallst.{3}"),
        Wish(person="Quuxbert"),
        Wish(origin=Origin.OWNER),
    ],
)
def test_words_that_are_kept_are_kept_whatever_the_wish_names(room: MemoryRoom, wish: Wish) -> None:
    room.hear(said(TOLD, TOLD_ZH, session="secret"), NOW)
    kept = wish.model_copy(update={"keeps_words": True, "evidence": True, "echoes": True})
    assert consequences(room.book, wish).turns
    found = consequences(room.book, kept)
    assert not found.turns and not found.echoes and not found.bereft and found.units
    room.forget(kept, NOW)
    assert len([*room.book.all_turns()]) == 2
    assert not {unit.id for unit in found.units} & {
        unit.id for unit in room.book.units(status=None)
    }
