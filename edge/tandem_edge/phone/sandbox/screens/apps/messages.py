"""The Messages app: conversations, one conversation, a new message."""

from __future__ import annotations

from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES, THREADS, Thread
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

SHOWN = 8


def _names(look: Look) -> dict[str, str]:
    return {row.phone: row.name for row in look.store.all(CONTACTS).values()}


def _first(look: Look, key: str) -> Page:
    names, last = _names(look), dict[str, str]()
    for row in sorted(look.store.all(MESSAGES).values(), key=lambda row: row.at):
        last.pop(row.number, None)
        last[row.number] = row.text
    rows = [
        link(number, names.get(number, number), Address("messages", "thread", number), said)
        for number, said in reversed(last.items())
    ]
    new = link("new", look.say("New message", "新短信"), Address("messages", "new"))
    return Page(look.say("Messages", "短信"), (new, *rows))


def _turn(look: Look, number: str, on: bool, words: tuple[str, str], label: str) -> Element:
    calls = [
        ToolCall(name="manage_conversation", arguments={"action": word, "person": number})
        for word in words
    ]
    return switch(words[0], label, on, *calls)


def _thread(look: Look, number: str) -> Page | None:
    rows = [(key, row) for key, row in look.store.all(MESSAGES).items() if row.number == number]
    if not rows:
        return None
    name = _names(look).get(number, number)
    rows.sort(key=lambda item: item[1].at, reverse=True)
    said = [
        text(
            key,
            look.say("Received", "收到") if row.incoming else look.say("Sent", "发出"),
            row.text,
        )
        for key, row in rows[:SHOWN]
    ]
    thread = look.store.get(THREADS, number) or Thread()
    pin = look.say("Pin conversation", "置顶对话")
    mute = look.say("Mute conversation", "对话免打扰")
    archive = look.say("Archive conversation", "归档对话")
    turns = (
        _turn(look, number, thread.pinned, ("pin", "unpin"), pin),
        _turn(look, number, thread.muted, ("mute", "unmute"), mute),
        _turn(look, number, thread.archived, ("archive", "unarchive"), archive),
    )
    reply = link("reply", look.say("Reply", "回复"), Address("messages", "new", number))
    read = button(
        "mark_read",
        look.say("Mark conversation as read", "对话标为已读"),
        "manage_conversation",
        action="mark_read",
        person=number,
    )
    return Page(name, (reply, *turns, read, *said))


def _new(look: Look, number: str) -> Page:
    send = look.say("Send", "发送")
    fields = {"text": look.say("Message", "短信内容")}
    if number:
        title = look.say("Message to ", "发给 ") + _names(look).get(number, number)
        return Page(title, form(look, "send_message", fields, send, person=number))
    fields = {"person": look.say("To", "收件人"), **fields}
    return Page(look.say("New message", "新短信"), form(look, "send_message", fields, send))


APP = App(
    "messages",
    Bilingual(en="Messages", zh="短信"),
    {"": _first, "thread": _thread, "new": _new},
)
