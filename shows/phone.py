"""``make show-phone``: tools, proven tasks, speed, invariants, the baseline, the worlds."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from shows.framework import Bench, Line, Show, reached, safely

FEWEST_TOOLS = 212
CALLS_FLOOR, CALLS_AIM = 5_000, 20_000
RESET_FLOOR_MS, RESET_AIM_MS = 5.0, 1.0
MEMORY_FLOOR_MB, MEMORY_AIM_MB = 2_000, 1_000
NULL_MOST, KEYWORD_MOST = 6.0, 35.0
KEYWORDS = "keyword-router"
NULLS = ("does-nothing", "always-asks", "always-refuses", "random-tool", "repeats-first")
BASELINE = 200
QUICK_BASELINE = 6
QUICK_TRAIN, TRAIN = 200, 5_000
STATE_MACHINE = "tests/edge/phone/test_state_machine.py"
EXAMPLES, QUICK_EXAMPLES = "200", "10"
CAUGHT_FLOOR, FALSE_ALARMS_FLOOR = 0.90, 0.05
TRAJECTORIES, LONG_TAIL, PLANTED, KILLED = 200, 30, 50, 20


def show(*, quick: bool) -> Show:
    """Items 1 to 5 and 7."""
    yield from items(Bench(), quick=quick)


def items(bench: Bench, *, quick: bool) -> Show:
    """Every item; the reading of tasks by a person (6) is no measurement."""
    yield from safely("1 tools", tools(bench))
    yield from safely("2 tasks proven", proven(bench, quick=quick))
    yield from safely("3 throughput", throughput(bench))
    yield from safely("4 invariants", invariants(bench, quick=quick))
    yield from safely("5 baseline", baseline(bench, quick=quick))
    yield from safely("7 simulated world", simulated(bench, quick=quick))
    yield from safely("7 world manager", manager(bench, quick=quick))


# ---- item 1


def tools(bench: Bench) -> Show:
    """Counts by domain, and the lint."""
    listed = bench.run(bench.command, "phone", "tools", "--json").answer()
    faults = bench.run(bench.command, "phone", "tools", "--lint", "--json").answer()["faults"]
    domains = ", ".join(f"{name} {count}" for name, count in listed["domains"].items())
    yield Line(
        "1 tools by domain",
        f"{listed['count']}: {domains}",
        f"at least {FEWEST_TOOLS} in 13 domains, each as large as the benchmark's",
        listed["count"] >= FEWEST_TOOLS and len(listed["domains"]) == 13,
    )
    told = f"{len(faults)} faults" + (f", the first: {faults[0]}" if faults else "")
    yield Line("1 lint", told, "no fault", not faults)


# ---- item 2


def proven(bench: Bench, *, quick: bool) -> Show:
    """``bench tasks --check`` over all splits; quick, over the development split."""
    command: list[str | Path] = [bench.command, "bench", "tasks", "--check", "--json"]
    command += ["--split", "dev"] if quick else ["--train", str(TRAIN)]
    census = bench.run(*command).answer()
    size = "quick: only dev" if quick else f"all splits, {TRAIN:,} of train"
    proofs = census["proofs"]
    counts = ", ".join(f"{name} {p['proven']}/{p['tasks']}" for name, p in proofs.items())
    whole = bool(proofs) and all(p["proven"] == p["tasks"] > 0 for p in proofs.values())
    yield Line(
        f"2 tasks proven ({size})",
        f"{counts}; {census['minutes']:.1f} min on {census['workers']} processes",
        "every task",
        whole,
    )
    tried = sum(sum(p["mutants"].values()) for p in proofs.values())
    caught = sum(sum(p["caught"].values()) for p in proofs.values())
    kinds = len({kind for p in proofs.values() for kind in p["mutants"]})
    yield Line("2 mutants caught", f"{caught}/{tried} of {kinds} kinds", "all", caught == tried > 0)
    if not quick:
        yield from _simple_agents(census["points"])


def _simple_agents(points: dict[str, float]) -> Show:
    nulls = {name: points[name] for name in NULLS}
    told = ", ".join(f"{name} {value:.2f}" for name, value in nulls.items())
    ok = max(nulls.values()) < NULL_MOST
    yield Line("2 null agents, points on test", told, f"each under {NULL_MOST:g}", ok)
    keyword = points[KEYWORDS]
    ok = keyword <= KEYWORD_MOST
    yield Line(
        "2 keyword router, points on test", f"{keyword:.2f}", f"at most {KEYWORD_MOST:g}", ok
    )


# ---- item 3


def throughput(bench: Bench) -> Show:
    """``bench phone``, on one core."""
    found = bench.run(bench.command, "bench", "phone", "--json").answer()
    calls, reset = found["calls_per_s"], 1000 * found["reset_s"]
    yield Line(
        "3 tool calls, one core",
        f"{calls:,.0f} a second over {found['tools']} tools, {found['cores']} cores there "
        f"(aim {CALLS_AIM:,}: {reached(calls >= CALLS_AIM)})",
        f"{CALLS_FLOOR:,} a second",
        calls >= CALLS_FLOOR,
    )
    yield Line(
        "3 reset",
        f"{reset:.3f} ms (aim {RESET_AIM_MS:g} ms: {reached(reset <= RESET_AIM_MS)}); snapshot "
        f"{1000 * found['snapshot_s']:.3f} ms, restore {1000 * found['restore_s']:.3f} ms, "
        f"generate {1000 * found['generate_s']:.1f} ms",
        f"under {RESET_FLOOR_MS:g} ms",
        reset < RESET_FLOOR_MS,
    )
    memory = found["instances_mb"]
    yield Line(
        f"3 memory of {found['instances']:,} live phones",
        f"{memory:,.0f} MB (aim {MEMORY_AIM_MB:,} MB: {reached(memory <= MEMORY_AIM_MB)})",
        f"under {MEMORY_FLOOR_MB:,} MB",
        found["instances"] >= 1000 and 0 < memory < MEMORY_FLOOR_MB,
    )


# ---- item 4


def invariants(bench: Bench, *, quick: bool) -> Show:
    """The state machine of hypothesis, with more examples than the tests take."""
    examples = QUICK_EXAMPLES if quick else EXAMPLES
    ran = bench.run(
        bench.python, "-m", "pytest", STATE_MACHINE, "-p", "no:randomly", TANDEM_EXAMPLES=examples
    )
    summary = ran.last_line.strip("= ")
    ok = ran.code == 0 and " passed" in summary and "skipped" not in summary
    told = f"{examples} random lives: {summary}"
    yield Line("4 invariants of random call sequences", told, "never broken", ok)


# ---- item 5


def baseline(bench: Bench, *, quick: bool) -> Show:
    """The raw planner, and agents that need none, on development Tool tasks."""
    limit = QUICK_BASELINE if quick else BASELINE
    size = f"quick: {limit} tasks" if quick else f"{limit} tasks"
    with tempfile.TemporaryDirectory() as folder:
        scores = {}
        for name in (bench.planner, KEYWORDS, *NULLS):
            out = Path(folder) / name.replace("/", "_").replace(":", "_")
            scores[name] = _score(bench, name, limit, out)
            yield _score_line(name, scores[name], size)
            print((out / "report.md").read_text("utf-8"), flush=True)
        best = max(scores[name]["overall"]["points"] for name in NULLS)
        planner = scores[bench.planner]
        tokens = planner["cost"]["visible_tokens"]
        told = f"{planner['overall']['points']:.1f} against {best:.1f} points; "
        told += f"{tokens:,} tokens for 1,000 tasks"
        floor = "reported (it has thought at all)"
        yield Line("5 the planner against the best null agent", told, floor, tokens > 0)


def _score(bench: Bench, name: str, limit: int, out: Path) -> dict[str, Any]:
    size = ["--dimension", "tool", "--limit", str(limit)]
    run = ["bench", "run", "--split", "dev", "--planner", name, *size, "--out", str(out)]
    threads = {"TANDEM_PLANNER_THREADS": "1"}
    ran = bench.run(bench.command, *run, **threads)
    if ran.code:
        raise ValueError(ran.last_line)
    report: dict[str, Any] = bench.run(
        bench.command, "bench", "report", str(out), "--json"
    ).answer()
    found: dict[str, Any] = report["reports"][0]
    return found


def _score_line(name: str, report: dict[str, Any], size: str) -> Line:
    overall, languages = report["overall"], report["by"]["language"]
    by = ", ".join(f"{key} {s['passed']}/{s['total']}" for key, s in languages.items())
    told = f"{overall['points']:.1f} points ({overall['low']:.1f} to {overall['high']:.1f}); {by}"
    whole = report["attempted"] == report["tasks"] > 0 and report["invalid"] == 0
    return Line(f"5 {name} ({size})", told, "reported, every task attempted", whole)


# ---- item 7


def simulated(bench: Bench, *, quick: bool) -> Show:
    """Trajectories of the simulated world, and contradictions planted in some."""
    found = bench.run(bench.command, "bench", "simulated", "--json").answer()
    caught = found["caught"] / max(found["planted"], 1)
    alarms = found["false_alarms"] / max(found["attempts"], 1)
    enough = found["attempts"] >= TRAJECTORIES and found["tools"] >= LONG_TAIL
    told = f"{found['attempts']} trajectories over {found['tools']} tools; "
    told += f"caught {found['caught']} of {found['planted']} planted"
    ok = enough and found["planted"] >= PLANTED and caught >= CAUGHT_FLOOR
    yield Line("7 contradictions caught", told, f"{CAUGHT_FLOOR:.0%} of {PLANTED}", ok)
    told = f"{found['false_alarms']} of {found['attempts']}"
    ok = found["attempts"] > 0 and alarms <= FALSE_ALARMS_FLOOR
    yield Line("7 false alarms", told, f"at most {FALSE_ALARMS_FLOOR:.0%}", ok)


def manager(bench: Bench, *, quick: bool) -> Show:
    """Killed workers, leaked instances, and the same run on a Ray cluster of two nodes."""
    found = bench.run(bench.command, "bench", "worlds", "--json").answer()
    told = f"{found['reclaimed']} of {found['killed']} killed workers reclaimed, "
    told += f"{found['leaked']} leaked"
    ok = found["reclaimed"] == found["killed"] >= KILLED and found["leaked"] == 0
    yield Line("7 world manager", told, f"all of {KILLED}, no leak", ok)
    ray = found["ray"]
    item, floor = "7 the same run on a Ray cluster", "two nodes, the same results"
    if "skipped" in ray:
        yield Line(item, ray["skipped"], floor, None)
        return
    told = f"{ray['nodes']} nodes, {ray['sequences']} sequences, "
    told += "the same results" if ray["same"] else "other results"
    yield Line(item, told, floor, ray["nodes"] == 2 and ray["same"] and ray["sequences"] > 0)
