"""What plays after the current song: looking ahead, adding, removing, clearing."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    field,
    internal,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.audio_entertainment.media import (
    MUSIC_APP,
    PLAYER,
    SONGS,
    Player,
    order_of,
    songs_for,
    tell_apart,
)
from tandem_edge.phone.sandbox.selection import named
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

LONGEST_QUEUE = 2000
_EMPTY = "empty"
_BACK = undone_by("manage_play_queue", action="clear", state="$result.previous")


@tool(
    domain=Domain.AUDIO_ENTERTAINMENT,
    en="queue of upcoming songs: play next, append, remove, clear, look",
    zh="播放队列：插到下一首、加到末尾、移除、清空、查看",
    cues_en="queue up next what's coming play this after this one add to the queue line up "
    "remove from queue empty the queue then",
    cues_zh="播放队列 待播 下一首放 放完这首 接下来放什么 排队 加到队列 插队 清空队列 "
    "后面还有哪些歌",
    arguments=[
        action("play_next", "append", "remove", "clear", "query"),
        text(
            "music",
            "song, artist, album or playlist",
            "歌名、歌手、专辑或歌单",
            privacy=Privacy.NONE,
            example="Morning Rain",
            required=("play_next", "append", "remove"),
        ),
        internal(text("state", "to put back", "原队列", max_length=40_000, example=_EMPTY)),
    ],
    results=[
        field("songs", "array"),
        field("count", "integer"),
        field("previous", "string"),
        field("changed", "boolean"),
    ],
    effects={
        "play_next": Effect.WRITE,
        "append": Effect.WRITE,
        "remove": Effect.WRITE,
        "clear": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[needs("app", MUSIC_APP, code="app_missing")],
    errors=["not_found", "conflict", "in_use", "too_many"],
    inverses={"play_next": _BACK, "append": _BACK, "remove": _BACK, "clear": _BACK},
    conflicts=["set_music_play_mode"],
    changes=["control_playback"],
    mechanism=Mechanism.UI,
)
def manage_play_queue(
    store: Store, action: str, music: str | None, state: str | None
) -> dict[str, JsonValue]:
    """Change or show what comes after the current song, which goes on.

    Shuffled, nothing can be said to be next. With ``state`` a queue is put back.
    """
    before = store.only(PLAYER)
    if state is not None:
        _put_back(store, state)
    elif action == "clear":
        _clear(store, before)
    elif action == "remove":
        _remove(store, before, str(music))
    elif action != "query":
        _add(store, before, str(music), is_next=action == "play_next")
    after = store.only(PLAYER)
    upcoming = _upcoming(after)
    return {
        "songs": [tell_apart(store.all(SONGS)[key]) for key in upcoming],
        "count": len(upcoming),
        "previous": " ".join((str(before.position), *before.queue)) if before.queue else _EMPTY,
        "changed": after != before,
    }


def _upcoming(player: Player) -> list[str]:
    if not player.queue:
        return []
    order = order_of(player.mode, player.queue)
    return [player.queue[at] for at in order[order.index(player.position) + 1 :]]


def _add(store: Store, player: Player, music: str, *, is_next: bool) -> None:
    if is_next and player.mode == "shuffle":
        raise ToolFailure("conflict", "shuffle mixes the queue; choose another order first")
    songs = songs_for(store, music)
    if not songs:
        raise ToolFailure("not_found", "no song, artist, album or playlist matches")
    if len(player.queue) + len(songs) > LONGEST_QUEUE:
        raise ToolFailure("too_many", f"the queue holds {LONGEST_QUEUE} songs at most")
    at = player.position + 1 if is_next else len(player.queue)
    store.update(PLAYER, queue=(*player.queue[:at], *songs, *player.queue[at:]))


def _remove(store: Store, player: Player, music: str) -> None:
    rows = {key: store.all(SONGS)[key] for key in player.queue}
    titles = named(rows, music, lambda song: song.title)
    gone = {key for key, _ in titles} or set(songs_for(store, music)) & set(player.queue)
    if not gone:
        raise ToolFailure("not_found", "nothing in the queue matches")
    kept = [
        (at, key) for at, key in enumerate(player.queue) if key not in gone or at == player.position
    ]
    if len(kept) == len(player.queue):
        raise ToolFailure("in_use", "only the song that is on matches; skip it instead")
    position = [at for at, _ in kept].index(player.position)
    store.update(PLAYER, queue=tuple(key for _, key in kept), position=position)


def _clear(store: Store, player: Player) -> None:
    """The current song stays."""
    if player.queue:
        store.update(PLAYER, queue=(player.queue[player.position],), position=0)


def _put_back(store: Store, state: str) -> None:
    position, *queue = state.split()
    songs = store.all(SONGS)
    try:
        at = 0 if state == _EMPTY else int(position)
        store.update(PLAYER, queue=tuple(key for key in queue if key in songs), position=at)
    except ValueError as error:
        raise ToolFailure("invalid_argument", "that is no queue") from error
