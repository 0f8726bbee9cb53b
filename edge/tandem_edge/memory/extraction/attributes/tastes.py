"""What somebody likes, their habits and their things."""

from __future__ import annotations

from tandem_edge.memory.extraction.attributes.row import PLAIN, row
from tandem_edge.memory.extraction.people import PETS

ROWS = (
    row(
        "likes",
        "likes {value}|does not like {value} any more",
        "喜欢{value}|不再喜欢{value}",
        private=PLAIN,
    ),
    row(
        "dislikes",
        "does not like {value}|no longer minds {value}",
        "不喜欢{value}|不再讨厌{value}",
        private=PLAIN,
    ),
    row(
        "prefers",
        "prefers {value}|no longer prefers {value}",
        "更喜欢{value}|不再偏爱{value}",
        private=PLAIN,
    ),
    row(
        "favourite",
        "'s favourite {thing} is {value}|'s favourite {thing} is no longer {value}",
        "最喜欢的{thing}是{value}|最喜欢的{thing}不再是{value}",
        single=True,
        private=PLAIN,
    ),
    row(
        "supports",
        "supports {value}|does not support {value}",
        "支持{value}|不支持{value}",
        single=True,
        private=PLAIN,
    ),
    # habits and things
    row(
        "habit",
        "has this habit: {value}|no longer has this habit: {value}",
        "的习惯：{value}|不再有这个习惯：{value}",
    ),
    row(
        "hobby",
        "'s hobbies include {value}|'s hobbies no longer include {value}",
        "的爱好有{value}|的爱好不再有{value}",
        private=PLAIN,
    ),
    row(
        "plays",
        "plays {value}|does not play {value} any more",
        "会{value}|不再练{value}",
        private=PLAIN,
    ),
    row(
        "wakes_at",
        "gets up at {value}|does not get up at {value}",
        "{value}起床|不再{value}起床",
        single=True,
    ),
    row(
        "sleeps_at",
        "goes to bed at {value}|does not go to bed at {value}",
        "{value}睡觉|不再{value}睡觉",
        single=True,
    ),
    row(
        "commute",
        "takes the {value} to work|no longer takes the {value} to work",
        "{value}上班|不再{value}上班",
        single=True,
    ),
    row(
        "uses",
        "uses {value}|does not use {value} any more",
        "用{value}|不再用{value}",
        private=PLAIN,
    ),
    row("has", "has {a}{value}|does not have {a}{value} any more", "有{value}|不再有{value}"),
    row(
        "car",
        "drives {a}{value}|does not drive {a}{value} any more",
        "开{value}|不再开{value}",
        single=True,
    ),
    row(
        "phone",
        "'s phone is {a}{value}|'s phone is no longer {a}{value}",
        "的手机是{value}|的手机不再是{value}",
        single=True,
        private=PLAIN,
    ),
    row(
        "device",
        "'s {thing} is {a}{value}|'s {thing} is no longer {a}{value}",
        "的{thing}是{value}|的{thing}不再是{value}",
        single=True,
        private=PLAIN,
    ),
    row(
        "pet",
        "has {a}{value} as a pet|no longer has {a}{value} as a pet",
        "养{value}|不再养{value}",
    ),
    row(
        "kept_at",
        "keeps the {thing} {value}|no longer keeps the {thing} {value}",
        "的{thing}在{value}|的{thing}不在{value}",
        single=True,
    ),
    row(
        "parked_at",
        "'s car is parked here: {value}|'s car is no longer parked here: {value}",
        "的车停在{value}|的车不停在{value}",
        single=True,
    ),
    row(
        "place",
        "'s {thing} is {value}|'s {thing} is no longer {value}",
        "的{thing}在{value}|的{thing}不在{value}",
        single=True,
    ),
)


DOTTED = tuple(
    row(
        f"pet.{animal.name}",
        f"has a {animal.name} called {{value}}|no longer has the {animal.name} {{value}}",
        f"养的{animal.zh[0]}叫{{value}}|不再养叫{{value}}的{animal.zh[0]}",
    )
    for animal in PETS
)
"""Animals by their names."""
