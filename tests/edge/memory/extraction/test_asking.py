"""What only asks or orders holds nothing to remember; what tells anything does."""

from __future__ import annotations

import pytest

from tandem_edge.memory.extraction.extractor import only_asks
from tests.edge.memory.extraction.saying import NOW


@pytest.mark.parametrize(
    "said",
    [
        "What time is it?",
        "Set an alarm for 7",
        "Hi, can you set an alarm for 7? Thanks",
        "Check if it is raining",
        "Wake me up at 7",
        "Do you remember my plate?",
        "现在几点",
        "定个7点的闹钟",
        "帮我定一个明天7点的闹钟",
        "你好，现在几点",
        "记得我的车牌吗",
        "给妈妈打电话",
    ],
)
def test_questions_and_orders_hold_nothing_to_remember(said: str) -> None:
    assert only_asks(said, NOW)


@pytest.mark.parametrize(
    "said",
    [
        "The gate code is 4471",
        "Who is my boss? My boss is Ana",
        "Book club is on Tuesdays",
        "Check-in is at 3",
        "Order number is 4471",
        "I might move to Leeds",
        "If it rains I take the bus",
        "He said he likes jazz",
        "查理住在伦敦",
        "把钥匙放在门垫下面了",
        "如果下雨我坐地铁",
        "remember that the gate is green",
        "Remember: set the oven to 200 for bread",
        "Please note: call the plumber before the painter",
        "记住后门的锁坏了",
        "记住，开会要用三号会议室",
        "别忘了买牛奶",
    ],
)
def test_what_tells_or_is_to_be_remembered_does(said: str) -> None:
    assert not only_asks(said, NOW)


@pytest.mark.parametrize(
    "said",
    [
        "no",
        "No.",
        "ok",
        "hmm never mind",
        "yes",
        "wait",
        "no thanks",
        "...",
        "👍",
        "not sure",
        "不对",
        "嗯",
        "嗯嗯，没事了",
        "好的",
        "算了",
        "是的",
        "不是",
        "知道了",
    ],
)
def test_a_mere_yes_or_no_holds_nothing_to_remember(said: str) -> None:
    assert only_asks(said, NOW)


@pytest.mark.parametrize(
    "said",
    [
        "no sugar in my coffee",
        "No, it's on Thursday",
        "Nope, she is from Rome",
        "Cool Runnings",
        "不对，是周四",
        "不要香菜",
        "没有车",
        "好丽友在二楼",
    ],
)
def test_what_says_more_than_no_does(said: str) -> None:
    assert not only_asks(said, NOW)
