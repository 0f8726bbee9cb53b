"""Who somebody is, their body, and what they eat."""

from __future__ import annotations

from tandem_edge.memory.extraction.attributes.row import PERSONAL, SECRET, Attribute, row
from tandem_shared.memory import Sensitivity


def _number(name: str, private: Sensitivity) -> Attribute:
    """What a thing of somebody's is known by: the same words, more or less secret."""
    return row(
        name,
        "'s {thing} number is {value}|'s {thing} number is no longer {value}",
        "的{thing}号是{value}|的{thing}号不再是{value}",
        single=True,
        private=private,
    )


DOTTED = tuple(
    _number(f"number.{thing}", SECRET) for thing in ("passport", "id_card", "social_security")
)
ROWS = (
    row("name", "is called {value}|is not called {value}", "叫{value}|不叫{value}", single=True),
    row("age", "is {value} years old|is not {value} years old", "{value}|不是{value}", single=True),
    row(
        "birthday",
        "'s birthday is {value}|'s birthday is not {value}",
        "的生日是{value}|的生日不是{value}",
        single=True,
    ),
    row(
        "hometown",
        "comes from {value}|does not come from {value}",
        "是{value}人|不是{value}人",
        single=True,
    ),
    row(
        "lives_in",
        "lives in {value}|does not live in {value} any more",
        "住在{value}|不再住在{value}",
        single=True,
    ),
    row(
        "address",
        "'s address is {value}|'s address is no longer {value}",
        "的地址是{value}|的地址不再是{value}",
        single=True,
    ),
    row(
        "job",
        "works as {a}{value}|no longer works as {a}{value}",
        "的职业是{value}|不再做{value}",
        single=True,
    ),
    row(
        "works_at",
        "works at {value}|does not work at {value} any more",
        "在{value}工作|不再在{value}工作",
        single=True,
    ),
    row(
        "works_in",
        "works in {value}|does not work in {value} any more",
        "在{value}工作|不再在{value}工作",
        single=True,
    ),
    row(
        "studies_at",
        "studies at {value}|does not study at {value} any more",
        "在{value}读书|不再在{value}读书",
        single=True,
    ),
    row(
        "studied_at",
        "studied at {value}|did not study at {value}",
        "毕业于{value}|不是{value}毕业的",
    ),
    row("teaches", "teaches {value}|does not teach {value} any more", "教{value}|不再教{value}"),
    row("runs", "runs {a}{value}|does not run {a}{value} any more", "开{value}|不再开{value}"),
    row(
        "school_year",
        "is in {value}|is not in {value} any more",
        "上{value}|不再上{value}",
        single=True,
    ),
    row("studies", "studies {value}|does not study {value} any more", "学{value}|不再学{value}"),
    row("speaks", "speaks {value}|does not speak {value}", "会说{value}|不会说{value}"),
    row(
        "native_language",
        "'s mother tongue is {value}|'s mother tongue is not {value}",
        "的母语是{value}|的母语不是{value}",
        single=True,
    ),
    row("nickname", "goes by {value}|does not go by {value}", "又叫{value}|不再叫{value}"),
    row(
        "height", "is {value} tall|is not {value} tall", "身高{value}|身高不是{value}", single=True
    ),
    row(
        "weight",
        "weighs {value}|does not weigh {value}",
        "体重{value}|体重不是{value}",
        single=True,
    ),
    row(
        "size",
        "takes {thing} size {value}|does not take {thing} size {value}",
        "的{thing}码是{value}|的{thing}码不是{value}",
        single=True,
    ),
    row(
        "phone_number",
        "'s phone number is {value}|'s phone number is no longer {value}",
        "的电话是{value}|的电话不再是{value}",
        single=True,
    ),
    row(
        "email",
        "'s email address is {value}|'s email address is no longer {value}",
        "的邮箱是{value}|的邮箱不再是{value}",
        single=True,
    ),
    row(
        "code",
        "'s {thing} code is {value}|'s {thing} code is no longer {value}",
        "的{thing}密码是{value}|的{thing}密码不再是{value}",
        single=True,
        private=SECRET,
    ),
    _number("number", PERSONAL),
    row(
        "marital_status",
        "is {value}|is not {value}",
        "的婚姻状况是{value}|的婚姻状况不再是{value}",
        single=True,
    ),
    # body and food
    row(
        "allergy",
        "is allergic to {value}|is not allergic to {value}",
        "对{value}过敏|对{value}不过敏",
    ),
    row(
        "diet",
        "'s diet is {value}|'s diet is no longer {value}",
        "的饮食习惯是{value}|的饮食习惯不再是{value}",
        single=True,
    ),
    row("does_not_eat", "does not eat {value}|eats {value}", "不吃{value}|吃{value}"),
    row("does_not_drink", "does not drink {value}|drinks {value}", "不喝{value}|喝{value}"),
    row(
        "blood_type",
        "has blood type {value}|does not have blood type {value}",
        "的血型是{value}|的血型不是{value}",
        single=True,
    ),
    row(
        "condition",
        "has {value}|does not have {value} any more",
        "有{value}|不再有{value}",
        private=SECRET,
    ),
    row(
        "medication",
        "takes {value}|does not take {value} any more",
        "在吃{value}|不再吃{value}",
        private=SECRET,
    ),
    row(
        "dose",
        "takes {value} of {thing}|no longer takes {value} of {thing}",
        "吃{value}{thing}|不再吃{value}{thing}",
        single=True,
        private=SECRET,
    ),
)
