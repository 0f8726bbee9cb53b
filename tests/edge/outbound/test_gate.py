"""Nothing leaves without consent, nothing private without its class, nothing above the cap."""

from __future__ import annotations

import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.outbound.consents import Consent
from tandem_edge.outbound.destinations import Destination, Purpose
from tandem_edge.outbound.gate import Gate, Outbound
from tandem_edge.outbound.prices import Price, price_of, shipped_prices
from tandem_edge.outbound.privacy import EVERY, private_classes
from tandem_edge.outbound.spend import CapReached, Spend
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.errors import PrivacyError
from tandem_shared.events import Usage
from tandem_shared.tools import Privacy, ToolFault, ToolResult

HOST = "api.example.com"
PRICE = Price(input=1.0, cached=0.1, output=10.0)


def consent(
    *fields: Privacy, purpose: Purpose = Purpose.PLANNER, cap_usd: float | None = None
) -> Consent:
    return Consent(
        destination=HOST, purpose=purpose, fields=frozenset(fields), cap_usd=cap_usd, since="now"
    )


def gate_of(home: Path, *, local: bool = False, model: str = "m") -> Gate:
    outbound = Outbound(home, {"m": PRICE})
    return Gate(outbound, Destination(HOST, local), Purpose.PLANNER, model)


# ---- consent


def test_everything_is_off_by_default(tmp_path: Path) -> None:
    outbound = Outbound(tmp_path)
    assert not outbound.consented(HOST, "mcp")
    with pytest.raises(PrivacyError, match="is not allowed as planner") as error:
        outbound.require(HOST, Purpose.PLANNER)
    assert error.value.exit_code == 7
    assert error.value.hint == f"tandem outbound allow {HOST} --for planner"


def test_consent_is_for_one_destination_and_one_purpose(tmp_path: Path) -> None:
    Outbound(tmp_path).consents.allow(consent())
    outbound = Outbound(tmp_path)
    assert outbound.consented(HOST, Purpose.PLANNER)
    assert not outbound.consented(HOST, Purpose.LANGUAGE_MODEL)
    assert not outbound.consented("sub.api.example.com", Purpose.PLANNER)
    assert not outbound.consented(f"{HOST}:8443", Purpose.PLANNER)


def test_consent_is_replaced_and_revoked_at_once_for_every_process(tmp_path: Path) -> None:
    one, other = Outbound(tmp_path), Outbound(tmp_path)
    one.consents.allow(consent(Privacy.PERSON))
    one.consents.allow(consent(purpose=Purpose.MCP))
    assert other.require(HOST, "planner", {Privacy.PERSON})
    other.consents.allow(consent())
    with pytest.raises(PrivacyError):
        one.require(HOST, "planner", {Privacy.PERSON})
    assert other.consents.revoke(HOST, Purpose.PLANNER) == (consent(),)
    assert not one.consented(HOST, "planner") and one.consented(HOST, "mcp")
    assert len(one.consents.revoke(HOST, None)) == 1 and one.consents.every() == ()


def test_private_fields_go_along_only_by_class(tmp_path: Path) -> None:
    outbound = Outbound(tmp_path)
    outbound.consents.allow(consent(Privacy.PERSON))
    outbound.require(HOST, "planner", {Privacy.NONE, Privacy.PERSON})
    with pytest.raises(PrivacyError, match=r"private fields .*: phone") as error:
        outbound.require(HOST, "planner", {Privacy.PERSON, Privacy.PHONE})
    assert "--field person --field phone" in error.value.hint
    with pytest.raises(PrivacyError):
        outbound.require(HOST, "planner", None)  # unknown may be anything
    outbound.consents.allow(consent(*EVERY))
    outbound.require(HOST, "planner", None)


@pytest.mark.parametrize("broken", ["", "{", "[]", '{"consents": [{"destination": "x"}]}'])
def test_a_file_that_cannot_be_read_allows_nothing(tmp_path: Path, broken: str) -> None:
    outbound = Outbound(tmp_path)
    outbound.consents.allow(consent())
    outbound.consents.path.write_text(broken)
    with pytest.raises(PrivacyError, match="cannot be read"):
        outbound.require(HOST, "planner")
    with pytest.raises(PrivacyError):
        outbound.consents.allow(consent())
    assert outbound.consents.path.read_text() == broken


# ---- what is private


def test_classes_come_from_the_fields_that_are_there() -> None:
    contact = load_catalogue().tools["manage_contact"].spec
    full = ToolResult(ok=True, data={"name": "Anna", "phone": "139", "group": "friends"})
    assert private_classes(contact, full) == {Privacy.PERSON, Privacy.PHONE}
    assert private_classes(contact, ToolResult(ok=True, data={"name": "", "group": "x"})) == set()


def test_a_field_that_nobody_declared_is_a_message() -> None:
    contact = load_catalogue().tools["manage_contact"].spec
    assert private_classes(contact, ToolResult(ok=True, data={"new": 1})) == {Privacy.MESSAGE}


def test_a_fault_may_name_whatever_the_tool_deals_with() -> None:
    contact = load_catalogue().tools["manage_contact"].spec
    ambiguous = ToolResult(ok=False, fault=ToolFault(code="ambiguous", message="Anna or Anne?"))
    assert private_classes(contact, ambiguous) >= {Privacy.PERSON, Privacy.PHONE}
    own = ToolResult(ok=False, fault=ToolFault(code="not_confirmed", message="no"))
    assert private_classes(contact, own) == set()


def test_without_a_spec_a_result_may_be_anything() -> None:
    assert private_classes(None, ToolResult(ok=True, data={"x": 1})) == EVERY
    assert private_classes(None, ToolResult(ok=True)) == set()


@pytest.mark.parametrize("spec", load_catalogue().specs, ids=lambda spec: spec.name)
def test_every_declared_class_of_every_tool_is_found(spec: object) -> None:
    properties = spec.results["properties"]  # type: ignore[attr-defined]
    for name, schema in properties.items():
        result = ToolResult(ok=True, data={name: ["x"] if schema["type"] == "array" else "x"})
        wanted = {Privacy(schema.get("x-privacy", "message"))} - {Privacy.NONE}
        assert private_classes(spec, result) >= wanted  # type: ignore[arg-type]


# ---- money


def test_the_highest_cost_is_reserved_and_the_real_one_kept(tmp_path: Path) -> None:
    gate = gate_of(tmp_path)
    gate.outbound.consents.allow(consent(cap_usd=1.0))
    charge = gate.reserve((), prompt_bytes=2000, max_tokens=100)
    assert charge is not None and charge.micro_usd == 2000
    assert gate.outbound.spend.spent(HOST, Purpose.PLANNER) == 2000
    gate.settle(charge, Usage(prompt_tokens=400, reused_tokens=300, output_tokens=20))
    assert gate.outbound.spend.spent(HOST, Purpose.PLANNER) == 100 + 30 + 200


def test_what_was_not_served_costs_nothing_and_what_was_cut_off_all(tmp_path: Path) -> None:
    gate = gate_of(tmp_path)
    gate.outbound.consents.allow(consent())
    gate.settle(gate.reserve((), 2000, 100), None)
    assert gate.outbound.spend.spent(HOST, Purpose.PLANNER) == 0
    gate.reserve((), 2000, 100)
    assert Outbound(tmp_path).spend.spent(HOST, Purpose.PLANNER) == 2000


def test_a_request_that_might_pass_the_cap_is_not_made(tmp_path: Path) -> None:
    gate = gate_of(tmp_path)
    gate.outbound.consents.allow(consent(cap_usd=0.003))
    gate.reserve((), 2000, 100)
    with pytest.raises(CapReached, match=r"passes the cap of \$0\.003 for api") as error:
        gate.reserve((), 2000, 100)
    assert error.value.exit_code == 5 and "--cap" in error.value.hint
    assert gate.outbound.spend.spent(HOST, Purpose.PLANNER) == 2000


def test_a_model_without_a_price_cannot_keep_a_cap(tmp_path: Path) -> None:
    gate = gate_of(tmp_path, model="nobody-knows")
    gate.outbound.consents.allow(consent(cap_usd=5))
    with pytest.raises(CapReached, match="nobody knows what nobody-knows costs") as error:
        gate.reserve((), 10, 10)
    assert '[prices."nobody-knows"]' in error.value.hint and "--no-cap" in error.value.hint
    gate.outbound.consents.allow(consent(cap_usd=None))
    assert gate.reserve((), 10, 10) is not None


def test_what_stays_on_this_machine_needs_no_consent_and_costs_nothing(tmp_path: Path) -> None:
    assert gate_of(tmp_path, local=True).reserve(None, 10**6, 10**6) is None


def test_a_month_ends_and_its_money_with_it(tmp_path: Path) -> None:
    days = [datetime(2026, 11, 30, tzinfo=UTC)]
    spend = Spend(tmp_path, now=lambda: days[-1])
    charge = spend.reserve(HOST, Purpose.PLANNER, 900, 0.001)
    days.append(datetime(2026, 12, 1, tzinfo=UTC))
    assert spend.spent(HOST, Purpose.PLANNER) == 0
    spend.settle(charge, 100)
    assert spend.reserve(HOST, Purpose.PLANNER, 900, 0.001)
    days.append(datetime(2026, 11, 30, tzinfo=UTC))
    assert spend.spent(HOST, Purpose.PLANNER) == 100


def test_destinations_and_purposes_have_purses_of_their_own(tmp_path: Path) -> None:
    spend = Spend(tmp_path)
    spend.reserve(HOST, Purpose.PLANNER, 5, None)
    spend.reserve(HOST, Purpose.LANGUAGE_MODEL, 7, None)
    spend.reserve("other", Purpose.PLANNER, 9, None)
    assert [spend.spent(HOST, each) for each in (Purpose.PLANNER, Purpose.LANGUAGE_MODEL)] == [5, 7]


@settings(max_examples=30)
@given(costs=st.lists(st.tuples(st.integers(0, 500), st.integers(0, 500)), max_size=12))
def test_the_cap_is_never_passed(
    costs: list[tuple[int, int]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    spend = Spend(tmp_path_factory.mktemp("spend"))
    for most, real in costs:
        try:
            charge = spend.reserve(HOST, Purpose.PLANNER, most, 0.001)
        except CapReached:
            continue
        assert spend.spent(HOST, Purpose.PLANNER) <= 1000
        spend.settle(charge, min(real, most))


def test_two_at_once_do_not_pass_the_cap_together(tmp_path: Path) -> None:
    granted: list[int] = []

    def take() -> None:
        spend = Spend(tmp_path)
        for _ in range(10):
            try:
                granted.append(spend.reserve(HOST, Purpose.PLANNER, 100, 0.001).micro_usd)
            except CapReached:
                return

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(granted) == 1000 == Spend(tmp_path).spent(HOST, Purpose.PLANNER)


SPENDER = """
import sys
from pathlib import Path
from tandem_edge.outbound.destinations import Purpose
from tandem_edge.outbound.spend import Spend
spend = Spend(Path(sys.argv[1]))
while True:
    spend.reserve("api.example.com", Purpose.PLANNER, 1, None)
    print("kept", flush=True)
"""


def test_kill_9_forgets_no_cent_that_was_written_down(tmp_path: Path) -> None:
    kept = 0
    for stop_after in (1, 4, 9):
        with subprocess.Popen(
            [sys.executable, "-c", SPENDER, str(tmp_path)], stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            for _ in range(stop_after):
                process.stdout.readline()
            process.kill()
            kept += stop_after + len(process.stdout.read().splitlines())
    spent = Spend(tmp_path).spent(HOST, Purpose.PLANNER)
    assert kept <= spent <= kept + 3


def test_a_torn_line_is_no_charge_and_a_wrong_one_stops_all(tmp_path: Path) -> None:
    spend = Spend(tmp_path)
    spend.reserve(HOST, Purpose.PLANNER, 5, None)
    (file,) = tmp_path.glob("spend-*.jsonl")
    with file.open("ab") as lines:
        lines.write(b'{"id": "x", "mic')
    assert Spend(tmp_path).spent(HOST, Purpose.PLANNER) == 5
    spend.reserve(HOST, Purpose.PLANNER, 2, None)
    assert Spend(tmp_path).spent(HOST, Purpose.PLANNER) == 7
    with file.open("ab") as lines:
        lines.write(b"{}\n")
    with pytest.raises(CapReached, match="cannot be read"):
        Spend(tmp_path).reserve(HOST, Purpose.PLANNER, 1, None)


def test_every_shipped_price_says_where_and_when_it_was_true() -> None:
    for name, price in shipped_prices().items():
        assert price.source.startswith("https://") and price.date.startswith("20"), name
        assert price.cached is not None and price.cached <= price.input <= price.output


def test_the_users_own_price_comes_first() -> None:
    name = next(iter(shipped_prices()))
    assert price_of(name, {name: PRICE}) == PRICE
    assert price_of(name, {}) == shipped_prices()[name]
    assert price_of("nobody-knows", {}) is None
