"""Saved states: whole or not there, and never without end."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tandem_edge.planner.states import KEPT_BLOCKS, STALE_S, States


@pytest.fixture
def states(tmp_path: Path) -> States:
    return States(tmp_path / "prefixes").inside("beginning")


def test_a_state_comes_back_as_it_was_and_a_damaged_one_not_at_all(states: States) -> None:
    states.write("a", b"state")
    assert states.read("a") == b"state"
    path = states.folder / "a.state"
    path.write_bytes(path.read_bytes()[:-1])
    assert states.read("a") == b""


def test_the_tools_used_longest_ago_go_first(states: States) -> None:
    for place in range(5):
        states.write(f"tool{place}", b"x")
        os.utime(states.folder / f"tool{place}.state", (place, place))
    states.read("tool0")
    states.prune(2)
    left = sorted(path.stem for path in states.folder.glob("*.state"))
    assert left == ["tool0", "tool4"]


def test_a_folder_of_tools_holds_every_tool_of_the_phone() -> None:
    from tandem_edge.phone.catalogue import load_catalogue

    assert len(load_catalogue().specs) <= KEPT_BLOCKS


def test_what_a_killed_process_left_half_written_goes_from_a_folder_of_tools(
    states: States,
) -> None:
    states.write("a", b"x")
    old, new = states.folder / ".b.state.tmp1", states.folder / ".c.state.tmp2"
    for path in (old, new):
        path.write_bytes(b"half")
    late = time.time() - STALE_S - 1
    os.utime(old, (late, late))
    states.prune()
    assert (old.exists(), new.exists()) == (False, True)


def test_something_else_under_a_states_name_costs_time_and_nothing_else(states: States) -> None:
    (states.folder / "a.state").mkdir(parents=True)
    states.write("a", b"x")
    assert states.read("a") == b""
    states.prune(0)
