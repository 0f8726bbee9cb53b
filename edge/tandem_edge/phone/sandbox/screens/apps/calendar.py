"""The Calendar app: what is to come, one event, a new one."""

from __future__ import annotations

from tandem_edge.phone.catalogue.time_management.calendar import EVENTS
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.screens.elements import (
    Address,
    App,
    Look,
    Page,
    button,
    form,
    link,
    text,
)
from tandem_shared.tools import Bilingual


def _first(look: Look, key: str) -> Page:
    now = look.store.only(DEVICE).clock
    coming = [item for item in look.store.all(EVENTS).items() if item[1].start >= now]
    coming.sort(key=lambda item: (item[1].start, item[0]))
    rows = [
        link(key, row.title, Address("calendar", "event", key), f"{row.start:%Y-%m-%d %H:%M}")
        for key, row in coming
    ]
    new = link("new", look.say("New event", "新建日程"), Address("calendar", "new"))
    return Page(look.say("Calendar", "日历"), (new, *rows))


def _event(look: Look, key: str) -> Page | None:
    row = look.store.get(EVENTS, key)
    if row is None:
        return None
    move = look.say("Reschedule event", "改日程时间")
    delete = look.say("Delete event", "删除日程")
    which = {"title": row.title, "event_id": key}
    return Page(
        row.title,
        (
            text("start", look.say("Starts", "开始"), f"{row.start:%Y-%m-%d %H:%M}"),
            text("place", look.say("Place", "地点"), row.place),
            link("move", move, Address("calendar", "move", key)),
            button("delete", delete, "manage_schedule", True, action="delete", **which),
        ),
    )


def _move(look: Look, key: str) -> Page | None:
    row = look.store.get(EVENTS, key)
    if row is None:
        return None
    fields = {"start": look.say("New start", "新的开始时间")}
    save = look.say("Save event", "保存日程")
    which = {"title": row.title, "event_id": key}
    made = form(look, "manage_schedule", fields, save, action="reschedule", **which)
    return Page(look.say(f"Reschedule {row.title}", f"改时间 {row.title}"), made)


def _new(look: Look, key: str) -> Page:
    fields = {
        "title": look.say("Title", "标题"),
        "start": look.say("Starts", "开始"),
        "duration": look.say("Duration", "时长"),
        "place": look.say("Place", "地点"),
    }
    save = look.say("Save event", "保存日程")
    title = look.say("New event", "新建日程")
    return Page(title, form(look, "manage_schedule", fields, save, action="create"))


APP = App(
    "calendar",
    Bilingual(en="Calendar", zh="日历"),
    {"": _first, "event": _event, "move": _move, "new": _new},
)
