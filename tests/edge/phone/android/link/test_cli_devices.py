"""``tandem phone list`` and ``tandem phone check`` with phones that adb reaches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tandem_edge.cli.phone import phone as command
from tandem_edge.phone.android.link.attached import AdbVersions
from tandem_edge.phone.android.link.findings import findings
from tandem_edge.phone.android.link.probe import Capabilities, May, known, probe
from tandem_edge.phone.android.link.protocol import DeviceUnauthorised, SeveralDevices
from tests.edge.phone.android.link.conftest import OpenLink, StartPhone
from tests.fakes.adb_server import PrivateAdb

SAME = AdbVersions(41, 41, "/usr/bin/adb")


def run(home: Path, *words: str) -> tuple[int, str]:
    result = CliRunner().invoke(
        command, [*words, "--home", str(home)], standalone_mode=False, catch_exceptions=False
    )
    return result.return_value or 0, result.stdout


def run_json(home: Path, *words: str) -> Any:
    return json.loads(run(home, *words, "--json")[1])


def states(found: Capabilities) -> dict[str, str]:
    return {each.name: each.state for each in findings(found, SAME)}


def test_list_shows_each_phone_with_its_state_and_what_to_do(
    adb: PrivateAdb, start: StartPhone, home: Path
) -> None:
    ready, closed = start(), start("unauthorised")
    adb.connect(ready.serial)
    adb.connect(closed.serial)
    told = {each["name"]: each for each in run_json(home, "list")["phones"]}
    assert told["sandbox"]["saved"] is False
    assert (told[ready.serial]["state"], told[ready.serial]["fix"]) == ("device", "")
    assert "accept the dialog" in told[closed.serial]["fix"]
    text = run(home, "list")[1]
    assert "does not trust this computer yet" in text


def test_list_without_adb_still_shows_the_sandbox_phone(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "9")
    monkeypatch.setenv("ADBUTILS_ADB_PATH", str(tmp_path / "no-adb"))
    told = run_json(home, "list")
    assert [each["name"] for each in told["phones"]] == ["sandbox"]
    assert "adb cannot be used" in told["adb"]


def test_check_of_a_phone_with_nothing_wrong_finds_nothing_bad_and_is_kept(
    start: StartPhone, home: Path
) -> None:
    phone = start()
    told = run_json(home, "check", phone.serial)
    assert {each["state"] for each in told["findings"]} == {"ok"}
    assert {"adb", "settings", "input", "automation"} < {each["name"] for each in told["findings"]}
    kept = known(phone.serial, home)
    assert kept is not None
    assert kept.model_dump(mode="json") == told["capabilities"]


def test_check_changes_nothing_on_the_phone(start: StartPhone, home: Path) -> None:
    phone = start()
    before = phone.sandbox.dump()
    run(home, "check", phone.serial)
    assert phone.sandbox.dump()["tables"] == before["tables"]


def test_report_28_check_of_a_xiaomi_whose_debugging_is_locked_names_the_switch_and_fails(
    start: StartPhone, home: Path
) -> None:
    phone = start("xiaomi_locked_debugging")
    code, text = run(home, "check", phone.serial)
    assert code == 4
    assert "- settings" in text
    assert "- input" in text
    assert "USB debugging (Security settings)" in text


def test_report_22_check_says_that_another_program_holds_automation(
    start: StartPhone, open_link: OpenLink
) -> None:
    found = probe(open_link(start("automator_taken")))
    assert found.automation is May.NO
    assert states(found)["automation"] == "bad"


def test_an_old_shell_is_worth_knowing(start: StartPhone, open_link: OpenLink) -> None:
    found = probe(open_link(start("old_shell")))
    assert found.errors_apart is False
    assert states(found)["shell"] == "worth"


def test_check_of_one_of_several_phones_has_to_be_told_which(
    adb: PrivateAdb, start: StartPhone, home: Path
) -> None:
    phones = [start(), start()]
    for each in phones:
        adb.connect(each.serial)
    with pytest.raises(SeveralDevices, match=phones[0].serial):
        run(home, "check", "android")


def test_check_of_a_phone_that_trusts_us_not_says_so(start: StartPhone, home: Path) -> None:
    with pytest.raises(DeviceUnauthorised):
        run(home, "check", start("unauthorised").serial)


def test_every_finding_is_told_in_chinese_too(
    start: StartPhone, open_link: OpenLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = probe(open_link(start("xiaomi_locked_debugging")))
    english = findings(found, AdbVersions(40, 41, "adb"))
    monkeypatch.setenv("TANDEM_LANG", "zh")
    chinese = findings(found, AdbVersions(40, 41, "adb"))
    for one, other in zip(english, chinese, strict=True):
        assert one.name == other.name
        assert one.fix != other.fix or not one.fix, one
        assert one.fact != other.fact or one.name == "battery", one
