"""The controller: every so many steps it may move phi, within admissible ranges. No PyTorch.

Dev comes first: while it has fallen behind its best, efficiency is asked for less, whatever the
training batches say. A decision holds what was seen, what was answered and what came of it, so
that a run's decisions can be made again from its log alone.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from tandem_edge.files import read_limited
from tandem_edge.planner.protocol import Message, Planner, Prompt, Role
from tandem_shared.errors import PlannerError, UsageError
from tandem_shared.tools import Frozen
from tandem_trainer.train.care.phi import Phi

DECIDED = "controller"
FELL = 0.02
"""How far dev may be below its best before efficiency is asked for less."""
MANY, FEW = 0.5, 0.1
"""Shares of groups that are many and few."""
RISES, SETTLES = 1.25, 0.8
"""Factors of one move up and down."""
MOVES = 0.05
"""One move of a threshold."""
MOST_BYTES, ANSWER_TOKENS, DEADLINE_S = 100_000, 128, 120.0


class Range(Frozen):
    """What one value may be, and how far one decision may move it: by a factor, or a step."""

    least: float
    most: float
    factor: float = 0.0
    step: float = 0.0

    def around(self, now: float) -> tuple[float, float]:
        """The least and the most that ``now`` may become."""
        low, high = now - self.step, now + self.step
        if self.factor:
            low, high = now / self.factor, now * self.factor
        return max(self.least, min(low, self.most)), min(self.most, max(high, self.least))

    def hold(self, value: float, now: float) -> float:
        """The admissible value nearest to ``value``."""
        low, high = self.around(now)
        return min(max(value, low), high)


Ranges = dict[str, Range]
_RANGES: TypeAdapter[Ranges] = TypeAdapter(Ranges)


def load_ranges(path: Path | None = None) -> Ranges:
    """The admissible ranges: those that ship, or of a file. Raises ``UsageError``."""
    try:
        ours = files(__package__).joinpath("ranges.json").read_bytes()
        found = _RANGES.validate_json(read_limited(path, MOST_BYTES) if path else ours)
        if set(found) != set(Phi.model_fields):
            raise ValueError(f"it must name exactly {', '.join(Phi.model_fields)}")
        if any(each.least > each.most for each in found.values()):
            raise ValueError("a range is empty")
    except (OSError, ValueError) as error:
        raise UsageError(
            f"the ranges in {path} cannot be used: {error}", hint="see docs/care.md"
        ) from error
    return found


class Standing(Frozen):
    """What a controller is told. Dev first; shares are of the last logged training batch."""

    step: int
    phi: Phi
    accuracy: float
    best: float
    tokens: float
    success: float
    progress: float = 0.0
    consolidation: float = 0.0
    efficiency: float = 0.0


class Decision(Frozen):
    """What came of it: ``phi`` holds from here on. ``answer`` is what a model wrote."""

    controller: str
    seen: Standing
    phi: Phi
    why: str
    answer: str = ""


class Controller(Protocol):
    """Decides."""

    @property
    def name(self) -> str:
        """How it is called in manifests."""

    def decide(self, seen: Standing) -> Decision:
        """What phi is from here on. Never raises for what a model wrote."""


@dataclass(frozen=True)
class KeepsPhi:
    """Moves nothing."""

    name: str = "off"

    def decide(self, seen: Standing) -> Decision:
        """See ``Controller``."""
        return Decision(controller=self.name, seen=seen, phi=seen.phi, why="off")


@dataclass(frozen=True)
class Rules:
    """Moves phi by rule."""

    ranges: Ranges
    name: str = "rules"

    def decide(self, seen: Standing) -> Decision:
        """See ``Controller``."""
        wanted, why = _by_rule(seen)
        phi = held(seen.phi, wanted, self.ranges)
        return Decision(controller=self.name, seen=seen, phi=phi, why=why)


def _by_rule(seen: Standing) -> tuple[dict[str, float], str]:
    """What to move to what, and why."""
    now = seen.phi
    wanted: dict[str, float] = {}
    if seen.accuracy < seen.best - FELL:
        wanted = {"lambda_eff": now.lambda_eff * 0.5, "p_high": now.p_high + MOVES}
        return wanted, "dev fell behind its best: ask for less efficiency"
    reasons = []
    if seen.progress > MANY:
        wanted["lambda_prog"] = now.lambda_prog * RISES
        reasons.append("most groups fail: reward progress more")
    elif seen.progress < FEW:
        wanted["lambda_prog"] = now.lambda_prog * SETTLES
        reasons.append("few groups fail: reward progress less")
    if seen.efficiency > MANY:
        wanted["lambda_eff"] = now.lambda_eff * RISES
        reasons.append("dev holds and most groups succeed: ask for more efficiency")
    elif seen.efficiency < FEW:
        wanted["p_high"] = now.p_high - MOVES
        reasons.append("dev holds and few groups are efficient: ask more of them to be")
    return wanted, "; ".join(reasons) or "nothing stands out"


def held(now: Phi, wanted: Mapping[str, float], ranges: Ranges) -> Phi:
    """``now`` moved towards ``wanted`` as far as ``ranges`` allow; unmoved where p would cross."""
    values = {name: ranges[name].hold(value, getattr(now, name)) for name, value in wanted.items()}
    try:
        return Phi.model_validate({**now.model_dump(), **values})
    except ValidationError:
        return now


class _Answer(Frozen):
    """What a model may answer: all of phi, in numbers."""

    lambda_prog: float = Field(allow_inf_nan=False)
    lambda_eff: float = Field(allow_inf_nan=False)
    p_low: float = Field(allow_inf_nan=False)
    p_high: float = Field(allow_inf_nan=False)


SYSTEM = """\
You tune a training run. Answer with one JSON object that holds lambda_prog, lambda_eff, p_low and
p_high, each within its bounds, and nothing else.
Groups that succeed less often than p_low are rewarded for progress, with weight lambda_prog.
Groups that succeed at least as often as p_high are charged for cost, with weight lambda_eff.
The development set decides: when its accuracy is below its best, lower lambda_eff or raise p_high.
While it holds, raise lambda_eff to save tokens."""


@dataclass(frozen=True)
class Asks:
    """Lets a model decide: any planner that can be held to a schema, local or behind an endpoint.

    An answer that is no phi, or is outside the ranges, moves nothing.
    """

    planner: Planner
    ranges: Ranges
    cancel: threading.Event = field(default_factory=threading.Event)

    @property
    def name(self) -> str:
        """See ``Controller``."""
        return f"model {self.planner.name}"

    def decide(self, seen: Standing) -> Decision:
        """See ``Controller``."""
        prompt = Prompt(
            SYSTEM,
            (),
            (Message(Role.USER, seen.model_dump_json(), private=frozenset()),),
            schema_of(seen.phi, self.ranges),
            ANSWER_TOKENS,
        )
        try:
            answer = self.planner.step(prompt, deadline_s=DEADLINE_S, cancel=self.cancel).text
        except PlannerError as error:
            why = f"moved nothing: {error}"
            return Decision(controller=self.name, seen=seen, phi=seen.phi, why=why)
        return judged(self.name, seen, answer, self.ranges)


def schema_of(now: Phi, ranges: Ranges) -> dict[str, JsonValue]:
    """JSON Schema of an admissible answer."""
    bounds: dict[str, JsonValue] = {}
    for name, each in ranges.items():
        low, high = each.around(getattr(now, name))
        bounds[name] = {"type": "number", "minimum": low, "maximum": high}
    return {
        "type": "object",
        "properties": bounds,
        "required": [*bounds],
        "additionalProperties": False,
    }


def judged(name: str, seen: Standing, answer: str, ranges: Ranges) -> Decision:
    """What comes of a model's ``answer``: all of it, or nothing."""
    phi, why = seen.phi, "as the model answered"
    try:
        wanted = _Answer.model_validate_json(answer).model_dump()
        if held(seen.phi, wanted, ranges).model_dump() != Phi.model_validate(wanted).model_dump():
            raise ValueError("it is outside the ranges")
        phi = Phi.model_validate(wanted)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        why = f"moved nothing: {first['msg']}"
    except ValueError as error:
        why = f"moved nothing: {error}"
    return Decision(controller=name, seen=seen, phi=phi, why=why, answer=answer[:1000])


def replayed(decision: Decision, ranges: Ranges) -> Decision:
    """The same decision, made again from what it tells."""
    if decision.answer:
        return judged(decision.controller, decision.seen, decision.answer, ranges)
    if decision.controller == Rules.name:
        return Rules(ranges).decide(decision.seen)
    return decision


def kept_phi(events: Iterable[Mapping[str, Any]], first: Phi) -> Phi:
    """phi after a run's logged decisions."""
    phi = first
    for each in events:
        if each.get("what") == DECIDED:
            phi = Phi.model_validate(each["phi"])
    return phi
