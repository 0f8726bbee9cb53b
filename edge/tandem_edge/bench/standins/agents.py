"""Sub-agents that a part of the work can be handed to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from tandem_edge.bench.standins.cards import read_cards
from tandem_edge.phone.authoring import ALWAYS, choice, field, text, tool
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

AGENTS = tuple(read_cards("agents"))


@dataclass(frozen=True, slots=True)
class Brief:
    """What one sub-agent was told."""

    agent: str
    text: str


BRIEFS = Table("briefs", Brief, prefix="brief")


def listing(names: Iterable[str], language: str) -> str:
    """One line a sub-agent: name and purpose."""
    cards = read_cards("agents")
    return "\n".join(f"- {name}: {cards[name].purpose[language]}" for name in names)


@tool(
    domain=Domain.AI_ASSISTANT,
    en="work no phone tool does: hand over to a sub-agent, with everything it needs",
    zh="把手机工具做不了的事连同全部信息交给子助手",
    cues_en="research write compare plan look into prepare report analyse draft code hand over",
    cues_zh="调研 写一份 比较 规划 查资料 准备 报告 分析 起草 代码 交给",
    arguments=[
        choice("agent", AGENTS, "which one", "哪个", required=ALWAYS),
        text(
            "brief",
            "the whole assignment",
            "完整的任务说明",
            max_length=600,
            example="Compare three budget phones under 2000",
            required=ALWAYS,
        ),
    ],
    results=[field("accepted", "boolean")],
    effects=Effect.WRITE,
    mechanism=Mechanism.NONE,
)
def delegate_task(store: Store, agent: str, brief: str) -> dict[str, JsonValue]:
    """Give ``agent`` its assignment."""
    store.add(BRIEFS, Brief(agent, brief))
    return {"accepted": True}


TOOLS = (delegate_task,)
