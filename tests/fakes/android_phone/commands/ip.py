"""``ip addr|route``: the phone's addresses."""

from __future__ import annotations

from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.network_connectivity.wifi_networks import current_network
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    on = phone.store.only(RADIOS).wifi and current_network(phone.store) is not None
    match words:
        case [("addr" | "a" | "address"), *_]:
            state = "UP" if on else "DOWN"
            rows = [
                f"23: wlan0: <BROADCAST,MULTICAST,{state}> mtu 1500 qdisc mq state {state} group"
            ]
            if on:
                rows.append("    inet 192.168.1.23/24 brd 192.168.1.255 scope global wlan0")
            return lines(*rows)
        case [("route" | "r"), *_]:
            return lines("192.168.1.0/24 dev wlan0 proto kernel scope link") if on else Answer()
        case _:
            return Answer(err="Usage: ip [ OPTIONS ] OBJECT { COMMAND | help }\n", code=255)
