"""Language, time zone and clock of the phone, and the languages of single apps."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    app,
    boolean,
    choice,
    field,
    internal,
    needs,
    tool,
    undone_by,
    zone,
)
from tandem_edge.phone.catalogue.apps_storage.applications import find_app, when_uninstalled
from tandem_edge.phone.catalogue.time_management.countdowns import COUNTDOWNS, STOPWATCH
from tandem_edge.phone.normalise import FIRST_YEAR, LAST_YEAR
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, ZoneName
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

FOLLOW = "system_default"
Language = Literal[
    "english", "chinese", "spanish", "french", "german", "japanese", "korean", "russian"
]
LANGUAGES = (
    "english", "chinese", "spanish", "french", "german", "japanese", "korean", "russian", FOLLOW
)  # fmt: skip
SYSTEM: dict[str, Literal["en", "zh"]] = {"english": "en", "chinese": "zh"}
"""The languages the phone itself speaks."""
FORMATS = ("12_hour", "24_hour")


@dataclass(frozen=True, slots=True)
class AppLanguage:
    """An app that does not follow the phone's language; kept under its package name."""

    language: Language


@dataclass(frozen=True, slots=True)
class ZoneSetting:
    """Whether the zone follows the network, and the zone that the network says."""

    automatic: bool = True
    network_zone: ZoneName = "Asia/Shanghai"


APP_LANGUAGES = Table("app_languages", AppLanguage)
ZONE_SETTING = Singleton("zone_setting", ZoneSetting)


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="set the phone's display language, or that of one app",
    zh="切换系统语言，或单独给某个应用换语言",
    cues_en="language english chinese spanish french switch phone into menus in interface "
    "locale app language follow the phone speak read",
    cues_zh="语言 系统语言 界面语言 改成中文 换成英文 英语 日语 韩语 法语 应用语言 跟随系统 切中文",
    arguments=[
        choice("language", LANGUAGES, "which language", "哪种语言", required=ALWAYS),
        app("app", "one app only, the phone if absent", "只改这个应用，缺省为整机"),
    ],
    results=[
        field("language", "string"),
        field("previous_language", "string"),
        field("package", "string"),
        field("changed", "boolean"),
    ],
    effects=Effect.WRITE,
    preconditions=[needs("unlocked", code="locked")],
    errors=["unsupported", "not_installed"],
    inverses=undone_by(
        "set_system_language", language="$result.previous_language", app="$result.package"
    ),
    mechanism=Mechanism.SHELL,
)
def set_system_language(store: Store, language: str, app: str | None) -> dict[str, JsonValue]:
    """Set the language of the phone, or of one app, which follows the phone by default."""
    if app is not None:
        return _set_app_language(store, find_app(store, app), language)
    if language not in SYSTEM:
        raise ToolFailure("unsupported", "the phone itself is in English or Chinese only")
    before = next(name for name, code in SYSTEM.items() if code == store.only(DEVICE).language)
    store.update(DEVICE, language=SYSTEM[language])
    return _language_view(language, before, "")


def _set_app_language(store: Store, package: str, language: str) -> dict[str, JsonValue]:
    row = store.get(APP_LANGUAGES, package)
    before = row.language if row else FOLLOW
    if language != FOLLOW:
        store.put(APP_LANGUAGES, package, AppLanguage(language))  # type: ignore[arg-type]
    elif row:
        store.remove(APP_LANGUAGES, package)
    return _language_view(language, before, package)


def _language_view(language: str, before: str, package: str) -> dict[str, JsonValue]:
    return {
        "language": language,
        "previous_language": before,
        "package": package,
        "changed": language != before,
    }


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="the phone's own time zone: set by hand, follow network, check",
    zh="手机时区：手动设置、跟随网络自动、查看",
    cues_en="time zone timezone clock shows wrong city local time landed move phone to tokyo time "
    "automatic zone network which zone am I in",
    cues_zh="时区 手机时区 换时区 改成东京时间 当地时间 自动时区 网络时间 落地 钟不对 哪个时区",
    arguments=[
        action("set", "automatic", "query"),
        zone("zone", "a city or zone", "城市或时区", required=("set",)),
        internal(
            boolean("follows", "whether it followed the network", "之前是否自动", default=None)
        ),
    ],
    results=[
        field("zone", "string"),
        field("previous_zone", "string"),
        field("automatic", "boolean"),
        field("previous_automatic", "boolean"),
        field("local_time", "string"),
        field("changed", "boolean"),
    ],
    effects={"set": Effect.WRITE, "automatic": Effect.WRITE, "query": Effect.READ},
    preconditions=[needs("network", code="offline", on=("automatic",))],
    inverses={
        name: undone_by(
            "manage_time_zone",
            action="set",
            zone="$result.previous_zone",
            follows="$result.previous_automatic",
        )
        for name in ("set", "automatic")
    },
    changes=["manage_countdown", "manage_stopwatch"],
    mechanism=Mechanism.SHELL,
)
def manage_time_zone(
    store: Store, action: str, zone: str | None, follows: bool | None
) -> dict[str, JsonValue]:
    """Set or read the zone. The clock moves with it; what is being timed goes on unharmed."""
    before, setting = store.only(DEVICE), store.only(ZONE_SETTING)
    automatic = setting.automatic
    if action != "query":
        automatic = action == "automatic" or bool(follows)
        _move(store, setting.network_zone if action == "automatic" else str(zone))
        store.update(ZONE_SETTING, automatic=automatic)
    after = store.only(DEVICE)
    return {
        "zone": after.timezone,
        "previous_zone": before.timezone,
        "automatic": automatic,
        "previous_automatic": setting.automatic,
        "local_time": after.clock.strftime("%Y-%m-%dT%H:%M"),
        "changed": (before.timezone, setting.automatic) != (after.timezone, automatic),
    }


def _move(store: Store, zone: str) -> None:
    """The same instant on the clock of ``zone``; running timers move along."""
    device = store.only(DEVICE)
    clock = device.now.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)
    if not FIRST_YEAR <= clock.year <= LAST_YEAR:
        raise ToolFailure("invalid_argument", "the clock would leave this phone's calendar")
    shift = clock - device.clock
    store.update(DEVICE, timezone=zone, clock=clock)
    for key, row in list(store.all(COUNTDOWNS).items()):
        if row.ends is not None:
            store.update(COUNTDOWNS, key, ends=row.ends + shift)
    since: datetime | None = store.only(STOPWATCH).since
    if since is not None:
        store.update(STOPWATCH, since=since + shift)


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="show clock times in 12-hour or 24-hour format",
    zh="时间显示格式：12 小时制或 24 小时制",
    cues_en="military time am pm twelve hour twenty four hour clock format 24h 12h show 15:00 "
    "3 pm instead of",
    cues_zh="24小时制 12小时制 二十四小时 十二小时 上午下午 时间格式 显示成 15点 下午3点 时制",
    arguments=[choice("format", FORMATS, "how hours are counted", "时制", required=ALWAYS)],
    results=[
        field("format", "string"),
        field("previous_format", "string"),
        field("changed", "boolean"),
    ],
    effects=Effect.WRITE,
    inverses=undone_by("set_clock_format", format="$result.previous_format"),
    mechanism=Mechanism.SHELL,
)
def set_clock_format(store: Store, format: str) -> dict[str, JsonValue]:
    """Count the hours to 12 or to 24."""
    before = FORMATS[store.only(DEVICE).hour24]
    store.update(DEVICE, hour24=format == FORMATS[1])
    return {"format": format, "previous_format": before, "changed": format != before}


@when_uninstalled
def _forget(store: Store, package: str) -> None:
    if store.get(APP_LANGUAGES, package):
        store.remove(APP_LANGUAGES, package)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """An app or two in a language being learnt; on some phones a zone left from a journey."""
    home = store.only(DEVICE).timezone
    abroad = cast is not Cast.EVERYDAY and random.random() < 0.3
    network = random.choice(("Asia/Tokyo", "Europe/Paris", "Asia/Dubai")) if abroad else home
    store.update(ZONE_SETTING, automatic=not abroad, network_zone=network)
    learnt = random.choice(("french", "japanese", "spanish", "german"))
    if random.random() < 0.5:
        store.put(APP_LANGUAGES, "com.spotify.music", AppLanguage(learnt))  # type: ignore[arg-type]
