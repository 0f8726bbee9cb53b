"""Switching radios as Android's services do, with their effects on one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tests.fakes.android_phone.answers import Failed

if TYPE_CHECKING:
    from tests.fakes.android_phone.model import Model


def switch_radio(phone: Model, radio: str, on: bool, doing: str) -> None:
    """Switch ``wifi``, ``bluetooth``, ``mobile_data``, ``airplane_mode`` or ``hotspot``.

    Fails when the shell may not, or says nothing when the radio cannot: so does Android.
    """
    permission = "CHANGE_WIFI_STATE" if radio == "wifi" else "NETWORK_SETTINGS"
    phone.require(permission, doing)
    if radio == "wifi" and on and phone.store.only(RADIOS).hotspot:
        phone.act("manage_hotspot", action="disable")  # the radio is shared, the newer wish wins
    phone.act(f"manage_{radio}", action="enable" if on else "disable")


def word(words: list[str], yes: str, no: str) -> bool:
    """Whether the only word is ``yes`` (or ``no``). Fails on anything else."""
    if words not in ([yes], [no]):
        raise Failed(f"Invalid args: expected '{yes}' or '{no}'\n")
    return words == [yes]
