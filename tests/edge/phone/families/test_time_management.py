"""What clocks and calendars mean: ringing, reminding, inviting, counting days."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from tandem_edge.phone.catalogue import load_timers
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.catalogue.time_management.alarms import ALARMS, Alarm
from tandem_edge.phone.catalogue.time_management.birthdays import (
    BIRTHDAY_TIMER,
    BIRTHDAYS,
    Birthday,
)
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS
from tandem_edge.phone.catalogue.time_management.calendars import CALENDARS, EVENT_TIMER
from tandem_edge.phone.catalogue.time_management.common_time import SHARED, Busy, SharedCalendar
from tandem_edge.phone.catalogue.time_management.countdowns import COUNTDOWNS
from tandem_edge.phone.catalogue.time_management.invitations import (
    ARRIVAL_TIMER,
    INVITATIONS,
    REPLY_TIMER,
    Invitation,
)
from tandem_edge.phone.catalogue.time_management.lunar import lunar_of, next_feast, solar_of
from tandem_edge.phone.catalogue.time_management.reminders import REMINDER_TIMER, REMINDERS
from tandem_edge.phone.catalogue.time_management.ringing import (
    ALARM_TIMER,
    COUNTDOWN_TIMER,
    RING_TIMER,
    RINGS,
)
from tandem_edge.phone.catalogue.utilities_productivity.notes import TODOS, Todo
from tandem_edge.phone.sandbox.clock import advance
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.notifications import NOTIFICATIONS
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.time_management import emptied, ringing
from tests.edge.phone.making import device, do, make_phone, must

NOW = datetime(2026, 3, 10, 9, 0)
QUIET = emptied(ALARMS, COUNTDOWNS, REMINDERS, EVENTS, BIRTHDAYS, INVITATIONS, NOTIFICATIONS)

TIMERS = (
    ALARM_TIMER,
    COUNTDOWN_TIMER,
    RING_TIMER,
    REMINDER_TIMER,
    EVENT_TIMER,
    BIRTHDAY_TIMER,
    REPLY_TIMER,
    ARRIVAL_TIMER,
)


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def code(phone: SandboxPhone, name: str, /, **arguments: Any) -> str:
    fault = do(phone, name, **arguments).result.fault
    return fault.code if fault else ""


def posted(phone: SandboxPhone, category: str) -> list[tuple[str, str, str]]:
    """Time, title and text of what the clock and the calendar posted."""
    rows = phone.store.all(NOTIFICATIONS).values()
    return [(f"{n.posted:%d %H:%M}", n.title, n.text) for n in rows if n.category == category]


def let_pass(phone: SandboxPhone, when: datetime) -> None:
    """Time passes for these families alone; what else a phone does by the clock is kept out."""
    advance(phone.store, when, TIMERS)


def states(phone: SandboxPhone) -> list[str]:
    return [row.state for row in phone.store.all(RINGS).values()]


def until(hour: int, minute: int = 0, day: int = 10) -> datetime:
    return datetime(2026, 3, day, hour, minute)


def test_a_phone_runs_every_timer_of_these_families() -> None:
    assert set(TIMERS) <= set(load_timers())


# alarms and countdowns


def test_a_single_alarm_rings_once_and_switches_itself_off() -> None:
    phone = make_phone(QUIET, must("manage_alarm", action="create", time="9:30", label="Tea"))
    let_pass(phone, until(9, 30))
    assert posted(phone, "alarm") == [("10 09:30", "Alarm 09:30", "Tea")]
    (alarm,) = phone.store.all(ALARMS).values()
    assert not alarm.enabled
    assert states(phone) == ["ringing"]


def test_a_weekday_alarm_rings_from_monday_to_friday_and_stays_on() -> None:
    phone = make_phone(
        QUIET,
        must("manage_alarm", action="create", time="7:00", label="Work", repeat="weekdays"),
    )
    let_pass(phone, until(12, day=16))
    days = [when.split()[0] for when, title, _ in posted(phone, "alarm") if title[:5] == "Alarm"]
    assert days == ["11", "12", "13", "16"]
    (alarm,) = phone.store.all(ALARMS).values()
    assert (alarm.next, alarm.enabled) == (until(7, day=17), True)


def test_an_alarm_that_is_off_does_not_ring() -> None:
    phone = make_phone(
        QUIET,
        must("manage_alarm", action="create", time="9:30", label="Tea"),
        must("manage_alarm", action="disable", label="Tea"),
    )
    let_pass(phone, until(20))
    assert posted(phone, "alarm") == []


def test_an_alarm_switched_on_after_its_time_rings_the_next_time() -> None:
    phone = make_phone(QUIET, must("manage_alarm", action="create", time="9:30", label="Tea"))
    let_pass(phone, until(12))
    assert data(phone, "manage_alarm", action="enable", label="Tea")["rings_at"] == (
        "2026-03-11T09:30"
    )
    let_pass(phone, until(9, 30, day=11))
    assert states(phone)[-1] == "ringing"


def test_an_alarm_overdue_for_days_rings_once() -> None:
    phone = make_phone(QUIET)
    phone.store.add(ALARMS, Alarm(NOW - timedelta(days=5, hours=1), "Old", "daily"))
    let_pass(phone, until(9, 5))
    assert posted(phone, "alarm") == [("10 09:00", "Alarm 09:00", "Old")]


def test_nobody_answers_and_the_alarm_is_missed() -> None:
    phone = make_phone(QUIET, must("manage_alarm", action="create", time="9:30", label="Tea"))
    let_pass(phone, until(9, 39))
    assert states(phone) == ["ringing"]
    let_pass(phone, until(9, 40))
    assert states(phone) == ["missed"]
    assert posted(phone, "alarm")[-1] == ("10 09:40", "Missed alarm", "09:30 Tea")


def test_a_snoozed_alarm_rings_again_and_may_be_snoozed_again() -> None:
    phone = make_phone(QUIET, must("manage_alarm", action="create", time="9:30", label="Tea"))
    let_pass(phone, until(9, 31))
    again = data(phone, "snooze_alarm", action="snooze", duration="a quarter of an hour")
    assert again["rings_again_at"] == "2026-03-10T09:46"
    let_pass(phone, until(9, 45))
    assert states(phone) == ["snoozed"]
    let_pass(phone, until(9, 46))
    assert states(phone) == ["ringing"]
    data(phone, "snooze_alarm", action="snooze")
    let_pass(phone, until(9, 56))
    assert states(phone) == ["ringing"]


def test_a_dismissed_alarm_stays_silent_that_day_and_rings_the_next() -> None:
    phone = make_phone(
        QUIET, must("manage_alarm", action="create", time="9:30", label="Tea", repeat="daily")
    )
    let_pass(phone, until(9, 31))
    data(phone, "snooze_alarm", action="dismiss")
    let_pass(phone, until(9, 29, day=11))
    assert states(phone) == ["stopped"]
    let_pass(phone, until(9, 31, day=11))
    assert states(phone)[-1] == "ringing"


def test_a_countdown_that_runs_out_rings_and_is_gone() -> None:
    phone = make_phone(
        QUIET, must("manage_countdown", action="start", duration="20 minutes", label="tea")
    )
    let_pass(phone, until(9, 20))
    assert posted(phone, "alarm") == [("10 09:20", "Timer 09:20", "tea")]
    assert not phone.store.all(COUNTDOWNS)
    assert data(phone, "snooze_alarm", action="dismiss")["kind"] == "countdown"


def test_a_paused_countdown_never_rings() -> None:
    phone = make_phone(
        QUIET,
        must("manage_countdown", action="start", duration="20 minutes", label="tea"),
        must("manage_countdown", action="pause", label="tea"),
    )
    let_pass(phone, until(20))
    assert posted(phone, "alarm") == [] and len(phone.store.all(COUNTDOWNS)) == 1


def test_a_phone_in_chinese_rings_in_chinese() -> None:
    phone = make_phone(QUIET, device(language="zh"), ringing("喝茶"))
    assert posted(phone, "alarm") == [("10 09:00", "闹钟 09:00", "喝茶")]


def test_the_one_that_rings_is_meant_before_the_one_that_was_put_off() -> None:
    phone = make_phone(QUIET, ringing("First"), must("snooze_alarm", action="snooze"))
    ringing("Second")(phone)
    assert data(phone, "snooze_alarm", action="dismiss")["label"] == "Second"


# reminders


def test_a_single_reminder_comes_up_once_and_waits_to_be_done() -> None:
    phone = make_phone(
        QUIET, must("manage_reminder", action="create", text="call the landlord", time="10:00")
    )
    let_pass(phone, until(23))
    assert posted(phone, "reminder") == [("10 10:00", "call the landlord", "10:00")]
    (row,) = data(phone, "manage_reminder", action="query")["reminders"]
    assert not row["done"]
    assert data(phone, "manage_reminder", action="complete", text="landlord")["changed"]
    assert data(phone, "manage_reminder", action="query")["reminders"] == []


def test_a_reminder_done_before_its_time_does_not_come_up() -> None:
    phone = make_phone(
        QUIET,
        must("manage_reminder", action="create", text="call the landlord", time="10:00"),
        must("manage_reminder", action="complete", text="landlord"),
    )
    let_pass(phone, until(23))
    assert posted(phone, "reminder") == []


def test_a_postponed_reminder_comes_up_again_at_its_new_time() -> None:
    phone = make_phone(
        QUIET, must("manage_reminder", action="create", text="call the landlord", time="10:00")
    )
    let_pass(phone, until(10, 5))
    data(phone, "manage_reminder", action="postpone", text="landlord", time="11:30")
    let_pass(phone, until(23))
    assert [when for when, _, _ in posted(phone, "reminder")] == ["10 10:00", "10 11:30"]


def test_a_monthly_reminder_comes_up_only_in_months_that_have_the_day() -> None:
    phone = make_phone(
        QUIET,
        must(
            "manage_reminder",
            action="create",
            text="rent",
            time="2026-03-31 08:00",
            repeat="monthly",
        ),
    )
    let_pass(phone, datetime(2026, 6, 30))
    assert [
        n.posted.month for n in phone.store.all(NOTIFICATIONS).values() if n.title == "rent"
    ] == [
        3,
        5,
    ]


def test_completing_a_repeating_reminder_skips_just_this_time() -> None:
    phone = make_phone(
        QUIET,
        must("manage_reminder", action="create", text="bins", time="19:00", repeat="weekly"),
    )
    done = data(phone, "manage_reminder", action="complete", text="bins")
    assert (done["at"], done["done"]) == ("2026-03-17T19:00", False)


def test_a_weekday_reminder_made_for_a_saturday_begins_on_monday() -> None:
    made = data(
        make_phone(),
        "manage_reminder",
        action="create",
        text="timesheet",
        time="2026-03-14 17:00",
        repeat="weekdays",
    )
    assert made["at"] == "2026-03-16T17:00"


# calendars


def _event(title: str, start: str, **more: Any) -> Any:
    return must("manage_schedule", action="create", title=title, start=start, **more)


def test_an_event_reminds_as_long_ahead_as_its_calendar_says() -> None:
    phone = make_phone(
        QUIET,
        _event("Dentist", "2026-03-10 12:00", place="Elm Street"),
        _event("Review", "2026-03-10 12:00"),
        must("manage_calendar", action="move_event", name="Work", event="Review"),
        must("manage_calendar", action="set_alert", name="Personal", ahead="45 minutes"),
        must("manage_calendar", action="set_alert", name="Work"),
    )
    let_pass(phone, until(13))
    assert posted(phone, "reminder") == [("10 11:15", "Dentist", "12:00 Elm Street")]


def test_an_event_of_another_zone_reminds_by_the_phones_own_clock() -> None:
    phone = make_phone(
        QUIET,
        must("manage_calendar", action="set_alert", name="Personal", ahead="10 minutes"),
        _event("Tokyo call", "2026-03-10 12:00", timezone="Tokyo"),
    )
    let_pass(phone, until(13))
    assert posted(phone, "reminder") == [("10 10:50", "Tokyo call", "11:00")]


def test_a_moved_event_reminds_at_its_new_time_only() -> None:
    phone = make_phone(
        QUIET,
        must("manage_calendar", action="set_alert", name="Personal", ahead="10 minutes"),
        _event("Dentist", "2026-03-10 12:00"),
        must("manage_schedule", action="reschedule", title="Dentist", start="2026-03-10 15:00"),
    )
    let_pass(phone, until(16))
    assert [when for when, _, _ in posted(phone, "reminder")] == ["10 14:50"]


def test_a_calendar_answers_to_its_name_in_both_languages() -> None:
    phone = make_phone()
    for name in ("Work", "work calendar", "工作", "工作日历"):
        (found,) = data(phone, "manage_calendar", action="query", name=name)["calendars"]
        assert found["name"] == "Work"


def test_deleting_a_calendar_takes_its_events_and_no_others() -> None:
    phone = make_phone(
        QUIET,
        _event("Dentist", "2026-03-12 12:00"),
        _event("Review", "2026-03-12 12:00"),
        must("manage_calendar", action="move_event", name="Work", event="Review"),
    )
    assert data(phone, "manage_calendar", action="delete", name="Work")["events_deleted"] == 1
    assert [row.title for row in phone.store.all(EVENTS).values()] == ["Dentist"]


def test_an_event_that_was_deleted_comes_back_into_its_calendar() -> None:
    phone = make_phone(
        _event("Review", "2026-03-12 12:00"),
        must("manage_calendar", action="move_event", name="Work", event="Review"),
    )
    gone = data(phone, "manage_schedule", action="delete", title="Review")
    assert gone["calendar"] == "calendar2"


def test_a_hidden_calendar_is_left_out_of_the_overview() -> None:
    phone = make_phone(
        QUIET,
        _event("Review", "2026-03-12 12:00"),
        must("manage_calendar", action="move_event", name="Work", event="Review"),
    )
    ask = {"day": "2026-03-12", "kind": "events"}
    assert data(phone, "query_agenda", **ask)["total"] == 1
    do(phone, "manage_calendar", action="hide", name="Work")
    assert data(phone, "query_agenda", **ask) == {
        "day": "2026-03-12",
        "until": "2026-03-12",
        "items": [],
        "total": 0,
        "busy_minutes": 0,
    }


# invitations


def test_a_guest_answers_after_a_while_and_the_phone_tells() -> None:
    phone = make_phone(
        QUIET,
        _event("Team lunch", "2026-03-12 12:30"),
        must("invite_to_event", action="invite", title="Team lunch", person="Mira Kaya"),
    )
    (guest,) = data(phone, "invite_to_event", action="query", title="Team lunch")["guests"]
    assert guest["answer"] == "pending"
    let_pass(phone, until(13))
    (guest,) = data(phone, "invite_to_event", action="query", title="Team lunch")["guests"]
    assert guest["answer"] in ("accepted", "declined", "tentative")
    ((_, title, text),) = posted(phone, "reminder")
    assert (title, text) == (f"Mira Kaya {guest['answer']}", "Team lunch")


def test_inviting_somebody_twice_changes_nothing() -> None:
    phone = make_phone(
        _event("Team lunch", "2026-03-12 12:30"),
        must("invite_to_event", action="invite", title="Team lunch", person="Mira Kaya"),
    )
    again = do(phone, "invite_to_event", action="invite", title="Team lunch", person="Mira Kaya")
    assert again.result.data["changed"] is False and again.changes == ()


def test_an_event_with_guests_is_cancelled_after_they_were_told() -> None:
    phone = make_phone(
        _event("Team lunch", "2026-03-12 12:30"),
        must("invite_to_event", action="invite", title="Team lunch", person="Mira Kaya"),
    )
    assert code(phone, "manage_schedule", action="delete", title="Team lunch") == "has_guests"
    do(phone, "invite_to_event", action="withdraw", title="Team lunch", person="Mira Kaya")
    assert code(phone, "manage_schedule", action="delete", title="Team lunch") == ""


def _invitation(**fields: Any) -> Any:
    kept: dict[str, Any] = {
        "title": "Garden party",
        "organiser": "Oliver Grant",
        "start": until(15, day=14),
        "minutes": 120,
        "place": "12 Elm Street",
        "timezone": "Asia/Shanghai",
        "arrives": NOW - timedelta(days=1),
    }
    return lambda phone: phone.store.add(INVITATIONS, Invitation(**(kept | fields)))


def test_an_accepted_invitation_is_in_the_calendar_with_what_it_overlaps() -> None:
    phone = make_phone(QUIET, _event("Football", "2026-03-14 16:00"), _invitation())
    said = data(phone, "respond_to_invitation", action="accept", title="garden party")
    assert (said["answer"], said["overlaps"]) == ("accepted", ["Football"])
    titles = [row.title for row in phone.store.all(EVENTS).values()]
    assert titles == ["Football", "Garden party"]


def test_declining_after_accepting_takes_it_out_of_the_calendar() -> None:
    phone = make_phone(QUIET, _invitation())
    for action in ("accept", "tentative"):
        data(phone, "respond_to_invitation", action=action, title="garden party")
        assert len(phone.store.all(EVENTS)) == 1
    data(phone, "respond_to_invitation", action="decline", person="Oliver Grant")
    assert not phone.store.all(EVENTS)


def test_an_invitation_shows_only_after_it_has_come() -> None:
    phone = make_phone(QUIET, _invitation(arrives=until(10), arrived=False))
    assert code(phone, "respond_to_invitation", action="accept", title="Garden") == "not_found"
    let_pass(phone, until(10))
    assert posted(phone, "reminder") == [("10 10:00", "Oliver Grant invites you", "Garden party")]
    assert code(phone, "respond_to_invitation", action="accept", title="Garden") == ""


def test_of_two_invitations_the_unanswered_one_is_meant() -> None:
    phone = make_phone(QUIET, _invitation(), _invitation(organiser="Boss"))
    data(phone, "respond_to_invitation", action="decline", person="Boss")
    assert data(phone, "respond_to_invitation", action="accept", title="Garden party")["from"] == (
        "Oliver Grant"
    )


# free together


def test_common_time_is_what_neither_calendar_takes() -> None:
    phone = make_phone(emptied(EVENTS, SHARED), _event("Mine", "2026-03-12 09:00"))
    for row in phone.store.all(CONTACTS).values():
        if row.name in ("Mira Kaya", "李娜"):
            hour = 12 if row.name == "李娜" else 15
            busy = (Busy(until(hour, day=12), 60),)
            phone.store.add(SHARED, SharedCalendar(row.phone, busy))
    both = data(phone, "find_common_time", person="Mira Kaya", other="李娜", day="2026-03-12",
                duration="2 hours")  # fmt: skip
    assert both["free"] == [
        {"from": "10:00", "to": "12:00"},
        {"from": "13:00", "to": "15:00"},
        {"from": "16:00", "to": "22:00"},
    ]
    assert both["people"] == ["Mira Kaya", "李娜"]


# birthdays and the lunar calendar


@pytest.mark.parametrize(
    ("month", "day", "solar"),
    [(1, 1, "2026-02-17"), (8, 15, "2026-09-25"), (5, 5, "2026-06-19"), (7, 30, "2026-09-10")],
)
def test_lunar_days_of_2026(month: int, day: int, solar: str) -> None:
    assert solar_of(2026, month, day).isoformat() == solar


def test_a_day_knows_its_lunar_date() -> None:
    lunar = lunar_of(date(2026, 3, 10))
    assert lunar is not None and lunar.written == "正月廿二"


@pytest.mark.parametrize(
    ("feast", "day"),
    [
        ("easter", "2026-04-05"),
        ("spring_festival", "2027-02-06"),
        ("lunar_new_years_eve", "2027-02-05"),
        ("qingming", "2026-04-05"),
        ("winter_solstice", "2026-12-22"),
        ("thanksgiving", "2026-11-26"),
        ("mid_autumn", "2026-09-25"),
        ("valentines", "2027-02-14"),
    ],
)
def test_the_next_feast(feast: str, day: str) -> None:
    assert next_feast(feast, NOW.date()).isoformat() == day


def test_a_lunar_birthday_moves_about_the_solar_year() -> None:
    phone = make_phone(emptied(BIRTHDAYS))
    made = data(
        phone, "manage_birthday", action="create", person="奶奶", month=8, day=15, lunar=True
    )
    assert made["next"] == "2026-09-25"
    phone.store.update(DEVICE, clock=datetime(2026, 10, 1))
    (row,) = data(phone, "manage_birthday", action="query", person="奶奶")["birthdays"]
    assert row["next"] == "2027-09-15"


def test_the_phone_tells_of_a_birthday_in_the_morning() -> None:
    phone = make_phone(QUIET)
    phone.store.add(BIRTHDAYS, Birthday("Mira Kaya", 3, 12))
    let_pass(phone, until(23, day=20))
    assert posted(phone, "reminder") == [("12 09:00", "It is Mira Kaya's birthday", "")]


def test_upcoming_birthdays_come_soonest_first() -> None:
    phone = make_phone(emptied(BIRTHDAYS))
    for name, month, day in (("Kevin", 3, 9), ("Mira Kaya", 4, 2), ("李娜", 3, 10)):
        phone.store.add(BIRTHDAYS, Birthday(name, month, day))
    listed = data(phone, "manage_birthday", action="query", within=30)["birthdays"]
    assert [(row["name"], row["days_away"]) for row in listed] == [("李娜", 0), ("Mira Kaya", 23)]


def test_a_leap_day_birthday_is_kept_on_the_28th() -> None:
    phone = make_phone(emptied(BIRTHDAYS))
    made = data(phone, "manage_birthday", action="create", person="Kevin", month=2, day=29)
    assert made["next"] == "2027-02-28"


# clocks and days


def test_the_world_clock_knows_the_time_there() -> None:
    (there,) = data(make_phone(), "manage_world_clock", action="query", city="New York")["clocks"]
    assert there == {"zone": "America/New_York", "time": "2026-03-09T21:00", "hours_ahead": -12.0}


def test_a_time_there_is_told_as_a_time_here() -> None:
    made = data(make_phone(), "convert_time", time="3 pm", source="New York")
    assert made["target_time"][11:] == "03:00" and made["days_later"] == 1
    made = data(make_phone(), "convert_time", time="2026-07-01 09:00", target="London")
    assert made["target_time"] == "2026-07-01T02:00"


def test_summer_time_shifts_the_hours_between_two_places() -> None:
    ask = {"source": "London", "target": "Tokyo"}
    winter = data(make_phone(), "convert_time", time="2026-01-05 12:00", **ask)
    summer = data(make_phone(), "convert_time", time="2026-07-05 12:00", **ask)
    assert (winter["hours_ahead"], summer["hours_ahead"]) == (9.0, 8.0)


@pytest.mark.parametrize(
    ("arguments", "day", "days"),
    [
        ({"amount": 100}, "2026-06-18", 100),
        ({"amount": -2, "unit": "weeks"}, "2026-02-24", -14),
        ({"amount": 10, "unit": "workdays"}, "2026-03-24", 14),
        ({"amount": 1, "unit": "months", "day": "2026-01-31"}, "2026-02-28", 28),
        ({"amount": 1, "unit": "years", "day": "2024-02-29"}, "2025-02-28", 365),
    ],
)
def test_a_day_so_far_from_another(arguments: dict[str, Any], day: str, days: int) -> None:
    made = data(make_phone(), "calculate_date", action="add", **arguments)
    assert (made["day"], made["days"]) == (day, days)


def test_days_between_count_workdays_too() -> None:
    made = data(make_phone(), "calculate_date", action="difference", until="2026-03-31")
    assert (made["days"], made["workdays"], made["weeks"]) == (21, 15, 3.0)


# the overview


def test_an_overview_holds_everything_of_the_day_in_order() -> None:
    phone = make_phone(
        QUIET,
        _event("Review", "2026-03-11 14:00", duration="90 minutes"),
        _event("Overlap", "2026-03-11 15:00"),
        must("manage_alarm", action="create", time="7:00", label="Work", repeat="daily"),
        must("manage_reminder", action="create", text="bins", time="19:00", repeat="daily"),
    )
    emptied(TODOS)(phone)
    phone.store.add(TODOS, Todo("post the form", due=date(2026, 3, 11)))
    phone.store.add(BIRTHDAYS, Birthday("Kevin", 3, 11))
    day = data(phone, "query_agenda", day="tomorrow")
    assert [item["what"] for item in day["items"]] == [
        "Kevin",
        "post the form",
        "Work",
        "Review",
        "Overlap",
        "bins",
    ]
    assert day["busy_minutes"] == 120


def test_an_overview_of_days_repeats_what_repeats() -> None:
    phone = make_phone(
        QUIET,
        must("manage_reminder", action="create", text="bins", time="19:00", repeat="daily"),
    )
    days = data(phone, "query_agenda", until="2026-03-12", kind="reminders")
    assert [item["at"] for item in days["items"]] == [
        "2026-03-10T19:00",
        "2026-03-11T19:00",
        "2026-03-12T19:00",
    ]


def test_a_calendar_that_is_gone_hides_nothing() -> None:
    phone = make_phone(QUIET, _event("Review", "2026-03-12 12:00"))
    for key in list(phone.store.all(CALENDARS)):
        phone.store.remove(CALENDARS, key)
    assert data(phone, "query_agenda", day="2026-03-12", kind="events")["total"] == 1
