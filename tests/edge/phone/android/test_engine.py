"""What is done is what the phone shows: nothing else is told as done, and nothing is done twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.phone.android.discovery import load_recipes
from tandem_edge.phone.android.link.protocol import DeadlineMissed, LinkBroken, ShellAnswer
from tandem_edge.phone.android.recipe import Procedure, Recipe, shell
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.time_management.calendar import EVENTS
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ToolCall
from tests.edge.phone.android.simulated import link_to, world_of
from tests.edge.phone.making import make_phone, must
from tests.fakes.scripted_link import NOT_THERE, ScriptedLink

WIFI_ON = must("manage_wifi", action="enable")
SWITCH_OFF = ToolCall(name="manage_wifi", arguments={"action": "disable"})
CREATE = ToolCall(
    name="manage_schedule",
    arguments={"action": "create", "title": "Lunch", "start": "2026-03-20T12:00"},
)
ALARM = ToolCall(name="manage_alarm", arguments={"action": "create", "time": "2026-03-11T05:01"})


def _code(execution: Execution) -> str:
    return execution.result.fault.code if execution.result.fault else ""


def _wifi(sandbox: SandboxPhone) -> bool:
    return sandbox.store.only(RADIOS).wifi


def _silencing(link: ScriptedLink, first: str, answer: ShellAnswer) -> ScriptedLink:
    """The phone answers commands that begin so with ``answer`` and does nothing."""
    answers = link.answers
    link.answers = lambda words: answer if words[0] == first else answers(words)
    return link


def test_a_command_without_effect_is_not_told_as_done(tmp_path: Path) -> None:
    link = link_to(make_phone(WIFI_ON))
    _silencing(link, "cmd", ShellAnswer("", "", 0))
    _silencing(link, "svc", ShellAnswer("", "", 0))
    execution = world_of(link, tmp_path).call(SWITCH_OFF)
    assert _code(execution) == "not_verified"
    assert execution.changes == ()


def test_a_phone_without_the_newer_command_is_served_by_the_older_one(tmp_path: Path) -> None:
    sandbox = make_phone(WIFI_ON)
    link = _silencing(link_to(sandbox), "cmd", NOT_THERE)
    assert world_of(link, tmp_path).call(SWITCH_OFF).result.ok
    assert not _wifi(sandbox)


def test_an_effect_that_takes_its_time_is_waited_for(tmp_path: Path) -> None:
    sandbox = make_phone(WIFI_ON)
    link = _silencing(link_to(sandbox), "cmd", ShellAnswer("", "", 0))
    world = world_of(link, tmp_path)
    world.pause = lambda seconds: must("manage_wifi", action="disable")(sandbox)
    assert world.call(SWITCH_OFF).result.ok
    assert [words[0] for words in link.sent] == ["cmd"]


@pytest.mark.parametrize("error", [LinkBroken("gone"), DeadlineMissed("too slow")])
def test_a_link_lost_after_the_phone_acted_is_told_as_done_and_not_done_again(
    error: Any, tmp_path: Path
) -> None:
    sandbox = make_phone()
    before = len(sandbox.store.all(EVENTS))
    link = link_to(sandbox, breaks=[error], before=False)
    assert world_of(link, tmp_path).call(CREATE).result.ok
    assert len(sandbox.store.all(EVENTS)) == before + 1
    assert len(link.sent) == 1


def test_a_link_lost_before_the_phone_acted_is_told_and_not_tried_again(tmp_path: Path) -> None:
    sandbox = make_phone(WIFI_ON)
    link = link_to(sandbox, breaks=[LinkBroken("gone")])
    execution = world_of(link, tmp_path).call(SWITCH_OFF)
    assert _code(execution) == "unreached"
    assert "does not show" in execution.result.fault.message  # type: ignore[union-attr]
    assert link.sent == []
    assert _wifi(sandbox)


def test_a_link_that_stays_lost_leaves_no_claim_either_way(tmp_path: Path) -> None:
    link = link_to(make_phone(WIFI_ON), breaks=[LinkBroken("gone")], dead=True)
    execution = world_of(link, tmp_path).call(SWITCH_OFF)
    assert _code(execution) == "unreached"
    assert "not known" in execution.result.fault.message  # type: ignore[union-attr]


def test_what_may_not_be_done_twice_is_asked_for_once_though_it_does_not_show(
    tmp_path: Path,
) -> None:
    link = link_to(make_phone())
    answers = link.answers
    link.answers = lambda words: (
        ShellAnswer("", "", 0) if words[:2] == ("content", "insert") else answers(words)
    )
    assert _code(world_of(link, tmp_path).call(CREATE)) == "not_verified"
    assert len(link.sent) == 1


def test_what_the_phone_cannot_show_is_told_as_sent_and_not_verified(tmp_path: Path) -> None:
    link = link_to(make_phone())
    answers = link.answers
    hidden = ShellAnswer("Current Alarm Manager state:\n", "", 0)
    link.answers = lambda words: hidden if words[:2] == ("dumpsys", "alarm") else answers(words)
    result = world_of(link, tmp_path).call(ALARM).result
    assert result.ok
    assert result.data["verified"] is False
    assert result.data["note"]


def test_an_alarm_that_the_phone_shows_is_told_without_reserve(tmp_path: Path) -> None:
    result = world_of(link_to(make_phone()), tmp_path).call(ALARM).result
    assert result.ok
    assert "verified" not in result.data


def test_an_alarm_beyond_a_day_is_refused_as_it_would_ring_too_soon(tmp_path: Path) -> None:
    link = link_to(make_phone())
    call = ToolCall(name="manage_alarm", arguments={"action": "create", "time": "2026-03-14T05:00"})
    assert _code(world_of(link, tmp_path).call(call)) == "not_possible"
    assert link.sent == []


@pytest.mark.parametrize(
    ("name", "action"), [("manage_wifi", "disable"), ("manage_airplane_mode", "enable")]
)
def test_the_networks_own_link_is_not_cut(name: str, action: str, tmp_path: Path) -> None:
    link = link_to(make_phone(WIFI_ON), wireless=True)
    call = ToolCall(name=name, arguments={"action": action})
    assert _code(world_of(link, tmp_path).call(call)) == "own_link"
    assert link.sent == []


def test_the_radio_of_a_phone_on_a_cable_may_be_switched_off(tmp_path: Path) -> None:
    assert world_of(link_to(make_phone(WIFI_ON)), tmp_path).call(SWITCH_OFF).result.ok


def test_what_a_maker_denies_is_told_as_refused_with_the_fix(tmp_path: Path) -> None:
    link = link_to(make_phone(), "xiaomi_locked_debugging")
    call = ToolCall(name="set_brightness", arguments={"percent": 20})
    execution = world_of(link, tmp_path).call(call)
    assert _code(execution) == "refused"
    assert "Security settings" in execution.result.fault.message  # type: ignore[union-attr]


def test_an_older_android_is_told_what_it_lacks(tmp_path: Path) -> None:
    link = link_to(make_phone())
    recipe = Recipe({"*": replace(_wifi_procedure(), ways=((shell("cmd", "future", since=99),),))})
    world = world_of(link, tmp_path, recipes={"manage_wifi": recipe})
    execution = world.call(SWITCH_OFF)
    assert _code(execution) == "not_possible"
    assert "99" in execution.result.fault.message  # type: ignore[union-attr]


def _wifi_procedure() -> Procedure:
    how = load_recipes()["manage_wifi"].of("enable")
    assert isinstance(how, Procedure)
    return how


def test_a_switch_that_stands_as_wanted_is_left_alone(tmp_path: Path) -> None:
    link = link_to(make_phone(WIFI_ON))
    call = ToolCall(name="manage_wifi", arguments={"action": "enable"})
    result = world_of(link, tmp_path).call(call).result
    assert result.data == {"enabled": True, "changed": False}
    assert link.sent == []


def test_an_answer_that_cannot_be_understood_ends_the_call_before_anything_is_done(
    tmp_path: Path,
) -> None:
    link = link_to(make_phone(WIFI_ON))
    answers = link.answers
    link.answers = lambda words: (
        ShellAnswer("maybe\n", "", 0) if words[-1] == "wifi_on" else answers(words)
    )
    assert _code(world_of(link, tmp_path).call(SWITCH_OFF)) == "unreadable"
    assert link.sent == []


def test_rules_that_look_at_what_no_phone_told_end_the_call(tmp_path: Path) -> None:
    link = link_to(make_phone())
    world = world_of(link, tmp_path, recipes={"read_messages": Recipe({"*": Procedure(reads=())})})
    assert _code(world.call(ToolCall(name="read_messages"))) == "not_possible"


def test_a_locked_phone_is_told_from_the_phones_own_lock(tmp_path: Path) -> None:
    sandbox = make_phone(must("lock_phone"))
    assert _code(world_of(link_to(sandbox), tmp_path).call(CREATE)) == "locked"


def test_the_faults_of_the_tools_rules_are_those_of_its_spec(tmp_path: Path) -> None:
    call = ToolCall(name="manage_schedule", arguments={"action": "delete", "title": "no such"})
    assert _code(world_of(link_to(make_phone()), tmp_path).call(call)) == "not_found"


def test_a_made_record_is_told_by_the_phones_own_key(tmp_path: Path) -> None:
    sandbox = make_phone(must("manage_schedule", action="delete", title="牙医"))
    data = world_of(link_to(sandbox), tmp_path).call(CREATE).result.data
    assert sandbox.store.all(EVENTS)[str(data["event_id"])].title == "Lunch"
