"""Backups of this phone in the cloud: made, put back, thrown away, and made by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    day,
    field,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY, Display
from tandem_edge.phone.catalogue.display_sound.sound import SOUND, Sound
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.system_settings.phone_battery import BATTERY
from tandem_edge.phone.catalogue.system_settings.phone_identity import IDENTITY
from tandem_edge.phone.catalogue.system_settings.sync_accounts import backup_account
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("phone_identity", "sync_accounts", "display", "sound")
CLOUD_MB = 15_000
NEW_MB = 2_400
"""Size of a fresh backup of this phone."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A phone as it was: whose, when, and its screen and sound settings."""

    device: str
    made: Wall
    megabytes: Annotated[int, Field(ge=0)]
    display: Display
    sound: Sound


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """``next`` is when the phone backs up by itself; without it, it does not."""

    next: Wall | None = None


BACKUPS = Table("backups", Backup, prefix="backup")
BACKUP_PLAN = Singleton("backup_plan", BackupPlan)


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="cloud backups of the phone: create, restore, delete, automatic on, off, list",
    zh="手机云备份：立即备份、恢复、删除、自动备份开关、查看",
    cues_en="back up backup save everything to the cloud restore settings from yesterday old "
    "phone last backup when nightly automatic backup full space",
    cues_zh="备份 云备份 立即备份 备份一下 恢复备份 还原 旧手机 上次备份 自动备份 每晚备份 "
    "换机 删备份",
    arguments=[
        action("create", "restore", "delete", "enable", "disable", "query"),
        day("day", "day it was made", "备份日期"),
        text("device", "which phone's", "哪部手机的", privacy=Privacy.NONE, example="Pixel 6"),
        record_id("backup_id", "backup3"),
    ],
    results=[
        field("backup_id", "string"),
        field("device", "string"),
        field("made", "string"),
        field("megabytes", "integer"),
        field("changed", "boolean"),
        field("automatic", "boolean"),
        field("free_megabytes", "integer"),
        field("backups", "array"),
    ],
    effects={
        "create": Effect.WRITE,
        "restore": Effect.IRREVERSIBLE,
        "delete": Effect.IRREVERSIBLE,
        "enable": Effect.WRITE,
        "disable": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked", on=("restore", "delete")),
        needs("network", code="offline", on=("create", "restore", "delete")),
        needs("battery_saver_off", code="battery_saver_on", on=("create",)),
    ],
    errors=["no_account", "cloud_full", "not_found", "ambiguous"],
    inverses={
        "create": undone_by("manage_phone_backup", action="delete", backup_id="$result.backup_id"),
        "enable": undone_by("manage_phone_backup", action="disable"),
        "disable": undone_by("manage_phone_backup", action="enable"),
    },
    conflicts=["manage_battery_saver"],
    changes=["set_brightness", "set_volume", "manage_dark_mode"],
    mechanism=Mechanism.UI,
)
def manage_phone_backup(
    store: Store, action: str, day: str | None, device: str | None, backup_id: str | None
) -> dict[str, JsonValue]:
    """Make, put back, delete or list backups; without a day or a phone, restore the newest."""
    if action in ("enable", "disable"):
        return _switch(store, action == "enable")
    if action == "create":
        return _create(store)
    found = _matching(store, day, device, backup_id)
    if action == "query":
        listed: list[JsonValue] = [_view(key, row) for key, row in found]
        return {"backups": listed, "automatic": _automatic(store), "free_megabytes": _free(store)}
    if action == "restore" and found:
        found = found[:1]
    key, row = the_one(found, "backup", lambda row: f"{row.device} {row.made:%Y-%m-%d %H:%M}")
    if action == "delete":
        store.remove(BACKUPS, key)
    else:
        store.put(DISPLAY, ONLY, row.display)
        store.put(SOUND, ONLY, row.sound)
    return _view(key, row)


def _automatic(store: Store) -> bool:
    return store.only(BACKUP_PLAN).next is not None


def _switch(store: Store, on: bool) -> dict[str, JsonValue]:
    if on and backup_account(store) is None:
        raise ToolFailure("no_account", "no account is chosen for backups")
    before = _automatic(store)
    if on != before:
        store.update(BACKUP_PLAN, next=_tonight(store.only(DEVICE).clock) if on else None)
    return {"automatic": on, "changed": on != before}


def _tonight(now: datetime) -> datetime:
    night = now.replace(hour=2, minute=30, second=0, microsecond=0)
    return night if night > now else night + timedelta(days=1)


def _create(store: Store) -> dict[str, JsonValue]:
    if backup_account(store) is None:
        raise ToolFailure("no_account", "no account is chosen for backups")
    if _free(store) < NEW_MB:
        raise ToolFailure("cloud_full", f"a backup takes {NEW_MB} MB, {_free(store)} MB are left")
    made = store.only(DEVICE).clock.replace(second=0, microsecond=0)
    row = Backup(
        store.only(IDENTITY).model, made, NEW_MB, store.only(DISPLAY), store.only(SOUND)
    )  # fmt: skip
    return _view(store.add(BACKUPS, row), row)


def _free(store: Store) -> int:
    return max(0, CLOUD_MB - sum(row.megabytes for row in store.all(BACKUPS).values()))


def _matching(
    store: Store, day: str | None, device: str | None, key: str | None
) -> list[tuple[str, Backup]]:
    """Newest first. The year of a day is not looked at: it may be taken for one to come."""
    found = chosen(store.all(BACKUPS), key, device, lambda row: row.device)
    if day is not None:
        wanted = date.fromisoformat(day)
        of_day = (wanted.month, wanted.day)
        found = [(key, row) for key, row in found if (row.made.month, row.made.day) == of_day]
    return sorted(found, key=lambda item: item[1].made, reverse=True)


def _view(key: str, backup: Backup) -> dict[str, JsonValue]:
    return {
        "backup_id": key,
        "device": backup.device,
        "made": backup.made.strftime("%Y-%m-%dT%H:%M"),
        "megabytes": backup.megabytes,
    }


def _upcoming(store: Store) -> datetime | None:
    return store.only(BACKUP_PLAN).next


def _happen(store: Store, when: datetime) -> None:
    """The nightly backup, where there is Wi-Fi, power and room for it."""
    saver, wifi = store.only(BATTERY).saver, store.only(RADIOS).wifi
    if wifi and not saver and backup_account(store) and _free(store) >= NEW_MB:
        _create(store)
    store.update(BACKUP_PLAN, next=_tonight(store.only(DEVICE).clock))


BACKUP_TIMER = Timer(_upcoming, _happen)
OLD_PHONES = ("Pixel 6", "Redmi Note 12", "Galaxy A54", "HUAWEI P50", "Pixel 6a", "Redmi K60",
              "Galaxy S21", "HUAWEI nova 11")  # fmt: skip


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Three backups of this phone and one of the phone before it."""
    now, model = store.only(DEVICE).clock, store.only(IDENTITY).model
    if cast is not Cast.EVERYDAY and random.random() < 0.5:
        store.update(BACKUP_PLAN, next=_tonight(now))
    old = random.choice(cast.of(OLD_PHONES))
    days = sorted((*random.sample(range(2, 6), 2), 1, random.randrange(30, 90)), reverse=True)
    for place, ago in enumerate(days):
        made = (now - timedelta(days=ago)).replace(hour=2, minute=30)
        display = Display(brightness=random.randrange(20, 100, 5), dark_mode=random.random() < 0.5)
        sound = Sound(media=random.randrange(10, 90, 5), ring=random.randrange(10, 90, 5))
        size = random.randrange(1800, 3600, 20)
        store.add(BACKUPS, Backup(model if place else old, made, size, display, sound))
