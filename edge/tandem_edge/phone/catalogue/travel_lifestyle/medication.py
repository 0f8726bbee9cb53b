"""Medicines: when to take them, whether they were taken, and how many are left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    clock,
    field,
    integer,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.snapshots import STATE, absent, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

HEALTH_APP = "com.android.deskclock"
"""What posts the reminders."""
APART = timedelta(hours=2)
"""Two doses of one medicine lie at least so far apart."""
LOW = 5
Clock = Annotated[str, Field(pattern=r"^\d\d:\d\d$")]


@dataclass(frozen=True, slots=True)
class Medicine:
    """``times`` are those of every day, sorted; ``taken`` when doses were taken, oldest first.

    ``minded`` is the moment up to which reminders were given.
    """

    name: str
    dose: str
    times: tuple[Clock, ...]
    left: Annotated[int, Field(ge=0, le=10_000)]
    taken: tuple[Wall, ...]
    minded: Wall


MEDICINES = Table("medicines", Medicine, prefix="medicine")


@tool(
    domain=Domain.TRAVEL_LIFESTYLE,
    en="medicines: add with time, record a dose, undo it, refill, remove, list",
    zh="用药：添加药和服药时间、记服药、撤销服药、补药、移除、查看",
    cues_en="pills tablets medication prescription drug vitamin dose took my pill forgot did I "
    "take already how many left refilled new pack stop taking doctor prescribed antibiotics "
    "inhaler",
    cues_zh="吃药 药 药片 降压药 胶囊 维生素 吃过了 吃没吃 忘了吃 还剩几片 药快没了 又开了一盒 "
    "停药 医生开的 一天几次",
    arguments=[
        action("add", "take", "undo_take", "refill", "remove", "query"),
        text(
            "name",
            "name of the medicine",
            "药名",
            max_length=80,
            example="Metformin",
            required=("add", "take", "undo_take", "refill", "remove"),
        ),
        text("dose", "how much at a time", "每次用量", max_length=40, example="1 tablet"),
        clock("time", "time of day to take it", "每天几点吃"),
        integer("amount", 1, 1000, "doses bought", "补了多少份", unit="doses"),
        state_argument(),
    ],
    results=[
        field("name", "string", privacy=Privacy.MESSAGE),
        field("dose", "string", privacy=Privacy.MESSAGE),
        field("times", "array"),
        field("left", "integer"),
        field("last_taken", "string"),
        field("low", "boolean"),
        field("changed", "boolean"),
        field("medicines", "array", privacy=Privacy.MESSAGE),
        STATE,
    ],
    effects={
        "add": Effect.WRITE,
        "take": Effect.WRITE,
        "undo_take": Effect.WRITE,
        "refill": Effect.WRITE,
        "remove": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["already_exists", "not_found", "ambiguous", "conflict", "none_left"],
    inverses={
        before: undone_by(
            "manage_medication", action=after, name="$result.name", state="$result.previous"
        )
        for before, after in (
            ("add", "remove"),
            ("take", "undo_take"),
            ("undo_take", "take"),
            ("refill", "refill"),
            ("remove", "add"),
        )
    },
    mechanism=Mechanism.UI,
)
def manage_medication(
    store: Store,
    action: str,
    name: str | None,
    dose: str | None,
    time: str | None,
    amount: int | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Keep the medicines, their times and their doses."""
    if state is not None:
        put_back(store, state, MEDICINES)
        return {"changed": True}
    if action == "add":
        return _add(store, str(name), dose, time, amount)
    found = chosen(store.all(MEDICINES), None, name, lambda row: row.name)
    found = [(key, row) for key, row in found if dose is None or fold(row.dose) == fold(dose)]
    if action == "query":
        kept = [row for _, row in found if time is None or time in row.times]
        return {"medicines": [_view(row) for row in kept]}
    key, row = the_one(found, "medicine", _describe)
    was = packed(store, (MEDICINES, key))
    after = None if action == "remove" else _changed(store, row, action, amount)
    if after is None:
        after = _without(store, key, row, time)
    else:
        store.put(MEDICINES, key, after)
    return {**_view(after), "changed": after != row or action == "remove", "previous": was}


def _add(
    store: Store, name: str, dose: str | None, time: str | None, amount: int | None
) -> dict[str, JsonValue]:
    """A new medicine, or one more time of day for one that is there."""
    now = store.only(DEVICE).clock
    for key, row in store.all(MEDICINES).items():
        if fold(row.name) == fold(name) and (dose is None or fold(dose) == fold(row.dose)):
            if time is None or time in row.times:
                raise ToolFailure("already_exists", f"{_describe(row)} is there already")
            was = packed(store, (MEDICINES, key))
            times, left = tuple(sorted({*row.times, time})), row.left + (amount or 0)
            row = store.update(MEDICINES, key, times=times, left=left)
            return {**_view(row), "changed": True, "previous": was}
    times = () if time is None else (time,)
    row = Medicine(name, dose or "", times, amount or 0, (), now)
    key = store.add(MEDICINES, row)
    return {**_view(row), "changed": True, "previous": absent((MEDICINES, key))}


def _changed(store: Store, row: Medicine, action: str, amount: int | None) -> Medicine:
    now = store.only(DEVICE).clock
    if action == "refill":
        if amount is None:
            raise ToolFailure("invalid_argument", "say how many doses there are more")
        return _with(row, left=row.left + amount)
    last = row.taken[-1] if row.taken else None
    if action == "undo_take":
        if last is None:
            raise ToolFailure("conflict", f"{row.name} was not taken")
        return _with(row, left=row.left + 1, taken=row.taken[:-1])
    if last is not None and now - APART < last <= now:
        raise ToolFailure("conflict", f"{row.name} was taken at {last:%H:%M} already")
    if not row.left:
        raise ToolFailure("none_left", f"there is no {row.name} left: refill it first")
    return _with(row, left=row.left - 1, taken=(*row.taken, now))


def _with(row: Medicine, *, left: int, taken: tuple[datetime, ...] | None = None) -> Medicine:
    kept = row.taken if taken is None else taken
    return Medicine(row.name, row.dose, row.times, left, kept, row.minded)


def _without(store: Store, key: str, row: Medicine, time: str | None) -> Medicine:
    """Drop one time of day, or with the last of them, or without one, the whole medicine."""
    if time is not None and time not in row.times:
        raise ToolFailure("not_found", f"it is not taken at {time}")
    rest = tuple(each for each in row.times if each != time)
    if time is not None and rest:
        return store.update(MEDICINES, key, times=rest)
    return store.remove(MEDICINES, key)


def _describe(row: Medicine) -> str:
    return " ".join(word for word in (row.name, row.dose, *row.times) if word)


def _view(row: Medicine) -> dict[str, JsonValue]:
    return {
        "name": row.name,
        "dose": row.dose,
        "times": list(row.times),
        "left": row.left,
        "last_taken": row.taken[-1].strftime("%Y-%m-%dT%H:%M") if row.taken else "",
        "low": row.left <= LOW,
    }


def _calls(row: Medicine) -> Iterator[datetime]:
    """The next moment of each of its times after what was minded."""
    for each in row.times:
        hour, minute = map(int, each.split(":"))
        at = row.minded.replace(hour=hour, minute=minute, second=0, microsecond=0)
        yield at if at > row.minded else at + timedelta(days=1)


def _upcoming(store: Store) -> datetime | None:
    rows = store.all(MEDICINES).values()
    return min((at for row in rows for at in _calls(row)), default=None)


def _remind(store: Store, when: datetime) -> None:
    """Remind of what is due, unless a dose was taken just before."""
    for key, row in list(store.all(MEDICINES).items()):
        if when in _calls(row):
            store.update(MEDICINES, key, minded=when)
            if not row.taken or row.taken[-1] <= when - APART:
                told = f"{row.dose} {row.name}".strip()
                notify(store, HEALTH_APP, "Time for medicine · 该吃药了", told, "reminder")


REMINDERS = Timer(_upcoming, _remind)
"""Every medicine is called for at its times of day."""

# Name and dose; look-alikes share an entry.
_MEDICINES: tuple[tuple[tuple[str, str], ...], ...] = (
    (("Metformin", "1 tablet"), ("Metoprolol", "half a tablet")),
    (("Lisinopril", "1 tablet"), ("Lisinopril HCT", "1 tablet")),
    (("Amoxicillin", "1 capsule"), ("Amoxiclav", "1 tablet")),
    (("Atorvastatin", "1 tablet"), ("Rosuvastatin", "1 tablet")),
    (("二甲双胍", "一片"), ("二甲双胍缓释片", "一片")),
    (("硝苯地平", "一片"), ("氨氯地平", "半片")),
    (("阿莫西林", "两粒"), ("阿司匹林", "一片")),
    (("六味地黄丸", "八粒"), ("杞菊地黄丸", "八粒")),
    (("Vitamin D", "1 capsule"), ("Vitamin B12", "1 tablet")),
    (("Folic acid", "1 tablet"),),
    (("Eye drops", "2 drops"),),
    (("Iron syrup", "5 ml"),),
    (("钙片", "两片"), ("维生素C", "一片")),
    (("感冒灵颗粒", "一袋"),),
    (("布洛芬缓释胶囊", "一粒"),),
    (("鱼油", "一粒"),),
)
_TIMES = ("07:30", "08:00", "12:30", "19:00", "21:30")


def populate(store: Store, random: Random, cast: Cast) -> None:
    """The household's medicines, most of them once or twice a day."""
    now = store.only(DEVICE).clock
    for entry in cast.of(_MEDICINES):
        for name, dose in entry:
            times = tuple(sorted(random.sample(_TIMES, random.choice((1, 1, 2)))))
            left = random.randrange(3, 60)
            taken = tuple(
                now - timedelta(days=ago, minutes=random.randrange(240, 600)) for ago in (2, 1)
            )
            store.add(MEDICINES, Medicine(name, dose, times, left, taken, now))
