"""What has had its time is forgotten, and nothing else; a pin outlasts every policy."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tandem_edge.memory.exporting import export_memory
from tandem_edge.memory.importing import import_memory
from tandem_edge.memory.lifecycle.retention import (
    Policy,
    What,
    end_policy,
    outlived,
    policies_of,
    set_policy,
)
from tandem_edge.memory.reversing import pin
from tandem_edge.memory.room import MemoryRoom, database_of, open_memory
from tandem_edge.memory.upkeep import retain
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.wrapping import Cost
from tandem_shared.memory import Origin, Scope, Sensitivity
from tests.edge.memory.lifecycle.telling import KEY
from tests.edge.memory.pages import decrypted
from tests.edge.memory.test_room import NOW, said

TURNS = Policy(what=What.TURNS, days=10)
OTHERS = Policy(what=What.ALL, days=10, origin=Origin.EXTERNAL)
SECRETS = Policy(what=What.MEMORIES, days=10, sensitivity=Sensitivity.SECRET)
"""Told on 1 March and looked at on the 20th, unless a test says otherwise."""
LATE = 15
"""A day in March that is less than ten days before."""


def heard(room: MemoryRoom, *texts: str, day: int = 0, origin: Origin = Origin.OWNER) -> None:
    turns = said(*texts, day=day, session=f"{day}{texts[0]}"[:100], origin=origin)
    room.hear(turns, turns[0].at)


def kept(room: MemoryRoom) -> tuple[list[str], list[str]]:
    units = [unit.value for unit in room.book.units(status=None)]
    return [each.turn.text for each in room.book.all_turns()], units


def test_old_words_go_and_what_was_made_of_them_stays(tmp_path: Path, room: MemoryRoom) -> None:
    heard(room, "I like jazz, you know.")
    heard(room, "I like tango.", day=LATE)
    set_policy(room.book, TURNS)
    receipt = retain(room, NOW)
    assert receipt is not None and (receipt.turns, receipt.units) == (1, 0)
    assert receipt.policies == ("turns",)
    assert kept(room) == (["I like tango."], ["jazz", "tango"])
    assert room.book.units()[0].evidence == ()
    file = decrypted(database_of(tmp_path, Scope()), KEY.now)
    assert b"you know" not in file and b"tango" in file


def test_others_words_go_with_what_rests_on_them(room: MemoryRoom) -> None:
    heard(room, "I live in Rome.", origin=Origin.EXTERNAL)
    heard(room, "I live in Porto.")
    set_policy(room.book, OTHERS)
    retain(room, NOW)
    assert kept(room) == (["I live in Porto."], ["Porto"])


def test_a_secret_goes_with_the_words_that_nothing_else_rests_on(room: MemoryRoom) -> None:
    heard(room, "My wifi password is hunter2.")
    heard(room, "I like jazz. My door code is 0815.")
    secret = [unit for unit in room.book.units() if unit.sensitivity is Sensitivity.SECRET]
    assert secret
    set_policy(room.book, SECRETS)
    retain(room, NOW)
    texts, values = kept(room)
    assert "jazz" in values and not any(unit.value in values for unit in secret)
    assert texts == ["I like jazz. My door code is 0815."]


@pytest.mark.parametrize("policy", [TURNS, OTHERS, SECRETS, Policy(what=What.ALL, days=1)])
def test_what_is_pinned_stays_with_the_words_it_rests_on(room: MemoryRoom, policy: Policy) -> None:
    heard(room, "My wifi password is hunter2.")
    heard(room, "I live in Rome.", origin=Origin.EXTERNAL)
    for unit in room.book.units(status=None):
        pin(room, unit)
    before = kept(room)
    set_policy(room.book, policy)
    assert retain(room, NOW) is None and kept(room) == before


def test_what_is_told_again_is_young_again(room: MemoryRoom) -> None:
    heard(room, "I like jazz.")
    heard(room, "I like jazz.", day=LATE)
    set_policy(room.book, Policy(what=What.MEMORIES, days=10))
    assert retain(room, NOW) is None


def test_since_when_something_holds_does_not_make_it_old(room: MemoryRoom) -> None:
    heard(room, "I have lived in Porto since 2015.", day=LATE)
    set_policy(room.book, Policy(what=What.MEMORIES, days=10))
    assert retain(room, NOW) is None


def test_one_kind_goes_by_itself(room: MemoryRoom) -> None:
    heard(room, "Remind me to call Mira tomorrow at 5pm.", "I like jazz.")
    set_policy(room.book, Policy(what=What.PROSPECTIVE, days=10))
    retain(room, NOW)
    assert [unit.value for unit in room.book.units(status=None)] == ["jazz"]


def test_nothing_goes_without_a_policy_nor_before_its_day(room: MemoryRoom) -> None:
    heard(room, "I like jazz.")
    assert retain(room, NOW + timedelta(days=9_999)) is None
    set_policy(room.book, TURNS)
    at = room.book.all_turns()[0].turn.at
    assert outlived(room.book, [TURNS], at + timedelta(days=10)).ids == ()
    assert len(outlived(room.book, [TURNS], at + timedelta(days=10, seconds=1)).turns) == 1


def test_a_policy_takes_the_place_of_one_of_its_name_and_is_taken_back(room: MemoryRoom) -> None:
    assert set_policy(room.book, TURNS) is None
    longer = TURNS.model_copy(update={"days": 90})
    assert set_policy(room.book, longer) == TURNS and policies_of(room.book) == [longer]
    assert end_policy(room.book, "turns") == longer and end_policy(room.book, "turns") is None


POLICIES = st.builds(
    Policy,
    what=st.sampled_from([what for what in What if what is not What.TURNS]),
    days=st.integers(1, 40),
    origin=st.none() | st.sampled_from(Origin),
    sensitivity=st.none() | st.sampled_from(Sensitivity),
) | st.builds(Policy, what=st.just(What.TURNS), days=st.integers(1, 40))
TEXTS = ("I like jazz.", "My wifi password is hunter2.", "我住在成都", "Rain again.")


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    policies=st.lists(POLICIES, min_size=1, max_size=3),
    told=st.lists(
        st.tuples(st.sampled_from(TEXTS), st.integers(0, 25), st.booleans(), st.booleans()),
        max_size=6,
    ),
)
def test_no_policies_take_what_is_pinned_and_longer_ones_take_no_more(
    tmp_path_factory: pytest.TempPathFactory,
    policies: list[Policy],
    told: list[tuple[str, int, bool, bool]],
) -> None:
    with open_memory(tmp_path_factory.mktemp("home"), KEY, Scope(), None) as room:
        for place, (text, day, own, pinned) in enumerate(told):
            origin = Origin.OWNER if own else Origin.EXTERNAL
            (turn,) = said(text, day=day, session=f"s{place}", origin=origin)
            _, learned = room.hear([turn], turn.at)
            for unit in (unit for units in learned.units.values() for unit in units):
                if pinned:
                    pin(room, unit)
        taken = outlived(room.book, policies, NOW)
        held = {
            turn for unit in room.book.units(status=None) if unit.pinned for turn in unit.evidence
        }
        assert not any(unit.pinned for unit in taken.units)
        assert not held & {kept.id for kept in taken.turns}
        longer = [each.model_copy(update={"days": each.days + 5}) for each in policies]
        assert set(outlived(room.book, longer, NOW).ids) <= set(taken.ids)


def test_words_alone_have_no_sensitivity() -> None:
    with pytest.raises(ValidationError):
        Policy(what=What.TURNS, days=1, sensitivity=Sensitivity.SECRET)


def test_an_export_of_what_outlived_its_words_is_taken_in_whole(
    tmp_path: Path, room: MemoryRoom
) -> None:
    heard(room, "I like jazz.")
    set_policy(room.book, TURNS)
    retain(room, NOW)
    passphrase = Secret(b"four random words")
    cost = Cost(passes=1, lanes=1, memory_kib=512)
    export_memory(room, tmp_path / "file", passphrase, cost=cost)
    with open_memory(tmp_path, KEY, Scope(user="other"), None) as there:
        import_memory(there, tmp_path / "file", passphrase, NOW)
        assert [unit.value for unit in there.book.units()] == ["jazz"]
