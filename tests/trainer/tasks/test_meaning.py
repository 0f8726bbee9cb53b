"""What words can mean, and what they cannot."""

from __future__ import annotations

import pytest

from tandem_edge.bench.tasks.reading import Move
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tools import ToolCall
from tandem_trainer.tasks.meaning import meant

BRIGHTNESS = load_catalogue().spec("set_brightness")
assert BRIGHTNESS is not None
DESCRIPTION = BRIGHTNESS.description.en


def todo(text: str) -> list[Move]:
    return [
        Move("call", ToolCall(name="manage_todo", arguments={"action": "create", "text": text}))
    ]


def brightness(percent: int) -> list[Move]:
    return [Move("call", ToolCall(name="set_brightness", arguments={"percent": percent}))]


@pytest.mark.parametrize(
    ("said", "moves"),
    [
        ("put buying stamps on my to-do list", todo("buy stamps")),
        ("待办里加一条买邮票", todo("买邮票")),
        ("brightness to 40 percent", brightness(40)),
        ("screen at half brightness", brightness(50)),
    ],
)
def test_words_that_say_the_values_and_lead_to_the_tool_can_mean_the_call(
    said: str, moves: list[Move]
) -> None:
    assert meant(said, moves)


@pytest.mark.parametrize(
    ("said", "moves"),
    [
        ("put buying stamps on my to-do list", todo("water the ferns")),
        ("待办里加一条买邮票", todo("浇花")),
        ("brightness to 40 percent", brightness(70)),
        ("how is the weather in Galway tomorrow", brightness(40)),
        ("", todo("buy stamps")),
        ("设置屏幕亮度为百分比", brightness(100)),
        (f"{DESCRIPTION} 40", brightness(40)),
    ],
)
def test_words_that_say_something_else_cannot(said: str, moves: list[Move]) -> None:
    assert not meant(said, moves)


def test_several_calls_are_left_to_the_proofs() -> None:
    assert meant("do the usual", [*todo("buy stamps"), *brightness(40)])
