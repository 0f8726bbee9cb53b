"""``make show-training``: the ablation of CARE, a cold start, exports, runs, controller, guard."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

from shows._wheel import PERSON, Wheel, kept_folder, passing
from shows.framework import SEED, Bench, Line, Show, reached, safely

CHANCE = ("--seed", str(SEED))
SEEDS, QUICK_SEEDS, QUICK_CARE_STEPS = 5, 1, 3
ABLATION_MINUTES = 40
FEWER, AIM, LEAST_POINTS, WITHOUT_FLOOR = -0.20, -0.325, -0.5, -5.0
"""Where a shortcut is usually right: of tokens and points of accuracy, against plain GRPO."""
FEWER_EVEN = -0.10
TASKS, QUICK_TASKS = 6000, 40
LEARNING = (
    *("--layers", "12", "--group", "12", "--accumulate", "1"),
    *("--lr", "4e-4", "--eval-most", "16"),
)
STEPS, QUICK_STEPS, MINUTES = 200, 2, 60
EXAMPLES_S = 2.0
DEV_TASKS, QUICK_DEV_TASKS = 200, 4
ALIKE, COMPARED, COMPARED_MERGED, QUICK_COMPARED = 0.98, 50, 20, 2
"""Dev tasks, two answers each, of the file that ships and of the others."""
POINTS_LOST, ALL = 2.0, "all"
"""Of general ability: the mean of its sets; a set by itself is too small to tell 2 points."""
EXPORTS = ("lora", "q8_0", "q4_k_m")
RESUMED = ("tests/trainer/train/test_cold_start.py",)
MULTI_TURN = ("tests/trainer/train/care/test_running.py",)
EQUATIONS = (
    "tests/trainer/train/care/test_objective.py",
    "tests/trainer/train/care/test_trainer.py",
)
CONTROLLER = ("tests/trainer/train/care/test_controlling.py",)
Cell = Mapping[str, Any]


def show(*, quick: bool) -> Show:
    """Every item, in a folder that is gone afterwards, or in that of ``SHOW_FOLDER``."""
    with kept_folder() as folder:
        yield from items(Bench(), folder, quick=quick)


def items(bench: Bench, folder: Path, *, quick: bool) -> Show:
    """Every item; what ``folder`` holds already is not made again."""
    wheel = Wheel(bench, folder / "home")
    yield from safely("1 ablation", ablation(wheel, folder, quick=quick))
    yield from safely("1 equations", passing(bench, "1 equations by hand, any cut", EQUATIONS))
    yield from safely("2 cold start", cold_start(wheel, folder, quick=quick))
    yield from safely("2 resume", passing(bench, "2 kill -9, the same curve", RESUMED))
    yield from safely("3 multi-turn", passing(bench, "3 CARE through the harness", MULTI_TURN))
    yield from safely("3 GPU", gpu(bench, folder))
    yield from safely("4 exports", exports(wheel, folder, quick=quick))
    yield from safely("2 worth", worth(wheel, folder, quick=quick))
    yield from safely("5 runs", pages(wheel, folder))
    yield from safely("6 controller", passing(bench, "6 controller", CONTROLLER))


# ---- item 1


def ablation(wheel: Wheel, folder: Path, *, quick: bool) -> Show:
    """Three arms, two families; a quick sample is too short to hold a floor, and says so."""
    out, before = folder / "ablation", wheel.seconds
    few = ("--seeds", str(QUICK_SEEDS), "--steps", str(QUICK_CARE_STEPS))
    full = ("--seeds", str(SEEDS))
    made = wheel.one(
        "care-ablation", "--out", out, "--workers", str(os.cpu_count()), *(few if quick else full)
    )
    minutes = (wheel.seconds - before) / 60
    yield from arms(made["cells"])
    if not quick:
        yield from floors({(cell["family"], cell["arm"]): cell for cell in made["cells"]})
    told = f"{minutes:.1f} minutes on {os.cpu_count()} cores"
    yield Line("1 time", told, f"{ABLATION_MINUTES} minutes", minutes <= ABLATION_MINUTES)
    drawn = Path(made["plot"]).stat().st_size
    yield Line("1 plot", f"{drawn / 1e3:.0f} kB, {Path(made['plot']).name}", "drawn", drawn > 0)


def arms(cells: list[Cell]) -> Iterator[Line]:
    """What each arm came to, over its seeds."""
    for cell in cells:
        tokens, calls = fmean(cell["tokens"]), fmean(cell["calls"])
        told = f"{_points(cell):.1f} % right, {tokens:.1f} tokens, {calls:.2f} calls"
        told += f", {len(cell['seeds'])} seeds"
        yield Line(f"1 {cell['family']} {cell['arm']}", told, "reported", len(cell["seeds"]) > 0)


def floors(cells: Mapping[tuple[str, str], Cell]) -> Iterator[Line]:
    """Full CARE and CARE without its floor against plain GRPO; too few seeds hold nothing."""
    enough = min(len(cell["seeds"]) for cell in cells.values()) >= SEEDS
    for family, fewer in (("quiet", FEWER), ("even", FEWER_EVEN)):
        plain = cells[family, "grpo"]
        points = _points(cells[family, "care"]) - _points(plain)
        tokens = fmean(cells[family, "care"]["tokens"]) / fmean(plain["tokens"]) - 1
        told, floor = f"{tokens:+.1%} tokens, {points:+.1f} points", f"{fewer:.0%}, {LEAST_POINTS}"
        ok = enough and tokens <= fewer and points >= LEAST_POINTS
        yield Line(f"1 CARE, {family}", f"{told} (aim {_aim(tokens)})", floor, ok)
    lost = _points(cells["quiet", "no-floor"]) - _points(cells["quiet", "grpo"])
    ok = enough and lost <= WITHOUT_FLOOR
    yield Line("1 without its floor, quiet", f"{lost:+.1f} points", f"{WITHOUT_FLOOR}", ok)


def _points(cell: Cell) -> float:
    return 100 * fmean(cell["accuracy"])


def _aim(tokens: float) -> str:
    return f"{AIM:.1%} {reached(tokens <= AIM)}"


# ---- item 2


def cold_start(wheel: Wheel, folder: Path, *, quick: bool) -> Show:
    """A LoRA of the default planner, learned from what an oracle did in constructed tasks."""
    out = _run(folder)
    learn = ("--base", wheel.bench.planner, "--out", out, *CHANCE)
    steps = str(QUICK_STEPS if quick else STEPS)
    data = _data_set(wheel, folder, QUICK_TASKS if quick else TASKS)
    wheel.all("sft", data, *learn, "--steps", steps, "--evals", steps, *LEARNING)
    yield from learned(_lines(out / "steps.jsonl"), _lines(out / "evals.jsonl"), quick=quick)


def learned(steps: list[Cell], looks: list[Cell], *, quick: bool) -> Iterator[Line]:
    """Speed, memory and curve. An example is an answer of the planner, with all before it."""
    seconds = sum(step["seconds"] for step in steps)
    answers, attempts = (sum(step[name] for step in steps) for name in ("answers", "examples"))
    tokens = sum(step["tokens"] + step["context_tokens"] for step in steps) / seconds
    told = f"{answers / seconds:.2f} a second ({attempts / seconds:.2f} whole attempts), "
    told += f"{tokens:.0f} tokens a second, {os.cpu_count()} cores"
    ok = quick or answers / seconds >= EXAMPLES_S
    yield Line("2 examples", told, "reported" if quick else f"{EXAMPLES_S}", ok)
    memory = max(step["memory_mb"] for step in steps)
    yield Line("2 memory", f"{memory / 1e3:.1f} GB", "reported", memory > 0)
    ends = [fmean(step["loss"] for step in part) for part in (steps[:5], steps[-5:])]
    held = f"held out {looks[0]['dev_loss']:.3f} to {looks[-1]['dev_loss']:.3f}"
    exact = f"exact answers {looks[0]['dev_exact']:.0%} to {looks[-1]['dev_exact']:.0%}"
    told = f"{ends[0]:.3f} to {ends[1]:.3f} in {len(steps)} steps; {held}; {exact}"
    yield Line("2 loss", told, "falls", quick or ends[1] < ends[0])
    minutes = seconds / 60
    yield Line("2 time", f"{minutes:.0f} minutes", f"{MINUTES} minutes", minutes <= MINUTES)


def _data_set(wheel: Wheel, folder: Path, count: int) -> Path:
    kept, tasks = folder / "first", folder / "tasks.jsonl"
    if not kept.exists():
        wheel.all("tasks", "construct", "--count", str(count), *CHANCE, "--out", tasks)
        wheel.all("collect", "--policy", "oracle", "--from", tasks, *CHANCE)
        wheel.all("curate")
        proposal = wheel.one("diagnose", "--policy", "oracle")["proposal"]
        wheel.all("proposal", "approve", proposal, *PERSON)
        kept.write_text(wheel.one("freeze", proposal, "--out", folder / "sets")["dataset"])
    return folder / "sets" / kept.read_text()


def _run(folder: Path) -> Path:
    return folder / "run"


def _lines(path: Path) -> list[Cell]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def worth(wheel: Wheel, folder: Path, *, quick: bool) -> Show:
    """Dev tasks and general ability, before and after, with the very file that ships."""
    adapter = next((folder / "lora").glob("*.gguf"))
    few = ("--tasks", str(QUICK_DEV_TASKS if quick else DEV_TASKS))
    planner = ("--planner", wheel.bench.planner, "--adapter", adapter)
    found = wheel.answer("evaluate", *planner, "--out", folder / "evaluation", *few, *CHANCE)
    yield from before_and_after(found, quick=quick)


# ---- item 3


def gpu(bench: Bench, folder: Path) -> Show:
    """The table of the GPU script, where there is a GPU."""
    there = bench.run(bench.python, "-c", "import torch; print(torch.cuda.device_count())")
    if there.last_line == "0":
        why = "no GPU here; device_scripts/gpu_smoke.sh was not run"
        yield Line("3 GPU", why, "a table", None)
        return
    base = next((folder / "ablation" / "bases").iterdir())
    ran = bench.run("device_scripts/gpu_smoke.sh", base, folder / "gpu")
    yield Line("3 GPU", ran.out[-400:], "a table", ran.code == 0)


# ---- item 4


def exports(wheel: Wheel, folder: Path, *, quick: bool) -> Show:
    """Each kind of file, and how many of its actions are the checkpoint's."""
    for kind in EXPORTS:
        tasks = COMPARED if kind == EXPORTS[0] else COMPARED_MERGED
        few = ("--agreement", "0", "--tasks", str(QUICK_COMPARED if quick else tasks))
        made = wheel.one("export", _run(folder), "--as", kind, "--out", folder / kind, *few)
        yield exported(kind, made)


def exported(kind: str, made: Cell) -> Line:
    """A file's line: the one that ships has to act as the checkpoint does."""
    told = f"{made['agreement']:.3f} of {made['answers']} actions, {made['bytes'] / 1e6:.0f} MB"
    ships = kind == EXPORTS[0]
    floor = f"{ALIKE}" if ships else f"reported; below {ALIKE} refused"
    return Line(f"4 {kind}", told, floor, not ships or made["agreement"] >= ALIKE)


# ---- item 5


def pages(wheel: Wheel, folder: Path) -> Show:
    """Finished runs told from their files, as text, as JSON and as a page."""
    first, second = _run(folder), folder / "ablation" / "runs" / "quiet" / "care.0"
    for words in (("show", first), ("compare", first, second)):
        page = folder / f"{words[0]}.html"
        made = wheel.one("runs", *words, "--html", page)
        drawn = page.exists() and "<svg" in page.read_text("utf-8")
        told = f"{len(made)} parts, a page of {page.stat().st_size / 1e3:.0f} kB"
        yield Line(f"5 runs {words[0]}", told, "text and page", bool(made) and drawn)


# ---- items 2 and 6: what the file that ships is worth


def before_and_after(found: Cell, *, quick: bool) -> Iterator[Line]:
    """An evaluation's lines: success on dev tasks, and general ability, against the parent."""
    measured, guard = found["benchmark"], found["guard"]["scores"]
    passed = {name: measured[name]["points"] for name in ("parent", "new")}
    told = f"{passed['parent']:.1f} to {passed['new']:.1f} of 100, {measured['tasks']} dev tasks"
    yield Line("2 before and after", told, "rises", quick or passed["new"] > passed["parent"])
    for name in (ALL, *sorted(each for each in guard if each != ALL)):
        each = guard[name]
        told = f"{each['parent']:.1f} to {each['new']:.1f} of 100, {each['items']} items"
        ok = name != ALL or each["parent"] - each["new"] <= POINTS_LOST
        floor = f"at most {POINTS_LOST} down" if name == ALL else "reported"
        yield Line(f"6 guard: {name}", told, floor, ok)
