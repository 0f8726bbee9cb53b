"""What a call means where a careless reading of it would act on the wrong thing."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from tandem_edge.phone.catalogue.calls_communication.calls import CALLS, Call
from tandem_edge.phone.catalogue.calls_communication.calls import SHOWN as CALLS_SHOWN
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, Contact
from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES, Message
from tandem_edge.phone.catalogue.calls_communication.messages import SHOWN as MESSAGES_SHOWN
from tandem_edge.phone.catalogue.time_management.alarms import ALARMS, Alarm
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS
from tandem_edge.phone.catalogue.time_management.countdowns import (
    COUNTDOWNS,
    STOPWATCH,
    Countdown,
    Stopwatch,
)
from tandem_edge.phone.catalogue.utilities_productivity.notes import NOTES, TODOS, Note, Todo
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_edge.phone.sandbox.world import SandboxPhone, restore
from tandem_shared.canonical import canonical_bytes
from tests.edge.phone.making import Case, device, do, make_phone, must
from tests.edge.phone.test_undo import filled, inverse_of, state

NOW = datetime(2026, 3, 10, 9, 0)


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def code(phone: SandboxPhone, name: str, /, **arguments: Any) -> str:
    fault = do(phone, name, **arguments).result.fault
    return fault.code if fault else ""


def emptied(phone: SandboxPhone, *tables: Table[Any]) -> SandboxPhone:
    for table in tables:
        for key in list(phone.store.all(table)):
            phone.store.remove(table, key)
    return phone


def undo(phone: SandboxPhone, name: str, execution: Execution) -> Execution:
    inverse = inverse_of(phone, Case(name, {}), execution)
    assert inverse is not None
    return phone.call(filled(inverse, execution))


def at(hour: int, minute: int = 0, day: int = 10) -> Any:
    return device(clock=datetime(2026, 3, day, hour, minute))


# names and ids


def test_a_latin_name_is_found_from_the_beginning_of_a_word() -> None:
    phone = make_phone()
    assert code(phone, "make_call", person="Ann") == "not_found"
    assert data(phone, "make_call", person="hann")["name"] == "Hannah Lee"


def test_a_chinese_name_is_found_by_any_part() -> None:
    assert data(make_phone(), "make_call", person="老马")["name"] == "修空调老马"


def test_what_a_user_says_is_never_an_id() -> None:
    phone = make_phone()
    assert code(phone, "send_message", person="contact3", text="hi") == "not_found"
    assert code(phone, "manage_note", action="delete", text="note2") == "not_found"
    assert code(phone, "manage_alarm", action="delete", label="alarm1") == "not_found"
    key = phone.store.add(NOTES, Note("note2"))
    assert data(phone, "manage_note", action="delete", text="note2")["note_id"] == key


@pytest.mark.parametrize(
    ("name", "arguments", "trap"),
    [
        ("manage_note", {"action": "create", "text": "milk"}, (NOTES, Note("note9"))),
        ("manage_todo", {"action": "create", "text": "milk"}, (TODOS, Todo("todo9"))),
        (
            "manage_contact",
            {"action": "create", "name": "Al", "phone": "13800138000"},
            (CONTACTS, Contact("Al", "+8613800138009")),
        ),
    ],
)
def test_undo_finds_its_own_record_among_look_alikes(
    name: str, arguments: dict[str, Any], trap: tuple[Table[Any], Any]
) -> None:
    phone = make_phone(lambda phone: phone.store.add(*trap))
    before = state(phone)
    execution = do(phone, name, **arguments)
    assert undo(phone, name, execution).result.ok
    assert state(phone) == before


def test_the_undo_of_a_new_name_knows_it_by_its_id() -> None:
    phone = make_phone()
    before = state(phone)
    execution = do(phone, "manage_contact", action="update", name="Kevin", new_name="Mira Kaya")
    assert undo(phone, "manage_contact", execution).result.ok
    assert state(phone) == before


def test_contacts_of_one_name_are_told_apart_by_number() -> None:
    phone = make_phone(lambda phone: phone.store.add(CONTACTS, Contact("Dad", "+8613800138000")))
    assert code(phone, "manage_contact", action="delete", name="Dad") == "ambiguous"
    gone = data(phone, "manage_contact", action="delete", name="Dad", phone="138 0013 8000")
    assert gone["phone"] == "+8613800138000"
    assert data(phone, "manage_contact", action="query", name="Dad")["contacts"]
    assert code(phone, "manage_contact", action="delete", name="Dad", phone="13800138001") == (
        "not_found"
    )


def test_contacts_are_listed_by_group() -> None:
    phone = make_phone()
    listed = data(phone, "manage_contact", action="query", group="family")["contacts"]
    family = [row for row in phone.store.all(CONTACTS).values() if row.group == "family"]
    assert {each["name"] for each in listed} == {row.name for row in family}


@pytest.mark.parametrize("broken", ["A\nB", "A\r\nB", "A\u2028B", "A\x85B", "\nA\vB\n"])
def test_a_short_text_is_one_line_and_loses_nothing_else(broken: str) -> None:
    phone = make_phone()
    made = data(phone, "manage_contact", action="create", name=broken, phone="13800138000")
    assert made["name"] == "A B"
    made = data(phone, "manage_countdown", action="start", duration="1 hour", label=broken)
    assert made["label"] == "A B"
    made = data(phone, "manage_schedule", action="create", title=broken, start="7:30 tomorrow")
    assert made["title"] == "A B"


def test_a_note_and_a_message_keep_their_lines() -> None:
    phone = make_phone()
    assert data(phone, "manage_note", action="create", text="a\nb")["text"] == "a\nb"
    assert data(phone, "send_message", person="Kevin", text="a\nb")["text"] == "a\nb"


# amounts


@pytest.mark.parametrize(
    ("value", "source", "target"),
    [
        (1e308, "km", "mm"),
        (1e308, "mi", "mm"),
        (10**308, "km", "mm"),
        (-1e308, "km", "mm"),
        (-300, "celsius", "fahrenheit"),
        (-460, "fahrenheit", "celsius"),
        (-1, "kelvin", "celsius"),
        (5, "k", "mi"),
        (5, "mi", "K"),
    ],
)
def test_an_amount_that_cannot_be_is_refused(value: float, source: str, target: str) -> None:
    arguments = {"value": value, "source": source, "target": target}
    assert code(make_phone(), "convert_unit", **arguments) == "invalid_argument"


@pytest.mark.parametrize(
    ("value", "source", "target", "result"),
    [(-273.15, "celsius", "kelvin", 0), (-459.67, "°F", "kelvin", 0), (1e300, "km", "m", 1e303)],
)
def test_an_amount_at_the_edge_is_converted(
    value: float, source: str, target: str, result: float
) -> None:
    made = data(make_phone(), "convert_unit", value=value, source=source, target=target)
    assert made["value"] == pytest.approx(result, abs=1e-9)


@pytest.mark.parametrize("said", ["30 seconds", "90 seconds", "1.51 minutes", "15 days"])
def test_an_event_lasts_whole_minutes(said: str) -> None:
    phone = make_phone()
    arguments = {"action": "create", "title": "x", "start": "7:30 tomorrow", "duration": said}
    assert code(phone, "manage_schedule", **arguments) == "invalid_argument"
    made = data(phone, "manage_schedule", **(arguments | {"duration": "120 seconds"}))
    assert made["duration"] == "2 minutes"


def test_a_countdown_of_many_seconds_is_understood() -> None:
    made = data(make_phone(), "manage_countdown", action="start", duration="12345 seconds")
    assert made["seconds"] == 12345


def test_a_number_written_as_a_float_gains_no_digit() -> None:
    for number in (13800138001.0, "13800138001.0"):
        made = data(make_phone(), "manage_contact", action="create", name="x", phone=number)
        assert made["phone"] == "+8613800138001"


def test_a_number_in_letters_needs_its_country() -> None:
    create = {"action": "create", "name": "x", "phone": "1-800-FLOWERS"}
    assert code(make_phone(), "manage_contact", **create) == "invalid_argument"
    there = make_phone(device(timezone="America/New_York"))
    assert data(there, "manage_contact", **create)["phone"] == "+18003569377"
    abroad = data(make_phone(), "manage_contact", **(create | {"phone": "+1-800-FLOWERS"}))
    assert abroad["phone"] == "+18003569377"


@pytest.mark.parametrize(
    ("table", "record"),
    [
        ("stopwatch", {"since": None, "elapsed": 1e300}),
        ("stopwatch", {"since": None, "elapsed": -1.0}),
        ("stopwatch", {"since": "0001-01-01T00:00:00", "elapsed": 0.0}),
        ("countdowns", {"seconds": 60, "label": "", "ends": "9999-12-31T23:59:59", "left": None}),
        ("countdowns", {"seconds": 60, "label": "", "ends": None, "left": 10**12}),
    ],
)
def test_a_clock_of_absurd_state_is_not_loaded(table: str, record: dict[str, Any]) -> None:
    saved = json.loads(canonical_bytes(make_phone().dump()))
    saved["tables"][table] = {"-" if table == "stopwatch" else "countdown1": record}
    with pytest.raises(ValidationError):
        restore(saved)


@pytest.mark.parametrize("clock", [datetime(1970, 1, 1), datetime(2100, 12, 31, 23, 59)])
def test_clocks_at_the_ends_of_the_calendar_can_be_saved_and_loaded(clock: datetime) -> None:
    phone = make_phone(
        device(clock=clock),
        lambda phone: phone.store.put(STOPWATCH, "-", Stopwatch(elapsed=1e8)),
        must("manage_stopwatch", action="start"),
        must("manage_countdown", action="start", duration="7 days", label="long"),
    )
    do(phone, "manage_alarm", action="create", time="2100-12-31 23:59", repeat="weekends")
    assert restore(json.loads(canonical_bytes(phone.dump()))).dump() == phone.store.dump()
    phone.store.update(DEVICE, clock=NOW)
    for name in ("manage_stopwatch", "manage_countdown"):
        action = {"action": "stop"} if name == "manage_stopwatch" else {"action": "pause"}
        data(phone, name, **action, **({"label": "long"} if action["action"] == "pause" else {}))
    assert restore(json.loads(canonical_bytes(phone.dump()))).dump() == phone.store.dump()


# alarms


@pytest.mark.parametrize("said", ["2020-01-01 07:00", "yesterday at 7", "昨天早上七点"])
def test_a_past_alarm_is_refused_once_and_rolls_forward_on_a_rhythm(said: str) -> None:
    phone = make_phone()
    assert code(phone, "manage_alarm", action="create", time=said) == "invalid_argument"
    daily = data(phone, "manage_alarm", action="create", time=said, repeat="daily")
    assert daily["rings_at"] == "2026-03-11T07:00"
    weekend = data(phone, "manage_alarm", action="create", time=said, repeat="weekends")
    assert weekend["rings_at"] == "2026-03-14T07:00"


def test_a_rhythm_that_began_in_the_past_rings_today_if_its_time_is_to_come() -> None:
    said = "2020-01-01 10:00"
    made = data(make_phone(), "manage_alarm", action="create", time=said, repeat="daily")
    assert made["rings_at"] == "2026-03-10T10:00"


@pytest.mark.parametrize("repeat", ["once", "daily"])
@pytest.mark.parametrize("enabled", [True, False])
def test_a_deleted_past_alarm_is_put_back_as_it_was(repeat: Any, enabled: bool) -> None:
    past = Alarm(NOW - timedelta(days=3), "old", repeat, enabled)
    phone = make_phone(lambda phone: phone.store.add(ALARMS, past))
    before = state(phone)
    execution = do(phone, "manage_alarm", action="delete", label="old")
    assert undo(phone, "manage_alarm", execution).result.ok
    assert state(phone) == before


def test_an_alarm_of_another_day_is_not_deleted() -> None:
    phone = emptied(make_phone(), ALARMS)
    do(phone, "manage_alarm", action="create", time="2026-03-20 07:00")
    assert code(phone, "manage_alarm", action="delete", time="7am tomorrow") == "not_found"
    assert data(phone, "manage_alarm", action="delete", time="7am")["rings_at"] == (
        "2026-03-20T07:00"
    )


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("6:45 today", True),
        ("this morning at 6:45", True),
        ("今天早上六点四十五", True),
        ("6:45", True),
        ("6:45 tomorrow", True),
        ("6:45 on Saturday", False),
        ("6:50 today", False),
    ],
)
def test_a_repeating_alarm_is_known_by_any_of_its_times(said: str, found: bool) -> None:
    phone = emptied(make_phone(), ALARMS)
    do(phone, "manage_alarm", action="create", time="6:45", repeat="weekdays")
    assert len(data(phone, "manage_alarm", action="query", time=said)["alarms"]) == found
    for action in ("disable", "enable", "delete"):
        assert code(phone, "manage_alarm", action=action, time=said) == (
            "" if found else "not_found"
        )


# the calendar


def _made(phone: SandboxPhone, title: str, start: str, **more: Any) -> dict[str, Any]:
    return data(phone, "manage_schedule", action="create", title=title, start=start, **more)


def test_a_long_event_that_was_deleted_is_put_back() -> None:
    phone = make_phone()
    _made(phone, "Trip", "2026-04-01 09:00", duration="10 days")
    before = state(phone)
    execution = do(phone, "manage_schedule", action="delete", title="Trip")
    assert execution.result.data["duration"] == "14400 minutes"
    assert undo(phone, "manage_schedule", execution).result.ok
    assert state(phone) == before


def test_an_event_is_not_moved_onto_its_twin() -> None:
    phone = make_phone()
    _made(phone, "Twin", "2026-04-01 09:00")
    moved = _made(phone, "Twin", "2026-04-02 09:00")["event_id"]
    before = state(phone)
    arguments = {"action": "reschedule", "title": "Twin", "start": "2026-04-01 09:00"}
    assert code(phone, "manage_schedule", **arguments, event_id=moved) == "already_exists"
    assert state(phone) == before


def test_an_event_keeps_its_length_when_it_is_moved() -> None:
    phone = make_phone()
    _made(phone, "Root canal", "2026-04-01 09:00", duration="90 minutes")
    arguments = {"action": "reschedule", "title": "Root canal", "start": "2026-04-02 09:00"}
    assert data(phone, "manage_schedule", **arguments)["duration"] == "90 minutes"


def test_events_of_one_name_are_told_apart_by_their_start() -> None:
    phone = make_phone()
    _made(phone, "Standup", "2026-04-01 09:00")
    _made(phone, "Standup", "2026-04-02 09:30")
    _made(phone, "Standup", "2026-03-10 08:00")
    ask = {"action": "delete", "title": "Standup"}
    assert code(phone, "manage_schedule", **ask) == "ambiguous"
    assert code(phone, "manage_schedule", **ask, start="2026-04-02 09:00") == "not_found"
    gone = data(phone, "manage_schedule", **ask, start="9:30")
    assert gone["start"] == "2026-04-02T09:30"
    gone = data(phone, "manage_schedule", **ask, start="10:00 April 1", timezone="Tokyo")
    assert gone["start"] == "2026-04-01T09:00"
    gone = data(phone, "manage_schedule", **ask, start="8:00 today")
    assert gone["start"] == "2026-03-10T08:00"


def test_an_event_past_midnight_is_on_both_days() -> None:
    phone = make_phone()
    _made(phone, "Night shift", "2026-04-01 22:00", duration="4 hours")
    _made(phone, "Evening", "2026-04-01 22:00", duration="2 hours")

    def titles(day: str) -> list[str]:
        events = data(phone, "manage_schedule", action="query", day=day)["events"]
        return [event["title"] for event in events]

    assert sorted(titles("2026-04-01")) == ["Evening", "Night shift"]
    assert titles("2026-04-02") == ["Night shift"]
    assert titles("2026-04-03") == []


def test_events_that_touch_do_not_overlap() -> None:
    phone = make_phone()
    _made(phone, "Before", "2026-05-01 09:00")
    _made(phone, "After", "2026-05-01 11:00")
    assert _made(phone, "Between", "2026-05-01 10:00")["overlaps"] == []


def test_free_time_today_begins_now() -> None:
    phone = emptied(make_phone(at(15, 20)), EVENTS)
    whole = [{"from": "15:20", "to": "22:00"}]
    assert data(phone, "find_free_time", day="today")["free"] == whole
    late = emptied(make_phone(at(21, 30)), EVENTS)
    assert data(late, "find_free_time", day="today")["free"] == []
    early = emptied(make_phone(at(6)), EVENTS)
    assert data(early, "find_free_time", day="today")["free"] == [{"from": "08:00", "to": "22:00"}]


def test_a_start_is_read_by_the_clock_of_its_zone() -> None:
    phone = make_phone(at(9, 30))  # 10:30 in Tokyo, 21:30 of the day before in New York
    assert _made(phone, "a", "10:00", timezone="Tokyo")["start"] == "2026-03-11T10:00"
    assert _made(phone, "b", "11:00", timezone="东京")["start"] == "2026-03-10T11:00"
    assert _made(phone, "c", "tomorrow at 8", timezone="New York")["start"] == "2026-03-10T08:00"
    assert _made(phone, "d", "in 1 hour", timezone="Tokyo")["local_start"] == "2026-03-10T10:30"


# apps, the log, messages, countdowns, to-dos


def test_the_camera_and_the_flashlight_exclude_each_other() -> None:
    phone = make_phone(must("control_flashlight", action="enable"))
    assert code(phone, "open_app", app="相机") == "conflict"
    assert code(phone, "open_app", app="WeChat") == ""
    do(phone, "control_flashlight", action="disable")
    assert code(phone, "open_app", app="相机") == ""
    assert code(phone, "control_flashlight", action="enable") == "conflict"


def _calls(store: Store) -> None:
    for days, number in ((2, "+1"), (0, "+2"), (1, "+3")):
        store.add(CALLS, Call(number, "missed", NOW - timedelta(days=days, minutes=5)))


def test_the_log_is_newest_first_and_of_the_day_asked() -> None:
    phone = emptied(make_phone(), CALLS)
    _calls(phone.store)
    listed = data(phone, "query_calls")["calls"]
    assert [call["number"] for call in listed] == ["+2", "+3", "+1"]
    yesterday = data(phone, "query_calls", day="yesterday")
    assert [call["number"] for call in yesterday["calls"]] == ["+3"]
    assert yesterday["total"] == 1


def test_the_log_shows_so_many_and_counts_all() -> None:
    phone = emptied(make_phone(), CALLS)
    for minutes in range(CALLS_SHOWN + 5):
        phone.store.add(CALLS, Call("+1", "missed", NOW - timedelta(minutes=minutes)))
    found = data(phone, "query_calls")
    assert (len(found["calls"]), found["total"]) == (CALLS_SHOWN, CALLS_SHOWN + 5)


def test_messages_are_newest_first_so_many_at_once() -> None:
    phone = emptied(make_phone(), MESSAGES)
    for minutes in (7, *range(100, 100 + MESSAGES_SHOWN), 3, 5):
        text = f"{minutes} ago"
        sent = NOW - timedelta(minutes=minutes)
        phone.store.add(MESSAGES, Message("+1", text, sent, incoming=True))
    found = data(phone, "read_messages")
    assert [row["text"] for row in found["messages"][:4]] == ["3 ago", "5 ago", "7 ago", "100 ago"]
    assert (len(found["messages"]), found["total"]) == (MESSAGES_SHOWN, MESSAGES_SHOWN + 3)


@pytest.mark.parametrize("action", ["pause", "resume"])
def test_a_countdown_switched_twice_stays_as_it_was(action: str) -> None:
    phone = make_phone(must("manage_countdown", action="start", duration="20 minutes", label="tea"))
    do(phone, "manage_countdown", action=action, label="tea")
    phone.store.update(DEVICE, clock=NOW + timedelta(minutes=5))
    before = state(phone)
    again = do(phone, "manage_countdown", action=action, label="tea")
    assert again.result.ok and again.changes == ()
    assert state(phone) == before


def test_a_countdown_that_is_over_has_nothing_left() -> None:
    phone = emptied(make_phone(), COUNTDOWNS)
    phone.store.add(COUNTDOWNS, Countdown(60, "tea", ends=NOW - timedelta(minutes=5)))
    resumed = do(phone, "manage_countdown", action="resume", label="tea")
    assert resumed.result.data["left_seconds"] == 0 and resumed.changes == ()
    assert data(phone, "manage_countdown", action="pause", label="tea")["left_seconds"] == 0


def test_completing_and_reopening_take_the_one_they_would_change() -> None:
    phone = emptied(make_phone(), TODOS)
    done = phone.store.add(TODOS, Todo("buy milk", done=True))
    due = NOW.date()
    still = phone.store.add(TODOS, Todo("buy milk", due=due))
    ask = {"text": "buy milk"}
    assert data(phone, "manage_todo", action="reopen", **ask)["todo_id"] == done
    do(phone, "manage_todo", action="complete", text="any", todo_id=done)
    assert data(phone, "manage_todo", action="complete", **ask)["todo_id"] == still
    assert code(phone, "manage_todo", action="delete", **ask) == "ambiguous"
