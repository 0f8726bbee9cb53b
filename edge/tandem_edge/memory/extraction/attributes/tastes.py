"""What somebody likes, their habits and their things."""

from __future__ import annotations

from tandem_edge.memory.extraction.attributes.row import PLAIN, row

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
        "更喜欢{value}|不再更喜欢{value}",
        private=PLAIN,
    ),
    row(
        "favourite",
        "has as a favourite {thing}: {value}|no longer has as a favourite {thing}: {value}",
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
        "的习惯：{value}|不再有的习惯：{value}",
    ),
    row(
        "hobby",
        "has this hobby: {value}|no longer has this hobby: {value}",
        "的爱好是{value}|的爱好不再是{value}",
        private=PLAIN,
    ),
    row(
        "plays",
        "plays {value}|does not play {value} any more",
        "玩{value}|不再玩{value}",
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
        "gets to work by {value}|does not get to work by {value}",
        "上班的方式是{value}|上班的方式不再是{value}",
        single=True,
    ),
    row(
        "uses",
        "uses {value}|does not use {value} any more",
        "用{value}|不再用{value}",
        private=PLAIN,
    ),
    row("has", "has {value}|does not have {value}", "有{value}|没有{value}"),
    row(
        "car",
        "drives {value}|does not have {value} any more",
        "的车是{value}|不再有车：{value}",
        single=True,
    ),
    row(
        "phone",
        "has this phone: {value}|no longer has this phone: {value}",
        "的手机是{value}|的手机不再是{value}",
        single=True,
        private=PLAIN,
    ),
    row(
        "device",
        "has this {thing}: {value}|no longer has this {thing}: {value}",
        "的{thing}是{value}|的{thing}不再是{value}",
        single=True,
        private=PLAIN,
    ),
    row(
        "pet",
        "has a {thing}: {value}|no longer has a {thing}: {value}",
        "养的{thing}叫{value}|不再养{thing}：{value}",
    ),
    row(
        "kept_at",
        "keeps {thing} here: {value}|no longer keeps {thing} here: {value}",
        "的{thing}在{value}|的{thing}不在{value}",
        single=True,
    ),
    row(
        "parked_at",
        "has parked here: {value}|is no longer parked here: {value}",
        "的车停在{value}|的车不停在{value}",
        single=True,
    ),
    row(
        "place",
        "has this {thing}: {value}|no longer has this {thing}: {value}",
        "的{thing}在{value}|的{thing}不在{value}",
        single=True,
    ),
)
