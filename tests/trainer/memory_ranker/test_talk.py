"""Made-up talk is the same for the same seed, whole, and answers what is asked about it."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

from tandem_edge.memory.retrieval.terms import is_chinese
from tandem_trainer.memory_ranker.asking import ASKER, Asked, in_first_person, make_questions
from tandem_trainer.memory_ranker.chatter import Both, bank, banks
from tandem_trainer.memory_ranker.examples import HELD
from tandem_trainer.memory_ranker.talk import Talk, make_talk
from tandem_trainer.memory_ranker.topics import CHANGE, SLOT, STEPS, Topic, read_topics
from tandem_trainer.memory_ranker.wording import ZH, to_nobody

TOPICS = read_topics()
SEEDS = range(12)
ASKED = ("now", "before", "first")
CHINESE = re.compile("[\u3400-\u9fff]")
ODD = re.compile(r"\b(?:does|has|is) I\b|\bI's\b", re.IGNORECASE)


def made(seed: int) -> tuple[Talk, list[Asked]]:
    rng = random.Random(seed)
    talk = make_talk("t", TOPICS, rng)
    return talk, make_questions(talk, 40, rng)


def lines_of(topic: Topic) -> list[Both]:
    kinds = (topic.say, topic.brief, topic.lead, topic.ask, topic.joined)
    return [both for lines in kinds for both in lines.values()]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_every_part_of_a_topic_is_told_led_to_and_asked_for_in_both_languages(topic: Topic) -> None:
    if topic.changes:
        assert {"now", "before", *topic.parts} <= set(topic.ask) <= {*ASKED, *topic.parts}
        assert len(topic.slots["v"].draw(random.Random(0), 3)) == 3
        assert {"intro", CHANGE} <= set(topic.say) <= {*STEPS, *topic.parts}
        assert set(topic.lead) - {CHANGE} == set(topic.joined) == set(topic.parts)
        assert set(topic.brief) == set(topic.lead) - set(topic.parts)
    else:
        assert set(topic.ask) == {"intro", "when", "guess", *topic.parts}
        assert set(topic.lead) == set(topic.parts) and topic.parts
        assert set(topic.joined) <= set(topic.parts) and not topic.brief
    slots = {*topic.slots, "S", "old" if topic.changes else "ago"}
    for variants in lines_of(topic):
        english, chinese = (" ".join(each) for each in variants)
        assert english and not CHINESE.search(english)
        assert CHINESE.search(re.sub(r"\{\w+\}", "", chinese))
        assert set(SLOT.findall(english + chinese)) <= slots


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_only_a_change_speaks_of_the_value_before(topic: Topic) -> None:
    told = [topic.say["intro"], *topic.lead.values(), *topic.ask.values(), *topic.joined.values()]
    assert not [each for each in told if "{old}" in str(each)]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_what_goes_on_after_another_question_has_no_end_of_its_own(topic: Topic) -> None:
    for english, chinese in topic.joined.values():
        assert not [each for each in (*english, *chinese) if re.search("[?？。.!]|{S}", each)]
        assert all(each[0].islower() for each in english)


def test_an_answer_is_never_in_the_question() -> None:
    for topic in TOPICS:
        for part in (*topic.parts, "v"):
            asked = " ".join(sum(topic.ask.get(part, ()), ()))
            assert part not in SLOT.findall(asked)
        if topic.changes:
            assert "v" not in SLOT.findall(str(topic.ask))


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_every_question_can_be_asked_about_oneself(topic: Topic) -> None:
    for variants in topic.ask.values():
        for each in variants:
            assert [one for one in each if not ASKER.search(one)]


def test_nobody_asks_about_oneself_as_if_about_somebody_else() -> None:
    for talk, questions in map(made, range(40)):
        own = {told.turn for told in talk.told if told.event.who == talk.owner}
        for asked in questions:
            if asked.kind not in ("guess", "both") and set(asked.gold) <= own:
                assert not re.search(
                    r"\b(?:I|me|my) .*\b(?:find|fetch|buy|ring) (?:me|my)", asked.text
                )
                assert not re.search("[我咱].*替我", asked.text)


def test_topics_that_are_held_out_exist() -> None:
    assert set(HELD) < {topic.name for topic in TOPICS}


def test_every_bank_is_there_in_both_languages() -> None:
    assert all(english and chinese for english, chinese in banks().values())
    assert len(bank("names")[0]) > 20


@pytest.mark.parametrize(
    "line",
    [
        "tell intro: a = b",
        "say intro: only English",
        "slot v: @moon 1-9",
        "slot v: @money 1-2",
        "say intro: a = 甲\nsay intro: b = 乙",
    ],
)
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


def test_a_change_comes_after_what_it_changes() -> None:
    for talk, _ in map(made, range(20)):
        place = {turn.id: at for at, turn in enumerate(talk.turns)}
        told = {id(told.event): told.turn for told in talk.told if told.part in STEPS}
        changes = [told for told in talk.told if told.event.replaces]
        assert len({id(change.event) for change in changes}) >= 3
        for change in changes:
            assert place[told[id(change.event.replaces)]] < place[change.turn]
            assert change.event.values["old"] == change.event.past[0].values["v"]
            assert change.event.values["v"] not in [each.values["v"] for each in change.event.past]


def test_a_question_after_a_change_rests_on_the_turn_that_tells_what_it_asks_for() -> None:
    asked_for = set()
    for talk, questions in map(made, range(20)):
        told = {
            turn.id: [each for each in talk.told if each.turn == turn.id] for turn in talk.turns
        }
        past = {id(each.event.replaces) for each in talk.told}
        for asked in questions:
            events = [each.event for turn in asked.gold for each in told[turn]]
            if asked.kind == "now":
                assert all(each.replaces and id(each) not in past for each in events)
            if asked.kind in ("before", "first"):
                assert all(id(each) in past for each in events)
            if asked.kind == "first":
                assert not any(each.replaces for each in events)
            asked_for.add(asked.kind)
    assert {"now", "before"} <= asked_for


MOVED = """== gym change
slot v: @place
slot why: the roof leaks = 屋顶漏水 ; the lease ran out = 租约到期了
say intro: My gym is {v}. = 我的健身房在{v}。
lead change: Same gym? = 还去原来的健身房？
say change: The gym moved, it is {v}. = 健身房搬了，在{v}。
say again: The gym moved again, {v}. = 健身房又搬了，{v}。
brief change: No longer {old}, it is {v}. = 不在{old}了，在{v}。
say why: Because {why}. = 因为{why}。
lead why: How come? = 怎么了？
ask why: Why did the gym move? = 健身房怎么搬了？
and why: why did it move = 为什么要搬
ask now: Where does {S} train now? = {S}现在在哪儿健身？
ask before: Where did {S} train before? = {S}以前在哪儿健身？
ask first: Where did {S} train at first? = {S}最早在哪儿健身？
"""


def moved(seed: int) -> tuple[Talk, list[Asked]]:
    rng = random.Random(seed)
    steady = [topic for topic in TOPICS if topic.name == "pottery"]
    talk = make_talk("t", [*steady, *read_topics(MOVED)], rng)
    return talk, make_questions(talk, 60, rng)


def test_what_changed_twice_is_asked_for_as_it_is_and_as_it_was_each_time() -> None:
    steps = set()
    for talk, questions in map(moved, range(12)):
        told = [each for each in talk.told if each.event.topic.name == "gym"]
        told = [each for each in told if each.part in STEPS]
        steps.add(tuple(each.part for each in told))
        turns = [each.turn for each in told]
        right = {"now": turns[-1:], "before": turns[:-1], "first": turns[:1]}
        for asked in questions:
            if asked.kind in right:
                assert sorted(asked.gold) == sorted(right[asked.kind])
    assert steps == {STEPS, STEPS[:2]}


def test_what_holds_and_why_it_changed_are_asked_for_in_one_question() -> None:
    joined = set()
    for talk, questions in map(moved, range(12)):
        why = {each.turn for each in talk.told if each.part == "why"}
        steps = {each.turn for each in talk.told if each.part in STEPS and each.event.replaces}
        for asked in questions:
            if "and why did it move?" in asked.text or "，为什么要搬？" in asked.text:
                assert set(asked.gold) & why and set(asked.gold) & steps
                assert set(asked.gold) <= why | steps and asked.kind == "pair"
                joined.add(asked.text)
    assert len(joined) > 1


def test_a_change_is_told_in_words_that_name_nothing_after_somebody_asked() -> None:
    brief = led = 0
    for talk, _ in map(moved, range(40)):
        texts = [turn.text for turn in talk.turns]
        for at, text in enumerate(texts):
            if re.search("No longer|不在", text):
                brief += 1
                led += bool(re.search("Same gym|原来的健身房", texts[at - 1]))
    assert brief > 10 and 0.5 < led / brief < 1


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


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("Thanks for listening, {T}, it helps.", "Thanks for listening, it helps."),
        ("Bye {T}, take care of yourself!", "Bye, take care of yourself!"),
        ("You deserve it, {T}.", "You deserve it."),
        ("{T}, any news?", "any news?"),
        ("谢谢你听我说，{T}。", "谢谢你听我说。"),
        ("拜拜{T}，照顾好自己！", "拜拜，照顾好自己！"),
        ("还是{T}你会说话。", "还是你会说话。"),
    ],
)
def test_who_has_no_name_is_not_called_by_it(template: str, said: str) -> None:
    assert to_nobody(template) == said


def test_the_assistant_is_not_asked_one_thing_and_answers_another() -> None:
    errands = [dict(zip(bank("errand")[at], bank("errand_done")[at], strict=True)) for at in (0, 1)]
    asked = 0
    for talk, _ in map(made, range(30)):
        for turn, after in pairwise(talk.turns):
            for answers in errands:
                if turn.text in answers:
                    asked += 1
                    assert after.text == answers[turn.text]
    assert asked > 10


def test_a_question_about_oneself_is_right_english() -> None:
    odd = re.compile(
        r"\bI (?:is|has)\b|\bI's\b|\bmy(?:[?,.]| (?:to|any|without|earlier|come)\b)|am my"
    )
    for topic in TOPICS:
        for english, _ in topic.ask.values():
            for template in english:
                if not ASKER.search(template):
                    said = in_first_person(template.replace("{S}", "I"))
                    assert not odd.search(said)


def test_in_talk_with_the_assistant_questions_are_about_oneself() -> None:
    for seed in range(20):
        talk, questions = made(seed)
        if talk.with_assistant:
            assert not [
                each.text for each in questions if re.search(r"\b(does|has|is) I\b|I's", each.text)
            ]
