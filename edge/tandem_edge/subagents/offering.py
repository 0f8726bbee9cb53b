"""How sub-agents are offered to a planner: one tool that hands over, one that talks on."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import JsonValue

from tandem_edge.phone.authoring import ALWAYS, ToolFailure, choice, field, text, tool
from tandem_edge.phone.sandbox.store import Store
from tandem_edge.subagents.protocol import SubAgent
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy, ToolSpec

DELEGATE, REPLY = "delegate_task", "reply_to_agent"
LONGEST_BRIEF = 600
_TOLD = [
    field("session", "string"),
    field("report", "string", privacy=Privacy.MESSAGE),
    field("says", "string", privacy=Privacy.MESSAGE),
    field("data", "object", privacy=Privacy.MESSAGE),
]
"""What either tool tells of a session, all of it a sub-agent's words but the first."""


def delegate_spec(names: tuple[str, ...]) -> ToolSpec:
    """The tool that hands work to one of the sub-agents ``names``."""

    @tool(
        domain=Domain.AI_ASSISTANT,
        en="work no phone tool does: hand over to a sub-agent, with everything it needs",
        zh="把手机工具做不了的事连同全部信息交给子助手",
        cues_en="research write compare plan look into prepare report analyse draft code hand over",
        cues_zh="调研 写一份 比较 规划 查资料 准备 报告 分析 起草 代码 交给",
        arguments=[
            choice("agent", names, "which one", "哪个", required=ALWAYS),
            text(
                "brief",
                "the whole assignment",
                "完整的任务说明",
                max_length=LONGEST_BRIEF,
                example="Compare three budget phones under 2000",
                required=ALWAYS,
            ),
        ],
        results=_TOLD,
        effects=Effect.WRITE,
        mechanism=Mechanism.NONE,
    )
    def delegate_task(store: Store, agent: str, brief: str) -> dict[str, JsonValue]:
        raise ToolFailure("unknown_tool", "no phone hands work over")

    return delegate_task.spec


def reply_spec(sessions: tuple[str, ...]) -> ToolSpec:
    """The tool that passes the owner's words to a sub-agent that waits for them."""

    @tool(
        domain=Domain.AI_ASSISTANT,
        en="a sub-agent that waits for the user: pass on what the user says",
        zh="把用户说的话转给正在等待的子助手",
        cues_en="answer reply continue the talk practice conversation role play go on",
        cues_zh="回答 回复 继续对话 练习 角色扮演 接着说",
        arguments=[
            choice("session", sessions, "which one", "哪个", required=ALWAYS),
            text(
                "text",
                "the user's own words",
                "用户的原话",
                max_length=LONGEST_BRIEF,
                example="I would like a table for two",
                required=ALWAYS,
            ),
        ],
        results=_TOLD,
        effects=Effect.WRITE,
        mechanism=Mechanism.NONE,
    )
    def reply_to_agent(store: Store, session: str, text: str) -> dict[str, JsonValue]:
        raise ToolFailure("unknown_tool", "no phone talks to sub-agents")

    return reply_to_agent.spec


def listing(agents: Iterable[SubAgent], language: str) -> str:
    """One line a sub-agent: name and purpose."""
    return "\n".join(
        f"- {agent.name}: {agent.purpose.zh if language == 'zh' else agent.purpose.en}"
        for agent in agents
    )
