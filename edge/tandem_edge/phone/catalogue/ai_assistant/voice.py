"""How the assistant sounds, and what it listens for."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal, get_args

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import fold
from tandem_edge.phone.sandbox.store import Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Voice = Literal["warm_woman", "bright_woman", "calm_man", "deep_man", "child", "robot"]
Pace = Literal["slow", "normal", "fast"]
VOICES: tuple[Voice, ...] = get_args(Voice)
PACES: tuple[Pace, ...] = get_args(Pace)
LETTERS = (4, 24)
"""A wake word has at least and at most so many letters; a Chinese character counts as two."""


@dataclass(frozen=True, slots=True)
class Speech:
    """The assistant's own voice."""

    voice: Voice = "warm_woman"
    pace: Pace = "normal"


@dataclass(frozen=True, slots=True)
class WakeWord:
    """What is said to wake the assistant, and whether it listens for it."""

    phrase: Annotated[str, Field(min_length=1, max_length=40)] = "Hey Tandem"
    listening: bool = True


SPEECH = Singleton("assistant_speech", Speech)
WAKE_WORD = Singleton("wake_word", WakeWord)


@tool(
    domain=Domain.AI_ASSISTANT,
    en="the assistant's own voice and how fast it speaks",
    zh="助手自己说话的嗓音和语速",
    cues_en="your voice talk speak slower faster sound like a man woman deeper robot child "
    "different voice too quick to follow slow down when you talk",
    cues_zh="你的声音 换个声音 男声 女声 童声 说慢点 语速 说快点 嗓音 声线 机器人声 听不清你说话 "
    "低沉",
    arguments=[
        choice("voice", VOICES, "which voice", "哪种嗓音"),
        choice("pace", PACES, "how fast", "语速"),
    ],
    results=[
        field("voice", "string"),
        field("pace", "string"),
        field("changed", "boolean"),
        field("previous_voice", "string"),
        field("previous_pace", "string"),
    ],
    effects=Effect.WRITE,
    errors=["missing_argument"],
    inverses=undone_by(
        "set_assistant_voice", voice="$result.previous_voice", pace="$result.previous_pace"
    ),
    mechanism=Mechanism.UI,
)
def set_assistant_voice(store: Store, voice: str | None, pace: str | None) -> dict[str, JsonValue]:
    """Set the voice, the pace or both."""
    if voice is None and pace is None:
        raise ToolFailure("missing_argument", "say which voice or how fast")
    before = store.only(SPEECH)
    after = store.update(SPEECH, voice=voice or before.voice, pace=pace or before.pace)
    return {
        "voice": after.voice,
        "pace": after.pace,
        "changed": after != before,
        "previous_voice": before.voice,
        "previous_pace": before.pace,
    }


@tool(
    domain=Domain.AI_ASSISTANT,
    en="wake word calling the assistant: listen, stop listening, change, check",
    zh="唤醒词：开启语音唤醒、关闭、改唤醒词、查看",
    cues_en="wake word hotword hey listening always on answer to respond when I say call you name "
    "stop listening in the background microphone trigger phrase",
    cues_zh="唤醒词 语音唤醒 别再偷听 叫你什么 改个名字 喊你 别听了 一喊就应 唤醒口令 小名 "
    "一直听着 后台监听",
    arguments=[
        action("enable", "disable", "change", "query"),
        text(
            "phrase", "what to listen for", "唤醒词", example="Hello Tandem", required=("change",)
        ),
    ],
    results=[
        field("phrase", "string", privacy=Privacy.MESSAGE),
        field("listening", "boolean"),
        field("changed", "boolean"),
        field("previous_phrase", "string", privacy=Privacy.MESSAGE),
    ],
    effects={
        "enable": Effect.WRITE,
        "disable": Effect.WRITE,
        "change": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("permission", "microphone", code="permission_denied", on=("enable",))],
    errors=["bad_phrase"],
    inverses={
        "enable": undone_by("manage_wake_word", action="disable"),
        "disable": undone_by("manage_wake_word", action="enable"),
        "change": undone_by("manage_wake_word", action="change", phrase="$result.previous_phrase"),
    },
    mechanism=Mechanism.UI,
)
def manage_wake_word(store: Store, action: str, phrase: str | None) -> dict[str, JsonValue]:
    """Listen or not, for which words."""
    before = after = store.only(WAKE_WORD)
    if action == "change":
        after = store.update(WAKE_WORD, phrase=_sayable(str(phrase), before.phrase))
    elif action != "query":
        after = store.update(WAKE_WORD, listening=action == "enable")
    return {
        "phrase": after.phrase,
        "listening": after.listening,
        "changed": after != before,
        "previous_phrase": before.phrase,
    }


def _sayable(phrase: str, before: str) -> str:
    """A word too short wakes at every other sentence; digits and signs cannot be heard."""
    letters = [letter for letter in phrase if not letter.isspace()]
    length = sum(2 if letter >= "\u2e80" else 1 for letter in letters)
    plain = all(letter.isalpha() or letter in "'’·-" for letter in letters)
    if not plain or not LETTERS[0] <= length <= LETTERS[1]:
        raise ToolFailure("bad_phrase", "a wake word is 4 to 24 letters, or 2 to 12 characters")
    return before if fold(phrase) == fold(before) else phrase


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Every owner has it a little different; on the everyday phone it is as it comes."""
    if cast is Cast.EVERYDAY:
        return
    store.update(SPEECH, voice=random.choice(VOICES), pace=random.choice(PACES))
    phrases = ("Hey Tandem", "Hello Tandem", "小搭小搭", "搭档你好")
    store.update(WAKE_WORD, phrase=random.choice(phrases), listening=random.random() < 0.6)
