"""``dumpsys connectivity``"""

from __future__ import annotations

from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.network_connectivity.wifi_networks import current_network
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    radios = phone.store.only(RADIOS)
    kinds = []
    if radios.wifi and current_network(phone.store) is not None:
        kinds.append("WIFI")
    if radios.mobile_data and not radios.airplane_mode:
        kinds.append("MOBILE")
    active = (
        f"Active default network: {100 + len(kinds)}" if kinds else "Active default network: none"
    )
    rows = [f"  NetworkAgentInfo{{ ni{{{kind} CONNECTED extra: }} }}" for kind in kinds]
    return lines(active, "", "Current Networks:", *rows)
