"""Updates of the system: found, downloaded, installed, now or at night."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    field,
    internal,
    moment,
    needs,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.system_settings.phone_identity import IDENTITY
from tandem_edge.phone.catalogue.system_settings.phone_restart import restart
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall, give_room, take_room
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.store import Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("phone_identity",)
SETTINGS_APP = "com.android.settings"
LEAST_BATTERY = 30


@dataclass(frozen=True, slots=True)
class SystemUpdate:
    """What the maker offers; without a ``version`` the phone is up to date."""

    version: str = ""
    patch: str = ""
    megabytes: Annotated[int, Field(ge=0)] = 0
    downloaded: bool = False
    install_at: Wall | None = None


UPDATE = Singleton("system_update", SystemUpdate)


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="Android system update: check, download, discard, install, schedule, cancel",
    zh="系统更新：检查、下载、删除安装包、安装、预约、取消预约",
    cues_en="software update firmware new android version security patch upgrade the phone ota "
    "tonight install overnight is my phone up to date",
    cues_zh="系统更新 升级系统 新版本 安卓更新 固件 补丁 更新包 夜间安装 检查更新 最新系统",
    arguments=[
        action("check", "download", "discard", "install", "schedule", "cancel"),
        moment("time", "when to install", "安装时间", required=("schedule",)),
        boolean("mobile_data", "download without Wi-Fi too", "可以用流量下载"),
        internal(moment("back_to", "the time before", "之前的时间")),
    ],
    results=[
        field("version", "string"),
        field("megabytes", "integer"),
        field("downloaded", "boolean"),
        field("install_at", "string"),
        field("previous_time", "string"),
        field("android", "string"),
        field("changed", "boolean"),
    ],
    effects={
        "check": Effect.READ,
        "download": Effect.WRITE,
        "discard": Effect.WRITE,
        "install": Effect.IRREVERSIBLE,
        "schedule": Effect.WRITE,
        "cancel": Effect.WRITE,
    },
    preconditions=[
        needs("network", code="offline", on=("check", "download")),
        needs("battery_saver_off", code="battery_saver_on", on=("download",)),
        needs("no_call", code="call_active", on=("install",)),
        needs("battery_at_least", str(LEAST_BATTERY), code="battery_low", on=("install",)),
    ],
    errors=[
        "up_to_date",
        "wifi_needed",
        "low_storage",
        "not_downloaded",
        "scheduled",
        "nothing_planned",
    ],
    inverses={
        "download": undone_by("manage_system_update", action="discard"),
        "discard": undone_by("manage_system_update", action="download", mobile_data=True),
        "schedule": undone_by(
            "manage_system_update", action="cancel", back_to="$result.previous_time"
        ),
        "cancel": undone_by(
            "manage_system_update", action="schedule", time="$result.previous_time"
        ),
    },
    conflicts=["manage_battery_saver"],
    changes=["open_app", "control_playback"],
    mechanism=Mechanism.UI,
)
def manage_system_update(
    store: Store, action: str, time: str | None, mobile_data: bool, back_to: str | None
) -> dict[str, JsonValue]:
    """Take an update from the offer to the new system, one step a call."""
    before = store.only(UPDATE)
    if action != "check" and not before.version:
        raise ToolFailure("up_to_date", "the system is up to date")
    if action == "download":
        _download(store, before, mobile_data)
    elif action == "discard":
        _discard(store, before)
    elif action == "install":
        _downloaded(before)
        install(store)
    elif action != "check":
        _plan(store, before, time if action == "schedule" else back_to, action)
    return _view(store, before)


def _download(store: Store, update: SystemUpdate, mobile_data: bool) -> None:
    if update.downloaded:
        return
    if not (store.only(RADIOS).wifi or mobile_data):
        raise ToolFailure("wifi_needed", f"{update.megabytes} MB: only over Wi-Fi, unless allowed")
    take_room(store, update.megabytes)
    store.update(UPDATE, downloaded=True)


def _discard(store: Store, update: SystemUpdate) -> None:
    if update.install_at:
        raise ToolFailure("scheduled", "its installation is planned: cancel that first")
    if update.downloaded:
        give_room(store, update.megabytes)
        store.update(UPDATE, downloaded=False)


def _downloaded(update: SystemUpdate) -> None:
    if not update.downloaded:
        raise ToolFailure("not_downloaded", f"{update.version} has to be downloaded first")


def _plan(store: Store, update: SystemUpdate, time: str | None, action: str) -> None:
    if action == "cancel" and update.install_at is None:
        raise ToolFailure("nothing_planned", "no installation is planned")
    at = datetime.fromisoformat(time) if time else None
    if action == "schedule":
        _downloaded(update)
        if at is None or at <= store.only(DEVICE).clock:
            raise ToolFailure("invalid_argument", "the time has passed")
    store.update(UPDATE, install_at=at)


def install(store: Store) -> None:
    """Put the downloaded update in the place of the system and restart."""
    update = store.only(UPDATE)
    give_room(store, update.megabytes)
    store.update(IDENTITY, android=update.version, patch=update.patch)
    store.update(
        UPDATE, version="", patch="", megabytes=0, downloaded=False, install_at=None
    )  # fmt: skip
    restart(store)


def _view(store: Store, before: SystemUpdate) -> dict[str, JsonValue]:
    after = store.only(UPDATE)
    return {
        "version": after.version,
        "megabytes": after.megabytes,
        "downloaded": after.downloaded,
        "install_at": _said(after),
        "previous_time": _said(before),
        "android": store.only(IDENTITY).android,
        "changed": after != before,
    }


def _said(update: SystemUpdate) -> str:
    return update.install_at.strftime("%Y-%m-%dT%H:%M") if update.install_at else ""


def _upcoming(store: Store) -> datetime | None:
    return store.only(UPDATE).install_at


def _happen(store: Store, when: datetime) -> None:
    update, device = store.only(UPDATE), store.only(DEVICE)
    if device.battery_percent < LEAST_BATTERY and not device.charging:
        store.update(UPDATE, install_at=None)
        notify(store, SETTINGS_APP, "Update not installed", "The battery was too low")
        return
    install(store)
    notify(store, SETTINGS_APP, "System updated", f"This phone now runs Android {update.version}")


UPDATES = Timer(_upcoming, _happen)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Mostly an update waits, on some phones downloaded already."""
    if cast is not Cast.EVERYDAY and random.random() < 0.15:
        return
    clock, now = store.only(DEVICE).clock, store.only(IDENTITY).android
    downloaded = cast is not Cast.EVERYDAY and random.random() < 0.4
    store.update(
        UPDATE,
        version=random.choice((f"{now}.1", f"{now} QPR2", str(int(now.split()[0]) + 1))),
        patch=f"{clock - timedelta(days=12):%Y-%m}",
        megabytes=random.randrange(300, 2600, 10),
        downloaded=downloaded,
    )
    if downloaded and random.random() < 0.5:
        night = clock.replace(hour=3, minute=0) + timedelta(days=1)
        store.update(UPDATE, install_at=night)
