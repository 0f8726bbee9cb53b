"""``tandem doctor``: each line a fact, and the command that mends it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tandem_edge import doctor
from tandem_edge.doctor import Finding, examine
from tandem_edge.settings import load_settings
from tandem_shared.errors import PhoneError
from tests.journeys.commands import tandem


def findings(home: Path, **flags: object) -> dict[str, Finding]:
    settings = load_settings({"home": home, **flags}, environ={})
    return {finding.name: finding for finding in examine(settings)}


@pytest.mark.planner
def test_on_a_machine_that_has_everything_nothing_fails(tmp_path: Path) -> None:
    found = findings(tmp_path)
    assert {name for name, finding in found.items() if finding.exit_code} == set()
    always = {"python", "compiler", "planner", "embedder", "phone", "tools", "disk", "home"}
    assert always | {"skills", "agents", "harness", "mcp", "memory", "reading"} == set(found)
    assert found["embedder"].state == "ok"


def test_a_missing_planner_is_a_failure_with_the_command_that_pulls_it(tmp_path: Path) -> None:
    planner = findings(tmp_path, models_dir=tmp_path / "none")["planner"]
    assert (planner.state, planner.exit_code) == ("FAIL", 3)
    assert "tandem model pull" in planner.fix


def test_without_the_embedder_the_line_says_what_that_costs_and_the_pull(tmp_path: Path) -> None:
    embedder = findings(tmp_path, models_dir=tmp_path / "none")["embedder"]
    assert (embedder.state, embedder.exit_code) == ("warn", 0)
    assert "by words alone" in embedder.fact
    assert embedder.fix == "tandem model pull multilingual-e5-small"


def test_guidance_that_no_request_could_be_taken_with_is_a_failure(tmp_path: Path) -> None:
    broken = tmp_path / "harness.json"
    broken.write_text("{")
    harness = findings(tmp_path, harness=broken)["harness"]
    assert (harness.state, harness.exit_code) == ("FAIL", 2)
    assert "tandem harness build" in harness.fix


def test_guidance_built_for_other_tools_is_a_failure(tmp_path: Path) -> None:
    from tandem_edge.harness.adapter.storing import load_config, save_config

    config = load_config()
    tools = config.tools | {"set_volume": "0" * 64}
    save_config(
        config.model_copy(update={"tools": tools, "tools_digest": "1" * 64}), tmp_path / "h.json"
    )
    harness = findings(tmp_path, harness=tmp_path / "h.json")["harness"]
    assert harness.state == "FAIL"
    assert "set_volume changed" in harness.fact


def test_servers_are_counted_and_those_not_approved_named(tmp_path: Path) -> None:
    from tandem_edge.mcp_servers.book import FILE_NAME, McpServer, ServerBook

    book = ServerBook(tmp_path / FILE_NAME)
    book.add(McpServer(name="notes", command=("nothing-is-started",)))
    mcp = findings(tmp_path)["mcp"]
    assert (mcp.state, mcp.fix) == ("warn", "tandem mcp check notes")
    book.path.write_text("{")
    mcp = findings(tmp_path)["mcp"]
    assert (mcp.state, mcp.exit_code) == ("FAIL", 2)


def test_a_damaged_phone_is_a_failure_of_code_4(tmp_path: Path) -> None:
    (tmp_path / "sandbox-phone.json").write_text("{")
    phone = findings(tmp_path)["phone"]
    assert (phone.state, phone.exit_code) == ("FAIL", 4)


def test_a_missing_compiler_is_said_with_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    compiler = findings(tmp_path)["compiler"]
    assert compiler.state == "warn"  # llama.cpp is built already
    assert compiler.fix == "apt install g++ make"


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "NEEDED_FREE_MB", 10**9)
    assert findings(tmp_path)["disk"].state == "warn"


def test_a_check_that_breaks_is_a_line_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def _broken(settings: object) -> Finding:
        raise ZeroDivisionError("oh")

    def _gone(settings: object) -> Finding:
        raise PhoneError("no phone", hint="plug it in")

    monkeypatch.setattr(doctor, "CHECKS", (_broken, _gone, doctor._python))
    found = findings(tmp_path)
    assert found["broken"].exit_code == 1
    assert "ZeroDivisionError" in found["broken"].fact
    assert (found["gone"].exit_code, found["gone"].fix) == (4, "plug it in")
    assert found["python"].state == "ok"


def test_the_command_ends_with_the_worst_code_and_prints_json(home: Path, tmp_path: Path) -> None:
    ran = tandem(home, "doctor", "--json", TANDEM_MODELS_DIR=str(tmp_path / "none"))
    assert ran.code == 3
    rows = {row["name"]: row for row in json.loads(ran.out)}
    assert rows["planner"]["state"] == "FAIL"


def test_looking_writes_no_phone(tmp_path: Path) -> None:
    findings(tmp_path)
    assert not (tmp_path / "sandbox-phone.json").exists()


@pytest.mark.parametrize("home", [Path("/proc/1"), Path("/proc/nowhere")])
def test_a_home_that_cannot_be_written_is_a_failure_with_a_way_out(home: Path) -> None:
    found = findings(home)["home"]
    assert (found.state, found.exit_code) == ("FAIL", 1)
    assert "cannot be written" in found.fact
    assert "TANDEM_HOME" in found.fix


def test_a_file_that_may_not_be_read_is_no_broken_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def _closed(settings: object) -> Finding:
        raise PermissionError(13, "Permission denied", "/kept/phone.json")

    monkeypatch.setattr(doctor, "CHECKS", (_closed,))
    found = findings(tmp_path)["closed"]
    assert found.fact == "/kept/phone.json: Permission denied"
    assert (found.state, found.exit_code, bool(found.fix)) == ("FAIL", 1, True)


def test_looking_leaves_nothing_in_the_home(tmp_path: Path) -> None:
    findings(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_family_of_rules_that_did_not_load_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tandem_edge.memory.extraction import rules

    assert findings(tmp_path)["reading"].state == "ok"
    broken = rules.Found((), ("family of facts work did not load: no",))
    monkeypatch.setattr(rules, "load_rules", lambda: broken)
    reading = findings(tmp_path)["reading"]
    assert (reading.state, reading.exit_code) == ("FAIL", 1) and "work" in reading.fact
