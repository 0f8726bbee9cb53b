"""Films and series: watching on where one stopped."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import ToolFailure, field, integer, needs, text, tool
from tandem_edge.phone.catalogue.audio_entertainment.playback_session import (
    SESSION,
    SOURCES,
    Seconds,
    Source,
    begin,
    elapsed,
    install,
    require_network,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("applications",)
VIDEO_APP = "com.android.video"
MOST_SEASONS, MOST_EPISODES = 40, 200
FILM = "film"
VIDEO_GENRES = (
    "comedy",
    "drama",
    "thriller",
    "crime",
    "romance",
    "adventure",
    "animation",
    "documentary",
    "science_fiction",
)


@dataclass(frozen=True, slots=True)
class Video:
    """A film, or a series with so many episodes in each of its ``seasons``.

    An episode is called ``2x5``; ``place`` is the one to watch on with and ``at`` how far in it.
    """

    title: str
    genre: Literal[
        "comedy",
        "drama",
        "thriller",
        "crime",
        "romance",
        "adventure",
        "animation",
        "documentary",
        "science_fiction",
    ]
    minutes: Annotated[int, Field(ge=1, le=400)]
    seasons: tuple[Annotated[int, Field(ge=1, le=MOST_EPISODES)], ...] = ()
    downloaded: bool = False
    place: str = FILM
    at: Seconds = 0
    watched: tuple[str, ...] = ()

    @property
    def kind(self) -> Literal["film", "series"]:
        """A series has seasons."""
        return "series" if self.seasons else "film"

    @property
    def episodes(self) -> list[str]:
        """What there is of it, in order."""
        return [
            f"{season}x{number}"
            for season, count in enumerate(self.seasons, start=1)
            for number in range(1, count + 1)
        ] or [FILM]


@dataclass(frozen=True, slots=True)
class Screen:
    """``last`` is the id of what was watched last, or nothing."""

    last: str = ""


VIDEOS = Table("film_titles", Video, prefix="video")
SCREEN = Singleton("video_screen", Screen)


def find_video(store: Store, title: str | None) -> tuple[str, Video]:
    """What is called so, or what is on or was watched last. Raises ``not_found``, ``ambiguous``."""
    session, key = store.only(SESSION), None
    if title is None:
        is_on = session.kind == "video"
        key = session.item.split()[0] if is_on else store.only(SCREEN).last
    found = chosen(store.all(VIDEOS), key, title, lambda row: row.title)
    return the_one(found, "film or series", lambda row: row.title)


def episode_called(video: Video, season: int | None, episode: int | None) -> str | None:
    """``2x5``, or ``None`` where neither is said. Raises ``not_found`` if there is no such one.

    Without a season it is the one to watch on with, without an episode the first.
    """
    if season is None and episode is None:
        return None
    watching = video.place.partition("x")[0]
    name = f"{season or watching}x{episode or 1}"
    if name not in video.episodes:
        raise ToolFailure("not_found", f"it has no episode {name}")
    return name


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="play a film or a series episode, going on where it stopped",
    zh="看电影或剧集：接着上次看，或指定第几季第几集",
    cues_en="watch movie film show series episode season put on continue watching video cartoon "
    "where we left off next bit",
    cues_zh="看电影 看剧 追剧 放电影 接着看 继续看 第几集 第几季 动画片 视频 片子 上次看到哪",
    arguments=[
        text(
            "title",
            "film or series, the last one if absent",
            "片名，缺省为上次看的",
            privacy=Privacy.NONE,
            example="The Glass Harbour",
        ),
        integer("season", 1, MOST_SEASONS, "of a series", "第几季", unit="season"),
        integer("episode", 1, MOST_EPISODES, "of the season", "第几集", unit="episode"),
    ],
    results=[
        field("title", "string"),
        field("kind", "string"),
        field("episode", "string"),
        field("at_seconds", "integer"),
        field("length_seconds", "integer"),
    ],
    effects=Effect.WRITE,
    preconditions=[
        needs("app", VIDEO_APP, code="app_missing"),
        needs("unlocked", code="locked"),
        needs("no_call", code="call_active"),
    ],
    errors=["not_found", "ambiguous", "offline"],
    changes=["control_playback", "track_series_episode"],
    mechanism=Mechanism.INTENT,
)
def play_video(
    store: Store, title: str | None, season: int | None, episode: int | None
) -> dict[str, JsonValue]:
    """Play from where it was left; an episode that is named begins at its start."""
    key, video = find_video(store, title)
    named = episode_called(video, season, episode)
    if not video.downloaded:
        require_network(store, video.title)
    place = named or _on_now(store, key) or video.place
    begin(store, "video", f"{key} {place}", 0 if named not in (None, video.place) else None)
    return {
        "title": video.title,
        "kind": video.kind,
        "episode": "" if place == FILM else place,
        "at_seconds": elapsed(store),
        "length_seconds": video.minutes * 60,
    }


def _on_now(store: Store, key: str) -> str:
    """The episode of ``key`` that is on or paused."""
    session = store.only(SESSION)
    video, _, place = session.item.partition(" ")
    return place if session.kind == "video" and video == key else ""


def _about(store: Store, item: str) -> tuple[str, str]:
    key, _, place = item.partition(" ")
    title = store.all(VIDEOS)[key].title
    return (title if place == FILM else f"{title} {place}"), ""


def _step(store: Store, item: str, at: int, by: int) -> tuple[str, int | None] | None:
    key, _, place = item.partition(" ")
    episodes = store.all(VIDEOS)[key].episodes
    to = episodes.index(place) + by
    return (f"{key} {episodes[to]}", 0) if 0 <= to < len(episodes) else None


def _take(store: Store, item: str) -> int:
    key, _, place = item.partition(" ")
    before = store.all(VIDEOS)[key]
    store.update(VIDEOS, key, place=place, at=0)
    store.update(SCREEN, last=key)
    return before.at if before.place == place else 0


def _keep(store: Store, item: str, at: int) -> None:
    store.update(VIDEOS, item.partition(" ")[0], at=at)


SOURCES["video"] = Source(
    app=VIDEO_APP,
    describe=_about,
    length=lambda store, item: store.all(VIDEOS)[item.partition(" ")[0]].minutes * 60,
    step=_step,
    take=_take,
    keep=_keep,
)

_POOL = (
    "The Glass Harbour;drama;film|Glass Houses;drama;series|"
    "玻璃海港;drama;film|玻璃心;comedy;series",
    "Nine Winters;thriller;series|Nine Summers;romance;film|"
    "九个冬天;thriller;series|九月;romance;film",
    "Captain Marrow;adventure;film|Captain Marrow Returns;adventure;film|"
    "大漠孤城;adventure;series|大漠飞沙;adventure;film",
    "The Night Desk;crime;series|The Night Train;crime;film|"
    "夜班编辑;drama;series|夜车;thriller;film",
    "Little Otter;animation;series|Little Otter at Sea;animation;film|"
    "小水獭;animation;series|小水獭出海记;animation;film",
    "Signal Lost;science_fiction;film|Signal Fire;thriller;series|"
    "失联信号;science_fiction;film|失联七日;thriller;series",
    "Bakers of Mill Lane;comedy;series|Mill Lane Christmas;comedy;film|"
    "磨坊巷面包店;comedy;series|面包与玫瑰;romance;film",
    "Deep Green;documentary;series|Deep Blue Quiet;documentary;film|"
    "深绿;documentary;series|深蓝;documentary;film",
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Films and series, some begun, some on the phone."""
    install(store, VIDEO_APP)
    for line in (line for entry in cast.of(_POOL) for line in entry.split("|")):
        title, genre, kind = line.split(";")
        store.add(VIDEOS, _made_up(random, title, genre, kind == "series"))
    store.update(SCREEN, last=random.choice(list(store.all(VIDEOS))))


def _made_up(random: Random, title: str, genre: Any, is_series: bool) -> Video:
    downloaded, begun = random.random() < 0.3, random.random() < 0.5
    if not is_series:
        at = random.randrange(300, 4000) if begun else 0
        return Video(title, genre, random.randrange(78, 165), (), downloaded, FILM, at)
    seasons = tuple(random.randrange(6, 13) for _ in range(random.randrange(1, 5)))
    fresh = Video(title, genre, random.randrange(22, 60), seasons, downloaded)
    episodes = fresh.episodes
    seen = random.randrange(1, len(episodes) - 1) if begun else 0
    return replace(fresh, place=episodes[seen], watched=tuple(episodes[:seen]))
