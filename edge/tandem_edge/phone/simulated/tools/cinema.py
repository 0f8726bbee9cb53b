"""Cinemas: what is shown, and seats."""

from __future__ import annotations

from tandem_edge.phone.authoring import ALWAYS, action, day, integer, text
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

FILMS = ("River of Stars", "长安夜雨", "The Last Ferry", "月球快递", "Paper Tigers")

SHOWING = records.kind(
    "showing",
    "showings",
    records.key("showing_id", "showing", "W"),
    records.name("film", *FILMS),
    records.name("cinema", "Lumen Palace", "星光影城", "Harbour Screens"),
    records.address("address", "30 Station Square", "解放路66号", "2 Pier Road"),
    records.moment("starts_at"),
    records.moment("ends_at", after="starts_at"),
    records.money("price", 30, 90),
    records.count("seats_left", 0, 120, "seats", live=True),
)

CINEMA_BOOKING = records.kind(
    "cinema_booking",
    "cinema_bookings",
    records.key("booking_id", "cinema_booking", "C"),
    records.refers("showing_id", "showing", said="showing_id"),
    records.name("film", *FILMS, copied=True),
    records.moment("starts_at", copied=True),
    records.count("seats", 1, 8, "seats", said="seats"),
    records.name("row", "D", "F", "7排", "H"),
    records.money("price", 30, 90, copied=True),
    records.money("fee", 0, 5),
    records.money("total", 30, 800, "price*seats", "fee"),
    records.name("code", "8842 1190", "5031 7726", privacy=Privacy.OTP, optional=True),
    records.status("status", "booked", "used", ends=("refunded",)),
    mine=True,
)

find_showings = service(
    "find_showings",
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="films shown in cinemas on a day: times, prices, seats left",
    zh="电影场次：某天的放映时间、票价和余座",
    cues=cued(
        "what is on at the movies tonight film times screening tickets cinema programme showtimes",
        "今晚有什么电影 看电影 场次 影院 电影票 排片 几点放映 余票",
    ),
    arguments=[day("day", "which day", "哪一天")],
    kind=SHOWING,
    actions={ANY_ACTION: lists()},
)

book_cinema_seats = service(
    "book_cinema_seats",
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="cinema tickets: seats are bought for one showing",
    zh="买电影票：为某一场次购买座位",
    cues=cued(
        "two tickets for the movie buy film seats reserve a row at the pictures for us tonight",
        "买电影票 订票 两张票 选座 今晚的电影 订座 要两个座位 影票",
    ),
    arguments=[
        record("showing_id", "showing", "its id", "场次编号", example="W510", required=ALWAYS),
        integer("seats", 1, 8, "how many", "几张", unit="seats", default=1),
    ],
    kind=CINEMA_BOOKING,
    actions={ANY_ACTION: creates(status="booked", paid=True)},
    errors=["not_found", "sold_out"],
)

manage_cinema_booking = service(
    "manage_cinema_booking",
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="my cinema tickets: list, show one, give them back",
    zh="我的电影票：查看、查询一笔或退票",
    cues=cued(
        "refund the movie tickets which row are we in when does our film start ticket code",
        "退电影票 我的影票 取票码 几排几座 电影几点开始 退票 查电影票 票在哪",
    ),
    arguments=[
        action("list", "query", "refund"),
        record(
            "booking_id",
            "cinema_booking",
            "its id",
            "订单编号",
            example="C7120",
            required=("query", "refund"),
        ),
    ],
    kind=CINEMA_BOOKING,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "refund": updates(status="refunded"),
    },
    errors=["not_found", "too_late"],
)

rate_film = service(
    "rate_film",
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="my film review: stars and words posted under my name",
    zh="影评：给看过的电影打分并发表评论",
    cues=cued(
        "give the movie five stars review what I saw loved it hated it rating post opinion",
        "打分 影评 五星 评价电影 好看 难看 发表评论 评分",
    ),
    arguments=[
        text(
            "film",
            "which film",
            "哪部电影",
            privacy=Privacy.NONE,
            example="Paper Tigers",
            required=ALWAYS,
        ),
        integer("stars", 1, 5, "how good", "几星", unit="stars", required=ALWAYS),
        text("opinion", "in words", "评语", example="Slow but lovely"),
    ],
    kind=records.kind(
        "film_review",
        "film_reviews",
        records.key("review_id", "film_review", "V"),
        records.name("film", *FILMS, said="film"),
        records.count("stars", 1, 5, "stars", said="stars"),
        records.moment("posted_at", past=True),
        records.note("opinion", "Slow but lovely", "节奏不错", said="opinion", optional=True),
        mine=True,
    ),
    actions={ANY_ACTION: creates(paid=True)},
    errors=["not_found", "already_reviewed"],
)
