"""Restarting the phone, now or by a plan, and what a restart does to everything that runs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    internal,
    moment,
    needs,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER
from tandem_edge.phone.catalogue.calls_communication.calls import LINE, Line
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.catalogue.security_privacy.screen_lock import lock_if_secured
from tandem_edge.phone.catalogue.system_settings.phone_identity import IDENTITY
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism

REPEATS = ("once", "daily", "weekly")
_EVERY = {"daily": timedelta(days=1), "weekly": timedelta(days=7)}


@dataclass(frozen=True, slots=True)
class RestartPlan:
    """When the phone next restarts by itself; without ``at`` it does not."""

    at: Wall | None = None
    repeat: Literal["once", "daily", "weekly"] = "once"


RESTART_PLAN = Singleton("restart_plan", RestartPlan)


def restart(store: Store) -> None:
    """What a restart does: apps, music and lamp end, the line is cut, the screen is locked."""
    for key, row in list(store.all(INSTALLED).items()):
        if row.running:
            store.update(INSTALLED, key, running=False)
    store.update(PLAYER, playing=False)
    store.update(DISPLAY, flashlight=False)
    store.put(LINE, ONLY, Line())
    store.update(IDENTITY, booted=store.only(DEVICE).clock)
    lock_if_secured(store)


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="restart the phone: now, or planned: schedule, cancel, check",
    zh="重启手机：立即重启，或定时重启的设置、取消、查看",
    cues_en="restart reboot turn off and on again sluggish frozen laggy overnight reboot every "
    "week planned power cycle",
    cues_zh="重启 重新启动 关机再开 定时重启 每周重启 夜里重启 卡死了 太卡 开机 重开一下",
    arguments=[
        action("now", "schedule", "cancel", "query"),
        moment("time", "when to restart", "重启时间", required=("schedule",)),
        choice("repeat", REPEATS, "rhythm", "重复", default="once"),
        internal(moment("back_to", "the plan before", "之前的计划")),
    ],
    results=[
        field("time", "string"),
        field("repeat", "string"),
        field("previous_time", "string"),
        field("previous_repeat", "string"),
        field("changed", "boolean"),
    ],
    effects={
        "now": Effect.IRREVERSIBLE,
        "schedule": Effect.WRITE,
        "cancel": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("no_call", code="call_active", on=("now",))],
    errors=["nothing_planned"],
    inverses={
        "schedule": undone_by(
            "restart_phone",
            action="cancel",
            back_to="$result.previous_time",
            repeat="$result.previous_repeat",
        ),
        "cancel": undone_by(
            "restart_phone",
            action="schedule",
            time="$result.previous_time",
            repeat="$result.previous_repeat",
        ),
    },
    changes=["open_app", "control_playback", "control_flashlight"],
    mechanism=Mechanism.SHELL,
)
def restart_phone(
    store: Store, action: str, time: str | None, repeat: str, back_to: str | None
) -> dict[str, JsonValue]:
    """Restart now or by a plan. Cancelling with ``back_to`` puts back the plan before."""
    before = after = store.only(RESTART_PLAN)
    if action == "now":
        restart(store)
    elif action == "schedule":
        after = _planned(store, datetime.fromisoformat(str(time)), repeat)
    elif action == "cancel":
        if before.at is None:
            raise ToolFailure("nothing_planned", "no restart is planned")
        at = datetime.fromisoformat(back_to) if back_to else None
        after = RestartPlan(at, repeat)  # type: ignore[arg-type]
    store.put(RESTART_PLAN, ONLY, after)
    return {
        **_view(after),
        "previous_time": _said(before),
        "previous_repeat": before.repeat,
        "changed": action == "now" or before != after,
    }


def _planned(store: Store, at: datetime, repeat: str) -> RestartPlan:
    now = store.only(DEVICE).clock
    while at <= now and repeat in _EVERY and now - at < timedelta(days=400):
        at += _EVERY[repeat]
    if at <= now:
        raise ToolFailure("invalid_argument", f"{at:%Y-%m-%d %H:%M} has passed")
    return RestartPlan(at, repeat)  # type: ignore[arg-type]


def _view(plan: RestartPlan) -> dict[str, JsonValue]:
    return {"time": _said(plan), "repeat": plan.repeat}


def _said(plan: RestartPlan) -> str:
    return plan.at.strftime("%Y-%m-%dT%H:%M") if plan.at else ""


def _upcoming(store: Store) -> datetime | None:
    return store.only(RESTART_PLAN).at


def _happen(store: Store, when: datetime) -> None:
    plan, now = store.only(RESTART_PLAN), store.only(DEVICE).clock
    restart(store)
    step = _EVERY.get(plan.repeat)
    after = when
    while step and after <= now:
        after += step
    store.put(RESTART_PLAN, ONLY, RestartPlan(after, plan.repeat) if step else RestartPlan())


RESTARTS = Timer(_upcoming, _happen)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """On some phones a restart every week in the small hours."""
    if cast is not Cast.EVERYDAY and random.random() < 0.35:
        now = store.only(DEVICE).clock
        night = now.replace(hour=random.choice((2, 3, 4)), minute=random.choice((0, 30)))
        plan = RestartPlan(night + timedelta(days=random.randrange(1, 7)), "weekly")
        store.put(RESTART_PLAN, ONLY, plan)
