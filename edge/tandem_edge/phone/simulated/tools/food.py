"""Restaurants that deliver, and what was ordered from them."""

from __future__ import annotations

from tandem_edge.phone.authoring import ALWAYS, action, choice, integer, text
from tandem_edge.phone.simulated import records
from tandem_edge.phone.simulated.authoring import (
    creates,
    cued,
    finds,
    lists,
    record,
    service,
    updates,
)
from tandem_shared.tools import ANY_ACTION, Privacy

CUISINES = ("sichuan", "cantonese", "noodles", "pizza", "sushi", "vegetarian")

RESTAURANT = records.kind(
    "restaurant",
    "restaurants",
    records.key("restaurant_id", "restaurant", "R"),
    records.name("restaurant", "Golden Wok", "老成都", "Blue Olive", "面对面", "Sakura Corner"),
    records.choice("cuisine", *CUISINES, said="cuisine"),
    records.address("address", "12 Garden Road", "人民路88号", "5 Harbour Lane", "学府街3号"),
    records.money("delivery_fee", 0, 15),
    records.clock("opens"),
    records.clock("closes", after="opens", optional=True),
    records.note("remark", "Popular at lunch", "晚上人多", "New menu this week", optional=True),
)

FOOD_ORDER = records.kind(
    "food_order",
    "food_orders",
    records.key("order_id", "food_order", "F"),
    records.refers("restaurant_id", "restaurant", said="restaurant_id"),
    records.items(
        "dishes",
        records.name("dish", "Mapo tofu", "牛肉面", "Margherita", "Salmon roll", said="dish"),
        records.count("quantity", 1, 9, "portions", said="quantity"),
        records.money("price", 8, 60),
    ),
    records.money("delivery_fee", 0, 15, copied=True),
    records.money("total", 8, 3000, "dishes.price*quantity", "delivery_fee"),
    records.address("address", "7 Mill Street", "和平里2号楼", said="address"),
    records.status(
        "status", "placed", "cooking", "on_the_way", "delivered", ends=("cancelled", "refused")
    ),
    records.moment("placed_at", past=True),
    records.moment("arrives_at", after="placed_at"),
    records.note("note", "No coriander", "放门口", said="note", optional=True),
    mine=True,
)

find_restaurants = service(
    "find_restaurants",
    en="restaurants delivering here, by cuisine, with fees and hours",
    zh="外卖餐厅：按菜系查找，含配送费和营业时间",
    cues=cued(
        "takeaway takeout order in hungry dinner lunch near me pizza sushi noodles delivery places",
        "点外卖 饿了 附近餐馆 吃什么 川菜 披萨 寿司 面馆 晚饭 送餐",
    ),
    arguments=[choice("cuisine", CUISINES, "kind of food", "菜系")],
    kind=RESTAURANT,
    actions={ANY_ACTION: lists()},
)

order_food = service(
    "order_food",
    en="takeaway order: a dish from a restaurant, brought to an address",
    zh="外卖下单：向餐厅订一道菜送到地址",
    cues=cued(
        "get me food order dinner buy lunch bring two portions of noodles pizza to the office",
        "订外卖 来一份 送到家 点菜 下单 午饭 晚餐 两份 送到公司",
    ),
    arguments=[
        record(
            "restaurant_id", "restaurant", "its id", "餐厅编号", example="R102", required=ALWAYS
        ),
        text("dish", "which dish", "哪道菜", example="Mapo tofu", required=ALWAYS),
        integer("quantity", 1, 9, "how many", "几份", unit="portions", default=1),
        text(
            "address",
            "where to bring it",
            "送到哪里",
            privacy=Privacy.ADDRESS,
            example="7 Mill Street",
            required=ALWAYS,
        ),
        text("note", "a wish", "备注", example="No coriander"),
    ],
    kind=FOOD_ORDER,
    actions={ANY_ACTION: creates(status="placed", paid=True)},
    errors=["not_found", "closed", "sold_out"],
)

manage_food_order = service(
    "manage_food_order",
    en="my takeaway orders: list, follow one, cancel, change the address",
    zh="我的外卖订单：查看、跟踪、取消或改地址",
    cues=cued(
        "where is my food how long until lunch arrives cancel the takeaway courier late status",
        "外卖到哪了 还要多久 取消外卖 骑手 改地址 订单状态 送到没有 催单",
    ),
    arguments=[
        action("list", "query", "cancel", "move"),
        record(
            "order_id",
            "food_order",
            "its id",
            "订单编号",
            example="F2031",
            required=("query", "cancel", "move"),
        ),
        text(
            "address",
            "the new address",
            "新地址",
            privacy=Privacy.ADDRESS,
            example="18 Lake View",
            required=("move",),
        ),
    ],
    kind=FOOD_ORDER,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "cancel": updates(status="cancelled"),
        "move": updates("address", "arrives_at"),
    },
    errors=["not_found", "too_late"],
)
