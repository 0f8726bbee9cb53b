"""Finding a page of the settings, and putting settings back to how the phone came."""

from __future__ import annotations

import re
from collections.abc import Callable

from pydantic import JsonValue

from tandem_edge.phone.authoring import ALWAYS, ToolFailure, choice, field, needs, text, tool
from tandem_edge.phone.catalogue.display_sound.display import DISPLAY
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.network_connectivity.vpn import TUNNEL
from tandem_edge.phone.catalogue.network_connectivity.wifi_networks import LINK, SAVED_NETWORKS
from tandem_edge.phone.catalogue.security_privacy.app_permissions import forget_permissions
from tandem_edge.phone.catalogue.system_settings.accessibility import (
    ACCESSIBILITY,
    AccessibilityFeature,
)
from tandem_edge.phone.catalogue.system_settings.phone_language import APP_LANGUAGES
from tandem_edge.phone.catalogue.system_settings.quick_tiles import QUICK_PANEL
from tandem_edge.phone.catalogue.system_settings.setting_list import PAGES, SECTIONS, Page
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

SHOWN = 5
SCOPES = ("network", "display", "sound", "app_preferences", "accessibility", "all_settings")
_HAN = re.compile("[\u4e00-\u9fff]")


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="search the Settings app: where a setting is",
    zh="搜索设置项：某个设置在哪里、怎么进去",
    cues_en="where is the setting find option in settings which menu how do I get to look up "
    "can't find the page for under what",
    cues_zh="设置在哪 在哪里设置 找设置 哪个菜单 怎么进 搜设置 找不到选项 设置项 入口 路径",
    arguments=[
        text(
            "query",
            "what it is about",
            "找什么",
            privacy=Privacy.NONE,
            max_length=60,
            example="screen timeout",
            required=ALWAYS,
        ),
        choice("section", SECTIONS, "only in this part", "只在某一类里找"),
    ],
    results=[field("pages", "array")],
    effects=Effect.READ,
    errors=["not_found"],
    mechanism=Mechanism.INTENT,
)
def search_settings(store: Store, query: str, section: str | None) -> dict[str, JsonValue]:
    """The pages that fit best, with their path in the phone's language."""
    pages = [page for page in PAGES if section in (None, page.section)]
    scored = [(_score(page, query), place, page) for place, page in enumerate(pages)]
    best = sorted((-score, place) for score, place, _ in scored if score)[:SHOWN]
    if not best:
        raise ToolFailure("not_found", "no setting matches")
    chinese = store.only(DEVICE).language == "zh"
    return {"pages": [_view(pages[place], chinese) for _, place in best]}


def _score(page: Page, query: str) -> int:
    """How many of the words, or in Chinese pairs of characters, the page's words hold."""
    said = query.casefold()
    if _HAN.search(said):
        bare = re.sub(r"\W", "", said)
        held = f"{page.title_zh} {page.words_zh}"
        pairs = [bare[at : at + 2] for at in range(max(1, len(bare) - 1))]
        return sum(pair in held for pair in pairs) + 5 * (bare == page.title_zh)
    known = f"{page.title_en} {page.words_en}".casefold().split()
    words = [word for word in re.findall(r"[\w-]+", said) if word not in _SMALL]
    return sum(word in known for word in words) + 5 * (said == page.title_en.casefold())


_SMALL = {"the", "a", "my", "of", "for", "to", "in", "on", "off", "setting", "settings", "phone"}


def _view(page: Page, chinese: bool) -> dict[str, JsonValue]:
    title, path = (page.title_zh, page.path_zh) if chinese else (page.title_en, page.path_en)
    return {"title": title, "path": f"{path} > {title}", "section": page.section}


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="reset settings to factory defaults, keeping data: network, display, sound, apps, all",
    zh="还原设置为出厂默认（不删数据）：网络、显示、声音、应用等",
    cues_en="reset restore defaults factory settings put back how it came start over network "
    "reset messed up the settings undo all my tinkering app preferences",
    cues_zh="还原设置 重置 恢复默认 恢复出厂设置 重置网络 还原网络设置 应用偏好 设置乱了 "
    "默认值 初始设置",
    arguments=[choice("scope", SCOPES, "which settings", "哪些设置", required=ALWAYS)],
    results=[field("scope", "string"), field("reset", "array"), field("changed", "boolean")],
    effects=Effect.IRREVERSIBLE,
    preconditions=[
        needs("unlocked", code="locked"),
        needs("owner", code="not_owner"),
        needs("no_call", code="call_active"),
    ],
    changes=[
        "manage_wifi",
        "set_brightness",
        "set_volume",
        "manage_app_permission",
        "manage_accessibility_feature",
    ],
    mechanism=Mechanism.UI,
)
def reset_settings(store: Store, scope: str) -> dict[str, JsonValue]:
    """Put the settings of one kind back; nobody remembers what they were."""
    mark = store.mark()
    kinds = [scope] if scope != "all_settings" else [*_RESETS]
    for kind in kinds:
        _RESETS[kind](store)
    return {"scope": scope, "reset": list(kinds), "changed": store.mark() > mark}


def _default(store: Store, *tables: Singleton[object]) -> None:
    for table in tables:
        store.put(table, ONLY, table.record())


def _emptied(store: Store, table: Table[object]) -> None:
    for key in list(store.all(table)):
        store.remove(table, key)


def _network(store: Store) -> None:
    """The radios, the networks that were saved and the tunnel; devices stay paired."""
    _default(store, RADIOS, LINK, TUNNEL)  # type: ignore[arg-type]
    _emptied(store, SAVED_NETWORKS)  # type: ignore[arg-type]


def _apps(store: Store) -> None:
    forget_permissions(store)
    _emptied(store, APP_LANGUAGES)  # type: ignore[arg-type]


def _accessibility(store: Store) -> None:
    for key in list(store.all(ACCESSIBILITY)):
        store.put(ACCESSIBILITY, key, AccessibilityFeature())


_RESETS: dict[str, Callable[[Store], None]] = {
    "network": _network,
    "display": lambda store: _default(store, DISPLAY, QUICK_PANEL),  # type: ignore[arg-type]
    "sound": lambda store: _default(store, SOUND),  # type: ignore[arg-type]
    "app_preferences": _apps,
    "accessibility": _accessibility,
}
