"""How a test writes what services said: answers one after another, and a model with a script."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tandem_edge.llm.answers import answered
from tandem_edge.llm.role import ModelFailed, Question, Reply
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.phone.simulated.account import Account, Answer, StatedFact
from tandem_edge.phone.simulated.discovery import load_services
from tandem_edge.phone.simulated.validate import validate
from tandem_edge.phone.simulated.world import SimulatedPhone
from tandem_shared.events import Usage
from tandem_shared.tools import ToolCall, ToolFault, ToolResult

NOON = "2026-03-10T12:00"
EVENING = "2026-03-10T19:00"


@cache
def _fresh() -> SandboxPhone:
    return SandboxPhone.generate(7)


def fresh() -> SandboxPhone:
    return _fresh().fork()


@dataclass
class ScriptedModel:
    """Gives these texts one after the other; an exception among them is raised."""

    answers: list[str | Exception]
    name: str = "script"
    prompts: list[str] = field(default_factory=list)
    schemas: list[dict[str, Any]] = field(default_factory=list)

    destination: str = ""

    def ask(self, question: Question, *, deadline_s: float, cancel: threading.Event) -> Reply:
        return answered(question, self._write)

    def _write(self, question: Question) -> tuple[str, Usage]:
        self.prompts.append(question.text)
        self.schemas.append(question.schema)
        if not self.answers:
            raise ModelFailed("the script has run out")
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer, Usage(prompt_tokens=5, output_tokens=2)

    def close(self) -> None:
        pass


def world(*answers: Any, **more: Any) -> SimulatedPhone:
    """A phone whose services answer with these records, faults, texts or exceptions."""
    texts = [
        one
        if isinstance(one, str | Exception)
        else json.dumps(one if "fault" in one else {"result": one})
        for one in answers
    ]
    return SimulatedPhone(fresh(), ScriptedModel(texts), **more)


def fault(code: str) -> dict[str, Any]:
    return {"fault": {"code": code, "message": "no"}}


def call(name: str, /, **arguments: Any) -> ToolCall:
    return ToolCall(name=name, arguments=arguments)


def said(
    asked: ToolCall, result: dict[str, Any] | str, *, clock: str = NOON, **meant: Any
) -> Answer:
    """One answer; a text is the code of a fault. ``meant`` are arguments after normalisation."""
    spec = load_services().spec(asked.name)
    assert spec is not None
    outcome = (
        ToolResult(ok=False, fault=ToolFault(code=result, message="no"))
        if isinstance(result, str)
        else ToolResult(ok=True, data=result)
    )
    arguments = {**asked.arguments, **meant}
    return Answer(clock=clock, call=asked, arguments=arguments, result=outcome)


def rules(*answers: Answer, facts: tuple[StatedFact, ...] = ()) -> list[str]:
    """The rules that an account breaks."""
    judged = validate(Account(answers=answers, facts=facts))
    return [one.rule for one in judged.contradictions]


Change = Callable[[dict[str, Any]], dict[str, Any]]


def parcel(**fields: Any) -> dict[str, Any]:
    return {
        "parcel_id": "P3301",
        "sender": "Bookshop",
        "status": "in_transit",
        "locker": "North Gate locker",
        "keep_until": "2026-03-14",
        "fee": 2.5,
        **fields,
    }


def order(**fields: Any) -> dict[str, Any]:
    return {
        "order_id": "F2031",
        "restaurant_id": "R102",
        "dishes": [{"dish": "Mapo tofu", "quantity": 2, "price": 18.5}],
        "delivery_fee": 5,
        "total": 42,
        "address": "7 Mill Street",
        "status": "placed",
        "placed_at": "2026-03-10T11:58",
        "arrives_at": "2026-03-10T12:40",
        **fields,
    }


def gym_class(**fields: Any) -> dict[str, Any]:
    return {
        "class_id": "G301",
        "title": "Pilates",
        "coach": "Nina",
        "room": "Hall 1",
        "starts_at": "2026-03-11T18:00",
        "ends_at": "2026-03-11T19:00",
        "price": 45,
        "places_left": 6,
        **fields,
    }


def booking(**fields: Any) -> dict[str, Any]:
    return {
        "booking_id": "Y6004",
        "class_id": "G301",
        "title": "Pilates",
        "starts_at": "2026-03-11T18:00",
        "price": 45,
        "discount": 5,
        "to_pay": 40,
        "status": "booked",
        **fields,
    }
