"""``dumpsys alarm``: what is due, alarm clocks among it."""

from __future__ import annotations

from tandem_edge.phone.catalogue.time_management.alarms import ALARMS
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    zone = phone.now().tzinfo
    due = sorted(row.next for row in phone.store.all(ALARMS).values() if row.enabled)
    rows = []
    for place, when in enumerate(due):
        at = int(when.replace(tzinfo=zone).timestamp() * 1000)
        rows += [
            f"    RTC_WAKEUP #{place}: Alarm{{{at & 0xFFFFFFF:x} type 0 com.android.deskclock}}",
            f"      tag=*walarm*:com.android.deskclock.ALARM_ALERT origWhen={when:%F %T}",
            "      Alarm clock:",
            f"        triggerTime={when:%F %T}.000",
        ]
    return lines("Current Alarm Manager state:", "  Next alarm clock information:", *rows)
