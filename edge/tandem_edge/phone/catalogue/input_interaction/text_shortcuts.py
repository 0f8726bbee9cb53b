"""Text shortcuts: a few letters that the keyboard turns into a whole phrase."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    field,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import fold, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy


@dataclass(frozen=True, slots=True)
class TextShortcut:
    """Typing ``shortcut`` gives ``text``; no two shortcuts are the same."""

    shortcut: str
    text: str


TEXT_SHORTCUTS = Table("text_shortcuts", TextShortcut, prefix="text_shortcut")


@tool(
    domain=Domain.INPUT_INTERACTION,
    en="typing shortcuts expanding into phrases: create, change, delete, look up",
    zh="快捷短语：打缩写自动变成整句，可新建、修改、删除、查询",
    cues_en="text replacement shortcut abbreviation snippet expand expands into when I type "
    "autotext personal dictionary stands for email address signature",
    cues_zh="快捷短语 缩写 自动替换 自定义短语 打这个就出 常用语 简写 一打就变成 代表什么 词典",
    arguments=[
        action("create", "update", "delete", "query"),
        text(
            "shortcut",
            "the letters typed",
            "缩写",
            max_length=30,
            example="omw",
            required=("create", "update", "delete"),
        ),
        text(
            "text",
            "the phrase it becomes, or words in it",
            "替换成的文字，或其中的字",
            max_length=500,
            example="On my way!",
            required=("create", "update"),
        ),
        record_id("shortcut_id", "text_shortcut3"),
    ],
    results=[
        field("shortcut_id", "string"),
        field("shortcut", "string", privacy=Privacy.MESSAGE),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("previous_text", "string", privacy=Privacy.MESSAGE),
        field("changed", "boolean"),
        field("shortcuts", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "create": Effect.WRITE,
        "update": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("unlocked", code="locked")],
    errors=["already_exists", "not_found"],
    inverses={
        "create": undone_by(
            "manage_text_shortcut",
            action="delete",
            shortcut="$result.shortcut",
            shortcut_id="$result.shortcut_id",
        ),
        "update": undone_by(
            "manage_text_shortcut",
            action="update",
            shortcut="$result.shortcut",
            shortcut_id="$result.shortcut_id",
            text="$result.previous_text",
        ),
        "delete": undone_by(
            "manage_text_shortcut",
            action="create",
            shortcut="$result.shortcut",
            text="$result.text",
        ),
    },
    mechanism=Mechanism.UI,
)
def manage_text_shortcut(
    store: Store, action: str, shortcut: str | None, text: str | None, shortcut_id: str | None
) -> dict[str, JsonValue]:
    """Make, change, delete or look up shortcuts; case makes no difference to them."""
    rows = store.all(TEXT_SHORTCUTS)
    if action == "query":
        found = [(key, row) for key, row in rows.items() if _fits(row, shortcut, text)]
        return {"shortcuts": [_view(key, row) for key, row in found]}
    wanted = fold(str(shortcut))
    same = [(key, row) for key, row in rows.items() if fold(row.shortcut) == wanted]
    if action == "create":
        if same:
            there = same[0][1]
            raise ToolFailure("already_exists", f"{there.shortcut} stands for {there.text:.40}")
        made = TextShortcut(str(shortcut), str(text))
        return _view(store.add(TEXT_SHORTCUTS, made), made) | {"changed": True}
    if shortcut_id in rows:
        same = [(str(shortcut_id), rows[str(shortcut_id)])]
    key, before = the_one(same, "shortcut", lambda row: row.shortcut)
    if action == "delete":
        return _view(key, store.remove(TEXT_SHORTCUTS, key)) | {"changed": True}
    after = store.update(TEXT_SHORTCUTS, key, text=str(text))
    return _view(key, after) | {"previous_text": before.text, "changed": after != before}


def _fits(row: TextShortcut, shortcut: str | None, text: str | None) -> bool:
    by_letters = shortcut is None or fold(row.shortcut) == fold(shortcut)
    return by_letters and (text is None or fold(text) in fold(row.text))


def _view(key: str, row: TextShortcut) -> dict[str, JsonValue]:
    return {"shortcut_id": key, "shortcut": row.shortcut, "text": row.text}


_SHORTCUTS = (
    (("omw", "On my way, ten minutes"), ("omww", "On my way to work")),
    (("dz", "杏花路12号4单元502"), ("dzz", "公司地址：望江路88号B座")),
    (("addr", "12 Elm Street, Flat 4, Leeds"), ("addr2", "Unit 7, Harbour Works, Leeds")),
    (("yx", "linwan@example.com"), ("yxx", "work.linwan@example.com")),
    (("xx", "辛苦了，回头请你吃饭"), ("xxn", "谢谢您，麻烦了")),
    (("eml", "mira@example.org"), ("eml2", "mira.work@example.org")),
    (("kd", "快递放门口就行，谢谢"), ("kdg", "快递放柜子里，把取件码发我")),
    (("brb", "Be right back, five minutes"), ("brbl", "Back after lunch")),
    (("ty", "Thanks a million!"), ("tym", "Thanks, talk on Monday")),
    (("hy", "会议链接稍后发群里"), ("hyz", "会议中，稍后回复")),
    (("sig", "Kind regards, Ana"), ("sig2", "Kind regards, the Lanterns")),
    (("fp", "发票抬头：江南丝竹社"), ("fpp", "发票要专票，谢谢")),
    (("zh", "尾号3071的储蓄卡"), ("zhh", "账号我微信发你")),
    (("gm", "Good morning, team"), ("gmx", "Good morning, sunshine")),
    (("md", "马上到，等我两分钟"), ("mdd", "马上到楼下了")),
    (("wfh", "Working from home today"), ("wfhx", "Working from home, call my mobile")),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Shortcuts in pairs that differ by a letter."""
    for pair in cast.of(_SHORTCUTS):
        for shortcut, phrase in pair:
            store.add(TEXT_SHORTCUTS, TextShortcut(shortcut, phrase))
