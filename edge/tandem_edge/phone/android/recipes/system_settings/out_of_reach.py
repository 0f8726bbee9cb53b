"""Pages of Settings that no command reaches on every phone."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    each,
    in_app,
    on_page,
    unread,
)

RECIPES = each(
    {
        "manage_bedtime": in_app("the clock app", "时钟应用"),
        "manage_developer_option": on_page(
            "Developer options, which adb itself needs", "开发者选项（adb 依赖它）"
        ),
        "manage_emergency_contact": on_page("Safety and emergency", "安全与紧急情况"),
        "manage_focus_mode": on_page("Digital Wellbeing", "数字健康"),
        "manage_phone_backup": on_page("Backup", "备份"),
        "restart_phone": unread("whether a phone that is gone has restarted", "重启结果"),
        "manage_system_update": on_page("System update", "系统更新"),
        "manage_quick_tile": unread("the order of the makers' tiles", "各厂商快捷开关的顺序"),
        "search_settings": unread("the pages of each maker's Settings", "各厂商的设置页面"),
        "reset_settings": on_page("Reset", "重置"),
        "manage_account": on_page("Accounts", "账户"),
        "sync_account": on_page("Accounts", "账户"),
        "manage_user_profile": on_page("Users", "用户"),
    }
)
