"""A pair for each built-in skill, on the everyday sandbox phone of seed 7 (Tuesday 2026-03-10)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tandem_edge.bench.skill_pairs.pair import Pair, Patch
from tandem_edge.phone.sandbox.store import ONLY, Store
from tandem_shared.events import Outcome
from tandem_shared.tools import ToolCall


def _one(store: Store, table: str, key: str = ONLY) -> Any:
    return store.rows[table].get(key)


def _added(before: Store, after: Store, table: str) -> list[Any]:
    """Records of ``table`` that were not there."""
    old = before.rows[table]
    return [row for key, row in after.rows[table].items() if key not in old]


def _same(before: Store, after: Store, *tables: str) -> bool:
    return all(before.rows[table] == after.rows[table] for table in tables)


def _call(name: str, **arguments: Any) -> ToolCall:
    return ToolCall(name=name, arguments=arguments)


def _chat_answered(before: Store, after: Store) -> bool:
    return len(_added(before, after, "chat_replies")) == 1 and _same(before, after, "messages")


def _called_out(before: Store, after: Store) -> bool:
    calls = _added(before, after, "calls")
    return [call.kind for call in calls] == ["outgoing"]


def _one_snoozed_rest_cleared(before: Store, after: Store) -> bool:
    snoozed = _added(before, after, "snoozed_notifications")
    hour = _one(before, "device").clock + timedelta(hours=1)
    kept = [row for row in after.rows["notifications"].values() if not row.pinned]
    return [row.until for row in snoozed] == [hour] and not kept


def _alarm_is_heard(before: Store, after: Store) -> bool:
    alarm, sound = _one(after, "alarms", "alarm2"), _one(after, "sound")
    alone = len(after.rows["alarms"]) == len(before.rows["alarms"])
    return bool(alarm.enabled and sound.alarm >= 60 and alone)


def _nothing_booked(before: Store, after: Store) -> bool:
    return _same(before, after, "events")


def _only_the_new_ride(before: Store, after: Store) -> bool:
    ordered = [row for row in after.rows["rides"].values() if row.status == "booked"]
    return [row.destination for row in ordered] == ["Quayside Hotel"]


def _next_in_queue(before: Store, after: Store) -> bool:
    player = _one(after, "player")
    following = player.queue[player.position + 1]
    return (player.mode, following) == ("sequence", "song1")


def _song_named_recording_kept(before: Store, after: Store) -> bool:
    named, kept = (
        _added(before, after, table) for table in ("recognised_songs", "voice_recordings")
    )
    return len(named) == 1 and len(kept) == 1


def _photos_on_tv(before: Store, after: Store) -> bool:
    casting = _one(after, "casting")
    return (casting.receiver, casting.what) == ("receiver2", "photos")


def _joined(before: Store, after: Store) -> bool:
    return (
        _one(after, "wifi_link").network == "Maple House 5G" and not _one(after, "radios").hotspot
    )


def _room_made_nothing_lost(before: Store, after: Store) -> bool:
    freed = _one(after, "device").free_mb - _one(before, "device").free_mb
    lost = [row for key, row in before.rows["files"].items() if key not in after.rows["files"]]
    installers = all(row.name.endswith(".apk") for row in lost)
    return freed > 1000 and installers and _same(before, after, "photos", "trash")


def _restored(before: Store, after: Store) -> bool:
    file = _one(after, "files", "file56")
    return file is not None and file.folder == "Documents/Talks"


def _only_that_app_denied(before: Store, after: Store) -> bool:
    row = _one(after, "permissions", "com.ss.android.ugc.aweme:camera")
    return row is not None and row.grant == "denied" and _same(before, after, "sensor_access")


def _lasts_longer(before: Store, after: Store) -> bool:
    battery, display, screen = (_one(after, table) for table in ("battery", "display", "screen"))
    saves = battery.saver or battery.saver_at >= 50
    dim = display.brightness <= 30 and screen.rate == "60"
    return saves and dim and not _one(after, "always_on").enabled


def _cool_and_vivid(before: Store, after: Store) -> bool:
    screen = _one(after, "screen")
    return (screen.color_mode, screen.temperature) == ("vivid", "cool")


def _rings_at_80(before: Store, after: Store) -> bool:
    sound = _one(after, "sound")
    return (sound.mode, sound.ring) == ("ring", 80)


def _appended(before: Store, after: Store) -> bool:
    note = _one(after, "notes", "note3")
    same = len(after.rows["notes"]) == len(before.rows["notes"])
    return same and note.text.startswith("Lasagne recipe") and "nutmeg" in note.text


def _run_begun_yoga_kept(before: Store, after: Store) -> bool:
    kept = [row.sport for row in _added(before, after, "workouts")]
    return kept == ["yoga"] and _one(after, "workout_session").sport == "run"


def _own_share_logged(before: Store, after: Store) -> bool:
    return [row.cents for row in _added(before, after, "expenses")] == [3300]


def _routine_whole(before: Store, after: Store) -> bool:
    made = _added(before, after, "routines")
    steps = [step.kind for row in made for step in row.steps]
    return steps == ["dnd_on", "dark_mode_on"] and made[0].next is not None


def _earphones_linked(before: Store, after: Store) -> bool:
    linked = [row.name for row in after.rows["paired_devices"].values() if row.linked]
    return "QuietOne Headphones" in linked


def _lost_and_locked(before: Store, after: Store) -> bool:
    lost = _one(after, "lost_mode")
    locked = _one(after, "device").locked and _one(after, "screen_lock").kind == "pin"
    return bool(lost.active and locked)


def _backed_up_saver_on(before: Store, after: Store) -> bool:
    return len(_added(before, after, "backups")) == 1 and _one(after, "battery").saver is True


def _backed_up_then_offline(before: Store, after: Store) -> bool:
    offline = _one(after, "radios").airplane_mode is True
    return len(_added(before, after, "backups")) == 1 and offline


PAIRS: tuple[Pair, ...] = (
    Pair(
        "messages-and-mail",
        {
            "en": "Answer the chat message from Sophie Martin with: signed and sent",
            "zh": "回复 Sophie Martin 的聊天消息：签好了",
        },
        habit=("send_message(person={person}, text={text})",),
        right=_chat_answered,
        said={"person": "Sophie Martin", "text": "signed and sent"},
        said_zh={"text": "签好了"},
    ),
    Pair(
        "phone-calls",
        {"en": "Give Jonas Weber a telephone call", "zh": "打电话给 Jonas Weber"},
        habit=("make_call(person={person})",),
        right=_called_out,
        said={"person": "Jonas Weber"},
        before=(_call("manage_airplane_mode", action="enable"),),
    ),
    Pair(
        "notifications-and-typing",
        {
            "en": "Clear my notifications and bring the one from Duolingo back in an hour",
            "zh": "把通知清除掉，多邻国那条一小时后再提醒我",
        },
        habit=(
            "clear_notifications()",
            "snooze_notification(action=snooze, app={app}, duration={duration})",
        ),
        right=_one_snoozed_rest_cleared,
        said={"app": "Duolingo", "duration": "an hour"},
        said_zh={"app": "多邻国", "duration": "一小时"},
    ),
    Pair(
        "alarms-and-timers",
        {
            "en": 'Make sure that the "Sunday market" alarm is on and wakes me',
            "zh": "确保“Sunday market”那个闹钟开着、能叫醒我",
        },
        habit=("manage_alarm(action=enable, label={label})",),
        right=_alarm_is_heard,
        said={"label": "Sunday market", "time": "9:40"},
        patches=(
            Patch("alarms", {"enabled": False}, "alarm2"),
            Patch("sound", {"alarm": 0}),
        ),
    ),
    Pair(
        "calendar-planning",
        {
            "en": "Make an appointment for physio on Thursday at 10 am, 45 minutes",
            "zh": "周四上午十点约一个四十五分钟的理疗日程",
        },
        habit=(
            "manage_schedule(action=create, title={title}, start={start}, duration={duration})",
        ),
        right=_nothing_booked,
        said={"title": "Physio", "start": "Thursday 10 am", "duration": "45 minutes"},
        said_zh={"title": "理疗", "start": "周四上午十点", "duration": "四十五分钟"},
        outcome=Outcome.ASKED,
    ),
    Pair(
        "trips-and-getting-around",
        {
            "en": "Have the taxi take me to Quayside Hotel instead",
            "zh": "打的车改去 Quayside Hotel",
        },
        habit=("book_ride(action=book, destination={destination})",),
        right=_only_the_new_ride,
        said={"destination": "Quayside Hotel"},
        before=(_call("book_ride", action="book", destination="Olive Garden Kitchen"),),
    ),
    Pair(
        "music-and-listening",
        {
            "en": "Play the song Greensleeves next in the queue",
            "zh": "下一首播放 Greensleeves 这首歌",
        },
        habit=("manage_play_queue(action=play_next, music={music})",),
        right=_next_in_queue,
        said={"music": "Greensleeves"},
        patches=(Patch("player", {"mode": "shuffle"}),),
    ),
    Pair(
        "recording-and-scanning",
        {
            "en": "Identify the song that is playing around me",
            "zh": "听歌识曲，这放的是什么歌",
        },
        habit=("identify_song(action=identify)",),
        right=_song_named_recording_kept,
        before=(_call("record_audio", action="start"),),
    ),
    Pair(
        "films-and-casting",
        {"en": "Show my photos on the TV Vista 43", "zh": "把照片投屏到电视 Vista 43 上看"},
        habit=("cast_media(what={what}, device={device})",),
        right=_photos_on_tv,
        said={"what": "photos", "device": "Vista 43"},
        before=(_call("manage_hotspot", action="enable"),),
    ),
    Pair(
        "connection-trouble",
        {
            "en": "Join the Wi-Fi network Maple House 5G",
            "zh": "连上 Maple House 5G 这个无线网",
        },
        habit=("join_wifi_network(name={network})",),
        right=_joined,
        said={"network": "Maple House 5G"},
        before=(_call("manage_hotspot", action="enable"),),
    ),
    Pair(
        "storage-and-apps",
        {"en": "My storage is full, make some room", "zh": "存储满了，腾点空间出来"},
        habit=("free_up_space(kind=junk)",),
        right=_room_made_nothing_lost,
    ),
    Pair(
        "files-and-photos",
        {
            "en": 'Restore the file "Conference slides" from the trash, it was in Documents, Talks',
            "zh": "从回收站恢复文件“Conference slides”，它原来在 Documents 的 Talks 里",
        },
        habit=("manage_trash(action=restore, item={item})",),
        right=_restored,
        said={"item": "Conference slides", "folder": "Talks", "parent": "Documents"},
        patches=(
            Patch(
                "trash",
                {
                    "file": {
                        "name": "Conference slides.pptx",
                        "folder": "Documents/Talks",
                        "megabytes": 32,
                        "modified": "2025-04-05T10:57:00",
                        "contents": [],
                    }
                },
                "file56",
            ),
        ),
    ),
    Pair(
        "privacy-hardening",
        {
            "en": "Stop the Douyin app from using the camera",
            "zh": "不让抖音这个应用用相机",
        },
        habit=("manage_sensor_access(action=block, sensor={permission})",),
        right=_only_that_app_denied,
        said={"app": "Douyin", "permission": "camera"},
        said_zh={"app": "抖音"},
    ),
    Pair(
        "battery-care",
        {"en": "Make the battery last as long as it can", "zh": "省电，让电池撑久一点"},
        habit=("manage_battery_saver(action=enable)",),
        right=_lasts_longer,
        patches=(Patch("device", {"charging": True}), Patch("always_on", {"enabled": True})),
    ),
    Pair(
        "screen-comfort",
        {"en": "Make the screen colours vivid with a cool white", "zh": "屏幕颜色调鲜艳，白色调冷"},
        habit=("set_color_mode(mode={mode}, temperature={temperature})",),
        right=_cool_and_vivid,
        said={"mode": "vivid", "temperature": "cool"},
        before=(_call("manage_night_light", action="enable"),),
    ),
    Pair(
        "quiet-and-loud",
        {"en": "Turn the ringtone up to 80 percent", "zh": "铃声调大到百分之八十"},
        habit=("set_volume(stream=ring, percent={percent})",),
        right=_rings_at_80,
        said={"percent": 80},
        before=(_call("set_ringer_mode", mode="silent"),),
    ),
    Pair(
        "notes-and-lists",
        {
            "en": "Add to the lasagne note: a pinch of nutmeg",
            "zh": "在 lasagne 那条笔记里加上一句：a pinch of nutmeg",
        },
        habit=("manage_note(action=create, text={text})",),
        right=_appended,
        said={"note": "Lasagne recipe", "text": "a pinch of nutmeg"},
    ),
    Pair(
        "health-and-exercise",
        {"en": "Start a run, a workout outdoors", "zh": "开始跑步这项运动"},
        habit=("manage_workout(action=start, sport={sport})",),
        right=_run_begun_yoga_kept,
        said={"sport": "run"},
        before=(_call("manage_workout", action="start", sport="yoga"),),
    ),
    Pair(
        "money-and-sums",
        {
            "en": "Dinner was 120 for 4 of us plus 10 percent tip, put my share of the bill in my "
            "expenses",
            "zh": "四个人吃饭一百二，加一成小费，把账单里我那份记到支出",
        },
        habit=("manage_expense(action=add, amount={amount}, what={what}, category={category})",),
        right=_own_share_logged,
        said={"amount": 120, "ways": 4, "tip": 10, "what": "dinner", "category": "food"},
        said_zh={"what": "吃饭"},
    ),
    Pair(
        "routines-and-scenes",
        {
            "en": 'Create a routine "Reading hour" that runs daily at the time 22:30: the phone '
            "undisturbed and the theme dark",
            "zh": "新建一个流程“Reading hour”，每天22:30自动运行，打开勿扰和深色模式",
        },
        habit=(
            "manage_routine(action=create, name={name})",
            "manage_routine(action=schedule, name={name}, time={time}, repeat=daily)",
            "run_routine(name={name})",
        ),
        right=_routine_whole,
        said={"name": "Reading hour", "time": "22:30", "step": ("dnd_on", "dark_mode_on")},
    ),
    Pair(
        "devices-and-home",
        {
            "en": "Connect my headphones, the QuietOne Headphones",
            "zh": "连接耳机 QuietOne Headphones",
        },
        habit=("manage_paired_device(action=connect, name={device})",),
        right=_earphones_linked,
        said={"device": "QuietOne Headphones"},
        before=(_call("manage_bluetooth", action="disable"),),
    ),
    Pair(
        "lost-and-emergency",
        {
            "en": "My phone was stolen, put it in lost mode with +44 7700 900123, PIN 482913",
            "zh": "手机被偷了，打开丢失模式，留电话 +44 7700 900123，密码 482913",
        },
        habit=("manage_lost_mode(action=enable, phone={phone})",),
        right=_lost_and_locked,
        said={"phone": "+44 7700 900123", "code": "482913"},
        patches=(Patch("screen_lock", {"kind": "none"}),),
    ),
    Pair(
        "system-care",
        {"en": "Back up the phone", "zh": "备份手机"},
        habit=("manage_phone_backup(action=create)",),
        right=_backed_up_saver_on,
        before=(_call("manage_battery_saver", action="enable"),),
    ),
    Pair(
        "which-comes-first",
        {
            "en": "Go offline in airplane mode. Back up the phone",
            "zh": "打开飞行模式断网。备份手机",
        },
        habit=("manage_airplane_mode(action=enable)", "manage_phone_backup(action=create)"),
        right=_backed_up_then_offline,
    ),
)
