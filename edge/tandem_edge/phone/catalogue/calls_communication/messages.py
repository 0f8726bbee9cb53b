"""Text messages: sending one, and reading those that came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    boolean,
    field,
    needs,
    person,
    text,
    tool,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import (
    CONTACTS,
    find_person,
    name_of,
    people_called,
)
from tandem_edge.phone.catalogue.calls_communication.message_texts import (
    CHINESE,
    ENGLISH,
    SERVICES,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)
SHOWN = 20
"""At most so many messages are returned at once; ``total`` says how many match."""


@dataclass(frozen=True, slots=True)
class Message:
    """One text with the party at ``number`` (E.164, or a short service number)."""

    number: str
    text: str
    at: Wall
    incoming: bool
    read: bool = True


@dataclass(frozen=True, slots=True)
class Thread:
    """What is set for the whole conversation with one number; without a record, nothing is."""

    pinned: bool = False
    muted: bool = False
    archived: bool = False


MESSAGES = Table("messages", Message, prefix="message")
THREADS = Table("threads", Thread)


def set_thread(store: Store, number: str, **fields: bool) -> None:
    """Change what is set for the conversation with ``number``; one with nothing set has no row."""
    thread = replace(store.get(THREADS, number) or Thread(), **fields)
    if thread != Thread():
        store.put(THREADS, number, thread)
    elif store.get(THREADS, number) is not None:
        store.remove(THREADS, number)


def party(store: Store, said: str) -> str:
    """The number of the one party meant; a service is meant by its number as it writes.

    Raises the faults ``not_found`` and ``ambiguous``.
    """
    writes = any(row.number == said for row in store.all(MESSAGES).values())
    return said if writes else find_person(store, said).phone


def parties(store: Store, said: str) -> set[str]:
    """The numbers of all that ``said`` may mean, for searching."""
    writes = any(row.number == said for row in store.all(MESSAGES).values())
    return {said} if writes else set(people_called(store, said))


def post(store: Store, number: str, text: str, *, incoming: bool = False) -> str:
    """Put a message into its conversation now, which leaves the archive by it; returns its id."""
    now = store.only(DEVICE).clock
    key = store.add(MESSAGES, Message(number, text, now, incoming, read=not incoming))
    set_thread(store, number, archived=False)
    return key


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="send a text message (SMS) to a person",
    zh="发短信：给某人发一条文字消息",
    cues_en="text message sms write to tell let know drop a line reply say saying shoot a quick "
    "one send",
    cues_zh="发短信 发消息 发条 短信 告诉 跟他说一声 回他一句 捎个话 留言 打字 通知 转告 讲一声",
    arguments=[
        person("person", "to whom", "发给谁", required=ALWAYS),
        text("text", "what to say", "内容", max_length=1000, example="On my way", required=ALWAYS),
    ],
    results=[
        field("message_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("text", "string", privacy=Privacy.MESSAGE),
    ],
    effects=Effect.IRREVERSIBLE,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "sms", code="permission_denied"),
        needs("cellular", code="no_service"),
    ],
    errors=["not_found", "ambiguous"],
    conflicts=["manage_airplane_mode"],
    mechanism=Mechanism.INTENT,
)
def send_message(store: Store, person: str, text: str) -> dict[str, JsonValue]:
    """Send a text to the one contact, or the number, that ``person`` means."""
    to = find_person(store, person)
    key = post(store, to.phone, text)
    return {"message_id": key, "name": to.name, "number": to.phone, "text": text}


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="read received and sent text messages, newest first",
    zh="查看收发过的短信，最新的在前",
    cues_en="read messages inbox unread new texts what did she write did he text me last message "
    "from search texts any messages code received",
    cues_zh="看短信 读短信 未读 新消息 收到什么 他发了什么 有没有给我发 最近的短信 验证码 "
    "查短信 收件箱",
    arguments=[
        person("person", "with whom", "和谁的"),
        text("text", "words in it", "包含的文字", example="code"),
        boolean("unread", "only unread ones", "只看未读"),
    ],
    results=[
        field("messages", "array", privacy=Privacy.MESSAGE),
        field("total", "integer"),
    ],
    effects=Effect.READ,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "sms", code="permission_denied"),
    ],
    errors=["not_found"],
    mechanism=Mechanism.PROVIDER,
)
def read_messages(
    store: Store, person: str | None, text: str | None, unread: bool
) -> dict[str, JsonValue]:
    """Messages by person, words and whether they were read; reading here marks nothing."""
    people = None if person is None else parties(store, person)
    if people == set():
        raise ToolFailure("not_found", "no contact matches")
    found = [
        message
        for message in store.all(MESSAGES).values()
        if (people is None or message.number in people)
        and (text is None or fold(text) in fold(message.text))
        and not (unread and message.read)
    ]
    found.sort(key=lambda message: message.at, reverse=True)
    return {"messages": [_view(store, row) for row in found[:SHOWN]], "total": len(found)}


def _view(store: Store, message: Message) -> dict[str, JsonValue]:
    return {
        "name": name_of(store, message.number),
        "number": message.number,
        "text": message.text,
        "at": message.at.strftime("%Y-%m-%dT%H:%M"),
        "incoming": message.incoming,
        "read": message.read,
    }


_ENGLISH = (
    "Are we still on for tonight?",
    "Running ten minutes late, sorry!",
    "Got home safe",
    "Can you pick up milk on the way?",
    "The boiler is leaking again",
    "Happy birthday! Let's celebrate on Saturday",
    "Sent you the slides, have a look",
    "Thanks, talk tomorrow",
    "Which gate are you at?",
    "ok",
)
_CHINESE = (
    "今晚还一起吃饭吗？",
    "路上堵车，晚到十分钟",
    "到家了，放心",
    "下班顺路带袋米回来",
    "水管又漏了，什么时候能来看看",
    "生日快乐！周六一起庆祝",
    "文件发你邮箱了，有空看看",
    "好的，明天再说",
    "你在几号口？",
    "收到",
)
_SERVICE = (
    ("10086", "【中国移动】您本月套餐剩余流量1.8GB。"),
    ("10690001", "【快递】您的包裹已放至3号柜，取件码 58-2-3071。"),
    ("95588", "Your verification code is 482915. It expires in 5 minutes."),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Two weeks of threads with some of the contacts, and the services that write to everyone."""
    now = store.only(DEVICE).clock
    everyday = cast is Cast.EVERYDAY
    english, chinese = (_ENGLISH, _CHINESE) if everyday else (cast.of(ENGLISH), cast.of(CHINESE))
    everyone = list(store.all(CONTACTS).values())
    some = random.sample(everyone, min(24 if everyday else 60, len(everyone)))
    said = (
        (contact.phone, line)
        for contact in some
        for line in _some(random, chinese if contact.phone.startswith("+86") else english, everyday)
    )
    for number, line in said:
        at = now - timedelta(minutes=random.randrange(5, 20_000))
        incoming = random.random() < 0.6
        read = not incoming or random.random() < 0.8
        store.add(MESSAGES, Message(number, line, at, incoming, read))
    for number, line in _SERVICE if everyday else _services(cast):
        at = now - timedelta(minutes=random.randrange(5, 3000))
        store.add(MESSAGES, Message(number, line, at, incoming=True, read=False))
    _settle_threads(store, random)


def _some(random: Random, lines: Sequence[str], everyday: bool) -> list[str]:
    return random.sample(lines, random.randrange(2, 6) if everyday else random.randrange(1, 4))


def _services(cast: Cast) -> list[tuple[str, str]]:
    split = (entry.partition("|") for entry in cast.of(SERVICES))
    return [(number, line) for number, _, line in split]


def _settle_threads(store: Store, random: Random) -> None:
    """A few conversations are pinned, muted or put away."""
    numbers = list(dict.fromkeys(row.number for row in store.all(MESSAGES).values()))
    some = random.sample(numbers, min(7, len(numbers)))
    kinds = ("pinned", "pinned", "muted", "muted", "archived", "archived", "archived")
    for number, kind in zip(some, kinds, strict=False):
        store.put(THREADS, number, Thread(**{kind: True}))
