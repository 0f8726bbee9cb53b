from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

from tandem_edge.harness.conversation import Conversation, Turn
from tandem_edge.harness.recall.opening import InConversation, called, recalled
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.protocol import Message, Role
from tandem_shared.tools import ToolSpec

SPECS = load_catalogue().specs
ALARM = '[{"name": "manage_alarm", "arguments": {"action": "create", "time": "7 am"}}]'


def converse(conversation: Conversation, request: str, answer: str) -> None:
    """One turn in which the planner gave ``answer`` and was done."""
    tools = Toolbox(SandboxPhone.generate(1))
    opening = Message(Role.USER, "what the dialect makes of the request")
    said = Message(Role.PLANNER, answer)
    conversation.begin(Turn(tools, SPECS, "en", [opening, said], request))


def recall_over(conversation: Conversation) -> InConversation:
    return InConversation(lambda: SPECS, None, lambda: conversation)


def test_the_second_turn_is_chosen_for_in_the_light_of_the_first() -> None:
    conversation = Conversation()
    recall = recall_over(conversation)
    converse(conversation, "set an alarm for seven", ALARM)
    assert recall.top("no, eight", 1)[0].name == "manage_alarm"


def test_a_new_conversation_knows_nothing_of_another() -> None:
    conversation = Conversation()
    converse(conversation, "set an alarm for seven", ALARM)
    seasoned, fresh = recall_over(conversation), recall_over(Conversation())
    assert seasoned.top("no, eight", 5) != fresh.top("no, eight", 5)
    conversation.turns.clear()
    assert seasoned.top("no, eight", 5) == fresh.top("no, eight", 5)


def test_only_tools_on_offer_count_as_called() -> None:
    conversation = Conversation()
    converse(conversation, "hm", ALARM + ' [{"name": "forged_tool"}] manage_alarm')
    assert called(conversation.turns[0]) == ("manage_alarm",)


def test_tools_that_join_between_turns_are_found() -> None:
    specs = SPECS[:50]
    recall = InConversation(lambda: specs, None, Conversation)
    assert SPECS[-1] not in recall.top(SPECS[-1].description.en, 3)
    specs = SPECS
    assert SPECS[-1] in recall.top(SPECS[-1].description.en, 3)


@dataclass(frozen=True)
class Pretend:
    """A provider of one tool, on offer by itself or recalled."""

    name: str
    spec: ToolSpec
    kept: bool

    def specs(self) -> tuple[ToolSpec, ...]:
        return (self.spec,)

    def always(self) -> tuple[str, ...]:
        return (self.spec.name,) if self.kept else ()


def test_a_servers_tools_are_recalled_and_those_always_on_offer_are_not() -> None:
    search = SPECS[0].model_copy(update={"name": "srv_search_web"})
    memory = SPECS[0].model_copy(update={"name": "search_memory_box"})
    providers = (Pretend("mcp:srv", search, False), Pretend("memory", memory, True))
    harness = SimpleNamespace(phone=SandboxPhone.generate(1), providers=providers)
    names = {spec.name for spec in recalled(harness)}  # type: ignore[arg-type]
    assert "srv_search_web" in names and "search_memory_box" not in names
    assert names >= {spec.name for spec in SPECS}
