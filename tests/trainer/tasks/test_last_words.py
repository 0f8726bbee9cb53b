"""A turn ends with words that say what was done or found, and nothing else."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.bench.agents.scripted import Follows
from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.reading import Draft, Move, Turn
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.planner.dialects import find_dialect
from tandem_shared.tasks import Capability, Checker, Dimension, Split
from tandem_shared.tools import Effect, ToolCall
from tandem_trainer.tasks.last_words import Told, Words, with_last_words, words
from tandem_trainer.tasks.making import built_of
from tandem_trainer.tasks.values import Speaker

Language = Literal["en", "zh"]
NOW = datetime(2026, 5, 4, 9, 30)


def built(said: str, *calls: ToolCall, language: Language = "en", number: int = 1) -> Built:
    reads = all(call.arguments.get("action") == "query" for call in calls)
    draft = Draft(
        "single_words",
        Dimension.TOOL,
        Split.TRAIN,
        Capability.GROUNDING,
        Checker.CALLS if reads else Checker.STATE,
        1,
        language,
        number,
        "words:1",
        seed=3,
        turns=[Turn(said, [Move("call", call) for call in calls])],
    )
    return built_of([draft])[0]


def last(of: Built) -> str:
    return with_last_words(of).plan.steps[-1].text


def speaking(language: Language, seed: int = 0) -> Words:
    return Words(Speaker(language, NOW, words()["choices"]), Random(seed))


def calling(name: str, **arguments: object) -> ToolCall:
    return ToolCall.model_validate({"name": name, "arguments": arguments})


def test_what_was_set_is_said_with_its_own_values_in_the_request_s_language() -> None:
    alarm = calling("manage_alarm", action="create", time="7:00 tomorrow")
    english = last(built("wake me at 7 tomorrow", alarm))
    assert "7:00 tomorrow" in english and "larm" in english
    wecker = calling("manage_alarm", action="create", time="明天早上7点")
    chinese = last(built("明天早上7点叫我", wecker, language="zh"))
    assert "明天7:00" in chinese and "闹钟" in chinese


def test_the_words_change_nothing_of_what_is_checked() -> None:
    one = built("screen to 40 percent", calling("set_brightness", percent=40))
    spoken = with_last_words(one)
    assert "40" in spoken.plan.steps[-1].text
    assert spoken.task == one.task
    assert [step.calls for step in spoken.plan.steps] == [step.calls for step in one.plan.steps]
    made = attempt(one.task, Follows(spoken.plan), find_dialect("signatures"))
    assert check(one.task, made).passed
    assert made.turns[-1].text == spoken.plan.steps[-1].text


def test_the_same_task_gets_the_same_words_and_tasks_get_different_ones() -> None:
    bright = calling("set_brightness", percent=40)
    said = [last(built("screen to 40 percent", bright, number=number)) for number in range(1, 7)]
    again = [last(built("screen to 40 percent", bright, number=number)) for number in range(1, 7)]
    assert said == again and len(set(said)) > 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_tool_has_words_for_every_action_without_a_slot_left_open(language: Language) -> None:
    speaker = speaking(language)
    for spec in load_catalogue().specs:
        assert spec.name in words()["things"]
        for action in spec.actions:
            call = calling(spec.name, **({"action": action} if len(spec.actions) > 1 else {}))
            for data in ({}, {"changed": False}, {"name": "Rex", "changed": True}):
                said = speaker.sentence(Told(call, data, spec.effect_of(call.arguments)))
                assert said and not set("{}") & set(said), (spec.name, action, said)


def test_every_word_of_the_file_belongs_to_a_tool_and_an_action_that_there_is() -> None:
    catalogue = load_catalogue()
    beside = {"save_memory", "replace_memory", "forget_memory", "delegate_task"}
    for name in {*words()["things"], *words()["own"]} - beside:
        tool, _, action = name.partition(".")
        spec = catalogue.spec(tool)
        assert spec is not None and (not action or action in spec.actions), name


def test_a_value_that_looks_like_a_slot_is_said_as_it_is() -> None:
    call = calling("manage_note", action="create", text="fill in {name} and {items}")
    told = Told(call, {"text": "fill in {name} and {items}", "name": "Rex"}, Effect.WRITE)
    assert "fill in {name} and {items}" in speaking("en").sentence(told)


def test_what_was_so_already_is_not_said_to_be_done() -> None:
    call = calling("manage_wifi", action="enable")
    told = Told(call, {"enabled": True, "changed": False}, Effect.WRITE)
    assert "already" in speaking("en").sentence(told)
    assert "已开启" not in speaking("zh").sentence(told)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_list_is_told_by_its_items_and_an_empty_one_as_empty(language: Language) -> None:
    call = calling("manage_todo", action="query")
    full = Told(call, {"todos": [{"text": "Mend bike"}, {"text": "买牛奶"}]}, Effect.READ)
    said = speaking(language).sentence(full)
    assert "Mend bike" in said and "买牛奶" in said
    nothing = speaking(language).sentence(Told(call, {"todos": []}, Effect.READ))
    assert any(word in nothing for word in ("nothing", "没"))


def test_a_long_list_is_not_passed_off_as_all_there_is() -> None:
    call = calling("manage_todo", action="query")
    many = Told(call, {"todos": [{"text": f"errand {n}"} for n in range(5)]}, Effect.READ)
    cut = Told(call, {"todos": [{"text": "errand 0"}, "… 4 more"]}, Effect.READ)
    for told in (many, cut):
        assert "errand 0" in speaking("en").sentence(told)
        assert "and more" in speaking("en").sentence(told)
        assert "等" in speaking("zh").sentence(told)


def test_a_call_that_failed_is_not_spoken_of() -> None:
    one = built("screen to 40 percent", calling("set_brightness", percent=40))
    wrong = calling("manage_alarm", action="delete", label="no such alarm at all")
    first = one.plan.steps[0].model_copy(update={"calls": (wrong,)})
    plan = one.plan.model_copy(update={"steps": (first, *one.plan.steps[1:])})
    assert last(Built(one.task, plan)) == ""


@given(st.text(max_size=200), st.sampled_from(["en", "zh"]))
def test_any_text_is_said_as_it_is_or_not_at_all_or_as_a_code(text: str, language: str) -> None:
    said = Speaker(language, NOW, {}).value(text)
    assert said in ("", text.strip(), text.strip().replace("_", " ")) or text.strip()[:1].isdigit()


@pytest.mark.parametrize(
    ("value", "english", "chinese"),
    [
        ("2026-05-05T07:00", "7:00 tomorrow", "明天7:00"),
        ("2026-05-09T18:05", "18:05 on Saturday", "周六18:05"),
        ("2026-08-20", "20 August", "8月20日"),
        ("2027-01-01", "1 January 2027", "2027年1月1日"),
        ("40 minutes", "40 minutes", "40分钟"),
        (402.336, "402.336", "402.336"),
        (True, "", ""),
        ("living_room", "living room", ""),
    ],
)
def test_values_are_said_as_people_say_them(value: object, english: str, chinese: str) -> None:
    said = [Speaker(language, NOW, {}).value(value) for language in ("en", "zh")]  # type: ignore[arg-type]
    assert said == [english, chinese]
