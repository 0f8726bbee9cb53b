"""Measuring the connection in use, and finding out why there is none."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.authoring import ToolFailure, action, choice, field, needs, tool
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.network_connectivity.data_usage import DATA_PLAN, used_mb
from tandem_edge.phone.catalogue.network_connectivity.sim_cards import data_sim
from tandem_edge.phone.catalogue.network_connectivity.vpn import TUNNEL
from tandem_edge.phone.catalogue.network_connectivity.wifi_networks import current_network
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

MBPS = {"5g": 220.0, "4g": 48.0, "3g": 6.0, "2g": 0.2}
"""With full signal; each bar that is missing takes a quarter."""
LATENCY_MS = {"5g": 18, "4g": 42, "3g": 110, "2g": 420}
ROUTES = ("current", "mobile")


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="test the internet connection: speed, latency, or diagnose what is wrong",
    zh="测网络：测网速、延迟，或诊断为什么上不了网",
    cues_en="speed test how fast is my internet megabits download upload ping lag slow connection "
    "why is the internet not working no connection troubleshoot pages won't load buffering",
    cues_zh="测速 网速多少 测个网速 延迟 ping 网卡 网慢 上不了网 没网 网页打不开 转圈 "
    "诊断网络 检查网络 掉线",
    arguments=[
        action("speed", "latency", "diagnose"),
        choice("route", ROUTES, "connection to test", "测哪条连接", default="current"),
    ],
    results=[
        field("connection", "string"),
        field("network", "string", privacy=Privacy.LOCATION),
        field("download_mbps", "number"),
        field("upload_mbps", "number"),
        field("latency_ms", "integer"),
        field("problem", "string"),
        field("advice", "string"),
    ],
    effects=dict.fromkeys(("speed", "latency", "diagnose"), Effect.READ),
    preconditions=[needs("network", code="offline", on=("speed", "latency"))],
    errors=["no_mobile_data"],
    mechanism=Mechanism.NONE,
)
def test_network(store: Store, action: str, route: str) -> dict[str, JsonValue]:
    """Measure the connection in use or that over the SIM card, or say what stands in its way."""
    over = _route(store, route)
    if action == "diagnose":
        problem, advice = _diagnosis(store, over)
        return {"connection": over, "problem": problem, "advice": advice}
    if over == "mobile" and not _mobile_works(store):
        raise ToolFailure("no_mobile_data", "there is no connection over the SIM card")
    mbps, latency = _over_wifi(store) if over == "wifi" else _over_sim(store)
    if store.only(TUNNEL).vpn:
        mbps, latency = mbps * 0.7, latency + 45
    network = current_network(store)
    result: dict[str, JsonValue] = {"connection": over}
    if over == "wifi" and network is not None:
        result["network"] = network.name
    if action == "latency":
        return {**result, "latency_ms": latency}
    return {**result, "download_mbps": round(mbps, 1), "upload_mbps": round(mbps / 4, 1)}


def _route(store: Store, route: str) -> str:
    return "wifi" if route == "current" and current_network(store) is not None else "mobile"


def _mobile_works(store: Store) -> bool:
    device = store.only(DEVICE)
    return store.only(RADIOS).mobile_data and device.sim_present and device.signal_bars > 0


def _over_wifi(store: Store) -> tuple[float, int]:
    network = current_network(store)
    assert network is not None
    return network.mbps * network.bars / 4, 8 + 12 * (4 - network.bars)


def _over_sim(store: Store) -> tuple[float, int]:
    kind, bars = data_sim(store)[1].network_type, store.only(DEVICE).signal_bars
    return MBPS[kind] * bars / 4, LATENCY_MS[kind] + 10 * (4 - bars)


def _diagnosis(store: Store, over: str) -> tuple[str, str]:
    """The first thing that is wrong, most likely first, and what helps; else ``none``."""
    for problem, holds, advice in _wifi_problems(store) if over == "wifi" else _sim_problems(store):
        if holds:
            return problem, advice
    return "none", ""


def _wifi_problems(store: Store) -> list[tuple[str, bool, str]]:
    network = current_network(store)
    return [
        ("login_needed", network is not None and network.portal, "log in on the network's page"),
        ("weak_wifi", network is not None and network.bars < 2, "move closer or change network"),
        ("slow_wifi", network is not None and network.mbps < 8, "join another network"),
        ("vpn_slows", bool(store.only(TUNNEL).vpn), "disconnect the VPN"),
    ]


def _sim_problems(store: Store) -> list[tuple[str, bool, str]]:
    radios, device = store.only(RADIOS), store.only(DEVICE)
    limit = store.only(DATA_PLAN).limit_mb
    sim = data_sim(store)[1]
    return [
        ("airplane_mode", radios.airplane_mode, "switch airplane mode off"),
        ("no_sim", not device.sim_present, "put a SIM card in"),
        ("sim_off", not sim.enabled, "switch the SIM card on"),
        ("limit_reached", limit is not None and used_mb(store) >= limit, "raise the data limit"),
        ("mobile_data_off", not radios.mobile_data, "switch mobile data on or join a Wi-Fi"),
        ("no_signal", device.signal_bars == 0, "go where there is a signal"),
        ("weak_signal", device.signal_bars == 1, "go where the signal is better"),
        ("slow_network_type", sim.network_type in ("2g", "3g"), "prefer 4G or 5G"),
        ("vpn_slows", bool(store.only(TUNNEL).vpn), "disconnect the VPN"),
    ]
