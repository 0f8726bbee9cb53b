"""Smart door locks: locking, unlocking, and who came and went."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated, Literal, get_args

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    needs,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Percent, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.snapshots import (
    STATE,
    absent,
    joined,
    packed,
    put_back,
    state_argument,
)
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

DoorName = Literal["front", "back", "garage", "gate"]
DOORS_KNOWN: tuple[DoorName, ...] = get_args(DoorName)
HOME_APP = "com.android.settings"
LOG = 5


@dataclass(frozen=True, slots=True)
class Door:
    """A door with a lock; ``ajar`` when it stands open. It locks itself at ``relocks_at``."""

    door: DoorName
    locked: bool = True
    ajar: bool = False
    battery: Percent = 80
    relock_minutes: Annotated[int, Field(ge=0, le=60)] = 0
    relocks_at: Wall | None = None


@dataclass(frozen=True, slots=True)
class DoorEvent:
    """One line of a lock's log; ``who`` is whose code or phone it was."""

    door: DoorName
    what: Literal["locked", "unlocked"]
    who: str
    at: Wall


DOORS = Table("doors", Door, prefix="door")
DOOR_EVENTS = Table("door_events", DoorEvent, prefix="door_event")


@tool(
    domain=Domain.DEVICES,
    en="door locks at home: lock, unlock, check who came and went",
    zh="智能门锁：上锁、开锁、查看锁没锁和进出记录",
    cues_en="lock the front door unlock back door garage gate did I lock up is it locked let the "
    "plumber in open the door who came home smart lock deadbolt leaving the house",
    cues_zh="锁门 开门 大门 后门 车库门 院门 门锁 门锁了没 忘了锁门 给快递开门 谁回来了 谁开的门 "
    "反锁 出门了",
    arguments=[
        action("lock", "unlock", "query"),
        choice(
            "door",
            DOORS_KNOWN,
            "which door, all if absent",
            "哪扇门，缺省为全部",
            required=("unlock",),
        ),
        state_argument(),
    ],
    results=[
        field("doors", "array", privacy=Privacy.LOCATION),
        field("log", "array", privacy=Privacy.PERSON),
        field("changed", "boolean"),
        STATE,
    ],
    effects={
        "lock": Effect.WRITE,
        # Whoever stands there may come in: no later call takes that back.
        "unlock": Effect.IRREVERSIBLE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked", on=("unlock",)),
        needs("network", code="offline"),
    ],
    errors=["not_found", "unreachable", "conflict"],
    inverses={
        "lock": undone_by("control_door_lock", action="lock", state="$result.previous"),
    },
    mechanism=Mechanism.UI,
)
def control_door_lock(
    store: Store, action: str, door: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Lock one door or all, unlock one, or look."""
    if state is not None:
        put_back(store, state, DOORS, DOOR_EVENTS)
        return {"changed": True}
    found = [(key, row) for key, row in store.all(DOORS).items() if door in (None, row.door)]
    if action == "query":
        return {"doors": [_view(row) for _, row in found], "log": _log(store, door)}
    if not found:
        raise ToolFailure("not_found", f"the {door} door has no smart lock")
    was = packed(store, *[(DOORS, key) for key, _ in found])
    added = [event for key, row in found if (event := _turn(store, key, row, action == "lock"))]
    kept = absent(*[(DOOR_EVENTS, event) for event in added])
    doors = store.all(DOORS)
    return {
        "doors": [_view(doors[key]) for key, _ in found],
        "changed": bool(added),
        "previous": joined(was, kept),
    }


def _turn(store: Store, key: str, row: Door, lock: bool) -> str:
    """Turn one lock; returns the id of its line in the log, or ``""`` if nothing moved."""
    if row.locked == lock:
        return ""
    if not row.battery:
        raise ToolFailure("unreachable", f"the battery of the {row.door} door's lock is empty")
    if lock and row.ajar:
        raise ToolFailure("conflict", f"the {row.door} door stands open")
    now = store.only(DEVICE).clock
    later = now + timedelta(minutes=row.relock_minutes)
    relocks = later if row.relock_minutes and not lock else None
    store.update(DOORS, key, locked=lock, relocks_at=relocks)
    what: Literal["locked", "unlocked"] = "locked" if lock else "unlocked"
    return store.add(DOOR_EVENTS, DoorEvent(row.door, what, "phone", now))


def _log(store: Store, door: str | None) -> list[JsonValue]:
    """The newest lines of the log."""
    events = [row for row in store.all(DOOR_EVENTS).values() if door in (None, row.door)]
    events.sort(key=lambda row: row.at, reverse=True)
    return [
        {
            "door": row.door,
            "what": row.what,
            "who": row.who,
            "at": row.at.strftime("%Y-%m-%dT%H:%M"),
        }
        for row in events[:LOG]
    ]


def _view(row: Door) -> dict[str, JsonValue]:
    return {
        "door": row.door,
        "locked": row.locked,
        "ajar": row.ajar,
        "battery_percent": row.battery,
    }


def _upcoming(store: Store) -> datetime | None:
    due = (row.relocks_at for row in store.all(DOORS).values())
    return min((at for at in due if at is not None), default=None)


def _relock(store: Store, when: datetime) -> None:
    for key, row in list(store.all(DOORS).items()):
        if row.relocks_at == when:
            store.update(DOORS, key, locked=not row.ajar, relocks_at=None)
            if row.ajar:
                notify(
                    store, HOME_APP, f"The {row.door} door is open", "It could not lock · 门没关好"
                )
            else:
                store.add(DOOR_EVENTS, DoorEvent(row.door, "locked", "auto", when))


RELOCKING = Timer(_upcoming, _relock)
"""Doors that were unlocked lock themselves again where they are set to."""

_PEOPLE = ("Mum|老爸", "Nanny Grace|王阿姨", "Leo|女儿", "Grandpa|钟点工", "Dog walker|儿子")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A front door that locks itself, two others, and two days of coming and going."""
    now = store.only(DEVICE).clock
    for door in ("front", "back", "garage"):
        locked, battery = random.random() < 0.7, random.randrange(15, 100)
        minutes = 5 if door == "front" else 0
        store.add(DOORS, Door(door, locked or bool(minutes), False, battery, minutes))
    people = [name for entry in cast.of(_PEOPLE) for name in entry.split("|")]
    for _ in range(14):
        at = now - timedelta(minutes=random.randrange(20, 2_880))
        door, who = random.choice(("front", "front", "back")), random.choice(people)
        what = random.choice(("locked", "unlocked"))
        store.add(DOOR_EVENTS, DoorEvent(door, what, who, at))  # type: ignore[arg-type]
