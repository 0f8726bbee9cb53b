"""Writes that the catalogue declares no inverse for, and why each has none."""

from __future__ import annotations

SPENT = "it uses something up that nothing gives back"
MOVES_ON = "what it ends has moved on by itself by the time it could be undone"
PLAYS = "it takes the place of what was playing, whose position is not kept"
FETCHED = "what it fetched cannot be unfetched"
LOCKS = "only the owner's own unlocking takes it back"

REASONS: dict[tuple[str, str], str] = {
    ("answer_call", "silence"): MOVES_ON,
    ("clear_app_data", "clear_cache"): SPENT,
    ("lock_phone", "*"): LOCKS,
    ("manage_audiobook_bookmark", "go_to"): PLAYS,
    ("manage_countdown", "cancel"): MOVES_ON,
    ("manage_game_session", "end"): MOVES_ON,
    ("manage_lost_mode", "enable"): LOCKS,
    ("manage_recording", "play"): PLAYS,
    ("manage_stopwatch", "reset"): MOVES_ON,
    ("manage_todo", "delete"): "one that was done would come back as not done",
    ("play_audiobook", "*"): PLAYS,
    ("play_music", "*"): PLAYS,
    ("play_podcast", "*"): PLAYS,
    ("play_radio", "*"): PLAYS,
    ("play_video", "*"): PLAYS,
    ("record_audio", "stop"): MOVES_ON,
    ("record_screen", "stop"): MOVES_ON,
    ("scan_document", "add_pages"): "no action takes pages out of a scan",
    ("sync_account", "sync"): FETCHED,
    ("sync_watch", "*"): FETCHED,
    ("update_apps", "update"): "the store has no older versions",
}
"""Tool and action to the reason."""
