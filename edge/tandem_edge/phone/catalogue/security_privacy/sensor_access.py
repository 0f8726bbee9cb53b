"""Switches that cut the camera, the microphone or the location off from every app."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import action, choice, field, needs, tool, undone_by
from tandem_edge.phone.catalogue.apps_storage.applications import CAMERA, INSTALLED
from tandem_edge.phone.catalogue.security_privacy.app_permissions import PERMISSION_USES
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism

SENSORS = ("camera", "microphone", "location")


@dataclass(frozen=True, slots=True)
class SensorAccess:
    """Whether any app may use it at all, whatever its own permissions."""

    camera: bool = True
    microphone: bool = True
    location: bool = True


SENSOR_ACCESS = Singleton("sensor_access", SensorAccess)


@condition("sensor_on")
def _sensor_on(store: Store, value: str) -> str:
    """Whether ``value`` (camera, microphone, location) is not cut off."""
    return "" if getattr(store.only(SENSOR_ACCESS), value) else f"access to the {value} is blocked"


@tool(
    domain=Domain.SECURITY_PRIVACY,
    en="block camera, microphone or location for every app: block, allow, check",
    zh="全局禁用摄像头、麦克风或定位：禁用、恢复、查看",
    cues_en="block camera block mic for all apps kill switch microphone off everywhere location "
    "services gps turn off nobody listening mute sensors privacy toggle",
    cues_zh="摄像头总开关 麦克风总开关 定位服务 关定位 GPS 全部禁用 一键关闭 谁都不许用 "
    "防监听 恢复使用",
    arguments=[
        action("block", "allow", "query"),
        choice("sensor", SENSORS, "which one", "哪个", required=("block", "allow")),
    ],
    results=[
        field("sensor", "string"),
        field("allowed", "boolean"),
        field("changed", "boolean"),
        field("sensors", "array"),
    ],
    effects={"block": Effect.WRITE, "allow": Effect.WRITE, "query": Effect.READ},
    preconditions=[
        needs("unlocked", code="locked", on=("allow",)),
        needs("not_lost", code="lost_mode", on=("block",)),
    ],
    inverses={
        "block": undone_by("manage_sensor_access", action="allow", sensor="$result.sensor"),
        "allow": undone_by("manage_sensor_access", action="block", sensor="$result.sensor"),
    },
    mechanism=Mechanism.SHELL,
)
def manage_sensor_access(store: Store, action: str, sensor: str | None) -> dict[str, JsonValue]:
    """Cut a sensor off, give it back, or tell how things are and who used it last."""
    before = store.only(SENSOR_ACCESS)
    if action == "query" or sensor is None:
        shown = SENSORS if sensor is None else (sensor,)
        return {"sensors": [_view(store, name) for name in shown]}
    after = store.update(SENSOR_ACCESS, **{sensor: action == "allow"})
    return {"sensor": sensor, "allowed": action == "allow", "changed": after != before}


def _view(store: Store, sensor: str) -> dict[str, JsonValue]:
    uses = [row for row in store.all(PERMISSION_USES).values() if row.name == sensor]
    last = max(uses, key=lambda row: row.at, default=None)
    in_use = sensor == "camera" and bool((cam := store.get(INSTALLED, CAMERA)) and cam.running)
    return {
        "sensor": sensor,
        "allowed": getattr(store.only(SENSOR_ACCESS), sensor),
        "in_use": in_use,
        "last_app": label_of(last.app) if last else "",
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Everything allowed, but for a microphone that somebody has cut off."""
    blocked = cast is not Cast.EVERYDAY and random.random() < 0.15
    store.put(SENSOR_ACCESS, ONLY, SensorAccess(microphone=not blocked))
