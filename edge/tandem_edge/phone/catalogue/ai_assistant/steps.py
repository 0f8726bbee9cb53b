"""What a routine can do: one step is one call of another family's tool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, get_args

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import ToolFailure
from tandem_edge.phone.catalogue.time_management.ringing import worded
from tandem_edge.phone.normalise import BadArgument, normalise
from tandem_edge.phone.sandbox.conditions import first_failure
from tandem_edge.phone.sandbox.device import DEVICE, Percent
from tandem_edge.phone.sandbox.notifications import notify
from tandem_edge.phone.sandbox.permissions import ASSISTANT
from tandem_edge.phone.sandbox.store import Store

Kind = Literal[
    "wifi_on",
    "wifi_off",
    "bluetooth_on",
    "bluetooth_off",
    "dnd_on",
    "dnd_off",
    "dark_mode_on",
    "dark_mode_off",
    "ringer_ring",
    "ringer_vibrate",
    "ringer_silent",
    "media_volume",
    "brightness",
    "play_music",
    "pause_music",
    "open_app",
    "close_app",
    "tell_agenda",
    "say",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
TELLS = ("tell_agenda", "say")
"""Steps that only post a notification of the assistant's own."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step; which of the values it has is decided by its kind."""

    kind: Kind
    percent: Percent | None = None
    app: str = ""
    text: Annotated[str, Field(max_length=200)] = ""


# Kind, the tool it calls, the arguments that are always the same, the one that the step brings.
_CALLS: dict[str, tuple[str, dict[str, JsonValue], str]] = {
    "wifi_on": ("manage_wifi", {"action": "enable"}, ""),
    "wifi_off": ("manage_wifi", {"action": "disable"}, ""),
    "bluetooth_on": ("manage_bluetooth", {"action": "enable"}, ""),
    "bluetooth_off": ("manage_bluetooth", {"action": "disable"}, ""),
    "dnd_on": ("manage_do_not_disturb", {"action": "enable"}, ""),
    "dnd_off": ("manage_do_not_disturb", {"action": "disable"}, ""),
    "dark_mode_on": ("manage_dark_mode", {"action": "enable"}, ""),
    "dark_mode_off": ("manage_dark_mode", {"action": "disable"}, ""),
    "ringer_ring": ("set_ringer_mode", {"mode": "ring"}, ""),
    "ringer_vibrate": ("set_ringer_mode", {"mode": "vibrate"}, ""),
    "ringer_silent": ("set_ringer_mode", {"mode": "silent"}, ""),
    "media_volume": ("set_volume", {"stream": "media"}, "percent"),
    "brightness": ("set_brightness", {}, "percent"),
    "play_music": ("play_music", {}, "query"),
    "pause_music": ("control_playback", {"action": "pause"}, ""),
    "open_app": ("open_app", {}, "app"),
    "close_app": ("close_app", {}, "app"),
    "tell_agenda": ("query_agenda", {}, ""),
}
TOOLS = tuple(dict.fromkeys(name for name, _, _ in _CALLS.values() if name != "query_agenda"))
"""The tools whose state a routine may change."""
_BRINGS = {"percent": "percent", "app": "app", "query": "text", "": ""}


def needed(kind: str) -> str:
    """The value without which a step of ``kind`` makes no sense, or ``""``."""
    return "text" if kind == "say" else _BRINGS[_CALLS[kind][2]]


def made(kind: str, percent: int | None, app: str | None, text: str | None) -> Step:
    """A step with the value its kind needs. Raises ``missing_argument`` without it."""
    given = {"percent": percent, "app": app, "text": text}
    name = needed(kind)
    if name and given[name] is None:
        raise ToolFailure("missing_argument", f"a step {kind} needs {name}")
    kept = {name: given[name]} if name else {}
    return Step(kind, **kept)  # type: ignore[arg-type]


def carry_out(store: Store, step: Step) -> str:
    """Do one step; returns why it could not be done, or ``""``. A failed one leaves no trace."""
    if step.kind == "say":
        notify(store, ASSISTANT, step.text, "", "reminder")
        return ""
    name, fixed, brings = _CALLS[step.kind]
    value = getattr(step, _BRINGS[brings]) if brings else None
    data, reason = _call(store, name, {**fixed, brings: value} if brings else fixed)
    if step.kind == "tell_agenda" and not reason:
        total = data["total"]
        title = worded(store, f"{total} things today", f"今天有{total}件事")
        notify(store, ASSISTANT, title, _first(data), "reminder")
    return reason


def _first(data: dict[str, JsonValue]) -> str:
    items: list[dict[str, str]] = data["items"]  # type: ignore[assignment]
    return ", ".join(item["what"] for item in items[:3])


def _call(
    store: Store, name: str, arguments: dict[str, JsonValue]
) -> tuple[dict[str, JsonValue], str]:
    """Call the tool called ``name`` as a planner would, but for its own trouble."""
    from tandem_edge.phone.catalogue import load_catalogue

    tool = load_catalogue().tools.get(name)
    if tool is None:
        return {}, f"there is no {name}"
    mark = store.mark()
    try:
        normal = normalise(tool.spec, arguments, store.only(DEVICE).now)
        _, reason = first_failure(store, tool.spec.preconditions, tool.spec.action_of(normal))
        if reason:
            return {}, reason
        return tool.act(store, **{**dict.fromkeys(tool.spec.properties), **normal}), ""
    except (BadArgument, ToolFailure) as error:
        store.rollback(mark)
        return {}, str(error)


def told(step: Step) -> str:
    """A step in a few words."""
    value = step.text or step.app or ("" if step.percent is None else str(step.percent))
    return f"{step.kind} {value}".strip()
