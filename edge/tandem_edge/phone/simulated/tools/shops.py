"""Shops' loyalty schemes: points, vouchers, returns."""

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
)
from tandem_shared.tools import ANY_ACTION, Privacy

SHOPS = ("Tea Garden", "便利蜂", "Shoe Depot", "城市超市", "Paper & Ink")

CARD = records.kind(
    "loyalty_card",
    "loyalty_cards",
    records.key("card_id", "loyalty_card", "LC"),
    records.name("shop", *SHOPS),
    records.choice("level", "basic", "silver", "gold"),
    records.count("points", 0, 9000, "points", live=True),
    records.day("expires_on"),
    mine=True,
)

VOUCHER = records.kind(
    "voucher",
    "vouchers",
    records.key("voucher_id", "voucher", "Z"),
    records.refers("card_id", "loyalty_card", said="card_id"),
    records.name("shop", *SHOPS, copied=True),
    records.count("points_spent", 100, 5000, "points", said="points"),
    records.money("value", 1, 100),
    records.day("valid_until"),
    records.status("status", "fresh", "used", ends=("expired",)),
    mine=True,
)

RETURN = records.kind(
    "shop_return",
    "shop_returns",
    records.key("return_id", "shop_return", "RT"),
    records.name("article", "Running shoes", "保温杯", "Rain jacket", said="article"),
    records.choice("reason", "too_small", "too_big", "broken", "unwanted", said="reason"),
    records.money("price", 30, 600),
    records.money("postage", 0, 20),
    records.money("refund", 0, 600, "price", "-postage"),
    records.day("send_by"),
    records.status("status", "opened", "received", "refunded", ends=("refused",)),
    mine=True,
)

manage_loyalty_card = service(
    "manage_loyalty_card",
    en="my shops' loyalty cards: list, show one with its points",
    zh="我的会员卡：查看或查询积分",
    cues=cued(
        "how many points do I have bonus card membership level stamps collected rewards balance",
        "积分多少 会员卡 会员等级 积分余额 我的卡包 会员积分 查积分 过期积分",
    ),
    arguments=[
        action("list", "query"),
        record(
            "card_id", "loyalty_card", "its id", "会员卡编号", example="LC204", required=("query",)
        ),
    ],
    kind=CARD,
    actions={"list": lists(whole=True), "query": finds()},
    errors=["not_found"],
)

redeem_points = service(
    "redeem_points",
    en="points of a loyalty card, exchanged for a voucher",
    zh="积分兑换：用积分换代金券",
    cues=cued(
        "trade in my points get a voucher for my bonus spend rewards coupon cash in stamps",
        "兑换积分 积分换券 换代金券 用积分 兑换礼券 花掉积分 换优惠券 积分抵现",
    ),
    arguments=[
        record("card_id", "loyalty_card", "its id", "会员卡编号", example="LC204", required=ALWAYS),
        integer("points", 100, 5000, "how many", "多少积分", unit="points", required=ALWAYS),
    ],
    kind=VOUCHER,
    actions={ANY_ACTION: creates(status="fresh", paid=True)},
    errors=["not_found", "too_few_points"],
)

list_vouchers = service(
    "list_vouchers",
    en="my vouchers: value, shop and last day",
    zh="我的代金券：面值、商家和有效期",
    cues=cued(
        "which coupons do I have gift cards still valid voucher running out discount codes unused",
        "优惠券 代金券 有什么券 快过期的券 礼品卡 折扣码 可用的券 卡券",
    ),
    arguments=[],
    kind=VOUCHER,
    actions={ANY_ACTION: lists(whole=True)},
)

manage_shop_return = service(
    "manage_shop_return",
    en="goods sent back to shops: open a return, list, check one",
    zh="退货：发起、查看或查询进度",
    cues=cued(
        "the shoes do not fit send them back get my money refund return label broken article",
        "退货 退款到了吗 鞋子小了 不合适 申请退货 换货 退回商品 退款进度",
    ),
    arguments=[
        action("open", "list", "query"),
        text(
            "article",
            "what",
            "哪件商品",
            privacy=Privacy.NONE,
            example="Running shoes",
            required=("open",),
        ),
        choice(
            "reason",
            ("too_small", "too_big", "broken", "unwanted"),
            "why",
            "原因",
            required=("open",),
        ),
        record(
            "return_id", "shop_return", "its id", "退货编号", example="RT310", required=("query",)
        ),
    ],
    kind=RETURN,
    actions={"open": creates(status="opened"), "list": lists(whole=True), "query": finds()},
    errors=["not_found", "too_late"],
)
