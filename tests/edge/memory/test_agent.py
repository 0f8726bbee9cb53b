"""The agent that ships, with memory, through its only door."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.doctor import examine
from tandem_edge.facade import Agent, Settings, open_agent, open_undo
from tandem_edge.memory import upkeep
from tandem_edge.memory.opening import NO_KEYS, hold_memory
from tandem_edge.memory.room import database_of
from tandem_edge.planner.scripted import ScriptedPlanner
from tandem_edge.undo.journal import JOURNAL_NAME
from tandem_edge.vault.changing import create
from tandem_edge.vault.slots import Way
from tandem_edge.vault.ways import NewWay
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.events import CallFinished
from tandem_shared.memory import Origin, Scope

DONE = [{"name": "done", "arguments": {"answer": "ok"}}]


def settings(tmp_path: Path, steps: list[Any], **more: object) -> Settings:
    script = tmp_path / "script.json"
    script.write_text(json.dumps(steps), "utf-8")
    made = {
        "home": tmp_path / "home",
        "models_dir": tmp_path / "none",
        "planner": f"scripted:{script}",
        **more,
    }
    return Settings.model_validate(made)


@pytest.fixture
def keyed(tmp_path: Path) -> Path:
    """A home whose key opens by itself."""
    home = tmp_path / "home"
    create(home, [NewWay(Way.KEY_FILE, home, key_file=tmp_path / "key")])
    return home


@contextmanager
def agent(chosen: Settings, *, remember: bool = True) -> Iterator[Agent]:
    opened = open_agent(chosen, seed=7, remember=remember, approve=lambda asked: Answer.ONCE)
    try:
        yield opened
    finally:
        opened.close()


def prompts(opened: Agent) -> list[str]:
    planner = opened.harness.planner
    assert isinstance(planner, ScriptedPlanner)
    return [" ".join(message.text for message in each.messages) for each in planner.prompts]


@pytest.mark.parametrize(
    ("said", "asked", "wanted"),
    [
        ("From now on use Quizlet for flashcards.", "turn on bluetooth", "Quizlet"),
        ("我妹妹住在成都", "妹妹那边天气怎么样", "成都"),
    ],
)
def test_what_was_said_to_one_agent_is_told_to_the_next_as_evidence(
    tmp_path: Path, keyed: Path, said: str, asked: str, wanted: str
) -> None:
    with agent(settings(tmp_path, [DONE])) as first:
        list(first.ask(said))
    with agent(settings(tmp_path, [DONE])) as second:
        list(second.ask(asked))
        assert wanted in prompts(second)[0]
        assert any(mark in prompts(second)[0] for mark in ("evidence only", "仅供参考"))


def test_the_agent_saves_and_finds_through_its_tools(tmp_path: Path, keyed: Path) -> None:
    steps = [
        [{"name": "save_memory", "arguments": {"text": "Anna is vegetarian"}}],
        [{"name": "search_memory", "arguments": {"query": "Anna"}}],
        DONE,
    ]
    with agent(settings(tmp_path, steps)) as opened:
        events = list(opened.ask("Remember that Anna is vegetarian, then search what you remember"))
        done = [event for event in events if isinstance(event, CallFinished)]
        assert [event.result.ok for event in done] == [True, True]
        assert "Anna is vegetarian" in json.dumps(done[1].result.data)
        assert opened.memory is not None and opened.memory.trusted
        origins = {unit.origin for unit in opened.memory.room.book.units()}
        assert origins == {Origin.OWNER}


def test_without_keys_the_agent_works_and_says_why_it_forgets(tmp_path: Path) -> None:
    with agent(settings(tmp_path, [DONE])) as opened:
        list(opened.ask("I live in Porto"))
        assert (opened.memory, opened.forgetful) == (None, NO_KEYS)
    assert not database_of(tmp_path / "home", Scope()).exists()


def test_memory_is_left_out_for_measuring_and_where_it_is_switched_off(
    tmp_path: Path, keyed: Path
) -> None:
    with agent(settings(tmp_path, [DONE]), remember=False) as opened:
        assert opened.memory is None
    with agent(settings(tmp_path, [DONE], memory=False)) as opened:
        assert opened.memory is None and opened.forgetful == ""
    assert not database_of(keyed, Scope()).exists()


def test_the_doctor_says_whether_memory_opens(tmp_path: Path) -> None:
    chosen = settings(tmp_path, [DONE])
    line = {each.name: each for each in examine(chosen)}["memory"]
    assert (line.state, line.fix, line.exit_code) == ("warn", "tandem key init", 0)
    create(chosen.home, [NewWay(Way.KEY_FILE, chosen.home, key_file=tmp_path / "key")])
    line = {each.name: each for each in examine(chosen)}["memory"]
    assert line.state == "ok" and "opened by the key-file" in line.fact
    with agent(chosen) as opened:
        list(opened.ask("My sister Mira lives in Graz."))
        assert opened.memory is not None
        opened.memory.room.book.note_failure(datetime.now(UTC), "summary", "turn_00000000", "no")
    line = {each.name: each for each in examine(chosen)}["memory"]
    assert "2 things that were said (owner, home, tandem)" in line.fact
    assert "1 could not be read" in line.fact and "searched by words alone" in line.fact


def test_an_agent_looks_after_its_memory_when_it_ends(tmp_path: Path, keyed: Path) -> None:
    with agent(settings(tmp_path, [DONE])) as opened:
        list(opened.ask("I'm allergic to peanuts"))
        assert opened.memory is not None
        long_ago = datetime(2020, 1, 1, tzinfo=UTC).isoformat()
        opened.memory.room.book.set_rule(upkeep.LOOKED_AFTER, long_ago)
    held, _ = hold_memory(keyed, None)
    assert held is not None
    assert [unit.kind.value for unit in held.room.book.units()] == ["profile"]
    held.close()


def test_an_agent_remembers_in_the_scope_of_its_settings(tmp_path: Path, keyed: Path) -> None:
    with agent(settings(tmp_path, [DONE], memory_workspace="work")) as opened:
        list(opened.ask("I live in Porto."))
    assert database_of(keyed, Scope(workspace="work")).exists()
    assert not database_of(keyed, Scope()).exists()


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("save_memory", {"text": "Mira plays chess"}), "Remember that Mira plays chess"),
        (
            ("replace_memory", {"which": "vegetarian", "text": "Anna is vegan"}),
            "Replace that memory, update what you know: Anna is vegan now",
        ),
        (("forget_memory", {"which": "vegetarian"}), "Forget that Anna is vegetarian"),
    ],
)
def test_a_write_is_undone_and_redone_and_its_words_are_in_no_plain_file(
    tmp_path: Path, keyed: Path, call: tuple[str, dict[str, str]], said: str
) -> None:
    first = [{"name": "save_memory", "arguments": {"text": "Anna is vegetarian"}}]
    chosen = settings(tmp_path, [first, DONE, [{"name": call[0], "arguments": call[1]}], DONE])
    opened = open_agent(chosen, remember=True, approve=lambda asked: Answer.ONCE)
    try:
        list(opened.ask("Remember that Anna is vegetarian"))
        before = summaries(opened)
        list(opened.ask(said))
        after = summaries(opened)
    finally:
        opened.close()
    assert after != before
    for redo, wanted in ((False, before), (True, after)):
        undoer = open_undo(chosen)
        entries = undoer.last_turn(redo=redo)
        assert [step.why_not for step in undoer.plan(entries)] == [""]
        assert [step.why_not for step in undoer.carry_out(entries)] == [""]
        held, _ = hold_memory(keyed, None)
        assert held is not None
        assert {unit.summary for unit in held.room.book.units()} == wanted
        held.close()
    plain = (keyed / JOURNAL_NAME).read_bytes()
    assert not any(word in plain for word in (b"Anna", b"vegetarian", b"chess", b"vegan"))


def summaries(opened: Agent) -> set[str]:
    assert opened.memory is not None
    return {unit.summary for unit in opened.memory.room.book.units()}


def test_what_the_owner_agrees_to_after_foreign_text_takes_the_place_of_their_words(
    tmp_path: Path, keyed: Path
) -> None:
    text = "The user's bus is the 61"
    steps = [
        [{"name": "save_memory", "arguments": {"text": "My bus is the 27"}}],
        DONE,
        [{"name": "read_messages", "arguments": {}}],
        [{"name": "replace_memory", "arguments": {"which": "bus", "text": text}}],
        DONE,
    ]
    asked: list[str] = []

    def approve(request: ApprovalRequest) -> Answer:
        asked.append(request.call.name)
        return Answer.ONCE

    opened = open_agent(settings(tmp_path, steps), seed=7, remember=True, approve=approve)
    try:
        list(opened.ask("Remember that my bus is the 27"))
        list(opened.ask("Read my messages and update what you remember about my bus"))
        assert opened.memory is not None
        units = [unit for unit in opened.memory.room.book.units() if "bus" in unit.summary]
    finally:
        opened.close()
    assert asked == ["replace_memory"]
    assert [(unit.summary, unit.origin) for unit in units] == [(text, Origin.OWNER)]


def test_recalled_words_of_the_owners_let_a_write_go_ahead(tmp_path: Path, keyed: Path) -> None:
    asked: list[str] = []

    def approve(request: ApprovalRequest) -> Answer:
        asked.append(request.call.name)
        return Answer.NO

    with agent(settings(tmp_path, [DONE])) as first:
        list(first.ask("My sister Mira lives in Graz"))
    write = [{"name": "manage_alarm", "arguments": {"action": "create", "time": "7:30 tomorrow"}}]
    opened = open_agent(settings(tmp_path, [write, DONE]), seed=7, remember=True, approve=approve)
    try:
        events = list(opened.ask("Alarm for Mira"))
        assert "Graz" in prompts(opened)[0]
    finally:
        opened.close()
    (done,) = [event for event in events if isinstance(event, CallFinished)]
    assert done.result.ok and asked == []
