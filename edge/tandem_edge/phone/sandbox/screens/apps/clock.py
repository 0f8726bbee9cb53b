"""The Clock app: alarms, timers, the stopwatch, clocks of other cities."""

from __future__ import annotations

from tandem_edge.phone.catalogue.time_management.alarms import ALARMS, Alarm
from tandem_edge.phone.catalogue.time_management.countdowns import COUNTDOWNS, STOPWATCH
from tandem_edge.phone.catalogue.time_management.world_clock import CLOCKS
from tandem_edge.phone.sandbox.screens.elements import (
    Address,
    App,
    Element,
    Look,
    Page,
    button,
    form,
    link,
    switch,
    text,
)
from tandem_shared.tools import Bilingual, ToolCall

_REPEATS = {"once": "一次", "daily": "每天", "weekdays": "工作日", "weekends": "周末"}


def _first(look: Look, key: str) -> Page:
    links = (
        link("alarms", look.say("Alarms", "闹钟"), Address("clock", "alarms")),
        link("timers", look.say("Timers", "计时器"), Address("clock", "timers")),
        link("stopwatch", look.say("Stopwatch", "秒表"), Address("clock", "stopwatch")),
        link("cities", look.say("World clock", "世界时钟"), Address("clock", "cities")),
    )
    return Page(look.say("Clock", "时钟"), links)


def _called(look: Look, row: Alarm) -> str:
    repeat = look.say(row.repeat, _REPEATS[row.repeat])
    return " ".join(filter(None, (f"{row.next:%H:%M}", row.label, repeat)))


def _alarms(look: Look, key: str) -> Page:
    rows = [
        link(key, _called(look, row), Address("clock", "alarm", key), look.on(row.enabled))
        for key, row in look.store.all(ALARMS).items()
    ]
    new = link("new", look.say("New alarm", "新建闹钟"), Address("clock", "new_alarm"))
    return Page(look.say("Alarms", "闹钟"), (new, *rows))


def _alarm(look: Look, key: str) -> Page | None:
    row = look.store.get(ALARMS, key)
    if row is None:
        return None
    turn = [
        ToolCall(name="manage_alarm", arguments={"action": action, "alarm_id": key})
        for action in ("enable", "disable")
    ]
    delete = look.say("Delete alarm", "删除闹钟")
    return Page(
        _called(look, row),
        (
            switch("enabled", look.say("Alarm on", "开启闹钟"), row.enabled, *turn),
            button("delete", delete, "manage_alarm", True, action="delete", alarm_id=key),
        ),
    )


def _new_alarm(look: Look, key: str) -> Page:
    fields = {
        "time": look.say("Time", "时间"),
        "label": look.say("Label", "标签"),
        "repeat": look.say(
            "Repeat: once, daily, weekdays or weekends",
            "重复：once、daily、weekdays 或 weekends",
        ),
    }
    save = look.say("Save alarm", "保存闹钟")
    title = look.say("New alarm", "新建闹钟")
    return Page(title, form(look, "manage_alarm", fields, save, action="create"))


def _timers(look: Look, key: str) -> Page:
    rows = [
        button(
            key,
            look.say(f"Cancel timer {row.label}", f"取消计时器 {row.label}").strip(),
            "manage_countdown",
            action="cancel",
            countdown_id=key,
        )
        for key, row in look.store.all(COUNTDOWNS).items()
    ]
    new = link("new", look.say("New timer", "新建计时器"), Address("clock", "new_timer"))
    return Page(look.say("Timers", "计时器"), (new, *rows))


def _new_timer(look: Look, key: str) -> Page:
    fields = {"duration": look.say("Duration", "时长"), "label": look.say("Label", "标签")}
    start = look.say("Start timer", "开始计时")
    title = look.say("New timer", "新建计时器")
    return Page(title, form(look, "manage_countdown", fields, start, action="start"))


def _stopwatch(look: Look, key: str) -> Page:
    running = look.store.only(STOPWATCH).since is not None
    buttons = [
        button(action, label, "manage_stopwatch", action=action)
        for action, label in (
            ("start", look.say("Start stopwatch", "开始秒表")),
            ("stop", look.say("Stop stopwatch", "停止秒表")),
            ("reset", look.say("Reset stopwatch", "秒表归零")),
        )
    ]
    state = text("state", look.say("Running", "正在计时"), look.on(running))
    return Page(look.say("Stopwatch", "秒表"), (state, *buttons))


def _cities(look: Look, key: str) -> Page:
    rows: list[Element] = []
    for key, row in look.store.all(CLOCKS).items():
        city = row.zone.rpartition("/")[2].replace("_", " ")
        label = look.say(f"Remove {city}", f"移除 {city}")
        rows.append(button(key, label, "manage_world_clock", action="remove", city=row.zone))
    new = link("new", look.say("Add city", "添加城市"), Address("clock", "new_city"))
    return Page(look.say("World clock", "世界时钟"), (new, *rows))


def _new_city(look: Look, key: str) -> Page:
    fields = {"city": look.say("City", "城市")}
    add = look.say("Add city", "添加城市")
    return Page(add, form(look, "manage_world_clock", fields, add, action="add"))


APP = App(
    "clock",
    Bilingual(en="Clock", zh="时钟"),
    {
        "": _first,
        "alarms": _alarms,
        "alarm": _alarm,
        "new_alarm": _new_alarm,
        "timers": _timers,
        "new_timer": _new_timer,
        "stopwatch": _stopwatch,
        "cities": _cities,
        "new_city": _new_city,
    },
)
