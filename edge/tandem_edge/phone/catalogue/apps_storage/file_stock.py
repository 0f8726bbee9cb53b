"""The folders and files that a fresh phone holds."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from tandem_edge.phone.catalogue.apps_storage.stored import (
    DOWNLOADS,
    FILES,
    FOLDERS,
    Folder,
    StoredFile,
    files_in,
    this_minute,
    throw_away,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.store import Store

SYSTEM_FOLDERS = (DOWNLOADS, "Documents", "Pictures", "Music", "Movies")
_FILES = """
Documents/Tax: Tax return 2025.pdf 3|Tax return 2024.pdf 3|Tax return draft.docx 1
Documents/工作: 季度总结.docx 2|季度总结 终稿.docx 2|季度预算.xlsx 1
Documents/Flat: Lease.pdf 4|Lease signed.pdf 5|Inventory.xlsx 1
Documents/简历: 个人简历.docx 1|个人简历 英文版.docx 1|求职信.docx 1
Documents/房子: 租房合同.pdf 4|购房合同.pdf 6|物业费明细.xlsx 1
Documents/Budget: Budget 2026.xlsx 1|Budget 2025.xlsx 1|Savings plan.xlsx 1
Documents/装修: 装修报价单.xlsx 1|装修合同.pdf 3|客厅效果图.jpg 12
Documents/Thesis: Thesis chapter 2.docx 7|Thesis chapter 3.docx 6|Thesis slides.pptx 24
Documents/Insurance: Car insurance.pdf 2|Home insurance.pdf 2|Claim form.docx 1
Documents/报销: 出差报销单.xlsx 1|打车发票.pdf 1|酒店发票.pdf 1
Documents/School: Spanish worksheet.docx 1|Maths worksheet.docx 1|Term dates.pdf 1
Documents/孩子: 期末试卷.pdf 3|家长会通知.docx 1|课程表.xlsx 1
Documents/菜谱: 红烧肉做法.txt 1|红烧鱼做法.txt 1|烘焙笔记.docx 1
Documents/Recipes: Sourdough.txt 1|Sourdough starter.txt 1|Lasagne.pdf 2
Documents/旅行: 日本行程.docx 2|云南行程.docx 2|签证材料.zip 38 护照扫描件.jpg 6 在职证明.pdf 2
Documents/Garden: Planting calendar.xlsx 1|Garden plan.pdf 8|Seed order.csv 1
Download: Boarding pass LHR.pdf 1|Boarding pass PEK.pdf 1|Hotel voucher.pdf 1
Download: 电子发票 三月.pdf 1|电子发票 二月.pdf 1|购物小票.jpg 2
Download: Conference photos.zip 210 Stage.jpg 9 Panel.jpg 8|Conference slides.pptx 32
Download: 婚礼照片.zip 340 合影.jpg 14 敬茶.jpg 11|婚礼流程.docx 1
Download: 空调说明书.pdf 8|洗衣机说明书.pdf 7|驱动程序.zip 64 安装说明.txt 1 驱动.exe 62
Download: Router manual.pdf 9|Camera manual.pdf 14|Camera firmware.zip 96 Readme.txt 1 Update.bin 94
Download: 剪映安装包.apk 310|输入法安装包.apk 118|字体包.zip 44 宋体.ttf 18 楷体.ttf 22
Download: VLC player.apk 74|VLC player (1).apk 74|Ringtone pack.zip 28 Bell.mp3 3 Marimba.mp3 4
Download: Statement January.pdf 1|Statement February.pdf 1|Statement February (1).pdf 1
Download: 工资条 一月.pdf 1|工资条 二月.pdf 1|工资条 二月 (1).pdf 1
Download: Knitting pattern.pdf 3|Crochet pattern.pdf 3|Yarn list.csv 1
Download: 考研英语真题.pdf 11|考研政治真题.pdf 10|真题答案.zip 18 英语答案.pdf 4 政治答案.pdf 4
Music: 会议录音 周一.m4a 52|会议录音 周五.m4a 61|奶奶讲故事.mp3 22
Music: Choir rehearsal.m4a 48|Choir concert.m4a 96|Piano practice.mp3 12
Movies: 年会节目.mp4 460|年会节目 剪辑版.mp4 150|宝宝学走路.mov 220
Movies: Drone footage.mp4 820|Drone footage cut.mp4 260|School play.mp4 540
Pictures: Birthday invitation.png 3|Birthday banner.png 5|Floor plan.jpg 4
Pictures: 证件照 蓝底.jpg 1|证件照 白底.jpg 1|全家福 修图.jpg 8
Pictures: Logo draft.png 2|Logo final.png 2|Business card.png 1
Pictures: 海报初稿.png 6|海报定稿.png 7|朋友圈配图.jpg 2
Download: Weather radar.apk 42|Weather radar (1).apk 42
Download: 输入法.apk 118|输入法 (1).apk 118
Download: Chess trainer.apk 36|Chess trainer (1).apk 36
Download: 电视直播.apk 64|电视直播 (1).apk 64
"""
"""A line an entry of the pool: folder, then files with their megabytes (and what is in them)."""


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Documents by subject, a Download folder nobody tidies, and a few things in the trash."""
    for name in SYSTEM_FOLDERS:
        store.add(FOLDERS, Folder(name, system=True))
    for entry in cast.of(_FILES.strip().splitlines()):
        path, _, listed = entry.partition(": ")
        parent, _, name = path.rpartition("/")
        if parent:
            store.add(FOLDERS, Folder(name, parent))
        for each in listed.split("|"):
            age = timedelta(minutes=random.randrange(60, 500_000))
            store.add(FILES, _stored(each, path, store, age))
    _leave_some_in_the_trash(store, random)


def _stored(listed: str, path: str, store: Store, age: timedelta) -> StoredFile:
    name, _, rest = listed.partition(".")
    ending, size, *inside = rest.split(" ")
    pairs = zip(inside[::2], inside[1::2], strict=True)
    contents = tuple((each, int(megabytes)) for each, megabytes in pairs)
    modified = this_minute(store) - age
    return StoredFile(f"{name}.{ending}", path, int(size), modified, contents)


def _leave_some_in_the_trash(store: Store, random: Random) -> None:
    """Three files; of each kind of look-alikes at least one stays."""
    loose = [key for key, row in files_in(store, DOWNLOADS) if not row.contents]
    for key in random.sample(loose, 3):
        days = timedelta(days=random.randrange(1, 28), minutes=random.randrange(600))
        throw_away(store, key, this_minute(store) - days)
