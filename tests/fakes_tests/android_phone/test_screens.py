"""What is on the screen: views that could be Android's, and what touching them does."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.utilities_productivity.notes import NOTES
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.screens.discovery import load_apps
from tandem_edge.phone.sandbox.screens.elements import Address
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.fakes.android_phone.faults import Faults
from tests.fakes.android_phone.input_methods import HELPER, InputMethods
from tests.fakes.android_phone.log import Log
from tests.fakes.android_phone.profiles import PROFILES
from tests.fakes.android_phone.screen.hierarchy import to_xml
from tests.fakes.android_phone.screen.nodes import Node, at
from tests.fakes.android_phone.screen.window import Window


@pytest.fixture
def window() -> Window:
    sandbox = SandboxPhone.generate(7)
    return Window(sandbox, Faults(Log()), InputMethods(sandbox.store))


def nodes(window: Window) -> Iterator[Node]:
    return (node for root in window.roots() for node in root.walk())


def find(window: Window, text: str) -> Node:
    """The node that takes touches and shows ``text``, itself or in a child."""
    found = [
        node
        for node in nodes(window)
        if node.clickable and any(text in (each.text, each.description) for each in node.walk())
    ]
    assert found, f"{text} is not on the screen"
    return found[-1]


def tap(window: Window, text: str) -> None:
    window.tap(*find(window, text).bounds.centre)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("app", sorted(load_apps().apps))
def test_each_app_shows_views_within_the_screen_in_either_language(
    window: Window, app: str, language: str
) -> None:
    window.sandbox.store.update(DEVICE, language=language)
    window.go(Address(app))
    width, height = window.size
    for node in nodes(window):
        left, top, right, bottom = node.bounds
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
        assert node.package
        assert not node.id or ":id/" in node.id
    title = load_apps().apps[app].label
    assert any(node.text == (title.zh if language == "zh" else title.en) for node in nodes(window))


def test_there_are_eight_apps_with_screens() -> None:
    assert len(load_apps().apps) >= 8


def test_the_hierarchy_is_xml_whatever_the_texts_hold(window: Window) -> None:
    key = next(iter(window.sandbox.store.all(NOTES)))
    nasty = '<b>&"quoted" \x00\x1b 😀 \ud83d ]]>\n'
    window.sandbox.store.update(NOTES, key, text=nasty)
    window.go(Address("notes", "note", key))
    root = ElementTree.fromstring(to_xml(window.roots(), 0).encode())
    texts = [each.get("text") for each in root.iter("node")]
    assert any(text and text.startswith('<b>&"quoted"') for text in texts)


def test_a_switch_is_touched_anywhere_on_its_row(window: Window) -> None:
    window.go(Address("settings", "network"))
    row = find(window, "Wi-Fi")
    window.tap(row.bounds.left + 5, row.bounds.top + 5)
    assert not window.sandbox.store.only(RADIOS).wifi


def test_a_note_is_written_by_touching_a_field_and_typing(window: Window) -> None:
    window.go(Address("notes"))
    tap(window, "New note")
    window.tap(*next(node for node in nodes(window) if node.kind == "EditText").bounds.centre)
    assert window.keyboard_up
    assert window.type_text("买牛奶 ")
    assert window.type_text("milk")
    tap(window, "Save note")
    assert [row.text for row in window.sandbox.store.all(NOTES).values()][-1] == "买牛奶 milk"


def test_typing_without_a_focus_goes_nowhere(window: Window) -> None:
    window.go(Address("notes", "new"))
    assert not window.type_text("lost")
    assert window.sandbox.store.changes() == ()


def test_a_field_that_acts_at_once_waits_for_the_keyboards_action(window: Window) -> None:
    window.go(Address("settings", "display"))
    field = next(node for node in nodes(window) if node.kind == "EditText")
    window.tap(*field.bounds.centre)
    window.type_text("5 minutes", replace=True)
    assert window.sandbox.store.changes() == ()
    assert window.submit_text()
    assert window.sandbox.store.rows["screen"]["-"].timeout == 300


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 1.0])
def test_a_slider_follows_the_finger(window: Window, share: float) -> None:
    window.go(Address("settings", "display"))
    bar = next(node for node in nodes(window) if node.kind == "SeekBar")
    wide = bar.bounds.right - bar.bounds.left - 1
    window.tap(bar.bounds.left + share * wide, bar.bounds.centre[1])
    assert window.sandbox.store.rows["display"]["-"].brightness == round(share * 100)


def test_the_back_key_puts_the_keyboard_away_first(window: Window) -> None:
    window.go(Address("notes", "new"))
    window.tap(*next(node for node in nodes(window) if node.kind == "EditText").bounds.centre)
    window.back()
    assert not window.keyboard_up
    assert window.view.stack[-1] == Address("notes", "new")
    window.back()
    assert window.view.stack[-1] != Address("notes", "new")


def test_a_covering_keyboard_swallows_touches_and_a_polite_one_makes_room(window: Window) -> None:
    window.go(Address("notes", "new"))
    window.tap(*next(node for node in nodes(window) if node.kind == "EditText").bounds.centre)
    save = find(window, "Save note").bounds
    assert at(window.roots(), *save.centre) is not None
    keyboard_top = window.roots()[-1].bounds.top
    assert all(root.bounds.bottom <= keyboard_top for root in window.roots()[:1])
    window.faults.become(PROFILES["keyboard_covering"])
    assert window.roots()[0].bounds.bottom > keyboard_top


def test_scrolling_shows_what_is_further_down(window: Window) -> None:
    window.go(Address("apps"))
    first = {node.text for node in nodes(window)}
    window.swipe(540, 1800, 540, 600)
    second = {node.text for node in nodes(window)}
    assert first - second
    assert second - first


def test_a_panel_hides_the_app_beneath_it(window: Window) -> None:
    window.swipe(540, 10, 540, 1200)
    assert window.focus_package() == "com.android.systemui"
    assert {node.package for node in nodes(window)} == {"com.android.systemui"}


def test_a_screen_that_is_off_takes_no_touches(window: Window) -> None:
    window.awake = False
    assert window.tap(540, 300) is None


def test_the_helper_is_offered_only_while_it_is_installed(window: Window) -> None:
    assert HELPER not in window.methods.ids(enabled_only=False)
    before = window.methods.current
    window.methods.helper = True
    window.methods.enable(HELPER, True)
    window.methods.choose(HELPER)
    assert window.methods.current == HELPER
    window.methods.uninstalled()
    assert window.methods.current == before
