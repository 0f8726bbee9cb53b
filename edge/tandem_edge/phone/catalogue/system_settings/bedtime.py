"""Bedtime: from an evening hour to a morning hour the phone keeps quiet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    choice,
    clock,
    field,
    internal,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("sound",)
NIGHTS = ("every_night", "weeknights", "weekend_nights")
_DAYS = {"every_night": range(7), "weeknights": (6, 0, 1, 2, 3), "weekend_nights": (4, 5)}
"""Weekdays on whose evening it begins: a weeknight is one before a working day."""


@dataclass(frozen=True, slots=True)
class Bedtime:
    """``change_at`` is when it next begins or ends. While ``active``, do-not-disturb is on;

    ``quiet_before`` is whether it was on already.
    """

    enabled: bool = False
    start: time = time(23, 0)
    end: time = time(7, 0)
    nights: Literal["every_night", "weeknights", "weekend_nights"] = "every_night"
    active: bool = False
    change_at: Wall | None = None
    quiet_before: bool = False


BEDTIME = Singleton("bedtime", Bedtime)


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="bedtime hours when the phone keeps quiet: set, on, off, check",
    zh="就寝时间：到点让手机安静，可设置时段、打开、关闭、查看",
    cues_en="bedtime mode sleep schedule wind down go to bed at night quiet hours from until "
    "asleep by weeknights sleep mode lights out",
    cues_zh="就寝 就寝时间 睡眠模式 睡觉时间 作息 早睡 上床 几点睡几点起 夜里别吵 睡前 休息时间",
    arguments=[
        action("set", "enable", "disable", "query"),
        clock("start", "when it begins", "几点开始", required=("set",)),
        clock("end", "when it ends", "几点结束", required=("set",)),
        choice("nights", NIGHTS, "which nights", "哪些晚上", default="every_night"),
        internal(boolean("enabled", "whether it was on", "之前是否开启", default=None)),
    ],
    results=[
        field("enabled", "boolean"),
        field("start", "string"),
        field("end", "string"),
        field("nights", "string"),
        field("active", "boolean"),
        field("changed", "boolean"),
        field("previous_start", "string"),
        field("previous_end", "string"),
        field("previous_nights", "string"),
        field("previous_enabled", "boolean"),
    ],
    effects={
        "set": Effect.WRITE,
        "enable": Effect.WRITE,
        "disable": Effect.WRITE,
        "query": Effect.READ,
    },
    inverses={
        "set": undone_by(
            "manage_bedtime",
            action="set",
            start="$result.previous_start",
            end="$result.previous_end",
            nights="$result.previous_nights",
            enabled="$result.previous_enabled",
        ),
        "enable": undone_by("manage_bedtime", action="disable"),
        "disable": undone_by("manage_bedtime", action="enable"),
    },
    changes=["manage_do_not_disturb"],
    mechanism=Mechanism.UI,
)
def manage_bedtime(
    store: Store,
    action: str,
    start: str | None,
    end: str | None,
    nights: str,
    enabled: bool | None,
) -> dict[str, JsonValue]:
    """Set, switch or read bedtime; new hours switch it on, and it may begin at once."""
    before = store.only(BEDTIME)
    if action == "set":
        hours = time.fromisoformat(str(start)), time.fromisoformat(str(end))
        if hours[0] == hours[1]:
            raise ToolFailure("invalid_argument", "it would begin and end at the same time")
        store.update(
            BEDTIME, start=hours[0], end=hours[1], nights=nights, enabled=enabled is not False
        )  # fmt: skip
    elif action != "query":
        store.update(BEDTIME, enabled=action == "enable")
    if action != "query":
        _settle(store)
    return _view(store.only(BEDTIME), before)


def _settle(store: Store) -> None:
    """Begin or end according to the clock, and say when that next changes."""
    bedtime, now = store.only(BEDTIME), store.only(DEVICE).clock
    begins, ends = _night(bedtime, now)
    asleep = bedtime.enabled and begins <= now
    change_at = (ends if asleep else begins) if bedtime.enabled else None
    after = replace(bedtime, active=asleep, change_at=change_at)
    if asleep and not bedtime.active:
        quiet = store.only(SOUND).do_not_disturb
        store.update(SOUND, do_not_disturb=True)
        after = replace(after, quiet_before=quiet)
    elif bedtime.active and not asleep:
        store.update(SOUND, do_not_disturb=bedtime.quiet_before)
        after = replace(after, quiet_before=False)
    store.put(BEDTIME, ONLY, after)


def _night(bedtime: Bedtime, now: datetime) -> tuple[datetime, datetime]:
    """Beginning and end of the night that it is, or else of the next one."""
    for days in range(-1, 8):
        evening = now.date() + timedelta(days=days)
        begins = datetime.combine(evening, bedtime.start)
        ends = datetime.combine(evening, bedtime.end)
        ends += timedelta(days=ends <= begins)
        # hours after midnight belong to the evening before
        of = (evening - timedelta(days=bedtime.start < time(12, 0))).weekday()
        if ends > now and of in _DAYS[bedtime.nights]:
            return begins, ends
    raise AssertionError("every rhythm has a night in a week")


def _view(after: Bedtime, before: Bedtime) -> dict[str, JsonValue]:
    return {
        "enabled": after.enabled,
        "start": f"{after.start:%H:%M}",
        "end": f"{after.end:%H:%M}",
        "nights": after.nights,
        "active": after.active,
        "changed": after != before,
        "previous_start": f"{before.start:%H:%M}",
        "previous_end": f"{before.end:%H:%M}",
        "previous_nights": before.nights,
        "previous_enabled": before.enabled,
    }


def _upcoming(store: Store) -> datetime | None:
    return store.only(BEDTIME).change_at


def _happen(store: Store, when: datetime) -> None:
    _settle(store)


BEDTIME_TIMER = Timer(_upcoming, _happen)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Hours that suit most people; in use on some phones."""
    store.update(
        BEDTIME,
        start=time(random.choice((22, 23)), random.choice((0, 15, 30))),
        end=time(random.choice((6, 7)), random.choice((0, 15, 30))),
        nights=random.choice(NIGHTS),
        enabled=cast is not Cast.EVERYDAY and random.random() < 0.4,
    )
    _settle(store)
