"""Reading what is written on a photo."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import ToolFailure, choice, field, needs, text, tool
from tandem_edge.phone.catalogue.apps_storage.stored import PHOTOS, Photo
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.selection import fold, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

_PARTS = {
    "phone_numbers": r"(?<!\d)(?!\d{4}-\d\d)\+?\d[\d -]{6,}\d",
    "amounts": r"(?:[¥£$€] ?\d+(?:\.\d\d)?|\d+(?:\.\d+)?元)",
    "dates": r"\d{4}-\d\d-\d\d|\d{1,2}月\d{1,2}日|\d{1,2} (?:Jan|Mar|May|Jun|Aug|Oct|Dec)\w*",
    "links": r"(?:https?://|www\.)[\w./-]+",
}
PARTS = ("everything", *_PARTS)


@dataclass(frozen=True, slots=True)
class PhotoText:
    """What is written on a photo, kept under the photo's id, and what is to be seen there."""

    about: str
    text: str


PHOTO_TEXTS = Table("photo_texts", PhotoText)


@tool(
    domain=Domain.AI_ASSISTANT,
    en="read the writing in a saved photo: text, numbers, amounts, dates, links",
    zh="识别相册照片里的文字：全文、号码、金额、日期或链接",
    cues_en="read text in picture ocr what does the sign receipt menu say in my photo extract "
    "words number on the business card photo amount on the bill image copy writing from",
    cues_zh="识图 认字 图上写的什么 照片里的字 提取文字 小票上多少钱 名片上的电话 截图里的链接 "
    "读出来 图片转文字 拍的菜单",
    arguments=[
        text(
            "photo",
            "which photo, the newest if absent",
            "哪张照片，缺省为最新一张",
            example="receipt",
        ),
        choice("part", PARTS, "which part of the writing", "要哪部分", default="everything"),
    ],
    results=[
        field("photo", "string", privacy=Privacy.MESSAGE),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("found", "array", privacy=Privacy.MESSAGE),
    ],
    effects=Effect.READ,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "photos", code="permission_denied"),
    ],
    errors=["not_found", "ambiguous", "no_text"],
    mechanism=Mechanism.NONE,
)
def read_text_in_photo(store: Store, photo: str | None, part: str) -> dict[str, JsonValue]:
    """The writing on the photo meant by its name or by what is seen on it, or a part of it."""
    key, row = _meant(store, photo)
    written = store.get(PHOTO_TEXTS, key)
    if written is None:
        raise ToolFailure("no_text", f"there is no writing on {row.name}")
    found = [] if part == "everything" else re.findall(_PARTS[part], written.text)
    return {"photo": row.name, "text": written.text, "found": [*found]}


def _meant(store: Store, photo: str | None) -> tuple[str, Photo]:
    rows = {key: row for key, row in store.all(PHOTOS).items() if row.kind != "video"}
    if photo is None:
        newest = sorted(rows.items(), key=lambda item: item[1].taken)[-1:]
        return the_one(newest, "photo", lambda row: row.name)
    words = fold(photo).split()
    found = [
        (key, row)
        for key, row in rows.items()
        if all(word in fold(f"{row.name} {row.about}") for word in words)
    ]
    written = [(key, row) for key, row in found if key in store.all(PHOTO_TEXTS)]
    return the_one(written or found, "photo", lambda row: f"{row.about} {row.taken:%m-%d %H:%M}")


# What is to be seen on it, and what is written there. Look-alikes stand in one entry.
_POOL = (
    (("hardware shop receipt", "Brook & Sons\n4 x hinge £6.40\nPaint 1 l £18.50\nTotal £24.90"),
     ("bakery receipt", "Little Crumb\n2 baguettes £4.20\nTotal £4.20\n14 March")),
    (("plumber's business card", "R. Hollis, Plumbing\n+44 7700 900321\nwww.hollis.example"),),
    (("parking sign", "Permit holders only\nMon-Fri 8-18\nOthers: 2 hours, £3.00"),),
    (("café menu", "Flat white £3.60\nCarrot cake £4.10\nSoup of the day £6.50"),
     ("wine list", "House red £5.50\nRioja £24.00")),
    (("超市小票", "家福超市\n鸡蛋 12.80元\n牛奶 9.90元\n合计 22.70元"),
     ("药店小票", "康民药房\n感冒灵 18.00元\n合计 18.00元")),
    (("装修公司名片", "安居装饰 罗经理\n199 0000 1234\nwww.anju.example"),),
    (("停车告示", "月租 300元\n临停 5元/小时\n电话 199 0000 5678"),),
    (("小馆子菜单", "回锅肉 38元\n麻婆豆腐 22元\n米饭 2元"),),
    (("whiteboard from the workshop", "Launch 2026-06-01\nOwner: Priya\nRisks: supplier, budget"),),
    (("museum poster", "Tides of Iron\n3 May to 28 June\nhttps://tides.example/tickets"),),
    (("router label", "Network: BrookHouse\nPassword: maple-dune-42"),),
    (("lost cat notice", "Answers to Biscuit\nCall +44 7700 900654\nReward £50"),),
    (("白板照片", "上线 2026-06-18\n负责人：李楠\n风险：供应商、人手"),),
    (("小区通知", "停水通知\n3月15日 9:00-17:00\n咨询 199 0000 2468"),),
    (("体检单", "姓名：王小明\n日期 2026-02-20\n血压 128/82"),),
    (("快递面单", "收件人 李娜\n199 0000 1357\n2026-03-08"),),
)  # fmt: skip


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Pictures taken to remember what is written there."""
    now = store.only(DEVICE).clock
    lines = [line for entry in cast.of(_POOL) for line in entry]
    for serial, (about, written) in enumerate(lines, start=1):
        taken = now - timedelta(minutes=random.randrange(200, 40_000))
        name = f"IMG_{taken:%Y%m%d}_T{serial:02}.jpg"
        key = store.add(PHOTOS, Photo(name, "photo", about, "", taken, random.randrange(2, 6)))
        store.put(PHOTO_TEXTS, key, PhotoText(about, written))
