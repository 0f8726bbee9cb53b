"""Podcasts: shows, what is new in them, listening, keeping episodes on the phone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    Argument,
    ToolFailure,
    action,
    boolean,
    choice,
    field,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.playback_session import (
    SOURCES,
    Seconds,
    Source,
    begin,
    elapsed,
    install,
    progress,
    require_network,
)
from tandem_edge.phone.catalogue.audio_entertainment.podcast_pool import SHOWS, TOPICS
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, give_room, take_room
from tandem_edge.phone.sandbox.selection import chosen, named, the_one
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("applications",)
PODCAST_APP = "com.android.podcasts"
HEARD = 30
"""Within so many seconds of its end an episode counts as heard."""


@dataclass(frozen=True, slots=True)
class Podcast:
    """A show that the phone knows, subscribed or not."""

    title: str
    host: str
    topic: Literal[
        "news",
        "business",
        "technology",
        "science",
        "history",
        "culture",
        "crime",
        "comedy",
        "story",
        "health",
        "sport",
        "travel",
        "learning",
        "children",
    ]
    subscribed: bool = False


@dataclass(frozen=True, slots=True)
class Episode:
    """One episode of the show with the id ``podcast``; ``heard`` is how far, in seconds."""

    podcast: str
    number: Annotated[int, Field(ge=1)]
    title: str
    published: date
    seconds: Annotated[int, Field(ge=1)]
    heard: Seconds = 0
    downloaded: bool = False

    @property
    def megabytes(self) -> int:
        """At 128 kbit/s."""
        return 1 + self.seconds // 60


PODCASTS = Table("podcasts", Podcast, prefix="podcast")
EPISODES = Table("podcast_episodes", Episode, prefix="episode")
_HAS_APP = needs("app", PODCAST_APP, code="app_missing")
_Found = tuple[str, Episode]


def _title(row: Podcast) -> str:
    return row.title


def _show_argument(en: str, zh: str, **more: tuple[str, ...]) -> Argument:
    return text(
        "show", en, zh, privacy=Privacy.NONE, max_length=80, example="Two Minute History", **more
    )


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="podcast shows: subscribe, unsubscribe, find by topic, list new episodes",
    zh="播客节目：订阅、退订、按主题找、看有没有更新",
    cues_en="subscribe follow unfollow podcast shows which podcasts do I follow new episodes out "
    "anything new from topic comedy science true crime",
    cues_zh="播客 订阅 退订 取消订阅 关注节目 更新了吗 新一期 有哪些播客 搞笑类 科学类 推荐节目",
    arguments=[
        action("subscribe", "unsubscribe", "query"),
        _show_argument("which show, all if absent", "节目", required=("subscribe", "unsubscribe")),
        choice("topic", TOPICS, "what it is about", "主题"),
        boolean("subscribed", "subscribed ones, or others", "已订阅的，或未订阅的", default=None),
        record_id("podcast_id", "podcast3"),
    ],
    results=[
        field("podcast_id", "string"),
        field("show", "string"),
        field("shows", "array"),
        field("changed", "boolean"),
    ],
    effects={"subscribe": Effect.WRITE, "unsubscribe": Effect.WRITE, "query": Effect.READ},
    preconditions=[
        _HAS_APP,
        needs("network", code="offline", on=("subscribe",)),
    ],
    errors=["not_found", "ambiguous"],
    inverses={
        "subscribe": undone_by(
            "manage_podcast",
            action="unsubscribe",
            show="$result.show",
            podcast_id="$result.podcast_id",
        ),
        "unsubscribe": undone_by(
            "manage_podcast",
            action="subscribe",
            show="$result.show",
            podcast_id="$result.podcast_id",
        ),
    },
    changes=["play_podcast"],
    mechanism=Mechanism.UI,
)
def manage_podcast(
    store: Store,
    action: str,
    show: str | None,
    topic: str | None,
    subscribed: bool | None,
    podcast_id: str | None,
) -> dict[str, JsonValue]:
    """Subscribe, unsubscribe, or list shows with what was not heard of them yet."""
    found = chosen(store.all(PODCASTS), podcast_id, show, _title)
    if action == "query":
        rows = [
            (key, row)
            for key, row in found
            if topic in (None, row.topic) and subscribed in (None, row.subscribed)
        ]
        return {"shows": [_view(store, key, row) for key, row in rows]}
    key, before = the_one(found, "podcast", _title)
    after = store.update(PODCASTS, key, subscribed=action == "subscribe")
    return {"podcast_id": key, "show": after.title, "changed": after != before}


def _view(store: Store, key: str, row: Podcast) -> dict[str, JsonValue]:
    episodes = _of_show(store, key)
    return {
        "show": row.title,
        "host": row.host,
        "topic": row.topic,
        "subscribed": row.subscribed,
        "newest": episodes[-1][1].title if episodes else "",
        "newest_on": episodes[-1][1].published.isoformat() if episodes else "",
        "unheard": sum(_heard(store, *each) == 0 for each in episodes),
    }


def _of_show(store: Store, podcast: str) -> list[_Found]:
    """Its episodes, the oldest first."""
    found = [(key, row) for key, row in store.all(EPISODES).items() if row.podcast == podcast]
    return sorted(found, key=lambda item: item[1].number)


def _heard(store: Store, key: str, row: Episode) -> int:
    return progress(store, "podcast", key, row.heard)


def _finished(store: Store, key: str, row: Episode) -> bool:
    return _heard(store, key, row) >= row.seconds - HEARD


WHICH = ("newest", "oldest_unheard", "unfinished")


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="play a podcast episode: newest, next unheard, unfinished, or by title",
    zh="放播客：最新一期、没听过的、没听完的，或指定某一期",
    cues_en="play podcast episode latest newest listen to the one about continue the podcast where "
    "I left off show put on",
    cues_zh="听播客 放播客 最新一期 最近一期 上次没听完 接着听 没听过的 那一期 讲的那期 节目",
    arguments=[
        _show_argument("which show, any if absent", "哪档节目，缺省为不限"),
        text(
            "episode",
            "words in its title",
            "某一期标题里的字",
            privacy=Privacy.NONE,
            example="Tulip Fever",
        ),
        choice("which", WHICH, "which one, if untitled", "没说标题时放哪期", default="newest"),
    ],
    results=[
        field("show", "string"),
        field("episode", "string"),
        field("published", "string"),
        field("at_seconds", "integer"),
        field("seconds", "integer"),
        field("downloaded", "boolean"),
    ],
    effects=Effect.WRITE,
    preconditions=[_HAS_APP],
    errors=["not_found", "ambiguous", "offline"],
    changes=["control_playback"],
    mechanism=Mechanism.INTENT,
)
def play_podcast(
    store: Store, show: str | None, episode: str | None, which: str
) -> dict[str, JsonValue]:
    """Play an episode from where it was left; what is not downloaded needs a network."""
    key, row = _wanted(store, show, episode, which)
    if not row.downloaded:
        require_network(store, row.title)
    begin(store, "podcast", key)
    return {
        "show": store.all(PODCASTS)[row.podcast].title,
        "episode": row.title,
        "published": row.published.isoformat(),
        "at_seconds": elapsed(store),
        "seconds": row.seconds,
        "downloaded": row.downloaded,
    }


def _wanted(store: Store, show: str | None, episode: str | None, which: str) -> _Found:
    """Without a show: among the subscribed ones, or for a title among all."""
    podcasts = store.all(PODCASTS)
    if show is not None:
        shows = {the_one(chosen(podcasts, None, show, _title), "podcast", _title)[0]}
    else:
        shows = {key for key, row in podcasts.items() if row.subscribed or episode}
    rows = {key: row for key, row in store.all(EPISODES).items() if row.podcast in shows}
    if episode is not None:
        found = named(rows, episode, _name)
        return the_one(found, "episode", lambda row: _describe(store, row))
    picked = [each for each in rows.items() if _fits(store, which, *each)]
    if not picked:
        raise ToolFailure("not_found", f"no {which.replace('_', ' ')} episode")
    pick = min if which == "oldest_unheard" else max
    return pick(picked, key=lambda item: (item[1].published, item[1].number))


def _fits(store: Store, which: str, key: str, row: Episode) -> bool:
    if which == "newest":
        return True
    heard = _heard(store, key, row)
    return heard == 0 if which == "oldest_unheard" else 0 < heard < row.seconds - HEARD


def _name(row: Episode) -> str:
    return row.title


def _describe(store: Store, row: Episode) -> str:
    return f"{row.title} ({store.all(PODCASTS)[row.podcast].title})"


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="podcast episodes kept on the phone: download, delete, list",
    zh="播客离线：下载某期、删除已下载的、查看",
    cues_en="download episode for the flight offline listening save podcast delete downloads "
    "downloaded episodes space before the trip",
    cues_zh="下载播客 离线听 缓存 存到手机 下好的播客 删掉下载 下载了哪些 路上没网 飞机上听",
    arguments=[
        action("download", "delete", "query"),
        _show_argument("which show, any if absent", "哪档节目，缺省为不限"),
        text(
            "episode",
            "words in its title, the newest if absent",
            "标题里的字，缺省为最新一期",
            privacy=Privacy.NONE,
            example="最古老的光",
        ),
        record_id("episode_id", "episode3"),
    ],
    results=[
        field("episode_id", "string"),
        field("show", "string"),
        field("episode", "string"),
        field("megabytes", "integer"),
        field("episodes", "array"),
        field("changed", "boolean"),
    ],
    effects={"download": Effect.WRITE, "delete": Effect.WRITE, "query": Effect.READ},
    preconditions=[_HAS_APP, needs("network", code="offline", on=("download",))],
    errors=["not_found", "ambiguous", "low_storage", "missing_argument"],
    inverses={
        "download": undone_by(
            "download_podcast_episode", action="delete", episode_id="$result.episode_id"
        ),
        "delete": undone_by(
            "download_podcast_episode", action="download", episode_id="$result.episode_id"
        ),
    },
    changes=["play_podcast"],
    mechanism=Mechanism.UI,
)
def download_podcast_episode(
    store: Store, action: str, show: str | None, episode: str | None, episode_id: str | None
) -> dict[str, JsonValue]:
    """Take an episode onto the phone or off it, or list those that are on it."""
    if action == "query":
        return {"episodes": _downloads(store, show)}
    key, row = _kept_or_wanted(store, action, show, episode, episode_id)
    is_on, wanted = row.downloaded, action == "download"
    if wanted and not is_on:
        take_room(store, row.megabytes)
    elif is_on and not wanted:
        give_room(store, row.megabytes)
    store.update(EPISODES, key, downloaded=wanted)
    return {
        "episode_id": key,
        "show": store.all(PODCASTS)[row.podcast].title,
        "episode": row.title,
        "megabytes": row.megabytes,
        "changed": is_on != wanted,
    }


def _kept_or_wanted(
    store: Store, action: str, show: str | None, episode: str | None, episode_id: str | None
) -> _Found:
    rows = store.all(EPISODES)
    if episode_id is not None:
        return the_one(chosen(rows, episode_id, None, _name), "episode", _name)
    if show is None and episode is None:
        raise ToolFailure("missing_argument", "say the show or the episode")
    if action == "download" or episode is not None:
        return _wanted(store, show, episode, "newest")
    key, _ = the_one(chosen(store.all(PODCASTS), None, show, _title), "podcast", _title)
    kept = [each for each in _of_show(store, key) if each[1].downloaded]
    return the_one(kept, "downloaded episode", _name)


def _downloads(store: Store, show: str | None) -> list[JsonValue]:
    shows = dict(chosen(store.all(PODCASTS), None, show, _title))
    return [
        {
            "show": shows[row.podcast].title,
            "episode": row.title,
            "megabytes": row.megabytes,
            "heard": _finished(store, key, row),
        }
        for key, row in store.all(EPISODES).items()
        if row.downloaded and row.podcast in shows
    ]


def _about(store: Store, item: str) -> tuple[str, str]:
    row = store.all(EPISODES)[item]
    return row.title, store.all(PODCASTS)[row.podcast].title


def _step(store: Store, item: str, at: int, by: int) -> tuple[str, int | None] | None:
    """The episode of the same show that came after or before."""
    keys = [key for key, _ in _of_show(store, store.all(EPISODES)[item].podcast)]
    place = keys.index(item) + by
    return (keys[place], None) if 0 <= place < len(keys) else None


def _take(store: Store, item: str) -> int:
    heard = store.all(EPISODES)[item].heard
    store.update(EPISODES, item, heard=0)
    return heard


def _keep(store: Store, item: str, at: int) -> None:
    store.update(EPISODES, item, heard=at)


SOURCES["podcast"] = Source(
    app=PODCAST_APP,
    describe=_about,
    length=lambda store, item: store.all(EPISODES)[item].seconds,
    step=_step,
    take=_take,
    keep=_keep,
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Shows with a month of episodes; some heard, some begun, some on the phone."""
    install(store, PODCAST_APP)
    today = store.only(DEVICE).clock.date()
    for show in (show for entry in cast.of(SHOWS) for show in entry):
        subscribed = random.random() < 0.55
        row = Podcast(show.title, show.host, show.topic, subscribed)  # type: ignore[arg-type]
        key, first = store.add(PODCASTS, row), random.randrange(1, 150)
        age = random.randrange(7)
        for place, title in enumerate(show.episodes):
            published = today - timedelta(days=age + 7 * (len(show.episodes) - 1 - place))
            episode = _made_up(random, key, first + place, title, published, subscribed)
            store.add(EPISODES, episode)


def _made_up(
    random: Random, podcast: str, number: int, title: str, published: date, subscribed: bool
) -> Episode:
    seconds, draw = random.randrange(600, 4200), random.random()
    heard = seconds if draw < 0.3 else int(seconds * draw) if draw < 0.45 else 0
    downloaded = subscribed and draw > 0.8
    return Episode(
        podcast, number, title, published, seconds, heard if subscribed else 0, downloaded
    )
