"""An evaluation as lines of text: what a person reads before a new planner is shipped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

SHOWN = 20
"""Regressions that are told; the report has all."""


def lines(report: Mapping[str, Any]) -> Iterator[str]:
    """The report as ``evaluating.evaluate`` returns it, a line at a time."""
    for name in ("new", "parent"):
        file = report[name]
        over = f", adapter {file['adapter_sha256'][:12]}" if file["adapter_sha256"] else ""
        yield f"{name:<7} {file['planner']}  SHA-256 {file['sha256'][:12] or '-'}{over}"
    yield ""
    yield from _benchmark(report)
    yield from _regressions(report["benchmark"])
    if report["guard"]:
        yield from _guard(report)
    for name, tasks in report["lm_eval"].items():
        for task, figures in tasks.items():
            told = ", ".join(f"{k} {v:.4g}" for k, v in figures.items() if _is_number(v))
            yield f"lm-eval {name}: {task}: {told}"
    for why in report["refused"]:
        yield f"refused: {why}"
    if not report["refused"]:
        yield "accepted: nothing fell"


def _benchmark(report: Mapping[str, Any]) -> Iterator[str]:
    found = report["benchmark"]
    yield f"{report['split']}, {found['tasks']} tasks, seed {report['seed']}"
    yield f"  points  new {found['new']['points']:.1f}, parent {found['parent']['points']:.1f}"
    for name, one in (("success", found["success"]), *sorted(found["languages"].items())):
        yield (
            f"  {name:<7} {100 * one['difference']:+.1f} points (95 % interval "
            f"{100 * one['low']:+.1f} to {100 * one['high']:+.1f}, McNemar p = "
            f"{one['p_value']:.3g}); only new {one['only_first']}, only parent {one['only_second']}"
        )
    yield f"  invalid {found['invalid']} (the new planner broke)"
    for name, gate in found["gates"].items():
        yield (
            f"  gate {name}: new {100 * gate['new']:.1f} %, parent {100 * gate['parent']:.1f} % "
            f"of {gate['tasks']} tasks (p = {gate['p_value']:.3g})"
        )


def _regressions(found: Mapping[str, Any]) -> Iterator[str]:
    lost = found["regressions"]
    yield ""
    yield f"{len(lost)} tasks that only the parent did, {len(found['gains'])} that only the new did"
    for one in lost[:SHOWN]:
        why = "; ".join(one["reasons"])[:120]
        yield f"  {one['task']} ({one['language']}, {one['dimension']}): {why}"
    if len(lost) > SHOWN:
        yield f"  and {len(lost) - SHOWN} more in the report"


def _guard(report: Mapping[str, Any]) -> Iterator[str]:
    guard = report["guard"]
    yield ""
    yield f"general ability, {guard['items']} items, SHA-256 {guard['items_sha256'][:12]}"
    yield f"  {'':<13} {'new':>6} {'parent':>7} {'change':>7} {'error':>6} {'sureness':>9}"
    for name, one in guard["scores"].items():
        yield (
            f"  {name:<13} {one['new']:6.1f} {one['parent']:7.1f} {one['change']:+7.1f} "
            f"{one['error']:6.1f} {one['sureness']:+9.1f}"
        )
    took = ", ".join(f"{name} {seconds:.0f} s" for name, seconds in guard["seconds"].items())
    yield f"  took {took}"
    yield ""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
