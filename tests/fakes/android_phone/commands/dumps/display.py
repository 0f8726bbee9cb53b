"""``dumpsys display``"""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    window = phone.window
    return lines(
        "DISPLAY MANAGER (dumpsys display)",
        f"  mScreenState={'ON' if window.awake else 'OFF'}",
        "  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, "
        f"uniqueId='local:0', physicalPort=0, orientation={window.rotation}, "
        f"deviceWidth={window.width}, deviceHeight={window.height}}}]",
    )
