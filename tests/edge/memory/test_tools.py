"""What the agent can do with memory, and what it cannot do to the owner's words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.memory import tools
from tandem_edge.memory.lifecycle.never import Never, never_remember
from tandem_edge.memory.room import open_memory
from tandem_edge.undo.inverting import inverse_of
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.memory import Origin, Scope, Status
from tests.edge.memory.desks import Talk

KEY = Key(Secret(bytes(range(32))))


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        yield Talk(room)


@pytest.mark.parametrize(
    ("request_", "sentence", "query"),
    [
        ("Please remember that Anna is vegetarian", "Anna is vegetarian", "what does Anna eat"),
        ("记住我喜欢喝拿铁", "用户喜欢喝拿铁", "拿铁"),
    ],
)
def test_a_sentence_in_the_owners_words_is_the_owners(
    talk: Talk, request_: str, sentence: str, query: str
) -> None:
    talk.says(request_)
    saved = talk.data("save_memory", text=sentence)["memory_id"]
    unit = talk.room.book.unit(saved)
    assert unit is not None and unit.summary == sentence and unit.origin is Origin.OWNER
    evidence = talk.room.book.turns_by_id(unit.evidence)
    assert [kept.turn.text for kept in evidence.values()] == [request_]
    assert talk.found(query)[0] == sentence
    assert talk.memory.trusted


def test_a_sentence_of_the_planners_own_is_not_the_owners(talk: Talk) -> None:
    talk.says("Set an alarm for six")
    saved = talk.data("save_memory", text="The user likes to get up early")["memory_id"]
    unit = talk.room.book.unit(saved)
    assert unit is not None and unit.origin is Origin.AGENT
    assert talk.found("early") == ["The user likes to get up early"]
    assert not talk.memory.trusted


def test_a_denial_in_the_same_words_is_not_the_owners(talk: Talk) -> None:
    talk.says("Remember that Anna eats fish")
    saved = talk.data("save_memory", text="Anna does not eat fish")["memory_id"]
    unit = talk.room.book.unit(saved)
    assert unit is not None and unit.origin is Origin.AGENT


def test_what_is_saved_after_foreign_text_was_read_is_foreign(talk: Talk) -> None:
    talk.says("Read my messages")
    talk.conversation.taint.add("read_messages")
    saved = talk.data("save_memory", text="The gate code is 4711")["memory_id"]
    unit = talk.room.book.unit(saved)
    assert unit is not None and unit.origin is Origin.EXTERNAL


def test_results_say_whose_words_they_are_and_when_and_that_they_are_recalled(talk: Talk) -> None:
    talk.says("Remember that the blue folder is behind the printer")
    talk.data("save_memory", text="The blue folder is behind the printer")
    row = talk.data("search_memory", query="blue folder")["memories"][0]
    assert (row["by"], row["at"], row["recalled"]) == ("owner", "2026-03-01", True)


def test_saving_what_is_known_changes_nothing(talk: Talk) -> None:
    talk.says("Remember that Anna is vegetarian")
    first = talk.data("save_memory", text="Anna is vegetarian")["memory_id"]
    again = talk.done("save_memory", text="Anna is vegetarian")
    assert again.result.data["memory_id"] == first and again.changes == ()


def test_a_replaced_memory_is_history_and_shown_only_when_asked_for(talk: Talk) -> None:
    talk.says("Remember I live in Porto")
    talk.data("save_memory", text="The user lives in Porto")
    talk.says("I live in Lisbon now, update that")
    done = talk.data("replace_memory", which="Porto", text="The user lives in Lisbon now")
    assert done["before"] == "The user lives in Porto"
    assert not any("Porto" in text for text in talk.found("Where do I live?"))
    before = talk.data("search_memory", query="Where did I live before I moved?")["memories"]
    assert any("Porto" in row["text"] and row.get("past") for row in before)


def test_the_planners_words_never_take_the_place_of_the_owners(talk: Talk) -> None:
    talk.says("Remember that Anna is vegetarian")
    talk.data("save_memory", text="Anna is vegetarian")
    assert talk.fault("replace_memory", which="vegetarian", text="Bob pays") == "invalid_argument"
    assert [unit.summary for unit in talk.room.book.units()] == ["Anna is vegetarian"]


def test_a_memory_is_found_by_the_words_in_which_it_was_told(talk: Talk) -> None:
    talk.says("I moved to Lisbon")
    talk.memory.hear("Noted.")
    assert "Lisbon" in talk.data("forget_memory", which="moved to Lisbon")["text"]


def test_what_fits_nothing_or_too_much_is_left_alone(talk: Talk) -> None:
    talk.says("Remember that Anna is vegetarian and Anna plays chess")
    talk.data("save_memory", text="Anna is vegetarian")
    talk.data("save_memory", text="Anna plays chess")
    assert talk.fault("forget_memory", which="Anna") == "ambiguous"
    assert talk.fault("forget_memory", which="Boris") == "not_found"
    assert talk.fault("replace_memory", which="Anna", text="Anna plays chess") == "ambiguous"
    assert len(talk.room.book.units()) == 2


@pytest.mark.parametrize("words", ["Anna is vegetarian", "小明住在成都"])
def test_what_is_forgotten_is_found_no_more_not_even_where_it_was_said(
    talk: Talk, words: str
) -> None:
    talk.says(words)
    talk.data("save_memory", text=words)
    talk.data("forget_memory", which=words)
    talk.memory.hear("OK")
    assert words not in talk.found(words)


def _as_it_stands(talk: Talk) -> set[tuple[str, Status, str | None]]:
    units = talk.room.book.units(status=None)
    return {(unit.summary, unit.status, unit.superseded_by) for unit in units}


def test_each_write_is_taken_back_by_its_inverse(talk: Talk) -> None:
    talk.says("Remember that I live in Porto, then that I live in Lisbon")
    specs = {each.spec.name: each.spec for each in tools.TOOLS}
    talk.data("save_memory", text="I live in Porto")
    current = [unit.summary for unit in talk.room.book.units()]
    for name, arguments in (
        ("save_memory", {"text": "I live in Lisbon"}),
        ("replace_memory", {"which": "Porto", "text": "I live in Lisbon"}),
        ("forget_memory", {"which": "Porto"}),
    ):
        done = talk.done(name, **arguments)
        assert done.changes and [unit.summary for unit in talk.room.book.units()] != current
        inverse = inverse_of(specs[name], done)
        assert inverse is not None
        talk.data(inverse.name, **inverse.arguments)
        assert [unit.summary for unit in talk.room.book.units()] == current
        assert all(unit.valid_to is None for unit in talk.room.book.units())


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("save_memory", {"text": "Anna plays chess"}),
        ("replace_memory", {"which": "vegetarian", "text": "Anna plays chess"}),
        ("forget_memory", {"which": "vegetarian"}),
    ],
)
def test_a_preview_changes_nothing(talk: Talk, name: str, arguments: dict[str, str]) -> None:
    from tandem_shared.tools import ToolCall

    talk.says("Remember that Anna is vegetarian; Anna plays chess")
    talk.data("save_memory", text="Anna is vegetarian")
    before, turns = _as_it_stands(talk), talk.room.book.all_turns()
    preview = talk.memory.preview(ToolCall(name=name, arguments=dict(arguments)))
    assert preview.result.ok and preview.changes
    assert (_as_it_stands(talk), talk.room.book.all_turns()) == (before, turns)


def test_what_is_never_to_be_remembered_is_not_saved(talk: Talk) -> None:
    never_remember(talk.room.book, Never(text="4711"))
    talk.says("Remember that my PIN is 4711")
    assert talk.fault("save_memory", text="my PIN is 4711") == "invalid_argument"
    talk.memory.hear("")
    assert talk.room.book.units(status=None) == [] and talk.room.book.all_turns() == []


def test_an_unknown_tool_or_argument_is_a_fault(talk: Talk) -> None:
    assert talk.fault("drop_memory") == "unknown_tool"
    assert talk.fault("save_memory") == "missing_argument"
    assert talk.fault("save_memory", text="x", who="y") == "invalid_argument"


def test_what_was_saved_again_supersedes_again(talk: Talk) -> None:
    talk.says("I live in Porto, and then I live in Lisbon")
    talk.data("save_memory", text="I live in Porto")
    saved = talk.data("save_memory", text="I live in Lisbon")["memory_id"]
    after = _as_it_stands(talk)
    talk.data("forget_memory", which="Lisbon", memory_id=saved)
    assert [unit.summary for unit in talk.room.book.units()] == ["I live in Porto"]
    talk.data("save_memory", text=saved)
    assert _as_it_stands(talk) == after


def test_what_comes_back_after_something_newer_was_said_is_history(talk: Talk) -> None:
    talk.says("I live in Porto")
    old = talk.data("save_memory", text="I live in Porto")["memory_id"]
    talk.data("forget_memory", which="Porto", memory_id=old)
    talk.says("I live in Lisbon")
    talk.data("save_memory", text="I live in Lisbon")
    talk.data("save_memory", text=old)
    assert [unit.summary for unit in talk.room.book.units()] == ["I live in Lisbon"]


def test_of_results_in_order_of_time_the_best_are_shown_not_the_oldest(talk: Talk) -> None:
    for number in range(9):
        talk.says(f"Remember that the shed holds tool {number}")
        talk.data("save_memory", text=f"The shed holds tool {number}")
    talk.says("Remember that Birgit Moltke mends teeth since last autumn")
    talk.data("save_memory", text="Birgit Moltke mends teeth since last autumn")
    assert any(
        "Birgit" in text for text in talk.found("Who mended teeth first, the shed or Birgit?")
    )
