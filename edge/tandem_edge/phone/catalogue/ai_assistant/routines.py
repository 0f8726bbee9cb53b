"""Routines: named lists of steps that run when asked, or by the clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Literal, get_args

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    app,
    choice,
    clock,
    field,
    integer,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.ai_assistant.steps import (
    KINDS,
    TOOLS,
    Step,
    carry_out,
    made,
    told,
)
from tandem_edge.phone.catalogue.time_management.ringing import worded
from tandem_edge.phone.normalise import LAST_YEAR
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.clock import Timer
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.permissions import ASSISTANT
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.snapshots import STATE, absent, packed, put_back, state_argument
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Rhythm = Literal["once", "daily", "weekdays", "weekends"]
RHYTHMS: tuple[Rhythm, ...] = get_args(Rhythm)
_DAYS = {"weekdays": range(5), "weekends": range(5, 7)}
MOST_STEPS = 12


@dataclass(frozen=True, slots=True)
class Routine:
    """``next`` is when it runs by itself; without it, it runs only when asked."""

    name: str
    steps: tuple[Step, ...] = ()
    next: Wall | None = None
    repeat: Rhythm = "daily"
    enabled: bool = True


ROUTINES = Table("routines", Routine, prefix="routine")
_EXISTING = ("delete", "enable", "disable", "schedule")


@tool(
    domain=Domain.AI_ASSISTANT,
    en="automation routines: create, delete, switch on or off, schedule, list",
    zh="自动化流程：新建、删除、启用、停用、定时或查看",
    cues_en="routine automation automate every morning do automatically shortcut bedtime routine "
    "trigger at set up a routine called pause the routine stop running workflow good night",
    cues_zh="自动化 流程 快捷指令 自动执行 晚安流程 起床流程 到点自动 定时执行 例程 每天自动 "
    "停掉自动化 建一个",
    arguments=[
        action("create", *_EXISTING, "query"),
        text("name", "its name", "名称", example="Good night", required=("create", *_EXISTING)),
        clock("time", "when it runs by itself", "自动执行的时间", required=("schedule",)),
        choice("repeat", RHYTHMS, "on which days", "哪些天", default="daily"),
        state_argument(),
    ],
    results=[
        field("name", "string", privacy=Privacy.MESSAGE),
        field("runs_at", "string"),
        field("repeat", "string"),
        field("enabled", "boolean"),
        field("steps", "array", privacy=Privacy.MESSAGE),
        field("changed", "boolean"),
        field("routines", "array", privacy=Privacy.MESSAGE),
        STATE,
    ],
    effects={
        "create": Effect.WRITE,
        "delete": Effect.WRITE,
        "enable": Effect.WRITE,
        "disable": Effect.WRITE,
        "schedule": Effect.WRITE,
        "query": Effect.READ,
    },
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        name: undone_by(
            "manage_routine", action="enable", name="$result.name", state="$result.previous"
        )
        for name in ("create", *_EXISTING)
    },
    changes=["run_routine"],
    mechanism=Mechanism.UI,
)
def manage_routine(
    store: Store, action: str, name: str | None, time: str | None, repeat: str, state: str | None
) -> dict[str, JsonValue]:
    """Create, delete, switch, schedule or list routines. With ``state`` it is as it was."""
    if state is not None:
        put_back(store, state, ROUTINES)
        return {"name": name, "changed": True}
    if action == "create":
        return _create(store, str(name), time, repeat)
    found = chosen(store.all(ROUTINES), None, name, lambda row: row.name)
    if action == "query":
        return {"routines": [_view(row) for _, row in found]}
    key, before = the_one(found, "routine", lambda row: row.name)
    previous = packed(store, (ROUTINES, key))
    if action == "delete":
        return _view(store.remove(ROUTINES, key)) | {"changed": True, "previous": previous}
    after = store.update(ROUTINES, key, **_fields(store, before, action, time, repeat))
    return _view(after) | {"changed": after != before, "previous": previous}


def _create(store: Store, name: str, time: str | None, repeat: str) -> dict[str, JsonValue]:
    if any(fold(row.name) == fold(name) for row in store.all(ROUTINES).values()):
        raise ToolFailure("already_exists", f"there is a routine {name}")
    when = None if time is None else _first(store, time, repeat)
    row = Routine(name, next=when, repeat=repeat)  # type: ignore[arg-type]
    key = store.add(ROUTINES, row)
    return _view(row) | {"changed": True, "previous": absent((ROUTINES, key))}


def _fields(
    store: Store, before: Routine, action: str, time: str | None, repeat: str
) -> dict[str, bool | str | datetime | None]:
    """What changes; one switched on again waits for its next time, however long it was off."""
    if action == "disable":
        return {"enabled": False}
    if action == "schedule":
        return {"enabled": True, "repeat": repeat, "next": _first(store, str(time), repeat)}
    if before.enabled or before.next is None:
        return {"enabled": True}
    clock = f"{before.next:%H:%M}"
    return {"enabled": True, "next": _first(store, clock, before.repeat)}


def _first(store: Store, time: str, repeat: str) -> datetime | None:
    """The first time on the clock at ``time``, after now, on a day of the rhythm."""
    now = store.only(DEVICE).clock
    when = datetime.combine(now.date(), datetime.strptime(time, "%H:%M").time())
    when += timedelta(days=when <= now)
    while when.weekday() not in _DAYS.get(repeat, range(7)):
        when += timedelta(days=1)
    return when if when.year <= LAST_YEAR else None


def _view(row: Routine) -> dict[str, JsonValue]:
    return {
        "name": row.name,
        "runs_at": "" if row.next is None else row.next.strftime("%Y-%m-%dT%H:%M"),
        "repeat": row.repeat,
        "enabled": row.enabled,
        "steps": [told(step) for step in row.steps],
    }


@tool(
    domain=Domain.AI_ASSISTANT,
    en="run an automation routine's steps right now",
    zh="立即执行一个自动化流程里的各个步骤",
    cues_en="run start kick off do my routine now trigger good night good morning leaving home "
    "fire the automation go ahead with execute",
    cues_zh="执行 跑一下 启动流程 现在就跑 来一遍 触发 晚安 早安 出门 走一遍流程 运行 开始执行",
    arguments=[
        text("name", "which routine", "哪个流程", example="Good night", required=ALWAYS),
        state_argument(),
    ],
    results=[
        field("name", "string", privacy=Privacy.MESSAGE),
        field("done", "array", privacy=Privacy.MESSAGE),
        field("failed", "array", privacy=Privacy.MESSAGE),
        STATE,
    ],
    effects=Effect.WRITE,
    preconditions=[needs("unlocked", code="locked")],
    errors=["not_found", "ambiguous", "no_steps", "nothing_done"],
    inverses=undone_by("run_routine", name="$result.name", state="$result.previous"),
    changes=list(TOOLS),
    mechanism=Mechanism.UI,
)
def run_routine(store: Store, name: str, state: str | None) -> dict[str, JsonValue]:
    """Do each step in order; one that cannot be done is told and the rest goes on."""
    if state is not None:
        put_back(store, state, *store.tables.values())
        return {"name": name, "done": [], "failed": []}
    found = chosen(store.all(ROUTINES), None, name, lambda row: row.name)
    routine = the_one(found, "routine", lambda row: row.name)[1]
    if not routine.steps:
        raise ToolFailure("no_steps", f"{routine.name} has no steps yet")
    mark = store.mark()
    done, failed = _run(store, routine)
    if not done:
        raise ToolFailure("nothing_done", f"no step could be done: {failed[0]}")
    touched = {(write.table, write.key) for write in store.journal[mark:]}
    before = _before(store, mark, sorted(touched))
    return {"name": routine.name, "done": [*done], "failed": [*failed], "previous": before}


def _before(store: Store, mark: int, touched: list[tuple[str, str]]) -> str:
    """The records as they were at ``mark``."""
    then = store.fork()
    then.journal = list(store.journal)
    then.rollback(mark)
    return packed(then, *((store.tables[table], key) for table, key in touched))


def _run(store: Store, routine: Routine) -> tuple[list[str], list[str]]:
    done: list[str] = []
    failed: list[str] = []
    for step in routine.steps:
        reason = carry_out(store, step)
        if reason:
            failed.append(f"{told(step)}: {reason}")
        else:
            done.append(told(step))
    return done, failed


@tool(
    domain=Domain.AI_ASSISTANT,
    en="steps inside an automation routine: add, remove, move to another place",
    zh="流程里的步骤：加一步、删一步、挪位置",
    cues_en="add step to routine also turn off wifi when I say good night include play music drop "
    "remove that step reorder first last then it should",
    cues_zh="加一步 再加上 加个动作 去掉那步 步骤 顺序 先做 最后做 流程里加 顺便 放到第一步 "
    "调换 不要那一步",
    arguments=[
        action("add", "remove", "move"),
        text(
            "routine",
            "which routine",
            "哪个流程",
            example="Good night",
            required=("add", "remove", "move"),
        ),
        choice("step", KINDS, "what it does", "做什么", required=("add", "move")),
        integer("percent", 0, 100, "of volume or brightness", "音量或亮度", unit="percent"),
        app("app", "to open or close", "要打开或关闭的应用"),
        text("text", "to say, or music to play", "要说的话，或要放的音乐", example="Time for bed"),
        integer("position", 1, MOST_STEPS, "which place in order", "第几步", unit="of the steps"),
        state_argument(),
    ],
    results=[
        field("name", "string", privacy=Privacy.MESSAGE),
        field("steps", "array", privacy=Privacy.MESSAGE),
        STATE,
    ],
    effects={"add": Effect.WRITE, "remove": Effect.WRITE, "move": Effect.WRITE},
    errors=["not_found", "ambiguous", "no_such_step", "too_many"],
    inverses={
        name: undone_by(
            "edit_routine_steps", action="remove", routine="$result.name", state="$result.previous"
        )
        for name in ("add", "remove", "move")
    },
    changes=["run_routine"],
    mechanism=Mechanism.UI,
)
def edit_routine_steps(
    store: Store,
    action: str,
    routine: str | None,
    step: str | None,
    percent: int | None,
    app: str | None,
    text: str | None,
    position: int | None,
    state: str | None,
) -> dict[str, JsonValue]:
    """Add, remove or move one step; a new one comes last where no place is said."""
    if state is not None:
        put_back(store, state, ROUTINES)
        return {"name": routine}
    found = chosen(store.all(ROUTINES), None, routine, lambda row: row.name)
    key, before = the_one(found, "routine", lambda row: row.name)
    steps = list(before.steps)
    if action == "add":
        new = made(str(step), percent, app, text)
    else:
        new = steps.pop(_place(before, step, position if action == "remove" else None))
    if action != "remove":
        steps.insert(len(steps) if position is None else position - 1, new)
    if len(steps) > MOST_STEPS:
        raise ToolFailure("too_many", f"a routine has at most {MOST_STEPS} steps")
    previous = packed(store, (ROUTINES, key))
    after = store.update(ROUTINES, key, steps=tuple(steps))
    return {"name": after.name, "steps": [told(each) for each in steps], "previous": previous}


def _place(routine: Routine, kind: str | None, position: int | None) -> int:
    if position is not None:
        if position > len(routine.steps):
            raise ToolFailure("no_such_step", f"it has {len(routine.steps)} steps")
        return position - 1
    for place, step in enumerate(routine.steps):
        if step.kind == kind:
            return place
    raise ToolFailure("no_such_step", f"{routine.name} has no such step")


def _upcoming(store: Store) -> datetime | None:
    rows = store.all(ROUTINES).values()
    return min((row.next for row in rows if row.enabled and row.next), default=None)


def _fire(store: Store, when: datetime) -> None:
    """Run what is due and tell how it went; what repeats waits for its next time."""
    for key, row in list(store.all(ROUTINES).items()):
        if not row.enabled or row.next is None or row.next > when:
            continue
        done, failed = _run(store, row)
        title = worded(store, f"{row.name} ran", f"已执行{row.name}")
        text = f"{len(done)}/{len(done) + len(failed)}"
        notify(store, ASSISTANT, title, "; ".join([text, *failed]))
        again = None if row.repeat == "once" else _first(store, f"{row.next:%H:%M}", row.repeat)
        store.put(ROUTINES, key, replace(row, next=again or row.next, enabled=again is not None))


ROUTINE_TIMER = Timer(_upcoming, _fire)

# Name; when it runs by itself; steps. Look-alikes stand in one entry.
_POOL = (
    (
        "Good night; 22:45 daily; dnd_on, dark_mode_on, brightness 10",
        "Good night guests; ; ringer_vibrate, brightness 20",
    ),
    ("Commute; 08:05 weekdays; bluetooth_on, wifi_off, media_volume 45",),
    ("Wind down; 21:50 daily; pause_music, brightness 25, dnd_on",),
    ("Focus hour; ; dnd_on, close_app com.ss.android.ugc.aweme",),
    ("早安; 06:50 weekdays; dnd_off, ringer_ring, tell_agenda",),
    (
        "上班打卡; 08:55 weekdays; open_app com.alibaba.android.rimet, ringer_vibrate",
        "上班; ; ringer_silent, wifi_on",
    ),
    ("睡前; 22:30 daily; dark_mode_on, media_volume 15, wifi_off",),
    ("回家; 18:30 weekdays; wifi_on, bluetooth_off, ringer_ring",),
    (
        "Gym time; ; bluetooth_on, media_volume 80",
        "Gym cool-down; ; media_volume 30, pause_music",
    ),
    ("Weekend lie-in; 23:50 weekends; dnd_on, wifi_off",),
    ("Movie night; ; dnd_on, brightness 15",),
    ("School run; 07:55 weekdays; ringer_ring, say Lunch boxes?",),
    ("午休; 12:40 weekdays; dnd_on, ringer_silent",),
    ("出门; ; wifi_off, bluetooth_on, say 钥匙带了吗",),
    ("开会; ; ringer_silent, dnd_on", "开会结束; ; ringer_ring, dnd_off"),
    ("看书; 20:30 daily; dnd_on, dark_mode_off, brightness 60",),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """What people leave to the phone; on the everyday one nothing of it runs by itself yet."""
    for line in (line for entry in cast.of(_POOL) for line in entry):
        name, timed, steps = line.split("; ")
        time, _, repeat = timed.partition(" ")
        when = _first(store, time, repeat) if time else None
        enabled = when is None or (cast is not Cast.EVERYDAY and random.random() < 0.8)
        plan = tuple(_planned(step) for step in steps.split(", "))
        store.add(ROUTINES, Routine(name, plan, when, repeat or "daily", enabled))  # type: ignore[arg-type]


def _planned(written: str) -> Step:
    kind, _, value = written.partition(" ")
    return made(kind, int(value) if value.isdigit() else None, value, value)
