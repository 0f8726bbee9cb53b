"""The word that the owner types to confirm what cannot be undone, in either language."""

from __future__ import annotations

from tandem_shared.tools import ANY_ACTION, ToolCall, ToolSpec

CHINESE = {
    "accept": "接受",
    "answer": "接听",
    "book": "预订",
    "cancel": "取消",
    "clear": "清除",
    "decline": "拒绝",
    "delete": "删除",
    "discard": "丢弃",
    "empty": "清空",
    "forget": "忘记",
    "forward": "转发",
    "free": "清理",
    "hang": "挂断",
    "install": "安装",
    "invite": "邀请",
    "make": "拨打",
    "print": "打印",
    "remove": "移除",
    "reply": "回复",
    "reset": "重置",
    "restart": "重启",
    "restore": "恢复",
    "send": "发送",
    "set": "设置",
    "share": "分享",
    "tentative": "暂定",
    "uninstall": "卸载",
    "unlock": "开锁",
    "update": "更改",
    "withdraw": "撤回",
}
VERBS = {("make_call", ANY_ACTION): "call", ("restart_phone", "now"): "restart"}
CHINESE["call"] = CHINESE.pop("make")


def words_for(call: ToolCall, spec: ToolSpec) -> tuple[str, ...]:
    """``("send", "发送")``: what the call does, from its declared action or name, never from text.

    A call whose verb has no translation is confirmed by the verb or by 确认.
    """
    action = spec.action_of(call.arguments)
    verb = VERBS.get((spec.name, action))
    if verb is None:
        known = action in spec.effects and action != ANY_ACTION
        verb = (action if known else spec.name).partition("_")[0]
    return (verb, CHINESE.get(verb, "确认"))
