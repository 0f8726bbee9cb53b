"""Cases of music, radio, podcasts, books, recordings, films and games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED, App
from tandem_edge.phone.catalogue.audio_entertainment.audiobooks import (
    BOOK_APP,
    BOOKS,
    NIGHTSTAND,
    Audiobook,
    Nightstand,
)
from tandem_edge.phone.catalogue.audio_entertainment.media import MUSIC_APP, PLAYER, Player
from tandem_edge.phone.catalogue.audio_entertainment.podcasts import (
    EPISODES,
    PODCAST_APP,
    PODCASTS,
)
from tandem_edge.phone.catalogue.audio_entertainment.radio import (
    RADIO_APP,
    STATIONS,
    TUNER,
    Station,
    Tuner,
)
from tandem_edge.phone.catalogue.audio_entertainment.recorder import (
    RECORDER_APP,
    RECORDINGS,
    VoiceRecording,
)
from tandem_edge.phone.catalogue.audio_entertainment.song_recognition import ROOM, Room
from tandem_edge.phone.catalogue.audio_entertainment.videos import VIDEO_APP, VIDEOS, Video
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.making import (
    FULL,
    LOCKED,
    OFFLINE,
    WEAK,
    Case,
    Setup,
    fails,
    hit_by,
    must,
    ok,
)

CALLING = must("make_call", person="Mira Kaya")
PLAYING = must("control_playback", action="resume")
LATER = must("seek_playback", action="to", time="90 seconds")
GREEN = must("play_music", query="Greensleeves")
NO_MUSIC = must("manage_play_queue", action="clear", state="empty")
NO_MICROPHONE = hit_by("denied", "microphone")


def without(app: str) -> Setup:
    return lambda phone: phone.store.remove(INSTALLED, app)


def game(package: str, label: str, **fields: Any) -> Setup:
    row = App(label, built_in=False, megabytes=500, **fields)
    return lambda phone: phone.store.put(INSTALLED, package, row)


def _harbour(phone: SandboxPhone) -> None:
    """A station on the air and one on the internet, both not favourites yet."""
    phone.store.put(STATIONS, "radio1", Station("Harbour FM", 97.4, "news"))
    phone.store.put(STATIONS, "radio2", Station("Harbour Classics", 0, "music"))


def _heard_nothing(phone: SandboxPhone) -> None:
    phone.store.put(TUNER, "-", Tuner())


def podcast(*, subscribed: bool) -> Setup:
    """The show "Two Minute History" with one downloaded, one begun and two untouched episodes."""

    def setup(phone: SandboxPhone) -> None:
        rows = phone.store.all(PODCASTS)
        key = next(key for key, row in rows.items() if row.title == "Two Minute History")
        phone.store.update(PODCASTS, key, subscribed=subscribed)
        mine = [each for each, row in phone.store.all(EPISODES).items() if row.podcast == key]
        for episode, heard, downloaded in zip(
            mine, (0, 300, 0, 0), (True, False, False, False), strict=True
        ):
            phone.store.update(EPISODES, episode, seconds=1800, heard=heard, downloaded=downloaded)

    return setup


SHOW = podcast(subscribed=True)
OTHER_SHOW = podcast(subscribed=False)


def _nobody_follows(phone: SandboxPhone) -> None:
    for key in list(phone.store.all(PODCASTS)):
        phone.store.update(PODCASTS, key, subscribed=False)


def _book(phone: SandboxPhone) -> None:
    phone.store.add(BOOKS, Audiobook("The Long Shelf", "Ada Quill", 20, 600, heard=1500))


def _empty_nightstand(phone: SandboxPhone) -> None:
    phone.store.put(NIGHTSTAND, "-", Nightstand())


BOOK = must("play_audiobook", title="The Long Shelf")
MARK = must("manage_audiobook_bookmark", action="add", title="The Long Shelf", note="storm at sea")
RECORDING = must("record_audio", action="start", name="Band practice")


def _recordings(phone: SandboxPhone) -> None:
    phone.store.add(RECORDINGS, VoiceRecording("Rehearsal", datetime(2026, 3, 8, 19, 0), 900))
    phone.store.add(RECORDINGS, VoiceRecording("Rehearsal", datetime(2026, 3, 9, 19, 0), 1200))
    phone.store.add(RECORDINGS, VoiceRecording("Old talk", datetime(2026, 3, 1, 9, 0), 60, True))
    phone.store.add(RECORDINGS, VoiceRecording("Keep me", datetime(2026, 3, 2, 9, 0), 60))


def _films(phone: SandboxPhone) -> None:
    phone.store.add(VIDEOS, Video("Quay West", "drama", 40, (3, 4), place="1x2", watched=("1x1",)))
    phone.store.add(VIDEOS, Video("The Blue Tram", "comedy", 95, downloaded=True, at=600))
    phone.store.add(VIDEOS, Video("The Blue Trampoline", "comedy", 121))


WANTED = must("manage_watchlist", action="add", title="The Blue Tram")
CHESS = game("com.chess", "Chess")
KINGS = game("com.tencent.tmgp.sgame", "Honor of Kings", running=True)
ON = must("manage_game_session", action="start", game="国际象棋", quiet=True)
GENRES = ("pop", "rock", "folk", "classical", "electronic", "jazz", "hip_hop", "children")
TOPICS = (
    "news business technology science history culture crime comedy story health sport travel "
    "learning children"
).split()
VIDEO_GENRES = (
    "comedy drama thriller crime romance adventure animation documentary science_fiction".split()
)

_MUSIC: list[Case] = [
    ok("control_playback", PLAYING, action="next", resume_at=12),
    ok("manage_playlist", action="create", name="Campfire"),
    ok("manage_playlist", action="rename", name="Road Trip", new_name="开车听"),
    ok("manage_playlist", action="rename", name="睡前轻音乐", new_name="睡前听"),
    ok("manage_playlist", action="delete", name="健身歌单"),
    ok("manage_playlist", action="delete", name="any", playlist_id="playlist2"),
    ok("manage_playlist", action="create", name="Two", songs="song1 song2"),
    ok("manage_playlist", action="query", name="Workout"),
    ok("manage_playlist", action="query"),
    ok(
        "edit_playlist_songs",
        must("manage_playlist", action="create", name="Campfire"),
        action="add",
        playlist="Campfire",
        song="Paper Boats",
    ),
    ok(
        "edit_playlist_songs",
        must("manage_playlist", action="create", name="Campfire", songs="song2 song3"),
        action="add",
        playlist="Campfire",
        song="海边的猫",
        position=1,
    ),
    ok(
        "edit_playlist_songs",
        must("manage_playlist", action="create", name="Campfire", songs="song1 song2 song3"),
        action="remove",
        playlist="Campfire",
        song_id="song2",
    ),
    ok(
        "edit_playlist_songs",
        must("manage_playlist", action="create", name="Campfire", songs="song1 song2 song3"),
        action="move",
        playlist="Campfire",
        song_id="song3",
        position=1,
    ),
    ok(
        "edit_playlist_songs",
        must("manage_playlist", action="create", name="Campfire"),
        must("manage_playlist", action="create", name="Second fire", songs="song1 song2"),
        action="remove",
        playlist="Second fire",
        song_id="song1",
    ),
    ok(
        "edit_playlist_songs",
        GREEN,
        must("manage_playlist", action="create", name="Campfire"),
        action="add",
        playlist="Campfire",
    ),
    ok(
        "rate_song",
        must("rate_song", action="unlike", song="Paper Boats"),
        action="like",
        song="Paper Boats",
    ),
    ok(
        "rate_song",
        must("rate_song", action="like", song="月亮河边"),
        action="unlike",
        song="月亮河边",
    ),
    ok("rate_song", action="like", song_id="song5"),
    ok("rate_song", GREEN, must("rate_song", action="rate", stars=2), action="rate", stars=5),
    ok("rate_song", action="rate", song="周一乐队的晴天日记", stars=0),
    *(ok("search_library", genre=genre) for genre in GENRES),
    *(
        ok("search_library", order=order)
        for order in ("title", "newest", "oldest", "longest", "top_rated")
    ),
    ok("search_library", text="江南丝竹社", liked=False),
    ok("search_library", liked=True, stars=3),
    ok("manage_play_queue", action="play_next", music="Morning Rain"),
    ok("manage_play_queue", GREEN, action="append", music="Sunday Chill"),
    ok("manage_play_queue", NO_MUSIC, action="append", music="林晚"),
    ok(
        "manage_play_queue",
        must("play_music", query="林晚"),
        action="remove",
        music="月亮之上的风",
    ),
    ok("manage_play_queue", must("play_music", query="Workout"), action="clear"),
    ok("manage_play_queue", action="query"),
    ok("manage_play_queue", action="clear", state="0 song1 song2"),
    ok("seek_playback", GREEN, action="to", time="80 seconds"),
    ok("seek_playback", GREEN, action="forward", time="一分半"),
    ok(
        "seek_playback", must("seek_playback", action="to", time="90 s"), action="back", time="30 s"
    ),
    ok("seek_playback", must("seek_playback", action="to", time="1 min"), action="restart"),
    ok("seek_playback", action="restart", seconds=30),
    ok("set_audio_sleep_timer", PLAYING, action="start", after="half an hour"),
    ok("set_audio_sleep_timer", PLAYING, action="start"),
    ok(
        "set_audio_sleep_timer",
        PLAYING,
        must("set_audio_sleep_timer", action="start", after="20 minutes"),
        action="start",
        after="一小时",
    ),
    ok(
        "set_audio_sleep_timer",
        PLAYING,
        must("set_audio_sleep_timer", action="start"),
        action="cancel",
    ),
    ok("set_audio_sleep_timer", action="cancel", kept="off"),
    ok("set_audio_sleep_timer", action="query"),
    ok("manage_equalizer", must("manage_equalizer", action="disable"), action="enable"),
    ok("manage_equalizer", must("manage_equalizer", action="enable"), action="disable"),
    *(
        ok("manage_equalizer", action="apply", preset=preset)
        for preset in (
            "flat",
            "bass_boost",
            "treble_boost",
            "vocal",
            "rock",
            "pop",
            "jazz",
            "classical",
        )
    ),
    *(
        ok("manage_equalizer", action="adjust", band=band, level=level)
        for band, level in (("bass", 9), ("middle", -4), ("treble", 0))
    ),
    ok("manage_equalizer", action="disable", kept="1 rock 5 -1 4"),
    ok("manage_equalizer", action="query"),
    ok("identify_song", action="identify"),
    ok("identify_song", action="identify", kept="Moss | Static Garden | 2026-03-01T10:00:00"),
    ok("identify_song", action="query", day="today"),
    ok("identify_song", action="query", title="Copper Moon"),
    ok("identify_song", action="delete", title="Copper Moon"),
    ok("identify_song", action="delete", title="any", heard_id="heard2"),
]

_SPOKEN: list[Case] = [
    ok("play_radio", _harbour, station="Harbour FM"),
    ok("play_radio", _harbour, frequency="97.4"),
    ok("play_radio"),
    ok("control_playback", must("play_radio"), action="next"),
    ok("control_playback", must("play_radio"), action="pause"),
    ok("manage_radio_station", action="add", station="山城之声", frequency=64.3),
    ok(
        "manage_radio_station",
        action="add",
        station="Ridge FM",
        frequency=65.1,
        programme="talk",
        favourite=True,
    ),
    ok("manage_radio_station", _harbour, action="delete", station="Harbour FM"),
    ok("manage_radio_station", _harbour, action="delete", station="Harbour Classics"),
    ok("manage_radio_station", _harbour, action="delete", station_id="radio2"),
    ok("manage_radio_station", _harbour, action="favourite", frequency=97.4),
    ok(
        "manage_radio_station",
        _harbour,
        must("play_radio", station="Harbour FM"),
        must("manage_radio_station", action="favourite"),
        action="unfavourite",
    ),
    *(
        ok("manage_radio_station", action="query", programme=programme)
        for programme in ("news", "music", "traffic", "talk", "sport", "culture")
    ),
    ok("manage_podcast", OTHER_SHOW, action="subscribe", show="Two Minute History"),
    ok("manage_podcast", SHOW, action="unsubscribe", show="two minute history"),
    ok("manage_podcast", action="unsubscribe", show="any", podcast_id="podcast1"),
    *(ok("manage_podcast", action="query", topic=topic) for topic in TOPICS),
    ok("manage_podcast", SHOW, action="query", subscribed=True),
    ok("play_podcast", SHOW, show="Two Minute History"),
    *(
        ok("play_podcast", SHOW, show="Two Minute History", which=which)
        for which in ("newest", "oldest_unheard", "unfinished")
    ),
    ok("play_podcast", SHOW, OFFLINE, episode="The Great Stink"),
    ok("control_playback", SHOW, must("play_podcast", episode="Tulip"), action="next"),
    ok("control_playback", SHOW, must("play_podcast", episode="Tulip"), action="previous"),
    ok("download_podcast_episode", SHOW, action="download", show="Two Minute History"),
    ok("download_podcast_episode", SHOW, action="download", episode="Tulip Fever"),
    ok("download_podcast_episode", SHOW, action="delete", show="Two Minute History"),
    ok("download_podcast_episode", action="download", episode_id="episode2"),
    ok("download_podcast_episode", action="query"),
    ok("play_audiobook", _book, title="The Long Shelf"),
    ok("play_audiobook", _book, title="Ada Quill", chapter=7),
    ok("play_audiobook", from_start=True),
    ok("control_playback", _book, BOOK, action="next"),
    ok("control_playback", _book, BOOK, action="previous"),
    ok("seek_playback", _book, BOOK, action="back", time="30 s"),
    ok("manage_audiobook_bookmark", action="add", note="谁是凶手"),
    ok("manage_audiobook_bookmark", _book, action="add", title="The Long Shelf"),
    ok("manage_audiobook_bookmark", _book, BOOK, action="add", at=90),
    ok("manage_audiobook_bookmark", _book, MARK, action="go_to", note="storm at sea"),
    ok("manage_audiobook_bookmark", _book, MARK, action="delete", title="The Long Shelf"),
    ok("manage_audiobook_bookmark", action="delete", bookmark_id="bookmark2"),
    ok("manage_audiobook_bookmark", action="query"),
    ok("record_audio", action="start"),
    ok("record_audio", action="start", name="Band practice"),
    ok("record_audio", RECORDING, action="pause"),
    ok("record_audio", RECORDING, must("record_audio", action="pause"), action="resume"),
    ok("record_audio", RECORDING, action="stop"),
    ok("record_audio", RECORDING, action="discard"),
    ok("record_audio", action="query"),
    ok("manage_recording", _recordings, action="play", name="Rehearsal", day="yesterday"),
    ok("manage_recording", _recordings, action="rename", name="Keep me", new_name="试音"),
    ok("manage_recording", _recordings, action="delete", name="Keep me"),
    ok("manage_recording", _recordings, action="restore", name="Old talk"),
    ok("manage_recording", action="query"),
    ok("manage_recording", action="play", recording_id="voice3"),
    ok(
        "manage_recording",
        _recordings,
        must("manage_recording", action="delete", name="Keep me"),
        action="restore",
        name="Keep me",
    ),
    ok(
        "control_playback",
        _recordings,
        must("manage_recording", action="play", name="Keep me"),
        action="next",
    ),
]

_SEEN: list[Case] = [
    ok("play_video", _films, title="The Blue Tram"),
    ok("play_video", _films, title="Quay West", season=2, episode=3),
    ok("play_video"),
    ok("control_playback", _films, must("play_video", title="Quay West"), action="next"),
    ok("control_playback", _films, must("play_video", title="Quay West"), action="previous"),
    ok("manage_watchlist", action="add", title="Solaris Nine", kind="series"),
    ok("manage_watchlist", _films, action="add", title="the blue tram", kind="film"),
    ok("manage_watchlist", _films, WANTED, action="remove", title="The Blue Tram"),
    ok("manage_watchlist", action="remove", title="any", item_id="watch2"),
    ok("manage_watchlist", action="add", title="Old Wish", added="2026-01-05"),
    ok("manage_watchlist", _films, WANTED, action="query", longest="两小时"),
    *(ok("manage_watchlist", action="query", genre=genre) for genre in VIDEO_GENRES),
    ok("track_series_episode", _films, action="mark_watched", series="Quay West"),
    ok("track_series_episode", _films, action="mark_watched", series="Quay West", season=2),
    ok(
        "track_series_episode",
        _films,
        action="mark_watched",
        series="Quay West",
        season=2,
        episode=1,
        up_to=True,
    ),
    ok("track_series_episode", _films, action="mark_unwatched", series="Quay West"),
    ok(
        "track_series_episode", _films, action="mark_watched", series="Quay West", watched="1x1 1x2"
    ),
    ok("track_series_episode", _films, action="query", series="Quay West"),
    *(
        ok("manage_game_session", CHESS, action="start", game="Chess", mode=mode)
        for mode in ("balanced", "performance", "battery_saver")
    ),
    ok("manage_game_session", KINGS, action="start", game="王者荣耀", quiet=True),
    ok("manage_game_session", CHESS, ON, action="end"),
    ok("manage_game_session", CHESS, ON, action="end", game="Chess"),
    ok("manage_game_session", action="query"),
]

EXAMPLES: list[Case] = [*_MUSIC, *_SPOKEN, *_SEEN]

_NEEDS_APP = {
    MUSIC_APP: (
        ("manage_playlist", {"action": "query"}),
        ("edit_playlist_songs", {"action": "add", "playlist": "Workout"}),
        ("rate_song", {"action": "like"}),
        ("search_library", {}),
        ("manage_play_queue", {"action": "query"}),
        ("seek_playback", {"action": "restart"}),
    ),
    RADIO_APP: (("play_radio", {}), ("manage_radio_station", {"action": "query"})),
    PODCAST_APP: (
        ("manage_podcast", {"action": "query"}),
        ("play_podcast", {}),
        ("download_podcast_episode", {"action": "query"}),
    ),
    BOOK_APP: (("play_audiobook", {}), ("manage_audiobook_bookmark", {"action": "query"})),
    RECORDER_APP: (
        ("record_audio", {"action": "query"}),
        ("manage_recording", {"action": "query"}),
    ),
    VIDEO_APP: (
        ("play_video", {}),
        ("manage_watchlist", {"action": "query"}),
        ("track_series_episode", {"action": "query", "series": "x"}),
    ),
}
_NOT_THERE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("manage_playlist", {"action": "delete", "name": "no such list"}),
    ("edit_playlist_songs", {"action": "add", "playlist": "no such list", "song": "Paper Boats"}),
    ("rate_song", {"action": "like", "song": "No Such Tune"}),
    ("manage_play_queue", {"action": "append", "music": "No Such Tune"}),
    ("play_radio", {"station": "No Such FM"}),
    ("manage_radio_station", {"action": "favourite"}),
    ("manage_podcast", {"action": "subscribe", "show": "No Such Show"}),
    ("play_podcast", {"episode": "no such episode"}),
    ("download_podcast_episode", {"action": "download", "show": "No Such Show"}),
    ("play_audiobook", {"title": "No Such Book"}),
    ("manage_audiobook_bookmark", {"action": "go_to", "note": "no such note"}),
    ("manage_recording", {"action": "play", "name": "no such recording"}),
    ("play_video", {"title": "No Such Film"}),
    ("manage_watchlist", {"action": "remove", "title": "No Such Film"}),
    ("track_series_episode", {"action": "query", "series": "No Such Film"}),
    ("identify_song", {"action": "delete", "title": "No Such Tune"}),
)
_MISSING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("manage_playlist", {"action": "rename", "name": "Workout"}),
    ("edit_playlist_songs", {"action": "move", "playlist": "Workout"}),
    ("rate_song", {"action": "rate"}),
    ("manage_play_queue", {"action": "append"}),
    ("seek_playback", {"action": "to"}),
    ("set_audio_sleep_timer", {}),
    ("manage_equalizer", {"action": "adjust", "band": "bass"}),
    ("manage_radio_station", {"action": "add", "station": "x"}),
    ("manage_podcast", {"action": "subscribe"}),
    ("download_podcast_episode", {"action": "download"}),
    ("manage_audiobook_bookmark", {}),
    ("record_audio", {}),
    ("manage_recording", {"action": "rename", "name": "x"}),
    ("manage_watchlist", {"action": "add"}),
    ("track_series_episode", {"action": "query"}),
    ("manage_game_session", {"action": "start"}),
    ("identify_song", {"action": "delete"}),
)

FAULTS: list[Case] = [
    *(
        fails("app_missing", name, without(app), **arguments)
        for app, calls in _NEEDS_APP.items()
        for name, arguments in calls
    ),
    *(fails("not_found", name, **arguments) for name, arguments in _NOT_THERE),
    *(fails("missing_argument", name, **arguments) for name, arguments in _MISSING),
    fails("already_exists", "manage_playlist", action="create", name="workout"),
    fails("ambiguous", "manage_playlist", action="delete", name="Sunday"),
    fails("ambiguous", "edit_playlist_songs", action="add", playlist="Workout", song="林晚"),
    fails("not_found", "edit_playlist_songs", GREEN, action="remove", playlist="Baby Sleep"),
    fails("nothing_playing", "edit_playlist_songs", NO_MUSIC, action="add", playlist="Workout"),
    fails("ambiguous", "rate_song", action="like", song="Morning"),
    fails("nothing_playing", "rate_song", must("play_radio"), action="like"),
    fails(
        "conflict",
        "manage_play_queue",
        must("set_music_play_mode", mode="shuffle"),
        action="play_next",
        music="Paper Boats",
    ),
    fails("in_use", "manage_play_queue", GREEN, action="remove", music="Greensleeves"),
    fails(
        "too_many",
        "manage_play_queue",
        lambda phone: phone.store.put(PLAYER, "-", Player(queue=("song1",) * 2000)),
        action="append",
        music="Paper Boats",
    ),
    fails("invalid_argument", "manage_play_queue", action="clear", state="9 song1"),
    fails("nothing_playing", "seek_playback", NO_MUSIC, action="restart"),
    fails("not_seekable", "seek_playback", must("play_radio"), action="forward", time="10 s"),
    fails("nothing_playing", "set_audio_sleep_timer", action="start"),
    fails("not_seekable", "set_audio_sleep_timer", must("play_radio"), action="start"),
    fails("invalid_argument", "set_audio_sleep_timer", PLAYING, action="start", after="3 days"),
    fails("invalid_argument", "set_audio_sleep_timer", action="cancel", kept="soon"),
    fails("invalid_argument", "manage_equalizer", action="disable", kept="loud"),
    fails("no_match", "identify_song", lambda p: p.store.put(ROOM, "-", Room()), action="identify"),
    fails("ambiguous", "identify_song", action="delete", title="Copper"),
    fails("offline", "identify_song", OFFLINE, action="identify"),
    fails("permission_denied", "identify_song", NO_MICROPHONE, action="identify"),
    fails("call_active", "identify_song", CALLING, action="identify"),
    fails("microphone_busy", "identify_song", RECORDING, action="identify"),
    fails("invalid_argument", "identify_song", action="identify", kept="x"),
    fails("not_found", "play_radio", _heard_nothing),
    fails("ambiguous", "play_radio", station="Harbour"),
    fails("offline", "play_radio", _harbour, OFFLINE, station="Harbour Classics"),
    fails(
        "already_exists",
        "manage_radio_station",
        _harbour,
        action="add",
        station="x",
        frequency=97.4,
    ),
    fails("invalid_argument", "manage_radio_station", action="add", station="x", frequency=9),
    fails("ambiguous", "manage_radio_station", action="delete", station="Harbour"),
    fails(
        "in_use",
        "manage_radio_station",
        _harbour,
        must("play_radio", station="Harbour FM"),
        action="delete",
    ),
    fails("ambiguous", "manage_podcast", action="subscribe", show="Kitchen Table"),
    fails("offline", "manage_podcast", OFFLINE, action="subscribe", show="Two Minute History"),
    fails("ambiguous", "play_podcast", show="Halfway"),
    fails("not_found", "play_podcast", _nobody_follows),
    fails("offline", "play_podcast", SHOW, OFFLINE, episode="Tulip Fever"),
    fails("ambiguous", "download_podcast_episode", action="download", show="Halfway"),
    fails("offline", "download_podcast_episode", OFFLINE, action="download", episode="Tulip Fever"),
    fails(
        "low_storage", "download_podcast_episode", SHOW, FULL, action="download", episode="Tulip"
    ),
    fails("ambiguous", "play_audiobook", title="Edith Marlow"),
    fails("not_found", "play_audiobook", _book, title="The Long Shelf", chapter=21),
    fails("not_found", "play_audiobook", _empty_nightstand),
    fails("ambiguous", "manage_audiobook_bookmark", action="delete"),
    fails("recording_active", "record_audio", RECORDING, action="start"),
    fails("not_recording", "record_audio", action="stop"),
    fails("already_exists", "record_audio", _recordings, action="start", name="keep me"),
    fails("low_storage", "record_audio", FULL, action="start"),
    fails("permission_denied", "record_audio", NO_MICROPHONE, action="start"),
    fails("call_active", "record_audio", CALLING, action="start"),
    fails(
        "already_exists",
        "manage_recording",
        _recordings,
        action="rename",
        name="Keep me",
        new_name="rehearsal",
    ),
    fails("ambiguous", "manage_recording", _recordings, action="delete", name="Rehearsal"),
    fails(
        "in_use",
        "manage_recording",
        _recordings,
        must("manage_recording", action="play", name="Keep me"),
        action="delete",
        name="Keep me",
    ),
    fails("locked", "play_video", LOCKED),
    fails("call_active", "play_video", CALLING),
    fails("ambiguous", "play_video", _films, title="The Blue"),
    fails("offline", "play_video", _films, OFFLINE, title="Quay West"),
    fails("not_found", "play_video", _films, title="Quay West", season=3),
    fails("ambiguous", "manage_watchlist", action="remove", title="Orchard"),
    fails("ambiguous", "track_series_episode", _films, action="query", series="The Blue"),
    fails("not_a_series", "track_series_episode", _films, action="query", series="The Blue Tram"),
    fails("locked", "manage_game_session", CHESS, LOCKED, action="start", game="Chess"),
    fails("battery_low", "manage_game_session", CHESS, WEAK, action="start", game="Chess"),
    fails("not_installed", "manage_game_session", action="start", game="Candy Crush"),
    fails("not_a_game", "manage_game_session", action="start", game="Calculator"),
    fails(
        "session_active", "manage_game_session", CHESS, KINGS, ON, action="start", game="王者荣耀"
    ),
    fails("no_session", "manage_game_session", action="end"),
    fails(
        "limit_reached",
        "manage_game_session",
        game("com.chess", "Chess", minutes_today=30, limit_minutes=30),
        action="start",
        game="Chess",
    ),
]
