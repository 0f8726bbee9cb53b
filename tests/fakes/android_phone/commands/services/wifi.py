"""``cmd wifi``: Wi-Fi on and off, its status, networks (Android 11 and later)."""

from __future__ import annotations

from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.catalogue.network_connectivity.wifi_networks import (
    IN_RANGE,
    SAVED_NETWORKS,
    current_network,
)
from tests.fakes.android_phone.answers import Answer, Failed, Words, lines
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.radios import switch_radio, word

_USAGE = """Wi-Fi (wifi) commands:
  connect-network <ssid> open|owe|wpa2|wpa3 [<passphrase>] [-m] [-d] [-b <bssid>]
  forget-network <networkId>
  list-networks
  list-scan-results
  set-wifi-enabled enabled|disabled
  status
"""


def run(phone: Model, words: list[str]) -> Answer:
    match words:
        case ["set-wifi-enabled", *rest]:
            switch_radio(phone, "wifi", word(rest, "enabled", "disabled"), "set-wifi-enabled")
            return Answer()
        case ["status"]:
            return _status(phone)
        case ["list-networks"]:
            return _saved(phone)
        case ["list-scan-results"]:
            return _scan(phone)
        case ["connect-network", *rest]:
            return _connect(phone, Words(rest))
        case ["forget-network", number]:
            return _forget(phone, number)
        case [] | ["help"]:
            return Answer(_USAGE)
        case _:
            return Answer(f"Unknown command: {words[0]}\n{_USAGE}", code=255)


def _status(phone: Model) -> Answer:
    if not phone.store.only(RADIOS).wifi:
        return lines("Wifi is disabled", "Wifi scanning is always available")
    current = current_network(phone.store)
    if current is None:
        return lines(
            "Wifi is enabled", "Wifi scanning is always available", "Wifi is not connected"
        )
    return lines(
        "Wifi is enabled",
        "Wifi scanning is always available",
        f'Wifi is connected to "{current.name}"',
        f'WifiInfo: SSID: "{current.name}", BSSID: 02:00:00:00:00:00, Supplicant state: COMPLETED, '
        f"RSSI: {-90 + current.bars * 12}, Link speed: {current.mbps}Mbps, Frequency: 5180MHz",
    )


def _names(phone: Model) -> list[str]:
    return list(phone.store.all(SAVED_NETWORKS))


def _saved(phone: Model) -> Answer:
    names = _names(phone)
    if not names:
        return lines("No networks")
    rows = [f"{number:<12} {name:<32} wpa2-psk" for number, name in enumerate(names)]
    return lines("Network Id      SSID                         Security type", *rows)


def _scan(phone: Model) -> Answer:
    if not phone.store.only(RADIOS).wifi:
        return lines("No scan results")
    head = "    BSSID              Frequency      RSSI           Age(sec)     SSID          Flags"
    rows = [
        f"  02:00:00:00:00:{place:02x}       5180    {-90 + row.bars * 12}    1.2    "
        f"{row.name:<32}  {'[WPA2-PSK-CCMP][ESS]' if row.password else '[ESS]'}"
        for place, row in enumerate(phone.store.all(IN_RANGE).values())
    ]
    return lines(head, *rows)


def _connect(phone: Model, words: Words) -> Answer:
    name, security = words.required(), words.required()
    if security not in ("open", "owe", "wpa2", "wpa3"):
        raise Failed(f"Error: Unknown network type {security}\n")
    secret = {} if security in ("open", "owe") else {"password": words.required()}
    for option in words.rest():
        if option not in ("-m", "-d"):
            raise Failed(f"Ignoring unknown option {option}\n")
    phone.require("NETWORK_SETTINGS", "connect-network")
    done = phone.act("join_wifi_network", name=name, **secret)
    if not done.ok:
        return lines("Connection initiated", "Connection failed")
    return lines("Connection initiated")


def _forget(phone: Model, number: str) -> Answer:
    names = _names(phone)
    if not number.isdecimal() or int(number) >= len(names):
        raise Failed(f"Forget failed: no network {number}\n")
    phone.require("NETWORK_SETTINGS", "forget-network")
    phone.act("manage_saved_network", action="forget", name=names[int(number)])
    return lines("Forget successful")
