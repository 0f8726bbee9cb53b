"""What needs the screen, a keyboard or an ear on the phone."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    each,
    in_app,
    needs_helper,
    unread,
)

RECIPES = each(
    {
        "manage_clipboard": needs_helper(
            "Android keeps the clipboard from what is not on the screen", "系统不让后台读剪贴板"
        ),
        "scan_code": in_app("the camera", "相机"),
        "manage_keyboard": in_app("each keyboard app, for its layouts", "各输入法应用（布局）"),
        "reply_notification": needs_helper(
            "only a listener on the phone may answer a notification", "只有通知监听应用能回复通知"
        ),
        "snooze_notification": needs_helper(
            "only a listener on the phone may put a notification off", "只有通知监听应用能推迟通知"
        ),
        "query_notifications": unread("what kind each notification is", "通知的类别"),
        "clear_notifications": needs_helper(
            "only a listener on the phone may dismiss one notification",
            "只有通知监听应用能清除单条通知",
        ),
        "take_screenshot": unread("the gallery's entry of a screenshot", "截图在相册里的记录"),
        "record_screen": in_app("the system's screen recorder", "系统录屏"),
        "manage_text_shortcut": in_app("the keyboard app", "输入法应用"),
    }
)
