"""``dumpsys activity [activities|top]``"""

from __future__ import annotations

from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model


def run(phone: Model, words: list[str]) -> Answer:
    front = phone.window.front()
    record = f"ActivityRecord{{9d31c2f u0 {front.short} t42}}"
    if words[:1] == ["top"]:
        return lines(f"  ACTIVITY {front.short} 9d31c2f pid=4120", f"TASK {front.package} id=42")
    return lines(
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)",
        "Display #0 (activities from top to bottom):",
        f"    topResumedActivity={record}",
        f"  ResumedActivity: {record}",
        f"    mResumedActivity: {record}",
    )
