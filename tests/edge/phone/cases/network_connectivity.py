"""Cases of Wi-Fi networks, VPN, SIM cards and data."""

from __future__ import annotations

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED, App
from tandem_edge.phone.catalogue.network_connectivity.data_usage import DATA_USE, DataUse
from tandem_edge.phone.catalogue.network_connectivity.sim_cards import SIMS, Sim
from tandem_edge.phone.catalogue.network_connectivity.wifi_networks import (
    IN_RANGE,
    SAVED_NETWORKS,
    Network,
    SavedNetwork,
)
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.making import (
    AIRPLANE,
    LOCKED,
    NO_SIM,
    OFFLINE,
    Case,
    fails,
    hit_by,
    must,
    ok,
)

WECHAT = "com.tencent.mm"
WIFI_OFF = must("manage_wifi", action="disable")


def networks(phone: SandboxPhone) -> None:
    """A few networks whose names and passwords are known here."""
    for name, password in (("Test-A", "pass-a"), ("Test-B", "pass-b"), ("Test Open", "")):
        phone.store.add(IN_RANGE, Network(name, 3, 60, password, portal=not password))
    phone.store.put(SAVED_NETWORKS, "Test-A", SavedNetwork("pass-a"))


def two_cards(phone: SandboxPhone) -> None:
    """Two cards with names of their own."""
    phone.store.put(SIMS, "1", Sim("Home", "EE", "+447700900021", 1250, "GBP"))
    phone.store.put(SIMS, "2", Sim("副号", "中国移动", "+8619900000022", 8800, "CNY"))


def hungry_wechat(phone: SandboxPhone) -> None:
    """WeChat used data."""
    phone.store.put(INSTALLED, WECHAT, App("WeChat", False, 900))
    phone.store.put(DATA_USE, WECHAT, DataUse(30, 900, 2600, 10, 200, 700))


JOINED = must("join_wifi_network", name="Test-A")
VPN = must("manage_vpn", action="create", name="Test Office", server="t.office.example")
CONNECTED = must("manage_vpn", action="connect", name="Test Office")
WORK = must("manage_sim", action="set_default", sim="1", use="data")
LIMIT = must("manage_data_limit", action="set_limit", gigabytes=50)
BLOCKED_APP = must("restrict_app_data", action="restrict", app="WeChat")

EXAMPLES: list[Case] = [
    ok("join_wifi_network", networks, name="Test-A"),
    ok("join_wifi_network", networks, name="test-b", password="pass-b"),
    ok("join_wifi_network", networks, name="Test Open"),
    ok("join_wifi_network", networks, JOINED, name="Test-B", password="pass-b"),
    ok(
        "join_wifi_network",
        networks,
        JOINED,
        name="Test-A",
        leave=True,
        back_to="Test-B",
    ),
    ok("manage_saved_network", networks, action="list_saved", name="Test"),
    ok("manage_saved_network", action="list_saved"),
    ok("manage_saved_network", networks, action="list_nearby"),
    ok("manage_saved_network", networks, JOINED, action="forget", name="Test-A"),
    ok("manage_saved_network", networks, action="auto_join_off", name="Test-A"),
    ok(
        "manage_saved_network",
        networks,
        must("manage_saved_network", action="auto_join_off", name="Test-A"),
        action="auto_join_on",
        name="Test-A",
    ),
    ok("manage_saved_network", networks, action="show_password", name="Test-A"),
    ok("manage_saved_network", networks, JOINED, action="show_password"),
    ok("manage_saved_network", networks, JOINED, action="disconnect"),
    *(
        ok(
            "manage_vpn",
            action="create",
            name="新线路",
            server="x.gongsi.example",
            protocol=protocol,
        )
        for protocol in ("ikev2", "l2tp", "wireguard", "openvpn")
    ),
    ok("manage_vpn", VPN, action="connect", name="Test Office"),
    ok(
        "manage_vpn",
        must("manage_vpn", action="connect", vpn_id="vpn1"),
        VPN,
        action="connect",
        name="Test Office",
    ),
    ok("manage_vpn", VPN, CONNECTED, action="disconnect"),
    ok("manage_vpn", VPN, CONNECTED, action="disconnect", name="Test Office"),
    ok("manage_vpn", VPN, CONNECTED, action="disconnect", vpn_id="vpn7", resume="Home NAS"),
    ok("manage_vpn", VPN, action="delete", name="Test Office"),
    ok("manage_vpn", VPN, CONNECTED, action="delete", name="Test Office"),
    ok("manage_vpn", action="query"),
    ok(
        "manage_vpn",
        action="create",
        name="Back",
        server="b.office.example",
        connected=True,
    ),
    ok("manage_sim", two_cards, action="query"),
    ok("manage_sim", two_cards, action="query", sim="中国移动"),
    *(
        ok("manage_sim", two_cards, action="set_default", sim=sim, use=use)
        for use in ("calls", "messages", "data")
        for sim in ("1", "副号")
    ),
    ok("manage_sim", two_cards, action="disable", sim="卡1"),
    ok("manage_sim", two_cards, action="disable", sim="SIM 2"),
    ok(
        "manage_sim",
        two_cards,
        must("manage_sim", action="disable", sim="Home"),
        action="enable",
        sim="Home",
    ),
    ok(
        "manage_sim",
        two_cards,
        must("manage_sim", action="disable", sim="2"),
        action="enable",
        sim="2",
        roles="1 1 2",
    ),
    ok("manage_sim", two_cards, action="rename", sim="EE", new_name="Family"),
    ok("manage_sim", two_cards, action="roaming_on"),
    ok(
        "manage_sim",
        two_cards,
        must("manage_sim", action="roaming_on", sim="副号"),
        action="roaming_off",
        sim="副号",
    ),
    *(
        ok("set_network_type", network_type=kind, slot=slot)
        for kind in ("5g", "4g", "3g", "2g")
        for slot in ("1", "2")
    ),
    ok("set_network_type", network_type="4g"),
    ok("manage_data_limit", LIMIT, action="set_limit", gigabytes=60),
    ok("manage_data_limit", hungry_wechat, action="set_limit", gigabytes=0.5),
    ok("manage_data_limit", action="set_warning", percent="ninety percent"),
    ok("manage_data_limit", action="set_start_day", start_day=25),
    ok("manage_data_limit", LIMIT, action="remove"),
    ok("manage_data_limit", action="query"),
    ok("manage_data_limit", action="remove", restored="5120 70 3 on"),
    ok("query_data_usage"),
    *(
        ok("query_data_usage", hungry_wechat, app="微信", network=network, period=period)
        for network in ("any", "mobile", "wifi")
        for period in ("today", "week", "month")
    ),
    *(
        ok("restrict_app_data", hungry_wechat, action="restrict", app="WeChat", network=network)
        for network in ("all", "mobile", "wifi", "background")
    ),
    ok(
        "restrict_app_data",
        hungry_wechat,
        must("restrict_app_data", action="restrict", app="WeChat", network="mobile"),
        action="restrict",
        app="微信",
    ),
    ok("restrict_app_data", hungry_wechat, BLOCKED_APP, action="allow", app="微信"),
    ok(
        "restrict_app_data",
        hungry_wechat,
        BLOCKED_APP,
        action="allow",
        app="WeChat",
        parts="mobile background",
    ),
    ok("restrict_app_data", action="query"),
    ok("restrict_app_data", hungry_wechat, BLOCKED_APP, action="query", app="WeChat"),
    *(
        ok("test_network", action=action, route=route)
        for action in ("speed", "latency", "diagnose")
        for route in ("current", "mobile")
    ),
    ok("test_network", OFFLINE, action="diagnose"),
]

FAULTS: list[Case] = [
    fails("missing_argument", "join_wifi_network"),
    fails("wifi_off", "join_wifi_network", networks, WIFI_OFF, name="Test-A"),
    fails(
        "permission_denied",
        "join_wifi_network",
        networks,
        hit_by("denied", "nearby_devices"),
        name="Test-A",
    ),
    fails("not_found", "join_wifi_network", name="No Such Net"),
    fails("ambiguous", "join_wifi_network", networks, name="Test"),
    fails("password_needed", "join_wifi_network", networks, name="Test-B"),
    fails("wrong_password", "join_wifi_network", networks, name="Test-B", password="pass-a"),
    fails("missing_argument", "manage_saved_network", action="forget"),
    fails("locked", "manage_saved_network", LOCKED, action="show_password"),
    fails("wifi_off", "manage_saved_network", WIFI_OFF, action="list_nearby"),
    fails("not_found", "manage_saved_network", action="forget", name="No Such Net"),
    fails("not_found", "manage_saved_network", WIFI_OFF, action="show_password"),
    fails(
        "ambiguous",
        "manage_saved_network",
        networks,
        must("join_wifi_network", name="Test-B", password="pass-b"),
        action="forget",
        name="Test",
    ),
    fails("missing_argument", "manage_vpn", action="create", name="x"),
    fails("locked", "manage_vpn", LOCKED, action="delete", name="x"),
    fails("offline", "manage_vpn", VPN, OFFLINE, action="connect", name="Test Office"),
    fails(
        "already_exists",
        "manage_vpn",
        VPN,
        action="create",
        name="test office",
        server="x.example",
    ),
    fails("not_found", "manage_vpn", action="disconnect"),
    fails("ambiguous", "manage_vpn", action="connect"),
    fails("missing_argument", "manage_sim", action="set_default", sim="1"),
    fails("no_sim", "manage_sim", NO_SIM, action="query"),
    fails("airplane_mode_on", "manage_sim", AIRPLANE, action="roaming_on"),
    fails(
        "call_active",
        "manage_sim",
        must("make_call", person="Kevin"),
        action="disable",
        sim="1",
    ),
    fails("permission_denied", "manage_sim", hit_by("denied", "phone"), action="query"),
    fails("not_found", "manage_sim", action="disable", sim="No Such Card"),
    fails(
        "ambiguous",
        "manage_sim",
        two_cards,
        must("manage_sim", action="rename", sim="2", new_name="Home"),
        action="disable",
        sim="Home",
    ),
    fails(
        "conflict",
        "manage_sim",
        two_cards,
        must("manage_sim", action="disable", sim="2"),
        action="disable",
        sim="1",
    ),
    fails("missing_argument", "set_network_type"),
    fails("no_sim", "set_network_type", NO_SIM, network_type="4g"),
    fails("airplane_mode_on", "set_network_type", AIRPLANE, network_type="4g"),
    fails(
        "not_found",
        "set_network_type",
        lambda phone: phone.store.remove(SIMS, "2"),
        network_type="4g",
        slot="2",
    ),
    fails("missing_argument", "manage_data_limit", action="set_limit"),
    fails("no_sim", "manage_data_limit", NO_SIM, action="query"),
    fails("invalid_argument", "manage_data_limit", action="set_limit", gigabytes=-3),
    fails("not_installed", "query_data_usage", app="No Such App"),
    fails("missing_argument", "restrict_app_data", action="restrict"),
    fails("locked", "restrict_app_data", LOCKED, action="restrict", app="WeChat"),
    fails("not_installed", "restrict_app_data", action="restrict", app="No Such App"),
    fails("missing_argument", "test_network"),
    fails("offline", "test_network", OFFLINE, action="speed"),
    fails(
        "no_mobile_data",
        "test_network",
        must("manage_mobile_data", action="disable"),
        action="speed",
        route="mobile",
    ),
]
