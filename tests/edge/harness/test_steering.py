"""The user says more while a turn is running."""

from __future__ import annotations

import pytest

from tandem_edge.phone.catalogue.time_management.alarms import ALARMS
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.protocol import Planned, Prompt, Role
from tandem_shared.errors import UsageError
from tandem_shared.events import CallFinished, Event, Outcome, Steered
from tests.edge.harness.test_loop import ended, finished, harness_for
from tests.fakes.planners import call, done, script

ALARM = call("manage_alarm", action="create", time="7:30 tomorrow", label="Run")
LATER = call("manage_alarm", action="create", time="8:00 tomorrow", label="Later run")


def test_what_is_said_after_a_step_is_heard_before_the_next(phone: SandboxPhone) -> None:
    planner = script([ALARM], [LATER], done("Both are set."))
    harness = harness_for(planner, phone)
    events: list[Event] = []
    for event in harness.run("Set an alarm for 7:30 tomorrow called Run"):
        events.append(event)
        if isinstance(event, CallFinished) and len(finished(events)) == 1:
            harness.steer("and one at eight, called Later run")
    assert [event.text for event in events if isinstance(event, Steered)] == [
        "and one at eight, called Later run"
    ]
    assert planner.prompts[1].messages[-1].text == "and one at eight, called Later run"
    assert planner.prompts[1].messages[-1].role is Role.USER
    labels = {row.label for row in phone.store.all(ALARMS).values()}
    assert {"Run", "Later run"} <= labels


def test_a_turn_does_not_end_before_the_last_word_is_heard(phone: SandboxPhone) -> None:
    harness = None

    class Interrupted:
        """A planner during whose last step the user speaks up."""

        name = "interrupted"

        def __init__(self) -> None:
            self.inner = script(done("Done."), [ALARM], done("Now it is set."))

        def step(self, prompt: Prompt, **options: object) -> Planned:
            if not self.inner.prompts:
                assert harness is not None
                harness.steer("no wait, set an alarm for 7:30 tomorrow called Run")
            return self.inner.step(prompt, **options)  # type: ignore[arg-type]

        def close(self) -> None:
            pass

    harness = harness_for(Interrupted(), phone)  # type: ignore[arg-type]
    end = ended(list(harness.run("Never mind, an alarm is set already, is it?")))
    assert (end.outcome, end.text) == (Outcome.DONE, "Now it is set.")
    assert [change.table for change in end.changes] == ["alarms"]


def test_what_is_said_between_turns_waits_for_the_next(phone: SandboxPhone) -> None:
    planner = script(done("Hello."))
    harness = harness_for(planner, phone)
    harness.steer("and be brief")
    list(harness.run("Say hello by an alarm"))
    assert planner.prompts[0].messages[-1].text == "and be brief"


@pytest.mark.parametrize("text", ["", "   ", "x" * 3000])
def test_an_empty_or_endless_word_is_refused_at_once(phone: SandboxPhone, text: str) -> None:
    harness = harness_for(script(done("Fine.")), phone)
    with pytest.raises(UsageError):
        harness.steer(text)
    assert not harness.said
