"""Utilities: bills, meter readings, outages."""

from __future__ import annotations

from tandem_edge.phone.authoring import ALWAYS, action, choice, integer
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
from tandem_shared.tools import ANY_ACTION, Domain, Privacy

UTILITIES = ("electricity", "water", "gas", "heating", "internet")

BILL = records.kind(
    "utility_bill",
    "utility_bills",
    records.key("bill_id", "utility_bill", "B"),
    records.choice("utility", *UTILITIES, said="utility"),
    records.money("consumption", 10, 400),
    records.money("base_fee", 5, 40),
    records.money("amount", 15, 440, "consumption", "base_fee"),
    records.day("issued_on"),
    records.day("due_on", after="issued_on"),
    records.status("status", "open", "paid", ends=("cancelled",)),
    records.name("account", "6622 0417", "8100 3356", privacy=Privacy.SECRET, optional=True),
    mine=True,
)

METER_READING = records.kind(
    "meter_reading",
    "meter_readings",
    records.key("reading_id", "meter_reading", "M"),
    records.choice("utility", *UTILITIES, said="utility"),
    records.count("reading", 0, 99999, "units", said="reading"),
    records.moment("taken_at", past=True),
    records.status("status", "submitted", "accepted", ends=("rejected",)),
    mine=True,
)

OUTAGE = records.kind(
    "outage",
    "outages",
    records.key("outage_id", "outage", "U"),
    records.choice("utility", *UTILITIES, said="utility"),
    records.address("area", "North Quarter", "花园小区", "Old Town", "3号楼"),
    records.moment("starts_at"),
    records.moment("ends_at", after="starts_at"),
    records.note("reason", "Pipe replacement", "线路检修", "Planned maintenance"),
)

list_utility_bills = service(
    "list_utility_bills",
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="utility bills: power, water, gas, heating, internet; amounts and due days",
    zh="水电煤账单：金额和缴费期限",
    cues=cued(
        "how much do I owe electric bill water bill gas what is due this month charges invoice",
        "电费多少 水费 燃气费 欠费 账单 该交多少 取暖费 网费 缴费",
    ),
    arguments=[choice("utility", UTILITIES, "which", "哪一种")],
    kind=BILL,
    actions={ANY_ACTION: lists(whole=True)},
)

pay_utility_bill = service(
    "pay_utility_bill",
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="payment of one utility bill",
    zh="缴费：付清一张水电煤账单",
    cues=cued(
        "settle the electric bill pay water pay gas clear what I owe power company transfer",
        "交电费 交水费 付账单 缴燃气费 把账单付了 交网费 缴清 充电费",
    ),
    arguments=[
        record("bill_id", "utility_bill", "its id", "账单编号", example="B1190", required=ALWAYS)
    ],
    kind=BILL,
    actions={ANY_ACTION: updates(status="paid", paid=True)},
    errors=["not_found", "already_paid"],
)

manage_meter_reading = service(
    "manage_meter_reading",
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="meter readings: submit a number, list those submitted",
    zh="表计读数：上报读数或查看记录",
    cues=cued(
        "report the gas meter the water meter shows send in the number on the dial usage",
        "报电表 抄表 水表读数 上报读数 燃气表 表上是 读数多少 自助抄表",
    ),
    arguments=[
        action("submit", "list"),
        choice("utility", UTILITIES, "which meter", "哪种表", required=("submit",)),
        integer("reading", 0, 99999, "what it shows", "读数", unit="units", required=("submit",)),
    ],
    kind=METER_READING,
    actions={"submit": creates(status="submitted"), "list": lists(whole=True)},
    errors=["too_low"],
)

find_outages = service(
    "find_outages",
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="announced outages of power, water, gas, heating or internet",
    zh="停水停电通知：区域、时间和原因",
    cues=cued(
        "will the power be cut no water tomorrow planned outage blackout internet down works why",
        "停电 停水 什么时候来电 停气通知 断网 检修 停暖 为什么没水",
    ),
    arguments=[choice("utility", UTILITIES, "which", "哪一种")],
    kind=OUTAGE,
    actions={ANY_ACTION: lists()},
)

follow_outage = service(
    "follow_outage",
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="details of one announced outage",
    zh="停水停电详情：查询某一条通知",
    cues=cued(
        "how long will this cut last when does the water come back that blackout notice more about",
        "这次停电多久 停水到几点 详细说明 那条停电通知 何时恢复 具体时间 哪些楼 恢复供水",
    ),
    arguments=[
        record("outage_id", "outage", "its id", "通知编号", example="U220", required=ALWAYS)
    ],
    kind=OUTAGE,
    actions={ANY_ACTION: finds()},
    errors=["not_found"],
)
