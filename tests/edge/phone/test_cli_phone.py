"""``tandem phone``: list, check, tools, reset, show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tandem_edge.cli.phone import phone
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.errors import PhoneError, UsageError
from tests.edge.phone.making import do

HOSTILE = "Mira \x1b[31m[/bad]\x00\u202eKaya"


def run(home: Path, *words: str) -> str:
    result = CliRunner().invoke(phone, [*words, "--home", str(home)], catch_exceptions=False)
    assert result.exit_code == 0
    return result.stdout


def run_json(home: Path, *words: str) -> Any:
    return json.loads(run(home, *words, "--json"))


def test_list_names_the_sandbox_and_says_whether_it_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADBUTILS_ADB_PATH", str(tmp_path / "no-adb"))
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", "9")
    assert "made on first use" in run(tmp_path, "list")
    run(tmp_path, "reset")
    assert run_json(tmp_path, "list")["phones"][0]["saved"] is True


def test_check_counts_tools_and_shows_the_clock(tmp_path: Path) -> None:
    assert f"{len(load_catalogue().specs)} tools, clock 2026-03-10 09:00" in run(tmp_path, "check")
    assert run_json(tmp_path, "check") == {
        "phone": "sandbox",
        "tools": len(load_catalogue().specs),
        "faults": [],
    }


def test_check_of_a_broken_phone_is_a_phone_error(tmp_path: Path) -> None:
    (tmp_path / "sandbox-phone.json").write_text("{}")
    with pytest.raises(PhoneError):
        run(tmp_path, "check")


def test_tools_are_listed_by_domain_in_both_languages(tmp_path: Path) -> None:
    out = run(tmp_path, "tools")
    assert "time_management (16)" in out
    assert "manage_bluetooth" in out and "蓝牙" in out


@pytest.mark.parametrize(
    ("text", "name"),
    [("torch", "control_flashlight"), ("叫我起床", "manage_alarm"), ("WI-FI off", "manage_wifi")],
)
def test_tools_are_found_by_the_words_people_use(tmp_path: Path, text: str, name: str) -> None:
    assert name in {spec["name"] for spec in run_json(tmp_path, "tools", "--search", text)["tools"]}


def test_tools_of_one_domain(tmp_path: Path) -> None:
    found = run_json(tmp_path, "tools", "--domain", "apps_storage")
    assert found["count"] == found["domains"]["apps_storage"] == 24


def test_a_search_without_result_says_so(tmp_path: Path) -> None:
    assert run(tmp_path, "tools", "--search", "zzzz") == "no tool matches\n"


def test_an_unknown_domain_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        run(tmp_path, "tools", "--domain", "cooking")
    assert "time_management" in caught.value.hint


def test_reset_makes_the_phone_of_the_seed(tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    assert run_json(tmp_path, "reset", "--seed", "3", "--state", str(file))["seed"] == 3
    assert SandboxPhone.load(file).dump() == SandboxPhone.generate(3).dump()


def test_reset_without_a_seed_uses_the_setting(tmp_path: Path) -> None:
    assert "seed 7" in run(tmp_path, "reset")


def test_reset_to_a_place_that_cannot_be_written_is_a_phone_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PhoneError, match="cannot be kept"):
        run(tmp_path, "reset", "--state", str(tmp_path / "file" / "phone.json"))


def test_show_is_readable_and_obeys_nothing_that_the_phone_holds(tmp_path: Path) -> None:
    kept = SandboxPhone.generate(7, tmp_path / "sandbox-phone.json")
    kept.store.rows["contacts"].clear()
    do(kept, "manage_contact", action="create", name=HOSTILE, phone="13800138000")
    kept.save()
    out = run(tmp_path, "show")
    assert "Mira [/bad]Kaya" in out
    assert not {"\x1b", "\x00", "\u202e"} & set(out)
    people = run_json(tmp_path, "show")["tables"]["contacts"].values()
    assert HOSTILE in {row["name"] for row in people}


def test_show_before_first_use_says_that_it_is_a_fresh_one(tmp_path: Path) -> None:
    out = run(tmp_path, "show")
    assert "what a fresh one holds" in out
    assert not (tmp_path / "sandbox-phone.json").exists()
