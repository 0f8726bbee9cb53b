"""People who share the phone: its owner, other adults, children, a guest."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

KINDS = ("adult", "child", "guest")
MOST = 6


@dataclass(frozen=True, slots=True)
class UserProfile:
    """One person's space on the phone; exactly one is ``active``, one is the owner's."""

    name: str
    kind: Literal["owner", "adult", "child", "guest"]
    active: bool = False


USERS = Table("users", UserProfile, prefix="user")


@condition("owner")
def _owner(store: Store, value: str) -> str:
    """Some settings are the owner's alone; a phone without profiles is its owner's."""
    others = [row for row in store.all(USERS).values() if row.active and row.kind != "owner"]
    return f"{others[0].name} uses the phone now, only the owner may do that" if others else ""


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="user profiles sharing this phone: create, switch, rename, delete, list",
    zh="多用户：新建、切换、改名、删除、查看共用手机的用户",
    cues_en="user profile guest mode kid's profile for my son switch user hand the phone over "
    "second space lend multiple users back to me owner",
    cues_zh="多用户 用户 访客模式 访客 儿童用户 给孩子建一个 切换用户 换到 借手机 机主 分身 "
    "家人共用",
    arguments=[
        action("create", "switch", "rename", "delete", "query"),
        text(
            "name",
            "whose profile",
            "用户名称",
            privacy=Privacy.PERSON,
            max_length=40,
            example="Kids",
            required=("create", "switch", "rename", "delete"),
        ),
        choice("kind", KINDS, "kind of a new one", "新用户类型", default="adult"),
        text(
            "new_name",
            "changed name",
            "新名称",
            privacy=Privacy.PERSON,
            max_length=40,
            example="Leo",
            required=("rename",),
        ),
        record_id("user_id", "user2"),
    ],
    results=[
        field("user_id", "string"),
        field("name", "string", privacy=Privacy.PERSON),
        field("kind", "string"),
        field("active", "boolean"),
        field("changed", "boolean"),
        field("previous_id", "string"),
        field("previous_name", "string", privacy=Privacy.PERSON),
        field("users", "array", privacy=Privacy.PERSON),
    ],
    effects={
        "create": Effect.WRITE,
        "switch": Effect.WRITE,
        "rename": Effect.WRITE,
        "delete": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked", on=("create", "switch", "rename", "delete")),
        needs("owner", code="not_owner", on=("create", "rename", "delete")),
    ],
    errors=["already_exists", "limit_reached", "not_found", "ambiguous", "protected"],
    inverses={
        "create": undone_by(
            "manage_user_profile", action="delete", name="$result.name", user_id="$result.user_id"
        ),
        "switch": undone_by(
            "manage_user_profile",
            action="switch",
            name="$result.previous_name",
            user_id="$result.previous_id",
        ),
        "rename": undone_by(
            "manage_user_profile",
            action="rename",
            name="$result.name",
            new_name="$result.previous_name",
            user_id="$result.user_id",
        ),
    },
    changes=["manage_developer_option", "reset_settings"],
    mechanism=Mechanism.UI,
)
def manage_user_profile(
    store: Store,
    action: str,
    name: str | None,
    kind: str,
    new_name: str | None,
    user_id: str | None,
) -> dict[str, JsonValue]:
    """Create, switch to, rename, delete or list profiles; the owner's always stays."""
    if action == "create":
        return _create(store, UserProfile(str(name), kind))  # type: ignore[arg-type]
    found = _matching(store, name, user_id)
    if action == "query":
        return {"users": [_view(key, row) for key, row in found]}
    key, row = the_one(found, "user", lambda row: f"{row.name} ({row.kind})")
    if action == "switch":
        return _switch(store, key)
    if action == "rename":
        return _rename(store, key, row, str(new_name))
    if row.kind == "owner" or row.active:
        raise ToolFailure("protected", "neither the owner's nor the profile in use can go")
    return _view(key, store.remove(USERS, key))


def _matching(store: Store, name: str | None, user_id: str | None) -> list[tuple[str, UserProfile]]:
    """Profiles by name; nobody calls the owner's and the guest's by anything but what they are."""
    rows = store.all(USERS)
    found = chosen(rows, user_id, name, lambda row: row.name)
    kind = _KIND_WORDS.get(fold(name or ""))
    return found or [(key, row) for key, row in rows.items() if row.kind == kind]


_KIND_WORDS = {
    "owner": "owner",
    "机主": "owner",
    "主人": "owner",
    "guest": "guest",
    "访客": "guest",
}


def _create(store: Store, profile: UserProfile) -> dict[str, JsonValue]:
    if len(store.all(USERS)) >= MOST:
        raise ToolFailure("limit_reached", f"this phone holds {MOST} users at most")
    _refuse_double(store, profile.name)
    return _view(store.add(USERS, profile), profile)


def _refuse_double(store: Store, name: str, own_key: str = "") -> None:
    for key, row in store.all(USERS).items():
        if key != own_key and fold(row.name) == fold(name):
            raise ToolFailure("already_exists", f"there is a user {row.name} already")


def _switch(store: Store, key: str) -> dict[str, JsonValue]:
    before = next((name for name, row in store.all(USERS).items() if row.active), key)
    store.update(USERS, before, active=False)
    row = store.update(USERS, key, active=True)
    previous = store.all(USERS)[before].name
    return {
        **_view(key, row),
        "changed": before != key,
        "previous_id": before,
        "previous_name": previous,
    }


def _rename(store: Store, key: str, before: UserProfile, name: str) -> dict[str, JsonValue]:
    _refuse_double(store, name, key)
    row = store.update(USERS, key, name=name)
    return {**_view(key, row), "previous_name": before.name, "changed": row != before}


def _view(key: str, row: UserProfile) -> dict[str, JsonValue]:
    return {"user_id": key, "name": row.name, "kind": row.kind, "active": row.active}


_CHILDREN = (
    ("Leo", "Leonie", "豆豆", "豆包"),
    ("Emma", "Emmy", "小宝", "小贝"),
    ("Theo", "Thea", "糖糖", "汤圆"),
    ("Nina", "Nino", "乐乐", "可乐"),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """The owner, two children with look-alike names, and a guest."""
    names, chinese = random.choice(cast.of(_CHILDREN)), random.random() < 0.5
    first, second = names[2:] if chinese else names[:2]
    store.add(USERS, UserProfile("Owner", "owner", active=True))
    store.add(USERS, UserProfile(first, "child"))
    store.add(USERS, UserProfile(second, "child"))
    store.add(USERS, UserProfile("Guest", "guest"))
