"""What its owner alone decides, on the phone."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    asks_service,
    each,
    in_app,
    unread,
)

RECIPES = each(
    {
        "manage_app_permission": unread('"only while in use"', "“仅使用期间”"),
        "audit_permissions": unread("when an app used a permission", "权限的使用时间"),
        "clear_browsing_data": in_app("the browser", "浏览器"),
        "manage_lost_mode": asks_service("the service that finds devices", "查找设备服务"),
        "manage_password": in_app("the password manager", "密码管理器"),
        "check_security": unread("what the phone's own check looks at", "手机自带的安全检查"),
    }
)
