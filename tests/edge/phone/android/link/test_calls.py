"""What a link does on a phone with nothing wrong."""

from __future__ import annotations

import secrets

import pytest

from tandem_edge.phone.android.link.protocol import (
    AutomationFailed,
    AutomatorUnavailable,
    FileFailed,
    LinkError,
    ShellAnswer,
)
from tests.edge.phone.android.link.conftest import PATIENCE_S, OpenLink, StartPhone


def test_a_line_gives_what_it_printed_its_errors_and_its_exit_code(
    start: StartPhone, open_link: OpenLink
) -> None:
    link = open_link(start())
    answer = link.shell("echo 你好 🙂; echo oops >&2; exit 3", changes=False)
    assert answer == ShellAnswer("你好 🙂\n", "oops\n", 3)
    assert link.tells_errors_apart is True


def test_an_old_shell_gives_the_exit_code_too_and_errors_among_the_output(
    start: StartPhone, open_link: OpenLink
) -> None:
    link = open_link(start("old_shell"))
    assert link.shell("echo a; echo b >&2; exit 3", changes=False) == ShellAnswer("a\nb\n", "", 3)
    assert link.tells_errors_apart is False


def test_report_36_output_in_gbk_is_text_with_marks_where_it_is_no_utf_8(
    start: StartPhone, open_link: OpenLink
) -> None:
    answer = open_link(start()).shell(r"printf '\316\242\320\305 ok'", changes=False)
    assert answer.out.endswith(" ok")
    assert "\ufffd" in answer.out


@pytest.mark.parametrize(
    "name", ["plain", "with [brackets] and blanks", "it's $HOME; `id`", "文件🙂"]
)
def test_report_38_a_file_of_any_name_comes_back_as_it_was_sent(
    start: StartPhone, open_link: OpenLink, name: str
) -> None:
    link, data = open_link(start()), secrets.token_bytes(300_000)
    link.push(data, f"/sdcard/Download/{name}", deadline_s=PATIENCE_S)
    assert link.pull(f"/sdcard/Download/{name}", most=10**6, deadline_s=PATIENCE_S) == data
    assert link.pull(f"/sdcard/Download/{name}", most=1000, deadline_s=PATIENCE_S) == data[:1000]
    listed = link.shell("ls /sdcard/Download", changes=False).out
    assert listed == f"{name}\n"


def test_a_file_that_is_not_there_is_said_to_be_not_there(
    start: StartPhone, open_link: OpenLink
) -> None:
    with pytest.raises(FileFailed, match="No such file"):
        open_link(start()).pull("/sdcard/none", most=10)


@pytest.mark.parametrize("path", ["/none/there", "/sdcard", "/system/bin/sh"])
def test_a_file_that_cannot_be_written_leaves_nothing_behind(
    start: StartPhone, open_link: OpenLink, path: str
) -> None:
    link = open_link(start())
    with pytest.raises(FileFailed):
        link.push(b"data", path)
    assert ".part" not in link.shell("ls -a / /sdcard /system/bin", changes=False).out


def test_automation_starts_with_the_first_call_and_stays(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    link = open_link(phone)
    for _ in range(2):
        info = link.automate("deviceInfo", changes=False, deadline_s=PATIENCE_S)
        assert isinstance(info, dict)
        assert info["displayWidth"] == 1080
    started = [line for line in phone.log.of("service") if "app_process" in line]
    assert len(started) == 1


def test_a_method_that_automation_does_not_know_is_a_fault_of_the_call(
    start: StartPhone, open_link: OpenLink
) -> None:
    link = open_link(start())
    with pytest.raises(AutomationFailed, match="method not found"):
        link.automate("noSuchMethod", changes=False, deadline_s=PATIENCE_S)


def test_automation_that_does_not_start_says_so(start: StartPhone, open_link: OpenLink) -> None:
    link = open_link(start("automator_absent"))
    with pytest.raises(AutomatorUnavailable) as caught:
        link.automate("deviceInfo", changes=False, deadline_s=PATIENCE_S)
    assert "restart" in caught.value.hint


def test_report_22_automation_that_another_program_holds_is_said_and_tried_once(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start("automator_taken")
    link = open_link(phone)
    with pytest.raises(AutomatorUnavailable, match="another program") as caught:
        link.automate("click", 1, 2, changes=True, deadline_s=PATIENCE_S)
    assert "end it" in caught.value.hint
    started = [line for line in phone.log.of("service") if "app_process" in line]
    assert len(started) == 1
    assert phone.log.of("automator") == []


def test_a_closed_link_ends_automation_on_the_phone_and_may_be_closed_again(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start()
    first = open_link(phone)
    first.automate("deviceInfo", changes=False, deadline_s=PATIENCE_S)
    first.close()
    first.close()
    second = open_link(phone)
    second.automate("deviceInfo", changes=False, deadline_s=PATIENCE_S)
    started = [line for line in phone.log.of("service") if "app_process" in line]
    assert len(started) == 2


def test_a_phone_that_gives_no_picture_says_what_it_gave_instead(
    start: StartPhone, open_link: OpenLink
) -> None:
    phone = start("automator_absent")
    link = open_link(phone)
    phone.files.resolve("/system/bin/screencap").unlink(missing_ok=True)
    with pytest.raises(LinkError, match=r"no picture.*screencap"):
        link.screenshot(deadline_s=PATIENCE_S)
