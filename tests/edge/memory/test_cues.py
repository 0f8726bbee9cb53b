"""When a request is about memory, so that memory's tools are on offer whatever else it says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.bench.tasks.reading import all_drafts
from tandem_edge.memory.cues import is_about_memory
from tandem_shared.tasks import Dimension, Split

WRITES = frozenset({"remember", "replace", "forget"})


@pytest.mark.parametrize(
    "said",
    [
        "change what you remember about my doctor",
        "forget my old address",
        "what do you know about my sister?",
        "did I tell you my blood type?",
        "you've got my size wrong",
        "You can scrap what I told you about the gym",
        "you're wrong about my birthday",
        "你记错了，我现在住在杭州",
        "以前那个地址不用记了",
        "你还记得我妹妹住哪儿吗",
        "我跟你说过我的血型吗",
        "记一下我对花生过敏",
        "我换工作了，把你记的改一下",
        "Who was my flatmate before Kwame?",
        "在小李之前我的室友是谁？",
    ],
)
def test_talk_of_memory_is_understood_in_both_languages(said: str) -> None:
    assert is_about_memory(said)


@pytest.mark.parametrize(
    "said",
    [
        "turn on bluetooth",
        "打开蓝牙",
        "Text Mira that I am late",
        "明天七点叫我起床",
        "Play some jazz",
        "",
    ],
)
def test_other_requests_are_not_taken_for_it(said: str) -> None:
    assert not is_about_memory(said)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_most_requests_that_change_memory_are_found_and_few_others(language: str) -> None:
    drafts = [each for each in all_drafts(Split.TEST) if each.language == language]
    turns = [(each.dimension, turn) for each in drafts for turn in each.turns]
    asked = [
        is_about_memory(turn.said)
        for dimension, turn in turns
        if dimension is Dimension.MEMORY and any(move.kind in WRITES for move in turn.moves)
    ]
    others = [is_about_memory(turn.said) for dim, turn in turns if dim is Dimension.TOOL]
    assert sum(asked) >= 0.75 * len(asked) and sum(others) <= 0.12 * len(others)


@given(st.text(max_size=300))
def test_any_text_will_do(said: str) -> None:
    assert is_about_memory(said) in (True, False)
