"""How strongly the phone vibrates; sound profiles are the sandbox phone's own."""

from __future__ import annotations

from tandem_edge.phone.android.parsing import kept
from tandem_edge.phone.android.readings.sound import RINGER
from tandem_edge.phone.android.reasons import on_page, sandbox_only
from tandem_edge.phone.android.recipe import (
    Procedure,
    Reading,
    Scope,
    put_setting,
    reading,
    whole,
)
from tandem_edge.phone.catalogue.display_sound.sound_profiles import VIBRATION

_STRENGTHS = ("off", "light", "medium", "strong")
"""``Vibrator.VIBRATION_INTENSITY_*``, 0 to 3."""
_SETTINGS = {
    "calls": "ring_vibration_intensity",
    "notifications": "notification_vibration_intensity",
    "alarms": "alarm_vibration_intensity",
    "touch": "haptic_feedback_intensity",
}


def _strength(what: str) -> Reading:
    words = {str(place): word for place, word in enumerate(_STRENGTHS)}
    fill = kept(VIBRATION, what, words, unset="medium")
    return reading(f"settings get system {_SETTINGS[what]}", fill, f"vibration.{what}", since=33)


def _setting(scope: Scope) -> str:
    return _SETTINGS[scope["arg"]["on"]]


def _number(scope: Scope) -> int:
    return _STRENGTHS.index(scope["arg"]["strength"])


RECIPES = {
    "set_vibration": whole(
        Procedure(
            reads=(*map(_strength, _SETTINGS), RINGER),
            ways=((put_setting("system", "{made.setting}", "{made.strength}", since=33),),),
            made={"setting": _setting, "strength": _number},
        ),
        "phones whose motor knows no strengths round to on and off",
    ),
    "manage_sound_profile": whole(sandbox_only("named sound profiles", "声音情景模式")),
    "set_app_volume": whole(on_page("Sound", "声音")),
}
