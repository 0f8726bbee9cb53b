"""What plays, plays alone; where one stopped, one goes on; and the rest of what these mean."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.audio_entertainment.audiobooks import BOOKS
from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER, PLAYLISTS, SONGS
from tandem_edge.phone.catalogue.audio_entertainment.playback_place import SLEEP, SleepTimer
from tandem_edge.phone.catalogue.audio_entertainment.playback_session import SESSION
from tandem_edge.phone.catalogue.audio_entertainment.podcasts import EPISODES
from tandem_edge.phone.catalogue.audio_entertainment.recorder import RECORDINGS
from tandem_edge.phone.catalogue.audio_entertainment.song_recognition import HEARD, ROOM, Room
from tandem_edge.phone.catalogue.audio_entertainment.videos import VIDEOS
from tandem_edge.phone.catalogue.display_sound.sound import SOUND
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.audio_entertainment import (
    BOOK,
    CHESS,
    GREEN,
    ON,
    SHOW,
    _book,
    _films,
    _harbour,
    _recordings,
)
from tests.edge.phone.making import OFFLINE, do, make_phone, must


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def code(phone: SandboxPhone, name: str, /, **arguments: Any) -> str:
    fault = do(phone, name, **arguments).result.fault
    return fault.code if fault else ""


def wait(phone: SandboxPhone, **span: int) -> None:
    phone.advance(phone.store.only(DEVICE).clock + timedelta(**span))


def record(phone: SandboxPhone, table: Any, title: str) -> Any:
    return next(row for row in phone.store.all(table).values() if row.title == title)


def test_a_podcast_stops_the_music_and_the_buttons_then_work_the_podcast() -> None:
    phone = make_phone(GREEN, SHOW, must("play_podcast", episode="Tulip Fever"))
    assert not phone.store.only(PLAYER).playing
    now = data(phone, "control_playback", action="query")
    assert (now["title"], now["kind"], now["playing"]) == ("Tulip Fever", "podcast", True)
    assert data(phone, "control_playback", action="pause")["playing"] is False


def test_a_podcast_goes_on_where_it_was_left() -> None:
    phone = make_phone(SHOW, must("play_podcast", episode="Tulip Fever"))
    wait(phone, minutes=5)
    do(phone, "play_music", query="Greensleeves")
    assert record(phone, EPISODES, "Tulip Fever").heard == 600
    assert data(phone, "play_podcast", episode="Tulip Fever")["at_seconds"] == 600


def test_time_does_not_pass_in_what_is_paused() -> None:
    phone = make_phone(GREEN)
    wait(phone, seconds=40)
    do(phone, "control_playback", action="pause")
    wait(phone, hours=1)
    assert data(phone, "control_playback", action="resume")["at_seconds"] == 40


def test_an_episode_heard_to_its_end_is_no_longer_unheard_nor_unfinished() -> None:
    phone = make_phone(SHOW, must("play_podcast", episode="Tulip Fever"))
    wait(phone, hours=2)
    do(phone, "control_playback", action="pause")
    show = "Two Minute History"
    unheard = data(phone, "play_podcast", show=show, which="oldest_unheard")
    assert unheard["episode"] == "The Great Stink"
    assert code(phone, "play_podcast", show=show, which="unfinished") == "not_found"


def test_a_downloaded_episode_needs_no_network_and_takes_room() -> None:
    phone = make_phone(SHOW)
    free = phone.store.only(DEVICE).free_mb
    size = data(phone, "download_podcast_episode", action="download", episode="Tulip")["megabytes"]
    assert phone.store.only(DEVICE).free_mb == free - size
    OFFLINE(phone)
    assert data(phone, "play_podcast", episode="Tulip Fever")["downloaded"] is True
    assert code(phone, "play_podcast", episode="A King in Hiding") == "offline"


def test_an_internet_station_needs_a_network_and_an_fm_station_does_not() -> None:
    phone = make_phone(_harbour, OFFLINE)
    assert code(phone, "play_radio", station="Harbour Classics") == "offline"
    assert data(phone, "play_radio", frequency=97.4)["station"] == "Harbour FM"


def test_the_radio_comes_back_on_the_last_station() -> None:
    phone = make_phone(_harbour, must("play_radio", station="Harbour FM"), GREEN)
    assert data(phone, "play_radio")["station"] == "Harbour FM"


def test_the_sleep_timer_pauses_whatever_plays_then() -> None:
    phone = make_phone(GREEN, must("set_audio_sleep_timer", action="start", after="20 minutes"))
    do(phone, "play_radio")
    wait(phone, minutes=19)
    assert data(phone, "control_playback", action="query")["playing"] is True
    wait(phone, minutes=2)
    assert data(phone, "control_playback", action="query")["playing"] is False
    assert phone.store.only(SLEEP) == SleepTimer()


def test_the_sleep_timer_at_the_end_follows_what_is_sought() -> None:
    phone = make_phone(GREEN, must("set_audio_sleep_timer", action="start"))
    length = data(phone, "seek_playback", action="to", time="10 seconds")["length_seconds"]
    wait(phone, seconds=length - 11)
    assert data(phone, "control_playback", action="query")["playing"] is True
    wait(phone, seconds=2)
    assert data(phone, "control_playback", action="query")["playing"] is False


def test_seeking_stays_within_the_song() -> None:
    phone = make_phone(GREEN)
    sought = data(phone, "seek_playback", action="forward", time="2 hours")
    assert sought["at_seconds"] == sought["length_seconds"]
    assert data(phone, "seek_playback", action="back", time="3 hours")["at_seconds"] == 0


def test_the_next_chapter_of_a_book_begins_at_its_start() -> None:
    phone = make_phone(_book, BOOK)
    assert data(phone, "control_playback", action="next")["at_seconds"] == 1800
    assert data(phone, "control_playback", action="previous")["at_seconds"] == 1200


def test_a_bookmark_leads_back_to_where_it_was_set() -> None:
    phone = make_phone(_book, BOOK)
    wait(phone, seconds=100)
    assert (
        data(phone, "manage_audiobook_bookmark", action="add", note="x-ray")["at_seconds"] == 1600
    )
    do(phone, "play_audiobook", chapter=15)
    do(phone, "manage_audiobook_bookmark", action="go_to", note="x-ray")
    assert data(phone, "control_playback", action="query")["at_seconds"] == 1600


def test_books_of_one_author_are_asked_about() -> None:
    fault = do(make_phone(), "play_audiobook", title="Edith Marlow").result.fault
    assert fault is not None and "The Tin Lighthouse" in fault.message
    assert "The Tin Soldier's Wife" in fault.message


def test_playing_next_comes_right_after_the_current_song() -> None:
    phone = make_phone(must("play_music", query="Workout"))
    ahead = data(phone, "manage_play_queue", action="play_next", music="Clair de Lune")
    assert ahead["songs"][0] == "Clair de Lune – Ana Lindqvist"
    assert data(phone, "control_playback", action="next")["title"] == "Clair de Lune"


def test_clearing_the_queue_lets_the_current_song_go_on() -> None:
    phone = make_phone(must("play_music", query="Workout"))
    song = data(phone, "control_playback", action="query")["title"]
    assert data(phone, "manage_play_queue", action="clear")["count"] == 0
    assert data(phone, "control_playback", action="query")["title"] == song


def test_the_song_that_is_on_goes_into_a_playlist_once() -> None:
    phone = make_phone(GREEN, must("manage_playlist", action="create", name="Campfire"))
    added = data(phone, "edit_playlist_songs", action="add", playlist="Campfire")
    assert added["song"].startswith("Greensleeves")
    again = do(phone, "edit_playlist_songs", action="add", playlist="Campfire")
    assert again.result.data["changed"] is False and again.changes == ()
    assert data(phone, "play_music", query="Campfire")["songs"] == 1


@pytest.mark.parametrize("name", ["liked songs", "我喜欢的音乐"])
def test_liked_songs_play_as_a_list(name: str) -> None:
    phone = make_phone(must("rate_song", action="like", song="Paper Boats"))
    liked = sum(song.liked for song in phone.store.all(SONGS).values())
    assert data(phone, "play_music", query=name)["songs"] == liked


def test_a_search_takes_everything_asked_for_together() -> None:
    phone = make_phone(must("rate_song", action="rate", song="Paper Boats", stars=5))
    found = data(phone, "search_library", text="the paper lanterns", genre="rock", stars=5)
    assert "Paper Boats" in [song["title"] for song in found["songs"]]
    assert data(phone, "search_library", text="周一乐队", genre="jazz")["total"] == 0


def test_choosing_a_band_by_hand_makes_the_sound_ones_own() -> None:
    phone = make_phone(must("manage_equalizer", action="apply", preset="rock"))
    sound = data(phone, "manage_equalizer", action="adjust", band="bass", level=9)
    assert (sound["preset"], sound["enabled"], sound["treble"]) == ("custom", True, 4)


def test_a_recording_without_a_name_is_called_by_when_it_began() -> None:
    phone = make_phone(must("record_audio", action="start"))
    wait(phone, minutes=3)
    saved = data(phone, "record_audio", action="stop")
    row = phone.store.all(RECORDINGS)[saved["recording_id"]]
    assert (row.name, row.seconds) == ("2026-03-10 09.00.00", 180)


def test_pauses_are_not_recorded() -> None:
    phone = make_phone(must("record_audio", action="start", name="Talk"))
    wait(phone, seconds=30)
    do(phone, "record_audio", action="pause")
    wait(phone, hours=1)
    do(phone, "record_audio", action="resume")
    wait(phone, seconds=12)
    assert data(phone, "record_audio", action="stop")["seconds"] == 42


def test_recordings_of_one_name_are_told_apart_by_day() -> None:
    phone = make_phone(_recordings)
    assert code(phone, "manage_recording", action="play", name="Rehearsal") == "ambiguous"
    played = data(phone, "manage_recording", action="play", name="Rehearsal", day="2026-03-08")
    assert played["seconds"] == 900


def test_a_deleted_recording_is_out_of_sight_but_can_be_had_back() -> None:
    phone = make_phone(_recordings, must("manage_recording", action="delete", name="Keep me"))
    assert code(phone, "manage_recording", action="play", name="Keep me") == "not_found"
    do(phone, "manage_recording", action="restore", name="Keep me")
    assert data(phone, "manage_recording", action="play", name="Keep me")["seconds"] == 60


def test_a_film_goes_on_in_the_middle_and_a_named_episode_at_its_start() -> None:
    phone = make_phone(_films)
    assert data(phone, "play_video", title="The Blue Tram")["at_seconds"] == 600
    assert data(phone, "play_video", title="Quay West")["episode"] == "1x2"
    wait(phone, minutes=4)
    named = data(phone, "play_video", title="Quay West", season=2, episode=1)
    assert (named["episode"], named["at_seconds"]) == ("2x1", 0)
    assert record(phone, VIDEOS, "Quay West").place == "2x1"


def test_marking_up_to_an_episode_marks_all_before_it() -> None:
    phone = make_phone(_films)
    marked = data(
        phone,
        "track_series_episode",
        action="mark_watched",
        series="Quay West",
        season=2,
        episode=1,
        up_to=True,
    )
    assert (marked["watched"], marked["left"], marked["next"]) == (4, 3, "2x2")
    done = data(
        phone, "track_series_episode", action="mark_watched", series="Quay West", up_to=True
    )
    assert (done["left"], done["next"]) == (0, "")


def test_the_watchlist_tells_what_fits_into_an_evening() -> None:
    phone = make_phone(_films)
    for title in ("The Blue Tram", "The Blue Trampoline"):
        do(phone, "manage_watchlist", action="add", title=title)
    short = data(phone, "manage_watchlist", action="query", genre="comedy", longest="100 minutes")
    titles = [item["title"] for item in short["items"]]
    assert "The Blue Tram" in titles and "The Blue Trampoline" not in titles


def test_a_game_keeps_quiet_and_gives_everything_back() -> None:
    phone = make_phone(must("manage_do_not_disturb", action="disable"), CHESS, ON)
    assert phone.store.only(SOUND).do_not_disturb
    assert phone.store.all(INSTALLED)["com.chess"].running
    wait(phone, minutes=25)
    assert data(phone, "manage_game_session", action="end")["minutes"] == 25
    assert not phone.store.only(SOUND).do_not_disturb
    assert phone.store.all(INSTALLED)["com.chess"].minutes_today == 25
    played = data(phone, "manage_game_session", action="query", game="Chess")["games"]
    assert played[0]["minutes_week"] >= 25


def test_uninstalling_a_player_ends_what_it_plays() -> None:
    phone = make_phone(must("play_radio"), must("manage_app", action="uninstall", app="收音机"))
    assert phone.store.only(SESSION).kind == "music"
    assert code(phone, "play_radio") == "app_missing"


def test_the_room_is_heard_unless_the_phone_plays_music_itself() -> None:
    phone = make_phone()
    phone.store.put(ROOM, "-", Room("Velvet Moon", "Nobody"))
    found = data(phone, "identify_song", action="identify")
    assert (found["title"], found["in_library"]) == ("Velvet Moon", False)
    GREEN(phone)
    found = data(phone, "identify_song", action="identify")
    assert (found["title"], found["in_library"]) == ("Greensleeves", True)


def test_the_same_song_is_remembered_once_a_while() -> None:
    phone = make_phone(must("identify_song", action="identify"))
    again = do(phone, "identify_song", action="identify")
    assert again.result.data["changed"] is False and again.changes == ()
    before = len(phone.store.all(HEARD))
    wait(phone, minutes=6)
    do(phone, "identify_song", action="identify")
    assert len(phone.store.all(HEARD)) == before + 1


@pytest.mark.parametrize("cast", [Cast.TRAIN, Cast.DEV, Cast.EVOLVE, Cast.TEST])
def test_every_cast_has_a_library_of_its_own(cast: Cast) -> None:
    phone = SandboxPhone.generate(5, cast=cast)
    others = SandboxPhone.generate(5, cast=Cast.TRAIN if cast is not Cast.TRAIN else Cast.DEV)
    for table, least in ((SONGS, 35), (PLAYLISTS, 8), (BOOKS, 6), (EPISODES, 30), (VIDEOS, 8)):
        mine = phone.store.all(table)
        assert len(mine) >= least
        assert not {_name(row) for row in mine.values()} & {
            _name(row) for row in others.store.all(table).values()
        }


def _name(row: Any) -> str:
    return str(getattr(row, "title", "") or row.name)


def test_the_everyday_phone_keeps_the_songs_it_always_had() -> None:
    titles = {song.title for song in make_phone().store.all(SONGS).values()}
    assert {"Greensleeves", "Clair de Lune", "Morning Rain", "茉莉花", "晴天之后"} <= titles
    assert datetime(2026, 3, 10, 9) == make_phone().store.only(DEVICE).clock
