"""Tools of the assistant itself, and texts that it works on."""

from __future__ import annotations

from tandem_edge.phone.android.reasons import (
    each,
    needs_helper,
    sandbox_only,
    unread,
)

RECIPES = each(
    {
        "manage_assistant_access": sandbox_only(
            "the assistant's own permissions", "助手自身的权限"
        ),
        "manage_assistant_history": sandbox_only("past requests", "历史请求"),
        "manage_draft": sandbox_only("drafts of messages", "短信草稿"),
        "search_phone": sandbox_only("the index of the whole phone", "整机搜索索引"),
        "read_text_in_photo": needs_helper(
            "pictures have to be read where they lie", "图片要在手机上识别"
        ),
        "manage_routine": sandbox_only("routines", "例行任务"),
        "run_routine": sandbox_only("routines", "例行任务"),
        "edit_routine_steps": sandbox_only("routines", "例行任务"),
        "manage_scene": sandbox_only("scenes", "场景"),
        "suggest_actions": sandbox_only("habits that suggestions come from", "用于建议的使用习惯"),
        "summarise_notifications": unread("what kind each notification is", "通知的类别"),
        "translate_text": sandbox_only("the words of its dictionary", "词典"),
        "manage_phrasebook": sandbox_only("phrases", "短语"),
        "set_assistant_voice": sandbox_only("voices", "语音"),
        "manage_wake_word": sandbox_only("wake words", "唤醒词"),
        "summarise_messages": unread(
            "which conversations were answered or muted", "会话的回复与静音状态"
        ),
    }
)
