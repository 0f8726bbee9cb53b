"""Checklists: named lists that are gone through item by item, again and again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    field,
    integer,
    internal,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

CHANGES = ("create", "add_item", "remove_item", "check", "uncheck", "reset")
ON_ITEMS = ("add_item", "remove_item", "check", "uncheck")
MOST = 200


@dataclass(frozen=True, slots=True)
class Checklist:
    """A list with its items in order, and the places of those that are ticked."""

    name: str
    items: tuple[str, ...] = ()
    ticked: tuple[int, ...] = ()


CHECKLISTS = Table("checklists", Checklist, prefix="checklist")


@tool(
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="reusable checklists like packing: create, change or tick items, reset, show",
    zh="核对清单（如行李单）：新建、增删条目、打勾、重置、查看",
    cues_en="checklist packing list go through tick off item on the list untick start over "
    "suitcase camping steps procedure what's still missing from the list named list",
    cues_zh="核对清单 行李清单 打包清单 出门清单 勾上 取消勾 全部重来 "
    "还差什么没带 清单里加 清单里划掉 流程 检查表",
    arguments=[
        action(*CHANGES, "delete", "query"),
        text(
            "name",
            "name of the list",
            "清单名称",
            max_length=60,
            example="Packing",
            required=(*CHANGES, "delete"),
        ),
        text("item", "the item", "条目", max_length=80, example="passport", required=ON_ITEMS),
        internal(text("ticked", "places ticked", "已勾的位置", example="0 2")),
        internal(integer("place", 0, MOST, "place in the list", "位置", unit="items")),
    ],
    results=[
        field("name", "string", privacy=Privacy.MESSAGE),
        field("item", "string", privacy=Privacy.MESSAGE),
        field("place", "integer"),
        field("items", "array", privacy=Privacy.MESSAGE),
        field("missing", "integer"),
        field("changed", "boolean"),
        field("previous_ticked", "string"),
        field("checklists", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        **dict.fromkeys(CHANGES, Effect.WRITE),
        "delete": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "create": undone_by("manage_checklist", action="delete", name="$result.name"),
        "add_item": undone_by(
            "manage_checklist",
            action="remove_item",
            name="$result.name",
            item="$result.item",
            place="$result.place",
        ),
        "remove_item": undone_by(
            "manage_checklist",
            action="add_item",
            name="$result.name",
            item="$result.item",
            place="$result.place",
            ticked="$result.previous_ticked",
        ),
        "check": undone_by(
            "manage_checklist",
            action="uncheck",
            name="$result.name",
            item="$result.item",
            place="$result.place",
        ),
        "uncheck": undone_by(
            "manage_checklist",
            action="check",
            name="$result.name",
            item="$result.item",
            place="$result.place",
        ),
        "reset": undone_by(
            "manage_checklist",
            action="reset",
            name="$result.name",
            ticked="$result.previous_ticked",
        ),
    },
    mechanism=Mechanism.UI,
)
def manage_checklist(
    store: Store,
    action: str,
    name: str | None,
    item: str | None,
    ticked: str | None,
    place: int | None,
) -> dict[str, JsonValue]:
    """Change one list or its items, or show lists."""
    if action == "create":
        return _create(store, str(name))
    found = chosen(store.all(CHECKLISTS), None, name, lambda row: row.name)
    if action == "query":
        return {"checklists": [_view(row) for _, row in found]}
    key, before = the_one(found, "checklist", lambda row: row.name)
    if action == "delete":
        return _view(store.remove(CHECKLISTS, key)) | {"changed": True}
    if action == "reset":
        after, at = replace(before, ticked=_places(ticked)), None
    elif action == "add_item":
        after, at = _added(before, str(item), place, ticked)
    else:
        at = _the_place(before, str(item), place)
        after = _changed(before, action, at)
    store.put(CHECKLISTS, key, after)
    told: dict[str, JsonValue] = {}
    if at is not None:
        told = {"place": at, "item": (before if action == "remove_item" else after).items[at]}
    previous = " ".join(map(str, before.ticked))
    return {**_view(after), **told, "changed": after != before, "previous_ticked": previous}


def _create(store: Store, name: str) -> dict[str, JsonValue]:
    for row in store.all(CHECKLISTS).values():
        if fold(row.name) == fold(name):
            raise ToolFailure("already_exists", f"there is a checklist called {row.name}")
    store.add(CHECKLISTS, Checklist(name))
    return _view(Checklist(name)) | {"changed": True}


def _added(
    row: Checklist, item: str, place: int | None, ticked: str | None
) -> tuple[Checklist, int]:
    """With the item at the end, or put back at its place with the ticks as they were."""
    if place is None and any(fold(each) == fold(item) for each in row.items):
        raise ToolFailure("already_exists", f"{item} is already on the list")
    if len(row.items) >= MOST:
        raise ToolFailure("invalid_argument", f"a checklist has at most {MOST} items")
    at = len(row.items) if place is None else min(place, len(row.items))
    items = (*row.items[:at], item, *row.items[at:])
    moved = tuple(each + (each >= at) for each in row.ticked)
    kept = moved if ticked is None else _places(ticked)
    return replace(row, items=items, ticked=kept), at


def _the_place(row: Checklist, item: str, place: int | None) -> int:
    if place is not None and place < len(row.items) and row.items[place] == item:
        return place
    numbered = {str(at): each for at, each in enumerate(row.items)}
    return int(the_one(chosen(numbered, None, item, str), "item", str)[0])


def _changed(row: Checklist, action: str, at: int) -> Checklist:
    if action == "remove_item":
        items = (*row.items[:at], *row.items[at + 1 :])
        ticked = tuple(each - (each > at) for each in row.ticked if each != at)
        return replace(row, items=items, ticked=ticked)
    without = {each for each in row.ticked if each != at}
    return replace(row, ticked=tuple(sorted(without | ({at} if action == "check" else set()))))


def _places(written: str | None) -> tuple[int, ...]:
    return tuple(int(each) for each in (written or "").split() if each.isdecimal())


def _view(row: Checklist) -> dict[str, JsonValue]:
    ticked = set(row.ticked)
    items: list[JsonValue] = [
        {"item": item, "ticked": at in ticked} for at, item in enumerate(row.items)
    ]
    return {"name": row.name, "items": items, "missing": len(row.items) - len(ticked)}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A few lists in both languages, half gone through."""
    entries = _LISTS[:2] if cast is Cast.EVERYDAY else cast.of(_LISTS)
    for entry in "|".join(entries).split("|"):
        name, _, items = entry.partition(":")
        listed = tuple(items.split(","))
        ticked = tuple(at for at in range(len(listed)) if random.random() < 0.4)
        store.add(CHECKLISTS, Checklist(name, listed, ticked))


# Name and items; look-alike lists stand together.
_LISTS = (
    "Packing:passport,charger,toothbrush,swimsuit,sunscreen,headphones"
    "|Packing kids:pyjamas,teddy bear,wipes,snacks,rain jacket"
    "|行李清单:身份证,充电器,牙刷,泳衣,防晒霜,耳机|出门检查:关煤气,关窗,带钥匙,倒垃圾",
    "Camping:tent,sleeping bag,stove,torch,water filter"
    "|Camping food:pasta,coffee,oats,chocolate"
    "|露营清单:帐篷,睡袋,炉头,头灯,水袋|野餐清单:餐布,水果,纸杯,驱蚊液",
    "Moving day:boxes,tape,meter reading,keys,curtains"
    "|Moving office:monitors,chairs,cables,plants"
    "|搬家清单:纸箱,胶带,水电表读数,钥匙,窗帘|入职清单:身份证复印件,照片,银行卡,体检表",
    "Beach day:towels,umbrella,cooler,frisbee"
    "|Beach week:sandals,hats,books,beach tent"
    "|海边清单:毛巾,遮阳伞,保温箱,飞盘|赶海清单:小桶,铲子,手套,雨鞋",
    "Ski trip:goggles,gloves,helmet,lift pass"
    "|Ski rental:boots,poles,size chart"
    "|滑雪清单:雪镜,手套,头盔,雪票|泡温泉清单:泳帽,浴巾,拖鞋,护肤品",
    "Exam day:pens,ruler,watch,student card"
    "|Exam prep:past papers,flash cards,timetable"
    "|考试清单:签字笔,尺子,手表,准考证|面试清单:简历,作品集,正装,笔记本",
    "Baby bag:nappies,bottle,spare clothes,blanket"
    "|Baby room:cot,lamp,mobile,curtains"
    "|待产包:产褥垫,哺乳衣,保温杯,证件袋|妈咪包:尿不湿,奶瓶,湿巾,小毯子",
    "Race day:number bib,gels,watch,dry shirt"
    "|Race week:sleep,stretch,collect bib,carb dinner"
    "|跑马清单:号码布,能量胶,手表,干衣服|骑行清单:头盔,打气筒,补胎片,水壶",
)
