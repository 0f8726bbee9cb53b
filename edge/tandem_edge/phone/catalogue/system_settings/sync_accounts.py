"""Accounts signed in on the phone, and what each of them keeps in step."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

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
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Provider = Literal["google", "microsoft", "samsung", "xiaomi", "huawei", "work"]
PROVIDERS = ("google", "microsoft", "samsung", "xiaomi", "huawei", "work")
Data = Literal["contacts", "calendar", "mail", "photos", "files", "passwords"]
DATA: tuple[Data, ...] = ("contacts", "calendar", "mail", "photos", "files", "passwords")


@dataclass(frozen=True, slots=True)
class Account:
    """``synced`` is what it keeps in step, ``pending`` how many changes wait to be sent.

    The phone backs up to the account with ``backup``.
    """

    provider: Provider
    address: str
    synced: tuple[Data, ...]
    pending: Annotated[int, Field(ge=0)]
    last_sync: Wall
    backup: bool = False


ACCOUNTS = Table("accounts", Account, prefix="account")


def backup_account(store: Store) -> Account | None:
    """The account that the phone backs up to, if there is one."""
    return next((row for row in store.all(ACCOUNTS).values() if row.backup), None)


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="accounts signed in on this phone, Google, work, others: add, remove, list",
    zh="手机上登录的账号（谷歌、工作等）：添加、移除、查看",
    cues_en="account sign in log in sign out google account microsoft email login work profile "
    "which accounts add my gmail remove account from phone",
    cues_zh="账号 账户 登录 登出 退出登录 谷歌账号 微软账号 小米账号 华为账号 工作账号 "
    "加个账号 移除账号 哪些账号",
    arguments=[
        action("add", "remove", "query"),
        choice("provider", PROVIDERS, "whose account", "哪家账号", required=("add",)),
        text(
            "address",
            "its address",
            "账号地址",
            privacy=Privacy.PERSON,
            max_length=80,
            example="mira@example.com",
            required=("add",),
        ),
        record_id("account_id", "account3"),
    ],
    results=[
        field("account_id", "string"),
        field("provider", "string"),
        field("address", "string", privacy=Privacy.PERSON),
        field("synced", "array"),
        field("accounts", "array", privacy=Privacy.PERSON),
    ],
    effects={"add": Effect.WRITE, "remove": Effect.IRREVERSIBLE, "query": Effect.READ},
    preconditions=[
        needs("unlocked", code="locked"),
        needs("network", code="offline", on=("add",)),
    ],
    errors=["already_exists", "not_found", "ambiguous", "in_use"],
    inverses={"add": undone_by("manage_account", action="remove", account_id="$result.account_id")},
    changes=["sync_account"],
    mechanism=Mechanism.UI,
)
def manage_account(
    store: Store, action: str, provider: str | None, address: str | None, account_id: str | None
) -> dict[str, JsonValue]:
    """Add, remove or list accounts. What a removed one held is only kept by its provider."""
    if action == "add":
        return _add(store, str(provider), str(address))
    found = matching(store, provider, address, account_id)
    if action == "query":
        return {"accounts": [_view(key, row) for key, row in found]}
    key, row = the_one(found, "account", describe)
    if row.backup:
        raise ToolFailure("in_use", f"the phone backs up to {row.address}")
    return _view(key, store.remove(ACCOUNTS, key))


def _add(store: Store, provider: str, address: str) -> dict[str, JsonValue]:
    if "@" not in address.strip("@") or " " in address:
        raise ToolFailure("invalid_argument", f"{address:.40} is not an account's address")
    for row in store.all(ACCOUNTS).values():
        if (row.provider, row.address.casefold()) == (provider, address.casefold()):
            raise ToolFailure("already_exists", f"{address} is signed in already")
    now = store.only(DEVICE).clock
    row = Account(provider, address, ("contacts", "calendar", "mail"), 0, now)  # type: ignore[arg-type]
    return _view(store.add(ACCOUNTS, row), row)


def matching(
    store: Store, provider: str | None, address: str | None, key: str | None = None
) -> list[tuple[str, Account]]:
    """Accounts by provider and by address, or a part of it."""
    found = chosen(store.all(ACCOUNTS), key, address, lambda row: row.address)
    return [(key, row) for key, row in found if provider in (None, row.provider)]


def describe(account: Account) -> str:
    """Provider and address, to tell two of one provider apart."""
    return f"{account.provider} {account.address}"


def _view(key: str, account: Account) -> dict[str, JsonValue]:
    return {
        "account_id": key,
        "provider": account.provider,
        "address": account.address,
        "synced": list(account.synced),
    }


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="account sync of contacts, mail...: sync now, data kinds on, off, check",
    zh="账号同步：立即同步，开关通讯录、邮件等项目，查看",
    cues_en="sync synchronise refresh now upload changes stop syncing photos start syncing "
    "calendar last synced out of date missing contacts cloud",
    cues_zh="同步 立即同步 手动同步 同步通讯录 同步日历 同步照片 云同步 上次同步 停止同步 "
    "不同步了 没更新",
    arguments=[
        action("sync", "enable", "disable", "query"),
        choice("provider", PROVIDERS, "whose account, all if absent", "哪家账号，缺省为全部"),
        text(
            "address",
            "its address",
            "账号地址",
            privacy=Privacy.PERSON,
            max_length=80,
            example="mira@example.com",
        ),
        choice("data", DATA, "what kind of data", "哪类数据", required=("enable", "disable")),
        record_id("account_id", "account3"),
    ],
    results=[
        field("account_id", "string"),
        field("address", "string", privacy=Privacy.PERSON),
        field("data", "string"),
        field("changed", "boolean"),
        field("sent", "integer"),
        field("accounts", "array", privacy=Privacy.PERSON),
    ],
    effects={
        "sync": Effect.WRITE,
        "enable": Effect.WRITE,
        "disable": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("network", code="offline", on=("sync",)),
        needs("battery_saver_off", code="battery_saver_on", on=("sync",)),
    ],
    errors=["not_found", "ambiguous", "nothing_to_sync"],
    inverses={
        "enable": undone_by(
            "sync_account", action="disable", data="$result.data", account_id="$result.account_id"
        ),
        "disable": undone_by(
            "sync_account", action="enable", data="$result.data", account_id="$result.account_id"
        ),
    },
    conflicts=["manage_battery_saver"],
    mechanism=Mechanism.SHELL,
)
def sync_account(
    store: Store,
    action: str,
    provider: str | None,
    address: str | None,
    data: str | None,
    account_id: str | None,
) -> dict[str, JsonValue]:
    """Sync accounts now, or say what they keep in step; ``data`` limits nothing when syncing."""
    found = matching(store, provider, address, account_id)
    if action == "query":
        shown = [(key, row) for key, row in found if data is None or data in row.synced]
        return {"accounts": [_sync_view(key, row) for key, row in shown]}
    if action == "sync":
        return _sync(store, found)
    key, row = the_one(found, "account", describe)
    wanted = {*row.synced, data} if action == "enable" else {*row.synced} - {data}
    store.update(ACCOUNTS, key, synced=tuple(each for each in DATA if each in wanted))
    changed = wanted != {*row.synced}
    return {"account_id": key, "address": row.address, "data": str(data), "changed": changed}


def _sync(store: Store, found: list[tuple[str, Account]]) -> dict[str, JsonValue]:
    if not found:
        raise ToolFailure("not_found", "no account matches")
    syncing = [(key, row) for key, row in found if row.synced]
    if not syncing:
        raise ToolFailure("nothing_to_sync", "syncing is off for everything there")
    now, after = store.only(DEVICE).clock, []
    for key, _ in syncing:
        after.append((key, store.update(ACCOUNTS, key, pending=0, last_sync=now)))
    sent = sum(row.pending for _, row in syncing)
    return {"sent": sent, "accounts": [_sync_view(key, row) for key, row in after]}


def _sync_view(key: str, account: Account) -> dict[str, JsonValue]:
    return {
        **_view(key, account),
        "pending": account.pending,
        "last_sync": account.last_sync.strftime("%Y-%m-%dT%H:%M"),
    }


_OWNERS = (
    ("mira.kovac.home", "mira.kovac.studio"),
    ("chenyu.lin", "chenyu.linn"),
    ("sam.okafor", "sam.okafor.shop"),
    ("xiaowen.zhao", "xiaowen.zhao88"),
    ("ines.duarte", "ines.duarte.art"),
    ("haoran.xu", "haoran.xu.dev"),
    ("tom.lindqvist", "tom.lindqvist.photo"),
    ("yiting.zhou", "yiting.zhou.cafe"),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Two look-alike Google accounts, one of a job, and some of others."""
    now, (first, second) = store.only(DEVICE).clock, random.choice(cast.of(_OWNERS))
    signed_in = [
        ("google", f"{first}@gmail.com"),
        ("google", f"{second}@gmail.com"),
        ("work", f"{first}@office.example.com"),
    ]
    others = [("microsoft", "outlook.com"), ("xiaomi", "xiaomi.com"), ("huawei", "huawei.com"),
              ("samsung", "samsung.com")]  # fmt: skip
    signed_in += [(name, f"{first}@{host}") for name, host in random.sample(others, 3)]
    for place, (provider, address) in enumerate(signed_in):
        synced = tuple(each for each in DATA if random.random() < 0.6) or ("contacts",)
        pending, ago = random.randrange(0, 30), timedelta(minutes=random.randrange(5, 4000))
        row = Account(provider, address, synced, pending, now - ago, place == 0)  # type: ignore[arg-type]
        store.add(ACCOUNTS, row)
