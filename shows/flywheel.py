"""``make show-flywheel``: from nothing to a data set, attribution, a second turn, kills."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from shows.framework import SEED, Bench, Line, Show, run, safely

KEEP = "SHOW_FOLDER"
"""Environment: a folder that is kept, so that a show that was ended goes on where it was."""
TASKS, QUICK_TASKS = 22_000, 150
SAMPLED_TASKS, QUICK_SAMPLED_TASKS, GROUP, MOST_STEPS = 250, 1, 4, 8
DEV_TASKS, QUICK_DEV_TASKS, AIMED = 300, 150, 80
ASKED = 0.75
"""The share of tries that goes to what diagnosis asked for; the rest is there to compare with."""
ATTEMPTS = 8
"""At a task, which is the fewest that can show it mastered or failing."""
EXAMPLES, SEVERAL_STEPS, CHINESE, SAMPLED = 20_000, 8_000, 0.45, 500
AGREEMENT, JUDGED = 0.85, 100
PERSON = ("--as", "demonstration", "--reason", "approved by a demonstration, not by a person")
WEAKNESSES = {"never-converts-units": "units", "forgets-second-turn": "later_turn"}
"""The trait of tasks that a planted weakness shows in."""
KILLS = ("tests/trainer/test_wheel_kills.py", "tests/trainer/tasks/test_construction_kills.py")
PROPERTIES = ("tests/trainer/diagnose", "tests/trainer/freeze", "tests/trainer/experience")
POISON = ("tests/trainer/test_wheel_commands.py",)


def show(*, quick: bool) -> Show:
    """Every item, in a folder that is gone afterwards, or in that of ``SHOW_FOLDER``."""
    with _folder() as folder:
        yield from items(Bench(), folder, quick=quick)


def items(bench: Bench, folder: Path, *, quick: bool) -> Show:
    """Every item; what ``folder`` holds already is not made again."""
    yield from safely("1 data set", data_set(Wheel(bench, folder / "home"), folder, quick=quick))
    yield from safely("2 attribution", attribution(Wheel(bench, folder / "home")))
    yield from safely("2 judged blind", judged(bench))
    for policy, trait in WEAKNESSES.items():
        wheel = Wheel(bench, folder / policy)
        yield from safely(f"3 {policy}", second_turn(wheel, folder, policy, trait, quick=quick))
    yield from safely("4 kills", passing(bench, "4 kill -9 in each step", KILLS))
    yield from safely("4 properties", passing(bench, "4 weights, lineage, splits", PROPERTIES))
    yield from safely("4 poison", passing(bench, "4 poisoned experience", POISON))


@contextmanager
def _folder() -> Iterator[Path]:
    if kept := os.environ.get(KEEP):
        Path(kept).mkdir(parents=True, exist_ok=True)
        yield Path(kept)
    else:
        with tempfile.TemporaryDirectory() as made:
            yield Path(made)


class Wheel:
    """The trainer's commands over one home, and how long they took."""

    def __init__(self, bench: Bench, home: Path) -> None:
        self.bench, self.home = bench, home
        self.seconds = 0.0

    def all(self, *words: str | Path) -> list[dict[str, Any]]:
        """What a command says in JSON. Raises ``ValueError`` where it fails."""
        command = self.bench.command.with_name("tandem-trainer")
        ran = run(
            [command, *words, "--json"],
            cwd=self.bench.root,
            env={**self.bench.env, "TANDEM_HOME": str(self.home), "TANDEM_PLANNER_THREADS": "1"},
            limit_s=24 * 3600,
            clock=self.bench.clock,
        )
        self.seconds += ran.seconds
        if ran.code:
            raise ValueError(f"{words[0]} ended with {ran.code}: {ran.last_line}")
        return ran.events()

    def one(self, *words: str | Path) -> dict[str, Any]:
        """The last thing a command says in JSON; nothing where it says none."""
        return (self.all(*words) or [{}])[-1]

    def refused(self, *words: str | Path) -> bool:
        """Whether a command fails."""
        try:
            self.all(*words)
        except ValueError:
            return True
        return False


# ---- item 1


def data_set(wheel: Wheel, folder: Path, *, quick: bool) -> Show:
    """One command after another, from nothing to what is frozen."""
    tasks = folder / "tasks.jsonl"
    count, seed = (QUICK_TASKS if quick else TASKS), ("--seed", str(SEED))
    wheel.all("tasks", "construct", "--count", str(count), *seed, "--out", tasks)
    wheel.all("collect", "--policy", "oracle", "--from", tasks, *seed)
    sampled = QUICK_SAMPLED_TASKS if quick else SAMPLED_TASKS
    group = ("--group", str(GROUP), "--most-steps", str(MOST_STEPS))
    planner = wheel.bench.planner
    few = ("--tasks", str(sampled), *group, *seed)
    wheel.all("collect", "--policy", planner, "--from", tasks, *few)
    wheel.all("curate")
    proposal = wheel.one("diagnose", "--policy", planner)["proposal"]
    unapproved = wheel.refused("freeze", proposal)
    wheel.all("proposal", "approve", proposal, *PERSON)
    frozen = wheel.one("freeze", proposal)
    minutes = wheel.seconds / 60
    yield Line("2 freezing what nobody approved", _refused(unapproved), "refused", unapproved)
    counted = _counted(wheel.bench, Path(frozen["out"]) / frozen["dataset"])
    yield from sizes(counted, quick=quick)
    told = f"{minutes:.0f} minutes on {os.cpu_count()} cores, data set {frozen['dataset'][:12]}"
    yield Line("1 time", told, "reported", True)
    yield from covered(wheel.one("tasks", "coverage", tasks))


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


def attribution(wheel: Wheel) -> Show:
    """What the planner's failures are put down to."""
    rows = wheel.one("curate")["attribution"]
    for row in rows:
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
    seed = ("--seed", str(SEED))
    wheel.all("collect", "--policy", policy, *dev, *seed)
    wheel.all("curate")
    first = wheel.one("diagnose", "--policy", policy)
    named = [gap for gap in first["gaps"] if gap.get("trait") == trait]
    told = f"{len(named)} gaps name {trait}, of {len(first['gaps'])}"
    yield Line(f"3 {policy}: diagnosis", told, "names it", bool(named))
    aimed = folder / f"{policy}.jsonl"
    gaps = ("--from-gaps", first["proposal"], "--asked-share", str(ASKED))
    wheel.all("tasks", "construct", "--count", str(AIMED), *seed, *gaps, "--out", aimed)
    anew = ("--from", aimed, "--round", "1", *seed)
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


# ---- item 4


def passing(bench: Bench, item: str, tests: tuple[str, ...]) -> Show:
    """Tests that are promises of their own."""
    ran = bench.run(bench.python, "-m", "pytest", "-q", *tests)
    summary = ran.last_line.strip("= ")
    ok = ran.code == 0 and " passed" in summary and "skipped" not in summary
    yield Line(item, summary, "all pass, none skipped", ok)
