"""Workouts: one in progress, and those that were."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Annotated, Literal, get_args

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    day,
    field,
    needs,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.travel_lifestyle.health import READINGS, Reading
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.snapshots import (
    STATE,
    Kept,
    absent,
    joined,
    packed,
    put_back,
    state_argument,
)
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Sport = Literal["run", "walk", "cycle", "swim", "strength", "yoga", "hike", "badminton"]
SPORTS: tuple[Sport, ...] = get_args(Sport)
LONGEST = 24 * 60
_METRES = {"run": 160, "walk": 85, "cycle": 320, "swim": 35, "hike": 65}
_KCAL = {"run": 11, "walk": 4, "cycle": 8, "swim": 10, "strength": 6, "yoga": 3, "hike": 7}
_STEPS = {"run": 165, "walk": 110, "hike": 95}
"""Metres, kilocalories and steps a minute."""
SHOWN = 10


@dataclass(frozen=True, slots=True)
class Workout:
    """A workout that is over."""

    sport: Sport
    at: Wall
    minutes: Annotated[int, Field(ge=0, le=LONGEST)]
    metres: Annotated[int, Field(ge=0)] = 0
    kcal: Annotated[int, Field(ge=0)] = 0


@dataclass(frozen=True, slots=True)
class Session:
    """The workout in progress, if ``since`` is set; ``resting`` since when it is paused."""

    sport: Sport = "run"
    since: Wall | None = None
    resting: Wall | None = None
    rested_seconds: Annotated[int, Field(ge=0)] = 0


WORKOUTS = Table("workouts", Workout, prefix="workout")
SESSION = Singleton("workout_session", Session)


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="workouts like a run: start, pause, resume, finish, discard, history",
    zh="运动健身：跑步、骑车等，可开始、暂停、继续、结束、作废、查记录",
    cues_en="exercise training track my run jog going for a run start cycling bike ride gym "
    "session swim laps yoga lifting weights hiking how far did I run calories burned last "
    "workout",
    cues_zh="跑步 慢跑 开跑 骑车 骑行 游泳 瑜伽 撸铁 力量训练 徒步 爬山 打羽毛球 运动记录 "
    "消耗多少 跑了几公里 练完了",
    arguments=[
        action("start", "pause", "resume", "finish", "discard", "query"),
        choice("sport", SPORTS, "which sport", "哪种运动", required=("start",)),
        day("since", "history from which day, a week if absent", "从哪天查起，缺省一周"),
        state_argument(),
    ],
    results=[
        field("sport", "string"),
        field("minutes", "integer"),
        field("metres", "integer"),
        field("kcal", "integer"),
        field("running", "boolean"),
        field("changed", "boolean"),
        field("workouts", "array", privacy=Privacy.MESSAGE),
        field("total_minutes", "integer"),
        field("total_metres", "integer"),
        STATE,
    ],
    effects={
        "start": Effect.WRITE,
        "pause": Effect.WRITE,
        "resume": Effect.WRITE,
        "finish": Effect.WRITE,
        "discard": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("battery_at_least", "5", code="battery_low", on=("start",)),
        needs("permission", "health", code="no_permission"),
    ],
    errors=["conflict", "no_workout"],
    inverses={
        "start": undone_by("manage_workout", action="discard", state="$result.previous"),
        "pause": undone_by("manage_workout", action="resume", state="$result.previous"),
        "resume": undone_by("manage_workout", action="pause", state="$result.previous"),
        "finish": undone_by(
            "manage_workout",
            action="start",
            sport="$result.sport",
            state="$result.previous",
        ),
    },
    changes=["query_health"],
    mechanism=Mechanism.UI,
)
def manage_workout(
    store: Store, action: str, sport: str | None, since: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Time a workout, or look at earlier ones."""
    if state is not None:
        put_back(store, state, SESSION, WORKOUTS, READINGS)
        return {"changed": True}
    if action == "query":
        return _history(store, sport, since)
    session, was = store.only(SESSION), packed(store, (SESSION, ONLY))
    if action == "start":
        return {**_start(store, session, str(sport)), "previous": was}
    if session.since is None:
        raise ToolFailure("no_workout", "no workout is in progress")
    if action == "finish":
        return _finish(store, session)
    if action == "discard":
        store.put(SESSION, ONLY, Session())
        return {**_view(_measured(store, session)), "running": False, "changed": True}
    after = _switch(store, session, rest=action == "pause")
    return {**_now(store), "changed": after != session, "previous": was}


def _start(store: Store, session: Session, sport: str) -> dict[str, JsonValue]:
    if session.since is not None and session.sport != sport:
        raise ToolFailure("conflict", f"a {session.sport} is in progress: finish it first")
    changed = session.since is None
    if changed:
        store.put(SESSION, ONLY, Session(sport, store.only(DEVICE).clock))  # type: ignore[arg-type]
    return {**_now(store), "changed": changed}


def _switch(store: Store, session: Session, *, rest: bool) -> Session:
    now = store.only(DEVICE).clock
    if rest and session.resting is None:
        return store.update(SESSION, resting=now)
    if not rest and session.resting is not None:
        rested = session.rested_seconds + max(0, int((now - session.resting).total_seconds()))
        return store.update(SESSION, resting=None, rested_seconds=rested)
    return session


def _finish(store: Store, session: Session) -> dict[str, JsonValue]:
    """Write it down, with the steps that were taken on foot."""
    before, done = packed(store, (SESSION, ONLY)), _measured(store, session)
    added: list[Kept] = [(WORKOUTS, store.add(WORKOUTS, done))]
    steps = _STEPS.get(done.sport, 0) * done.minutes
    if steps:
        reading = Reading("steps", float(steps), store.only(DEVICE).clock, source="phone")
        added.append((READINGS, store.add(READINGS, reading)))
    store.put(SESSION, ONLY, Session())
    state = joined(before, absent(*added))
    return {**_view(done), "running": False, "changed": True, "previous": state}


def _measured(store: Store, session: Session) -> Workout:
    """What the session comes to by now."""
    start, until = session.since or datetime.min, session.resting or store.only(DEVICE).clock
    seconds = max(0, int((until - start).total_seconds()) - session.rested_seconds)
    minutes = min(LONGEST, seconds // 60)
    metres, kcal = _METRES.get(session.sport, 0) * minutes, _KCAL.get(session.sport, 7) * minutes
    return Workout(session.sport, start, minutes, metres, kcal)


def _now(store: Store) -> dict[str, JsonValue]:
    session = store.only(SESSION)
    return {**_view(_measured(store, session)), "running": session.resting is None}


def _history(store: Store, sport: str | None, since: str | None) -> dict[str, JsonValue]:
    """Earlier workouts, the newest first, and the one in progress."""
    today = store.only(DEVICE).clock.date()
    first = today - timedelta(days=6) if since is None else date.fromisoformat(since)
    found = [
        row
        for row in store.all(WORKOUTS).values()
        if sport in (None, row.sport) and row.at.date() >= first
    ]
    found.sort(key=lambda row: row.at, reverse=True)
    listed: list[JsonValue] = [
        {**_view(row), "at": row.at.strftime("%Y-%m-%dT%H:%M")} for row in found[:SHOWN]
    ]
    totals: dict[str, JsonValue] = {
        "workouts": listed,
        "total_minutes": sum(row.minutes for row in found),
        "total_metres": sum(row.metres for row in found),
    }
    active = store.only(SESSION).since is not None
    return {**totals, **_now(store)} if active else {**totals, "running": False}


def _view(row: Workout) -> dict[str, JsonValue]:
    return {
        "sport": row.sport,
        "minutes": row.minutes,
        "metres": row.metres,
        "kcal": row.kcal,
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Three weeks of exercise, three or four times a week."""
    now = store.only(DEVICE).clock.replace(second=0, microsecond=0)
    favourites = random.sample(SPORTS, 4)
    for ago in sorted(random.sample(range(1, 22), 11), reverse=True):
        at = (now - timedelta(days=ago)).replace(hour=random.randrange(6, 21))
        sport, minutes = random.choice(favourites), random.randrange(20, 95, 5)
        pace = random.uniform(0.9, 1.1)
        metres = round(_METRES.get(sport, 0) * minutes * pace)
        kcal = _KCAL.get(sport, 7) * minutes
        store.add(WORKOUTS, Workout(sport, at, minutes, metres, kcal))
