"""What a task is: what is asked, on which phone, and what counts as done. Never how to do it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, JsonValue, StringConstraints

from tandem_shared.tools import Change, Frozen, ToolCall

CANARY = "tandem-bench canary 7c1f0e52-3d0b-4e0e-9a43-5b8f2f6f1a90"
"""Stands in every file of benchmark tasks: text that holds it must never be trained on."""


class Split(StrEnum):
    """Which use a task is for; a family belongs to exactly one split."""

    TRAIN = "train"
    DEV = "dev"
    EVOLVE = "evolve"
    TEST = "test"


class Dimension(StrEnum):
    """The four parts of the benchmark (arXiv 2608.23035)."""

    TOOL = "tool"
    MEMORY = "memory"
    SKILLS = "skills"
    SUBAGENT = "subagent"


class Capability(StrEnum):
    """What a task asks of an agent."""

    ROUTING = "routing"
    GROUNDING = "grounding"
    CONDITIONS = "conditions"
    REFERENCE = "reference"
    REVISION = "revision"
    CONFLICT = "conflict"
    BOUNDARY = "boundary"
    RECOVERY = "recovery"
    MEMORY_USE = "memory_use"
    MEMORY_ADD = "memory_add"
    MEMORY_REPLACE = "memory_replace"
    MEMORY_REMOVE = "memory_remove"
    SKILL_CHOICE = "skill_choice"
    DELEGATION = "delegation"


class Checker(StrEnum):
    """The six kinds of checker of MobilePA-Bench (arXiv 2608.23035)."""

    CALLS = "calls"
    STATE = "state"
    BEHAVIOUR = "behaviour"
    STATE_RETRIEVAL = "state_retrieval"
    BEHAVIOUR_RETRIEVAL = "behaviour_retrieval"
    SKILL = "skill"


class Patch(Frozen):
    """Fields of one record of the phone, set before the task begins.

    An empty ``key`` adds a record; no ``fields`` remove it.
    """

    table: str
    key: str
    fields: dict[str, JsonValue] | None


class Friction(Frozen):
    """A difficulty put on the phone, by the names of ``sandbox.friction``."""

    name: str
    value: str = ""


class InitialState(Frozen):
    """The phone a task begins on: a generated one, changed in this order.

    ``clock`` is local wall time (``YYYY-MM-DDTHH:MM``), ``zone`` an IANA name, both optional.
    """

    cast: str
    seed: int
    clock: str = ""
    zone: str = ""
    patches: tuple[Patch, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    friction: tuple[Friction, ...] = ()


class Memory(Frozen):
    """One thing the agent remembers when the task begins, told by the user or, if named, ``by``
    somebody else. Those of a task were told in their order, a day apart."""

    key: str
    text: str
    by: str = Field(default="", exclude_if=lambda by: not by)


Routing = Literal["", "listed", "searched"]
"""Whether every skill is named in the prompt, or has to be searched for."""


class Resources(Frozen):
    """What the agent has beside the phone's tools."""

    memories: tuple[Memory, ...] = ()
    skills: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    routing: Routing = ""


class Fact(Frozen):
    """What the user answers to a question that holds one of ``about``."""

    about: tuple[str, ...] = Field(min_length=1)
    answer: str = Field(min_length=1)


class WantedCall(Frozen):
    """One call that has to be made; ``arguments`` are normalised.

    ``step`` orders calls: every call of a lower step comes before. ``turn`` is the user turn in
    which it belongs, from 0.
    """

    turn: int
    step: int
    name: str
    arguments: dict[str, JsonValue]


Groups = tuple[tuple[str, ...], ...]
"""Words that a text has to hold: of each group at least one."""


class WantedBehaviour(Frozen):
    """What a turn has to lead to, beside calls.

    ``ask``: before anything is changed, a question that holds ``about``. ``refuse``: nothing is
    changed and the reason holds ``about``. ``hand_off``: ``agent`` is briefed with all of
    ``about``.
    """

    turn: int
    kind: Literal["ask", "refuse", "hand_off"]
    about: Groups = Field(min_length=1)
    agent: str = ""


class WantedMemory(Frozen):
    """What has to become of one memory: ``key`` is empty for a new one.

    It holds ``about`` afterwards; without ``about`` it is gone.
    """

    key: str = ""
    about: Groups = ()


class Criteria(Frozen):
    """What counts as done. Everything given here has to hold, and nothing else may change.

    ``changes`` is the whole net effect on the phone; ids of new records are not compared.
    ``memory`` is the whole net effect in memory. ``reply`` says, by turn, what the last word to
    the user holds. ``equal`` are texts that count as the same; one with ``""`` may be left out.
    """

    checker: Checker
    calls: tuple[WantedCall, ...] = ()
    changes: tuple[Change, ...] = ()
    behaviour: tuple[WantedBehaviour, ...] = ()
    memory: tuple[WantedMemory, ...] = ()
    reply: dict[int, Groups] = Field(default_factory=dict)
    equal: tuple[tuple[str, ...], ...] = ()
    retrieves: tuple[str, ...] = ()
    loads: tuple[str, ...] = ()


task_id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(\.[a-z0-9_]+)+$", max_length=120)]


class Provenance(Frozen):
    """Where a task comes from: ``written`` by hand or ``generated``; from which source line."""

    kind: Literal["written", "generated"]
    source: str


class Task(Frozen):
    """One task. ``turns`` are what the user says; ``tools`` the candidates offered, in order."""

    id: task_id
    family: str
    split: Split
    dimension: Dimension
    capability: Capability
    language: Literal["en", "zh"]
    difficulty: Annotated[int, Field(ge=1, le=3)]
    turns: Annotated[tuple[str, ...], Field(min_length=1, max_length=6)]
    facts: tuple[Fact, ...] = ()
    initial: InitialState
    resources: Resources = Resources()
    tools: tuple[str, ...]
    criteria: Criteria
    twin: str = ""
    """The task that differs in whether to act: of each ask or refusal there is one that acts."""
    provenance: Provenance
