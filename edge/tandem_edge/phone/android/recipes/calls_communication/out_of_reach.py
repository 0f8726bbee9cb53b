"""Calls, messages and mail that only their own apps may handle."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    asks_service,
    each,
    in_app,
    needs_helper,
)

RECIPES = each(
    {
        "manage_blocked_number": needs_helper(
            "only the phone's own dialler may change blocked numbers", "只有默认拨号应用能改黑名单"
        ),
        "manage_conversation": in_app("the app for messages", "短信应用"),
        "forward_message": in_app(
            "the app for messages, which alone may send", "短信应用（只有它能发送）"
        ),
        "forward_calls": asks_service(
            "the carrier, by codes that nothing confirms", "运营商（拨号代码没有回执）"
        ),
        "answer_call": needs_helper(
            "who calls is told to the phone's own dialler alone", "来电号码只有默认拨号应用能看到"
        ),
        "manage_email": in_app("the mail app", "邮件应用"),
        "send_email": in_app(
            "the mail app, whose button has to be pressed", "邮件应用（要点发送）"
        ),
        "schedule_message": in_app("the app for messages", "短信应用"),
        "manage_voicemail": asks_service("the carrier", "运营商"),
    }
)
