"""The bilingual conversations: what their reader refuses, and how big and how hard they are."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.bench.memory.bilingual.conversation import Asks, Conversation
from tandem_edge.bench.memory.bilingual.keyword import hits, ranked
from tandem_edge.bench.memory.bilingual.reading import (
    FEWEST_LOOK_ALIKES,
    conversations,
    read_conversation,
)
from tandem_shared.errors import UsageError
from tandem_shared.memory import Origin
from tandem_shared.tasks import CANARY

NAME = "open-99-en-tea"
ASSISTANTS = {"Tandem", "小贝"}
HARDEST_FOR_KEYWORDS = 0.75
"""Share of questions for which keyword search may have a gold turn among its first three."""


def small_file(**changed: str) -> str:
    """A file that keeps every rule; ``changed`` replaces a part of it, by what the part is."""
    turns = [f"{number} {'Ana' if number % 2 else 'Bo'}: cup {number}" for number in range(1, 41)]
    turns.insert(15, "## 2026-03-05 08:00")
    turns.insert(30, "## 2026-03-06 08:00")
    parts = {
        "canary": f"# {CANARY}",
        "id": f"id: {NAME}",
        "half": "half: open",
        "language": "language: en",
        "topic": "topic: tea",
        "zone": "zone: +08:00",
        "speakers": "speakers: Ana (owner), Bo (other)",
        "first": "## 2026-03-04 19:30",
        "turns": "\n".join(turns),
        "questions": "\n".join(
            f"? en single [{at}] {{look: 1,2,3}} cup {at}" for at in range(4, 12)
        ),
        "last": "? en changed [9] {look: 5,6} {stale: 7} which cup",
    }
    return "\n".join((parts | changed).values())


def test_a_file_that_keeps_the_rules_is_read_whole() -> None:
    talk = read_conversation(small_file(), NAME)
    assert (talk.id, talk.half, len(talk.turns), len(talk.starts)) == (NAME, "open", 40, 3)
    assert talk.turn(16).session == 1
    assert talk.turn(2).at == datetime(2026, 3, 4, 11, 30, 20, tzinfo=UTC)
    last = talk.questions[-1]
    assert (last.kind, last.gold, last.look, last.stale) == (Asks.CHANGED, (9,), (5, 6), (7,))
    assert talk.pair(last) == "en-en"
    assert talk.asked_at == talk.starts[-1] + timedelta(days=1)


def test_turns_are_given_to_a_memory_in_order_within_their_session() -> None:
    raw = read_conversation(small_file(), NAME).raw_turns()
    assert [turn.order for turn in raw] == [*range(15), *range(14), *range(11)]
    assert raw[15].session == f"{NAME}/1"
    assert {turn.speaker: turn.origin for turn in raw} == {
        "owner": Origin.OWNER,
        "Bo": Origin.EXTERNAL,
    }


@pytest.mark.parametrize(
    ("part", "text", "rule"),
    [
        ("canary", "# no canary", "canary"),
        ("id", "id: open-98-en-tea", "its id is not"),
        ("half", "half: shut", "half is open or held"),
        ("half", "half: held", "half-number-language-topic"),
        ("topic", "topic: milk", "half-number-language-topic"),
        ("language", "language: mixed", "half-number-language-topic"),
        ("zone", "zone: home", "not a date"),
        ("zone", "", "after all head lines"),
        ("speakers", "speakers: Ana (owner), Bo (owner)", "no owner, or several"),
        ("speakers", "speakers: Ana (owner), Ana (other)", "each speaker once"),
        ("speakers", "speakers: Ana (owner), Bo (other), Cy (other)", "never speaks"),
        ("speakers", "speakers: Ana (owner)", "Bo is not among the speakers"),
        ("first", "## 2026-03-05 08:00", "begins before the one above"),
        ("first", "## 2026-02-30 08:00", "not a date"),
        ("first", "", "in a session"),
        ("turns", "1 Ana: cup\n3 Bo: cup", "turn 3 follows turn 1"),
        ("turns", "1 Ana: cup", "a turn that is not there"),
        ("questions", "", "too few questions"),
        ("last", "? en single [41] {look: 1,2,3} which cup", "a turn that is not there"),
        ("last", "? en single [0] {look: 1,2,3} which cup", "a turn that is not there"),
        ("last", "? en single [9] {look: 1,2} which cup", "fewer than 3 look-alikes"),
        ("last", "? en single [9] {look: 1,2,2} which cup", "a turn twice"),
        ("last", "? en single [9] {look: 1,2,9} which cup", "a gold turn is no look-alike"),
        ("last", "? en single [8,9] {look: 1,2,3} which cup", "has 1 to 1 gold"),
        ("last", "? en multi [9] {look: 1,2,3} which cup", "has 2 to 3 gold"),
        ("last", "? en changed [9] {look: 1,2,3} which cup", "has stale turns"),
        ("last", "? en single [9] {look: 1,2} {stale: 3} which cup", "has stale turns"),
        ("last", "? en changed [9] {look: 1,2} {stale: 12} which cup", "comes after"),
        ("last", "? zh single [9] {look: 1,2,3} which cup", "it is not in zh"),
        ("last", "? en single [9] {look: 1,2,3} which 杯", "it is not in en"),
        ("last", "? en single [9] {look: 1,2,3} cup 4", "asked twice"),
        ("last", "? en riddle [9] {look: 1,2,3} which cup", "write ? en single"),
        ("last", "? en single [9] which cup", "write ? en single"),
        ("last", "41 Ana: one more", "before questions"),
        ("last", "mood: fine", "not a head line"),
    ],
)
def test_a_broken_rule_is_refused_and_named(part: str, text: str, rule: str) -> None:
    with pytest.raises(UsageError, match=re.escape(rule)) as refused:
        read_conversation(small_file(**{part: text}), NAME)
    assert refused.value.hint


def test_gold_turns_in_two_languages_are_refused() -> None:
    mixed = small_file().replace("cup 9\n", "第九个杯子\n", 1)
    mixed += "\n? zh multi [8,9] {look: 1,2,3} 哪个杯子"
    with pytest.raises(UsageError, match="two languages"):
        read_conversation(mixed, NAME)


def test_a_language_that_the_head_does_not_name_is_refused() -> None:
    mixed = small_file().replace("cup 12\n", "这是第十二个杯子\n", 1)
    with pytest.raises(UsageError, match="other languages than it says"):
        read_conversation(mixed, NAME)


@given(st.text() | st.lists(st.sampled_from(small_file().splitlines())).map("\n".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read_conversation(f"# {CANARY}\n{text}", NAME)
    except UsageError as error:
        assert NAME in str(error)


def test_keyword_search_finds_shared_stems_and_pairs_of_characters() -> None:
    texts = ["the cats were running", "我家的猫在跑步", "nothing here"]
    assert ranked(texts, ["a running cat", "谁在跑步", "dogs"]) == [[0], [1], []]


@cache
def halves() -> dict[str, tuple[Conversation, ...]]:
    return {half: conversations(half) for half in ("open", "held")}


@cache
def counted(half: str) -> dict[str, Counter[str]]:
    """How many questions a half has, by kind, by language pair, and hits of keyword search."""
    counts: dict[str, Counter[str]] = {"kind": Counter(), "pair": Counter(), "hits": Counter()}
    for talk in halves()[half]:
        for question, hit in zip(talk.questions, hits(talk), strict=True):
            counts["kind"][question.kind.value] += 1
            counts["pair"][talk.pair(question)] += 1
            counts["hits"][talk.pair(question)] += hit
    return counts


def test_the_halves_are_all_there_is() -> None:
    names = [talk.id for half in halves().values() for talk in half]
    assert sorted(names) == sorted(talk.id for talk in conversations())


@pytest.mark.parametrize("half", ["open", "held"])
def test_a_half_has_enough_conversations_in_each_language(half: str) -> None:
    languages = Counter(talk.head["language"] for talk in halves()[half])
    assert languages.total() >= 30
    assert languages["mixed"] >= 2
    assert abs(languages["en"] - languages["zh"]) <= 2, languages


@pytest.mark.parametrize("half", ["open", "held"])
def test_a_half_has_enough_questions_of_each_kind_and_pair(half: str) -> None:
    counts = counted(half)
    assert counts["kind"].total() >= 320
    assert all(counts["kind"][kind] >= 25 for kind in Asks), counts["kind"]
    assert set(counts["pair"]) == {"en-en", "en-zh", "zh-en", "zh-zh"}
    assert min(counts["pair"].values()) >= 75, counts["pair"]


@pytest.mark.parametrize("half", ["open", "held"])
@pytest.mark.parametrize("pair", ["en-en", "zh-zh"])
def test_keyword_search_alone_does_not_do(half: str, pair: str) -> None:
    counts = counted(half)
    found = counts["hits"][pair] / counts["pair"][pair]
    assert 0.2 < found <= HARDEST_FOR_KEYWORDS, (half, pair, found)


def test_the_halves_share_no_topic_and_no_speaker() -> None:
    topics = [{talk.head["topic"] for talk in half} for half in halves().values()]
    casts = [{name for talk in half for name in talk.speakers} for half in halves().values()]
    assert not topics[0] & topics[1]
    assert not (casts[0] & casts[1]) - ASSISTANTS


def test_no_turn_and_no_question_stands_in_two_conversations() -> None:
    seen: Counter[str] = Counter()
    for talk in conversations():
        seen.update({turn.text for turn in talk.turns if len(turn.text) > len("OK, thanks.")})
        seen.update({question.text for question in talk.questions})
    assert [text for text, times in seen.items() if times > 1] == []


def test_every_question_has_look_alikes() -> None:
    for talk in conversations():
        for question in talk.questions:
            assert len({*question.look, *question.stale}) >= FEWEST_LOOK_ALIKES
            assert not {*question.look, *question.stale} & set(question.gold)
