"""Whatever is called in whatever order, the phone stays possible and its history exact."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from functools import cache
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER, SONGS
from tandem_edge.phone.catalogue.calls_communication.calls import CALLS, LINE
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.time_management.alarms import ALARMS
from tandem_edge.phone.catalogue.time_management.countdowns import COUNTDOWNS
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.friction import FRICTIONS, TRY_AGAIN, inject
from tandem_edge.phone.sandbox.permissions import PERMISSION_NAMES
from tandem_edge.phone.sandbox.store import Store
from tandem_edge.phone.sandbox.world import SandboxPhone, restore
from tandem_shared.canonical import canonical_bytes
from tandem_shared.tools import ToolCall
from tests.edge.phone.cases import EXAMPLES, FAULTS

MEASURED = os.environ.get("TANDEM_EXAMPLES")
LIVES = int(MEASURED or "15")
"""Random lives of a phone; ``make show-phone`` tries many more, and needs no smallest failure."""
PHASES = [Phase.generate] if MEASURED else list(Phase)
CALLS_TO_TRY = st.sampled_from(sorted({case.name for case in EXAMPLES})).flatmap(
    lambda name: st.sampled_from(
        [(case.name, case.arguments) for case in EXAMPLES + FAULTS if case.name == name]
    )
)
RADIO_TOOLS = ("manage_wifi", "manage_bluetooth", "manage_mobile_data", "manage_hotspot")
FREE_TEXT = st.text(min_size=1, max_size=12)


@cache
def newborn() -> SandboxPhone:
    return SandboxPhone.generate(3)


def rows_of(store: Store) -> dict[str, dict[str, Any]]:
    """The records themselves: they are immutable, so equal rows are equal phones."""
    return {name: dict(rows) for name, rows in store.rows.items()}


class PhoneMachine(RuleBasedStateMachine):
    """Two phones of one seed live the same life; the second one is saved and loaded as it goes."""

    def __init__(self) -> None:
        super().__init__()
        self.phone = newborn().fork()
        self.twin = newborn().fork()

    def both(self, act: Any) -> Any:
        one, other = act(self.phone), act(self.twin)
        assert one == other
        return one

    def call(self, name: str, arguments: dict[str, Any]) -> None:
        call = ToolCall(name=name, arguments=arguments)
        before, mark = rows_of(self.phone.store), self.phone.mark()
        execution: Execution = self.both(lambda phone: phone.call(call))
        fault = execution.result.fault
        if fault is not None and fault.code == TRY_AGAIN:
            before["troubles"] = dict(self.phone.store.rows["troubles"])
        if fault is not None:
            assert rows_of(self.phone.store) == before
            assert execution.changes == ()
            assert self.phone.mark() == mark or fault.code == TRY_AGAIN
            assert fault.code != "tool_broke"

    @rule(call=CALLS_TO_TRY)
    def call_a_tool(self, call: tuple[str, dict[str, Any]]) -> None:
        self.call(*call)

    @rule(
        name=st.sampled_from((*RADIO_TOOLS, "manage_airplane_mode")),
        action=st.sampled_from(["enable", "disable"]),
    )
    def switch_a_radio(self, name: str, action: str) -> None:
        self.call(name, {"action": action})

    @rule(name=FREE_TEXT, number=st.integers(13_000_000_000, 13_000_000_009))
    def save_a_contact(self, name: str, number: int) -> None:
        self.call("manage_contact", {"action": "create", "name": name, "phone": str(number)})

    @rule(text=FREE_TEXT, action=st.sampled_from(["create", "delete", "query"]))
    def scribble(self, text: str, action: str) -> None:
        self.call("manage_note", {"action": action, "text": text})

    @rule(locked=st.booleans(), bars=st.integers(0, 4), battery=st.integers(0, 100))
    def fate_strikes(self, locked: bool, bars: int, battery: int) -> None:
        for phone in (self.phone, self.twin):
            phone.store.update(DEVICE, locked=locked, signal_bars=bars, battery_percent=battery)

    @rule(name=st.sampled_from(FRICTIONS), permission=st.sampled_from(PERMISSION_NAMES))
    def trouble_comes(self, name: str, permission: str) -> None:
        values = {"denied": permission, "trouble": "manage_alarm:2"}
        for phone in (self.phone, self.twin):
            inject(phone.store, name, values.get(name, ""))

    @rule(minutes=st.sampled_from([1, 7, 45, 60 * 5, 60 * 26]))
    def time_passes(self, minutes: int) -> None:
        until = self.phone.store.only(DEVICE).clock + timedelta(minutes=minutes)
        self.both(lambda phone: phone.advance(until))
        assert self.phone.store.only(DEVICE).clock >= until - timedelta(hours=24)

    @rule(call=CALLS_TO_TRY, other=CALLS_TO_TRY)
    def roll_back(self, call: tuple[str, Any], other: tuple[str, Any]) -> None:
        before, order = rows_of(self.phone.store), self.orders(self.phone)
        mark = self.phone.mark()
        for name, arguments in (call, other):
            self.phone.call(ToolCall(name=name, arguments=arguments))
        self.phone.store.rollback(mark)
        assert rows_of(self.phone.store) == before
        assert self.orders(self.phone) == order
        self.twin.store.counters = dict(self.phone.store.counters)

    @rule(call=CALLS_TO_TRY)
    def a_fork_lives_its_own_life(self, call: tuple[str, Any]) -> None:
        before, fork = rows_of(self.phone.store), self.phone.fork()
        fork.call(ToolCall(name=call[0], arguments=call[1]))
        assert rows_of(self.phone.store) == before
        kept = self.phone.fork()
        self.call(*call)
        assert rows_of(kept.store) == before

    @rule()
    def save_and_load_the_twin(self) -> None:
        journal = self.twin.store.journal
        self.twin = SandboxPhone(restore(json.loads(canonical_bytes(self.twin.dump()))))
        self.twin.store.journal = journal

    @invariant()
    def the_twins_are_the_same(self) -> None:
        assert rows_of(self.phone.store) == rows_of(self.twin.store)
        assert self.orders(self.phone) == self.orders(self.twin)

    @invariant()
    def radios_obey_physics(self) -> None:
        radios = self.phone.store.only(RADIOS)
        assert not (radios.wifi and radios.hotspot)
        if radios.airplane_mode:
            assert not radios.mobile_data and not radios.hotspot

    @invariant()
    def storage_adds_up(self) -> None:
        device = self.phone.store.only(DEVICE)
        assert 0 <= device.free_mb <= device.total_mb

    @invariant()
    def references_hold(self) -> None:
        store = self.phone.store
        player, line = store.only(PLAYER), store.only(LINE)
        assert all(song in store.all(SONGS) for song in player.queue)
        assert player.position < max(1, len(player.queue))
        assert line.call == "" or line.call in store.all(CALLS)

    @invariant()
    def records_are_distinct_and_whole(self) -> None:
        store = self.phone.store
        people = [(row.name, row.phone) for row in store.all(CONTACTS).values()]
        assert len(people) == len(set(people))
        assert len(set(store.all(ALARMS).values())) == len(store.all(ALARMS))
        assert all(
            (row.ends is None) != (row.left is None) for row in store.all(COUNTDOWNS).values()
        )
        assert "com.android.settings" in store.all(INSTALLED)

    def teardown(self) -> None:
        """At the end of a life: the same bytes, and the whole difference gives the end."""
        end = self.phone.dump()
        assert canonical_bytes(end) == canonical_bytes(self.twin.dump())
        tables: Any = json.loads(canonical_bytes(newborn().dump()))["tables"]
        for change in self.phone.changes_since(0):
            assert tables[change.table].get(change.key) == change.before
            if change.after is None:
                del tables[change.table][change.key]
            else:
                tables[change.table][change.key] = change.after
        ended = json.loads(canonical_bytes(end))["tables"]
        for name, table in self.phone.store.tables.items():
            if not table.hidden:
                assert tables[name] == ended[name], name

    @staticmethod
    def orders(phone: SandboxPhone) -> dict[str, list[str]]:
        return {name: list(rows) for name, rows in phone.store.rows.items()}


PhoneMachine.TestCase.settings = settings(
    max_examples=LIVES,
    phases=PHASES,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestPhone = PhoneMachine.TestCase


def test_the_same_seed_gives_the_same_bytes() -> None:
    one, other = SandboxPhone.generate(5), SandboxPhone.generate(5)
    assert canonical_bytes(one.dump()) == canonical_bytes(other.dump())
    assert canonical_bytes(one.dump()) != canonical_bytes(SandboxPhone.generate(6).dump())
