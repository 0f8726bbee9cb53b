"""A link to a phone with screens: pictures, hierarchies, text, and its owner's input method."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.phone.android.link.pictures import PNG, whole
from tandem_edge.phone.android.link.protocol import AutomationFailed, LinkBroken, NotTyped
from tandem_edge.phone.android.link.selectors import selector
from tandem_edge.phone.android.link.text_input import enter_text
from tests.edge.phone.android.link.conftest import PATIENCE_S, OpenLink, StartPhone

CHINESE = "明天八点开会 🙂"
HELPER = "com.github.uiautomator/.AdbKeyboard"


class Killed(BaseException):
    """This process ended here."""


@pytest.mark.parametrize("profile", ["unspoilt", "warned_screenshot", "no_screenshot"])
def test_report_34_a_phone_gives_a_whole_picture_by_one_way_or_another(
    start: StartPhone, open_link: OpenLink, profile: str
) -> None:
    assert whole(open_link(start(profile)).screenshot(deadline_s=PATIENCE_S))


def test_report_19_without_automation_the_screen_is_captured_still(
    start: StartPhone, open_link: OpenLink
) -> None:
    link = open_link(start("automator_taken"))
    assert link.screenshot(deadline_s=PATIENCE_S).startswith(PNG)


def test_report_16_half_an_emoji_on_the_screen_does_not_lose_the_rest_of_it(
    start: StartPhone, open_link: OpenLink
) -> None:
    link = open_link(start("lone_surrogates"))
    told = link.automate("dumpWindowHierarchy", False, 50, changes=False, deadline_s=PATIENCE_S)
    assert isinstance(told, str)
    assert "<hierarchy" in told.encode().decode()


def test_report_20_a_tree_too_deep_is_a_fault_of_the_call_and_restarts_nothing(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start("deep_hierarchy")
    link = open_link(phone)
    with pytest.raises(AutomationFailed) as caught:
        link.automate("dumpWindowHierarchy", False, 50, changes=False, deadline_s=PATIENCE_S)
    assert caught.value.fault == "StackOverflowError"
    assert phone.log.of("automator") == ["dumpWindowHierarchy"]
    assert len([line for line in phone.log.of("service") if "app_process" in line]) == 1


def test_report_23_automation_that_is_not_connected_is_restarted_once_and_taps_once(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start("automator_disconnects")
    link = open_link(phone)
    with pytest.raises(LinkBroken):
        link.automate("click", 500, 1200, changes=True, deadline_s=PATIENCE_S)
    assert phone.log.of("automator") == ["click"]
    assert isinstance(link.automate("deviceInfo", changes=False, deadline_s=PATIENCE_S), dict)
    assert len([line for line in phone.log.of("service") if "app_process" in line]) == 2


def test_report_03_chinese_is_typed_into_the_field_that_has_the_focus(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    link = open_link(phone)
    link.shell(
        "am start -a android.intent.action.SENDTO -d sms:10086", changes=True, deadline_s=PATIENCE_S
    )
    edit = selector(className="android.widget.EditText")
    with pytest.raises(NotTyped):
        enter_text(link, CHINESE, input_method=link.input_method, deadline_s=PATIENCE_S)
    found = link.automate("objInfo", edit, changes=False, deadline_s=PATIENCE_S)
    assert isinstance(found, dict)
    bounds = found["bounds"]
    assert isinstance(bounds, dict)
    left, top = int(str(bounds["left"])) + 5, int(str(bounds["top"])) + 5
    link.automate("click", left, top, changes=True, deadline_s=PATIENCE_S)
    assert enter_text(link, CHINESE, input_method=link.input_method, deadline_s=PATIENCE_S).verified
    assert link.automate("getText", edit, changes=False, deadline_s=PATIENCE_S) == CHINESE


def test_report_06_what_a_process_that_died_left_in_place_the_next_link_puts_back(
    start: StartPhone, open_link: OpenLink, tmp_path: Path
) -> None:
    phone = start()
    phone.model.methods.helper = True
    first = open_link(phone)
    owners = first.input_method.current(deadline_s=PATIENCE_S)
    with (
        pytest.raises(Killed),
        first.input_method.switched(HELPER, deadline_s=PATIENCE_S),
    ):
        assert first.input_method.current(deadline_s=PATIENCE_S) == HELPER
        phone.freeze()
        raise Killed
    first.close()
    phone.thaw()
    second = open_link(phone)
    assert second.input_method.current(deadline_s=PATIENCE_S) == owners
    assert HELPER not in second.shell("ime list -s", changes=False, deadline_s=PATIENCE_S).out
