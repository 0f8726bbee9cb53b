"""What a generated phone has in its notification shade."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, name_of
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES, Message
from tandem_edge.phone.catalogue.input_interaction.notification_actions import (
    SMS_APP,
    SNOOZED,
    Snoozed,
)
from tandem_edge.phone.catalogue.input_interaction.notification_shade import (
    NOTIFICATION_HISTORY,
    Cleared,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS, Category, Notification
from tandem_edge.phone.sandbox.store import Store

NEEDS = ("applications", "contacts", "messages")

_CHATS = ("com.whatsapp", "org.telegram.messenger", "com.instagram.android")
_ZH_CHATS = ("com.tencent.mm", "com.tencent.mobileqq", "com.alibaba.android.rimet")
_LINES = (
    ("Did you see the photos?", "Did you send the photos?", "照片看到了吗", "照片发我一下"),
    ("Dinner moved to eight", "Dinner moved to Sunday", "晚饭改到八点了", "晚饭改到周日了"),
    ("Can you call me back", "Can you bring the charger", "方便回个电话吗", "方便带个充电器吗"),
    (
        "The keys are under the pot",
        "The keys are with the neighbour",
        "钥匙放花盆底下了",
        "钥匙放邻居家了",
    ),
    ("Train is late again", "Train is on time for once", "高铁又晚点了", "高铁这次准点"),
    ("Who won last night?", "Who is driving tonight?", "昨晚谁赢了", "今晚谁开车"),
    (
        "Please sign the form today",
        "Please sign the form by Friday",
        "表格今天签一下",
        "表格周五前签一下",
    ),
    (
        "Cat is at the vet, all fine",
        "Cat is home, all fine",
        "猫在医院呢，没事",
        "猫接回来了，没事",
    ),
)
"""Look-alikes in one entry, in both languages."""
_NOTES: tuple[tuple[tuple[str, str, str, Category], ...], ...] = (
    (
        ("com.taobao.taobao", "包裹已签收", "您的包裹已由门卫代收", "system"),
        ("com.taobao.taobao", "限时五折", "收藏的台灯降价了", "promotion"),
        ("com.android.weather", "Rain from 15:00", "Take an umbrella", "system"),
    ),
    (
        ("com.jingdong.app.mall", "快递员正在派送", "预计上午送达", "system"),
        ("com.jingdong.app.mall", "满三百减五十", "今晚截止", "promotion"),
        ("com.android.weather", "午后有雨", "出门记得带伞", "system"),
    ),
    (
        ("com.google.android.gm", "Harbour Works Accounts", "Invoice 2291 attached", "message"),
        ("com.google.android.gm", "Harbour Works Billing", "Invoice 2219 overdue", "message"),
        ("com.android.calendar", "Standup in 15 minutes", "Room 3.07", "reminder"),
    ),
    (
        ("com.eg.android.AlipayGphone", "付款成功", "向早点铺付款12元", "system"),
        ("com.eg.android.AlipayGphone", "收款到账", "到账120元", "system"),
        ("com.android.calendar", "周会十五分钟后开始", "307会议室", "reminder"),
    ),
    (
        ("com.sankuai.meituan", "骑手已取餐", "预计二十分钟送达", "system"),
        ("com.sankuai.meituan", "外卖红包", "满三十减十二，明天过期", "promotion"),
        ("com.spotify.music", "New album", "The Paper Lanterns released an album", "media"),
    ),
    (
        ("com.duolingo", "Keep your streak", "Five minutes of Spanish are waiting", "promotion"),
        ("com.duolingo", "You slipped to second place", "Practise to climb again", "promotion"),
        ("com.netease.cloudmusic", "新歌上线", "周一乐队发了新专辑", "media"),
    ),
    (
        ("com.android.settings", "System update ready", "Restart to install", "system"),
        ("com.android.settings", "Storage almost full", "Free some space", "system"),
        ("com.sdu.didi.psnger", "司机已到达", "请到东门上车", "system"),
    ),
    (
        ("com.android.settings", "系统更新已下载", "重启后安装", "system"),
        ("com.android.settings", "存储空间不足", "清理一下吧", "system"),
        ("com.ubercab", "Your driver is here", "Meet at the east gate", "system"),
    ),
    (
        ("com.google.android.youtube", "Ana Lindqvist is live", "Clair de Lune at sunset", "media"),
        ("com.google.android.youtube", "Ana Lindqvist uploaded", "Practice diary 12", "media"),
        ("com.android.calendar", "Rent is due tomorrow", "Standing order failed", "reminder"),
        ("com.MobileTicket", "候补成功", "G1024次，3车12A", "system"),
    ),
    (
        ("tv.danmaku.bili", "关注的人开播了", "方圆正在直播弹琴", "media"),
        ("tv.danmaku.bili", "关注的人投稿了", "方圆：练琴日记12", "media"),
        ("com.android.calendar", "明天交房租", "上个月的还没报销", "reminder"),
        ("com.MobileTicket", "列车晚点提醒", "G1042次晚点二十分钟", "system"),
    ),
    (
        ("com.instagram.android", "3 new followers", "See who follows you", "promotion"),
        ("com.instagram.android", "13 new likes", "Your photo is popular", "promotion"),
        ("com.gotokeep.keep", "今天还没运动", "十分钟也算", "promotion"),
    ),
    (
        ("com.xingin.xhs", "有人赞了你的笔记", "阳台种番茄", "promotion"),
        ("com.xingin.xhs", "有人评论了你的笔记", "番茄长得真好", "promotion"),
        ("com.android.dialer", "Missed call", "Unknown number", "call"),
    ),
    (
        ("com.android.dialer", "Missed calls", "Two calls from the clinic", "call"),
        ("com.android.deskclock", "Alarm missed", "06:40", "alarm"),
        ("com.android.chrome", "Download finished", "ticket.pdf", "system"),
    ),
    (
        ("com.android.dialer", "未接来电", "物业打来两次", "call"),
        ("com.android.deskclock", "错过的闹钟", "06:40", "alarm"),
        ("com.android.chrome", "下载完成", "车票.pdf", "system"),
    ),
    (
        ("us.zoom.videomeetings", "Meeting started", "The host let you in", "reminder"),
        ("com.netflix.mediaclient", "New season", "The Lighthouse Keepers, season 2", "promotion"),
        ("com.android.calendar", "Dentist tomorrow", "09:30, Elm Street", "reminder"),
    ),
    (
        ("com.tencent.wemeet.app", "会议已开始", "主持人邀请您入会", "reminder"),
        ("com.sina.weibo", "热搜", "今晚有流星雨", "promotion"),
        ("com.android.calendar", "明天看牙", "九点半，别忘了带病历", "reminder"),
    ),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A shade that nobody cleared since yesterday, some of it silent, and what was cleared."""
    now = store.only(DEVICE).clock
    notes = [*_of_chats(store, random, cast), *_of_apps(store, random, cast)]
    random.shuffle(notes)
    for note in (*_of_messages(store), *notes[:-4]):
        store.add(NOTIFICATIONS, note)
    *cleared, snoozed = notes[-4:]
    for note in cleared:
        at = now - timedelta(minutes=random.randrange(5, 600))
        key = store.add(NOTIFICATION_HISTORY, Cleared(note, at, ""))
        store.update(NOTIFICATION_HISTORY, key, batch=key)
    store.add(SNOOZED, Snoozed(snoozed, now + timedelta(minutes=random.randrange(10, 180))))


def _of_apps(store: Store, random: Random, cast: Cast) -> list[Notification]:
    now, installed = store.only(DEVICE).clock, store.all(INSTALLED)
    found = []
    for rows in cast.of(_NOTES):
        for app, title, text, category in rows:
            if app in installed:
                posted = now - timedelta(minutes=random.randrange(3, 1300))
                silent = posted.hour < 7 and category != "alarm"
                found.append(Notification(app, title, text, posted, category, silent=silent))
    return found


def _of_chats(store: Store, random: Random, cast: Cast) -> list[Notification]:
    """Chats with some contacts, two of whom write in two apps."""
    now, installed = store.only(DEVICE).clock, store.all(INSTALLED)
    lines = [line for pair in cast.of(_LINES) for line in pair]
    people = [row.name for row in store.all(CONTACTS).values() if row.group != "service"]
    found = []
    for name in random.sample(people, 7):
        chinese = ord(max(name)) > 0x2E80
        apps = [app for app in (_ZH_CHATS if chinese else _CHATS) if app in installed]
        fitting = [line for line in lines if (ord(max(line)) > 0x2E80) == chinese]
        for app in random.sample(apps, min(len(apps), random.choice((1, 1, 1, 2)))):
            posted = now - timedelta(minutes=random.randrange(2, 900))
            line = random.choice(fitting)
            found.append(Notification(app, name, line, posted, "message", silent=posted.hour < 7))
    return found


def _of_messages(store: Store) -> list[Notification]:
    """Of each person whose texts nobody read, the newest."""
    newest: dict[str, Message] = {}
    for row in store.all(MESSAGES).values():
        if not row.read and (row.number not in newest or row.at > newest[row.number].at):
            newest[row.number] = row
    rows = sorted(newest.items(), key=lambda item: item[1].at)[-6:]
    return [
        Notification(
            SMS_APP,
            name_of(store, number) or number,
            row.text,
            row.at,
            "message",
            sender=number,
        )
        for number, row in rows
    ]
