"""Attempting a task: the agent that ships, a fresh sandbox phone, a user who keeps to a script."""

from __future__ import annotations

from dataclasses import dataclass, field

from tandem_edge.bench.recording import record_of, trajectory_of
from tandem_edge.bench.saying import holds
from tandem_edge.bench.standins import (
    Around,
    agents,
    beside,
    close,
    skills,
    specs_of,
)
from tandem_edge.bench.tasks.phones import begin
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.harness.adapter.combining import Together
from tandem_edge.harness.budget import Budget
from tandem_edge.harness.conversation import Conversation
from tandem_edge.harness.loop import Harness
from tandem_edge.harness.ports import Adapter, ConfirmIrreversible, NoGuidance, Provider
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.planner.dialects import Dialect
from tandem_edge.planner.protocol import Planner
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.errors import PlannerError
from tandem_shared.events import Outcome
from tandem_shared.tasks import Task
from tandem_shared.tools import ToolSpec
from tandem_shared.trajectories import (
    Trajectory,
    TurnRecord,
)

MOST_STEPS = 15
"""Planner steps a task may take (arXiv 2608.23035)."""
STEP_S, TURN_S = 900.0, 7200.0
"""So long that a slow machine gets the same result as a fast one; a hang still ends."""
MOST_ANSWERS = 3
"""Questions that the user answers in one turn."""
RAW = NoGuidance()
"""No rules and notes: the planner by itself."""


@dataclass(frozen=True)
class Offered:
    """The task's frozen candidates, whatever is said."""

    specs: tuple[ToolSpec, ...]

    def top(self, request: str, count: int) -> tuple[ToolSpec, ...]:
        """See ``harness.ports.Candidates``."""
        return self.specs


@dataclass(frozen=True)
class Listed:
    """Names and purposes of skills and sub-agents, where the task shows them."""

    text: str
    digest: str = ""
    offer: None = None

    def rules(self, language: str) -> str:
        """Nothing."""
        return ""

    def notes(self, specs: object, language: str) -> str:
        """See ``harness.ports.Adapter``."""
        return self.text


@dataclass
class User:
    """Says the task's turns in order, and answers questions that the task has a fact for."""

    task: Task
    turn: int = 0
    answered: int = 0
    told: set[int] = field(default_factory=set)

    def opening(self) -> str:
        """What the user says first."""
        return self.task.turns[0]

    def reply(self, outcome: Outcome, text: str) -> str | None:
        """What the user says after the agent's word, or ``None`` when all is said."""
        if outcome is Outcome.ASKED and self.answered < MOST_ANSWERS:
            for place, fact in enumerate(self.task.facts):
                if place not in self.told and holds(text, (fact.about,)):
                    self.told.add(place)
                    self.answered += 1
                    return fact.answer
        self.turn, self.answered = self.turn + 1, 0
        return self.task.turns[self.turn] if self.turn < len(self.task.turns) else None


def attempt(
    task: Task,
    planner: Planner,
    dialect: Dialect,
    seed: int = 0,
    guidance: Adapter = RAW,
    *,
    notices: bool = True,
    embedder: Embedder | None = None,
    most_steps: int = MOST_STEPS,
) -> Trajectory:
    """Let ``planner`` try ``task`` and return what happened.

    ``guidance`` is told before what the task itself lists; by default there is none of it.
    ``notices`` is as in ``Harness``. Memory is searched by words alone without ``embedder``.
    It ends after ``most_steps`` of the planner's answers.
    A planner that breaks makes the record invalid (``fault``), not failed. Raises ``UsageError``
    when the task does not fit this version.
    """
    phone, conversation = begin(task), Conversation()
    rooms = beside(task, Around(conversation, phone.now, embedder))
    harness = _harness(task, phone, planner, dialect, guidance, rooms)
    harness.conversation, harness.notices = conversation, notices
    try:
        turns, fault = _turns(task, harness, most_steps)
        return trajectory_of(task, planner.name, seed, phone, rooms, turns, fault)
    finally:
        close(rooms)


def _turns(task: Task, harness: Harness, most_steps: int) -> tuple[list[TurnRecord], str]:
    """Every turn that is reached, and how the planner broke, or ``""``."""
    user, turns = User(task), list[TurnRecord]()
    said: str | None = user.opening()
    left = most_steps
    while said is not None:
        harness.budget = Budget(steps=max(left, 1), seconds=TURN_S, step_s=STEP_S)
        place = user.turn
        try:
            record = record_of(place, said, harness.run(said))
        except PlannerError as error:
            return turns, str(error)
        turns.append(record)
        left -= len(record.steps)
        if record.outcome in (Outcome.BUDGET, Outcome.FAILED) or left <= 0:
            break
        said = user.reply(record.outcome, record.text)
    return turns, ""


def _harness(
    task: Task,
    phone: SandboxPhone,
    planner: Planner,
    dialect: Dialect,
    guidance: Adapter,
    rooms: tuple[Provider, ...],
) -> Harness:
    specs = specs_of(task, phone)
    return Harness(
        planner=planner,
        phone=phone,
        dialect=dialect,
        approve=_agree,
        policy=ConfirmIrreversible(),  # who agrees to everything need not be asked about more
        adapter=Together((guidance, Listed(_notes(task)))),
        providers=rooms,
        choose=Offered(specs),
        candidates=len(specs),
    )


def _agree(request: ApprovalRequest) -> Answer:
    """The owner in a benchmark agrees; whether the call was right is the checker's business."""
    return Answer.ONCE


def _notes(task: Task) -> str:
    resources = task.resources
    title = _TITLES[task.language]
    if resources.routing == "listed":
        return f"{title[0]}\n{skills.listing(resources.skills, task.language)}"
    if resources.agents:
        return f"{title[1]}\n{agents.listing(resources.agents, task.language)}"
    return ""


_TITLES = {"en": ("Skills:", "Sub-agents:"), "zh": ("技能：", "子助手：")}
