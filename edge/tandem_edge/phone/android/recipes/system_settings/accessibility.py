"""Aids that one of Android's settings switches."""

from __future__ import annotations

from typing import Any

from tandem_edge.phone.android.parsing import ON_OFF, value
from tandem_edge.phone.android.recipe import (
    Procedure,
    Reading,
    Recipe,
    Scope,
    Step,
    impossible,
    put_setting,
    reading,
)
from tandem_edge.phone.android.view import View
from tandem_edge.phone.catalogue.system_settings.accessibility import ACCESSIBILITY
from tandem_shared.tools import Bilingual

_SETTINGS = {
    "magnification": ("secure", "accessibility_display_magnification_enabled", 26),
    "color_correction": ("secure", "accessibility_display_daltonizer_enabled", 26),
    "color_inversion": ("secure", "accessibility_display_inversion_enabled", 26),
    "high_contrast_text": ("secure", "high_text_contrast_enabled", 26),
    "live_caption": ("secure", "odi_captions_enabled", 29),
    "extra_dim": ("secure", "reduce_bright_colors_activated", 31),
    "mono_audio": ("system", "master_mono", 26),
}
"""Namespace, name, and the API level it came with."""
_OTHERS = ("screen_reader", "select_to_speak", "bold_text", "remove_animations", "flash_alerts")
_BY_HAND = Bilingual(
    en="this aid is switched on the page Accessibility of Settings",
    zh="这项辅助功能要在设置的“无障碍”页面里开关",
)


def _is_on(feature: str) -> Reading:
    space, name, since = _SETTINGS[feature]

    def fill(out: str, view: View) -> None:
        on: Any = value(out.strip(), {**ON_OFF, "null": False})
        view.list(ACCESSIBILITY, [(feature, {"enabled": on, "shortcut": "none"})])

    return reading(f"settings get {space} {name}", fill, f"accessibility.{feature}", since=since)


def _switch(feature: str) -> Step:
    space, name, _ = _SETTINGS[feature]
    return Step(put_setting(space, name, "{made.bit}").words, only_if=f"made.{feature}", since=26)


def _chosen(feature: str) -> Any:
    return lambda scope: scope["arg"]["feature"] == feature


def _bit(scope: Scope) -> int:
    return int(scope["arg"]["action"] == "enable")


RECIPES = {
    "manage_accessibility_feature": Recipe(
        {
            "query": impossible(
                "unseen",
                "of some aids no command tells whether they are on",
                "有些辅助功能无法用命令查看开关状态",
            ),
            "assign_shortcut": impossible("screen", _BY_HAND.en, _BY_HAND.zh),
            "*": Procedure(
                reads=tuple(map(_is_on, _SETTINGS)),
                ways=(tuple(map(_switch, _SETTINGS)),),
                made={"bit": _bit, **{name: _chosen(name) for name in _SETTINGS}},
                withholds=("shortcut", "previous_shortcut"),
                refuses={f"feature={name}": _BY_HAND for name in _OTHERS},
            ),
        }
    )
}
