"""Cases of the assistant's own work: routines, scenes, translations, summaries, drafts."""

from __future__ import annotations

from datetime import timedelta

from tandem_edge.phone.catalogue.ai_assistant.drafts import DRAFTS
from tandem_edge.phone.catalogue.ai_assistant.phone_search import KINDS as PLACES
from tandem_edge.phone.catalogue.ai_assistant.photo_text import PARTS, PHOTO_TEXTS, PhotoText
from tandem_edge.phone.catalogue.ai_assistant.routines import MOST_STEPS, RHYTHMS
from tandem_edge.phone.catalogue.ai_assistant.sentences import LANGUAGES, SENTENCES
from tandem_edge.phone.catalogue.ai_assistant.steps import KINDS as STEPS
from tandem_edge.phone.catalogue.ai_assistant.summaries import CATEGORIES
from tandem_edge.phone.catalogue.ai_assistant.translation import PHRASES
from tandem_edge.phone.catalogue.ai_assistant.voice import PACES, VOICES
from tandem_edge.phone.catalogue.apps_storage.stored import PHOTOS, Photo
from tandem_edge.phone.sandbox.permissions import PERMISSION_NAMES
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.time_management import emptied
from tests.edge.phone.making import (
    AIRPLANE,
    LOCKED,
    NO_SIM,
    OFFLINE,
    Case,
    Setup,
    fails,
    hit_by,
    must,
    ok,
)

TIDY = must("manage_routine", action="create", name="Tidy up")
QUIET_STEP = must("edit_routine_steps", action="add", routine="Tidy up", step="dnd_on")
LOUD_STEP = must(
    "edit_routine_steps", action="add", routine="Tidy up", step="media_volume", percent=80
)
SCENE = must("manage_scene", action="save", name="Workbench")
ON = must("manage_scene", action="apply", name="Workbench")
DRAFT = must("manage_draft", action="create", person="Mira Kaya", text="About Sunday")
BILL = must("manage_phrasebook", action="save", text="I need a doctor", language="korean")
NO_DRAFTS, NO_PHRASES = emptied(DRAFTS), emptied(PHRASES)


def pictures(*shown: tuple[str, str]) -> Setup:
    """Only these photos: what is to be seen on each, and what is written there, if anything."""

    def setup(phone: SandboxPhone) -> None:
        emptied(PHOTOS, PHOTO_TEXTS)(phone)
        now = phone.now().replace(tzinfo=None)
        for minutes, (about, written) in enumerate(shown, start=1):
            taken = now - timedelta(minutes=minutes)
            photo = Photo(f"IMG_{minutes}.jpg", "photo", about, "", taken, 3)
            key = phone.store.add(PHOTOS, photo)
            if written:
                phone.store.put(PHOTO_TEXTS, key, PhotoText(about, written))

    return setup


RECEIPT = pictures(("bike shop receipt", "Spokes\n2026-03-02\nTotal £41.50\nwww.spokes.example"))
VALUES: dict[str, dict[str, object]] = {
    "media_volume": {"percent": 30},
    "brightness": {"percent": 30},
    "play_music": {"text": "Greensleeves"},
    "open_app": {"app": "微信"},
    "close_app": {"app": "WeChat"},
    "say": {"text": "Keys?"},
}

EXAMPLES: list[Case] = [
    ok("manage_routine", action="create", name="Tidy up"),
    *(
        ok("manage_routine", action="create", name="关灯睡觉", time="晚上十点半", repeat=repeat)
        for repeat in RHYTHMS
    ),
    ok("manage_routine", TIDY, action="schedule", name="tidy", time="7:15 pm"),
    ok("manage_routine", TIDY, action="disable", name="Tidy up"),
    ok(
        "manage_routine",
        must("manage_routine", action="create", name="Tidy up", time="19:00"),
        must("manage_routine", action="disable", name="Tidy up"),
        action="enable",
        name="Tidy up",
    ),
    ok("manage_routine", TIDY, action="delete", name="Tidy up"),
    ok("manage_routine", TIDY, action="query", name="Tidy up"),
    ok("manage_routine", action="enable", name="x", state="{}"),
    ok("run_routine", TIDY, QUIET_STEP, LOUD_STEP, name="Tidy up"),
    ok("run_routine", name="x", state="{}"),
    *(
        ok("edit_routine_steps", TIDY, action="add", routine="Tidy up", step=step,
           **VALUES.get(step, {}))
        for step in STEPS
    ),
    ok("edit_routine_steps", TIDY, QUIET_STEP, action="add", routine="Tidy up", step="wifi_off",
       position=1),
    ok("edit_routine_steps", TIDY, QUIET_STEP, LOUD_STEP, action="remove", routine="Tidy up",
       step="dnd_on"),
    ok("edit_routine_steps", TIDY, QUIET_STEP, LOUD_STEP, action="remove", routine="Tidy up",
       position=2),
    ok("edit_routine_steps", TIDY, QUIET_STEP, LOUD_STEP, action="move", routine="Tidy up",
       step="media_volume", position=1),
    ok("edit_routine_steps", action="remove", routine="x", state="{}"),
    ok("manage_scene", action="save", name="Workbench"),
    ok("manage_scene", SCENE, must("set_volume", percent=5), action="apply", name="workbench"),
    ok("manage_scene", SCENE, ON, must("set_brightness", percent=5), action="leave"),
    ok("manage_scene", SCENE, action="delete", name="Workbench"),
    ok("manage_scene", SCENE, action="query", name="Workbench"),
    ok("manage_scene", action="leave", state="{}"),
    *(ok("set_assistant_voice", voice=voice) for voice in VOICES),
    *(ok("set_assistant_voice", pace=pace) for pace in PACES),
    ok("set_assistant_voice", voice="calm_man", pace="slow"),
    ok("manage_wake_word", must("manage_wake_word", action="disable"), action="enable"),
    ok("manage_wake_word", must("manage_wake_word", action="enable"), action="disable"),
    ok("manage_wake_word", action="change", phrase="小搭你好"),
    ok("manage_wake_word", action="query"),
    *(ok("translate_text", text=SENTENCES[0]["english" if target != "english" else "chinese"],
         target=target) for target in LANGUAGES),
    *(ok("manage_phrasebook", NO_PHRASES, action="save",
         text=SENTENCES[1]["chinese" if language != "chinese" else "english"], language=language)
      for language in LANGUAGES),
    ok("manage_phrasebook", NO_PHRASES, BILL, action="delete", text="doctor"),
    ok("manage_phrasebook", action="query", language="japanese"),
    ok("manage_phrasebook", action="delete", text="x", state="{}"),
    ok("summarise_messages"),
    ok("summarise_messages", person="Mira", day="today"),
    ok("summarise_messages", unread=True),
    ok("summarise_notifications"),
    *(ok("summarise_notifications", category=category) for category in CATEGORIES),
    ok("summarise_notifications", app="微信"),
    ok("manage_draft", NO_DRAFTS, action="create", person="王小明", text="明天改到六点行吗"),
    ok("manage_draft", NO_DRAFTS, DRAFT, action="revise", person="Mira Kaya", text="About Monday"),
    ok("manage_draft", NO_DRAFTS, DRAFT, action="send", person="Mira Kaya"),
    ok("manage_draft", NO_DRAFTS, DRAFT, action="delete", person="Mira Kaya"),
    ok("manage_draft", action="query"),
    ok("manage_draft", action="delete", person="x", state="{}"),
    *(ok("search_phone", query="会", kind=kind) for kind in PLACES),
    ok("search_phone", query="dentist"),
    *(ok("suggest_actions", topic=topic)
      for topic in ("anything", "messages", "calls", "calendar", "tasks", "device")),
    ok("manage_assistant_history", action="query", text="egg"),
    ok("manage_assistant_history", action="query", day="yesterday"),
    ok("manage_assistant_history", action="delete", text="egg"),
    ok("manage_assistant_history", action="delete"),
    *(ok("manage_assistant_access", action="deny", access=name) for name in PERMISSION_NAMES),
    ok("manage_assistant_access", must("manage_assistant_access", action="deny", access="sms"),
       action="allow", access="sms"),
    ok("manage_assistant_access", action="query"),
    ok("manage_assistant_access", action="query", access="contacts"),
    ok("manage_assistant_access", action="allow", access="sms", state="{}"),
    *(ok("read_text_in_photo", RECEIPT, photo="receipt", part=part) for part in PARTS),
    ok("read_text_in_photo", RECEIPT),
]  # fmt: skip

FAULTS: list[Case] = [
    fails("missing_argument", "manage_routine", action="create"),
    fails("already_exists", "manage_routine", TIDY, action="create", name="tidy UP"),
    fails("not_found", "manage_routine", action="delete", name="no such"),
    fails("ambiguous", "manage_routine", TIDY,
          must("manage_routine", action="create", name="Tidy desk"), action="delete", name="tidy"),
    fails("missing_argument", "run_routine"),
    fails("locked", "run_routine", TIDY, QUIET_STEP, LOCKED, name="Tidy up"),
    fails("not_found", "run_routine", name="no such"),
    fails("ambiguous", "run_routine", TIDY,
          must("manage_routine", action="create", name="Tidy desk"), name="tidy"),
    fails("no_steps", "run_routine", TIDY, name="Tidy up"),
    fails("nothing_done", "run_routine", TIDY,
          must("edit_routine_steps", action="add", routine="Tidy up", step="open_app",
               app="Quibble Quest"), name="Tidy up"),
    fails("missing_argument", "edit_routine_steps", action="add", routine="Tidy up"),
    fails("missing_argument", "edit_routine_steps", TIDY, action="add", routine="Tidy up",
          step="brightness"),
    fails("not_found", "edit_routine_steps", action="add", routine="no such", step="dnd_on"),
    fails("ambiguous", "edit_routine_steps", TIDY,
          must("manage_routine", action="create", name="Tidy desk"),
          action="add", routine="tidy", step="dnd_on"),
    fails("no_such_step", "edit_routine_steps", TIDY, QUIET_STEP, action="remove",
          routine="Tidy up", step="wifi_on"),
    fails("no_such_step", "edit_routine_steps", TIDY, QUIET_STEP, action="remove",
          routine="Tidy up", position=2),
    fails("too_many", "edit_routine_steps", TIDY, *[QUIET_STEP] * MOST_STEPS, action="add",
          routine="Tidy up", step="wifi_on"),
    fails("missing_argument", "manage_scene", action="save"),
    fails("already_exists", "manage_scene", SCENE, action="save", name="WORKBENCH"),
    fails("not_found", "manage_scene", action="apply", name="no such"),
    fails("ambiguous", "manage_scene", SCENE,
          must("manage_scene", action="save", name="Workshop 2"), action="apply", name="work"),
    fails("in_use", "manage_scene", SCENE, ON, action="delete", name="Workbench"),
    fails("none_active", "manage_scene", action="leave"),
    fails("missing_argument", "set_assistant_voice"),
    fails("missing_argument", "manage_wake_word", action="change"),
    fails("permission_denied", "manage_wake_word", hit_by("denied", "microphone"), action="enable"),
    fails("bad_phrase", "manage_wake_word", action="change", phrase="yo"),
    fails("bad_phrase", "manage_wake_word", action="change", phrase="robot 2000"),
    fails("missing_argument", "translate_text", text="x"),
    fails("same_language", "translate_text", text="早上好", target="chinese"),
    fails("offline", "translate_text", OFFLINE, text="My cat is ill", target="russian"),
    fails("missing_argument", "manage_phrasebook", action="save", text="x"),
    fails("already_exists", "manage_phrasebook", NO_PHRASES, BILL, action="save",
          text="I need a doctor", language="korean"),
    fails("not_found", "manage_phrasebook", action="delete", text="no such phrase"),
    fails("ambiguous", "manage_phrasebook", NO_PHRASES, BILL,
          must("manage_phrasebook", action="save", text="I need a doctor", language="french"),
          action="delete", text="doctor"),
    fails("same_language", "manage_phrasebook", action="save", text="早上好", language="chinese"),
    fails("offline", "manage_phrasebook", NO_PHRASES, OFFLINE, action="save", text="My cat is ill",
          language="russian"),
    fails("locked", "summarise_messages", LOCKED),
    fails("permission_denied", "summarise_messages", hit_by("denied", "sms")),
    fails("not_found", "summarise_messages", person="Nobody Atall"),
    fails("permission_denied", "summarise_notifications", hit_by("denied", "notifications")),
    fails("missing_argument", "manage_draft", action="create", person="Kevin"),
    fails("locked", "manage_draft", LOCKED, action="query"),
    fails("no_service", "manage_draft", NO_DRAFTS, DRAFT, AIRPLANE, action="send",
          person="Mira Kaya"),
    fails("no_service", "manage_draft", NO_DRAFTS, DRAFT, NO_SIM, action="send",
          person="Mira Kaya"),
    fails("already_exists", "manage_draft", NO_DRAFTS, DRAFT, action="create", person="Mira Kaya",
          text="x"),
    fails("not_found", "manage_draft", NO_DRAFTS, action="send", person="Mira Kaya"),
    fails("ambiguous", "manage_draft", NO_DRAFTS, DRAFT,
          must("manage_draft", action="create", person="Mira Kovacs", text="x"),
          action="send", person="Mira"),
    fails("missing_argument", "search_phone"),
    fails("locked", "search_phone", LOCKED, query="x"),
    fails("locked", "suggest_actions", LOCKED),
    fails("missing_argument", "manage_assistant_history"),
    fails("locked", "manage_assistant_history", LOCKED, action="query"),
    fails("missing_argument", "manage_assistant_access", action="deny"),
    fails("locked", "manage_assistant_access", LOCKED, action="deny", access="sms"),
    fails("locked", "read_text_in_photo", LOCKED),
    fails("permission_denied", "read_text_in_photo", hit_by("denied", "photos")),
    fails("not_found", "read_text_in_photo", photo="no such picture"),
    fails("ambiguous", "read_text_in_photo", pictures(("menu", "a"), ("menu board", "b")),
          photo="menu"),
    fails("no_text", "read_text_in_photo", pictures(("sunset", ""))),
]  # fmt: skip
