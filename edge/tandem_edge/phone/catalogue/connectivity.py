"""Radios: Wi-Fi, Bluetooth, mobile data, airplane mode, hotspot, NFC."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import ToolFailure, action, field, needs, tool, undone_by
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism

SWITCH = {"enable": Effect.WRITE, "disable": Effect.WRITE, "query": Effect.READ}


@dataclass(frozen=True, slots=True)
class Radios:
    """What is switched on. Airplane mode remembers nothing: radios come back by hand."""

    wifi: bool = True
    bluetooth: bool = False
    mobile_data: bool = True
    airplane_mode: bool = False
    hotspot: bool = False
    nfc: bool = True


RADIOS = Singleton("radios", Radios)


@condition("network")
def _network(store: Store, value: str) -> str:
    radios, device = store.only(RADIOS), store.only(DEVICE)
    mobile = radios.mobile_data and device.sim_present and device.signal_bars > 0
    return "" if radios.wifi or mobile else "the phone is offline"


@condition("cellular")
def _cellular(store: Store, value: str) -> str:
    device = store.only(DEVICE)
    if store.only(RADIOS).airplane_mode:
        return "airplane mode is on"
    if not device.sim_present:
        return "there is no SIM card"
    return "" if device.signal_bars > 0 else "there is no signal"


@condition("not_airplane")
def _not_airplane(store: Store, value: str) -> str:
    return "airplane mode is on" if store.only(RADIOS).airplane_mode else ""


def _switch(store: Store, radio: str, action: str) -> dict[str, JsonValue]:
    before = getattr(store.only(RADIOS), radio)
    if action != "query":
        store.update(RADIOS, **{radio: action == "enable"})
    after = getattr(store.only(RADIOS), radio)
    return {"enabled": after, "changed": before != after}


_RESULTS = [field("enabled", "boolean"), field("changed", "boolean")]
