"""Times that are kept by apps or by the assistant."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    asks_service,
    each,
    in_app,
    sandbox_only,
    unread,
)

RECIPES = each(
    {
        "query_agenda": sandbox_only(
            "reminders, bills and trips that an agenda gathers", "日程汇总的提醒、账单和行程"
        ),
        "manage_birthday": sandbox_only("birthdays by the Chinese calendar", "农历生日"),
        "find_common_time": unread("other people's calendars", "他人的日历"),
        "invite_to_event": asks_service(
            "the calendar's server, which sends invitations", "日历服务器（由它发送邀请）"
        ),
        "respond_to_invitation": asks_service(
            "the calendar's server, which sends answers", "日历服务器（由它发送答复）"
        ),
        "manage_reminder": sandbox_only("reminders", "提醒"),
        "snooze_alarm": in_app("the clock app", "时钟应用"),
    }
)
