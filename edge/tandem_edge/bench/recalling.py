"""How many of the tools that a request needs are among those offered.

What is needed in a turn is what the oracle's plan calls there. Tools that are always on offer do
not count. In a skills task the tools stand in the skill, not in the request: those turns are
measured with the skill's text, as when it has been opened, and apart without.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tandem_edge.bench.standins.cards import read_cards
from tandem_edge.bench.tasks.frozen import load_plans, load_tasks
from tandem_edge.bench.tasks.plans import Plan
from tandem_edge.bench.tasks.reading import Draft, all_drafts
from tandem_edge.embedder.opening import find_embedder
from tandem_edge.harness.recall import Recall
from tandem_edge.harness.recall.examples import Floats
from tandem_edge.harness.recall.hybrid import MARGIN, Earlier, Hybrid
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tasks import Dimension, Split, Task
from tandem_shared.tools import ToolSpec

COUNT = 15
Choose = Callable[[str, Sequence[Earlier]], Sequence[str]]
"""Names of the tools offered for a request after earlier turns."""


@dataclass(frozen=True)
class Need:
    """One turn of a task: what is said, what came before, which tools it takes."""

    task: str
    dimension: Dimension
    language: str
    said: str
    tools: tuple[str, ...]
    earlier: tuple[Earlier, ...] = ()
    opened: str = ""
    """Text of the skills that the turn opens."""

    @property
    def asked(self) -> str:
        """What tools are looked for with."""
        return f"{self.said}\n{self.opened}" if self.opened else self.said


@dataclass
class Count:
    """Tools needed, and how many of them were offered."""

    needed: int = 0
    found: int = 0

    @property
    def share(self) -> float:
        """Recall; 1 where nothing is needed."""
        return self.found / self.needed if self.needed else 1.0


@dataclass
class Recalled:
    """Recall by language, by dimension and by the needed tool's domain; misses by task."""

    cells: dict[tuple[str, str], Count] = field(default_factory=dict)
    """By group (``all``, a dimension, a domain) and language (``all``, ``en``, ``zh``)."""
    misses: list[tuple[str, str, str]] = field(default_factory=list)
    """Task, tool, what was said."""
    offered: float = 0.0
    """Tools offered a turn, on average."""
    seconds: float = 0.0
    """Time of one choice, median; busy cores falsify it."""

    def share(self, group: str, language: str) -> float:
        """Recall of one cell."""
        return self.cells.get((group, language), Count()).share


def measure(needs: Iterable[Need], choose: Choose) -> Recalled:
    """What ``choose`` finds of what the turns need."""
    result, sizes, times = Recalled(), [], []
    for need in needs:
        started = time.perf_counter()
        offered = choose(need.asked, need.earlier)
        times.append(time.perf_counter() - started)
        sizes.append(len(offered))
        for tool in need.tools:
            _note(result, need, tool, tool in offered)
    result.offered = sum(sizes) / max(len(sizes), 1)
    result.seconds = sorted(times)[len(times) // 2] if times else 0.0
    return result


def _note(result: Recalled, need: Need, tool: str, found: bool) -> None:
    spec = load_catalogue().spec(tool)
    domain = spec.domain.value if spec else ""
    for group in ("all", need.dimension.value, domain):
        for language in ("all", need.language):
            count = result.cells.setdefault((group, language), Count())
            count.needed, count.found = count.needed + 1, count.found + found
    if not found:
        result.misses.append((need.task, tool, need.said))


def needs_of(split: Split) -> list[Need]:
    """Every turn of the split's written tasks that takes one of the phone's tools."""
    if split is Split.TRAIN:
        every = (need for draft in all_drafts(split) for need in _of_draft(draft))
    else:
        plans = load_plans(split)
        every = (need for task in load_tasks(split) for need in _of_task(task, plans[task.id]))
    return [need for need in every if need.tools]


def _of_task(task: Task, plan: Plan) -> Iterator[Need]:
    turns: list[list[str]] = [[]]
    for step in plan.steps:
        turns[-1] += [call.name for call in step.calls]
        if step.kind in ("done", "refuse"):
            turns.append([])
    opened = _opened(
        [
            str(call.arguments["name"])
            for step in plan.steps
            for call in step.calls
            if call.name == "load_skill"
        ],
        task.language,
    )
    yield from _turns(task.id, task.dimension, task.language, task.turns, turns, opened)


def _of_draft(draft: Draft) -> Iterator[Need]:
    turns = [[move.call.name for move in turn.moves if move.call] for turn in draft.turns]
    said = [turn.said for turn in draft.turns]
    opened = _opened(draft.loads, draft.language)
    yield from _turns(draft.name, draft.dimension, draft.language, said, turns, opened)


def _turns(
    task: str,
    dimension: Dimension,
    language: str,
    said: Sequence[str],
    calls: Sequence[Sequence[str]],
    opened: str,
) -> Iterator[Need]:
    earlier: tuple[Earlier, ...] = ()
    for text, names in zip(said, calls, strict=False):
        tools = tuple(dict.fromkeys(name for name in names if load_catalogue().spec(name)))
        yield Need(task, dimension, language, text, tools, earlier, opened)
        earlier = (*earlier, Earlier(text, tools))


def _opened(names: Sequence[str], language: str) -> str:
    cards = read_cards("skills")
    return "\n".join(cards[name].body[language] for name in dict.fromkeys(names))


def measure_all(split: Split, count: int, models_dir: Path) -> tuple[dict[str, Recalled], str]:
    """Recall by each way of choosing, and a sentence when the embedder is not there.

    ``meaning`` is what an agent uses, ``words`` the same without an embedder, ``request only``
    the first with skills unopened, ``adaptive`` with fewer tools where scores are sure, and
    ``descriptions`` keyword search over the tools' own texts alone.
    """
    specs = load_catalogue().specs
    embedder, note = find_embedder(models_dir)
    needs = needs_of(split)
    words, plain = Hybrid(specs), Recall(specs)
    ways: dict[str, Recalled] = {}
    if embedder is not None:
        hybrid = _Remembering(specs, embedder)
        unopened = [replace(need, opened="") for need in needs]
        ways["meaning"] = measure(needs, _follow(hybrid, count))
        ways["adaptive"] = measure(needs, _follow(hybrid, count, MARGIN))
        ways["request only"] = measure(unopened, _follow(hybrid, count))
    ways["words"] = measure(needs, _follow(words, count))
    ways["descriptions"] = measure(needs, lambda said, earlier: _names(plain.top(said, count)))
    return ways, note


def _follow(hybrid: Hybrid, count: int, margin: float = math.inf) -> Choose:
    return lambda said, earlier: _names(hybrid.following(said, tuple(earlier), count, margin))


@dataclass(frozen=True)
class _Remembering(Hybrid):
    """Scores each turn once, however many ways choose from the scores."""

    seen: dict[tuple[str, Sequence[Earlier]], Floats] = field(default_factory=dict)

    def scores(self, request: str, earlier: Sequence[Earlier] = ()) -> Floats:
        """See ``Hybrid.scores``."""
        if (request, earlier) not in self.seen:
            self.seen[request, earlier] = super().scores(request, earlier)
        return self.seen[request, earlier]


def _names(specs: Sequence[ToolSpec]) -> list[str]:
    return [spec.name for spec in specs]
