"""``make show-flywheel``: from nothing to a data set, attribution, a second turn, kills."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from shows._wheel import PERSON, Wheel, kept_folder, passing
from shows.framework import SEED, Bench, Line, Show, safely

CHANCE = ("--seed", str(SEED))
TASK_FILE, SETS, FIRST = "tasks.jsonl", "sets", "first"
TASKS, QUICK_TASKS = 22_000, 150
TASKS_TRIED, QUICK_TASKS_TRIED, GROUP = 125, 1, 8
SHORTLY = ("--most-steps", "8")
STEPS, QUICK_STEPS, LIKE_CHECKPOINT = 110, 2, 0.5
LEARNING = (
    *("--calls", "1", "--group", "8", "--accumulate", "1"),
    *("--lr", "4e-4", "--eval-most", "16"),
)
EASY = ("--direct", "--easier-than", "0.3", "--temperature", "0.3", "--likeliest")
"""What the trained planner tries: as its draws have it, no task twice, and after the first round of
the families that it did best."""
A_ROUND, ROUNDS, ENOUGH = 300, 8, 530
"""Tasks of a round; no other round begins once so many rollouts of planners are fit to be learned
from, of which freezing may leave some out."""
DEV_TASKS, QUICK_DEV_TASKS, AIMED = 300, 150, 80
ASKED = 0.75
"""The share of tries that goes to what diagnosis asked for; the rest is there to compare with."""
ATTEMPTS = 8
"""At a task, which is the fewest that can show it mastered or failing."""
EXAMPLES, SEVERAL_STEPS, CHINESE, SAMPLED = 20_000, 8_000, 0.45, 500
AGREEMENT, JUDGED = 0.85, 100
WEAKNESSES = {"never-converts-units": "units", "forgets-second-turn": "later_turn"}
"""The trait of tasks that a planted weakness shows in."""
KILLS = ("tests/trainer/test_wheel_kills.py", "tests/trainer/tasks/test_construction_kills.py")
PROPERTIES = ("tests/trainer/diagnose", "tests/trainer/freeze", "tests/trainer/experience")
POISON = ("tests/trainer/test_wheel_commands.py",)


def show(*, quick: bool) -> Show:
    """Every item, in a folder that is gone afterwards, or in that of ``SHOW_FOLDER``."""
    with kept_folder() as folder:
        yield from items(Bench(), folder, quick=quick)


def items(bench: Bench, folder: Path, *, quick: bool) -> Show:
    """Every item; what ``folder`` holds already is not made again."""
    wheel = Wheel(bench, folder / "home")
    for name, part in {
        "first data set": first_set,
        "planner": sampling,
        "data set": data_set,
    }.items():
        yield from safely(f"1 {name}", part(wheel, folder, quick=quick))
    yield from safely("2 attribution", attribution(wheel))
    yield from safely("2 judged blind", judged(bench))
    for policy, trait in WEAKNESSES.items():
        wheel = Wheel(bench, folder / policy)
        yield from safely(f"3 {policy}", second_turn(wheel, folder, policy, trait, quick=quick))
    yield from safely("4 kills", passing(bench, "4 kill -9 in each step", KILLS))
    yield from safely("4 properties", passing(bench, "4 weights, lineage, splits", PROPERTIES))
    yield from safely("4 poison", passing(bench, "4 poisoned experience", POISON))


# ---- item 1


def first_set(wheel: Wheel, folder: Path, *, quick: bool) -> Show:
    """From nothing to a first data set, for a planner to be trained on."""
    tasks, planner = folder / TASK_FILE, wheel.bench.planner
    count, tried = (QUICK_TASKS, QUICK_TASKS_TRIED) if quick else (TASKS, TASKS_TRIED)
    wheel.all("tasks", "construct", "--count", str(count), *CHANCE, "--out", tasks)
    wheel.all("collect", "--policy", "oracle", "--from", tasks, *CHANCE)
    group = ("--group", str(GROUP), *SHORTLY, *CHANCE)
    wheel.all("collect", "--policy", planner, "--from", tasks, "--tasks", str(tried), *group)
    if not (folder / FIRST).exists():
        wheel.all("curate")
        found = wheel.one("diagnose", "--policy", planner)
        wheel.all("proposal", "approve", found["proposal"], *PERSON)
        frozen = wheel.one("freeze", found["proposal"], "--out", folder / SETS)
        (folder / FIRST).write_text(frozen["dataset"])
    first = (folder / FIRST).read_text()
    yield Line("1 first data set", first[:12], "reported", True)


def sampling(wheel: Wheel, folder: Path, *, quick: bool) -> Show:
    """A planner is trained on the first data set, and tries what is easy to it."""
    steps, likened = (QUICK_STEPS, 2) if quick else (STEPS, 12)
    planner, trained = wheel.bench.planner, folder / "run"
    learn = (
        "--base",
        planner,
        "--out",
        trained,
        "--steps",
        str(steps),
        "--evals",
        str(steps),
        *LEARNING,
    )
    wheel.all("sft", folder / SETS / (folder / FIRST).read_text(), *learn, *CHANCE)
    like = ("--agreement", str(LIKE_CHECKPOINT), "--tasks", str(likened))
    shipped = wheel.one("export", trained, "--out", folder / "shipped", *like)
    alike = f"{shipped['agreement']:.3f} of {shipped['answers']} actions are the checkpoint's"
    yield Line("1 a planner trained on it", f"{steps} steps; {alike}", "reported", True)
    few = (QUICK_TASKS_TRIED, 1) if quick else (A_ROUND, ROUNDS)
    yield from rounds(wheel, folder, folder / "shipped" / shipped["file"], *few)


def rounds(wheel: Wheel, folder: Path, adapter: Path, count: int, most: int) -> Show:
    """The planner with ``adapter`` tries ``count`` tasks a round, until enough are fit."""
    policy = ("--policy", wheel.bench.planner, "--adapter", adapter)
    tasks = ("--from", folder / TASK_FILE, "--tasks", str(count))
    for round_ in range(1, most + 1):
        again = ("--round", str(round_), *CHANCE)
        wheel.all("collect", *policy, *tasks, *EASY, *SHORTLY, *again)
        sampled = [row for row in _attributed(wheel) if row["policy"] != "oracle"]
        tried, fit = (sum(int(row[name]) for row in sampled) for name in ("rollouts", "suitable"))
        if fit >= ENOUGH:
            break
    told = f"{fit} of {tried} rollouts of planners are fit to be learned from, {round_} rounds"
    yield Line("1 what planners did", told, "reported", tried > 0)


def data_set(wheel: Wheel, folder: Path, *, quick: bool) -> Show:
    """What is frozen in the end: what the oracle did and what planners did, all approved."""
    trained = max((row["policy"] for row in _attributed(wheel)), key=len)
    parent = ("--parent", (folder / FIRST).read_text())
    proposal = wheel.one("diagnose", "--policy", trained, *parent)["proposal"]
    freeze = ("freeze", proposal, "--out", folder / SETS)
    unapproved = wheel.refused(*freeze)
    yield Line("2 freezing what nobody approved", _refused(unapproved), "refused", unapproved)
    wheel.all("proposal", "approve", proposal, *PERSON)
    frozen = wheel.one(*freeze)
    yield from sizes(_counted(wheel.bench, folder / SETS / frozen["dataset"]), quick=quick)
    minutes = wheel.seconds / 60
    told = f"{minutes:.0f} minutes on {os.cpu_count()} cores, data set {frozen['dataset'][:12]}"
    yield Line("1 time", told, "reported", True)
    yield from covered(wheel.one("tasks", "coverage", folder / TASK_FILE))


def _refused(yes: bool) -> str:
    return "refused" if yes else "frozen"


def _counted(bench: Bench, dataset: Path) -> Mapping[str, int]:
    """What the frozen file holds, counted in it by the library that loads it."""
    code = (
        "import sys, json, pyarrow.parquet as pq, pyarrow.compute as pc\n"
        "t = pq.read_table(sys.argv[1])\n"
        "n = lambda m: int(pc.sum(m).as_py() or 0)\n"
        "print(json.dumps({'examples': t.num_rows, 'several': n(pc.greater(t['calls'], 1)),"
        " 'chinese': n(pc.equal(t['language'], 'zh')),"
        " 'sampled': n(pc.greater(pc.list_value_length(t['tokens']), 0))}))"
    )
    ran = bench.run(bench.python, "-c", code, dataset / "examples.parquet")
    return ran.answer()


def sizes(counted: Mapping[str, int], *, quick: bool) -> Iterator[Line]:
    """How much is frozen; a quick sample reports, and only has to hold something of each."""
    examples = counted["examples"]
    share = counted["chinese"] / examples if examples else 0.0
    least = {"examples": EXAMPLES, "several": SEVERAL_STEPS, "sampled": SAMPLED}
    names = {"examples": "verified trajectories", "several": "of several steps"}
    for key, name in {**names, "sampled": "sampled from a planner"}.items():
        floor = (0 if key == "sampled" else 1) if quick else least[key]
        yield Line(f"1 {name}", str(counted[key]), f"{floor}", counted[key] >= floor)
    yield Line("1 Chinese", f"{share:.1%}", f"{CHINESE:.0%}", share >= CHINESE)


def covered(coverage: Mapping[str, Any]) -> Iterator[Line]:
    """The coverage tables, a line each."""
    for name, table in coverage["tables"].items():
        met = sum(row["missing"] == 0 for row in table.values())
        told = f"{met} of {len(table)} targets met"
        yield Line(f"1 coverage: {name}", told, "reported", len(table) > 0)
    indirect = ", ".join(f"{share:.0%} {of}" for of, share in coverage["indirect"].items())
    tools = len(coverage["diversity"])
    yield Line("1 indirect wordings", f"{indirect}; {tools} tools", "reported", tools > 0)


# ---- item 2


def _attributed(wheel: Wheel) -> list[dict[str, str]]:
    """A row a policy: what it did, and what its failures are put down to."""
    rows: list[dict[str, str]] = wheel.one("curate")["attribution"]
    return rows


def attribution(wheel: Wheel) -> Show:
    """What the planner's failures are put down to."""
    for row in _attributed(wheel):
        told = ", ".join(f"{key} {value}" for key, value in row.items() if key != "policy")
        yield Line(f"2 attribution: {row['policy']}", told, "reported", int(row["rollouts"]) > 0)


def judged(bench: Bench) -> Show:
    """What the rules say of rollouts that a reader judged before."""
    found = bench.run(bench.python, "-m", "shows.judging_cases").answer()
    told = f"{found['agreed']} of {found['judged']}, {found['share']:.3f}"
    ok = found["judged"] >= JUDGED and found["share"] >= AGREEMENT
    yield Line("2 judged blind", told, f"{AGREEMENT} of {JUDGED}", ok)


# ---- item 3


def second_turn(wheel: Wheel, folder: Path, policy: str, trait: str, *, quick: bool) -> Show:
    """A policy with a planted weakness: named, aimed at, and weighed."""
    dev = ("--split", "dev", "--tasks", str(QUICK_DEV_TASKS if quick else DEV_TASKS))
    wheel.all("collect", "--policy", policy, *dev, *CHANCE)
    wheel.all("curate")
    first = wheel.one("diagnose", "--policy", policy)
    named = [gap for gap in first["gaps"] if gap.get("trait") == trait]
    told = f"{len(named)} gaps name {trait}, of {len(first['gaps'])}"
    yield Line(f"3 {policy}: diagnosis", told, "names it", bool(named))
    aimed = folder / f"{policy}.jsonl"
    gaps = ("--from-gaps", first["proposal"], "--asked-share", str(ASKED))
    wheel.all("tasks", "construct", "--count", str(AIMED), *CHANCE, *gaps, "--out", aimed)
    anew = ("--from", aimed, "--round", "1", *CHANCE)
    again = wheel.all("collect", "--policy", policy, *anew, "--group", str(ATTEMPTS))
    tasks = {each["task"] for each in again}
    failed = tasks - {each["task"] for each in again if each["passed"]}
    told = f"fails {len(failed)} of {len(tasks)} tasks made for it"
    yield Line(f"3 {policy}: construction", told, "half", len(failed) * 2 >= len(tasks) > 0)
    wheel.all("collect", "--policy", "oracle", *anew)
    wheel.all("curate")
    yield from _weighed(wheel, policy, failed)


def _weighed(wheel: Wheel, policy: str, failed: set[str]) -> Iterator[Line]:
    second = wheel.one("diagnose", "--policy", policy, "--round", "1")
    shown = wheel.one("proposal", "show", second["proposal"])
    weights = {each["of"]: each["weight"] for each in shown["weights"]}
    of_failed = [weights[task] for task in failed if task in weights]
    others = [weight for task, weight in weights.items() if task not in failed]
    mean = [sum(each) / len(each) if each else 0.0 for each in (of_failed, others)]
    told = f"{mean[0]:.2f} for what failed, {mean[1]:.2f} for the rest"
    ok = bool(of_failed) and bool(others) and mean[0] > mean[1]
    yield Line(f"3 {policy}: weight", told, "moves to what failed", ok)
