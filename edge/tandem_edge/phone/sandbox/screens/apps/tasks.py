"""The Tasks app: to-dos, reminders, the shopping list."""

from __future__ import annotations

from tandem_edge.phone.catalogue.time_management.reminders import REMINDERS
from tandem_edge.phone.catalogue.travel_lifestyle.shopping import SHOPPING
from tandem_edge.phone.catalogue.utilities_productivity.notes import TODOS
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
)
from tandem_shared.tools import Bilingual, ToolCall


def _first(look: Look, key: str) -> Page:
    links = (
        link("todos", look.say("To-do list", "待办事项"), Address("tasks", "todos")),
        link("reminders", look.say("Reminders", "提醒"), Address("tasks", "reminders")),
        link("shopping", look.say("Shopping list", "购物清单"), Address("tasks", "shopping")),
    )
    return Page(look.say("Tasks", "任务"), links)


def _tick(
    key: str, label: str, on: bool, tool: str, words: tuple[str, str], **which: str
) -> Element:
    calls = [ToolCall(name=tool, arguments={"action": word, **which}) for word in words]
    return switch(key, label, on, *calls)


def _todos(look: Look, key: str) -> Page:
    words = ("complete", "reopen")
    rows = [
        _tick(key, row.text, row.done, "manage_todo", words, text=row.text, todo_id=key)
        for key, row in look.store.all(TODOS).items()
    ]
    new = link("new", look.say("New to-do", "新建待办"), Address("tasks", "new_todo"))
    return Page(look.say("To-do list", "待办事项"), (new, *rows))


def _new_todo(look: Look, key: str) -> Page:
    fields = {"text": look.say("What to do", "要做什么"), "due": look.say("Due day", "截止日期")}
    save = look.say("Save to-do", "保存待办")
    title = look.say("New to-do", "新建待办")
    return Page(title, form(look, "manage_todo", fields, save, action="create"))


def _reminders(look: Look, key: str) -> Page:
    rows = [
        link(key, row.text, Address("tasks", "reminder", key), f"{row.at:%Y-%m-%d %H:%M}")
        for key, row in look.store.all(REMINDERS).items()
        if not row.done
    ]
    new = link("new", look.say("New reminder", "新建提醒"), Address("tasks", "new_reminder"))
    return Page(look.say("Reminders", "提醒"), (new, *rows))


def _reminder(look: Look, key: str) -> Page | None:
    row = look.store.get(REMINDERS, key)
    if row is None:
        return None
    which = {"text": row.text, "reminder_id": key}
    done = look.say("Mark reminder done", "完成提醒")
    delete = look.say("Delete reminder", "删除提醒")
    return Page(
        row.text,
        (
            button("complete", done, "manage_reminder", True, action="complete", **which),
            button("delete", delete, "manage_reminder", True, action="delete", **which),
        ),
    )


def _new_reminder(look: Look, key: str) -> Page:
    fields = {"text": look.say("Remind me of", "提醒内容"), "time": look.say("Time", "时间")}
    save = look.say("Save reminder", "保存提醒")
    title = look.say("New reminder", "新建提醒")
    return Page(title, form(look, "manage_reminder", fields, save, action="create"))


def _shopping(look: Look, key: str) -> Page:
    words = ("tick", "untick")
    rows = [
        _tick(key, row.item, row.bought, "manage_shopping_list", words, item=row.item, item_id=key)
        for key, row in look.store.all(SHOPPING).items()
    ]
    new = link("new", look.say("Add item", "添加商品"), Address("tasks", "new_item"))
    return Page(look.say("Shopping list", "购物清单"), (new, *rows))


def _new_item(look: Look, key: str) -> Page:
    fields = {"item": look.say("Item", "商品"), "quantity": look.say("Quantity", "数量")}
    add = look.say("Add to shopping list", "加入购物清单")
    title = look.say("Add item", "添加商品")
    return Page(title, form(look, "manage_shopping_list", fields, add, action="add"))


APP = App(
    "tasks",
    Bilingual(en="Tasks", zh="任务"),
    {
        "": _first,
        "todos": _todos,
        "new_todo": _new_todo,
        "reminders": _reminders,
        "reminder": _reminder,
        "new_reminder": _new_reminder,
        "shopping": _shopping,
        "new_item": _new_item,
    },
)
