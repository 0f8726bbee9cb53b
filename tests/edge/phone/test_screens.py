"""The sandbox phone's screens: derived from the store, acting only by the catalogue's tools."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.normalise import normalise
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.screens.actions import (
    GUI_ACTION,
    Back,
    GuiAction,
    Home,
    OpenApp,
    Scroll,
    Tap,
    Type,
)
from tandem_edge.phone.sandbox.screens.discovery import load_apps
from tandem_edge.phone.sandbox.screens.elements import Address, Calls, Opens, Page, Submits, Takes
from tandem_edge.phone.sandbox.screens.view import IN_SIGHT, View
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ToolCall

PHONE = SandboxPhone.generate(7)


def view_of(language: str = "en") -> View:
    phone = PHONE.fork()
    phone.store.update(DEVICE, language=language)
    phone.store.journal.clear()
    return View(phone, phone.call)


def pages(view: View) -> Iterator[tuple[Address, Page]]:
    """Every page that links lead to."""
    todo, seen = [view.stack[0]], set[Address]()
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        view.stack = [here]
        page = view._page()
        assert page is not None
        yield here, page
        todo += [each.does.to for each in page.elements if isinstance(each.does, Opens)]


def does(view: View, *actions: GuiAction) -> None:
    for action in actions:
        touched = view.act(action)
        assert touched.ok, (action, touched.refusal, touched.screen.message)


def test_every_app_loads_and_opens_from_the_home_screen() -> None:
    assert load_apps().faults == ()
    view = view_of()
    for element in view.screen().elements:
        does(view, Home(), Tap(element=element.id))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_on_every_screen_ids_are_unique_and_every_touch_is_a_call_of_the_catalogue(
    language: str,
) -> None:
    view, count = view_of(language), 0
    for here, page in pages(view):
        count += 1
        ids = [element.id for element in page.elements]
        assert len(set(ids)) == len(ids), here
        for element in page.elements:
            assert element.label, (here, element.id)
            if isinstance(element.does, Calls | Takes | Submits):
                spec = load_catalogue().spec(element.does.call.name)
                assert spec is not None, element.does
                assert set(element.does.call.arguments) <= set(spec.properties), (here, element)
            if isinstance(element.does, Calls):
                normalise(spec, element.does.call.arguments, PHONE.now())  # type: ignore[arg-type]
    assert count > 300


def test_a_screen_of_the_same_phone_is_always_the_same() -> None:
    one, two = view_of(), view_of()
    for action in (OpenApp(app="Contacts"), Scroll(direction="down"), Scroll(direction="down")):
        does(one, action)
        does(two, action)
        assert one.screen().as_json() == two.screen().as_json()


def test_long_screens_are_seen_a_part_at_a_time() -> None:
    view = view_of()
    does(view, OpenApp(app="通讯录"))
    first = view.screen()
    assert len(first.elements) == IN_SIGHT and first.below and not first.above
    does(view, Scroll(direction="down"))
    second = view.screen()
    assert second.above and not {e.id for e in first.elements} & {e.id for e in second.elements}
    refused = view.act(Tap(element=first.elements[0].id))
    assert not refused.ok and "in sight" in refused.refusal


def test_an_alarm_is_made_switched_and_deleted_by_hand() -> None:
    view = view_of()
    does(
        view,
        OpenApp(app="clock"),
        Tap(element="alarms"),
        Tap(element="new"),
        Type(element="time", text="6:20 tomorrow"),
        Type(element="label", text="Run"),
        Tap(element="save"),
        Tap(element="alarm5"),
        Tap(element="enabled"),
    )
    (change,) = view.phone.changes_since(0)
    assert change.after == {
        "next": "2026-03-11T06:20:00",
        "label": "Run",
        "repeat": "once",
        "enabled": False,
    }
    does(view, Tap(element="delete"))
    assert view.phone.changes_since(0) == ()
    assert view.screen().title == "Alarms"


def test_what_the_tool_refuses_is_said_on_the_screen_and_the_form_stays() -> None:
    view = view_of()
    does(view, OpenApp(app="clock"), Tap(element="alarms"), Tap(element="new"))
    does(view, Type(element="time", text="soonish"))
    touched = view.act(Tap(element="save"))
    assert not touched.ok and "time" in touched.screen.message
    assert touched.screen.title == "New alarm" and touched.screen.elements[0].value == "soonish"


def test_a_screen_whose_record_is_gone_is_left() -> None:
    view = view_of()
    does(view, OpenApp(app="notes"), Tap(element="note1"))
    text = view.screen().elements[0].value
    view.phone.call(ToolCall(name="manage_note", arguments={"action": "delete", "text": text}))
    assert view.screen().title == "Notes"


ACTIONS = st.one_of(
    st.sampled_from(sorted(load_apps().apps)).map(lambda app: OpenApp(app=app)),
    st.integers(0, IN_SIGHT - 1),
    st.sampled_from(["down", "up"]).map(lambda way: Scroll(direction=way)),
    st.just(Back()),
    st.just(Home()),
    st.tuples(st.integers(0, IN_SIGHT - 1), st.sampled_from(["30", "7:15", "家", "\x00[/x]"])),
)


def resolved(view: View, action: object) -> GuiAction:
    """An index becomes a tap on that element in sight, an index with text types there."""
    elements = view.screen().elements
    if isinstance(action, int):
        return Tap(element=elements[action % len(elements)].id if elements else "none")
    if isinstance(action, tuple):
        place, text = action
        return Type(element=elements[place % len(elements)].id if elements else "none", text=text)
    assert not isinstance(action, str)
    return GUI_ACTION.validate_python(action)


@settings(max_examples=60, deadline=None)
@given(st.lists(ACTIONS, max_size=25))
def test_whatever_is_touched_the_phone_is_as_the_calls_alone_leave_it(
    actions: list[object],
) -> None:
    phone, calls = PHONE.fork(), list[ToolCall]()

    def call(made: ToolCall) -> Execution:
        calls.append(made)
        return phone.call(made)

    view = View(phone, call)
    for action in actions:
        before = phone.store.mark()
        touched = view.act(resolved(view, action))
        if touched.execution is None:
            assert phone.store.mark() == before
    alone = PHONE.fork()
    for made in calls:
        alone.call(made)
    assert alone.dump() == phone.dump()
