"""Small rollouts and what curation says of them, made as the tests of these rooms need them."""

from __future__ import annotations

from typing import Literal

from tandem_shared.events import Outcome
from tandem_shared.experience import Curated, Failing, Mark, Policy, PolicyKind, Rollout, Tokens
from tandem_shared.tasks import (
    Capability,
    Checker,
    Criteria,
    Dimension,
    InitialState,
    Provenance,
    Split,
    Task,
)
from tandem_shared.tools import Effect, ToolCall, ToolFault, ToolResult
from tandem_shared.trajectories import CallRecord, StepRecord, Trajectory, TurnRecord, Verdict

PLANNER = Policy(kind=PolicyKind.PLANNER, name="small", sha256="a" * 64, dialect="signatures")
ORACLE = Policy(kind=PolicyKind.ORACLE, name="oracle")


def task(
    name: str,
    *,
    split: Split = Split.TRAIN,
    said: tuple[str, ...] = (),
    language: Literal["en", "zh"] = "en",
    capability: Capability = Capability.ROUTING,
    family: str = "",
) -> Task:
    return Task(
        id=f"tool.{split.value}.{name}.{language}1",
        family=family or name,
        split=split,
        dimension=Dimension.TOOL,
        capability=capability,
        language=language,
        difficulty=1,
        turns=said or (f"please see to {name} in the shed for me",),
        initial=InitialState(cast="train", seed=1),
        tools=("set_brightness",),
        criteria=Criteria(checker=Checker.STATE),
        provenance=Provenance(kind="generated", source="here:1"),
    )


def call(
    name: str = "set_brightness", *, ok: bool = True, effect: Effect = Effect.WRITE
) -> CallRecord:
    fault = None if ok else ToolFault(code="not_found", message="there is none")
    return CallRecord(
        call=ToolCall(name=name, arguments={"level": "40"}),
        arguments={"level": 40},
        effect=effect,
        result=ToolResult(ok=ok, data={"level": 40} if ok else {}, fault=fault),
    )


def steps(*calls: CallRecord, answer: str = "done") -> tuple[StepRecord, ...]:
    """One step a call, then the one that ends the turn."""
    acted = tuple(
        StepRecord(text=f'[{{"name": "{each.call.name}"}}]', calls=(each,)) for each in calls
    )
    return (*acted, StepRecord(text=f'[{{"name": "done", "arguments": {{"answer": "{answer}"}}}}]'))


def rollout(
    of: Task,
    *,
    passed: bool | None = True,
    trial: int = 0,
    round: int = 0,
    policy: Policy = PLANNER,
    source: str = "",
    calls: tuple[CallRecord, ...] | None = None,
    tokens: tuple[Tokens, ...] = (),
    backend: str = "sandbox",
) -> Rollout:
    made = steps(*(calls if calls is not None else (call(),)))
    turns = tuple(
        TurnRecord(turn=place, said=said, steps=made, outcome=Outcome.DONE, text="done")
        for place, said in enumerate(of.turns)
    )
    trajectory = Trajectory(
        task=of.id,
        planner=policy.name,
        seed=trial,
        backend=backend,
        turns=turns,
        fault="the planner broke" if passed is None else "",
    )
    reasons = () if passed else ("the level is not 40",)
    return Rollout(
        task=of,
        policy=policy,
        round=round,
        trial=trial,
        source=source,
        trajectory=trajectory,
        tokens=tokens,
        verdict=None if passed is None else Verdict(passed=passed, reasons=reasons),
    )


def curated(
    of: Rollout,
    *,
    suitable: bool | None = None,
    failing: Failing | None = None,
    marks: tuple[Mark, ...] = (),
    confidence: float = 1.0,
    doubts: tuple[str, ...] = (),
    capabilities: tuple[Capability, ...] = (),
) -> Curated:
    done = bool(of.verdict and of.verdict.passed)
    return Curated(
        rollout=of.id,
        rules="1",
        completed=done,
        suitable=done if suitable is None else suitable,
        failing=failing,
        marks=marks,
        confidence=confidence,
        doubts=doubts,
        capabilities=capabilities,
    )
