"""Handing the tasks over and judging by rule what came of them."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pydantic import JsonValue

from tandem_edge.bench.agent_tasks.tasks import SEED, AgentTask
from tandem_edge.bench.saying import holds
from tandem_edge.llm.role import LanguageModel, Question, Reply
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.subagents.discovery import load_agents
from tandem_edge.subagents.protocol import State, Status, SubAgent
from tandem_edge.subagents.room import Room

DEADLINE_S = 600.0
"""So long that a slow machine gets the same result as a fast one; a hang still ends."""


@dataclass(frozen=True)
class Tried:
    """One task: whether it ended with a structured report, whether the report is right."""

    task: AgentTask
    status: Status
    reasons: tuple[str, ...]
    """Why it is not right; empty when it is."""

    @property
    def finished(self) -> bool:
        """Whether the session was done, with something to read and something to compute with."""
        report = self.status.report
        return self.status.state is State.DONE and report is not None and bool(report.data)

    @property
    def right(self) -> bool:
        """Whether the criteria are met."""
        return self.finished and not self.reasons

    def as_json(self) -> dict[str, JsonValue]:
        """As a JSON object."""
        return {
            "task": self.task.id,
            "finished": self.finished,
            "right": self.right,
            "reasons": [*self.reasons],
            "model_calls": self.status.model_calls,
            "status": self.status.as_json(),
        }


@dataclass
class Knows:
    """A chooser who knows the phone: takes the element and types the texts that a task names.

    It stands where the language model does, so it shows what the agent does with right choices.
    """

    task: AgentTask
    name: str = "scripted"
    destination: str = ""
    asked: list[Question] = field(default_factory=list)

    def ask(self, question: Question, *, deadline_s: float, cancel: threading.Event) -> Reply:
        """See ``LanguageModel.ask``."""
        self.asked.append(question)
        names: dict[str, JsonValue] = question.schema["properties"]  # type: ignore[assignment]
        if "number" in names:
            return Reply({"number": self._number(question.text)})
        fills = dict(self.task.fills)
        return Reply({name: fills.get(name, "") for name in names})

    def close(self) -> None:
        """Nothing to free."""

    def _number(self, listed: str) -> int:
        lines = re.findall(r"^(\d+)\. (.*)$", listed, re.MULTILINE)
        return next((int(number) for number, said in lines if self.task.label in said), 1)


def try_all(
    tasks: Iterable[AgentTask], model: LanguageModel | None, *, scripted: bool = False
) -> Iterator[Tried]:
    """Every task by the agents that ship; ``scripted`` puts ``Knows`` in the model's place."""
    for task in tasks:
        yield try_one(task, Knows(task) if scripted else model)


def try_one(
    task: AgentTask, model: LanguageModel | None, agents: dict[str, SubAgent] | None = None
) -> Tried:
    """One task on a fresh phone that speaks its language."""
    phone = SandboxPhone.generate(SEED)
    phone.store.update(DEVICE, language=task.language)
    phone.store.journal.clear()
    room = Room(agents or load_agents().agents, model=lambda: model, phone=lambda: phone)
    hand_off: dict[str, object] = {
        "goal": task.goal,
        "language": task.language,
        "returns": "what was done or found" if task.language == "en" else "做了什么或查到了什么",
        "deadline_s": DEADLINE_S,
        "budget": {},
        "may_touch": room.agents[task.agent].touches,
        "material": task.material,
    }
    status = room.execute(room.start(task.agent, hand_off))
    return Tried(task, status, tuple(_wrong(task, status, phone)))


def _wrong(task: AgentTask, status: Status, phone: SandboxPhone) -> Iterator[str]:
    if status.report is None:
        failure = status.failure
        yield f"{failure.code}: {failure.message}" if failure else status.state.value
        return
    yield from _wrong_state(task, phone)
    said = status.report.text
    for group in task.says:
        if not holds(said, (group,)):
            yield f"the report lacks {group[0]}: {said[:120]}"
    for name, value in task.data:
        if status.report.data.get(name) != value:
            yield f"{name} is {status.report.data.get(name)!r}, not {value!r}"


def _wrong_state(task: AgentTask, phone: SandboxPhone) -> Iterator[str]:
    changes = phone.changes_since(0)
    for wanted in task.fields:
        there = [
            change.after[wanted.name]
            for change in changes
            if change.table == wanted.table and isinstance(change.after, dict)
        ]
        if wanted.value not in there:
            yield f"no {wanted.table} with {wanted.name} {wanted.value!r}"
    for table, key in task.gone:
        if not any((each.table, each.key, each.after) == (table, key, None) for each in changes):
            yield f"{key} is still there"
    meant = {each.table for each in task.fields} | {table for table, _ in task.gone}
    touched = sorted({change.table for change in changes} - meant)
    if touched:
        yield f"touched {', '.join(touched)} as well"
