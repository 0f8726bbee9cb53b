"""Every attribute that facts may have: one table, the same for both languages.

An attribute with a dot (``favourite.film``) has the row of its part before the dot. ``en`` and
``zh`` are what a summary says after the subject; the second of each is for an attribute that has
ended or was denied.
"""

from __future__ import annotations

from dataclasses import dataclass

from tandem_edge.memory.extraction.people import PETS, RELATIONS
from tandem_shared.memory import Sensitivity

PLAIN, PERSONAL, SECRET = Sensitivity.PLAIN, Sensitivity.PERSONAL, Sensitivity.SECRET


@dataclass(frozen=True, slots=True)
class Attribute:
    """What is known of an attribute; ``single``: of one subject only one value holds at a time.

    In the sentences ``{value}`` is the value and ``{thing}`` what stands after the dot.
    """

    name: str
    single: bool
    sensitivity: Sensitivity
    en: tuple[str, str]
    zh: tuple[str, str]
    standing: bool = False


def _row(
    name: str,
    en: str,
    zh: str,
    *,
    single: bool = False,
    private: Sensitivity = PERSONAL,
    standing: bool = False,
) -> Attribute:
    """``en`` and ``zh`` are the sentence, a bar, and the sentence of what is not (any more)."""
    yes_en, no_en = en.split("|")
    yes_zh, no_zh = zh.split("|")
    return Attribute(name, single, private, (yes_en, no_en), (yes_zh, no_zh), standing)


_ROWS = (
    # who somebody is
    _row("name", "is called {value}|is not called {value}", "叫{value}|不叫{value}", single=True),
    _row("age", "is {value} years old|is not {value}", "{value}|不是{value}", single=True),
    _row(
        "birthday",
        "has a birthday on {value}|has no birthday on {value}",
        "的生日是{value}|的生日不是{value}",
        single=True,
    ),
    _row(
        "hometown",
        "comes from {value}|does not come from {value}",
        "是{value}人|不是{value}人",
        single=True,
    ),
    _row(
        "lives_in",
        "lives in {value}|does not live in {value} any more",
        "住在{value}|不再住在{value}",
        single=True,
    ),
    _row(
        "address",
        "has the address {value}|no longer has the address {value}",
        "的地址是{value}|的地址不再是{value}",
        single=True,
    ),
    _row(
        "job",
        "works as: {value}|no longer works as: {value}",
        "的职业是{value}|不再做{value}",
        single=True,
    ),
    _row(
        "works_at",
        "works at {value}|does not work at {value} any more",
        "在{value}工作|不再在{value}工作",
        single=True,
    ),
    _row(
        "works_in",
        "works in {value}|does not work in {value} any more",
        "在{value}工作|不再在{value}工作",
        single=True,
    ),
    _row(
        "studies_at",
        "studies at {value}|does not study at {value} any more",
        "在{value}读书|不再在{value}读书",
        single=True,
    ),
    _row(
        "studied_at",
        "studied at {value}|did not study at {value}",
        "毕业于{value}|不是{value}毕业的",
    ),
    _row("studies", "studies {value}|does not study {value} any more", "学{value}|不再学{value}"),
    _row("speaks", "speaks {value}|does not speak {value}", "会说{value}|不会说{value}"),
    _row(
        "native_language",
        "has {value} as a mother tongue|does not have {value} as mother tongue",
        "的母语是{value}|的母语不是{value}",
        single=True,
    ),
    _row("nickname", "goes by {value}|does not go by {value}", "的小名叫{value}|不叫{value}"),
    _row(
        "height", "is {value} tall|is not {value} tall", "身高{value}|身高不是{value}", single=True
    ),
    _row(
        "weight",
        "weighs {value}|does not weigh {value}",
        "体重{value}|体重不是{value}",
        single=True,
    ),
    _row(
        "size",
        "takes {thing} size {value}|does not take {thing} size {value}",
        "的{thing}码是{value}|的{thing}码不是{value}",
        single=True,
    ),
    _row(
        "phone_number",
        "has the phone number {value}|no longer has the number {value}",
        "的电话是{value}|的电话不再是{value}",
        single=True,
    ),
    _row(
        "email",
        "has the email address {value}|no longer has the address {value}",
        "的邮箱是{value}|的邮箱不再是{value}",
        single=True,
    ),
    _row(
        "code",
        "has this code for {thing}: {value}|no longer has this code for {thing}: {value}",
        "的{thing}密码是{value}|的{thing}密码不再是{value}",
        single=True,
        private=SECRET,
    ),
    _row("marital_status", "is {value}|is not {value}", "{value}|不再{value}", single=True),
    # body and food
    _row(
        "allergy",
        "is allergic to {value}|is not allergic to {value}",
        "对{value}过敏|对{value}不过敏",
    ),
    _row(
        "diet",
        "has this diet: {value}|no longer has this diet: {value}",
        "的饮食是{value}|的饮食不再是{value}",
        single=True,
    ),
    _row("does_not_eat", "does not eat {value}|does eat {value}", "不吃{value}|吃{value}"),
    _row("does_not_drink", "does not drink {value}|does drink {value}", "不喝{value}|喝{value}"),
    _row(
        "blood_type",
        "has blood type {value}|does not have blood type {value}",
        "的血型是{value}|的血型不是{value}",
        single=True,
    ),
    _row("condition", "has {value}|does not have {value} any more", "有{value}|没有{value}"),
    _row("medication", "takes {value}|does not take {value} any more", "吃{value}|不再吃{value}"),
    # what somebody likes
    _row(
        "likes",
        "likes {value}|does not like {value} any more",
        "喜欢{value}|不再喜欢{value}",
        private=PLAIN,
    ),
    _row(
        "dislikes",
        "does not like {value}|no longer minds {value}",
        "不喜欢{value}|不再讨厌{value}",
        private=PLAIN,
    ),
    _row(
        "prefers",
        "prefers {value}|no longer prefers {value}",
        "更喜欢{value}|不再更喜欢{value}",
        private=PLAIN,
    ),
    _row(
        "favourite",
        "has as a favourite {thing}: {value}|no longer has as a favourite {thing}: {value}",
        "最喜欢的{thing}是{value}|最喜欢的{thing}不再是{value}",
        single=True,
        private=PLAIN,
    ),
    _row(
        "supports",
        "supports {value}|does not support {value}",
        "支持{value}|不支持{value}",
        single=True,
        private=PLAIN,
    ),
    # habits and things
    _row(
        "habit",
        "has this habit: {value}|no longer has this habit: {value}",
        "的习惯：{value}|不再有的习惯：{value}",
    ),
    _row(
        "hobby",
        "has this hobby: {value}|no longer has this hobby: {value}",
        "的爱好是{value}|的爱好不再是{value}",
        private=PLAIN,
    ),
    _row(
        "plays",
        "plays {value}|does not play {value} any more",
        "玩{value}|不再玩{value}",
        private=PLAIN,
    ),
    _row(
        "wakes_at",
        "gets up at {value}|does not get up at {value}",
        "{value}起床|不再{value}起床",
        single=True,
    ),
    _row(
        "sleeps_at",
        "goes to bed at {value}|does not go to bed at {value}",
        "{value}睡觉|不再{value}睡觉",
        single=True,
    ),
    _row(
        "commute",
        "gets to work by {value}|does not get to work by {value}",
        "上班的方式是{value}|上班的方式不再是{value}",
        single=True,
    ),
    _row("has", "has {value}|does not have {value}", "有{value}|没有{value}"),
    _row(
        "car",
        "drives {value}|does not have {value} any more",
        "的车是{value}|不再有车：{value}",
        single=True,
    ),
    _row(
        "phone",
        "has this phone: {value}|no longer has this phone: {value}",
        "的手机是{value}|的手机不再是{value}",
        single=True,
        private=PLAIN,
    ),
    _row(
        "device",
        "has this {thing}: {value}|no longer has this {thing}: {value}",
        "的{thing}是{value}|的{thing}不再是{value}",
        single=True,
        private=PLAIN,
    ),
    _row(
        "pet",
        "has a {thing}: {value}|no longer has a {thing}: {value}",
        "养的{thing}叫{value}|不再养{thing}：{value}",
    ),
    _row(
        "kept_at",
        "keeps {thing} here: {value}|no longer keeps {thing} here: {value}",
        "的{thing}在{value}|的{thing}不在{value}",
        single=True,
    ),
    _row(
        "parked_at",
        "has parked here: {value}|is no longer parked here: {value}",
        "的车停在{value}|的车不停在{value}",
        single=True,
    ),
    _row(
        "place",
        "has this {thing}: {value}|no longer has this {thing}: {value}",
        "的{thing}在{value}|的{thing}不在{value}",
        single=True,
    ),
    # what happens
    _row(
        "date",
        "has this date for {thing}: {value}|no longer has this date for {thing}: {value}",
        "的{thing}在{value}|的{thing}不在{value}",
        single=True,
    ),
    _row("plan", "plans: {value}|no longer plans: {value}", "打算{value}|不再打算{value}"),
    _row("did", "told: {value}|did not: {value}", "说过：{value}|没有：{value}"),
    # what is always to be done
    _row(
        "always",
        "wants always: {value}|no longer wants: {value}",
        "要求始终：{value}|不再要求：{value}",
        private=PLAIN,
        standing=True,
    ),
    _row(
        "never",
        "wants never: {value}|no longer forbids: {value}",
        "要求不要：{value}|不再禁止：{value}",
        private=PLAIN,
        standing=True,
    ),
    _row(
        "app_for",
        "wants {value} for {thing}|no longer wants {value} for {thing}",
        "要用{value}来{thing}|不再用{value}来{thing}",
        single=True,
        private=PLAIN,
        standing=True,
    ),
    _row(
        "call_me",
        "wants to be called {value}|does not want to be called {value}",
        "希望被称为{value}|不希望被称为{value}",
        single=True,
        standing=True,
    ),
    _row(
        "reply_language",
        "wants answers in {value}|does not want answers in {value}",
        "要求用{value}回答|不要用{value}回答",
        single=True,
        private=PLAIN,
        standing=True,
    ),
)


def _relation_row(name: str, single: bool, zh: str) -> Attribute:
    shown = name.replace("_", " ")
    en = f"has as {shown}: {{value}}|no longer has as {shown}: {{value}}"
    return _row(name, en, f"的{zh}是{{value}}|的{zh}不再是{{value}}", single=single)


ATTRIBUTES: dict[str, Attribute] = {row.name: row for row in _ROWS}
ATTRIBUTES |= {
    each.name: _relation_row(
        each.name, each.single, each.zh[0] if each.name != "partner" else "伴侣"
    )
    for each in RELATIONS
}
"""Every row, by its name."""
ANIMALS = frozenset(each.name for each in PETS)


def attribute_of(name: str) -> Attribute | None:
    """The row of ``name``, or of its part before the dot; ``None`` of an unknown one."""
    return ATTRIBUTES.get(name) or ATTRIBUTES.get(name.partition(".")[0])
