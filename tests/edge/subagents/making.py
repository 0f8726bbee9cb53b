"""What tests of sub-agents hand over, and a language model that says what a test wants."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from jsonschema import Draft202012Validator

from tandem_edge.llm.role import InvalidAnswer, Question, Reply
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.subagents.discovery import load_agents
from tandem_edge.subagents.protocol import Status
from tandem_edge.subagents.room import Room


def payload(goal: str = "Turn off Bluetooth", **more: Any) -> dict[str, Any]:
    """A complete hand-off."""
    return {
        "goal": goal,
        "language": "en",
        "returns": "what was done",
        "deadline_s": 60.0,
        "budget": {},
        "may_touch": ["*"],
        **more,
    }


@dataclass
class Says:
    """A language model that answers by ``answer``; an answer that is not valid fails as one does.

    ``asked`` keeps the questions.
    """

    answer: Callable[[Question], Any]
    destination: str = ""
    name: str = "says"
    asked: list[Question] = field(default_factory=list)

    def ask(self, question: Question, *, deadline_s: float, cancel: threading.Event) -> Reply:
        self.asked.append(question)
        value = self.answer(question)
        errors = [
            error.message for error in Draft202012Validator(question.schema).iter_errors(value)
        ]
        if question.check is not None and not errors:
            try:
                question.check(value)
            except ValueError as error:
                errors = [str(error)]
        if errors:
            raise InvalidAnswer(errors[0])
        return Reply(value)

    def close(self) -> None:
        pass


def phone_of(language: str = "en") -> SandboxPhone:
    """A fresh phone that speaks ``language``."""
    phone = SandboxPhone.generate(7)
    phone.store.update(DEVICE, language=language)
    phone.store.journal.clear()
    return phone


def done_by(
    agent: str, hand_off: dict[str, Any], phone: SandboxPhone, model: Says | None = None
) -> Status:
    """What became of one hand-off to a shipped agent."""
    room = Room(load_agents().agents, phone=lambda: phone, model=lambda: model)
    return room.execute(room.start(agent, hand_off))
