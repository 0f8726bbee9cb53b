"""``dumpsys input_method``"""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    shown = str(phone.window.keyboard_up).lower()
    return lines(
        "Current Input Method Manager state:",
        f"  mCurMethodId={phone.methods.current}",
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mInputShown={shown}",
        f"  mInputShown={shown}",
    )
