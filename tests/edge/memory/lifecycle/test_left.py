"""What was kept by a process that ended before it had learned from it is learned at the next
opening, once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tandem_edge.memory.lifecycle.forgetting import Wish
from tandem_edge.memory.lifecycle.learning import Learning
from tandem_edge.memory.room import MemoryRoom, database_of, open_memory
from tandem_edge.memory.store.schema import MIGRATIONS
from tandem_edge.memory.upkeep import consolidate
from tandem_edge.vault.database import open_database
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import Kind, Origin, Scope
from tests.contracts.repo import ROOT
from tests.edge.memory.desks import Talk
from tests.edge.memory.test_room import NOW, said

KEY = Key(Secret(bytes(range(32))))
TOLD = {
    "I live in Porto.": "Porto",
    "我喜欢红酒": "红酒",
    "Remind me to call Mira at 6 pm tomorrow.": "Mira",
    "明天下午三点提醒我给米拉打电话": "米拉",
}
KILLED = """
import os, signal, sys
from pathlib import Path
from tandem_edge.memory.lifecycle.learning import Learning
from tandem_edge.memory.room import open_memory
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import Scope
from tests.edge.memory.test_room import NOW, said

Learning.learn = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
with open_memory(Path(sys.argv[1]), Key(Secret(bytes(range(32)))), Scope(), None) as room:
    room.hear(said(*sys.argv[2:]), NOW)
"""


def killed_between(home: Path, *texts: str) -> None:
    """A process keeps ``texts``, and is killed before it learns from them."""
    command = [sys.executable, "-c", KILLED, str(home), *texts]
    done = subprocess.run(command, check=False, timeout=120, cwd=ROOT, env={**os.environ})
    assert done.returncode == -signal.SIGKILL


def summaries(room: MemoryRoom) -> list[str]:
    return [unit.summary for unit in room.book.units(status=None)]


def test_the_next_opening_learns_what_a_killed_process_left_once(tmp_path: Path) -> None:
    killed_between(tmp_path, *TOLD)
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        assert [kept.turn.text for kept in room.book.all_turns()] == [*TOLD]
        first = summaries(room)
        assert all(any(word in each for each in first) for word in TOLD.values())
        assert room.book.unlearned() == []
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        assert summaries(room) == first


def test_what_is_learned_twice_makes_no_second_memory(tmp_path: Path) -> None:
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        room.hear(said(*TOLD), NOW)
        first = summaries(room)
        assert any(unit.kind is Kind.PROSPECTIVE for unit in room.book.units())
        room.hear(said(*TOLD), NOW)
        assert summaries(room) == first and room.book.unlearned() == []


def test_what_an_agent_kept_and_did_not_live_to_learn_is_learned(tmp_path: Path) -> None:
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        talk = Talk(room)
        for text in TOLD:
            talk.says(text)
        talk.memory.keep(talk.conversation.id, ["set_alarm ok"])
        assert summaries(room) == []
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        first = summaries(room)
        assert all(any(word in each for each in first) for word in TOLD.values())


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Learning fails until it is undone."""

    def fail(*_: object) -> None:
        raise ValueError("the reading broke")

    monkeypatch.setattr(Learning, "learn", fail)
    return monkeypatch


def test_a_memory_whose_learning_fails_opens_all_the_same_and_a_consolidation_learns(
    tmp_path: Path, failing: pytest.MonkeyPatch
) -> None:
    with open_memory(tmp_path, KEY, Scope(), None) as room, pytest.raises(ValueError):
        room.hear(said("I live in Porto."), NOW)
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        assert summaries(room) == []
        failing.undo()
        consolidate(room, NOW)
        assert any("Porto" in each for each in summaries(room))


def test_what_was_left_can_be_forgotten_before_it_is_learned(
    tmp_path: Path, failing: pytest.MonkeyPatch
) -> None:
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        with pytest.raises(ValueError):
            room.hear(said("I live in Porto."), NOW)
        room.forget(Wish(words="Porto"), NOW)
        assert room.book.unlearned() == []


def test_words_of_others_are_learned_as_theirs(tmp_path: Path, failing: pytest.MonkeyPatch) -> None:
    with open_memory(tmp_path, KEY, Scope(), None) as room, pytest.raises(ValueError):
        room.hear(said("I live in Rome.", origin=Origin.EXTERNAL), NOW)
    failing.undo()
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        units = room.book.units(status=None)
        assert [(unit.origin, unit.subject) for unit in units] == [(Origin.EXTERNAL, "Wang Lei")]


def test_nothing_of_an_older_memory_counts_as_left(tmp_path: Path) -> None:
    path = database_of(tmp_path, Scope())
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        room.hear(said("I live in Porto."), NOW)
        room.forget(Wish(ids=(room.book.units()[0].id,)), NOW)
        room.book.database.execute("DROP TABLE unlearned")
        room.book.database.execute("DELETE FROM tandem_migrations WHERE number >= 3")
    with closing(open_database(path, KEY, MIGRATIONS)):
        pass
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        assert len(room.book.all_turns()) == 1 and summaries(room) == []
