"""A keyword router: the best tool by shared words, arguments by regular expressions, one call.

An honest attempt at what can be done without a model; tasks that it solves are easy.
"""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from tandem_edge.bench.agents.scripted import written
from tandem_edge.bench.tasks.plans import PlanStep
from tandem_edge.harness.recall import Recall, terms
from tandem_edge.phone.language.apps import APPS
from tandem_edge.planner.protocol import Planned, Prompt, Role
from tandem_shared.events import Usage
from tandem_shared.tools import ToolCall, ToolSpec

_SAID = re.compile(r"(?:Request: |请求：)(.*)\Z", re.DOTALL)
_CLOCK = (
    r"(?:(?:half past|quarter (?:past|to)|\d+ (?:past|to)) \w+)"
    r"|\d{1,2}(?::\d\d)?\s*(?:am|pm)|\d{1,2}:\d\d"
    r"|(?:凌晨|早上|上午|中午|下午|傍晚|晚上|今晚|明早)?[零一二两三四五六七八九十\d]+点"
    r"(?:半|一刻|三刻|[零一二三四五六七八九十\d]+分?)?"
)
_DAY = (
    r"\b(?:today|tonight|tomorrow(?: (?:morning|afternoon|evening|night))?|(?:on |next |this )?"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b|今天|明天|后天|大后天|(?:下?周|星期|礼拜)[一二三四五六日天]"
)
_LENGTH = (
    r"\b(?:\d+|an?|one|two|three|five|ten|fifteen|twenty(?:-five)?|thirty|forty(?:-five)?|half an?)"
    r"[ -]?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?)\b"
    r"|(?:半个?|[一二两三四五六七八九十\d]+个?半?)(?:秒钟?|分钟|小时|钟头)|一刻钟"
)
_NUMBER = r"\d+(?:\.\d+)?|[一二三四五六七八九十百]+"
_PHONE = r"\+?\d[\d -]{6,}\d"
_QUOTED = "[\"“'「](.+?)[\"”'」]"
_PERSON = (
    r"(?:call|ring|text|tell|message|email|to|from|with|for)\s+((?:[A-Z][\w.'-]+ ?){1,3})"
    r"|(?:给|跟|和|打给|告诉|叫|找|帮)([\u4e00-\u9fff]{2,3}?)(?:打|发|说|的|回|$|，|,)"
)
_TAIL = (
    r"(?:that|saying|say|called|named|about|note:?|:)\s+(.+)$"
    r"|(?:说|叫|写上|内容是|记一下|关于)[：:，,]?\s*(.+)$"
)
_OFF = re.compile(r"\b(?:off|stop|disable|don't|no more)\b|关|停|别")
_VERBS: dict[str, str] = {
    "create": r"\b(?:set|make|add|new|create|put)\b|设|定|加|新建|建",
    "delete": r"\b(?:delete|remove|scrap|bin|get rid|cancel)\b|删|取消|不要",
    "cancel": r"\b(?:cancel|scrap|stop)\b|取消|停",
    "start": r"\b(?:start|begin|run)\b|开始|计时",
    "query": r"\b(?:what|which|when|how|list|show|check|is|are|do i)\b|查|看|多少|几|哪|吗",
    "update": r"\b(?:change|move|rename|update)\b|改|换|移",
}


@dataclass
class KeywordRouter:
    """One call for each thing the user says, then done."""

    specs: tuple[ToolSpec, ...]
    name: str = "keyword-router"
    _acted: int = field(default=0)

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``."""
        said = [message.text for message in prompt.messages if message.role is Role.USER]
        if len(said) > self._acted:
            self._acted = len(said)
            found = _SAID.search(said[-1])
            answer = PlanStep(kind="calls", calls=(self._call(found[1] if found else said[-1]),))
        else:
            answer = PlanStep(kind="done", text=prompt.messages[-1].text[:280])
        return Planned(written(answer), (), Usage())

    def close(self) -> None:
        """Nothing to free."""

    def _call(self, text: str) -> ToolCall:
        spec = Recall(self.specs).top(text, 1)[0]
        action = _action(spec, text)
        arguments: dict[str, JsonValue] = {}
        for name, schema in spec.offered.items():
            value = action if name == "action" else _value(schema, text, spec.required(action))
            if value is not None and value != "*":
                arguments[name] = value
        return ToolCall(name=spec.name, arguments=arguments)


def _action(spec: ToolSpec, text: str) -> str:
    low = text.casefold()
    if {"enable", "disable"} <= set(spec.actions):
        if re.search(_VERBS["query"], low) and "query" in spec.actions:
            return "query"
        return "disable" if _OFF.search(low) else "enable"
    for action in spec.actions:
        if action.replace("_", " ") in low:
            return action
    for action in spec.actions:
        if action in _VERBS and re.search(_VERBS[action], low):
            return action
    return spec.actions[0]


def _value(schema: dict[str, Any], text: str, required: tuple[str, ...]) -> JsonValue:
    kind = schema["x-kind"]
    if kind == "choice":
        asked = set(terms(text))
        fitting = [each for each in schema["enum"] if set(terms(each.replace("_", " "))) & asked]
        return fitting[0] if fitting else None
    if kind == "app":
        names = [
            name for names in APPS.values() for name in names if name.casefold() in text.casefold()
        ]
        return max(names, key=len) if names else None
    if kind in ("moment", "clock"):
        found = " ".join(filter(None, (_first(_DAY, text), _first(_CLOCK, text))))
        return found if kind == "moment" and found else _first(_CLOCK, text)
    patterns = {
        "day": _DAY,
        "duration": _LENGTH,
        "integer": _NUMBER,
        "number": _NUMBER,
        "phone": _PHONE,
        "person": _PERSON,
        "text": f"{_QUOTED}|{_TAIL}",
    }
    return _first(patterns[kind], text) if kind in patterns else None


def _first(pattern: str, text: str) -> str | None:
    found = re.search(pattern, text, re.IGNORECASE if "am|pm" in pattern else 0)
    if found is None:
        return None
    return next((group for group in found.groups() if group), found[0]).strip()
