"""Cases of alarms that ring, reminders, calendars, invitations and sums with time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.catalogue.time_management.birthdays import BIRTHDAYS, Birthday
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS, Event
from tandem_edge.phone.catalogue.time_management.common_time import SHARED, SharedCalendar
from tandem_edge.phone.catalogue.time_management.dates import UNITS
from tandem_edge.phone.catalogue.time_management.invitations import INVITATIONS, Invitation
from tandem_edge.phone.catalogue.time_management.lunar import FEASTS
from tandem_edge.phone.catalogue.time_management.reminders import REMINDERS, RHYTHMS
from tandem_edge.phone.catalogue.time_management.ringing import ring
from tandem_edge.phone.catalogue.time_management.world_clock import CLOCKS, WorldClock
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.making import LOCKED, OFFLINE, Case, Setup, fails, hit_by, must, ok


def ringing(*labels: str) -> Setup:
    def setup(phone: SandboxPhone) -> None:
        for label in labels:
            ring(phone.store, "alarm", label)

    return setup


def emptied(*tables: Any) -> Setup:
    def setup(phone: SandboxPhone) -> None:
        for table in tables:
            for key in list(phone.store.all(table)):
                phone.store.remove(table, key)

    return setup


SNOOZED = must("snooze_alarm", action="snooze", label="Early shift")
LANDLORD = must(
    "manage_reminder", action="create", text="call the landlord", time="tomorrow at 10:00"
)
GYM = must("manage_calendar", action="create", name="Squash club")
LUNCH = must("manage_schedule", action="create", title="Team lunch", start="tomorrow at 12:30")
ASKED = must("invite_to_event", action="invite", title="Team lunch", person="Mira Kaya")


def _party(days: int = 3, **fields: Any) -> Setup:
    def setup(phone: SandboxPhone) -> None:
        now = phone.now().replace(tzinfo=None)
        row = Invitation(
            "Garden party", "Oliver Grant", now + timedelta(days=days), 120, "12 Elm Street",
            "Asia/Shanghai", now - timedelta(days=9),
        )  # fmt: skip
        phone.store.add(INVITATIONS, row)

    return setup


def _yesterday(phone: SandboxPhone) -> None:
    start = phone.now().replace(tzinfo=None) - timedelta(days=1)
    phone.store.add(EVENTS, Event("Leaving do", start, 60, "", "Asia/Shanghai"))


def sharing(*names: str) -> Setup:
    def setup(phone: SandboxPhone) -> None:
        emptied(SHARED)(phone)
        for row in phone.store.all(CONTACTS).values():
            if row.name in names:
                phone.store.add(SHARED, SharedCalendar(row.phone))

    return setup


def _birthday(name: str, lunar: bool = False) -> Setup:
    def setup(phone: SandboxPhone) -> None:
        emptied(BIRTHDAYS)(phone)
        phone.store.add(BIRTHDAYS, Birthday(name, 5, 3, lunar))

    return setup


def _only_clock(zone: str) -> Setup:
    def setup(phone: SandboxPhone) -> None:
        emptied(CLOCKS)(phone)
        phone.store.add(CLOCKS, WorldClock(zone))

    return setup


ALARM_OFF = (
    must("manage_alarm", action="create", time="7:30 tomorrow", label="Swim"),
    must("manage_alarm", action="disable", label="Swim"),
)
NO_CALENDAR = hit_by("denied", "calendar")
NO_CONTACTS = hit_by("denied", "contacts")

EXAMPLES: list[Case] = [
    ok("manage_alarm", *ALARM_OFF, action="enable", label="Swim"),
    ok("manage_alarm", action="disable", alarm_id="alarm2", put_back="2026-03-01T09:30"),
    ok("manage_schedule", action="create", title="x", start="7:30 tomorrow", calendar="calendar3"),
    ok("snooze_alarm", ringing("Early shift"), action="snooze"),
    ok("snooze_alarm", ringing("Early shift", "Gym"), action="snooze", label="gym",
       duration="20分钟"),
    ok("snooze_alarm", ringing("Early shift"), SNOOZED, action="snooze", duration="5 minutes"),
    ok("snooze_alarm", ringing("Early shift"), SNOOZED, action="dismiss"),
    ok("snooze_alarm", ringing("Early shift"), action="dismiss"),
    ok(
        "snooze_alarm",
        ringing("Early shift"),
        action="snooze",
        ring_id="ring1",
        since="2026-03-10T08:50",
        until="2026-03-10T09:05",
    ),
    *(
        ok(
            "manage_reminder",
            action="create",
            text="把伞带上",
            time="明天早上七点",
            repeat=repeat,
            fired=False,
            done=False,
        )
        for repeat in RHYTHMS
    ),
    ok("manage_reminder", action="create", text="post the form", time="17:30", repeat="weekly"),
    ok("manage_reminder", LANDLORD, action="complete", text="landlord"),
    ok("manage_reminder", LANDLORD, action="postpone", text="landlord", time="Friday at 9:15"),
    ok("manage_reminder", LANDLORD, action="delete", text="landlord", time="10:00"),
    ok("manage_reminder", LANDLORD, action="query", time="10:00 tomorrow"),
    ok("manage_reminder", LANDLORD, action="delete", text="any", reminder_id="reminder2"),
    ok("manage_calendar", action="create", name="Squash club"),
    ok("manage_calendar", GYM, action="rename", name="squash club", new_name="Tennis club"),
    ok("manage_calendar", GYM, action="delete", name="Squash club"),
    ok("manage_calendar", GYM, action="hide", name="Squash club"),
    ok("manage_calendar", must("manage_calendar", action="hide", name="工作日历"),
       action="show", name="工作"),
    ok("manage_calendar", action="set_alert", name="Family", ahead="45 minutes"),
    ok("manage_calendar", action="set_alert", name="Family"),
    ok("manage_calendar", LUNCH, action="move_event", name="work", event="Team lunch"),
    ok("manage_calendar", LUNCH, action="move_event", name="any", event="any",
       calendar_id="calendar2", event_id="event3"),
    ok("manage_calendar", action="query"),
    ok("invite_to_event", LUNCH, action="invite", title="Team lunch", person="Mira Kaya"),
    ok("invite_to_event", LUNCH, ASKED, action="withdraw", title="Team lunch", person="Mira Kaya",
       start="12:30"),
    ok("invite_to_event", LUNCH, ASKED, action="query", title="Team lunch"),
    ok("invite_to_event", action="query", person="Mira Kaya"),
    *(
        ok("respond_to_invitation", _party(), action=action, title="garden party")
        for action in ("accept", "tentative", "decline")
    ),
    ok("respond_to_invitation", _party(), action="query", person="Oliver Grant"),
    ok("find_common_time", sharing("Mira Kaya"), person="Mira Kaya", day="tomorrow"),
    ok("find_common_time", sharing("王小明", "李娜"), person="王小明", other="李娜", day="后天",
       duration="90分钟"),
    ok("manage_birthday", emptied(BIRTHDAYS), action="create", person="Mira Kaya", month=5, day=3),
    ok("manage_birthday", emptied(BIRTHDAYS), action="create", person="奶奶", month="八",
       day="十五", lunar=True),
    ok("manage_birthday", _birthday("Kevin"), action="update", person="Kevin", month=5, day=13),
    ok("manage_birthday", _birthday("奶奶", lunar=True), action="delete", person="奶奶"),
    ok("manage_birthday", _birthday("Kevin"), action="create", person="Zoe", month=1, day=2,
       birthday_id="birthday9"),
    ok("manage_birthday", action="query", within=30),
    ok("manage_world_clock", emptied(CLOCKS), action="add", city="Tokyo"),
    ok("manage_world_clock", _only_clock("Europe/London"), action="remove", city="伦敦"),
    ok("manage_world_clock", action="query", city="New York"),
    ok("manage_world_clock", action="query"),
    ok("convert_time", time="3 pm", source="New York"),
    ok("convert_time", time="明天早上九点", target="伦敦"),
    ok("convert_time", time="2026-07-01 09:00", source="Tokyo", target="Los Angeles"),
    ok("calculate_date", action="difference", until="2026-10-01"),
    ok("calculate_date", action="difference", day="2026-01-01", until="2025-12-01"),
    *(ok("calculate_date", action="add", amount=amount, unit=unit)
      for unit in UNITS for amount in (10, -3)),
    ok("calculate_date", action="add", day="2026-01-31", amount=1, unit="months"),
    ok("calculate_date", action="describe", day="明天"),
    *(ok("calculate_date", action="festival", festival=feast) for feast in FEASTS),
    ok("query_agenda"),
    ok("query_agenda", day="tomorrow", until="2026-03-20"),
    *(ok("query_agenda", day="明天", kind=kind)
      for kind in ("everything", "events", "reminders", "todos", "birthdays", "alarms")),
]  # fmt: skip

FAULTS: list[Case] = [
    fails("has_guests", "manage_schedule", LUNCH, ASKED, action="delete", title="Team lunch"),
    fails("missing_argument", "snooze_alarm"),
    fails("not_ringing", "snooze_alarm", action="snooze"),
    fails("not_ringing", "snooze_alarm", ringing("a"), must("snooze_alarm", action="dismiss"),
          action="snooze"),
    fails("not_found", "snooze_alarm", ringing("a"), action="dismiss", label="b"),
    fails("ambiguous", "snooze_alarm", ringing("a", "b"), action="dismiss"),
    fails("invalid_argument", "snooze_alarm", ringing("a"), action="snooze", duration="3 hours"),
    fails("missing_argument", "manage_reminder", action="create", text="x"),
    fails("already_exists", "manage_reminder", LANDLORD, action="create", text="call the landlord",
          time="tomorrow at 10:00"),
    fails("invalid_argument", "manage_reminder", action="create", text="x", time="2026-03-01 9:00"),
    fails("not_found", "manage_reminder", action="delete", text="no such reminder"),
    fails("ambiguous", "manage_reminder", emptied(REMINDERS), LANDLORD,
          must("manage_reminder", action="create", text="call the bank", time="18:00"),
          action="complete", text="call the"),
    fails("locked", "manage_calendar", LOCKED, action="query"),
    fails("missing_argument", "manage_calendar", action="create"),
    fails("already_exists", "manage_calendar", action="create", name="WORK"),
    fails("already_exists", "manage_calendar", GYM, action="rename", name="Squash club",
          new_name="work"),
    fails("not_found", "manage_calendar", action="hide", name="no such"),
    fails("ambiguous", "manage_calendar", GYM,
          must("manage_calendar", action="create", name="Squash juniors"),
          action="hide", name="squash"),
    fails("protected", "manage_calendar", action="delete", name="Personal"),
    fails("has_guests", "manage_calendar", LUNCH,
          must("manage_calendar", action="move_event", name="Work", event="Team lunch"), ASKED,
          action="delete", name="Work"),
    fails("invalid_argument", "manage_calendar", action="set_alert", name="Work", ahead="90 s"),
    fails("missing_argument", "invite_to_event", action="invite", title="x"),
    fails("locked", "invite_to_event", LOCKED, action="query"),
    fails("offline", "invite_to_event", LUNCH, OFFLINE, action="invite", title="Team lunch",
          person="Mira Kaya"),
    fails("not_found", "invite_to_event", action="invite", title="no such", person="Mira Kaya"),
    fails("ambiguous", "invite_to_event", LUNCH, action="invite", title="Team lunch", person="王"),
    fails("has_passed", "invite_to_event", _yesterday, action="invite", title="Leaving do",
          person="Mira Kaya"),
    fails("not_invited", "invite_to_event", LUNCH, action="withdraw", title="Team lunch",
          person="Mira Kaya"),
    fails("missing_argument", "respond_to_invitation", title="x"),
    fails("locked", "respond_to_invitation", LOCKED, action="query"),
    fails("offline", "respond_to_invitation", _party(), OFFLINE, action="accept", title="garden"),
    fails("not_found", "respond_to_invitation", action="accept", title="no such"),
    fails("ambiguous", "respond_to_invitation", _party(), _party(4), action="accept",
          title="Garden party"),
    fails("has_passed", "respond_to_invitation", _party(-1), action="accept", title="Garden party"),
    fails("missing_argument", "find_common_time", person="Mira Kaya"),
    fails("locked", "find_common_time", LOCKED, person="Mira Kaya", day="tomorrow"),
    fails("offline", "find_common_time", OFFLINE, person="Mira Kaya", day="tomorrow"),
    fails("not_found", "find_common_time", person="Nobody Atall", day="tomorrow"),
    fails("ambiguous", "find_common_time", person="王", day="tomorrow"),
    fails("not_shared", "find_common_time", sharing(), person="Mira Kaya", day="tomorrow"),
    fails("missing_argument", "manage_birthday", action="create", person="Kevin"),
    fails("permission_denied", "manage_birthday", NO_CONTACTS, action="query"),
    fails("already_exists", "manage_birthday", _birthday("Kevin"), action="create",
          person="Kevin", month=1, day=1),
    fails("not_found", "manage_birthday", action="create", person="186 1111 2222", month=1, day=1),
    fails("ambiguous", "manage_birthday", emptied(BIRTHDAYS), action="create", person="王",
          month=1, day=1),
    fails("invalid_argument", "manage_birthday", emptied(BIRTHDAYS), action="create",
          person="Kevin", month=2, day=30),
    fails("invalid_argument", "manage_birthday", emptied(BIRTHDAYS), action="create",
          person="奶奶", month=8, day=31, lunar=True),
    fails("missing_argument", "manage_world_clock", action="add"),
    fails("invalid_argument", "manage_world_clock", action="add", city="Atlantis"),
    fails("not_found", "manage_world_clock", emptied(CLOCKS), action="remove", city="Tokyo"),
    fails("missing_argument", "convert_time", source="Tokyo"),
    fails("same_zone", "convert_time", time="3 pm"),
    fails("missing_argument", "calculate_date", action="add"),
    fails("out_of_range", "calculate_date", action="add", amount=4000, unit="years"),
    fails("locked", "query_agenda", LOCKED),
    fails("permission_denied", "query_agenda", NO_CALENDAR),
    fails("too_long", "query_agenda", day="2026-03-10", until="2026-05-01"),
    fails("invalid_argument", "query_agenda", day="2026-03-10", until="2026-03-09"),
]  # fmt: skip
