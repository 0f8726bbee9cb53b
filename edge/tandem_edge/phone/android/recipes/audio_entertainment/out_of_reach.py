"""Players and recorders keep their libraries to themselves."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    asks_service,
    each,
    in_app,
)

RECIPES = each(
    {
        "play_audiobook": in_app("the audiobook player", "有声书应用"),
        "manage_audiobook_bookmark": in_app("the audiobook player", "有声书应用"),
        "manage_equalizer": in_app(
            "the player or the maker's sound page", "播放器或厂商的音效页面"
        ),
        "manage_game_session": in_app("the maker's game mode", "厂商的游戏模式"),
        "rate_song": in_app("the music player", "音乐播放器"),
        "search_library": in_app("the music player", "音乐播放器"),
        "manage_play_queue": in_app("the music player", "音乐播放器"),
        "seek_playback": in_app("the player", "播放器"),
        "set_audio_sleep_timer": in_app("the player", "播放器"),
        "manage_playlist": in_app("the music player", "音乐播放器"),
        "edit_playlist_songs": in_app("the music player", "音乐播放器"),
        "manage_podcast": in_app("the podcast player", "播客应用"),
        "play_podcast": in_app("the podcast player", "播客应用"),
        "download_podcast_episode": in_app("the podcast player", "播客应用"),
        "play_radio": in_app("the radio app", "收音机应用"),
        "manage_radio_station": in_app("the radio app", "收音机应用"),
        "record_audio": in_app("the voice recorder", "录音机"),
        "manage_recording": in_app("the voice recorder", "录音机"),
        "identify_song": asks_service("a service that knows recordings", "识曲服务"),
        "play_video": in_app("the video player", "视频应用"),
        "manage_watchlist": in_app("the video app", "视频应用"),
        "track_series_episode": in_app("the video app", "视频应用"),
    }
)
