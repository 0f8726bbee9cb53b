"""The tasks of the offline sub-agents, and what shows that one is done right."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from tandem_shared.tasks import Groups

SEED = 7
"""Of the phone that every task begins on."""


@dataclass(frozen=True)
class Field:
    """A record that must have come to hold ``value``; with no ``key``, any changed record."""

    table: str
    name: str
    value: JsonValue
    key: str = ""


@dataclass(frozen=True)
class AgentTask:
    """One hand-off to a sub-agent and its criteria; empty ones are not looked at.

    ``fields`` and ``gone`` (table, key) are of the phone, and no other table may have changed.
    ``says`` is of the report's text, ``data`` of its data. ``label`` is part of the label of the
    element that a chooser who knows the phone takes; ``fills`` what they type.
    """

    id: str
    agent: str
    language: str
    goal: str
    material: str = ""
    fields: tuple[Field, ...] = ()
    gone: tuple[tuple[str, str], ...] = ()
    says: Groups = ()
    data: tuple[tuple[str, JsonValue], ...] = ()
    label: str = ""
    fills: tuple[tuple[str, str], ...] = ()


def _gui(id_: str, goal: str, label: str, *fields: Field, **more: object) -> AgentTask:
    language = id_[:2]
    return AgentTask(f"gui.{id_}", "gui", language, goal, fields=fields, label=label, **more)  # type: ignore[arg-type]


GUI = (
    _gui("en1", "Switch off mobile data", "Mobile data", Field("radios", "mobile_data", False)),
    _gui("en2", "Make the alarm volume 60", "Alarm volume", Field("sound", "alarm", 60)),
    _gui(
        "en3",
        "Set the vibration for calls to medium",
        "Vibration for calls > Medium",
        Field("vibration", "calls", "medium"),
    ),
    _gui(
        "en4",
        'Write down a note that says "Gate code 4471"',
        "New note > Save note",
        Field("notes", "text", "Gate code 4471"),
        fills=(("text", "Gate code 4471"),),
    ),
    _gui(
        "en5",
        'Put "two lemons" on my shopping list',
        "Add to shopping list",
        Field("shopping", "item", "two lemons"),
        fills=(("item", "two lemons"),),
    ),
    _gui("zh1", "把省电模式打开", "省电模式", Field("battery", "saver", True)),
    _gui("zh2", "充电上限改成85", "充电上限", Field("battery", "limit", 85)),
    _gui(
        "zh3",
        "加一条待办“交电费”",
        "保存待办",
        Field("todos", "text", "交电费"),
        fills=(("text", "交电费"),),
    ),
    _gui("zh4", "时间格式换成12小时制", "12 小时制", Field("device", "hour24", False)),
    _gui("zh5", "把叫 Take pills 的闹钟删掉", "删除闹钟", gone=(("alarms", "alarm4"),)),
)

_LIBRARY = (
    "The library is open from 9 to 18 on weekdays. On Saturdays it closes at 13. "
    "Late returns cost 20 cents a day. Ask Ms Keller at the desk for a card."
)
_LEASE = (
    "租期一年，从5月1日起。房租每月4200元，押金两个月。水费由房东付，电费由租客付。"
    "钥匙在物业张师傅那里取。"
)


def _qa(id_: str, goal: str, says: Groups, material: str = "") -> AgentTask:
    return AgentTask(
        f"question_answering.{id_}", "question_answering", id_[:2], goal, material, says=says
    )


QUESTIONS = (
    _qa("en1", "How much does a late return cost?", (("20",),), _LIBRARY),
    _qa("en2", "Who do I ask for a card?", (("keller",),), _LIBRARY),
    _qa("en3", "When does it close on Saturdays?", (("13", "1 pm"),), _LIBRARY),
    _qa("en4", "How full is the battery?", (("80",),)),
    _qa("en5", "What is the number of my contact Uncle Pete?", (("+447700900880",),)),
    _qa("zh1", "钥匙在哪里取？", (("物业", "张师傅"),), _LEASE),
    _qa("zh2", "房租一个月多少钱？", (("4200",),), _LEASE),
    _qa("zh3", "电费谁付？", (("租客",),), _LEASE),
    _qa("zh4", "现在电池电量是多少？", (("80",),)),
    _qa("zh5", "便签里写的红烧肉要小火多久？", (("一小时", "1小时", "一个小时"),)),
)


def _translation(id_: str, material: str, *says: tuple[str, ...]) -> AgentTask:
    goal = "Translate this into Chinese" if id_.startswith("en") else "把这段话翻译成英文"
    return AgentTask(
        f"translation.{id_}",
        "translation",
        id_[:2],
        goal,
        material,
        says=says,
        data=(("sound", True),),
    )


TRANSLATIONS = (
    _translation(
        "en1",
        "The train to Berlin leaves at 14:35 from platform 7.",
        ("14:35", "14点35", "下午2点35"),
        ("柏林", "berlin"),
        ("火车", "列车"),
    ),
    _translation(
        "en2", "My room number is 512. The key does not work.", ("512",), ("钥匙", "房卡")
    ),
    _translation(
        "en3", "Is there a pharmacy near the hotel?", ("药店", "药房"), ("酒店", "宾馆", "旅馆")
    ),
    _translation("en4", "I am allergic to peanuts.", ("过敏",), ("花生",)),
    _translation("en5", "The bill, please", ("账单", "买单", "结账", "埋单")),
    _translation("zh1", "我们明天下午3点在公司门口见。", ("3", "three"), ("tomorrow",)),
    _translation("zh2", "请帮我叫一辆出租车。", ("taxi", "cab")),
    _translation("zh3", "这件衣服有大一号的吗？", ("larger", "bigger", "size")),
    _translation("zh4", "医生说这种药一天吃2次，饭后吃。", ("2", "two", "twice"), ("doctor",)),
    _translation("zh5", "谢谢你的帮助。", ("thank",), ("help",)),
)


def _routine(id_: str, goal: str, at: str, repeat: str, *steps: str, name: str = "") -> AgentTask:
    data: tuple[tuple[str, JsonValue], ...] = (("steps", [*steps]), ("repeat", repeat))
    fields = (Field("routines", "name", name),) if name else (Field("routines", "enabled", True),)
    says = ((at,),) if at else ()
    return AgentTask(
        f"automation.{id_}",
        "automation",
        id_[:2],
        goal,
        fields=fields,
        says=says,
        data=(*data, ("applied", True)),
    )


ROUTINES = (
    _routine(
        "en1",
        "Every weekday at 7 am turn on Wi-Fi, set the brightness to 60 and tell me the agenda",
        "07:00",
        "weekdays",
        "wifi_on",
        "brightness 60",
        "tell_agenda",
    ),
    _routine(
        "en2",
        'Create a routine called "Lights out" every night at 11:15 pm: do not disturb on, then '
        "dark mode on, brightness to 5",
        "23:15",
        "daily",
        "dnd_on",
        "dark_mode_on",
        "brightness 5",
        name="Lights out",
    ),
    _routine(
        "en3",
        "On weekends at 9:15 open Spotify and set the media volume to 35",
        "09:15",
        "weekends",
        "open_app com.spotify.music",
        "media_volume 35",
    ),
    _routine(
        "en4",
        'Every day at noon say "Drink some water"',
        "12:00",
        "daily",
        "say Drink some water",
    ),
    _routine(
        "en5",
        'Make an automation named "Desk": when it is 8:45 on workdays, put the phone on vibrate '
        "and switch Bluetooth off",
        "08:45",
        "weekdays",
        "ringer_vibrate",
        "bluetooth_off",
        name="Desk",
    ),
    _routine(
        "zh1",
        "每个工作日早上七点打开WiFi，把亮度调到60，告诉我今天的日程",
        "07:00",
        "weekdays",
        "wifi_on",
        "brightness 60",
        "tell_agenda",
    ),
    _routine(
        "zh2",
        "建一个叫“熄灯”的流程，每天晚上十一点一刻：打开勿扰，深色模式，亮度5",
        "23:15",
        "daily",
        "dnd_on",
        "dark_mode_on",
        "brightness 5",
        name="熄灯",
    ),
    _routine(
        "zh3",
        "周末上午九点打开微信，媒体音量调到35",
        "09:00",
        "weekends",
        "open_app com.tencent.mm",
        "media_volume 35",
    ),
    _routine("zh4", "每天中午十二点提醒我“喝水”", "12:00", "daily", "say 喝水"),
    _routine(
        "zh5",
        "上班日八点四十五手机静音，再关闭蓝牙",
        "08:45",
        "weekdays",
        "ringer_silent",
        "bluetooth_off",
    ),
)

TASKS: tuple[AgentTask, ...] = (*GUI, *QUESTIONS, *TRANSLATIONS, *ROUTINES)
"""Ten for each of the four."""
