"""Whatever is called in whatever order, the phone stays possible and its history exact."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.audio_entertainment.media import PLAYER, SONGS
from tandem_edge.phone.catalogue.calls_communication.calls import CALLS, LINE
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.time_management.alarms import ALARMS
from tandem_edge.phone.catalogue.time_management.countdowns import COUNTDOWNS
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.world import SandboxPhone, restore
from tandem_shared.canonical import canonical_bytes
from tandem_shared.tools import ToolCall
from tests.edge.phone.cases import EXAMPLES, FAULTS

CALLS_TO_TRY = st.sampled_from(sorted({case.name for case in EXAMPLES})).flatmap(
    lambda name: st.sampled_from(
        [(case.name, case.arguments) for case in EXAMPLES + FAULTS if case.name == name]
    )
)
RADIO_TOOLS = ("manage_wifi", "manage_bluetooth", "manage_mobile_data", "manage_hotspot")
FREE_TEXT = st.text(min_size=1, max_size=12)


class PhoneMachine(RuleBasedStateMachine):
    """Two phones of one seed live the same life; the second one is saved and loaded as it goes."""

    def __init__(self) -> None:
        super().__init__()
        self.phone = SandboxPhone.generate(3)
        self.twin = SandboxPhone.generate(3)
        self.start: Any = self.phone.dump()["tables"]

    def call(self, name: str, arguments: dict[str, Any]) -> None:
        call = ToolCall(name=name, arguments=arguments)
        before, mark = self.phone.dump(), self.phone.mark()
        execution, same = self.phone.call(call), self.twin.call(call)
        assert execution == same
        if not execution.result.ok:
            assert self.phone.dump()["tables"] == before["tables"]
            assert execution.changes == () and self.phone.mark() == mark

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

    @rule(call=CALLS_TO_TRY, other=CALLS_TO_TRY)
    def roll_back(self, call: tuple[str, Any], other: tuple[str, Any]) -> None:
        before, order = self.phone.dump()["tables"], self.orders()
        mark = self.phone.mark()
        for name, arguments in (call, other):
            self.phone.call(ToolCall(name=name, arguments=arguments))
        self.phone.store.rollback(mark)
        assert self.phone.dump()["tables"] == before
        assert self.orders() == order
        self.twin.store.counters = dict(self.phone.store.counters)

    @rule()
    def save_and_load_the_twin(self) -> None:
        journal = self.twin.store.journal
        self.twin = SandboxPhone(restore(json.loads(canonical_bytes(self.twin.dump()))))
        self.twin.store.journal = journal

    @invariant()
    def the_twins_are_the_same_bytes(self) -> None:
        assert canonical_bytes(self.phone.dump()) == canonical_bytes(self.twin.dump())
        assert self.orders() == {n: list(rows) for n, rows in self.twin.store.rows.items()}

    @invariant()
    def changes_applied_to_the_start_give_the_end(self) -> None:
        tables = json.loads(json.dumps(self.start))
        for change in self.phone.changes_since(0):
            assert tables[change.table].get(change.key) == change.before
            if change.after is None:
                del tables[change.table][change.key]
            else:
                tables[change.table][change.key] = change.after
        assert tables == self.phone.dump()["tables"]

    @invariant()
    def radios_obey_physics(self) -> None:
        radios = self.phone.store.only(RADIOS)
        assert not (radios.wifi and radios.hotspot)
        if radios.airplane_mode:
            assert not radios.mobile_data and not radios.hotspot

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

    def orders(self) -> dict[str, list[str]]:
        return {name: list(rows) for name, rows in self.phone.store.rows.items()}


PhoneMachine.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestPhone = PhoneMachine.TestCase
