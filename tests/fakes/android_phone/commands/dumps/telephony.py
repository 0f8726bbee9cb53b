"""``dumpsys telephony.registry``"""

from __future__ import annotations

from tandem_edge.phone.catalogue.calls_communication.calls import LINE
from tandem_edge.phone.catalogue.calls_communication.incoming import RINGING
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.sandbox.device import DEVICE
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model

SERVICE = "telephony.registry"


def run(phone: Model, words: list[str]) -> Answer:
    ringing = phone.store.only(RINGING).number
    state = 1 if ringing else 2 if phone.store.only(LINE).call else 0
    device, radios = phone.store.only(DEVICE), phone.store.only(RADIOS)
    service = 0 if device.sim_present and not radios.airplane_mode and device.signal_bars else 1
    return lines(
        "last known state:",
        "  Phone Id=0",
        f"    mCallState={state}",
        f"    mCallIncomingNumber={ringing}",
        f"    mServiceState={{mVoiceRegState={service}}}",
        f"    mSignalStrength=SignalStrength:{{level={device.signal_bars}}}",
        f"    mDataConnectionState={2 if radios.mobile_data and not service else 0}",
    )
