"""Parcels: those on their way, in a locker, and those sent."""

from __future__ import annotations

from tandem_edge.phone.authoring import ALWAYS, action, choice, day, text
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

SIZES = ("small", "medium", "large")

PARCEL = records.kind(
    "parcel",
    "parcels",
    records.key("parcel_id", "parcel", "P"),
    records.name("sender", "Bookshop", "京城茶庄", "Aunt Lin", "Shoe Depot", "王老师"),
    records.status(
        "status", "announced", "in_transit", "in_locker", "collected", ends=("returned",)
    ),
    records.address("locker", "North Gate locker", "3号楼快递柜", "Metro exit B"),
    records.name("code", "482913", "770145", "209936", privacy=Privacy.OTP, optional=True),
    records.day("keep_until"),
    records.money("fee", 0, 20),
    records.note("remark", "Fragile", "轻拿轻放", "Signature needed", optional=True),
    mine=True,
)

LOCKER = records.kind(
    "parcel_locker",
    "parcel_lockers",
    records.key("locker_id", "parcel_locker", "L"),
    records.name("locker", "North Gate locker", "3号楼快递柜", "Metro exit B", "Market Hall"),
    records.address(
        "address", "1 North Gate", "花园路3号", "Metro Line 2 exit B", "20 Market Street"
    ),
    records.clock("opens"),
    records.clock("closes", after="opens"),
    records.count("free_boxes", 0, 40, "boxes", live=True),
)

SHIPMENT = records.kind(
    "shipment",
    "shipments",
    records.key("shipment_id", "shipment", "S"),
    records.name("recipient", "Li Lei", "韩梅梅", said="recipient", privacy=Privacy.PERSON),
    records.address("address", "9 River Road", "建设路15号", said="address"),
    records.choice("size", *SIZES, said="size"),
    records.day("pickup_day", said="pickup_day"),
    records.day("arrives_on", after="pickup_day"),
    records.money("price", 8, 80),
    records.status("status", "booked", "collected", "in_transit", "delivered", ends=("cancelled",)),
    mine=True,
)

manage_parcel = service(
    "manage_parcel",
    en="my parcels: list, follow one, keep it longer, send it back",
    zh="我的快递：查看、查询一个、延长保管或退回",
    cues=cued(
        "where is my package delivery tracking pick-up code locker when does it come return it",
        "快递到哪了 包裹 取件码 取快递 快递柜 到货 退件 延长保管 查物流",
    ),
    arguments=[
        action("list", "query", "extend", "return"),
        record(
            "parcel_id",
            "parcel",
            "its id",
            "快递编号",
            example="P3301",
            required=("query", "extend", "return"),
        ),
    ],
    kind=PARCEL,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "extend": updates("keep_until", "fee"),
        "return": updates(status="returned"),
    },
    errors=["not_found", "already_collected"],
)

find_parcel_lockers = service(
    "find_parcel_lockers",
    en="parcel lockers nearby with address, hours and free boxes",
    zh="附近快递柜：地址、开放时间和空格数",
    cues=cued(
        "where can I drop a package nearest locker free boxes pick-up point self service station",
        "快递柜在哪 附近驿站 自提点 有空格吗 寄存 丰巢 快递站 最近的柜子",
    ),
    arguments=[],
    kind=LOCKER,
    actions={ANY_ACTION: lists()},
)

send_parcel = service(
    "send_parcel",
    en="shipment by courier: a pickup is booked for a day",
    zh="寄快递：预约某天上门取件",
    cues=cued(
        "ship a package post a box mail something to a friend courier pickup from home send off",
        "寄快递 寄件 上门取件 寄给 发快递 邮寄 叫快递 寄包裹",
    ),
    arguments=[
        text(
            "recipient",
            "who gets it",
            "收件人",
            privacy=Privacy.PERSON,
            example="Li Lei",
            required=ALWAYS,
        ),
        text(
            "address",
            "their address",
            "收件地址",
            privacy=Privacy.ADDRESS,
            example="9 River Road",
            required=ALWAYS,
        ),
        day("pickup_day", "when it is fetched", "取件日", required=ALWAYS),
        choice("size", SIZES, "how big", "大小", default="small"),
    ],
    kind=SHIPMENT,
    actions={ANY_ACTION: creates(status="booked", paid=True)},
    errors=["not_served"],
)

manage_shipment = service(
    "manage_shipment",
    en="parcels I send: list, follow one, cancel, other pickup day",
    zh="我寄出的快递：查看、跟踪、取消或改取件日",
    cues=cued(
        "the box I sent has it been fetched cancel the courier change collection date shipped",
        "我寄的件 取件了吗 取消寄件 改取件时间 寄出的包裹 到了没 快递员 揽收",
    ),
    arguments=[
        action("list", "query", "cancel", "move"),
        record(
            "shipment_id",
            "shipment",
            "its id",
            "寄件编号",
            example="S4410",
            required=("query", "cancel", "move"),
        ),
        day("pickup_day", "the new day", "新的取件日", required=("move",)),
    ],
    kind=SHIPMENT,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "cancel": updates(status="cancelled"),
        "move": updates("pickup_day", "arrives_on"),
    },
    errors=["not_found", "too_late"],
)
