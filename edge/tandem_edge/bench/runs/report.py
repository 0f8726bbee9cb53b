"""A run's page: scores with intervals, breakdowns, why tasks failed, what it cost."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tandem_edge.bench.runs.gates import gates_of
from tandem_edge.bench.runs.records import Result, RunFolder, RunInfo
from tandem_edge.bench.runs.scoring import Comparison, Overall, Share, compare, overall, shares
from tandem_edge.bench.tasks.frozen import load_tasks
from tandem_edge.outbound.prices import Price
from tandem_shared.errors import UsageError
from tandem_shared.events import Outcome, Usage
from tandem_shared.tasks import Split, Task
from tandem_shared.text import one_line

SHOWN_FAULTS = 20


@dataclass(frozen=True)
class Money:
    """US dollars for 1,000 tasks, by what they are for, and by which price."""

    total: float
    prompt: float
    reused_prompt: float
    visible: float
    thinking: float
    input_price: float
    """For a million tokens, like ``output_price``."""
    output_price: float
    source: str
    date: str


@dataclass(frozen=True)
class Cost:
    """Mean cost of a task, times 1,000: tokens, and hours of planner time."""

    prompt_tokens: int
    new_prompt_tokens: int
    visible_tokens: int
    thinking_tokens: int
    steps: float
    """Median planner steps of one task."""
    seconds: float
    """Median seconds of one task."""
    hours: float
    money: Money | None = None
    """``None`` for a planner of this machine, and for one whose price nobody knows."""


@dataclass(frozen=True)
class Report:
    """Everything the page shows."""

    info: RunInfo
    tasks: int
    attempted: int
    invalid: int
    overall: Overall
    by: dict[str, dict[str, Share]]
    gates: dict[str, Share]
    """What tasks demand beside what is to be done, by ``gates.GATES``."""
    outcomes: dict[str, int]
    reasons: dict[str, int]
    cost: Cost
    failures: list[tuple[str, str]] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Plain values, for ``--json``."""
        plain = asdict(self) | {"info": self.info.model_dump(mode="json", exclude={"tasks"})}
        plain["by"] = {name: _plain_shares(group) for name, group in self.by.items()}
        plain["gates"] = _plain_shares(self.gates)
        return plain


def _plain_shares(group: Mapping[str, Share]) -> dict[str, dict[str, Any]]:
    return {
        key: {**asdict(share), "share": share.value, "interval": share.interval}
        for key, share in group.items()
    }


def free(planner: str) -> Price | None:
    """The price of a planner when nobody says otherwise: none."""
    return None


BREAKDOWNS: dict[str, Callable[[Task], str]] = {
    "dimension": lambda task: task.dimension.value,
    "language": lambda task: task.language,
    "capability": lambda task: task.capability.value,
    "checker": lambda task: task.criteria.checker.value,
    "difficulty": lambda task: str(task.difficulty),
    "routing": lambda task: task.resources.routing or "-",
}


def report_of(out: Path, price: Callable[[str], Price | None] = free) -> Report:
    """The report of the run kept in ``out``. Raises ``UsageError``.

    ``price`` gives what the planner of a run's ``info`` costs, or ``None``.
    """
    folder = RunFolder(out)
    info = folder.info()
    tasks = tasks_of(info)
    results = {result.task: result for result in folder.results()}
    passed = {name: result.verdict.passed for name, result in results.items()}
    return Report(
        info=info,
        tasks=len(tasks),
        attempted=len(results),
        invalid=sum(bool(result.trajectory.fault) for result in results.values()),
        overall=overall(tasks, passed),
        by={name: shares(tasks, passed, by) for name, by in BREAKDOWNS.items()},
        gates=gates_of(tasks, results),
        outcomes=dict(Counter(_outcome(result) for result in results.values()).most_common()),
        reasons=dict(_reasons(results.values())),
        cost=_cost(list(results.values()), price(info.planner)),
        failures=[
            (result.task, result.verdict.reasons[0])
            for result in results.values()
            if not result.verdict.passed
        ][:SHOWN_FAULTS],
    )


def tasks_of(info: RunInfo) -> tuple[Task, ...]:
    """The tasks that a run is about, all of them. Raises ``UsageError`` if this version differs."""
    known = {task.id: task for task in load_tasks(Split(info.split))}
    missing = [name for name in info.tasks if name not in known]
    if missing:
        raise UsageError(
            f"this version has no task {missing[0]}", hint="report it with the version that ran it"
        )
    return tuple(known[name] for name in info.tasks)


def compare_runs(first: Path, second: Path) -> Comparison:
    """Two runs over the tasks that both attempted. Raises ``UsageError``."""
    one, two = (
        {result.task: result.verdict.passed for result in RunFolder(out).results()}
        for out in (first, second)
    )
    try:
        return compare(one, two)
    except ValueError as error:
        raise UsageError(str(error), hint="compare runs of the same split") from error


def page(report: Report) -> str:
    """The report in Markdown."""
    return "\n".join(_lines(report)) + "\n"


def comparison_lines(comparison: Comparison, first: str, second: str) -> list[str]:
    """The comparison, as Markdown."""
    c = comparison
    return [
        f"## {first} against {second}",
        "",
        f"- Tasks that both tried: {c.tasks}",
        f"- Done only by {first}: {c.only_first}; only by {second}: {c.only_second}",
        f"- Difference: {100 * c.difference:+.1f} points "
        f"(95 % interval {100 * c.low:+.1f} to {100 * c.high:+.1f}, paired bootstrap)",
        f"- McNemar's exact test: p = {c.p_value:.3g}",
    ]


def _lines(report: Report) -> Iterator[str]:
    info, total = report.info, report.overall
    yield f"# {info.planner} on {info.split} of Tandem-Bench {info.benchmark}"
    yield ""
    scope = "overall" if total.complete else "over the dimensions that were run"
    interval = f"95 % interval {total.low:.1f} to {total.high:.1f}"
    yield f"**{total.points:.1f} points {scope}** ({interval})"
    yield ""
    yield f"- Tasks: {report.tasks}, attempted {report.attempted}; a missing one counts as failed"
    yield f"- Invalid records (the planner broke): {report.invalid}"
    yield f"- Seed {info.seed}, dialect {info.dialect}, Tandem {info.tandem}"
    yield f"- Tasks' SHA-256 {info.tasks_sha256[:16]}, catalogue {info.catalogue[:16]}"
    if info.planner_sha256:
        yield f"- Planner's SHA-256 {info.planner_sha256[:16]}"
    if info.adapter:
        yield f"- With the adapter {info.adapter[:16]} over it"
    if info.embedder:
        yield f"- Memory is searched with the embedder {info.embedder[:16]}"
    for name, group in report.by.items():
        if set(group) != {"-"}:
            yield from _table(name, group)
    if report.gates:
        yield from _table("gate", report.gates)
    yield from _counts("How turns ended", report.outcomes)
    yield from _counts("Why tasks failed (first words of every reason)", report.reasons)
    yield from _cost_lines(report.cost)
    if report.failures:
        yield from ("", "## Some that failed", "")
        for task, reason in report.failures:
            yield f"- `{task}`: {_plain(reason)}"


def _table(name: str, group: Mapping[str, Share]) -> Iterator[str]:
    yield from ("", f"## By {name}", "", f"| {name} | done | of | share | 95 % interval |")
    yield "|---|---|---|---|---|"
    for key, share in group.items():
        low, high = share.interval
        yield (
            f"| {key} | {share.passed} | {share.total} | {100 * share.value:.1f} % "
            f"| {100 * low:.1f} to {100 * high:.1f} |"
        )


def _counts(title: str, counts: Mapping[str, int]) -> Iterator[str]:
    yield from ("", f"## {title}", "")
    for name, count in counts.items():
        yield f"- {_plain(name)}: {count}"


def _cost_lines(cost: Cost) -> Iterator[str]:
    yield from ("", "## Cost of 1,000 tasks", "")
    yield f"- Prompt tokens: {cost.prompt_tokens:,}, of them evaluated {cost.new_prompt_tokens:,}"
    yield f"- Output tokens: {cost.visible_tokens:,} visible, {cost.thinking_tokens:,} thinking"
    if money := cost.money:
        yield (
            f"- Price: ${money.total:.4f} (new prompt ${money.prompt:.4f}, prompt seen before "
            f"${money.reused_prompt:.4f}, visible output ${money.visible:.4f}, thinking "
            f"${money.thinking:.4f})"
        )
        where = f": {_plain(money.source)}, {_plain(money.date)}" if money.source else ""
        yield (
            f"- At ${money.input_price:g} for a million prompt tokens and "
            f"${money.output_price:g} for a million of output{where}"
        )
    yield f"- Planner and phone: {cost.hours:.2f} hours, one task at a time"
    yield f"- One task, median: {cost.steps:g} steps, {cost.seconds:.2f} s"


def _plain(text: str) -> str:
    """Foreign text in a page: one line, no markup."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>|#" else c for c in one_line(text, limit=160))


def _outcome(result: Result) -> str:
    turns = result.trajectory.turns
    return turns[-1].outcome.value if turns else Outcome.FAILED.value


def _reasons(results: Any) -> list[tuple[str, int]]:
    kinds = Counter(_kind(reason) for result in results for reason in result.verdict.reasons)
    return kinds.most_common(12)


def _kind(reason: str) -> str:
    """A reason without its details."""
    return reason.split(":")[0].split(" about ")[0].split(" because ")[0]


def _cost(results: Sequence[Result], price: Price | None) -> Cost:
    turns = [turn for result in results for turn in result.trajectory.turns]
    per = 1000 / max(len(results), 1)
    steps = [sum(len(t.steps) for t in result.trajectory.turns) for result in results]
    seconds = [sum(t.elapsed_s for t in result.trajectory.turns) for result in results]
    return Cost(
        prompt_tokens=round(per * sum(turn.usage.prompt_tokens for turn in turns)),
        new_prompt_tokens=round(per * sum(turn.usage.new_tokens for turn in turns)),
        visible_tokens=round(
            per * sum(t.usage.output_tokens - t.usage.thinking_tokens for t in turns)
        ),
        thinking_tokens=round(per * sum(turn.usage.thinking_tokens for turn in turns)),
        steps=statistics.median(steps or [0]),
        seconds=statistics.median(seconds or [0.0]),
        hours=per * sum(seconds) / 3600,
        money=_money([turn.usage for turn in turns], price, per) if price else None,
    )


def _money(usages: Sequence[Usage], price: Price, per: float) -> Money:
    """What ``usages`` cost, times ``per``. Prices are for a million tokens."""
    cached = price.input if price.cached is None else price.cached
    thinking = sum(usage.thinking_tokens for usage in usages)
    output = sum(usage.output_tokens for usage in usages)
    dollars = {
        "prompt": price.input * sum(usage.new_tokens for usage in usages),
        "reused_prompt": cached * sum(usage.reused_tokens for usage in usages),
        "visible": price.output * (output - thinking),
        "thinking": price.output * thinking,
    }
    dollars = {name: amount * per / 1e6 for name, amount in dollars.items()}
    return Money(
        **dollars,
        total=sum(dollars.values()),
        input_price=price.input,
        output_price=price.output,
        source=price.source,
        date=price.date,
    )
