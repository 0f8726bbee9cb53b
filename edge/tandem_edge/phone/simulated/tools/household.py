"""Help for the household: laundry, cleaning, repairs, pets."""

from __future__ import annotations

from tandem_edge.phone.authoring import ALWAYS, action, choice, day, integer, text
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

LAUNDRY = records.kind(
    "laundry_order",
    "laundry_orders",
    records.key("laundry_id", "laundry_order", "J"),
    records.items(
        "articles",
        records.name("article", "Shirt", "西装", "Dress", "羽绒服", "Curtain"),
        records.count("pieces", 1, 20, "pieces"),
        records.money("price", 8, 60),
    ),
    records.money("total", 8, 6000, "articles.price*pieces"),
    records.day("pickup_day", said="pickup_day"),
    records.day("back_on", after="pickup_day"),
    records.status("status", "booked", "picked_up", "washing", "returned", ends=("cancelled",)),
    records.note("wish", "Fold, do not hang", "不要熨烫", said="wish", optional=True),
    mine=True,
)

CLEANING = records.kind(
    "cleaning_visit",
    "cleaning_visits",
    records.key("visit_id", "cleaning_visit", "E"),
    records.day("day", said="day"),
    records.clock("from_time"),
    records.count("hours", 1, 8, "hours", said="hours"),
    records.name("cleaner", "Rosa", "刘阿姨", "Pavel", privacy=Privacy.PERSON),
    records.money("per_hour", 30, 80),
    records.money("total", 30, 640, "per_hour*hours"),
    records.address("address", "7 Mill Street", "和平里2号楼", said="address"),
    records.status("status", "booked", "under_way", "done", ends=("cancelled",)),
    mine=True,
)

REPAIR = records.kind(
    "repair_request",
    "repair_requests",
    records.key("repair_id", "repair_request", "Q"),
    records.choice("trade", "plumber", "electrician", "locksmith", "heating", said="trade"),
    records.note("trouble", "Tap drips", "门锁坏了", said="trouble"),
    records.name("technician", "M. Brandt", "赵师傅", privacy=Privacy.PERSON, optional=True),
    records.moment("comes_at", optional=True),
    records.money("call_out_fee", 20, 120),
    records.status("status", "reported", "assigned", "repaired", ends=("withdrawn",)),
    mine=True,
)

book_laundry_pickup = service(
    "book_laundry_pickup",
    en="laundry: a pickup of clothes is booked for a day",
    zh="洗衣上门：预约某天取衣",
    cues=cued(
        "dry cleaning for my shirts wash the curtains have clothes fetched suit cleaned washing",
        "洗衣 干洗 取衣 送洗 西装要洗 洗窗帘 上门收衣 洗羽绒服",
    ),
    arguments=[
        day("pickup_day", "when it is fetched", "取衣日", required=ALWAYS),
        text("wish", "a wish", "要求", example="Fold, do not hang"),
    ],
    kind=LAUNDRY,
    actions={ANY_ACTION: creates(status="booked", paid=True)},
    errors=["fully_booked"],
)

manage_laundry_order = service(
    "manage_laundry_order",
    en="my laundry orders: list, follow one, cancel, other pickup day",
    zh="我的洗衣订单：查看、跟踪、取消或改期",
    cues=cued(
        "are my clothes clean yet when does the dry cleaning come back call off the washing pickup",
        "衣服洗好了吗 洗衣订单 什么时候送回 取消洗衣 改取衣时间 干洗好了没 查洗衣 送衣",
    ),
    arguments=[
        action("list", "query", "cancel", "move"),
        record(
            "laundry_id",
            "laundry_order",
            "its id",
            "洗衣编号",
            example="J330",
            required=("query", "cancel", "move"),
        ),
        day("pickup_day", "the new day", "新的取衣日", required=("move",)),
    ],
    kind=LAUNDRY,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "cancel": updates(status="cancelled"),
        "move": updates("pickup_day", "back_on"),
    },
    errors=["not_found", "too_late"],
)

book_home_cleaning = service(
    "book_home_cleaning",
    en="home cleaning: someone comes on a day for some hours",
    zh="家政保洁：预约某天上门几小时",
    cues=cued(
        "have the flat cleaned cleaner come over tidy up house housekeeping mop hoover on Friday",
        "保洁 打扫卫生 叫阿姨 家政 上门打扫 大扫除 擦玻璃 钟点工",
    ),
    arguments=[
        day("day", "which day", "哪一天", required=ALWAYS),
        integer("hours", 1, 8, "how long", "几小时", unit="hours", default=2),
        text(
            "address",
            "where",
            "地址",
            privacy=Privacy.ADDRESS,
            example="7 Mill Street",
            required=ALWAYS,
        ),
    ],
    kind=CLEANING,
    actions={ANY_ACTION: creates(status="booked", paid=True)},
    errors=["fully_booked", "not_served"],
)

manage_cleaning_visit = service(
    "manage_cleaning_visit",
    en="my cleaning visits: list, show one, cancel, other day",
    zh="我的保洁预约：查看、查询、取消或改期",
    cues=cued(
        "when does the cleaner come who cleans on Friday put the cleaning off cancel housekeeping",
        "保洁几点来 谁来打扫 取消保洁 改天打扫 阿姨什么时候来 家政订单 换个时间 保洁预约",
    ),
    arguments=[
        action("list", "query", "cancel", "move"),
        record(
            "visit_id",
            "cleaning_visit",
            "its id",
            "保洁编号",
            example="E118",
            required=("query", "cancel", "move"),
        ),
        day("day", "the new day", "新日期", required=("move",)),
    ],
    kind=CLEANING,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "cancel": updates(status="cancelled"),
        "move": updates("day", "from_time"),
    },
    errors=["not_found", "too_late"],
)

manage_repair_request = service(
    "manage_repair_request",
    en="repairs at home: report trouble, list, check one, withdraw",
    zh="报修：提交、查看、查询或撤回",
    cues=cued(
        "the tap drips call a plumber electrician lock broken heating cold report a fault",
        "报修 水管漏水 修水龙头 电工 门锁坏了 暖气不热 师傅什么时候来 物业维修",
    ),
    arguments=[
        action("report", "list", "query", "withdraw"),
        choice(
            "trade",
            ("plumber", "electrician", "locksmith", "heating"),
            "which",
            "工种",
            required=("report",),
        ),
        text("trouble", "what is broken", "什么坏了", example="Tap drips", required=("report",)),
        record(
            "repair_id",
            "repair_request",
            "its id",
            "报修编号",
            example="Q550",
            required=("query", "withdraw"),
        ),
    ],
    kind=REPAIR,
    actions={
        "report": creates(status="reported"),
        "list": lists(whole=True),
        "query": finds(),
        "withdraw": updates(status="withdrawn"),
    },
    errors=["not_found", "too_late"],
)
