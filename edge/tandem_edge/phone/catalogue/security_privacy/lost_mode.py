"""Lost mode: a phone that is missing locks itself and tells its finder whom to call."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    action,
    boolean,
    field,
    internal,
    needs,
    phone_number,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

RINGER_PERCENT = 100


@dataclass(frozen=True, slots=True)
class LostMode:
    """While ``active`` the locked screen shows the message and a number to call."""

    active: bool = False
    message: str = ""
    phone: str = ""


LOST_MODE = Singleton("lost_mode", LostMode)


@condition("not_lost")
def _not_lost(store: Store, value: str) -> str:
    return "the phone is in lost mode" if store.only(LOST_MODE).active else ""


@tool(
    domain=Domain.SECURITY_PRIVACY,
    en="lost mode of this phone, message for its finder: on, off, check",
    zh="本机丢失模式：锁机并给捡到的人留言，打开、关闭、查看",
    cues_en="lost my phone left it in taxi stolen missing finder message on screen call this "
    "number reward mark as lost found it again",
    cues_zh="丢失模式 手机丢了 落在出租车上 被偷了 捡到请联系 留言 酬谢 找回来了 标记丢失 锁死",
    arguments=[
        action("enable", "disable", "query"),
        text(
            "message",
            "what the finder reads",
            "给捡到者的留言",
            max_length=120,
            example="Please call me, reward!",
        ),
        phone_number("phone", "number to call", "联系电话"),
        internal(boolean("locked", "whether it was locked", "之前是否锁定", default=None)),
    ],
    results=[
        field("active", "boolean"),
        field("message", "string", privacy=Privacy.MESSAGE),
        field("phone", "string", privacy=Privacy.PHONE),
        field("locked", "boolean"),
        field("changed", "boolean"),
        field("previous_message", "string", privacy=Privacy.MESSAGE),
        field("previous_phone", "string", privacy=Privacy.PHONE),
        field("previous_locked", "boolean"),
    ],
    effects={"enable": Effect.WRITE, "disable": Effect.WRITE, "query": Effect.READ},
    preconditions=[
        needs("screen_lock", code="no_screen_lock", on=("enable",)),
        needs("network", code="offline", on=("enable",)),
        needs("unlocked", code="locked", on=("disable",)),
    ],
    inverses={
        "disable": undone_by(
            "manage_lost_mode",
            action="enable",
            message="$result.previous_message",
            phone="$result.previous_phone",
            locked="$result.previous_locked",
        ),
    },
    changes=["lock_phone", "set_ringer_mode", "set_volume"],
    mechanism=Mechanism.NONE,
)
def manage_lost_mode(
    store: Store, action: str, message: str | None, phone: str | None, locked: bool | None
) -> dict[str, JsonValue]:
    """Switch or read lost mode. It locks the phone and makes it ring aloud when it is called."""
    before, was_locked = store.only(LOST_MODE), store.only(DEVICE).locked
    if action == "enable":
        kept = before if before.active else LostMode()
        after = LostMode(True, message or kept.message, phone or kept.phone)
        store.put(LOST_MODE, ONLY, after)
        if locked is None:
            store.update(DEVICE, locked=True)
            store.update(SOUND, mode="ring", ring=RINGER_PERCENT)
            store.update(SOUND, do_not_disturb=False, dnd_until=None)
    elif action == "disable":
        store.put(LOST_MODE, ONLY, LostMode())
    return _view(store, before, was_locked)


def _view(store: Store, before: LostMode, was_locked: bool) -> dict[str, JsonValue]:
    after, locked = store.only(LOST_MODE), store.only(DEVICE).locked
    return {
        "active": after.active,
        "message": after.message,
        "phone": after.phone,
        "locked": locked,
        "changed": after != before or locked != was_locked,
        "previous_message": before.message,
        "previous_phone": before.phone,
        "previous_locked": was_locked,
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Nobody's phone is lost to begin with."""
    store.put(LOST_MODE, ONLY, LostMode())
