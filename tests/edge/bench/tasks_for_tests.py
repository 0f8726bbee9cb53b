"""Small written tasks for tests of the benchmark itself."""

from __future__ import annotations

from tandem_edge.bench.agents.scripted import Follows
from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.checkers import check
from tandem_edge.bench.tasks.building import Built, build_all
from tandem_edge.bench.tasks.plans import Plan, PlanStep
from tandem_edge.bench.tasks.reading import read_scenarios
from tandem_edge.planner.dialects import find_dialect
from tandem_shared.tasks import Dimension, Split
from tandem_shared.tools import ToolCall
from tandem_shared.trajectories import Verdict


def written(text: str, dimension: Dimension = Dimension.TOOL) -> list[Built]:
    """Tasks from the text of a scenario file."""
    return list(build_all(read_scenarios(text, "here.txt", dimension, Split.DEV)))


def one(text: str, dimension: Dimension = Dimension.TOOL) -> Built:
    return written(text, dimension)[0]


def calls(*made: tuple[str, dict[str, object]]) -> PlanStep:
    named = [ToolCall.model_validate({"name": name, "arguments": given}) for name, given in made]
    return PlanStep(kind="calls", calls=tuple(named))


def done(text: str = "") -> PlanStep:
    return PlanStep(kind="done", text=text)


def ask(text: str) -> PlanStep:
    return PlanStep(kind="ask", text=text)


def refuse(text: str) -> PlanStep:
    return PlanStep(kind="refuse", text=text)


def judged(built: Built, *steps: PlanStep) -> Verdict:
    """The verdict on an agent that takes exactly these steps."""
    plan = Plan(task=built.task.id, steps=steps)
    return check(built.task, attempt(built.task, Follows(plan), find_dialect("signatures")))


def follows_plan(built: Built) -> Verdict:
    return judged(built, *built.plan.steps)
