from __future__ import annotations

from tandem_edge.harness.conversation import Conversation
from tandem_edge.harness.recall.opening import InConversation, called
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.protocol import Message, Planned, Role
from tandem_shared.events import Usage

SPECS = load_catalogue().specs
ALARM = '[{"name": "manage_alarm", "arguments": {"action": "create", "time": "7 am"}}]'


def converse(conversation: Conversation, answer: str) -> None:
    """One turn in which the planner gave ``answer`` and was done."""
    tools = Toolbox(SandboxPhone.generate(1))
    opening = Message(Role.USER, "whatever the dialect makes of the request")
    conversation.begin(tools, SPECS, "en", opening)
    conversation.record_step(Planned(answer, (), Usage()), "ok")
    conversation.record_end(Planned('[{"name": "done"}]', (), Usage()), asked=False)


def test_the_second_turn_is_chosen_for_in_the_light_of_the_first() -> None:
    conversation = Conversation()
    recall = InConversation(lambda: SPECS, None, lambda: conversation)
    recall.top("set an alarm for seven", 15)
    converse(conversation, ALARM)
    assert recall.top("no, eight", 1)[0].name == "manage_alarm"


def test_a_new_conversation_forgets_the_one_before() -> None:
    conversation = Conversation()
    recall = InConversation(lambda: SPECS, None, lambda: conversation)
    fresh = InConversation(lambda: SPECS, None, Conversation).top("no, eight", 5)
    recall.top("set an alarm for seven", 15)
    converse(conversation, ALARM)
    conversation = Conversation()
    assert recall.top("no, eight", 5) == fresh


def test_a_turn_that_began_elsewhere_does_not_shift_what_was_said() -> None:
    conversation = Conversation()
    converse(conversation, ALARM)
    recall = InConversation(lambda: SPECS, None, lambda: conversation)
    assert "manage_alarm" in {spec.name for spec in recall.top("no, eight", 3)}
    converse(conversation, "[]")
    assert len(recall.top("and a timer", 5)) == 5


def test_only_tools_on_offer_count_as_called() -> None:
    conversation = Conversation()
    converse(conversation, ALARM + ' [{"name": "forged_tool"}] manage_alarm')
    assert called(conversation.turns[0]) == ("manage_alarm",)
