"""Made-up talk is the same for the same seed, whole, and answers what is asked about it."""

from __future__ import annotations

import random
import re

import pytest

from tandem_edge.memory.retrieval.terms import is_chinese
from tandem_trainer.memory_ranker.asking import Asked, make_questions
from tandem_trainer.memory_ranker.chatter import bank, banks
from tandem_trainer.memory_ranker.examples import HELD
from tandem_trainer.memory_ranker.talk import ZH, Talk, make_talk
from tandem_trainer.memory_ranker.topics import CHANGE, SLOT, Topic, read_topics

TOPICS = read_topics()
SEEDS = range(12)
ODD = re.compile(r"\b(?:does|has|is) I\b|\bI's\b", re.IGNORECASE)


def made(seed: int) -> tuple[Talk, list[Asked]]:
    rng = random.Random(seed)
    talk = make_talk("t", TOPICS, rng)
    return talk, make_questions(talk, 40, rng)


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_every_part_of_a_topic_is_told_led_to_and_asked_for_in_both_languages(topic: Topic) -> None:
    if topic.changes:
        assert set(topic.ask) == {"now", "before"} and len(topic.slots["v"]) > 2
        assert not topic.lead and set(topic.say) == {"intro", CHANGE}
    else:
        assert set(topic.ask) == {"intro", "when", "guess", *topic.parts}
        assert set(topic.lead) == set(topic.parts) and topic.parts
    for variants in (*topic.say.values(), *topic.lead.values(), *topic.ask.values()):
        english, chinese = (" ".join(each) for each in variants)
        assert english and not re.search("[\u3400-\u9fff]", english)
        assert re.search("[\u3400-\u9fff]", chinese)
        assert set(SLOT.findall(english + chinese)) <= {*topic.slots, "S", "ago"}


def test_an_answer_is_never_in_the_question() -> None:
    for topic in TOPICS:
        for part in topic.parts:
            asked = " ".join(sum(topic.ask[part], ()))
            assert part not in SLOT.findall(asked)


def test_topics_that_are_held_out_exist() -> None:
    assert set(HELD) < {topic.name for topic in TOPICS}


def test_every_bank_is_there_in_both_languages() -> None:
    assert all(english and chinese for english, chinese in banks().values())
    assert len(bank("names")[0]) > 20


@pytest.mark.parametrize("line", ["tell intro: a = b", "say intro: only English"])
def test_a_line_that_is_none_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        read_topics(f"== x hobby\n{line}")


def test_the_same_seed_makes_the_same_talk_and_questions() -> None:
    assert made(3) == made(3)
    assert made(3)[0].turns != made(4)[0].turns


@pytest.mark.parametrize("seed", SEEDS)
def test_a_talk_is_whole(seed: int) -> None:
    talk, _ = made(seed)
    assert len({turn.id for turn in talk.turns}) == len(talk.turns) > 40
    assert not [turn.text for turn in talk.turns if re.search(r"[{}]", turn.text)]
    assert all(turn.speaker in talk.speakers and turn.text for turn in talk.turns)
    orders: dict[str, list[int]] = {}
    for turn in talk.turns:
        orders.setdefault(turn.session, []).append(turn.order)
    assert all(each == list(range(len(each))) for each in orders.values())


@pytest.mark.parametrize("seed", SEEDS)
def test_questions_are_many_and_rest_on_what_was_told_of_one_person(seed: int) -> None:
    talk, questions = made(seed)
    about = {told.turn: told.event.who for told in talk.told}
    assert len({asked.text for asked in questions}) == len(questions) >= 20
    for asked in questions:
        assert asked.gold and not re.search(r"[{}]", asked.text)
        assert len({about[turn] for turn in asked.gold}) == 1 or asked.kind == "both"


def test_what_is_told_of_somebody_is_at_times_told_by_another() -> None:
    told = by_others = 0
    for talk, _ in map(made, range(20)):
        if not talk.with_assistant and not talk.own:
            speakers = {turn.id: turn.speaker for turn in talk.turns}
            told += len(talk.told)
            by_others += sum(speakers[each.turn] != each.event.who for each in talk.told)
    assert 0.1 < by_others / told < 0.3


def test_a_change_comes_after_what_it_changes_and_is_asked_for_from_both_sides() -> None:
    asked_for = set()
    for talk, questions in map(made, range(20)):
        place = {turn.id: at for at, turn in enumerate(talk.turns)}
        first = {id(told.event): told.turn for told in talk.told}
        changes = [told for told in talk.told if told.event.replaces]
        assert len(changes) >= 3
        for told in changes:
            assert place[first[id(told.event.replaces)]] < place[told.turn]
        turns = {told.turn for told in changes}
        for asked in questions:
            if asked.kind in ("now", "before"):
                assert (set(asked.gold) <= turns) == (asked.kind == "now")
                asked_for.add(asked.kind)
    assert asked_for == {"now", "before"}


def test_in_a_talk_in_two_languages_each_speaker_keeps_to_one() -> None:
    mixed = [talk for talk, _ in map(made, range(30)) if talk.own]
    assert mixed
    for talk in mixed:
        told = {told.turn for told in talk.told}
        for turn in talk.turns:
            if turn.id in told:
                assert is_chinese(turn.text) == (talk.own[turn.speaker] == ZH)


def test_both_languages_both_kinds_of_talk_and_crossed_questions_are_made() -> None:
    talks = [made(seed) for seed in range(20)]
    assert {talk.with_assistant for talk, _ in talks} == {True, False}
    crossed = 0
    for talk, questions in talks:
        text = {turn.id: turn.text for turn in talk.turns}
        for asked in questions:
            chinese = bool(re.search("[\u3400-\u9fff]", asked.text))
            crossed += all(
                chinese != bool(re.search("[\u3400-\u9fff]", text[g])) for g in asked.gold
            )
    assert 0.2 < crossed / sum(len(questions) for _, questions in talks) < 0.6


def test_in_talk_with_the_assistant_questions_are_about_oneself() -> None:
    for seed in range(20):
        talk, questions = made(seed)
        if talk.with_assistant:
            assert not [
                each.text for each in questions if re.search(r"\b(does|has|is) I\b|I's", each.text)
            ]
