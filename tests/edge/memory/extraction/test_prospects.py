"""What the owner wants to be reminded of, and when."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.memory.extraction.prospects import RuleProspector
from tandem_shared.memory import Origin
from tests.edge.memory.extraction.saying import turn

READER = RuleProspector()
CASES: list[tuple[str, str, dict[str, Any]]] = [
    ("Remind me to call Ana at 5pm", "call Ana", {"time": "2026-03-10T17:00:00+08:00"}),
    (
        "Remind me tomorrow to water the plants",
        "water the plants",
        {"time": "2026-03-11T09:00:00+08:00"},
    ),
    (
        "Remind me in 20 minutes to check the oven",
        "check the oven",
        {"time": "2026-03-10T09:20:00+08:00"},
    ),
    ("When I get home, remind me to feed the cat", "feed the cat", {"place": "home"}),
    (
        "Remind me to ask about the invoice next time I talk to Karen",
        "ask about the invoice",
        {"contact": "Karen"},
    ),
    ("When Ana calls remind me to ask about the keys", "ask about the keys", {"contact": "Ana"}),
    ("Next time I open WeChat remind me to reply to Li", "reply to Li", {"app": "WeChat"}),
    ("Remind me to take my pills before bed", "take my pills", {"event": "before bed"}),
    (
        "Don't let me forget to buy milk when I leave work",
        "buy milk",
        {"event": "when I leave work"},
    ),
    (
        "Remind me to pay rent every month on the 1st",
        "pay rent",
        {"recurrence": "FREQ=MONTHLY;BYMONTHDAY=1"},
    ),
    (
        "Every Monday at 8am remind me to take out the bins",
        "take out the bins",
        {"recurrence": "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0"},
    ),
    ("明天下午三点提醒我给安安打电话", "给安安打电话", {"time": "2026-03-11T15:00:00+08:00"}),
    ("提醒我明天带伞", "带伞", {"time": "2026-03-11T09:00:00+08:00"}),
    ("半小时后提醒我关火", "关火", {"time": "2026-03-10T09:30:00+08:00"}),
    ("到家的时候提醒我喂猫", "喂猫", {"place": "家"}),
    ("下次见到王总提醒我要合同", "要合同", {"contact": "王总"}),
    ("小李打电话来的时候提醒我问钥匙的事", "问钥匙的事", {"contact": "小李"}),
    ("打开微信的时候提醒我回小李", "回小李", {"app": "微信"}),
    ("睡觉之前提醒我吃药", "吃药", {"event": "睡觉之前"}),
    ("每月15号提醒我还信用卡", "还信用卡", {"recurrence": "FREQ=MONTHLY;BYMONTHDAY=15"}),
    (
        "每周三晚上八点提醒我倒垃圾",
        "倒垃圾",
        {"recurrence": "FREQ=WEEKLY;BYDAY=WE;BYHOUR=20;BYMINUTE=0"},
    ),
    ("每年农历八月十五提醒我给爸妈打电话", "给爸妈打电话", {"recurrence": "LUNAR:08-15"}),
]


@pytest.mark.parametrize(("said", "what", "when"), CASES, ids=[row[0] for row in CASES])
def test_a_reminder_is_what_and_when(said: str, what: str, when: dict[str, Any]) -> None:
    (found,) = READER.prospects(turn(said))
    assert found.summary == what
    assert found.activation.model_dump(mode="json", exclude_none=True) == when


@pytest.mark.parametrize(
    "said",
    ["remind me to breathe", "I reminded him yesterday", "提醒我", "他提醒我带伞了", "I like tea"],
)
def test_without_a_condition_or_a_wish_there_is_nothing_to_be_reminded_of(said: str) -> None:
    assert READER.prospects(turn(said)) == ()


@pytest.mark.parametrize("origin", [each for each in Origin if each is not Origin.OWNER])
def test_only_the_owner_can_ask_to_be_reminded(origin: Origin) -> None:
    assert READER.prospects(turn("Remind me to call Ana at 5pm", origin=origin)) == ()


WORDS = st.sampled_from(
    (
        "remind me to when I get home at 5 pm every Monday 提醒我 每周 三 五点 到家 "
        "的时候 打开 每年 农历 八月 十五 31 号 next time"
    ).split(" ")
)


@settings(max_examples=200, deadline=None)
@given(parts=st.lists(WORDS, min_size=1, max_size=12), joint=st.sampled_from(["", " "]))
def test_any_words_give_a_valid_reminder_or_none(parts: list[str], joint: str) -> None:
    for found in READER.prospects(turn(joint.join(parts))):
        assert found.summary
