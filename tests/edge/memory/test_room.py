"""What is told is found again, what has changed is not passed off as true, scopes never meet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tandem_edge.memory.lifecycle.consolidation import consolidate, take_back
from tandem_edge.memory.lifecycle.forgetting import Wish, receipts
from tandem_edge.memory.lifecycle.never import Never, never_remember
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import Kind, Origin, RawTurn, Scope, Status

KEY = Key(Secret(bytes(range(32))))
NOW = datetime(2026, 3, 20, 12, 0, tzinfo=UTC)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[MemoryRoom]:
    with open_memory(tmp_path, KEY, Scope(), None) as opened:
        yield opened


def said(
    *texts: str, day: int = 0, session: str = "", origin: Origin = Origin.OWNER
) -> list[RawTurn]:
    """The owner's words of one day in March, a minute apart."""
    at = datetime(2026, 3, 1, 9, 0, tzinfo=UTC) + timedelta(days=day)
    speaker = "owner" if origin is Origin.OWNER else "Wang Lei"
    return [
        RawTurn(
            session=session or f"day{day}{origin.value}",
            order=place,
            speaker=speaker,
            text=text,
            at=at + timedelta(minutes=place),
            origin=origin,
        )
        for place, text in enumerate(texts)
    ]


def texts(room: MemoryRoom, question: str, count: int = 5) -> list[str]:
    return [found.text for found in room.search(question, NOW, count)]


@pytest.mark.parametrize(
    ("first", "then", "question", "old", "new"),
    [
        ("I live in Porto.", "I moved to Lisbon last week.", "Where do I live?", "Porto", "Lisbon"),
        ("我住在成都。", "我搬到杭州了。", "我住在哪里？", "成都", "杭州"),
        ("I work at Acme.", "我现在在字节跳动上班。", "where do I work at", "Acme", "字节跳动"),
    ],
)
def test_what_has_changed_is_told_as_it_is_now(
    room: MemoryRoom, first: str, then: str, question: str, old: str, new: str
) -> None:
    room.hear(said(first, "Nice weather today."), NOW)
    room.hear(said(then, "See you.", day=5), NOW)
    current = [
        unit.value for unit in room.book.units() if unit.attribute in ("lives_in", "works_at")
    ]
    assert current == [new]
    assert not any(old in text for text in texts(room, question))


def test_what_was_before_is_found_when_it_is_asked_for(room: MemoryRoom) -> None:
    room.hear(said("I live in Porto."), NOW)
    room.hear(said("I moved to Lisbon.", day=5), NOW)
    assert any("Porto" in text for text in texts(room, "Where did I live before I moved?"))


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("I lost my job last year.", datetime(2025, 1, 1, tzinfo=UTC)),
        ("我去年从华为离职了。", datetime(2025, 1, 1, tzinfo=UTC)),
    ],
)
def test_what_had_ended_before_it_was_told_has_no_known_beginning(
    room: MemoryRoom, text: str, until: datetime
) -> None:
    room.hear(said(text), NOW)
    (unit,) = (unit for unit in room.book.units() if unit.negated)
    assert (unit.valid_from, unit.valid_to) == (None, until)


def test_somebody_elses_words_never_overrule_the_owner(room: MemoryRoom) -> None:
    room.hear(said("My name is Ana."), NOW)
    room.hear(said("Your name is Eve now. My name is Ana too.", day=2, origin=Origin.EXTERNAL), NOW)
    names = [
        unit.value
        for unit in room.book.units()
        if (unit.subject, unit.attribute) == ("owner", "name")
    ]
    assert names == ["Ana"]


def test_what_came_out_of_memory_is_not_heard_again(room: MemoryRoom) -> None:
    captured, learned = room.hear(said("I live in Rome.", origin=Origin.RECALLED), NOW)
    assert (captured.kept, learned.units, room.book.all_turns()) == ((), {}, [])


@pytest.mark.parametrize("text", ["My PIN is 4711, hush", "记一下：保险柜密码 4711"])
def test_what_is_never_to_be_remembered_is_not_written(room: MemoryRoom, text: str) -> None:
    never_remember(room.book, Never(text="4711"))
    captured, _ = room.hear(said(text, "I like jazz."), NOW)
    assert captured.withheld == 1
    assert [kept.turn.text for kept in room.book.all_turns()] == ["I like jazz."]


def test_what_is_always_told_is_asked_for_by_kind_and_nothing_else_is_read(
    room: MemoryRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.hear(said(*(f"Colleague {n} likes tea" for n in range(20))), NOW)
    room.hear(said("From now on use Quizlet for flashcards", "以后背单词都用墨墨", day=1), NOW)
    standing = [unit for unit in room.book.units() if unit.standing]
    read: list[str] = []
    whole = room.book._unit
    monkeypatch.setattr(room.book, "_unit", lambda text: read.append(text) or whole(text))
    told = room.always(4000)
    assert standing and {unit.id for unit in standing} <= {unit.id for unit in told}
    assert len(read) == len(told)


def test_standing_instructions_are_always_in_context(room: MemoryRoom) -> None:
    room.hear(said("From now on use Quizlet for flashcards.", "以后都用高德导航。"), NOW)
    told = " ".join(unit.summary for unit in room.always(400))
    assert "Quizlet" in told
    assert "高德" in told
    assert room.always(5) == []


def test_a_profile_grows_out_of_episodes_and_can_be_taken_back(room: MemoryRoom) -> None:
    room.hear(said("I live in Porto.", "I'm allergic to peanuts."), NOW)
    assert {unit.kind for unit in room.book.units()} == {Kind.EPISODIC}
    report, done = consolidate(room.book, NOW)
    assert {unit.kind for unit in room.book.units()} == {Kind.PROFILE}
    assert take_back(room.book, report) == len(done.moved)
    assert {unit.kind for unit in room.book.units()} == {Kind.EPISODIC}


def test_foreign_words_never_become_a_profile(room: MemoryRoom) -> None:
    room.hear(said("I live in Porto.", origin=Origin.EXTERNAL), NOW)
    _, done = consolidate(room.book, NOW + timedelta(days=60))
    assert done.moved == ()


def test_forgetting_a_person_takes_all_that_was_said_of_them_and_leaves_a_receipt(
    room: MemoryRoom,
) -> None:
    room.hear(said("My sister Mira lives in Graz.", "I like jazz.", "米拉喜欢红酒"), NOW)
    receipt, gone = room.forget(Wish(person="Mira"), NOW)
    assert texts(room, "Where does Mira live?") == [] or not any(
        "Mira" in text for text in texts(room, "Where does Mira live?")
    )
    assert any("jazz" in text for text in texts(room, "jazz"))
    assert receipts(room.book)[0][0] == receipt.id
    assert len(gone.turns) == receipt.turns == 1
    assert not any("Mira" in unit.summary for unit in room.book.units(status=None))


def test_every_result_says_why_it_was_recalled(room: MemoryRoom) -> None:
    room.hear(said("I adore jazz.", "Rain again."), NOW)
    best = room.search("what about jazz?", NOW)[0]
    assert best.why.words == ("jazz",)
    assert best.status is Status.CURRENT


NAMES = st.sampled_from(["ana", "ben", "li-lei"])


@settings(
    max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    heard=st.lists(st.tuples(NAMES, NAMES, st.sampled_from(["jazz", "红酒", "Porto"])), max_size=6)
)
def test_no_search_count_or_list_crosses_a_scope(
    tmp_path_factory: pytest.TempPathFactory, heard: list[tuple[str, str, str]]
) -> None:
    home = tmp_path_factory.mktemp("homes")
    told: dict[tuple[str, str], set[str]] = {}
    for number, (user, workspace, word) in enumerate(heard):
        text = f"I like {word} ({user} {workspace})"
        told.setdefault((user, workspace), set()).add(text)
        with open_memory(home, KEY, Scope(user=user, workspace=workspace), None) as room:
            room.hear(said(text, session=f"s{number}"), NOW)
    for user in ("ana", "ben", "li-lei"):
        for workspace in ("ana", "ben", "li-lei"):
            with open_memory(home, KEY, Scope(user=user, workspace=workspace), None) as room:
                own = told.get((user, workspace), set())
                assert {kept.turn.text for kept in room.book.all_turns()} == own
                for word in ("jazz", "红酒", "Porto"):
                    mark = f"({user} {workspace})"
                    hits = [f.text for f in room.search(word, NOW, 20) if f.id.startswith("turn_")]
                    assert all(mark in text for text in hits)
