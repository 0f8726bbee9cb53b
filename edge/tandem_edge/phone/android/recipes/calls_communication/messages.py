"""Text messages: read from the provider; only the app for messages may send."""

from __future__ import annotations

from tandem_edge.phone.android.readings.people import PEOPLE, TEXTS
from tandem_edge.phone.android.recipe import Procedure, impossible, whole

RECIPES = {
    "read_messages": whole(
        Procedure(reads=(*PEOPLE, TEXTS)), "some makers keep text messages from adb"
    ),
    "send_message": whole(
        impossible(
            "screen",
            "only the app for messages may send: its screen is filled in by an intent, and its "
            "button has to be pressed",
            "只有短信应用能发送：可以替你填好，但要在界面上点发送",
        )
    ),
}
