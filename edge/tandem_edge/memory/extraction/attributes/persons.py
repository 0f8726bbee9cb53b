"""Who somebody is, their body, and what they eat."""

from __future__ import annotations

from tandem_edge.memory.extraction.attributes.row import PERSONAL, SECRET, row

ROWS = (
    row("name", "is called {value}|is not called {value}", "叫{value}|不叫{value}", single=True),
    row("age", "is {value} years old|is not {value}", "{value}|不是{value}", single=True),
    row(
        "birthday",
        "has a birthday on {value}|has no birthday on {value}",
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
        "has the address {value}|no longer has the address {value}",
        "的地址是{value}|的地址不再是{value}",
        single=True,
    ),
    row(
        "job",
        "works as: {value}|no longer works as: {value}",
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
    row("studies", "studies {value}|does not study {value} any more", "学{value}|不再学{value}"),
    row("speaks", "speaks {value}|does not speak {value}", "会说{value}|不会说{value}"),
    row(
        "native_language",
        "has {value} as a mother tongue|does not have {value} as mother tongue",
        "的母语是{value}|的母语不是{value}",
        single=True,
    ),
    row("nickname", "goes by {value}|does not go by {value}", "的小名叫{value}|不叫{value}"),
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
        "has the phone number {value}|no longer has the number {value}",
        "的电话是{value}|的电话不再是{value}",
        single=True,
    ),
    row(
        "email",
        "has the email address {value}|no longer has the address {value}",
        "的邮箱是{value}|的邮箱不再是{value}",
        single=True,
    ),
    row(
        "code",
        "has this code for {thing}: {value}|no longer has this code for {thing}: {value}",
        "的{thing}密码是{value}|的{thing}密码不再是{value}",
        single=True,
        private=SECRET,
    ),
    *(
        row(
            name,
            "has the {thing} number {value}|no longer has the {thing} number {value}",
            "的{thing}号是{value}|的{thing}号不再是{value}",
            single=True,
            private=private,
        )
        for name, private in (
            ("number", PERSONAL),
            ("number.passport", SECRET),
            ("number.id_card", SECRET),
            ("number.social_security", SECRET),
        )
    ),
    row("marital_status", "is {value}|is not {value}", "{value}|不再{value}", single=True),
    # body and food
    row(
        "allergy",
        "is allergic to {value}|is not allergic to {value}",
        "对{value}过敏|对{value}不过敏",
    ),
    row(
        "diet",
        "has this diet: {value}|no longer has this diet: {value}",
        "的饮食是{value}|的饮食不再是{value}",
        single=True,
    ),
    row("does_not_eat", "does not eat {value}|does eat {value}", "不吃{value}|吃{value}"),
    row("does_not_drink", "does not drink {value}|does drink {value}", "不喝{value}|喝{value}"),
    row(
        "blood_type",
        "has blood type {value}|does not have blood type {value}",
        "的血型是{value}|的血型不是{value}",
        single=True,
    ),
    row("condition", "has {value}|does not have {value} any more", "有{value}|没有{value}"),
    row("medication", "takes {value}|does not take {value} any more", "吃{value}|不再吃{value}"),
)
