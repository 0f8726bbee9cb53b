"""``dumpsys window [windows|policy|displays]``"""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.screen.packages import SYSTEM_UI
from tests.fakes.android_phone.screen.panels import PERMISSIONS_PACKAGE


def focus(phone: Model) -> str:
    """The window that has the focus, as ``mCurrentFocus`` shows it."""
    package = phone.window.focus_package()
    if package == SYSTEM_UI:
        return "NotificationShade"
    if package == PERMISSIONS_PACKAGE:
        return f"{package}/{package}.ui.GrantPermissionsActivity"
    front = phone.window.front()
    return f"{front.package}/{front.activity}"


def run(phone: Model, words: list[str]) -> Answer:
    window, (width, height) = phone.window, phone.window.size
    showing = str(window.locked).lower()
    policy = [
        f"    mAwake={str(window.awake).lower()}",
        "    KeyguardServiceDelegate",
        f"      showing={showing}",
        f"      mDreamingLockscreen={showing} mDreamingSleepToken=null",
        f"      screenState={'SCREEN_STATE_ON' if window.awake else 'SCREEN_STATE_OFF'}",
    ]
    if words[:1] == ["policy"]:
        return lines("WINDOW MANAGER POLICY STATE (dumpsys window policy)", *policy)
    front = window.front()
    shown = [
        "WINDOW MANAGER WINDOWS (dumpsys window windows)",
        f"  mRotation=ROTATION_{window.rotation * 90} cur={width}x{height} app={width}x{height}",
        f"  mCurrentFocus=Window{{3f2a6b1 u0 {focus(phone)}}}",
        f"  mFocusedApp=ActivityRecord{{9d31c2f u0 {front.short} t42}}",
        f"  isKeyguardShowing={showing}",
    ]
    return lines(*shown, *([] if words else policy))
