"""Reading a described routine: when it runs, what it is called, what it does step by step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from tandem_edge.phone.language.apps import APPS, package_of
from tandem_edge.phone.normalise import KINDS
from tandem_edge.subagents.words import phrases, quoted, value_in

_RHYTHMS = (
    (
        "weekdays",
        r"\b(?:every |on )?(?:weekdays?|work(?:ing)? ?days?)\b|monday (?:to|through) friday"
        r"|工作日|周一到周五|上班日",
    ),
    ("weekends", r"\b(?:every |on |at )?(?:the )?weekends?\b|周末|双休日"),
    ("once", r"\bonce\b|\bjust (?:today|tomorrow)\b|只.{0,2}一次|就一次"),
    (
        "daily",
        r"\b(?:every ?day|daily|each day|every (?:morning|evening|night|afternoon))\b"
        r"|每天|每日|天天|每[早晚]|每个?[早晚]上",
    ),
)
_BREAK = re.compile(
    r"[,，、;；:：]\s*(?:and |then |并且?|然后|再|同时)?|\b(?:and then|then|and also|and)\b"
    r"|然后|并且|接着|同时|，再|再"
)
# The first pattern that fits decides, so the narrow ones come first.
_STEPS = (
    (
        "wifi_off",
        r"(?:wi-?fi|wlan|无线网?络?).{0,12}(?:off|关)|(?:off|disable|关).{0,12}(?:wi-?fi|wlan|无线)",
    ),
    ("wifi_on", r"wi-?fi|wlan|无线网"),
    (
        "bluetooth_off",
        r"(?:bluetooth|蓝牙).{0,12}(?:off|关)|(?:off|disable|关).{0,12}(?:bluetooth|蓝牙)",
    ),
    ("bluetooth_on", r"bluetooth|蓝牙"),
    (
        "dnd_off",
        r"(?:do not disturb|dnd|勿扰|免打扰).{0,12}(?:off|关)"
        r"|(?:off|disable|leave|关|退出).{0,12}(?:do not disturb|dnd|勿扰|免打扰)",
    ),
    ("dnd_on", r"do not disturb|\bdnd\b|勿扰|免打扰"),
    (
        "dark_mode_off",
        r"(?:dark (?:mode|theme)|深色|夜间模式).{0,12}(?:off|关)"
        r"|(?:off|disable|关|退出).{0,12}(?:dark (?:mode|theme)|深色|夜间模式)|浅色",
    ),
    ("dark_mode_on", r"dark (?:mode|theme)|深色|夜间模式"),
    ("brightness", r"bright(?:ness)?|\bdim\b|亮度|调[亮暗]"),
    ("media_volume", r"(?:media |music )?volume|媒体音量|音量"),
    ("ringer_vibrate", r"vibrat|振动|震动"),
    ("ringer_silent", r"\bsilent\b|\bmute\b|静音"),
    ("ringer_ring", r"\bring(?:er|ing)?\b.{0,12}(?:on|loud|normal)|响铃"),
    (
        "pause_music",
        r"(?:pause|stop).{0,12}(?:music|playing|song)|暂停.{0,6}(?:音乐|播放)|停.{0,3}音乐",
    ),
    ("tell_agenda", r"agenda|schedule for the day|what is on today|日程|今天的安排"),
    ("play_music", r"\bplay\b|播放|放.{0,8}(?:歌|音乐)|来点"),
    ("close_app", r"\b(?:close|quit)\b|关闭|关掉"),
    ("say", r"\b(?:say|remind me|tell me|announce)\b|提醒我?|说一?句?|告诉我"),
    ("open_app", r"\b(?:open|launch|start)\b|打开|启动"),
)
_PLAYED = re.compile(
    r"^.*?\b(?:play(?:ing)?)\b\s*|^.*?(?:播放|放一?[首点]?|来点)\s*", re.IGNORECASE
)
_SAID = re.compile(
    r"^.*?\b(?:say|remind me (?:to|that|of)|tell me(?: to| that)?|announce)\b\s*"
    r"|^.*?(?:提醒我?|说一?句?|告诉我)[:：]?\s*",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"\b(?:create|make|set up|add|build|a|an|the|routine|automation|called|named|that|which|at|on"
    r"|every|each|please|me|my|i want|when it is|to|am|pm)\b"
    r"|建立?|创建|新建|一个|自动化|流程|叫做?|名为|的时候?|的|帮我|请|我要",
    re.IGNORECASE,
)
_SAYS_TIME = re.compile(
    r"\d|[一二三四五六七八九十两]|noon|midnight|中午|半夜|零点"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
)


@dataclass(frozen=True)
class Step:
    """One thing a routine does: its kind, and the value the kind needs."""

    kind: str
    said: str
    percent: int | None = None
    app: str = ""
    text: str = ""

    def arguments(self) -> dict[str, JsonValue]:
        """For the tool that adds it."""
        given: dict[str, JsonValue] = {"step": self.kind}
        if self.percent is not None:
            given["percent"] = self.percent
        return (
            given
            | ({"app": self.app} if self.app else {})
            | ({"text": self.text} if self.text else {})
        )


def rhythm_of(goal: str) -> str:
    """``once``, ``daily``, ``weekdays`` or ``weekends``; daily where no days are said."""
    said = goal.casefold()
    return next((name for name, pattern in _RHYTHMS if re.search(pattern, said)), "daily")


def clock_of(goal: str, now: datetime) -> tuple[str, str]:
    """The time it runs as ``HH:MM`` and the phrase that says so, or two empty texts."""
    for phrase in phrases(_without_rhythm(goal)):
        if not _SAYS_TIME.search(phrase.casefold()):
            continue
        try:
            return str(KINDS["clock"](phrase, {"maxLength": 80}, now)), phrase
        except (ValueError, OverflowError):
            continue
    return "", ""


def name_of(goal: str) -> str:
    """The name in quotation marks that follows a word for naming, or ``""``."""
    found = re.search(
        r"(?:called|named|叫做?|名为|名字是?)\s*[\"“「『'](.{1,60}?)[\"”」』']", goal, re.IGNORECASE
    )
    return found[1] if found else ""


def clauses(goal: str, name: str, clock: str) -> Iterator[str]:
    """The parts of ``goal`` that say what to do."""
    rest = goal
    for word in (f'"{name}"', f"“{name}”", f"「{name}」", clock):
        rest = rest.replace(word, " ") if word.strip('"“”「」') else rest
    for piece in _BREAK.split(_without_rhythm(rest)):
        bare = _ABOUT.sub(" ", piece).strip(" .。!！")
        if re.search(r"[a-z]{2}|[\u3400-\u9fff]", bare.casefold()):
            yield piece.strip(" .。!！")


def step_of(clause: str) -> Step | None:
    """The step that ``clause`` describes, by rule; ``None`` when no rule knows it."""
    said = clause.casefold()
    for kind, pattern in _STEPS:
        if not re.search(pattern, said):
            continue
        step = with_value(kind, clause)
        if step is not None:
            return step
    return None


def with_value(kind: str, clause: str) -> Step | None:
    """A step of ``kind`` with the value that ``clause`` gives it; ``None`` without one it needs."""
    if kind in ("media_volume", "brightness"):
        percent = value_in(clause)
        return None if percent is None else Step(kind, clause, percent=percent)
    if kind in ("open_app", "close_app"):
        app = _app_in(clause)
        return Step(kind, clause, app=app) if app else None
    if kind in ("play_music", "say"):
        pattern = _PLAYED if kind == "play_music" else _SAID
        text = next(iter(quoted(clause)), "") or pattern.sub("", clause).strip(" .。")
        return Step(kind, clause, text=text) if text else None
    return Step(kind, clause)


def _app_in(clause: str) -> str:
    """The package of the app with the longest name in ``clause``, or ``""``."""
    packages = (package_of(phrase) for phrase in phrases(clause))
    return next((package for package in packages if package in APPS), "")


def _without_rhythm(goal: str) -> str:
    for _, pattern in _RHYTHMS:
        goal = re.sub(pattern, " ", goal, flags=re.IGNORECASE)
    return goal
