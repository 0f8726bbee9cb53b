"""Sentences about facts, and the check that refuses what the evidence does not bear out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.extraction.attributes import ATTRIBUTES
from tandem_edge.memory.extraction.extractor import RuleExtractor
from tandem_edge.memory.extraction.summary import check_summary, summarise
from tandem_shared.memory import LONGEST_SUMMARY, Fact
from tests.edge.memory.extraction.saying import cases, turn

LIVES = Fact(subject="owner", attribute="lives_in", value="Leeds")
MOTHER = Fact(subject="mother", attribute="birthday", value="5月4号")


def test_a_sentence_is_in_the_turns_language_and_keeps_the_value() -> None:
    assert summarise(LIVES, "en") == "The owner lives in Leeds."
    assert summarise(LIVES, "zh") == "机主住在Leeds。"
    assert summarise(MOTHER, "zh") == "机主的妈妈的生日是5月4号。"
    gone = LIVES.model_copy(update={"negated": True})
    assert summarise(gone, "en") == "The owner does not live in Leeds any more."
    flash = Fact(subject="owner", attribute="app_for.flashcards", value="Anki")
    assert summarise(flash, "en") == "The owner wants Anki for flashcards."


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("My sister is called Ana.", "The owner's sister is Ana."),
        (
            "I'm not with Noor any more. Noor and I broke up.",
            "The owner's partner is no longer Noor.",
        ),
        ("My mother-in-law is called Eva.", "The owner's mother-in-law is Eva."),
        ("I work as an electrician.", "The owner works as an electrician."),
        ("My phone is an iPhone 15.", "The owner's phone is an iPhone 15."),
        ("I put my passport in the top drawer.", "The owner keeps the passport in the top drawer."),
        ("My exam is on June 3.", "The owner's exam is June 3."),
        ("My dog is called Rex.", "The owner has a dog called Rex."),
        ("I have a dog.", "The owner has a dog as a pet."),
        ("I quit my job.", "The owner has left the job."),
        ("I got fired.", "The owner has left the job (fired)."),
        ("My favourite film is Heat.", "The owner's favourite film is Heat."),
        ("I don't use Firefox any more.", "The owner does not use Firefox any more."),
        ("我妹妹叫安安。", "机主的姐妹是安安。"),
        ("我外婆叫秀英。", "机主的奶奶或外婆是秀英。"),
        ("我坐地铁上班。", "机主坐地铁上班。"),
        ("以后背单词都用百词斩。", "机主背单词用百词斩。"),
        ("我结婚了。", "机主的婚姻状况是结婚。"),
        ("我的笔记本是ThinkPad", "机主的笔记本电脑是ThinkPad。"),
        ("我会弹钢琴。", "机主会钢琴。"),
        ("我辞职了。", "机主离开了工作 (辞职)。"),
    ],
)
def test_a_sentence_is_one_that_somebody_would_say(said: str, sentence: str) -> None:
    language = "en" if said.isascii() else "zh"
    assert sentence in {summarise(fact, language) for fact in RuleExtractor().facts(turn(said))}


def test_an_attribute_without_a_row_has_no_sentence() -> None:
    with pytest.raises(KeyError):
        summarise(Fact(subject="owner", attribute="shoe_colour", value="red"), "en")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_sentence_of_every_fact_that_is_read_is_valid(language: str) -> None:
    reader = RuleExtractor()
    for said, _ in cases(f"told.{language}.txt"):
        for fact in reader.facts(turn(said)):
            assert check_summary(summarise(fact, language), fact, [said]).faults == ()


@pytest.mark.parametrize(
    ("summary", "fault"),
    [
        ("", "empty"),
        ("The owner lives\nin Leeds.", "one plain line"),
        ("The owner lives in Leeds since 2019.", "2019"),
        ("The owner lives in Leeds with Bob.", "Bob"),
        ("Bob lives in Leeds.", "same subject"),
        ("机主住在Leeds，房东叫王小明。", "王小明"),
        ("The owner lives in Leeds " + "x" * LONGEST_SUMMARY, "longer than"),
    ],
)
def test_what_the_evidence_does_not_have_is_refused(summary: str, fault: str) -> None:
    checked = check_summary(summary, LIVES, ["I live in Leeds."])
    assert not checked.valid and any(fault in each for each in checked.faults)
    assert checked.summary == summary


def test_a_number_and_a_name_of_the_evidence_are_allowed() -> None:
    fine = "The owner lives in Leeds with Bob since 2019."
    assert check_summary(fine, LIVES, ["I live in Leeds.", "with Bob, since 2019"]).valid


@given(name=st.sampled_from(sorted(ATTRIBUTES)), value=st.text("ab 北京3", min_size=1, max_size=30))
def test_every_row_makes_one_plain_line_in_both_languages(name: str, value: str) -> None:
    for negated in (False, True):
        fact = Fact(subject="Ana", attribute=f"{name}.x", value=value, negated=negated)
        for language in ("en", "zh"):
            sentence = summarise(fact, language)
            assert sentence.startswith("Ana") and "{" not in sentence
            assert " ".join(value.split()) in sentence
