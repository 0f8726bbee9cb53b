"""Attempts on simulated services, made up from the tools' specs: what an agent might call.

An attempt circles around one tool and those that share its records: it lists, looks up, books,
changes, asks again, and now and then lets time pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

from tandem_edge.bench.callers import Caller
from tandem_edge.llm.role import LanguageModel
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.phone.simulated.account import Account, StatedFact
from tandem_edge.phone.simulated.discovery import load_services
from tandem_edge.phone.simulated.ledger import lasting
from tandem_edge.phone.simulated.shape import Shape, shape_of
from tandem_edge.phone.simulated.world import SimulatedPhone
from tandem_shared.tools import ToolCall, ToolSpec

ASKED_AGAIN = 0.35
TIME_PASSES = 0.15
WITH_FACTS = 0.3


def attempt(
    primary: ToolSpec,
    base: SandboxPhone,
    model: LanguageModel,
    random: Random,
    calls: int,
    *,
    held_to_ledger: bool = True,
) -> Account:
    """What the services said in one attempt around ``primary``; not validated."""
    facts = stated(primary, random) if random.random() < WITH_FACTS else ()
    task = f"something with {primary.name}"
    phone = SimulatedPhone(base, model, task, facts, held_to_ledger=held_to_ledger)
    caller = Caller(random)
    around = related(primary)
    asked: list[ToolCall] = []
    while len(phone.answers) < calls:
        call = _next(around, caller, asked, random)
        asked.append(call)
        if random.random() < TIME_PASSES:
            pause = timedelta(minutes=random.choice((20, 200, 1500)))
            # Set rather than run: what else the phone does by the clock is not looked at here.
            base.store.update(DEVICE, clock=base.store.only(DEVICE).clock + pause)
        phone.call(call)
        _see(phone, caller)
    return phone.account()


def related(primary: ToolSpec) -> list[ToolSpec]:
    """The tool itself (twice, so that it comes up more often) and those that share its records."""
    kinds = _kinds(primary)
    others = [spec for spec in load_services().specs if _kinds(spec) & kinds]
    return [primary, *others]


def stated(primary: ToolSpec, random: Random) -> tuple[StatedFact, ...]:
    """A fact about one record, as a task may state it: its id, and an amount or a word."""
    shape = shape_of(primary, primary.actions[0])
    free = [
        name
        for name, schema in shape.fields.items()
        if lasting(schema)
        and schema["x-kind"] in ("money", "name", "choice")
        and not {"x-argument", "x-copied", "x-sum"} & set(schema)
    ]
    if not free:
        return ()
    name = random.choice(free)
    key = f"{shape.fields[shape.key]['x-prefix']}{random.randrange(100, 1000)}"
    says = {name: _some(shape, name, random)}
    return (StatedFact(kind=shape.kind, about={shape.key: key}, says=says),)


def _some(shape: Shape, name: str, random: Random) -> Any:
    schema: Any = shape.fields[name]
    if schema["x-kind"] == "money":
        return round(random.uniform(schema["minimum"], schema["maximum"]), 1)
    return random.choice(schema.get("examples") or schema["enum"])


def _kinds(spec: ToolSpec) -> set[str]:
    shape = shape_of(spec, spec.actions[0])
    return {shape.kind, *shape.refers.values()}


def _next(
    around: Sequence[ToolSpec], caller: Caller, asked: Sequence[ToolCall], random: Random
) -> ToolCall:
    reads = [call for call in asked if _reads(around, call)]
    if reads and random.random() < ASKED_AGAIN:
        return random.choice(reads)
    while True:
        spec = random.choice(around)
        call = caller.call(spec, random.choice(spec.actions))
        if call is not None:
            return call


def _reads(around: Sequence[ToolSpec], call: ToolCall) -> bool:
    spec = next(one for one in around if one.name == call.name)
    return not shape_of(spec, spec.action_of(call.arguments)).writes


def _see(phone: SimulatedPhone, caller: Caller) -> None:
    """Take down the ids that the services have given."""
    caller.ids = {kind: [*records] for kind, records in phone.ledger.records.items()}
