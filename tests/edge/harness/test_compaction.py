"""A long conversation: what leaves the context is kept first, and told in short."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.protocol import Role
from tandem_shared.errors import PhoneError
from tandem_shared.events import Compacted, Outcome
from tests.edge.harness.test_loop import assert_valid_history, ended, harness_for
from tests.fakes.planners import call, done, script

ASKED = [f"Set an alarm for {hour}:30 tomorrow called Run {hour}" for hour in (5, 6, 7, 8)]


@dataclass
class Kept:
    """A memory that remembers what it was given, or cannot."""

    fails: bool = False
    foreign: bool = False
    lines: list[str] = field(default_factory=list)

    def keep(self, conversation: str, lines: Sequence[str]) -> None:
        if self.fails:
            raise PhoneError("the disk is full")
        self.lines += lines

    def recall(self, request: str) -> Sequence[str]:
        return ()


def alarm(hour: int) -> list[dict[str, object]]:
    when = f"{hour}:30 tomorrow"
    return [call("manage_alarm", action="create", time=when, label=f"Run {hour}")]


def four_turns(phone: SandboxPhone, memory: Kept, tokens: int):  # type: ignore[no-untyped-def]
    steps = [step for hour in (5, 6, 7, 8) for step in (alarm(hour), done(f"Set for {hour}."))]
    planner = script(*steps)
    harness = harness_for(planner, phone, memory=memory, context_tokens=tokens)
    events = [event for text in ASKED for event in harness.run(text)]
    return harness, planner, events


def test_turns_that_leave_are_kept_first_and_the_planner_still_hears_of_them(
    phone: SandboxPhone,
) -> None:
    memory = Kept()
    harness, planner, events = four_turns(phone, memory, 900)
    compacted = [event for event in events if isinstance(event, Compacted)]
    assert sum(event.turns for event in compacted) == len(memory.lines) >= 1
    assert "Run 5" in memory.lines[0]
    assert "ok" in memory.lines[0] and "Set for 5." in memory.lines[0]
    assert memory.lines[0] in planner.prompts[-1].messages[-3].text
    assert "Earlier, in short:" in planner.prompts[-1].messages[-3].text
    assert_valid_history(harness)


def test_nothing_leaves_when_it_cannot_be_kept(phone: SandboxPhone) -> None:
    _, planner, events = four_turns(phone, Kept(fails=True), 900)
    assert not [event for event in events if isinstance(event, Compacted)]
    assert "Run 5" in planner.prompts[-1].messages[0].text


def test_a_short_conversation_stays_whole(phone: SandboxPhone) -> None:
    memory = Kept()
    harness, *_ = four_turns(phone, memory, 1_000_000)
    assert memory.lines == []
    assert len(harness.conversation.turns) == 4


def test_a_long_turn_tells_its_early_steps_in_short(phone: SandboxPhone) -> None:
    memory = Kept()
    steps = [[call("manage_alarm", action="query", label=f"Run {n}")] for n in range(6)]
    planner = script(*steps, done("None of them is set."))
    harness = harness_for(planner, phone, memory=memory, context_tokens=100)
    events = list(harness.run("Which of my runs has an alarm?"))
    assert ended(events).outcome in (Outcome.DONE, Outcome.BUDGET)
    shortened = [event for event in events if isinstance(event, Compacted)]
    assert shortened and all(event.steps for event in shortened)
    last = planner.prompts[-1].messages
    told = next(message.text for message in last if "Steps so far" in message.text)
    assert 'manage_alarm(action="query", label="Run 0")' in told or "Run 0" in told
    assert [m.role for m in last[1:]] == [Role.PLANNER, Role.PHONE] * (len(last[1:]) // 2)
    assert memory.lines


def test_turns_are_counted_on_after_some_have_left(phone: SandboxPhone) -> None:
    harness, _, _ = four_turns(phone, Kept(), 900)
    assert harness.conversation.number == 4
