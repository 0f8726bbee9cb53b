"""The mailbox: what callers said when nobody answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    action,
    boolean,
    field,
    needs,
    person,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import (
    CONTACTS,
    name_of,
    people_called,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)


@dataclass(frozen=True, slots=True)
class Voicemail:
    """One recording, with what was said in it. A deleted one can still be brought back.

    ``name`` is what the phone showed when the call came.
    """

    number: str
    text: str
    at: Wall
    seconds: Annotated[int, Field(ge=1)]
    heard: bool = False
    deleted: bool = False
    name: str = ""


VOICEMAILS = Table("voicemails", Voicemail, prefix="voicemail")


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="voicemail recordings callers left: list, play, mark unheard, delete, restore",
    zh="语音信箱：来电者的留言，列出、播放、标为未听、删除、恢复",
    cues_en="voicemail voice mail mailbox answering machine recorded message left after the beep "
    "listen to unheard what did they say on my machine undelete",
    cues_zh="语音信箱 语音留言 电话留言 留了什么话 听留言 没听过的留言 "
    "录的话 播一下留言 删留言 答录机",
    arguments=[
        action("query", "play", "mark_unheard", "delete", "restore"),
        person("person", "who left it", "谁留的"),
        text("text", "words in it", "留言里的文字", example="boiler"),
        boolean("unheard", "only unheard ones", "只看没听过的"),
        record_id("voicemail_id", "voicemail3"),
    ],
    results=[
        field("voicemail_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("number", "string", privacy=Privacy.PHONE),
        field("text", "string", privacy=Privacy.MESSAGE),
        field("at", "string"),
        field("seconds", "integer"),
        field("heard", "boolean"),
        field("changed", "boolean"),
        field("voicemails", "array", privacy=Privacy.MESSAGE),
    ],
    effects={
        "query": Effect.READ,
        "play": Effect.WRITE,
        "mark_unheard": Effect.WRITE,
        "delete": Effect.WRITE,
        "restore": Effect.WRITE,
    },
    preconditions=[
        needs("unlocked", code="locked"),
        needs("permission", "phone", code="permission_denied"),
    ],
    errors=["not_found", "ambiguous"],
    inverses={
        action: undone_by("manage_voicemail", action=opposite, voicemail_id="$result.voicemail_id")
        for action, opposite in (
            ("play", "mark_unheard"),
            ("mark_unheard", "play"),
            ("delete", "restore"),
            ("restore", "delete"),
        )
    },
    mechanism=Mechanism.PROVIDER,
)
def manage_voicemail(
    store: Store,
    action: str,
    person: str | None,
    text: str | None,
    unheard: bool,
    voicemail_id: str | None,
) -> dict[str, JsonValue]:
    """List or play recordings, or change what is kept of them."""
    found = _matching(store, person, text, voicemail_id)
    wanted = action == "restore"
    found = [(key, row) for key, row in found if row.deleted == wanted]
    found = [(key, row) for key, row in found if not (unheard and row.heard)]
    if action == "query":
        return {"voicemails": [_view(store, key, row) for key, row in reversed(found)]}
    key, before = the_one(found, "voicemail", lambda row: _describe(store, row))
    if action in ("delete", "restore"):
        after = store.update(VOICEMAILS, key, deleted=action == "delete")
    else:
        after = store.update(VOICEMAILS, key, heard=action == "play")
    return {**_view(store, key, after), "changed": before != after}


def _matching(
    store: Store, person: str | None, text: str | None, voicemail_id: str | None
) -> list[tuple[str, Voicemail]]:
    found = chosen(store.all(VOICEMAILS), voicemail_id, text, lambda row: row.text)
    people = None if person is None else people_called(store, person)
    kept = [(key, row) for key, row in found if people is None or row.number in people]
    return sorted(kept, key=lambda item: item[1].at)


def _describe(store: Store, row: Voicemail) -> str:
    return f"{name_of(store, row.number) or row.number} {row.at:%m-%d %H:%M}: {row.text[:30]}"


def _view(store: Store, key: str, row: Voicemail) -> dict[str, JsonValue]:
    return {
        "voicemail_id": key,
        "name": name_of(store, row.number),
        "number": row.number,
        "text": row.text,
        "at": row.at.strftime("%Y-%m-%dT%H:%M"),
        "seconds": row.seconds,
        "heard": row.heard,
    }


def said_in(store: Store, random: Random, cast: Cast, number: str) -> str:
    """Something that a caller from ``number`` may say into the mailbox."""
    pool = _CHINESE if number.startswith("+86") else _ENGLISH
    return random.choice(cast.of(pool))


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A handful of recordings of the last two weeks, some heard and one thrown away."""
    now = store.only(DEVICE).clock
    people = list(store.all(CONTACTS).values())
    english, chinese = cast.of(_ENGLISH), cast.of(_CHINESE)
    for place, caller in enumerate(random.sample(people, min(9, len(people)))):
        said = random.choice(chinese if caller.phone.startswith("+86") else english)
        at = now - timedelta(minutes=random.randrange(20, 20_000))
        heard = place == 0 or random.random() < 0.4
        seconds, deleted = random.randrange(6, 70), place == 8
        row = Voicemail(caller.phone, said, at, seconds, heard, deleted, caller.name)
        store.add(VOICEMAILS, row)


_ENGLISH = (
    "Hi, it's about the boiler, call me before five",
    "You left your jacket here, shall I bring it over?",
    "We can see you on Wednesday at a quarter to nine",
    "Your bike is ready, we close at six",
    "Hi love, just wanted to hear your voice",
    "The delivery came, but one box is missing",
    "Please confirm the table for six people",
    "The test results are in and everything looks fine",
    "I'm locked out, do you still have my spare key?",
    "Can you cover my shift on Saturday?",
    "The estimate for the roof is eleven hundred",
    "Practice moved to the big hall",
    "Calling back about the flat, it is still free",
    "Your glasses are ready to collect",
    "Grandpa's party is on the ninth after all",
    "The contract needs one more signature",
)
_CHINESE = (
    "热水器的事儿，五点前给我回个电话",
    "你外套落我这儿了，要不要给你送过去",
    "礼拜三八点四十五有号，你看来得及不",
    "车修好了，我们六点关门",
    "也没啥事，就想听听你的声音",
    "货到了，不过少了一箱",
    "订的六个人那桌麻烦确认一下",
    "检查结果出来了，都正常",
    "我把自己锁外头了，你那儿还有备用钥匙没",
    "周六能不能替我顶个班",
    "屋顶报价出来了，一千一",
    "训练改到大馆了",
    "回您电话，那套房子还在",
    "眼镜配好了，可以来取",
    "爷爷过寿还是定在九号",
    "合同还差一个签名",
)
