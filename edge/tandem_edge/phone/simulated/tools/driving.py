"""On the road: petrol prices, charging, parking permits."""

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

FUELS = ("92", "95", "98", "diesel")

STATION = records.kind(
    "petrol_station",
    "petrol_stations",
    records.key("station_id", "petrol_station", "T"),
    records.name("station", "Ring Road Fuel", "城南加油站", "Quickfill", "中环油站"),
    records.address("address", "200 Ring Road", "城南大道18号", "4 Mill Lane"),
    records.choice("fuel", *FUELS, said="fuel"),
    records.money("price", 6, 10, live=True),
    records.clock("opens", optional=True),
)

CHARGER = records.kind(
    "charging_point",
    "charging_points",
    records.key("charger_id", "charging_point", "CP"),
    records.name("operator", "VoltHub", "星星充电", "GreenPlug"),
    records.address("address", "Mall car park B2", "科技园地库", "Station forecourt"),
    records.count("power", 7, 240, "kW"),
    records.money("price", 1, 3),
    records.count("free_points", 0, 12, "points", live=True),
)

PERMIT = records.kind(
    "parking_permit",
    "parking_permits",
    records.key("permit_id", "parking_permit", "PK"),
    records.name("plate", "沪A12345", "B-TX 812", said="plate", privacy=Privacy.PERSON),
    records.address("zone", "Zone 4", "和平里小区", said="zone"),
    records.day("valid_from"),
    records.day("valid_until", after="valid_from"),
    records.money("price", 10, 300),
    records.status("status", "active", "expired", ends=("cancelled",)),
    mine=True,
)

find_petrol_prices = service(
    "find_petrol_prices",
    en="petrol stations nearby with today's price of a fuel",
    zh="附近油价：各加油站今日价格",
    cues=cued(
        "cheapest gas fill up fuel cost diesel where to tank car how much is ninety-five per litre",
        "油价 加油 哪里便宜 95号汽油 加油站 今天油价 柴油 加满",
    ),
    arguments=[choice("fuel", FUELS, "which", "油品")],
    kind=STATION,
    actions={ANY_ACTION: lists()},
)

find_charging_points = service(
    "find_charging_points",
    en="charging points for electric cars: power, price, free ones",
    zh="充电桩：功率、价格和空闲数量",
    cues=cued(
        "charge my EV fast charger nearby plug in the car free charging station electric kilowatt",
        "充电桩 给车充电 快充 附近充电站 电动车 有空位吗 充电价格 电车",
    ),
    arguments=[],
    kind=CHARGER,
    actions={ANY_ACTION: lists()},
)

buy_parking_permit = service(
    "buy_parking_permit",
    en="parking permit for a number plate in a zone, bought for months",
    zh="停车证：为车牌购买某区域几个月",
    cues=cued(
        "resident parking pay for a parking pass monthly permit for my car registration zone",
        "办停车证 买停车位 月卡停车 车牌 小区停车 停车许可 停车月票 办停车",
    ),
    arguments=[
        text(
            "plate",
            "number plate",
            "车牌",
            privacy=Privacy.PERSON,
            example="B-TX 812",
            required=ALWAYS,
        ),
        text(
            "zone", "which zone", "区域", privacy=Privacy.ADDRESS, example="Zone 4", required=ALWAYS
        ),
        integer("months", 1, 12, "how long", "几个月", unit="months", default=1),
    ],
    kind=PERMIT,
    actions={ANY_ACTION: creates(status="active", paid=True)},
    errors=["not_served", "already_exists"],
)

manage_parking_permit = service(
    "manage_parking_permit",
    en="my parking permits: list, show one, cancel",
    zh="我的停车证：查看、查询或取消",
    cues=cued(
        "until when is my parking pass valid give the permit up which plate is on it resident",
        "停车证到期 我的停车证 取消停车证 停车证有效期 查停车证 车牌登记 退停车卡 续停车",
    ),
    arguments=[
        action("list", "query", "cancel"),
        record(
            "permit_id",
            "parking_permit",
            "its id",
            "停车证编号",
            example="PK118",
            required=("query", "cancel"),
        ),
    ],
    kind=PERMIT,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "cancel": updates(status="cancelled"),
    },
    errors=["not_found", "too_late"],
)
