"""The gaps that calendar events leave."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from pydantic import JsonValue

from tandem_edge.phone.authoring import ALWAYS, day, duration, field, needs, tool
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS, span
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism

HOUR = 3600
WAKING = (time(8), time(22))
"""Free time is looked for between these."""


@tool(
    domain=Domain.TIME_MANAGEMENT,
    en="find gaps without events on a day",
    zh="查某天日历上的空闲时段",
    cues_en="free time gap slot available availability busy am I free when can I spare room in my "
    "day",
    cues_zh="空闲 有空 没空 空档 忙不忙 什么时候有时间 哪段时间空着 腾出时间",
    arguments=[
        day("day", "which day", "哪一天", required=ALWAYS),
        duration("duration", "shortest gap, 1 hour if absent", "至少多长，缺省一小时"),
    ],
    results=[field("day", "string"), field("free", "array")],
    effects=Effect.READ,
    preconditions=[needs("unlocked", code="locked")],
    mechanism=Mechanism.PROVIDER,
)
def find_free_time(store: Store, day: str, duration: int | None) -> dict[str, JsonValue]:
    """Gaps of at least ``duration`` between 08:00 and 22:00, today from now on."""
    opens, closes = (datetime.combine(date.fromisoformat(day), clock) for clock in WAKING)
    now = store.only(DEVICE).clock
    if now.date() == opens.date():
        whole = now.replace(second=0, microsecond=0)
        opens = max(opens, whole + timedelta(minutes=whole < now))
    shortest = timedelta(seconds=duration if duration is not None else HOUR)
    free: list[JsonValue] = []
    spans = sorted(span(store, event) for event in store.all(EVENTS).values())
    for start, end in [*spans, (closes, closes)]:
        gap_end = min(start, closes)
        if gap_end > opens and gap_end - opens >= shortest:
            free.append({"from": f"{opens:%H:%M}", "to": f"{gap_end:%H:%M}"})
        opens = max(opens, end)
    return {"day": day, "free": free}
