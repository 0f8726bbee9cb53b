"""Other devices: each is spoken to by the app of its maker."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    asks_service,
    each,
    in_app,
    on_page,
    unread,
)

RECIPES = each(
    {
        "cast_media": in_app(
            "the app that plays, and the system's list of screens", "播放应用和系统投屏列表"
        ),
        "control_cast": in_app("the app that plays", "播放应用"),
        "control_thermostat": asks_service("the maker of the device", "设备厂商的服务"),
        "send_to_device": in_app("the app that connects to the computer", "电脑互联应用"),
        "control_door_lock": asks_service("the maker of the lock", "门锁厂商的服务"),
        "find_device": asks_service("the service that finds devices", "查找设备服务"),
        "manage_paired_device": on_page("Connected devices", "已连接的设备"),
        "query_device_battery": unread("the battery of other devices", "其他设备的电量"),
        "control_light": asks_service("the maker of the lamp", "灯具厂商的服务"),
        "print_document": in_app("the system's print dialog", "系统打印界面"),
        "control_tv": asks_service("the maker of the television", "电视厂商的服务"),
        "sync_watch": in_app("the app of the watch", "手表应用"),
        "manage_watch_face": in_app("the app of the watch", "手表应用"),
    }
)
