"""Cases of what the phone shows and how loud it is."""

from __future__ import annotations

from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.making import LOCKED, WEAK, Case, Setup, fails, must, ok

QUIET_LUNCH = must(
    "manage_dnd_schedule",
    action="create",
    name="Reading hour",
    start="8:30 am",
    end="11 am",
    days="daily",
)
LIBRARY_LEVELS = must("manage_sound_profile", action="save", name="My usual")
LIGHT_OFF = must("manage_night_light", action="disable")
LIGHT_ON = must("manage_night_light", action="enable")
MIRA_RING = must("set_ringtone", sound="Harp Glide", person="Mira Kaya")


def _screen_saver(*actions: str) -> tuple[Setup, ...]:
    return tuple(must("manage_screen_saver", action=action) for action in actions)


def _no_wechat(phone: SandboxPhone) -> None:
    phone.store.remove(phone.store.tables["apps"], "com.tencent.mm")


EXAMPLES: list[Case] = [
    ok("manage_do_not_disturb", action="enable", duration="2 hours"),
    ok(
        "manage_do_not_disturb",
        must("manage_do_not_disturb", action="enable", duration="2 hours"),
        action="enable",
    ),
    ok(
        "manage_do_not_disturb",
        must("manage_do_not_disturb", action="enable", duration="2 hours"),
        action="disable",
    ),
    ok("manage_do_not_disturb", action="disable", state="{}"),
    ok(
        "manage_dnd_schedule",
        action="create",
        name="Choir",
        start="7 pm",
        end="9 pm",
        days="weekdays",
    ),
    ok("manage_dnd_schedule", action="create", start="8:00 am", end="9:30 am"),
    ok(
        "manage_dnd_schedule",
        action="create",
        start="8 am",
        end="10 am",
        days="weekends",
        enabled=False,
    ),
    ok(
        "manage_dnd_schedule",
        must("manage_do_not_disturb", action="enable"),
        action="create",
        start="早上八点",
        end="上午十点",
    ),
    ok("manage_dnd_schedule", QUIET_LUNCH, action="delete", name="reading hour"),
    ok(
        "manage_dnd_schedule",
        QUIET_LUNCH,
        must("manage_do_not_disturb", action="disable"),
        action="delete",
        start="8:30 am",
        end="11 am",
    ),
    ok("manage_dnd_schedule", QUIET_LUNCH, action="disable", name="Reading hour"),
    ok(
        "manage_dnd_schedule",
        QUIET_LUNCH,
        must("manage_dnd_schedule", action="disable", name="Reading hour"),
        action="enable",
        name="Reading hour",
    ),
    ok(
        "manage_dnd_schedule",
        QUIET_LUNCH,
        action="update",
        name="Reading hour",
        start="10 am",
        days="weekends",
    ),
    ok("manage_dnd_schedule", QUIET_LUNCH, action="update", name="Reading hour", end="8 pm"),
    ok("manage_dnd_schedule", action="query"),
    ok("manage_dnd_schedule", action="query", days="weekdays"),
    ok("manage_dnd_schedule", action="query", days="daily"),
    ok("manage_dnd_schedule", action="disable", schedule_id="quiet_time2", state="{}"),
    ok("manage_dnd_exception", action="allow", person="Mira Kaya"),
    ok("manage_dnd_exception", action="allow", app="WhatsApp"),
    *(
        ok("manage_dnd_exception", action="allow", sort=sort)
        for sort in ("alarms", "reminders", "calls", "messages", "media", "repeat_callers")
    ),
    ok("manage_dnd_exception", action="allow", sort="family"),
    ok("manage_dnd_exception", action="allow", sort="work"),
    ok("manage_dnd_exception", action="remove", sort="alarms"),
    ok(
        "manage_dnd_exception",
        must("manage_dnd_exception", action="allow", person="Mira Kaya"),
        action="remove",
        person="Mira Kaya",
    ),
    ok(
        "manage_dnd_exception",
        must("manage_dnd_exception", action="allow", app="WhatsApp"),
        action="remove",
        app="WhatsApp",
    ),
    ok("manage_dnd_exception", action="remove", exception_id="dnd_exception1"),
    ok("manage_dnd_exception", action="query"),
    ok("manage_dnd_exception", action="query", sort="family"),
    ok("manage_sound_profile", action="save", name="Ward round"),
    ok("manage_sound_profile", LIBRARY_LEVELS, action="apply", name="会议"),
    ok("manage_sound_profile", action="apply", name="Outdoor", settings="1 2 3 4 5 silent"),
    ok("manage_sound_profile", LIBRARY_LEVELS, action="delete", name="my usual"),
    ok("manage_sound_profile", action="delete", name="any", profile_id="sound_profile2"),
    ok("manage_sound_profile", action="query"),
    ok("set_app_volume", app="抖音", percent="一半"),
    ok("set_app_volume", must("set_app_volume", app="WeChat", percent=20), app="微信", percent=100),
    *(
        ok("set_vibration", on=on, strength=strength)
        for on, strength in zip(
            ("calls", "notifications", "alarms", "touch"),
            ("off", "light", "medium", "strong"),
            strict=True,
        )
    ),
    ok("set_ringtone", sound="Morning Dew"),
    ok("set_ringtone", sound="月亮河边", purpose="alarm"),
    ok("set_ringtone", sound="老电话铃", purpose="notification"),
    ok("set_ringtone", sound="Rooster", person="Mira Kaya"),
    ok("set_ringtone", MIRA_RING, sound="Rooster", person="Mira Kaya"),
    ok("set_ringtone", MIRA_RING, sound="x", sound_id="default", person="Mira Kaya"),
    ok("schedule_dark_mode", action="set", schedule="sunset"),
    ok("schedule_dark_mode", action="set", schedule="hours", start="8 am", end="晚上十点"),
    ok(
        "schedule_dark_mode",
        must("schedule_dark_mode", action="set", schedule="sunset"),
        action="set",
        schedule="off",
    ),
    ok("schedule_dark_mode", action="query"),
    ok("schedule_dark_mode", action="set", schedule="off", state="{}"),
    ok("manage_night_light", LIGHT_OFF, action="enable", warmth=75),
    ok("manage_night_light", LIGHT_ON, action="enable", warmth="max"),
    ok("manage_night_light", LIGHT_ON, action="disable"),
    ok("manage_night_light", action="schedule"),
    ok("manage_night_light", LIGHT_OFF, action="schedule", start="8 am", end="10 am"),
    ok(
        "manage_night_light",
        must("manage_night_light", action="schedule"),
        action="unschedule",
    ),
    ok("manage_night_light", action="query"),
    ok("manage_night_light", action="disable", state="{}"),
    ok("set_screen_timeout", duration="5 minutes"),
    ok("set_screen_timeout", duration="十五秒"),
    *(
        ok("set_font_size", must("set_font_size", size="large"), size=size)
        for size in ("small", "default", "larger", "largest", "one_step_up", "one_step_down")
    ),
    ok("set_font_size", must("set_font_size", size="small"), size="large", bold=True),
    ok("set_font_size", size="large", state="{}"),
    ok("set_color_mode", LIGHT_OFF, mode="natural", temperature="warm"),
    ok("set_color_mode", LIGHT_OFF, mode="vivid", temperature="cool"),
    ok("set_color_mode", mode="standard"),
    ok("set_color_mode", LIGHT_OFF, mode="vivid", temperature="neutral"),
    ok("set_color_mode", mode="natural", state="{}"),
    *(ok("set_refresh_rate", rate=rate) for rate in ("60", "90", "120", "adaptive")),
    ok("set_refresh_rate", rate="120", app="WeChat"),
    ok(
        "set_refresh_rate",
        must("set_refresh_rate", rate="60", app="微信"),
        rate="inherit",
        app="微信",
    ),
    ok("set_wallpaper", wallpaper="Misty Pines"),
    ok("set_wallpaper", wallpaper="锦鲤池", screen="lock"),
    ok("set_wallpaper", wallpaper="Plain Black", screen="home"),
    ok("set_wallpaper", wallpaper="any", state="{}"),
    *(
        ok("manage_always_on_display", action="enable", when=when)
        for when in ("always", "tapped", "notified")
    ),
    ok(
        "manage_always_on_display",
        must("manage_always_on_display", action="enable"),
        action="disable",
    ),
    ok("manage_always_on_display", action="query"),
    ok("manage_always_on_display", action="disable", state="{}"),
    *(
        ok("manage_screen_saver", action="enable", shows=shows)
        for shows in ("clock", "photos", "colors", "weather")
    ),
    ok("manage_screen_saver", *_screen_saver("enable", "start"), action="disable"),
    ok("manage_screen_saver", *_screen_saver(), action="start", shows="photos"),
    ok("manage_screen_saver", *_screen_saver("start"), action="stop"),
    ok("manage_screen_saver", action="query"),
    ok("manage_screen_saver", action="stop", state="{}"),
]

FAULTS: list[Case] = [
    fails("missing_argument", "manage_do_not_disturb"),
    fails("invalid_argument", "manage_do_not_disturb", action="enable", duration="3 days"),
    fails("invalid_argument", "manage_do_not_disturb", action="enable", state="nonsense"),
    fails("missing_argument", "manage_dnd_schedule", action="create", start="7 pm"),
    fails("missing_argument", "manage_dnd_schedule", QUIET_LUNCH, action="update", name="reading"),
    fails(
        "already_exists",
        "manage_dnd_schedule",
        QUIET_LUNCH,
        action="create",
        start="8:30",
        end="11:00",
    ),
    fails("not_found", "manage_dnd_schedule", action="disable", name="no such"),
    fails("ambiguous", "manage_dnd_schedule", action="delete"),
    fails("missing_argument", "manage_dnd_exception", action="allow"),
    fails(
        "missing_argument",
        "manage_dnd_exception",
        action="allow",
        person="Mira Kaya",
        sort="alarms",
    ),
    fails("locked", "manage_dnd_exception", LOCKED, action="allow", sort="calls"),
    fails("not_found", "manage_dnd_exception", action="remove", sort="work"),
    fails("not_found", "manage_dnd_exception", action="allow", person="Nobody Atall"),
    fails("ambiguous", "manage_dnd_exception", action="allow", person="Mira K"),
    fails("not_installed", "manage_dnd_exception", _no_wechat, action="allow", app="WeChat"),
    fails("missing_argument", "manage_sound_profile", action="apply"),
    fails("invalid_argument", "manage_sound_profile", action="save", name="x", settings="loud"),
    fails("already_exists", "manage_sound_profile", LIBRARY_LEVELS, action="save", name="MY usual"),
    fails("not_found", "manage_sound_profile", action="apply", name="no such"),
    fails("ambiguous", "manage_sound_profile", action="delete", name="m"),
    fails("missing_argument", "set_app_volume", app="WeChat"),
    fails("not_installed", "set_app_volume", _no_wechat, app="WeChat", percent=10),
    fails("missing_argument", "set_vibration", on="calls"),
    fails("missing_argument", "set_ringtone"),
    fails("invalid_argument", "set_ringtone", sound="Harp", purpose="alarm", person="Mira Kaya"),
    fails("not_found", "set_ringtone", sound="no such sound"),
    fails("ambiguous", "set_ringtone", sound="morning d"),
    fails("missing_argument", "schedule_dark_mode", action="set", schedule="hours", start="8 pm"),
    fails("missing_argument", "manage_night_light", action="schedule", start="8 pm"),
    fails("missing_argument", "set_screen_timeout"),
    fails("invalid_argument", "set_screen_timeout", duration="7 minutes"),
    fails("missing_argument", "set_font_size"),
    fails("missing_argument", "set_color_mode"),
    fails("conflict", "set_color_mode", LIGHT_ON, mode="vivid", temperature="cool"),
    fails("missing_argument", "set_refresh_rate"),
    fails("invalid_argument", "set_refresh_rate", rate="inherit"),
    fails("not_installed", "set_refresh_rate", _no_wechat, rate="60", app="WeChat"),
    fails("battery_low", "set_refresh_rate", WEAK, rate="120"),
    fails("missing_argument", "set_wallpaper"),
    fails("not_found", "set_wallpaper", wallpaper="no such"),
    fails("ambiguous", "set_wallpaper", wallpaper="misty"),
    fails(
        "battery_low",
        "set_wallpaper",
        lambda phone: phone.store.update(phone.store.tables["wallpapers"], "wallpaper1", live=True),
        WEAK,
        wallpaper="Misty Pines",
    ),
    fails("missing_argument", "manage_always_on_display"),
    fails("battery_low", "manage_always_on_display", WEAK, action="enable"),
    fails("missing_argument", "manage_screen_saver"),
    fails(
        "call_active",
        "manage_screen_saver",
        must("make_call", person="Mira Kaya"),
        action="start",
    ),
]
