"""Building tasks from drafts: the oracle's calls are made once, and what they did is wanted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from pydantic import ValidationError

from tandem_edge.bench.scenes import Scene, scene
from tandem_edge.bench.standins import TABLE_NAMES, offered
from tandem_edge.bench.standins.agents import AGENTS, provider
from tandem_edge.bench.standins.cards import read_cards
from tandem_edge.bench.tasks.phones import prepared
from tandem_edge.bench.tasks.plans import Plan, PlanStep
from tandem_edge.bench.tasks.reading import Draft, Move, ScenarioError, Turn, all_drafts
from tandem_edge.harness.recall import Recall
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.friction import TRY_AGAIN
from tandem_shared.errors import UsageError
from tandem_shared.tasks import (
    Checker,
    Criteria,
    Dimension,
    Groups,
    InitialState,
    Provenance,
    Resources,
    Routing,
    Split,
    Task,
    WantedBehaviour,
    WantedCall,
    WantedMemory,
)
from tandem_shared.tools import Change, ToolCall

OFFERED = 15
"""Candidate tools a task offers."""
SKILLS_OFFERED = 12
MOST_TRIES = 4


@dataclass(frozen=True)
class Built:
    """A task with the plan that does it."""

    task: Task
    plan: Plan


@dataclass
class _Made:
    """What carrying out the oracle's moves has shown."""

    steps: list[PlanStep] = field(default_factory=list)
    calls: list[WantedCall] = field(default_factory=list)
    behaviour: list[WantedBehaviour] = field(default_factory=list)
    memory: list[WantedMemory] = field(default_factory=list)
    reply: dict[int, Groups] = field(default_factory=dict)


def build_all(drafts: Iterable[Draft]) -> Iterator[Built]:
    """Every draft as a task; one of the skills dimension gives two, one a routing mode.

    Raises ``ScenarioError``.
    """
    families: dict[tuple[str, str, str], list[Draft]] = defaultdict(list)
    for draft in drafts:
        families[draft.dimension, draft.family, draft.language].append(draft)
    for family in families.values():
        twins = _twins(family)
        for draft in family:
            if draft.dimension is Dimension.SKILLS:
                yield build(draft, twins.get(draft.name, ""), "listed")
                yield build(draft, twins.get(draft.name, ""), "searched")
            else:
                yield build(draft, twins.get(draft.name, ""))


def build(draft: Draft, twin: str = "", routing: Routing = "") -> Built:
    """One draft as a task with its plan. Raises ``ScenarioError``."""
    try:
        return _build(draft, twin, routing)
    except (UsageError, ValidationError, KeyError) as error:
        raise ScenarioError(f"{draft.where}: {error}") from error


def _build(draft: Draft, twin: str, routing: Routing) -> Built:
    resources = _resources(draft, routing)
    initial = InitialState(
        cast=draft.split.value,
        seed=_seed(draft) if draft.seed is None else draft.seed,
        clock=draft.clock,
        zone=draft.zone,
        patches=tuple(draft.patches),
        calls=tuple(draft.calls),
        friction=tuple(draft.friction),
    )
    made, said = _Made(), _said(draft)
    _prelude(draft, routing, made)
    with scene(prepared(initial), draft.dimension, resources, draft.language, said) as phone:
        for place, turn in enumerate(draft.turns):
            _carry_out(draft, phone, place, turn, made)
        changes = tuple(each for each in phone.changes() if each.table not in TABLE_NAMES)
    name = f"{draft.name}.{routing}" if routing else draft.name
    task = Task(
        id=name,
        family=draft.family,
        split=draft.split,
        dimension=draft.dimension,
        capability=draft.capability,
        language=draft.language,
        difficulty=draft.difficulty,
        turns=tuple(turn.said for turn in draft.turns),
        facts=tuple(draft.facts),
        initial=initial,
        resources=resources,
        tools=_candidates(draft, resources, made),
        criteria=_criteria(draft, made, changes),
        twin=f"{twin}.{routing}" if twin and routing else twin,
        provenance=Provenance(kind="written", source=draft.where.split(":")[0]),
    )
    return Built(task, Plan(task=name, steps=tuple(made.steps), never=tuple(draft.never)))


def _seed(draft: Draft) -> int:
    """One of a dozen phones, the same one for all tasks of a family."""
    return Random(f"{draft.split}/{draft.family}").randrange(12)


def _twins(family: list[Draft]) -> dict[str, str]:
    """For every task that asks or refuses one that acts, and the other way round."""
    declining = [draft.name for draft in family if draft.declines]
    acting = [draft.name for draft in family if not draft.declines]
    if declining and not acting:
        raise ScenarioError(f"{family[0].where}: {family[0].family} has no twin that acts")
    pairs = [(one, acting[place % len(acting)]) for place, one in enumerate(declining)]
    return {**{two: one for one, two in reversed(pairs)}, **dict(pairs)}


def _resources(draft: Draft, routing: Routing) -> Resources:
    if draft.dimension is Dimension.SKILLS:
        kept = list(dict.fromkeys([*draft.loads, *draft.shelf]))
        others = [name for name in read_cards("skills") if name not in kept]
        count = min(len(others), SKILLS_OFFERED - len(kept))
        names = sorted([*kept, *Random(draft.name).sample(others, count)])
        return Resources(skills=tuple(names), routing=routing)
    if draft.dimension is Dimension.SUBAGENT:
        return Resources(agents=AGENTS)
    return Resources(memories=tuple(draft.memories))


@lru_cache(maxsize=4)
def _shelf(split: Split) -> tuple[str, ...]:
    """The skills that some task of ``split`` needs: no other split's stand beside them."""
    return tuple(sorted({name for draft in all_drafts(split) for name in draft.loads}))


def _prelude(draft: Draft, routing: Routing, made: _Made) -> None:
    """Memory is searched and skills are opened before anything else."""
    texts = {memory.key: memory.text for memory in draft.memories}
    for key in draft.recalls:
        _call_step(made, ToolCall(name="search_memory", arguments={"query": texts[key][:200]}))
    for name in draft.loads:
        if routing == "searched":
            purpose = read_cards("skills")[name].purpose[draft.language]
            _call_step(made, ToolCall(name="search_skills", arguments={"query": purpose[:200]}))
        _call_step(made, ToolCall(name="load_skill", arguments={"name": name}))


def _call_step(made: _Made, call: ToolCall) -> None:
    made.steps.append(PlanStep(kind="calls", calls=(call,)))


def _carry_out(draft: Draft, phone: Scene, place: int, turn: Turn, made: _Made) -> None:
    """Do one turn's moves on the phone and note what the criteria have to want."""
    group = 0
    for move in turn.moves:
        if move.kind in ("ask", "refuse"):
            made.behaviour.append(WantedBehaviour(turn=place, kind=move.kind, about=move.about))
            made.steps.append(PlanStep(kind=move.kind, text=move.text))
            continue
        call = _as_call(draft, move)
        group += not move.together
        _do(draft, phone, place, group, move, call, made)
    if turn.reply:
        made.reply[place] = turn.reply
    if not turn.moves or turn.moves[-1].kind != "refuse":
        said = " ".join(group[0] for group in turn.reply)
        made.steps.append(PlanStep(kind="done", text=said))


def _do(
    draft: Draft,
    phone: Scene,
    place: int,
    group: int,
    move: Move,
    call: ToolCall,
    made: _Made,
) -> None:
    away = move.kind == "hand_off"
    for _ in range(MOST_TRIES):
        if move.together and made.steps and made.steps[-1].kind == "calls":
            joined = (*made.steps.pop().calls, call)
            made.steps.append(PlanStep(kind="calls", calls=joined))
        else:
            _call_step(made, call)
        execution = provider(AGENTS, draft.language).preview(call) if away else phone.call(call)
        fault = execution.result.fault
        if fault is None:
            break
        if fault.code != TRY_AGAIN:
            raise ScenarioError(f"{draft.where}: {call.name} fails: {fault.code}, {fault.message}")
    if move.kind == "call":
        made.calls.append(
            WantedCall(turn=place, step=group, name=call.name, arguments=execution.arguments)
        )
    elif away:
        made.behaviour.append(
            WantedBehaviour(turn=place, kind="hand_off", about=move.about, agent=move.key)
        )
    else:
        made.memory.append(WantedMemory(key=move.key, about=move.about))


def _as_call(draft: Draft, move: Move) -> ToolCall:
    if move.call is not None:
        return move.call
    if move.kind == "hand_off":
        arguments = {"agent": move.key, "brief": move.text}
        return ToolCall(name="delegate_task", arguments=arguments)
    if move.kind == "remember":
        return ToolCall(name="save_memory", arguments={"text": move.text})
    texts = {memory.key: memory.text for memory in draft.memories}
    which = texts[move.key]
    if move.kind == "forget":
        return ToolCall(name="forget_memory", arguments={"which": which})
    return ToolCall(name="replace_memory", arguments={"which": which, "text": move.text})


def _criteria(draft: Draft, made: _Made, changes: tuple[Change, ...]) -> Criteria:
    """Where the state tells, any way there will do; where it cannot, the calls are wanted."""
    by_calls = draft.checker is Checker.CALLS or not (changes or made.memory)
    return Criteria(
        checker=draft.checker,
        calls=tuple(made.calls) if by_calls else (),
        changes=changes,
        behaviour=tuple(made.behaviour),
        memory=tuple(made.memory),
        reply=made.reply,
        equal=tuple(draft.equal),
        retrieves=tuple(draft.recalls),
        loads=tuple(draft.loads),
    )


def _said(draft: Draft) -> list[str]:
    """All that the user says, answers included."""
    return [*(turn.said for turn in draft.turns), *(fact.answer for fact in draft.facts)]


def _candidates(draft: Draft, resources: Resources, made: _Made) -> tuple[str, ...]:
    """Stand-ins first, then what keyword recall finds, with the tools that are needed put in."""
    own = offered(draft.dimension, resources)
    needed = [call.name for step in made.steps for call in step.calls] + draft.tools
    needed = list(dict.fromkeys([*needed, *(call.name for call in draft.never)]))
    needed = [name for name in needed if name not in own]
    unknown = [name for name in needed if load_catalogue().spec(name) is None]
    if unknown:
        raise ScenarioError(f"{draft.where}: there is no tool {unknown[0]}")
    room = OFFERED - len(own)
    asked = " ".join(_said(draft))
    recalled = [spec.name for spec in _recall().top(asked, room)]
    missing = [name for name in needed if name not in recalled]
    kept = _without(recalled, needed, len(missing))
    random = Random(draft.name)
    for name in missing:
        kept.insert(random.randrange(len(kept) + 1), name)
    return (*own, *kept)


def _without(recalled: list[str], needed: list[str], count: int) -> list[str]:
    """``recalled`` without its ``count`` last tools that are not needed."""
    kept = list(recalled)
    for name in reversed(recalled):
        if count and name not in needed:
            kept.remove(name)
            count -= 1
    return kept


@lru_cache(maxsize=1)
def _recall() -> Recall:
    return Recall(load_catalogue().specs)
