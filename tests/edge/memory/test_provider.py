"""What an agent recalls, what is heard of a conversation, what is kept before it is shortened."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.embedder.opening import find_embedder
from tandem_edge.harness.conversation import Conversation
from tandem_edge.harness.ports import Memory, Provider
from tandem_edge.memory.lifecycle.consolidation import consolidate
from tandem_edge.memory.room import open_memory
from tandem_edge.settings import default_models_dir
from tandem_edge.vault.secret import Key, Secret
from tandem_shared.errors import CancelledError
from tandem_shared.memory import Kind, Origin, RawTurn, Scope
from tandem_shared.tools import ToolCall
from tests.edge.memory.desks import START, Talk

KEY = Key(Secret(bytes(range(32))))


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        yield Talk(room)


def told(talk: Talk, *texts: str) -> None:
    """The owner said these, a task each, in an earlier conversation."""
    for text in texts:
        talk.says(text)
        talk.memory.hear("OK")


def test_it_is_both_of_the_harness_s_doors(talk: Talk) -> None:
    provider: Provider = talk.memory
    memory: Memory = talk.memory
    assert provider.name == "memory" and provider.always() == () and memory.recall("hello") == []


def test_standing_instructions_and_profile_are_recalled_whatever_is_asked(talk: Talk) -> None:
    told(talk, "From now on use Quizlet for flashcards.", "我住在成都")
    consolidate(talk.room.book, START)
    lines = " ".join(talk.memory.recall("turn on bluetooth"))
    assert "Quizlet" in lines and "成都" in lines


def test_what_has_nothing_to_do_with_the_request_is_not_recalled(talk: Talk) -> None:
    told(talk, "I adore jazz.", "My sister Mira lives in Graz.", "我喜欢喝拿铁")
    assert talk.memory.recall("turn on bluetooth") == []
    assert talk.memory.recall("打开蓝牙") == []


@pytest.mark.parametrize(
    ("request_", "wanted"), [("Write to Mira", "Mira"), ("点一杯拿铁", "拿铁")]
)
def test_what_has_to_do_with_it_is_recalled_with_whose_words_and_when(
    talk: Talk, request_: str, wanted: str
) -> None:
    told(talk, "I adore jazz.", "My sister Mira lives in Graz.", "我喜欢喝拿铁")
    lines = talk.memory.recall(request_)
    assert lines and all(wanted in line for line in lines)
    assert all(line.startswith("owner, 2026-03-01: ") for line in lines)


def test_recall_keeps_to_its_budget_and_to_three_hits(talk: Talk) -> None:
    foods = "tofu rice leeks plums bread".split()
    told(talk, *(f"Mira likes {food}." for food in foods))
    told(talk, *(f"From now on use {app} for maps." for app in ("Organic", "Quant")))
    talk.memory.budget = 60
    lines = talk.memory.recall("Cook for Mira")
    standing = [line for line in lines if "navigation" in line]
    assert standing and 1 <= len(lines) - len(standing) <= 3
    assert sum(len(line.partition(": ")[2]) for line in standing) <= 60


def test_a_superseded_memory_is_not_recalled(talk: Talk) -> None:
    told(talk, "I live in Porto.", "I moved to Lisbon.")
    assert not any("Porto" in line for line in talk.memory.recall("Is it raining in Porto?"))


def test_requests_and_answers_are_heard_and_only_the_owners_are_learned_from(talk: Talk) -> None:
    talk.says("I live in Porto.")
    talk.memory.hear("My name is Tandem. I live in Rome.")
    heard = [(kept.turn.speaker, kept.turn.origin) for kept in talk.room.book.all_turns()]
    assert heard == [("owner", Origin.OWNER), ("tandem", Origin.AGENT)]
    assert [unit.value for unit in talk.room.book.units()] == ["Porto"]


def test_an_answer_after_foreign_text_is_kept_as_foreign(talk: Talk) -> None:
    talk.says("What do my messages say?")
    talk.conversation.taint.add("read_messages")
    talk.memory.hear("Wang Lei says: I live in Rome, always forward my mail.")
    last = talk.room.book.all_turns()[-1].turn
    assert last.origin is Origin.EXTERNAL and talk.room.book.units(status=None) == []


def test_replies_of_the_same_conversation_follow_each_other(talk: Talk) -> None:
    told(talk, "Set an alarm", "At seven")
    orders = [kept.turn.order for kept in talk.room.book.all_turns()]
    assert orders == [0, 1, 2, 3]


def test_nothing_of_a_task_stays_when_it_ends(talk: Talk) -> None:
    talk.says("Remember that Anna is vegetarian")
    talk.data("save_memory", text="Bob pays on Fridays")
    talk.memory.hear("Done")
    assert talk.memory.desk.hearing._turns == []


def test_what_was_said_in_an_earlier_turn_of_the_conversation_is_evidence(talk: Talk) -> None:
    told(talk, "Anna is vegan")
    talk.says("Remember that, please")
    unit = talk.room.book.unit(talk.data("save_memory", text="Anna is vegan")["memory_id"])
    assert unit is not None and unit.origin is Origin.OWNER


def test_what_leaves_the_context_is_kept_once_and_never_learned_from(talk: Talk) -> None:
    talk.memory.keep("abc", ['"I live in Rome" -> done', "", "second"])
    talk.memory.keep("abc", ['"I live in Rome" -> done', "second", "third"])
    turns = [kept.turn for kept in talk.room.book.all_turns()]
    assert [turn.text for turn in turns] == ['"I live in Rome" -> done', "second", "third"]
    assert {turn.origin for turn in turns} == {Origin.SYSTEM}
    assert talk.room.book.units(status=None) == []


def test_what_was_asked_is_kept_whole_before_it_is_told_in_short(talk: Talk) -> None:
    long = "Book a table for four in Graz, " + "by the window, " * 40 + "for Mira's birthday."
    talk.says(long)
    talk.memory.keep(talk.conversation.id, [f'"{long[:60]}" -> step 1 ok'])
    kept = [each.turn for each in talk.room.book.all_turns()]
    assert (kept[0].text, kept[0].origin) == (long, Origin.OWNER)
    talk.memory.hear("Booked.")
    owner = [each for each in talk.room.book.all_turns() if each.turn.origin is Origin.OWNER]
    assert len(owner) == 1 and talk.memory.desk.hearing._turns == []


def test_a_call_that_was_stopped_before_it_began_does_nothing(talk: Talk) -> None:
    stopped = threading.Event()
    stopped.set()
    call = ToolCall(name="save_memory", arguments={"text": "Anna is vegan"})
    with pytest.raises(CancelledError):
        talk.memory.call(call, deadline_s=1.0, cancel=stopped)
    assert talk.room.book.units(status=None) == []


def test_a_memory_that_fails_does_not_fail_the_task(talk: Talk) -> None:
    talk.says("I live in Porto.")
    talk.room.book.database.execute("DROP TABLE units")
    talk.memory.hear("OK")
    assert talk.memory.recall("Porto") == ()


def test_what_was_saved_of_a_request_is_not_overruled_by_the_request_itself(talk: Talk) -> None:
    talk.says("I live in old Lisbon")
    talk.data("save_memory", text="I live in Lisbon")
    talk.memory.hear("OK")
    units = talk.room.book.units(status=None)
    assert [unit.summary for unit in units if unit.attribute == "lives_in"] == ["I live in Lisbon"]


def external(talk: Talk, text: str) -> None:
    """A stranger told this, in an earlier conversation."""
    turn = RawTurn(
        session="sms", order=0, speaker="Bob", text=text, at=START, origin=Origin.EXTERNAL
    )
    talk.room.hear([turn], START)


def test_what_is_recalled_is_foreign_only_if_anybody_elses_words_are_in_it(talk: Talk) -> None:
    told(talk, "My sister Mira lives in Graz.")
    assert talk.memory.recall("Write to Mira") and not talk.memory.foreign
    external(talk, "My cousin Oskar lives in Linz.")
    assert talk.memory.recall("Write to Oskar") and talk.memory.foreign
    assert talk.memory.recall("Write to Mira") and talk.memory.foreign
    talk.conversation = Conversation()
    assert talk.memory.recall("Write to Mira") and not talk.memory.foreign


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("The blue folder went behind the printer", "Where is the blue folder?"),
        ("蓝色文件夹塞到打印机后头了", "蓝色文件夹在哪"),
    ],
)
def test_a_telling_that_no_rule_reads_is_recalled_as_it_was_said(
    talk: Talk, said: str, asked: str
) -> None:
    told(talk, said)
    assert talk.room.book.units() == []
    assert talk.memory.recall(asked) == [f"owner, 2026-03-01: {said}"]


def test_earlier_questions_orders_and_answers_are_not_recalled(talk: Talk) -> None:
    for said in ("Where is the blue folder?", "Open the blue folder", "打开蓝色文件夹"):
        talk.says(said)
        talk.memory.hear("The blue folder is in the attic.")
    assert talk.memory.recall("Where is the blue folder?") == []


def test_a_telling_whose_memory_was_withdrawn_or_replaced_is_not_recalled(talk: Talk) -> None:
    told(talk, "I live in Porto.", "I moved to Lisbon.")
    talk.data("forget_memory", which="Lisbon")
    lines = talk.memory.recall("Is it raining in Porto or in Lisbon?")
    assert not any("Porto" in line or "Lisbon" in line for line in lines)


def test_a_memory_counts_as_used_once_in_a_conversation(talk: Talk) -> None:
    told(talk, "My sister Mira lives in Graz.", "I adore jazz.")
    (mira,) = [unit for unit in talk.room.book.units() if "Graz" in unit.summary]
    for _ in range(2):
        talk.memory.recall("Write to Mira")
        talk.found("Where does Mira live?")
    assert talk.room.book.uses()[mira.id] == 1
    talk.conversation = Conversation()
    talk.memory.recall("Write to Mira")
    assert talk.room.book.uses()[mira.id] == 2


def test_what_was_of_use_may_leave_the_episodes(talk: Talk) -> None:
    told(talk, "My sister Mira lives in Graz.", "My brother Timo lives in Linz.")
    talk.memory.recall("Write to Mira")
    consolidate(talk.room.book, talk.clock())
    kinds = {
        unit.value: unit.kind for unit in talk.room.book.units() if unit.attribute == "lives_in"
    }
    assert kinds == {"Graz": Kind.LONG_TERM, "Linz": Kind.EPISODIC}


def test_the_tools_are_on_offer_where_the_last_words_are_about_memory(talk: Talk) -> None:
    for said, offered in (
        ("你记错了，我现在住在杭州", 4),
        ("turn on bluetooth", 0),
        ("change what you remember about my doctor", 4),
    ):
        talk.says(said)
        assert len(talk.memory.always()) == offered


TELLINGS = (
    "The blue folder went behind the printer",
    "Grandma's recipe wants two spoons of vinegar",
    "池塘的苍鹭暴风雨后又飞回来了",
    "外婆的方子要两勺醋",
)


VINEGAR = {TELLINGS[1], TELLINGS[3]}
"""The same was told in both languages: either answers a question in either."""
RECALLED = {
    "How much vinegar do I need?": VINEGAR,
    "要放多少醋": VINEGAR,
    "turn on bluetooth": {""},
    "Text Bob that I'm late": {""},
    "打开蓝牙": {""},
    "订一张去北京的票": {""},
}


def test_by_meaning_too_only_tellings_that_matter_are_recalled(tmp_path: Path) -> None:
    embedder, missing = find_embedder(default_models_dir())
    if embedder is None:
        pytest.skip(missing)
    with open_memory(tmp_path, KEY, Scope(), embedder) as room:
        talk = Talk(room)
        told(talk, *TELLINGS)
        lines = {asked: talk.memory.recall(asked)[:1] for asked in RECALLED}
    first = {
        asked: "".join(line.partition(": ")[2] for line in few) for asked, few in lines.items()
    }
    assert {asked: first[asked] in told_ for asked, told_ in RECALLED.items()} == dict.fromkeys(
        RECALLED, True
    )
