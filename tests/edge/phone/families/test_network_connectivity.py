"""Networks, cards and data: what they do to one another."""

from __future__ import annotations

from typing import Any

from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.network_connectivity.data_usage import DATA_PLAN, DataPlan
from tandem_edge.phone.catalogue.network_connectivity.sim_cards import SIM_ROLES
from tandem_edge.phone.catalogue.network_connectivity.wifi_networks import (
    IN_RANGE,
    LINK,
    SAVED_NETWORKS,
    current_network,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.network_connectivity import (
    CONNECTED,
    JOINED,
    LIMIT,
    VPN,
    WIFI_OFF,
    hungry_wechat,
    networks,
    two_cards,
)
from tests.edge.phone.making import AIRPLANE, device, do, make_phone, must


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


def test_a_joined_network_is_remembered_with_its_password() -> None:
    phone = make_phone(networks)
    assert data(phone, "join_wifi_network", name="Test-B", password="pass-b")["newly_saved"]
    assert data(phone, "manage_saved_network", action="show_password")["password"] == "pass-b"
    again = data(phone, "join_wifi_network", name="Test-B")
    assert (again["changed"], again["newly_saved"]) == (False, False)


def test_the_network_comes_back_with_the_wifi() -> None:
    phone = make_phone(networks, JOINED, WIFI_OFF)
    assert current_network(phone.store) is None
    data(phone, "manage_wifi", action="enable")
    network = current_network(phone.store)
    assert network is not None and network.name == "Test-A"


def test_forgetting_the_network_in_use_leaves_it() -> None:
    phone = make_phone(networks, JOINED)
    data(phone, "manage_saved_network", action="forget", name="Test-A")
    assert phone.store.only(LINK).network == ""
    fault = do(phone, "join_wifi_network", name="Test-A").result.fault
    assert fault is not None and fault.code == "password_needed"


def test_an_open_network_with_a_login_page_says_so() -> None:
    phone = make_phone(networks)
    assert data(phone, "join_wifi_network", name="Test Open")["needs_login"]
    found = data(phone, "test_network", action="diagnose")
    assert found["problem"] == "login_needed"


def test_connecting_one_vpn_disconnects_the_other() -> None:
    phone = make_phone(VPN, CONNECTED, must("manage_vpn", action="connect", vpn_id="vpn1"))
    on = [
        row["name"] for row in data(phone, "manage_vpn", action="query")["vpns"] if row["connected"]
    ]
    assert len(on) == 1 and on != ["Test Office"]


def test_a_vpn_costs_speed() -> None:
    phone = make_phone(networks, JOINED, VPN)
    fast = data(phone, "test_network", action="speed")
    data(phone, "manage_vpn", action="connect", name="Test Office")
    assert data(phone, "test_network", action="speed")["download_mbps"] < fast["download_mbps"]
    assert fast["network"] == "Test-A"


def test_switching_a_card_off_hands_its_roles_to_the_other() -> None:
    phone = make_phone(two_cards, must("manage_sim", action="set_default", sim="副号", use="data"))
    data(phone, "manage_sim", action="disable", sim="副号")
    assert phone.store.only(SIM_ROLES).data == "1"
    fault = do(phone, "manage_sim", action="set_default", sim="2", use="calls").result.fault
    assert fault is not None and fault.code == "conflict"


def test_a_card_is_meant_by_label_carrier_or_slot() -> None:
    phone = make_phone(two_cards)
    for said in ("副号", "中国移动", "2", "SIM 2", "卡二"):
        (found,) = data(phone, "manage_sim", action="query", sim=said)["sims"]
        assert (found["number"], found["balance"]) == ("+8619900000022", 88.0)


def test_the_network_type_decides_the_speed_over_the_card() -> None:
    phone = make_phone(WIFI_OFF)
    speeds = []
    for kind in ("5g", "4g", "3g"):
        data(phone, "set_network_type", network_type=kind)
        speeds.append(data(phone, "test_network", action="speed")["download_mbps"])
    assert speeds == sorted(speeds, reverse=True)


def test_a_limit_that_is_already_reached_switches_mobile_data_off() -> None:
    phone = make_phone(hungry_wechat)
    assert data(phone, "manage_data_limit", action="set_limit", gigabytes=1)["mobile_data_paused"]
    assert not phone.store.only(RADIOS).mobile_data
    do(phone, "manage_wifi", action="disable")
    assert data(phone, "test_network", action="diagnose")["problem"] == "limit_reached"


def test_the_cycle_ends_on_the_day_it_was_set_to() -> None:
    phone = make_phone(LIMIT)
    assert data(phone, "manage_data_limit", action="set_start_day", start_day=12)["days_left"] == 2
    assert data(phone, "manage_data_limit", action="set_start_day", start_day=10)["days_left"] == 31
    phone.store.put(DATA_PLAN, "-", DataPlan(None, 80, 31))
    assert data(phone, "manage_data_limit", action="query")["days_left"] == 21


def test_use_is_told_by_network_and_period_with_the_hungriest_first() -> None:
    phone = make_phone(hungry_wechat)
    mine = data(phone, "query_data_usage", app="WeChat", network="mobile", period="week")
    assert mine["total_mb"] == 900
    ranked = data(phone, "query_data_usage", network="mobile")["apps"]
    assert ranked[0] == {"app": "WeChat", "megabytes": 2600}


def test_allowing_wifi_again_leaves_mobile_data_blocked() -> None:
    phone = make_phone(
        hungry_wechat, must("restrict_app_data", action="restrict", app="WeChat", network="all")
    )
    after = data(phone, "restrict_app_data", action="allow", app="微信", network="wifi")
    assert (after["wifi_blocked"], after["mobile_blocked"]) == (False, True)


def test_the_diagnosis_names_what_is_in_the_way() -> None:
    assert data(make_phone(AIRPLANE), "test_network", action="diagnose")["problem"] == (
        "airplane_mode"
    )
    no_signal = make_phone(WIFI_OFF, device(signal_bars=0))
    assert data(no_signal, "test_network", action="diagnose")["problem"] == "no_signal"


def test_every_cast_has_networks_of_its_own_and_is_on_one() -> None:
    phones = [SandboxPhone.generate(2, cast=cast) for cast in Cast if cast is not Cast.EVERYDAY]
    names = [row.name for phone in phones for row in phone.store.all(IN_RANGE).values()]
    assert len(names) == len(set(names))
    for phone in phones:
        assert current_network(phone.store) is not None
        assert len(phone.store.all(SAVED_NETWORKS)) >= 10
