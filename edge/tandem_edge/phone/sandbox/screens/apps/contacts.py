"""The Contacts app: people, their page, a new one."""

from __future__ import annotations

from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
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
from tandem_edge.phone.sandbox.selection import fold
from tandem_shared.tools import Bilingual


def _first(look: Look, key: str) -> Page:
    people = sorted(look.store.all(CONTACTS).items(), key=lambda item: (fold(item[1].name), item))
    rows = [link(key, row.name, Address("contacts", "person", key)) for key, row in people]
    new = link("new", look.say("New contact", "新建联系人"), Address("contacts", "new"))
    return Page(look.say("Contacts", "通讯录"), (new, *rows))


def _person(look: Look, key: str) -> Page | None:
    row = look.store.get(CONTACTS, key)
    if row is None:
        return None
    delete = look.say("Delete contact", "删除联系人")
    edit = look.say("Edit contact", "编辑联系人")
    write = look.say("Send message", "发短信")
    which = {"name": row.name, "contact_id": key}
    return Page(
        row.name,
        (
            text("phone", look.say("Phone number", "电话号码"), row.phone),
            text("group", look.say("Group", "分组"), row.group),
            text("email", look.say("Email", "邮箱"), row.email),
            button("call", look.say("Call", "打电话"), "make_call", person=row.phone),
            link("message", write, Address("messages", "new", row.phone)),
            link("edit", edit, Address("contacts", "edit", key)),
            button("delete", delete, "manage_contact", True, action="delete", **which),
        ),
    )


def _fields(look: Look) -> dict[str, str]:
    return {
        "phone": look.say("Phone number", "电话号码"),
        "group": look.say(
            "Group: family, friend, work, service or other",
            "分组：family、friend、work、service 或 other",
        ),
        "email": look.say("Email", "邮箱"),
    }


def _edit(look: Look, key: str) -> Page | None:
    row = look.store.get(CONTACTS, key)
    if row is None:
        return None
    fields = {"new_name": look.say("Name", "姓名"), **_fields(look)}
    save = look.say("Save contact", "保存联系人")
    title = look.say(f"Edit {row.name}", f"编辑 {row.name}")
    made = form(
        look, "manage_contact", fields, save, action="update", name=row.name, contact_id=key
    )
    return Page(title, made)


def _new(look: Look, key: str) -> Page:
    fields = {"name": look.say("Name", "姓名"), **_fields(look)}
    save = look.say("Save contact", "保存联系人")
    title = look.say("New contact", "新建联系人")
    return Page(title, form(look, "manage_contact", fields, save, action="create"))


APP = App(
    "contacts",
    Bilingual(en="Contacts", zh="通讯录"),
    {"": _first, "person": _person, "edit": _edit, "new": _new},
)
