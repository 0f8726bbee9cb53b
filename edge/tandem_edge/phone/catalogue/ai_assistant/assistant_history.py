"""What the assistant was asked before, and what it answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import action, day, field, needs, text, tool
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

SHOWN = 20


@dataclass(frozen=True, slots=True)
class Request:
    """One thing said to the assistant, and its answer."""

    said: str
    answer: str
    at: Wall


HISTORY = Table("assistant_history", Request, prefix="request")


@tool(
    domain=Domain.AI_ASSISTANT,
    en="history of what you asked the assistant: look up, or erase",
    zh="对助手说过的话：查找历史，或清除记录",
    cues_en="what did I ask you before earlier last time you told me your answer conversation "
    "history forget what I said erase delete our chat log voice requests remember asking",
    cues_zh="我问过你什么 上次问的 之前你说 对话记录 聊天历史 忘掉我说的 清掉记录 你回答过 "
    "问过没有 提问记录 抹掉",
    arguments=[
        action("query", "delete"),
        text("text", "words in it, all if absent", "其中的字词，缺省为全部", example="weather"),
        day("day", "of which day", "哪一天的"),
    ],
    results=[
        field("requests", "array", privacy=Privacy.MESSAGE),
        field("total", "integer"),
        field("deleted", "integer"),
    ],
    effects={"query": Effect.READ, "delete": Effect.IRREVERSIBLE},
    preconditions=[needs("unlocked", code="locked")],
    mechanism=Mechanism.UI,
)
def manage_assistant_history(
    store: Store, action: str, text: str | None, day: str | None
) -> dict[str, JsonValue]:
    """Look up past requests, newest first, or erase them for good."""
    found = [
        (key, row)
        for key, row in store.all(HISTORY).items()
        if (text is None or fold(text) in fold(f"{row.said} {row.answer}"))
        and (day is None or row.at.date() == date.fromisoformat(day))
    ]
    if action == "delete":
        for key, _ in found:
            store.remove(HISTORY, key)
        return {"deleted": len(found)}
    found.sort(key=lambda item: item[1].at, reverse=True)
    return {"requests": [_view(row) for _, row in found[:SHOWN]], "total": len(found)}


def _view(row: Request) -> dict[str, JsonValue]:
    return {"said": row.said, "answer": row.answer, "at": row.at.strftime("%Y-%m-%dT%H:%M")}


_POOL = (
    (("how long do I boil an egg", "Six minutes for a soft one."),
     ("how long do I boil rice", "About twelve minutes.")),
    (("what's 18 percent of 240", "43.2"),),
    (("how many cups in a litre", "A little over four."),),
    (("when did I last call mum", "On Sunday evening."),
     ("when did I last call dad", "A week ago.")),
    (("明天要带伞吗", "明天有小雨，带上吧。"), ("明天冷不冷", "最低八度，多穿点。")),
    (("珠穆朗玛峰多高", "8848.86 米。"), ("泰山多高", "1532.7 米。")),
    (("西红柿炒蛋先放哪个", "先炒蛋，盛出来再炒西红柿。"),),
    (("附近有修鞋的吗", "最近的在东门市场里。"),),
    (("remind me what the wifi at the cabin was called", "PineLodge_5G"),),
    (("is it too late to call Tokyo", "It is 23:40 there."),
     ("is it too late to call Berlin", "No.")),
    (("spell rhythm", "R-h-y-t-h-m."), ("spell necessary", "N-e-c-e-s-s-a-r-y.")),
    (("what's on my plate on Thursday", "Two meetings and the dentist."),),
    (("给我讲个冷笑话", "企鹅为什么不怕冷？因为它穿着西装。"),),
    (("三百五十美元是多少人民币", "大约两千五百元。"),),
    (("今天星期几", "星期二。"), ("今天农历几号", "正月廿二。")),
    (("冰箱多少度合适", "冷藏四度，冷冻零下十八度。"),),
    (("how do I get red wine out of a shirt", "Salt, then cold water."),),
    (("flip a coin", "Heads."), ("roll two dice", "Three and five.")),
    (("what's the capital of Australia", "Canberra."), ("what's the capital of Canada", "Ottawa.")),
    (("did the parcel come", "It was left with the neighbour."),),
    (("发烧几度要去医院", "超过三十九度就该去看看。"),
     ("孩子咳嗽吃什么", "我不是医生，先问问医生。")),
    (("帮我取个猫的名字", "年糕怎么样？"), ("帮我取个狗的名字", "豆包怎么样？")),
    (("跑五公里要多久", "慢跑大约三十五分钟。"),),
    (("油烟机怎么洗", "用小苏打泡半小时再擦。"),),
)  # fmt: skip


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Two weeks of asking."""
    now = store.only(DEVICE).clock
    for said, answer in (row for entry in cast.of(_POOL) for row in entry):
        at = now - timedelta(minutes=random.randrange(30, 20_000))
        store.add(HISTORY, Request(said, answer, at))
