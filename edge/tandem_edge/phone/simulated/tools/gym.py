"""The gym: classes and places in them."""

from __future__ import annotations

from tandem_edge.phone.authoring import ALWAYS, action, day
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
from tandem_shared.tools import ANY_ACTION

GYM_CLASS = records.kind(
    "gym_class",
    "gym_classes",
    records.key("class_id", "gym_class", "G"),
    records.name("title", "Morning yoga", "动感单车", "Pilates", "搏击入门", "Aqua fit"),
    records.name("coach", "Nina", "周教练", "Omar", "林老师"),
    records.name("room", "Hall 1", "2楼操房", "Pool"),
    records.moment("starts_at"),
    records.moment("ends_at", after="starts_at"),
    records.money("price", 20, 90),
    records.count("places_left", 0, 25, "places", live=True),
    records.note("remark", "Bring a towel", "自备瑜伽垫", "Suits beginners", optional=True),
)

CLASS_BOOKING = records.kind(
    "class_booking",
    "class_bookings",
    records.key("booking_id", "class_booking", "Y"),
    records.refers("class_id", "gym_class", said="class_id"),
    records.name("title", "Morning yoga", "动感单车", copied=True),
    records.moment("starts_at", copied=True),
    records.money("price", 20, 90, copied=True),
    records.money("discount", 0, 10),
    records.money("to_pay", 10, 90, "price", "-discount"),
    records.status("status", "booked", "attended", ends=("cancelled", "missed")),
    mine=True,
)

find_gym_classes = service(
    "find_gym_classes",
    en="gym classes on a day: times, coaches, places left",
    zh="健身课程：某天的时间、教练和余位",
    cues=cued(
        "what is on at the fitness studio tomorrow yoga pilates spinning class timetable workout",
        "健身课 瑜伽课 单车课 课表 明天有什么课 教练 普拉提 健身房",
    ),
    arguments=[day("day", "which day", "哪一天")],
    kind=GYM_CLASS,
    actions={ANY_ACTION: lists()},
)

book_gym_class = service(
    "book_gym_class",
    en="a place in a gym class, booked",
    zh="约课：预订一节健身课",
    cues=cued(
        "sign me up for yoga join the spinning class reserve a spot with the coach workout lesson",
        "约课 报名瑜伽 订一节课 预约健身 上课 抢位 报名单车 约教练",
    ),
    arguments=[
        record("class_id", "gym_class", "its id", "课程编号", example="G301", required=ALWAYS)
    ],
    kind=CLASS_BOOKING,
    actions={ANY_ACTION: creates(status="booked")},
    errors=["not_found", "full"],
)

manage_class_booking = service(
    "manage_class_booking",
    en="my gym class bookings: list, show one, cancel",
    zh="我约的健身课：查看、查询或取消",
    cues=cued(
        "which workouts am I signed up for skip yoga drop the lesson cannot make it to spinning",
        "我约了什么课 取消约课 不去健身了 我的课程 上课时间 退课 查约课 请假",
    ),
    arguments=[
        action("list", "query", "cancel"),
        record(
            "booking_id",
            "class_booking",
            "its id",
            "约课编号",
            example="Y6004",
            required=("query", "cancel"),
        ),
    ],
    kind=CLASS_BOOKING,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "cancel": updates(status="cancelled"),
    },
    errors=["not_found", "too_late"],
)
