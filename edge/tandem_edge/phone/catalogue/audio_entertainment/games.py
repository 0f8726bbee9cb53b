"""Games: playing undisturbed, and what has been played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    app,
    boolean,
    choice,
    field,
    needs,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import (
    INSTALLED,
    App,
    find_app,
    when_uninstalled,
)
from tandem_edge.phone.catalogue.apps_storage.listings import in_category, listing_of
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, Wall
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("applications",)
MODES = ("balanced", "performance", "battery_saver")


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What was played of one game, kept under its package name, which ``game`` is too."""

    game: str
    minutes_week: Annotated[int, Field(ge=0)]
    level: Annotated[int, Field(ge=1)]
    played: Wall


@dataclass(frozen=True, slots=True)
class GameSession:
    """``game`` is a package name, nothing when no game is on. The rest is put back at its end."""

    game: str = ""
    mode: Literal["balanced", "performance", "battery_saver"] = "balanced"
    since: Wall | None = None
    was_running: bool = False
    was_quiet: bool = False


GAMES = Table("game_records", GameRecord)
GAME_SESSION = Singleton("game_session", GameSession)


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="gaming session in game mode: start a game, end, time played",
    zh="游戏模式：开一局游戏、结束、查玩了多久",
    cues_en="game mode gaming play a round performance mode no interruptions while I play stop "
    "playing quit the game how long have I played level",
    cues_zh="游戏模式 打游戏 开黑 来一局 开一把 性能模式 别打扰我打游戏 不玩了 下线 玩了多久 几级",
    arguments=[
        action("start", "end", "query"),
        app("game", "which game", "哪个游戏", required=("start",)),
        choice("mode", MODES, "how hard the phone works", "性能档位", default="balanced"),
        boolean("quiet", "without interruptions", "免打扰"),
    ],
    results=[
        field("game", "string"),
        field("mode", "string"),
        field("minutes", "integer"),
        field("do_not_disturb", "boolean"),
        field("playing", "boolean"),
        field("games", "array"),
        field("changed", "boolean"),
    ],
    effects={"start": Effect.WRITE, "end": Effect.WRITE, "query": Effect.READ},
    preconditions=[
        needs("unlocked", code="locked", on=("start",)),
        needs("battery_at_least", "10", code="battery_low", on=("start",)),
    ],
    errors=["not_installed", "not_a_game", "session_active", "no_session", "limit_reached"],
    inverses={"start": undone_by("manage_game_session", action="end")},
    changes=["manage_do_not_disturb", "close_app"],
    mechanism=Mechanism.UI,
)
def manage_game_session(
    store: Store, action: str, game: str | None, mode: str, quiet: bool
) -> dict[str, JsonValue]:
    """Open a game in its mode, close it and put everything back, or tell what was played."""
    key = None if game is None else find_app(store, game)
    if action == "query":
        return _report(store, key)
    if action == "end":
        return _end(store, key)
    return _start(store, str(key), mode, quiet)


def _start(store: Store, key: str, mode: str, quiet: bool) -> dict[str, JsonValue]:
    session, row = store.only(GAME_SESSION), store.all(INSTALLED)[key]
    if not in_category(key, "games"):
        raise ToolFailure("not_a_game", f"{row.label} is not a game")
    if session.game not in ("", key):
        raise ToolFailure("session_active", f"{label_of(session.game)} is still on")
    if row.used_up:
        raise ToolFailure("limit_reached", f"{row.label} has had its {row.limit_minutes} minutes")
    if session.game == "":
        was_quiet, now = store.only(SOUND).do_not_disturb, store.only(DEVICE).clock
        begun = GameSession(key, mode, now, row.running, was_quiet)  # type: ignore[arg-type]
        store.put(GAME_SESSION, "-", begun)
        store.update(INSTALLED, key, running=True)
        store.update(SOUND, do_not_disturb=was_quiet or quiet)
    return _view(store) | {"changed": session.game == ""}


def _end(store: Store, key: str | None) -> dict[str, JsonValue]:
    session = store.only(GAME_SESSION)
    if session.game == "" or key not in (None, session.game):
        raise ToolFailure("no_session", "that game is not on")
    minutes, row = _minutes(store), store.all(INSTALLED)[session.game]
    view = _view(store)
    store.update(
        INSTALLED,
        session.game,
        running=session.was_running,
        minutes_today=row.minutes_today + minutes,
    )
    if minutes:
        _remember(store, session.game, minutes)
    store.update(SOUND, do_not_disturb=session.was_quiet)
    store.put(GAME_SESSION, "-", GameSession())
    quiet = store.only(SOUND).do_not_disturb
    return view | {"playing": False, "do_not_disturb": quiet, "changed": True}


def _remember(store: Store, key: str, minutes: int) -> None:
    now = store.only(DEVICE).clock
    before = store.get(GAMES, key) or GameRecord(key, 0, 1, now)
    played = GameRecord(key, before.minutes_week + minutes, before.level, now)
    store.put(GAMES, key, played)


def _minutes(store: Store) -> int:
    since, now = store.only(GAME_SESSION).since, store.only(DEVICE).clock
    return max(0, int((now - since).total_seconds())) // 60 if since else 0


def _view(store: Store) -> dict[str, JsonValue]:
    session = store.only(GAME_SESSION)
    return {
        "game": label_of(session.game),
        "mode": session.mode,
        "minutes": _minutes(store),
        "do_not_disturb": store.only(SOUND).do_not_disturb,
        "playing": session.game != "",
    }


def _report(store: Store, wanted: str | None) -> dict[str, JsonValue]:
    rows = [(other, row) for other, row in store.all(GAMES).items() if wanted in (None, other)]
    rows.sort(key=lambda item: (-item[1].minutes_week, item[0]))
    games: list[JsonValue] = [
        {
            "game": label_of(key),
            "minutes_week": row.minutes_week,
            "level": row.level,
            "played": row.played.isoformat(timespec="minutes"),
        }
        for key, row in rows
    ]
    return _view(store) | {"games": games, "changed": False}


@when_uninstalled
def _forget(store: Store, package: str) -> None:
    session = store.only(GAME_SESSION)
    if session.game == package:
        store.update(SOUND, do_not_disturb=session.was_quiet)
        store.put(GAME_SESSION, "-", GameSession())
    if package in store.all(GAMES):
        store.remove(GAMES, package)


_LIKELY = (
    "com.tencent.tmgp.sgame",
    "com.happyelements.AndroidAnimal",
    "com.miHoYo.Yuanshen",
    "com.chess",
    "com.nytimes.crossword",
    "com.roblox.client",
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """At least two games, and what was played of them lately."""
    for key in random.sample(_LIKELY, 2):
        if key not in store.all(INSTALLED):
            megabytes = listing_of(key).megabytes
            store.put(INSTALLED, key, App(label_of(key), built_in=False, megabytes=megabytes))
    now = store.only(DEVICE).clock
    for key in [key for key in store.all(INSTALLED) if in_category(key, "games")]:
        minutes, level = random.randrange(10, 600), random.randrange(1, 80)
        played = now - timedelta(minutes=random.randrange(30, 9000))
        store.put(GAMES, key, GameRecord(key, minutes, level, played))
