"""Shopping lists: what to buy, how much of it, and in which shop."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    field,
    internal,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy


@dataclass(frozen=True, slots=True)
class ShoppingItem:
    """Something to buy; ``shop`` is the list it is on, ``""`` the general one."""

    item: str
    quantity: str = ""
    shop: str = ""
    bought: bool = False


SHOPPING = Table("shopping", ShoppingItem, prefix="shopping_item")


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="shopping list: add groceries, tick off, restore, remove, clear bought, list",
    zh="购物清单：添加要买的东西、勾掉、恢复、移除、清空已买、查看",
    cues_en="groceries supermarket buy need more run out of out of milk eggs bread shopping list "
    "grocery pick up at the shop pharmacy hardware store got it in the trolley bought",
    cues_zh="购物清单 买菜 要买 没了 用完了 快没了 超市 菜场 添上 牛奶 鸡蛋 已经买了 买到了 "
    "还差什么没买 采购",
    arguments=[
        action("add", "tick", "untick", "remove", "clear_bought", "query"),
        text(
            "item",
            "what to buy",
            "要买什么",
            max_length=80,
            example="oat milk",
            required=("add", "tick", "untick", "remove"),
        ),
        text("quantity", "how much", "多少", privacy=Privacy.NONE, max_length=40, example="2 kg"),
        text("shop", "for which shop", "去哪家店买", max_length=60, example="bakery"),
        internal(boolean("bought", "whether one put back is bought", "恢复时是否已买")),
        record_id("item_id", "shopping_item3"),
    ],
    results=[
        field("item_id", "string"),
        field("item", "string", privacy=Privacy.MESSAGE),
        field("quantity", "string"),
        field("shop", "string", privacy=Privacy.MESSAGE),
        field("bought", "boolean"),
        field("changed", "boolean"),
        field("removed", "integer"),
        field("items", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "add": Effect.WRITE,
        "tick": Effect.WRITE,
        "untick": Effect.WRITE,
        "remove": Effect.WRITE,
        "clear_bought": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "add": undone_by(
            "manage_shopping_list",
            action="remove",
            item="$result.item",
            item_id="$result.item_id",
        ),
        "remove": undone_by(
            "manage_shopping_list",
            action="add",
            item="$result.item",
            quantity="$result.quantity",
            shop="$result.shop",
            bought="$result.bought",
        ),
        **{
            before: undone_by(
                "manage_shopping_list",
                action=after,
                item="$result.item",
                item_id="$result.item_id",
            )
            for before, after in (("tick", "untick"), ("untick", "tick"))
        },
    },
    mechanism=Mechanism.UI,
)
def manage_shopping_list(
    store: Store,
    action: str,
    item: str | None,
    quantity: str | None,
    shop: str | None,
    bought: bool,
    item_id: str | None,
) -> dict[str, JsonValue]:
    """Keep what is to be bought."""
    if action == "add":
        return _add(store, ShoppingItem(str(item), quantity or "", shop or "", bought))
    found = _matching(store, item, shop, item_id)
    if action == "query":
        return {"items": [_view(key, row) for key, row in found]}
    if action == "clear_bought":
        done = [key for key, row in found if row.bought]
        for key in done:
            store.remove(SHOPPING, key)
        return {"removed": len(done), "changed": bool(done)}
    key, row = the_one(found, "thing to buy", _describe)
    if action == "remove":
        store.remove(SHOPPING, key)
        return {**_view(key, row), "changed": True}
    after = store.update(SHOPPING, key, bought=action == "tick")
    return {**_view(key, after), "changed": after != row}


def _add(store: Store, wanted: ShoppingItem) -> dict[str, JsonValue]:
    for row in store.all(SHOPPING).values():
        same = (fold(row.item), fold(row.shop)) == (fold(wanted.item), fold(wanted.shop))
        if same and row.quantity == wanted.quantity:
            raise ToolFailure("already_exists", f"{_describe(row)} is on the list")
    return {**_view(store.add(SHOPPING, wanted), wanted), "changed": True}


def _matching(
    store: Store, item: str | None, shop: str | None, item_id: str | None
) -> list[tuple[str, ShoppingItem]]:
    found = chosen(store.all(SHOPPING), item_id, item, lambda row: row.item)
    return chosen(dict(found), None, shop, lambda row: row.shop)


def _describe(row: ShoppingItem) -> str:
    shop = f"at {row.shop}" if row.shop else ""
    state = "bought" if row.bought else ""
    return " ".join(word for word in (row.quantity, row.item, shop, state) if word)


def _view(key: str, row: ShoppingItem) -> dict[str, JsonValue]:
    return {
        "item_id": key,
        "item": row.item,
        "quantity": row.quantity,
        "shop": row.shop,
        "bought": row.bought,
    }


# Items with their shop ("item@shop"); look-alikes share an entry.
_ITEMS = (
    "oat milk|whole milk",
    "sourdough bread|rye bread",
    "free-range eggs|egg noodles",
    "cherry tomatoes|tinned tomatoes",
    "生抽|老抽",
    "鸡蛋|鸭蛋",
    "洗衣液|洗洁精",
    "抽纸|卫生纸",
    "light bulbs@hardware store|paint brushes@hardware store",
    "baguettes@bakery|cinnamon buns@bakery",
    "cat litter@pet shop",
    "ibuprofen@pharmacy|cough drops@pharmacy",
    "五花肉@菜市场|牛肉@菜市场",
    "小葱@菜市场|大葱@菜市场",
    "灯泡@五金店|插线板@五金店",
    "猫粮@宠物店|猫砂@宠物店",
    "washing powder",
    "olive oil",
    "basmati rice|risotto rice",
    "bananas",
    "大米",
    "酸奶",
    "苹果|红薯",
    "创可贴@药店",
    "coffee filters",
    "birthday candles",
    "AA batteries",
    "dishwasher tablets",
    "垃圾袋",
    "电池",
    "牙膏|牙刷",
    "矿泉水",
)
_QUANTITIES = ("", "", "2", "3", "a large pack")
_CHINESE_QUANTITIES = ("", "", "两份", "3份", "大包的")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """What a household needs this week, some of it bought."""
    for entry in cast.of(_ITEMS):
        for each in entry.split("|"):
            item, _, shop = each.partition("@")
            amount = random.choice(_QUANTITIES if item.isascii() else _CHINESE_QUANTITIES)
            bought = random.random() < 0.3
            store.add(SHOPPING, ShoppingItem(item, amount, shop, bought))
