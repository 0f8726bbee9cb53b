"""Typing: any script, read back, and the owner's input method afterwards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tandem_edge.phone.android.link.input_method import InputMethod, NotRestored
from tandem_edge.phone.android.link.protocol import (
    DeadlineMissed,
    DeviceRefused,
    LinkBroken,
    LinkError,
    NotTyped,
)
from tandem_edge.phone.android.link.selectors import selector
from tandem_edge.phone.android.link.serials import file_name
from tandem_edge.phone.android.link.text_input import Typed, enter_text
from tests.fakes.typing_phone import HELPER, OWNERS, SECOND_HELPER, TypingPhone

CHINESE = "明天八点开会 🙂"


def enter(phone: TypingPhone, text: str, home: Path) -> Typed:
    return enter_text(phone, text, input_method=InputMethod(phone, home))


def only_by_keyboard(**fields: object) -> TypingPhone:
    """A phone whose fields take nothing but what a keyboard types."""
    phone = TypingPhone(sets=None, pastes=None, disabled=[HELPER])
    for name, value in fields.items():
        setattr(phone, name, value)
    return phone


def note(home: Path) -> Path:
    return home / "phones" / file_name("TYPING01") / "input-method.json"


def test_report_03_chinese_is_set_in_the_field_itself(tmp_path: Path) -> None:
    phone = TypingPhone()
    assert enter(phone, CHINESE, tmp_path) == Typed("set_text", verified=True)
    assert phone.text == CHINESE


def test_report_02_and_04_no_key_event_and_no_shell_word_is_made_of_the_text(
    tmp_path: Path,
) -> None:
    for phone in (TypingPhone(), only_by_keyboard()):
        enter(phone, f"app agent test; `id` {CHINESE}", tmp_path)
        assert phone.text == f"app agent test; `id` {CHINESE}"
        assert not [call for call in phone.calls if call.startswith("input") or "agent" in call]


def test_report_01_a_way_that_types_nothing_and_eats_what_was_there_gives_way_to_the_next(
    tmp_path: Path,
) -> None:
    phone = TypingPhone(text="before", sets=lambda text: "")
    assert enter(phone, CHINESE, tmp_path).way == "paste"
    assert phone.text == CHINESE
    assert phone.clipboard == "the owner's"


def test_report_05_an_input_method_that_rewrites_what_is_typed_is_told_of(tmp_path: Path) -> None:
    phone = only_by_keyboard(types=lambda text: text.replace("9", "W").replace("2", "a"))
    with pytest.raises(NotTyped, match="W00a") as caught:
        enter(phone, "9002", tmp_path)
    assert caught.value.reading == "W00a"


def test_report_39_letters_that_change_places_are_typed_another_way(tmp_path: Path) -> None:
    phone = TypingPhone(sets=lambda text: text.replace("ran", "arn"))
    assert enter(phone, "France", tmp_path) == Typed("paste", verified=True)
    assert phone.text == "France"


def test_report_30_nothing_is_typed_when_another_field_has_the_focus(tmp_path: Path) -> None:
    phone = TypingPhone(text="as it was", focused=False)
    method = InputMethod(phone, tmp_path)
    with pytest.raises(NotTyped, match="another field"):
        enter_text(phone, "x", input_method=method, where=selector(resourceId="app:id/name"))
    assert phone.text == "as it was"


def test_nothing_is_typed_when_no_field_has_the_focus(tmp_path: Path) -> None:
    with pytest.raises(NotTyped, match="no text field"):
        enter(TypingPhone(there=False), "x", tmp_path)


def test_report_35_a_clipboard_that_is_denied_is_no_empty_clipboard(tmp_path: Path) -> None:
    phone = TypingPhone(text="keep", sets=None, may_read_clipboard=False)
    with pytest.raises(NotTyped):
        enter(phone, CHINESE, tmp_path)
    assert "pasteClipboard" not in phone.calls
    assert phone.text == "keep"


def test_a_password_is_typed_but_cannot_be_read_back(tmp_path: Path) -> None:
    assert enter(TypingPhone(masked=True), "hunter2", tmp_path) == Typed("set_text", verified=False)


@pytest.mark.parametrize("keyboard", [HELPER, SECOND_HELPER])
def test_report_06_and_07_a_keyboard_is_enabled_first_and_the_owners_is_put_back(
    tmp_path: Path, keyboard: str
) -> None:
    phone = only_by_keyboard(disabled=[keyboard])
    assert enter(phone, CHINESE, tmp_path) == Typed("keyboard", verified=True)
    assert phone.text == CHINESE
    assert (phone.current, phone.enabled, phone.disabled) == (OWNERS, [OWNERS], [keyboard])
    assert not note(tmp_path).exists()


def test_report_40_which_input_method_is_in_place_is_asked_each_time(tmp_path: Path) -> None:
    phone = only_by_keyboard(disabled=[], enabled=[OWNERS, HELPER])
    enter(phone, "one", tmp_path)
    phone.current = HELPER  # its owner chose it meanwhile
    enter(phone, "two", tmp_path)
    assert phone.current == HELPER
    assert phone.text == "two"


def test_report_08_input_methods_that_may_not_be_listed_are_denied_not_absent(
    tmp_path: Path,
) -> None:
    phone = TypingPhone(may_change_input_method=False)
    with pytest.raises(DeviceRefused):
        InputMethod(phone, tmp_path).installed()


def test_report_09_a_keyboard_in_use_counts_although_it_is_not_listed(tmp_path: Path) -> None:
    phone = only_by_keyboard(disabled=[], current=HELPER)
    assert enter(phone, CHINESE, tmp_path).way == "keyboard"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
def test_any_text_arrives_by_every_way(tmp_path: Path, text: str) -> None:
    for phone in (TypingPhone(), TypingPhone(sets=None), only_by_keyboard()):
        assert enter(phone, text, tmp_path).verified
        assert phone.text == text


class Killed(BaseException):
    """This process ended here."""


@pytest.mark.parametrize(
    "error", [DeadlineMissed("late"), LinkBroken("cut"), KeyboardInterrupt(), Killed()]
)
def test_report_06_at_whichever_call_it_breaks_off_the_owners_input_method_comes_back(
    tmp_path: Path, error: BaseException
) -> None:
    whole = only_by_keyboard()
    enter(whole, CHINESE, tmp_path)
    for number in range(1, len(whole.calls) + 1):
        home = tmp_path / str(number)

        def breaks(at: int, number: int = number) -> None:
            if at >= number:  # nor does anything work from then on: not even putting back
                raise error

        phone = only_by_keyboard(before_call=breaks)
        with pytest.raises(type(error)):
            enter(phone, CHINESE, home)
        phone.before_call = lambda at: None
        InputMethod(phone, home).restore_owed()
        assert (phone.current, phone.enabled) == (OWNERS, [OWNERS]), number
        assert not note(home).exists()


def test_after_a_call_that_may_have_worked_no_other_way_is_tried(tmp_path: Path) -> None:
    def late(number: int) -> None:
        if phone.calls[-1] == "setText":
            raise DeadlineMissed("late")

    phone = TypingPhone(before_call=late)
    with pytest.raises(DeadlineMissed):
        enter(phone, CHINESE, tmp_path)
    assert phone.calls[-1] == "setText"


def test_an_input_method_that_does_not_come_back_is_told_of_and_stays_noted(
    tmp_path: Path,
) -> None:
    phone = only_by_keyboard()
    with (
        pytest.raises(NotRestored, match=HELPER),
        InputMethod(phone, tmp_path).switched(HELPER),
    ):
        phone.enabled.remove(OWNERS)
    assert json.loads(note(tmp_path).read_text())["owners"] == OWNERS
    phone.enabled.append(OWNERS)
    assert InputMethod(phone, tmp_path).restore_owed()
    assert phone.current == OWNERS


def test_what_another_process_has_in_place_is_left_to_it(tmp_path: Path) -> None:
    phone = only_by_keyboard()
    with pytest.raises(Killed), InputMethod(phone, tmp_path).switched(HELPER):
        phone.before_call = lambda number: (_ for _ in ()).throw(Killed())
        raise Killed
    phone.before_call = lambda number: None
    with FileLock(note(tmp_path).with_suffix(".lock")):
        assert not InputMethod(phone, tmp_path).restore_owed()
        assert phone.current == HELPER
        with pytest.raises(LinkError, match="another Tandem"):
            enter(phone, CHINESE, tmp_path)
    assert InputMethod(phone, tmp_path).restore_owed()
    assert phone.current == OWNERS


@pytest.mark.parametrize(
    "written",
    ["", "[]", "{}", '{"owners": "a/.b; reboot", "ours": "a/.b", "was_enabled": true}', "\0" * 99],
)
def test_a_note_that_nobody_can_have_written_reaches_no_phone(tmp_path: Path, written: str) -> None:
    note(tmp_path).parent.mkdir(parents=True)
    note(tmp_path).write_text(written)
    phone = TypingPhone()
    assert not InputMethod(phone, tmp_path).restore_owed()
    assert phone.calls == []
    assert not note(tmp_path).exists()
