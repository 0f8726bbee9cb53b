"""The equaliser: how what is heard is coloured."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    choice,
    field,
    integer,
    internal,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.store import Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Level = Annotated[int, Field(ge=-10, le=10)]
Name = Literal[
    "flat", "bass_boost", "treble_boost", "vocal", "rock", "pop", "jazz", "classical", "custom"
]
PRESETS: dict[str, tuple[int, int, int]] = {
    "flat": (0, 0, 0),
    "bass_boost": (7, 1, 0),
    "treble_boost": (0, 1, 7),
    "vocal": (-3, 6, 2),
    "rock": (5, -1, 4),
    "pop": (-1, 4, 2),
    "jazz": (3, 2, 3),
    "classical": (4, -1, 4),
}
"""Bass, middle and treble, in decibels."""
BANDS = ("bass", "middle", "treble")


@dataclass(frozen=True, slots=True)
class Equalizer:
    """``preset`` is ``custom`` as soon as a band was changed by hand."""

    enabled: bool = False
    preset: Name = "flat"
    bass: Level = 0
    middle: Level = 0
    treble: Level = 0


EQUALIZER = Singleton("equalizer", Equalizer)


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="equaliser: switch on or off, choose a preset, set one band",
    zh="均衡器音效：开关、选预设、单独调低音、中音或高音",
    cues_en="eq equalizer more bass boomy less treble tinny muffled voices clearer sound effect "
    "preset rock jazz classical flat boost decibels",
    cues_zh="均衡器 音效 低音 重低音 高音 中音 人声 低音炮 声音发闷 刺耳 摇滚音效 爵士音效 原声 "
    "分贝",
    arguments=[
        action("enable", "disable", "apply", "adjust", "query"),
        choice("preset", tuple(PRESETS), "ready-made sound", "预设", required=("apply",)),
        choice("band", BANDS, "which band", "哪个频段", required=("adjust",)),
        integer("level", -10, 10, "its loudness", "强弱", unit="dB", required=("adjust",)),
        internal(
            text(
                "kept",
                "its state",
                "原音效",
                privacy=Privacy.NONE,
                example="0 flat 0 0 0",
            )
        ),
    ],
    results=[
        field("enabled", "boolean"),
        field("preset", "string"),
        field("bass", "integer"),
        field("middle", "integer"),
        field("treble", "integer"),
        field("previous", "string"),
        field("changed", "boolean"),
    ],
    effects={
        "enable": Effect.WRITE,
        "disable": Effect.WRITE,
        "apply": Effect.WRITE,
        "adjust": Effect.WRITE,
        "query": Effect.READ,
    },
    inverses={
        name: undone_by("manage_equalizer", action="disable", kept="$result.previous")
        for name in ("enable", "disable", "apply", "adjust")
    },
    mechanism=Mechanism.UI,
)
def manage_equalizer(
    store: Store,
    action: str,
    preset: str | None,
    band: str | None,
    level: int | None,
    kept: str | None,
) -> dict[str, JsonValue]:
    """Switch or change the sound; choosing a preset or a level switches it on."""
    before = store.only(EQUALIZER)
    after = before
    if kept is not None and action != "query":
        after = _read(kept)
    elif action in ("enable", "disable"):
        after = replace(before, enabled=action == "enable")
    elif action == "apply":
        after = Equalizer(True, str(preset), *PRESETS[str(preset)])  # type: ignore[arg-type]
    elif action == "adjust":
        after = _adjusted(before, str(band), level or 0)
    store.put(EQUALIZER, "-", after)
    return {
        "enabled": after.enabled,
        "preset": after.preset,
        **{name: getattr(after, name) for name in BANDS},
        "previous": f"{int(before.enabled)} {before.preset} {' '.join(map(str, _levels(before)))}",
        "changed": after != before,
    }


def _adjusted(before: Equalizer, band: str, level: int) -> Equalizer:
    """A level that the band has already leaves the preset its name."""
    preset = before.preset if getattr(before, band) == level else "custom"
    return replace(before, **{"enabled": True, "preset": preset, band: level})  # type: ignore[arg-type]


def _levels(sound: Equalizer) -> tuple[int, int, int]:
    return sound.bass, sound.middle, sound.treble


def _read(kept: str) -> Equalizer:
    try:
        on, preset, *levels = kept.split()
        sound = {"enabled": on == "1", "preset": preset, **dict(zip(BANDS, levels, strict=True))}
        return EQUALIZER.adapter.validate_python(sound)
    except ValueError as error:
        raise ToolFailure("invalid_argument", "that is no sound") from error


def populate(store: Store, random: Random, cast: Cast) -> None:
    """One preset or another, mostly off."""
    preset = random.choice(sorted(PRESETS))
    levels = PRESETS[preset]
    sound = Equalizer(random.random() < 0.3, preset, *levels)  # type: ignore[arg-type]
    store.put(EQUALIZER, "-", sound)
