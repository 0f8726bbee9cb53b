"""What a set of constructed tasks covers, against what it should."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tasks import Capability, Dimension
from tandem_shared.tools import Domain, Effect
from tandem_trainer.tasks.diversity import distinct, indirect
from tandem_trainer.tasks.orders import requirements
from tandem_trainer.tasks.patterns import MAKERS
from tandem_trainer.tasks.records import Constructed

MULTI_STEP, SEVERAL_TURNS, CHINESE = 0.4, 0.2, 0.45
"""Least shares of tasks of several steps, of several turns, and in Chinese."""
DIMENSIONS = {
    Dimension.TOOL: 0.7,
    Dimension.MEMORY: 0.04,
    Dimension.SKILLS: 0.02,
    Dimension.SUBAGENT: 0.02,
}
"""Least shares of the benchmark's dimensions."""
ASKED_FOR = 0.005
"""Least share of each of ``Capability``, by which gaps are named."""
A_TOOL = 0.1
"""Least share of a tool of what it would have if all were alike (not the long tail)."""
AN_INTENT = 1
"""Least tasks of each action of a tool, once every tool could have twenty."""
A_PATTERN = 0.003
ROUTED = 0.25
"""Share of offered tools from a needed tool's domain from which choosing among them is a task."""
CAPABILITIES = {
    "information_acquisition": 0.15,
    "routing": 0.25,
    "grounding": 0.3,
    "multi_step_dependency": 0.25,
    "state_tracking": 0.15,
    "recovery": 0.05,
    "verified_completion": 0.02,
}
"""The seven capabilities of the coverage table, with the least share of tasks that ask for each."""
DISTINCT, INDIRECT = 0.5, 0.15
"""Least distinct-2 of a tool's wordings in a language, and least share of indirect ones at all."""
VARIED = 0.9
"""Least share of a language's tools whose wordings are that varied."""
_DEPENDENT = frozenset(
    "when either when_again troubled_when looked_up remembered remembered_then".split()
)


@dataclass(frozen=True)
class Row:
    """One line of a table: how many tasks, and at least how many there should be."""

    name: str
    count: int
    target: int

    @property
    def missing(self) -> int:
        """How many are missing."""
        return max(0, self.target - self.count)


@dataclass
class Coverage:
    """Tables by name; ``diversity`` gives, by tool and language, distinct-2 and the number of
    tasks; ``indirect`` the share of tasks that name none of their tools, by language."""

    tasks: int
    tables: dict[str, list[Row]] = field(default_factory=dict)
    diversity: dict[str, dict[str, tuple[float, int]]] = field(default_factory=dict)
    indirect: dict[str, float] = field(default_factory=dict)

    @property
    def missing(self) -> list[tuple[str, Row]]:
        """Every row that is short, with its table."""
        return [(name, row) for name, rows in self.tables.items() for row in rows if row.missing]

    def as_json(self) -> dict[str, JsonValue]:
        """Plain values, for ``--json``."""
        tables: dict[str, JsonValue] = {
            name: {
                row.name: {"count": row.count, "target": row.target, "missing": row.missing}
                for row in rows
            }
            for name, rows in self.tables.items()
        }
        diversity: JsonValue = {
            tool: {language: {"distinct_2": d, "tasks": n} for language, (d, n) in each.items()}
            for tool, each in self.diversity.items()
        }
        shares: JsonValue = dict(self.indirect)
        return {"tasks": self.tasks, "tables": tables, "diversity": diversity, "indirect": shares}


def coverage(tasks: Iterable[Constructed]) -> Coverage:
    """What ``tasks`` cover."""
    every = list(tasks)
    found = Coverage(len(every))
    found.tables = {
        "set": _set(every),
        "domain": _table(every, _domains, {each.value: 0.02 for each in Domain}),
        "tool": _table(every, lambda each: each.tools, _tool_targets()),
        "intent": _intents(every),
        "pattern": _table(every, lambda each: (each.pattern,), dict.fromkeys(MAKERS, A_PATTERN)),
        "capability": _table(every, capabilities, CAPABILITIES),
        "asked for": _table(
            every,
            lambda each: (each.task.capability.value,),
            {each.value: ASKED_FOR for each in Capability},
        ),
        "dimension": _table(
            every,
            lambda each: (each.task.dimension.value,),
            {name.value: share for name, share in DIMENSIONS.items()},
        ),
        "requirement": _requirements(every),
    }
    found.diversity = _diversity(every)
    found.indirect = _indirect(every)
    found.tables["wording"] = _wordings(found, every)
    return found


def capabilities(task: Constructed) -> tuple[str, ...]:
    """Which of ``CAPABILITIES`` a task asks for, told by its structure.

    Information acquisition: something is read or asked before or instead of acting. Routing: many
    offered tools are alike. Grounding: values are taken from words. Multi-step dependency: a later
    call hangs on what an earlier one gave. State tracking: several turns. Recovery: something
    fails first. Verified completion: it is looked at afterwards, or the answer has to say what
    came out.
    """
    hard, wanted = task.difficulty, task.task.criteria
    written = task.pattern.startswith(("sit_", "proposed"))
    depends = task.pattern in _DEPENDENT or (written and _reads(task) and task.multi_step)
    asks = any(each.kind == "ask" for each in wanted.behaviour)
    found = {
        "information_acquisition": depends or asks or _reads(task),
        "routing": hard.likeness >= ROUTED,
        "grounding": hard.slots > 0,
        "multi_step_dependency": depends,
        "state_tracking": len(task.task.turns) > 1,
        "recovery": hard.friction > 0 and task.multi_step,
        "verified_completion": task.pattern == "verified" or bool(wanted.reply),
    }
    return tuple(name for name, asked in found.items() if asked)


def _reads(task: Constructed) -> bool:
    """Whether the oracle reads anything from the phone."""
    pairs = (intent.split(".", 1) for intent in task.intents)
    specs = [(load_catalogue().spec(tool), action) for tool, action in pairs]
    return any(
        spec is not None and spec.effects.get(action, spec.effects.get("*")) is Effect.READ
        for spec, action in specs
    )


def _set(tasks: Sequence[Constructed]) -> list[Row]:
    several = sum(task.multi_step for task in tasks)
    chinese = sum(task.task.language == "zh" for task in tasks)
    return [
        Row("multi-step", several, _least(MULTI_STEP, tasks)),
        Row(
            "several turns",
            sum(len(task.task.turns) > 1 for task in tasks),
            _least(SEVERAL_TURNS, tasks),
        ),
        Row("Chinese", chinese, _least(CHINESE, tasks)),
        Row("English", len(tasks) - chinese, _least(CHINESE, tasks)),
    ]


def _least(share: float, tasks: Sequence[Constructed]) -> int:
    return math.ceil(share * len(tasks) - 1e-9)


def _table(
    tasks: Sequence[Constructed],
    names: Callable[[Constructed], Iterable[str]],
    targets: Mapping[str, float],
) -> list[Row]:
    counts = Counter(name for task in tasks for name in set(names(task)))
    every = [*targets, *sorted(set(counts) - set(targets))]
    return [Row(name, counts[name], _least(targets.get(name, 0), tasks)) for name in every]


def _domains(task: Constructed) -> list[str]:
    specs = map(load_catalogue().spec, task.tools)
    return [spec.domain.value for spec in specs if spec]


def _tool_targets() -> dict[str, float]:
    names = [spec.name for spec in load_catalogue().specs]
    return dict.fromkeys(names, A_TOOL / len(names))


def _intents(tasks: Sequence[Constructed]) -> list[Row]:
    specs = load_catalogue().specs
    target = AN_INTENT if len(tasks) >= 20 * len(specs) else 0
    counts = Counter(name for task in tasks for name in task.intents)
    every = [f"{spec.name}.{action}" for spec in specs for action in spec.actions]
    return [Row(name, counts[name], target) for name in every]


def _requirements(tasks: Sequence[Constructed]) -> list[Row]:
    return [
        Row(
            each.id,
            sum(each.met_by(task.tools, task.pattern) for task in tasks),
            _least(each.share, tasks),
        )
        for each in requirements()
    ]


def _wordings(found: Coverage, tasks: Sequence[Constructed]) -> list[Row]:
    """How many tools are asked for in varied words, and how many tasks indirectly, by language."""
    rows: list[Row] = []
    for language in ("en", "zh"):
        each = [by[language][0] for by in found.diversity.values() if language in by]
        varied = sum(distinct_2 >= DISTINCT for distinct_2 in each)
        rows.append(Row(f"varied tools, {language}", varied, math.ceil(VARIED * len(each))))
        said = sum(task.task.language == language and bool(task.tools) for task in tasks)
        indirect_ones = round(found.indirect[language] * said)
        rows.append(Row(f"indirect, {language}", indirect_ones, math.ceil(INDIRECT * said)))
    return rows


def _diversity(tasks: Sequence[Constructed]) -> dict[str, dict[str, tuple[float, int]]]:
    said: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for task in tasks:
        if len(task.tools) == 1:
            said[task.tools[0]][task.task.language].append(task.task.turns[0])
    return {
        tool: {
            language: (distinct(texts, language), len(texts))
            for language, texts in sorted(by_language.items())
        }
        for tool, by_language in sorted(said.items())
    }


def _indirect(tasks: Sequence[Constructed]) -> dict[str, float]:
    found: dict[str, float] = {}
    for language in ("en", "zh"):
        some = [each for each in tasks if each.task.language == language and each.tools]
        count = sum(
            all(indirect(" ".join(each.task.turns), tool, language) for tool in each.tools)
            for each in some
        )
        found[language] = round(count / max(len(some), 1), 4)
    return found
