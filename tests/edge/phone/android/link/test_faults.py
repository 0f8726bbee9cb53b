"""Every method of a link against every fault of the way: in time, told apart, and nothing twice."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from tandem_edge.phone.android.link.adb_link import AdbLink
from tandem_edge.phone.android.link.protocol import (
    DeadlineMissed,
    DeviceAbsent,
    DeviceUnauthorised,
    LinkBroken,
    LinkError,
)
from tests.edge.phone.android.link.conftest import PATIENCE_S, OpenLink, StartPhone
from tests.fakes.adb_server import PrivateAdb
from tests.fakes.android_phone.profiles import UNSPOILT
from tests.fakes.android_phone.running import AndroidPhone

DEADLINE_S = 1.5
SLACK_S = 10.0
"""What a busy machine may need to end a process; the libraries' own time limit is 600 s."""
MARKS = "/data/local/tmp/marks"
MARK = f"echo mark >> {MARKS}"
CALLS: dict[str, Callable[[AdbLink], object]] = {
    "a line that reads": lambda link: link.shell("id", changes=False, deadline_s=DEADLINE_S),
    "a line that changes": lambda link: link.shell(MARK, changes=True, deadline_s=DEADLINE_S),
    "automation that reads": lambda link: link.automate(
        "deviceInfo", changes=False, deadline_s=DEADLINE_S
    ),
    "automation that changes": lambda link: link.automate(
        "pressKey", "home", changes=True, deadline_s=DEADLINE_S
    ),
    "screenshot": lambda link: link.screenshot(deadline_s=DEADLINE_S),
    "push": lambda link: link.push(b"x" * 10**5, f"{MARKS}.pushed", deadline_s=DEADLINE_S),
    "pull": lambda link: link.pull("/system/bin/sh", most=10**6, deadline_s=DEADLINE_S),
}

AUTOMATED = ("automation that reads", "automation that changes", "screenshot")


def cut(phone: AndroidPhone) -> None:
    """The connection breaks with the first byte of every answer."""
    phone.become(replace(UNSPOILT, drops_after=1, drops=10**6))


def fall_silent(phone: AndroidPhone) -> None:
    phone.become("offline")
    phone.disconnect()


FAULTS: dict[str, Callable[[AndroidPhone], None]] = {
    "frozen": lambda phone: phone.freeze(),
    "gone": lambda phone: phone.vanish(),
    "cut": cut,
    "silent": fall_silent,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_goes_wrong_each_call_ends_in_time_with_its_reason_and_acts_at_most_once(
    start: StartPhone, open_link: OpenLink, fault: str
) -> None:
    phone = start()
    link = open_link(phone)
    for name, call in CALLS.items():
        phone.log.clear()
        phone.files.resolve(MARKS).unlink(missing_ok=True)
        if fault != "gone" and name in AUTOMATED:
            link.automate("deviceInfo", changes=False, deadline_s=PATIENCE_S)
        FAULTS[fault](phone)
        begun = time.monotonic()
        with pytest.raises(LinkError):
            call(link)
        assert time.monotonic() - begun < DEADLINE_S + SLACK_S, name
        if fault != "gone":
            phone.become("unspoilt")
            phone.thaw()
            link.shell("true", changes=False, deadline_s=PATIENCE_S)
        assert phone.log.of("automator").count("pressKey") <= 1, name
        marks = phone.files.resolve(MARKS)
        assert not marks.exists() or marks.read_text() == "mark\n", name


def test_report_15_a_line_on_a_phone_that_was_switched_off_ends_at_the_deadline(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    link = open_link(phone)
    phone.freeze()
    begun = time.monotonic()
    with pytest.raises(DeadlineMissed, match=phone.serial) as caught:
        link.shell("id", changes=False, deadline_s=DEADLINE_S)
    assert DEADLINE_S <= time.monotonic() - begun < DEADLINE_S + SLACK_S
    assert caught.value.settled is False


def test_a_phone_that_wakes_up_again_is_spoken_to_again(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    link = open_link(phone)
    phone.freeze()
    with pytest.raises(DeadlineMissed):
        link.shell("id", changes=False, deadline_s=DEADLINE_S)
    phone.thaw()
    assert link.shell("echo back", changes=False, deadline_s=PATIENCE_S).out == "back\n"


def test_a_frozen_phone_is_said_to_be_silent_before_anything_is_asked_of_it_again(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    link = open_link(phone)
    phone.freeze()
    with pytest.raises(DeadlineMissed):
        link.shell("id", changes=False, deadline_s=DEADLINE_S)
    with pytest.raises(DeviceAbsent, match="does not answer") as caught:
        link.shell(MARK, changes=True, deadline_s=DEADLINE_S)
    assert caught.value.settled
    phone.thaw()
    link.shell("true", changes=False, deadline_s=PATIENCE_S)
    assert not phone.files.resolve(MARKS).exists()


def test_a_line_that_reads_is_asked_again_when_its_answer_was_cut_off(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    link = open_link(phone)
    phone.become(replace(UNSPOILT, drops_after=1))
    assert link.shell("echo whole", changes=False, deadline_s=PATIENCE_S).out == "whole\n"
    assert phone.log.of("fault") == ["dropped"]


def test_a_line_that_changes_is_not_asked_again_when_its_answer_was_cut_off(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    link = open_link(phone)
    phone.become(replace(UNSPOILT, drops_after=1))
    with pytest.raises(LinkBroken) as caught:
        link.shell(f"{MARK}; echo done", changes=True, deadline_s=PATIENCE_S)
    assert caught.value.settled is False
    assert link.shell(f"cat {MARKS}", changes=False, deadline_s=PATIENCE_S).out == "mark\n"


def test_a_line_that_changes_is_asked_again_when_nothing_was_sent(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    link = open_link(phone)
    phone.disconnect()
    link.shell(MARK, changes=True, deadline_s=PATIENCE_S)
    assert link.shell(f"cat {MARKS}", changes=False, deadline_s=PATIENCE_S).out == "mark\n"


def test_a_file_whose_sending_was_cut_off_is_not_there_in_part(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    link = open_link(phone)
    link.push(b"old", f"{MARKS}.file", deadline_s=PATIENCE_S)
    phone.become(replace(UNSPOILT, drops_after=1))
    with pytest.raises(LinkError):
        link.push(b"new" * 10**6, f"{MARKS}.file", deadline_s=PATIENCE_S)
    assert link.pull(f"{MARKS}.file", most=100, deadline_s=PATIENCE_S) == b"old"


def test_report_23_a_call_that_reads_is_answered_after_automation_was_lost(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    link = open_link(phone)
    link.automate("deviceInfo", changes=False, deadline_s=PATIENCE_S)
    link.shell("true", changes=False)
    phone.disconnect()  # the automation's own stream ends with the connection
    info = link.automate("deviceInfo", changes=False, deadline_s=PATIENCE_S)
    assert isinstance(info, dict)


def test_report_23_a_call_that_changes_is_not_sent_again_when_its_answer_was_lost(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    link = open_link(phone)
    link.automate("deviceInfo", changes=False, deadline_s=PATIENCE_S)
    phone.become(replace(UNSPOILT, drops_after=1))
    with pytest.raises(LinkBroken):
        link.automate("pressKey", "home", changes=True, deadline_s=PATIENCE_S)
    assert phone.log.of("automator").count("pressKey") == 1
    assert isinstance(link.automate("deviceInfo", changes=False, deadline_s=PATIENCE_S), dict)


def test_report_11_an_offline_phone_is_said_to_be_offline(
    adb: PrivateAdb, start: StartPhone, open_link: OpenLink
) -> None:
    phone = start("offline")
    with pytest.raises(DeviceAbsent) as caught:
        open_link(phone, used=False).shell("id", changes=False, deadline_s=DEADLINE_S)
    assert "wake the phone" in caught.value.hint


def test_report_13_a_phone_that_trusts_us_not_yet_says_that_a_dialog_waits(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start("unauthorised")
    link = open_link(phone, used=False)
    with pytest.raises(DeviceUnauthorised) as caught:
        link.shell("id", changes=False, deadline_s=PATIENCE_S)
    assert "accept the dialog" in caught.value.hint
    phone.allow()
    phone.become("unspoilt")
    assert link.shell("echo in", changes=False, deadline_s=PATIENCE_S).out == "in\n"


def test_report_14_a_phone_on_the_network_that_is_listed_offline_is_connected_again(
    adb: PrivateAdb, start: StartPhone, open_link: OpenLink
) -> None:
    phone = start("offline")
    adb.connect(phone.serial)
    phone.become("unspoilt")
    link = open_link(phone, used=False)
    assert link.shell("echo back", changes=False, deadline_s=PATIENCE_S).out == "back\n"


def test_report_10_and_12_with_several_phones_each_call_goes_to_its_own(
    start: StartPhone, open_link: OpenLink
) -> None:
    one, other = start(), start()
    links = [open_link(one), open_link(other)]
    for link in links:
        link.shell(f"echo {link.serial} > {MARKS}", changes=True, deadline_s=PATIENCE_S)
        link.automate("deviceInfo", changes=False, deadline_s=PATIENCE_S)
    for phone, link in zip((one, other), links, strict=True):
        told = link.pull(MARKS, most=100, deadline_s=PATIENCE_S)
        assert told.decode() == f"{phone.serial}\n"
        assert phone.log.of("automator") == ["deviceInfo"]


def test_a_serial_that_no_phone_has_is_said_to_be_absent(
    adb: PrivateAdb, open_link: OpenLink
) -> None:
    link = open_link("NOSUCHPHONE", used=False)
    with pytest.raises(DeviceAbsent, match="NOSUCHPHONE"):
        link.shell("id", changes=False, deadline_s=PATIENCE_S)
