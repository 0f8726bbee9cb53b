"""The public library: books, loans, reservations."""

from __future__ import annotations

from tandem_edge.phone.authoring import ALWAYS, action, text
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

TITLES = ("The Quiet Harbour", "三体", "Bread at Home", "围城", "Rivers of Asia", "小王子")

BOOK = records.kind(
    "library_book",
    "library_books",
    records.key("book_id", "library_book", "K"),
    records.name("title", *TITLES),
    records.name("author", "M. Oduya", "刘慈欣", "Ana Reis", "钱钟书", "T. Haas"),
    records.name("shelf", "B-12", "文学3排", "C-04", "自然1排"),
    records.count("copies_in", 0, 6, "copies", live=True),
)

LOAN = records.kind(
    "library_loan",
    "library_loans",
    records.key("loan_id", "library_loan", "N"),
    records.refers("book_id", "library_book"),
    records.name("title", *TITLES, copied=True),
    records.day("borrowed_on"),
    records.day("due_on", after="borrowed_on"),
    records.count("renewals_left", 0, 3, "times"),
    records.money("fine", 0, 20),
    records.status("status", "lent", "returned"),
    mine=True,
)

RESERVATION = records.kind(
    "book_reservation",
    "book_reservations",
    records.key("reservation_id", "book_reservation", "H"),
    records.refers("book_id", "library_book", said="book_id"),
    records.name("title", *TITLES, copied=True),
    records.address("branch", "Central Library", "城东分馆", "Lakeside Branch", said="branch"),
    records.day("held_until", optional=True),
    records.count("place", 1, 12, "in the queue", live=True),
    records.status("status", "waiting", "ready", "collected", ends=("cancelled",)),
    mine=True,
)

search_library_books = service(
    "search_library_books",
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="library books: what the public library holds and where",
    zh="图书馆藏书：查找图书和所在书架",
    cues=cued(
        "does the library have a book by this author borrow novel on which shelf copies catalogue",
        "图书馆有没有 找书 借书 哪个书架 馆藏 作者 可借 查书",
    ),
    arguments=[
        text(
            "words", "title or author", "书名或作者", privacy=Privacy.NONE, example="Rivers of Asia"
        )
    ],
    kind=BOOK,
    actions={ANY_ACTION: lists()},
)

manage_library_loan = service(
    "manage_library_loan",
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="books I borrowed: list, look one up, renew",
    zh="我借的书：查看、查询一本或续借",
    cues=cued(
        "when are my library books due extend the loan renew keep it longer overdue fine borrowed",
        "续借 借的书 什么时候还 到期 逾期 罚款 还书日期 借阅",
    ),
    arguments=[
        action("list", "query", "renew"),
        record(
            "loan_id",
            "library_loan",
            "its id",
            "借阅编号",
            example="N881",
            required=("query", "renew"),
        ),
    ],
    kind=LOAN,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "renew": updates("due_on", "renewals_left"),
    },
    errors=["not_found", "no_renewals"],
)

reserve_book = service(
    "reserve_book",
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="reservation of a library book at a branch",
    zh="预约图书：在某个分馆留书",
    cues=cued(
        "put a hold on the book keep it for me at the branch queue for a novel waiting list",
        "预约图书 留一本 排队借书 分馆取书 预借 帮我留书 等候 订书",
    ),
    arguments=[
        record("book_id", "library_book", "its id", "图书编号", example="K340", required=ALWAYS),
        text(
            "branch",
            "where to collect it",
            "取书分馆",
            privacy=Privacy.ADDRESS,
            example="Central Library",
            required=ALWAYS,
        ),
    ],
    kind=RESERVATION,
    actions={ANY_ACTION: creates(status="waiting")},
    errors=["not_found", "already_reserved"],
)

manage_book_reservation = service(
    "manage_book_reservation",
    domain=Domain.UTILITIES_PRODUCTIVITY,
    en="my book reservations: list, check one, cancel",
    zh="我的图书预约：查看、查询或取消",
    cues=cued(
        "is the book I put on hold ready how many before me in the queue drop the hold reserved",
        "预约到了吗 排到第几 取消预约图书 可以取书了吗 我预约的书 留书期限 预约状态 候补",
    ),
    arguments=[
        action("list", "query", "cancel"),
        record(
            "reservation_id",
            "book_reservation",
            "its id",
            "预约编号",
            example="H207",
            required=("query", "cancel"),
        ),
    ],
    kind=RESERVATION,
    actions={
        "list": lists(whole=True),
        "query": finds(),
        "cancel": updates(status="cancelled"),
    },
    errors=["not_found", "too_late"],
)
