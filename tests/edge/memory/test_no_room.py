"""Where nothing more can be written, it is said clearly, and what was acknowledged stays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tandem_edge.bench.memory.safety.material import new_home
from tandem_edge.memory.provider import AgentMemory
from tandem_edge.memory.room import MemoryRoom, database_of, open_memory
from tandem_edge.vault.driver import Connection, dbapi2
from tandem_edge.vault.opening import Use, unlock
from tandem_shared.memory import Scope
from tests.edge.memory.desks import Talk
from tests.edge.memory.isolation.scenes import KEY, after, turn
from tests.fakes.hashed_embedder import HashedEmbedder

LIMITED = """
import resource, sys
from tandem_edge.cli.common import run
from tandem_edge.cli.memory import memory
most = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
run(memory)
"""
"""A process none of whose files may grow beyond so many bytes: to it, the disk is full."""
FULL = dbapi2.OperationalError("database or disk is full")


def limited(most: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-c", LIMITED, str(most), *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=120)


def turns_in(home: Path) -> list[str]:
    with open_memory(home, unlock(home).key(Use.DATABASE), Scope(), None) as room:
        assert room.book.database.faults() == []
        return [kept.turn.text for kept in room.book.all_turns()]


def test_with_no_room_at_any_size_nothing_acknowledged_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("TANDEM_HOME", str(home))
    monkeypatch.setenv("TANDEM_MODELS_DIR", str(tmp_path / "none"))
    new_home(home)
    assert limited(1 << 30, "add", "I like jazz").returncode == 0
    size, kept, refused = database_of(home, Scope()).stat().st_size, {"I like jazz"}, 0
    for number, most in enumerate((0, 4096, 60_000, 2 * size)):
        text = f"I like tea number{number}"
        ended = limited(most, "add", text, "--json")
        if ended.returncode == 0:
            kept.add(json.loads(ended.stdout) and text)
        else:
            refused += 1
            assert ended.returncode == 1 and json.loads(ended.stderr)["hint"]
            assert "no room" in ended.stderr and "inside Tandem" not in ended.stderr
        assert kept <= set(turns_in(home))
    assert refused >= 3 and len(kept) > 1


def test_a_first_memory_that_finds_no_room_leaves_nothing_that_does_not_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("TANDEM_HOME", str(home))
    monkeypatch.setenv("TANDEM_MODELS_DIR", str(tmp_path / "none"))
    new_home(home)
    for most in (0, 4096, 20_000):
        ended = limited(most, "add", "I like jazz")
        assert ended.returncode == 1 and "  try: " in ended.stderr
        assert "inside Tandem" not in ended.stderr, ended.stderr
    assert limited(1 << 30, "add", "I like tea").returncode == 0
    assert "I like tea" in turns_in(home)


class _FullAfter:
    """A connection whose disk is full after some writes."""

    def __init__(self, inner: Connection, writes: int) -> None:
        self._inner, self.left = inner, writes

    def __getattr__(self, name: str) -> object:
        return getattr(self._inner, name)

    def _count(self, statement: str) -> None:
        if statement.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")):
            self.left -= 1
            if self.left < 0:
                raise FULL

    def execute(self, statement: str, *given: object) -> object:
        self._count(statement)
        return self._inner.execute(statement, *given)

    def executemany(self, statement: str, *given: object) -> object:
        self._count(statement)
        return self._inner.executemany(statement, *given)


@pytest.mark.parametrize("writes", [0, 1, 2, 4, 7, 11])
def test_an_agents_call_that_finds_no_room_fails_whole_and_the_agent_goes_on(
    writes: int, tmp_path: Path
) -> None:
    with open_memory(tmp_path, KEY, Scope(), HashedEmbedder()) as room:
        room.hear([turn("I like jazz", 0)], after(1))
        before = state(room)
        real = room.book.database.conn
        room.book.database.conn = _FullAfter(real, writes)
        talk = Talk(room)
        talk.says("I like tea")
        done = talk.done("save_memory", text="I like tea")
        if done.result.fault is None:
            assert len(state(room)) > len(before), "what was said to be kept is kept"
        else:
            assert state(room) == before
        talk.memory.hear("Noted.")
        room.book.database.conn = real
        assert talk.found("jazz")
        assert isinstance(talk.memory, AgentMemory)
        assert room.book.database.faults() == []


def state(room: MemoryRoom) -> list[str]:
    kept = [each.turn.text for each in room.book.all_turns()]
    return kept + [unit.model_dump_json() for unit in room.book.units(status=None)]
