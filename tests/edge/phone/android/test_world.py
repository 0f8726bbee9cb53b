"""A phone behind the protocol that the harness knows."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tandem_edge.phone.android import world as world_module
from tandem_edge.phone.android.link.protocol import DeviceAbsent
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.protocol import Phone
from tandem_shared.errors import PhoneError
from tandem_shared.tools import ToolCall
from tests.edge.phone.android.simulated import link_to, tables, world_of
from tests.edge.phone.making import make_phone, must

OFF = ToolCall(name="manage_wifi", arguments={"action": "disable"})
ON = ToolCall(name="manage_wifi", arguments={"action": "enable"})
WIFI_ON = must("manage_wifi", action="enable")


def test_it_is_a_phone_named_by_its_serial_with_the_phones_own_clock(tmp_path: Path) -> None:
    sandbox = make_phone()
    phone: Phone = world_of(link_to(sandbox, serial="R58M"), tmp_path)
    assert phone.name == "R58M"
    assert phone.now() == sandbox.now()
    assert phone.now().tzinfo is not None


def test_a_preview_changes_nothing_and_tells_what_the_call_would_do(tmp_path: Path) -> None:
    sandbox = make_phone(WIFI_ON)
    link = link_to(sandbox)
    before = tables(sandbox)
    execution = world_of(link, tmp_path).preview(OFF)
    assert execution.result.data == {"enabled": False, "changed": True}
    assert [change.table for change in execution.changes] == ["radios"]
    assert link.sent == []
    assert tables(sandbox) == before


def test_changes_since_a_mark_are_net(tmp_path: Path) -> None:
    phone = world_of(link_to(make_phone(WIFI_ON)), tmp_path)
    mark = phone.mark()
    phone.call(OFF)
    between = phone.mark()
    assert [change.table for change in phone.changes_since(mark)] == ["radios"]
    phone.call(ON)
    assert phone.changes_since(mark) == ()
    assert len(phone.changes_since(between)) == 1


def test_changes_are_what_the_phone_shows_and_not_what_was_planned(tmp_path: Path) -> None:
    sandbox = make_phone(WIFI_ON)
    phone = world_of(link_to(sandbox), tmp_path)
    (change,) = phone.call(OFF).changes
    assert change.after["wifi"] is sandbox.store.only(RADIOS).wifi is False  # type: ignore[index,call-overload]


def test_two_turns_on_one_phone_do_not_overlap_whichever_world_takes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world_module, "HOLD_S", 0.0)
    first, second = (world_of(link_to(make_phone()), tmp_path) for _ in range(2))
    with first.held(), pytest.raises(PhoneError, match="another tandem"), second.held():
        pass
    with second.held():
        pass


def test_turns_on_two_phones_do_not_wait_for_one_another(tmp_path: Path) -> None:
    one = world_of(link_to(make_phone(), serial="one"), tmp_path)
    other = world_of(link_to(make_phone(), serial="../other"), tmp_path)
    with one.held(), other.held():
        assert threading.active_count() >= 1
    assert not (tmp_path / "other.turn.lock").exists()


def test_a_tool_out_of_reach_says_why_and_sends_nothing(tmp_path: Path) -> None:
    link = link_to(make_phone())
    result = (
        world_of(link, tmp_path)
        .call(ToolCall(name="control_flashlight", arguments={"action": "enable"}))
        .result
    )
    assert result.fault is not None
    assert result.fault.code == "not_possible"
    assert "quick settings" in result.fault.message
    assert link.sent == []


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (ToolCall(name="no_such_tool"), "unknown_tool"),
        (ToolCall(name="set_brightness", arguments={"percent": 400}), "invalid_argument"),
        (ToolCall(name="set_brightness"), "missing_argument"),
    ],
)
def test_faults_of_the_call_are_those_of_every_phone(
    call: ToolCall, code: str, tmp_path: Path
) -> None:
    fault = world_of(link_to(make_phone()), tmp_path).call(call).result.fault
    assert fault is not None
    assert fault.code == code


def test_a_phone_that_is_gone_before_anything_was_sent_is_an_error(tmp_path: Path) -> None:
    link = link_to(make_phone())
    link.broken, link.dead = DeviceAbsent("no such phone"), True
    with pytest.raises(PhoneError):
        world_of(link, tmp_path).call(OFF)
