"""School and neighbourhood: notices, absences, the noticeboard, the common room."""

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
from tandem_shared.tools import ANY_ACTION, Domain, Privacy

TOPICS = ("for_sale", "wanted", "lost", "found", "event")

NOTICE = records.kind(
    "school_notice",
    "school_notices",
    records.key("notice_id", "school_notice", "SN"),
    records.name("title", "Sports day", "家长会", "Trip to the museum", "春游通知"),
    records.name("class_name", "3B", "二年级一班", "1A", optional=True),
    records.day("published_on"),
    records.day("answer_by", after="published_on"),
    records.money("cost", 0, 200),
    records.status("status", "unread", "read", "confirmed"),
    records.note("body", "Bring a packed lunch", "请穿运动鞋", "Parents are welcome"),
    mine=True,
)

ABSENCE = records.kind(
    "school_absence",
    "school_absences",
    records.key("absence_id", "school_absence", "AB"),
    records.name("pupil", "Tom", "小雨", said="pupil", privacy=Privacy.PERSON),
    records.day("day", said="day"),
    records.choice("reason", "ill", "appointment", "family", said="reason"),
    records.status("status", "reported", "excused", ends=("withdrawn",)),
    mine=True,
)

POST = records.kind(
    "board_post",
    "board_posts",
    records.key("post_id", "board_post", "BP"),
    records.choice("topic", *TOPICS, said="topic"),
    records.name("title", "Red bicycle", "寻猫启事", "Sofa, as new", "跳蚤市场", said="title"),
    records.money("price", 0, 2000),
    records.name("contact", "Mrs Novak", "楼下老李", privacy=Privacy.PERSON, optional=True),
    records.moment("posted_at", past=True),
    records.note("body", "Hardly used", "有意者请联系", said="body", optional=True),
)

ROOM = records.kind(
    "room_booking",
    "room_bookings",
    records.key("booking_id", "room_booking", "RB"),
    records.choice("room", "party_room", "workshop", "guest_room", said="room"),
    records.day("day", said="day"),
    records.clock("opens"),
    records.clock("closes", after="opens"),
    records.money("rent", 0, 300),
    records.money("deposit", 0, 200),
    records.money("total", 0, 500, "rent", "deposit"),
    records.status("status", "booked", "used", ends=("cancelled",)),
    mine=True,
)

manage_school_notice = service(
    "manage_school_notice",
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="school notices: list, read one, confirm it was seen",
    zh="学校通知：查看、阅读或确认收到",
    cues=cued(
        "letter from school parents evening trip money due teacher announcement kids class note",
        "学校通知 家长会 老师说什么 春游 班级通知 回执 确认收到 要交多少钱",
    ),
    arguments=[
        action("list", "query", "confirm"),
        record(
            "notice_id",
            "school_notice",
            "its id",
            "通知编号",
            example="SN120",
            required=("query", "confirm"),
        ),
    ],
    kind=NOTICE,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "confirm": updates(status="confirmed"),
    },
    errors=["not_found", "too_late"],
)

manage_absence = service(
    "manage_absence",
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="absence from school: report a child's day off, list, withdraw",
    zh="学生请假：提交、查看或撤回",
    cues=cued(
        "my kid is ill stay home today call in sick for my son daughter misses class excused",
        "给孩子请假 请病假 不去上学 请一天假 老师请假 生病了 事假 销假",
    ),
    arguments=[
        action("report", "list", "withdraw"),
        text(
            "pupil",
            "which child",
            "哪个孩子",
            privacy=Privacy.PERSON,
            example="Tom",
            required=("report",),
        ),
        day("day", "which day", "哪一天", required=("report",)),
        choice("reason", ("ill", "appointment", "family"), "why", "原因", required=("report",)),
        record(
            "absence_id",
            "school_absence",
            "its id",
            "请假编号",
            example="AB301",
            required=("withdraw",),
        ),
    ],
    kind=ABSENCE,
    actions={
        "report": creates(status="reported"),
        "list": lists(whole=True),
        "withdraw": updates(status="withdrawn"),
    },
    errors=["not_found", "too_late"],
)

browse_noticeboard = service(
    "browse_noticeboard",
    en="the neighbourhood's noticeboard: what others sell, seek, lost, found",
    zh="社区公告板：邻居出售、求购、寻物的帖子",
    cues=cued(
        "second hand bike nearby neighbours selling flea market lost cat anyone giving away sofa",
        "二手 邻居在卖什么 寻猫 失物招领 社区活动 跳蚤市场 转让 小区群",
    ),
    arguments=[choice("topic", TOPICS, "which", "类别")],
    kind=POST,
    actions={ANY_ACTION: lists()},
)

post_on_noticeboard = service(
    "post_on_noticeboard",
    en="a post of mine on the neighbourhood's noticeboard",
    zh="发帖：在社区公告板发布一条",
    cues=cued(
        "sell my old bike announce a flea market tell the neighbours I lost my keys put up a note",
        "发个帖子 卖二手 转让沙发 寻物启事 告诉邻居 发布活动 出闲置 贴公告",
    ),
    arguments=[
        choice("topic", TOPICS, "which", "类别", required=ALWAYS),
        text("title", "headline", "标题", example="Red bicycle", required=ALWAYS),
        text("body", "the text", "正文", example="Hardly used"),
    ],
    kind=POST,
    actions={ANY_ACTION: creates(paid=True)},
    errors=["not_allowed"],
)

manage_room_booking = service(
    "manage_room_booking",
    en="the house's common rooms: book for a day, list, cancel",
    zh="公共房间：预订某天、查看或取消",
    cues=cued(
        "rent the party room reserve workshop guest room for the weekend birthday deposit",
        "订活动室 公共客房 借会议室 办生日会 小区活动室 租场地 取消活动室 押金",
    ),
    arguments=[
        action("book", "list", "query", "cancel"),
        choice(
            "room", ("party_room", "workshop", "guest_room"), "which", "房间", required=("book",)
        ),
        day("day", "which day", "哪一天", required=("book",)),
        record(
            "booking_id",
            "room_booking",
            "its id",
            "预订编号",
            example="RB208",
            required=("query", "cancel"),
        ),
    ],
    kind=ROOM,
    actions={
        "book": creates(status="booked"),
        "list": lists(whole=True),
        "query": finds(),
        "cancel": updates(status="cancelled"),
    },
    errors=["not_found", "taken"],
)
