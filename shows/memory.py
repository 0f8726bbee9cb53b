"""``make show-memory``: LoCoMo, two languages, scale, safety, isolation and the memory split."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from shows.framework import Bench, Line, Show, one_core, reached, safely

LOCOMO: Mapping[str, tuple[float, float]] = {
    "recall_at_10": (0.78, 0.82),
    "recall_at_5": (0.68, 0.74),
    "mrr": (0.60, 0.66),
}
"""Floors and aims over categories 1 to 4."""
MULTI_HOP = (0.48, 0.60)
PAIRS = {"zh-zh": "zh to zh", "en-zh": "en to zh", "zh-en": "zh to en"}
HIT_FLOOR, KEYWORD_MOST = 0.95, 0.75
FEWEST_TALKS, FEWEST_QUESTIONS = 60, 600
TURNS, QUICK_TURNS, PEER_TURNS = 200_000, 20_000, 20_000
P95_FLOOR_MS, RSS_FLOOR_MB, INGEST_FLOOR = 50, 150, 100
KILLS, QUICK_KILLS = 200, 25
ISOLATION = ("tests/edge/memory/isolation",)
GATE_FLOOR = 0.97


def show(*, quick: bool) -> Show:
    """Items 1 to 6."""
    yield from items(Bench(), quick=quick)


def items(bench: Bench, *, quick: bool) -> Show:
    """Every item."""
    yield from safely("1 LoCoMo", locomo(bench))
    yield from safely("2 two languages", bilingual(bench))
    yield from safely("3 scale", scale(bench, QUICK_TURNS if quick else TURNS, peer=not quick))
    yield from safely("4 safety", safety(bench, QUICK_KILLS if quick else KILLS))
    yield from safely("5 isolation", isolation(bench))
    yield from safely("6 memory split", split(bench, quick=quick))


def _answer(bench: Bench, *command: str, alone: bool = False) -> dict[str, Any]:
    """What ``tandem bench memory`` says in JSON; ``alone`` keeps it to one core."""
    front = one_core() if alone else []
    return bench.run(*front, bench.command, "bench", "memory", *command, "--json").answer()


# ---- item 1


def locomo(bench: Bench) -> Show:
    """Turn-level recall of evidence; skipped where the data is not."""
    f = _answer(bench, "locomo")
    if "skipped" in f:
        yield Line("1 LoCoMo", f["skipped"], "R@10 .78, R@5 .68, MRR .60", None)
        return
    for name, (floor, aim) in LOCOMO.items():
        yield _at_least(f"1 LoCoMo {name}", f[name], floor, aim)
    multi = f["categories"]["multi-hop"]["recall_at_10"]
    yield _at_least("1 LoCoMo multi-hop recall_at_10", multi, *MULTI_HOP)
    told = f"{f['questions']} questions, p50 {f['p50_ms']:.1f} ms, p95 {f['p95_ms']:.1f} ms each"
    yield Line("1 LoCoMo latency", told, "reported", f["questions"] > 1500)


def _at_least(item: str, value: float, floor: float, aim: float) -> Line:
    told = f"{value:.3f} (aim {aim:g}: {reached(value >= aim)})"
    return Line(item, told, f"{floor:g}", value >= floor)


# ---- item 2


def bilingual(bench: Bench) -> Show:
    """Hits among the first three by languages, on the half that nothing was tuned on."""
    f = _answer(bench, "bilingual")
    talks = sum(half["conversations"] for half in f.values())
    asked = sum(half["questions"] for half in f.values())
    told = f"{talks} conversations, {asked} questions"
    floor = f"{FEWEST_TALKS} and {FEWEST_QUESTIONS}"
    yield Line("2 size", told, floor, talks >= FEWEST_TALKS and asked >= FEWEST_QUESTIONS)
    yield _keyword(f)
    for pair, name in PAIRS.items():
        held, opened = (f[half]["pairs"][pair] for half in ("held", "open"))
        told = f"{held['share']:.3f} ({held['found']} of {held['of']}; open half "
        told += f"{opened['share']:.3f})"
        yield Line(f"2 {name} hit@3, held half", told, f"{HIT_FLOOR}", held["share"] >= HIT_FLOOR)
    stale = {half: f[half]["stale"] for half in f}
    found, of = (sum(each[key] for each in stale.values()) for key in ("found", "of"))
    ok = of > 0 and found == 0
    yield Line("2 superseded facts among the first 5", f"{found} of {of}", "none", ok)
    found, of = (sum(f[half]["untold"][key] for half in f) for key in ("found", "of"))
    told = f"{found} of {of} old turns among the first 5"
    yield Line("2 changed in talk and never corrected", told, "reported", of > 0)


def _keyword(f: Mapping[str, Any]) -> Line:
    """How hard the questions are for plain keyword search, in the language of the talk."""
    same = [f[half]["keyword"][pair] for half in f for pair in ("en-en", "zh-zh")]
    share = sum(each["found"] for each in same) / max(sum(each["of"] for each in same), 1)
    told = f"{share:.3f} in the language of the talk"
    return Line(
        "2 keyword search alone", told, f"at most {KEYWORD_MOST}", 0 < share <= KEYWORD_MOST
    )


# ---- item 3


def scale(bench: Bench, turns: int, *, peer: bool) -> Show:
    """A long life's memory, on one core; at a smaller size beside a peer's."""
    options = ["--turns", str(turns), *(["--peer"] if peer else [])]
    f = _answer(bench, "scale", *options, alone=True)
    s = f["scale"]
    told = f"p50 {s['search_p50_ms']:.1f} ms, p95 {s['search_p95_ms']:.1f} ms"
    whole = s["turns"] == turns
    ok = whole and 0 < s["search_p95_ms"] <= P95_FLOOR_MS
    yield Line(f"3 search of {turns} turns", told, f"p95 {P95_FLOOR_MS} ms", ok)
    told = f"{s['rss_mb']:.0f} MB (peak {s['rss_peak_mb']:.0f} MB)"
    yield Line("3 memory", told, f"{RSS_FLOOR_MB} MB", 0 < s["rss_mb"] <= RSS_FLOOR_MB)
    told = f"{s['ingest_turns_per_s']:.0f} turns/s, {s['ingest_turns_per_cpu_s']:.0f} a CPU second"
    ok = s["ingest_turns_per_s"] >= INGEST_FLOOR
    yield Line("3 ingest with embedding", told, f"{INGEST_FLOOR} turns/s", ok)
    told = f"{s['open_ms']:.0f} ms to open cold, {s['file_mb']:.0f} MB on disk, "
    told += f"{s['terms'] / 1e6:.1f} million terms, {s['cores_here']} cores here"
    yield Line("3 opening and file", told, "reported", s["open_ms"] > 0 and s["file_mb"] > 0)
    if peer:
        yield from beside(f["peer"])


def beside(f: Mapping[str, Any]) -> Iterator[Line]:
    """Ours and mem0's on the same texts with the same embedder."""
    item, theirs = f"3 beside mem0, {f['turns']} turns", f["mem0"]
    if "skipped" in theirs:
        yield Line(item, theirs["skipped"], "reported", None)
        return
    figures = {"tandem": f["tandem"], "mem0": theirs}
    for name, unit in (("recall_at_10", ""), ("ingest_turns_per_s", ""), ("search_p95_ms", " ms")):
        here, there = (_whole(figures[whose][name]) for whose in ("tandem", "mem0"))
        told = f"{here:.3g}{unit} here, {there:.3g}{unit} there"
        measured = min(here, there) > 0 and f["turns"] >= PEER_TURNS
        yield Line(f"{item}: {name}", told, "reported", measured)


def _whole(figure: float | Mapping[str, float]) -> float:
    """A figure, or that over all pairs of languages."""
    return figure["all"] if isinstance(figure, Mapping) else figure


# ---- items 4 and 5


def safety(bench: Bench, kills: int) -> Show:
    """Kills in the middle of writing, altered files, wrong keys, harmed indexes."""
    f = _answer(bench, "safety", "--kills", str(kills))
    k = f["kills"]
    lost, faults, leaks = (len(k[name]) for name in ("lost", "faults", "leaks"))
    told = f"{k['kills']} kills, {sum(k['in_flight'].values())} in the middle of a deed; "
    told += f"{k['turns']} turns acknowledged, {lost} lost, {faults} broken"
    amiss = [*k["faults"], *k["lost"]]
    told += f"; the first: {amiss[0]}" if amiss else ""
    met = k["kills"] >= kills and sum(k["in_flight"].values()) >= kills / 2
    kinds = all(k["by_kind"].get(kind, 0) > 0 for kind in ("write", "rekey", "consolidate"))
    ok = met and kinds and k["turns"] > 0 and lost == faults == 0
    yield Line("4 kill -9", told, f"{kills} kills, nothing lost or broken", ok)
    told = f"{k['files']} files looked through, {leaks} with plain text"
    yield Line("4 plain text in files", told, "none", k["files"] > 0 and leaks == 0)
    a = f["attacks"]["outcomes"]
    refused = sum(each["refused"] and each["unchanged"] for each in a)
    told = f"{refused} of {len(a)} refused, every byte unchanged"
    yield Line("4 wrong keys and altered files", told, "all", refused == len(a) > 0)
    whole = sum(each["whole"] for each in f["indexes"])
    ok = whole == len(f["indexes"]) > 0
    yield Line("4 harmed indexes", f"{whole} of {len(f['indexes'])} made anew", "all", ok)


def isolation(bench: Bench) -> Show:
    """Tests that nothing of one scope is ever in another."""
    ran = bench.run(bench.python, "-m", "pytest", *ISOLATION)
    summary = ran.last_line.strip("= ")
    ok = ran.code == 0 and " passed" in summary and "skipped" not in summary
    yield Line("5 two users, two workspaces", summary, "all pass, none skipped", ok)


# ---- item 6


def split(bench: Bench, *, quick: bool) -> Show:
    """The oracle on the benchmark's memory tasks: it has to find what it rests on."""
    half = "dev" if quick else "test"
    with tempfile.TemporaryDirectory() as folder:
        run = ["bench", "run", "--split", half, "--planner", "oracle", "--dimension", "memory"]
        ran = bench.run(bench.command, *run, "--out", folder)
        if ran.code:
            raise ValueError(ran.last_line)
        report = bench.run(bench.command, "bench", "report", Path(folder), "--json").answer()
    found = report["reports"][0]
    gate = found["gates"].get("memory_retrieved", {"passed": 0, "total": 0})
    told = f"{gate['passed']} of {gate['total']} {half} tasks found what they rest on"
    ok = gate["total"] > 0 and gate["passed"] / gate["total"] >= GATE_FLOOR
    yield Line("6 memory gates", told, f"{GATE_FLOOR:g}", ok)
    done = found["by"]["dimension"]["memory"]
    told = f"{done['passed']} of {found['tasks']} {half} tasks"
    ok = found["tasks"] > 0 and done["passed"] / found["tasks"] >= GATE_FLOOR
    yield Line("6 oracle, memory dimension", told, f"{GATE_FLOOR:g}", ok)
