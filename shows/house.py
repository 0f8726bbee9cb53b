"""``make show-house``: one request end to end, the tests, the raw planner, speed, faults."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from shows.framework import BIN, ROOT, Line, Ran, Show, folder_mb, run
from tandem_edge.phone.normalise import BadArgument, normalise
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import ToolCall

ALARM = "Set an alarm for 7:30 tomorrow called Morning run"
OTHERS = {"Bluetooth": "Turn off Bluetooth", "Chinese contact": "新建联系人李雷，电话13800138000"}
SMOKE = ROOT / "tests" / "assets" / "smoke_requests.jsonl"
SEED = 7
SECOND_RUN_FLOOR_S = 20.0
SECOND_RUN_AIM_S = 10.0
HARNESS_FLOOR = 0.08
HARNESS_AIM = 0.05
SMOKE_FLOOR = 10
"""Right tools of 40: a planner that answers without reading gets one or two."""
FAULT_TESTS = ("tests/journeys/test_faults.py", "tests/edge/models/test_pull.py")


@dataclass(frozen=True)
class Bench:
    """What the items run; a sabotage test puts something broken in its place."""

    tandem: Path = BIN / "tandem"
    python: Path = BIN / "python"
    planner: str = "qwen2.5-coder-0.5b"
    make: tuple[str, ...] = ("make",)
    env: Mapping[str, str] = field(default_factory=dict)

    def ask(self, text: str, *options: str, one_core: bool = False) -> Ran:
        """``tandem ask --json`` on a fresh sandbox phone."""
        command = [self.tandem, "ask", text, "--json", "--yes", "--planner", self.planner]
        pinned = ["taskset", "-c", "0"] if one_core and shutil.which("taskset") else []
        return run([*pinned, *command, *options], env={"TANDEM_PLANNER_THREADS": "1", **self.env})


def show(*, quick: bool) -> Show:
    """Items 1 to 5, as they are measured."""
    bench = Bench()
    if quick:
        yield from first_run_here(bench)
    else:
        yield from fresh_clone(bench)
    yield second_run(bench)
    yield from other_requests(bench)
    if quick:
        yield check_passes(bench, ROOT)
        yield Line("2 make test", "needs the full run, or: make test", "passes, 0 skipped", None)
    yield from smoke(bench, limit=10 if quick else None)
    yield from speed(bench, runs=1 if quick else 3)
    yield from faults(bench)


# ---- item 1: from nothing to a changed phone


def fresh_clone(bench: Bench) -> Iterator[Line]:
    """``make run``, ``make check`` and ``make test`` in a clone, nothing cached."""
    folder = Path(tempfile.mkdtemp(prefix="tandem-show-"))
    try:
        clone = folder / "clone"
        run(["git", "clone", "--quiet", ROOT, clone])
        models = folder / "models"
        env = {
            "PIP_NO_CACHE_DIR": "1",
            "TANDEM_MODELS_DIR": str(models),
            "TANDEM_HOME": str(folder / "home"),
            "TANDEM_PLANNER_THREADS": "1",
        }
        ran = run([*bench.make, "run"], cwd=clone, env=env)
        cost = (
            f"{ran.seconds / 60:.1f} min, {folder_mb(clone / '.venv') + folder_mb(models):,.0f} MB"
        )
        yield alarm_line("1 make run, fresh clone", ran, clone / ".venv" / "run-phone.json", cost)
        cached = {key: value for key, value in env.items() if key != "PIP_NO_CACHE_DIR"}
        yield check_passes(bench, clone, cached)
        yield tests_pass(bench, clone, cached)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def first_run_here(bench: Bench) -> Iterator[Line]:
    """``make run`` in this clone, whose environment stands already."""
    ran = run([*bench.make, "run"], env={"TANDEM_PLANNER_THREADS": "1"})
    state = ROOT / ".venv" / "run-phone.json"
    yield alarm_line("1 make run, this clone", ran, state, f"{ran.seconds:.1f} s")


def alarm_line(item: str, ran: Ran, state: Path, cost: str) -> Line:
    """Whether the saved phone has the alarm that was asked for."""
    there = has_alarm(state)
    outcome = next((line for line in ran.out.splitlines() if line.startswith("Outcome:")), "")
    said = "alarm 07:30 Morning run is on the phone" if there else "no such alarm"
    return Line(item, f"{said}; {outcome or f'exit {ran.code}'}; {cost}", "that alarm", there)


def has_alarm(state: Path) -> bool:
    """Read the phone's file: the alarm for tomorrow 7:30 called Morning run."""
    try:
        alarms = json.loads(state.read_bytes())["tables"]["alarms"].values()
    except (OSError, ValueError, KeyError):
        return False
    return any(
        alarm["next"].startswith("2026-03-11T07:30") and alarm["label"] == "Morning run"
        for alarm in alarms
    )


def second_run(bench: Bench) -> Line:
    """The same request with everything installed, on one core."""
    ran = bench.ask(ALARM, "--seed", str(SEED), one_core=True)
    made = any(change["table"] == "alarms" for change in end_of(ran).get("changes", []))
    reached = "reached" if ran.seconds <= SECOND_RUN_AIM_S else "not reached"
    return Line(
        "1 second run, one core",
        f"{ran.seconds:.1f} s, alarm {'set' if made else 'not set'} "
        f"(aim {SECOND_RUN_AIM_S:.0f} s: {reached})",
        f"{SECOND_RUN_FLOOR_S:.0f} s",
        made and ran.seconds <= SECOND_RUN_FLOOR_S,
    )


def other_requests(bench: Bench) -> Iterator[Line]:
    """Two more requests of the same command line, reported as they come out."""
    for name, text in OTHERS.items():
        ran = bench.ask(text, "--seed", str(SEED))
        end = end_of(ran)
        changed = ", ".join(f"{c['table']}/{c['key']}" for c in end.get("changes", [])) or "nothing"
        first = next((call_of(event) for event in calls(ran)), "no call")
        yield Line(
            f"1 {name}",
            f"{first}; changed {changed}; {end.get('outcome', 'no end')}, {ran.seconds:.1f} s",
            "ends by itself or by budget",
            end.get("outcome") in {"done", "asked", "refused", "budget"},
        )


# ---- item 2: tests and checks


def check_passes(bench: Bench, folder: Path, env: Mapping[str, str] | None = None) -> Line:
    """``make check``."""
    ran = run([*bench.make, "check"], cwd=folder, env=env)
    measured = f"{ran.last_line.strip()} ({ran.seconds / 60:.1f} min)"
    return Line("2 make check", measured, "passes", ran.code == 0)


def tests_pass(bench: Bench, folder: Path, env: Mapping[str, str] | None = None) -> Line:
    """``make test``, with nothing skipped."""
    ran = run([*bench.make, "test"], cwd=folder, env=env)
    summary = ran.last_line.strip("= ")
    ok = ran.code == 0 and " passed" in summary and "skipped" not in summary
    measured = f"{summary} ({ran.seconds / 60:.1f} min)"
    return Line("2 make test", measured, "passes, 0 skipped", ok)


# ---- item 3: the raw planner on 40 hand-written requests


@dataclass
class Tally:
    """Right answers of one language."""

    asked: int = 0
    tool: int = 0
    arguments: int = 0


def smoke(bench: Bench, limit: int | None = None) -> Iterator[Line]:
    """Tool and argument accuracy of the first call, as it is. Never tuned on."""
    rows = [json.loads(line) for line in SMOKE.read_text("utf-8").splitlines()]
    if limit:
        rows = rows[: limit // 2] + rows[len(rows) // 2 :][: limit // 2]
    tallies = {"en": Tally(), "zh": Tally()}
    for row in rows:
        ran = bench.ask(row["text"], "--seed", str(SEED))
        first = next((ToolCall(**event["call"]) for event in calls(ran)), None)
        tally = tallies[row["language"]]
        tally.asked += 1
        tally.tool += first is not None and first.name == row["call"]["name"]
        tally.arguments += first is not None and same_call(first, ToolCall(**row["call"]))
    spanned = len({row["call"]["name"] for row in rows})
    right = sum(tally.tool for tally in tallies.values())
    for language, tally in tallies.items():
        measured = f"tool {tally.tool}/{tally.asked}, arguments too {tally.arguments}/{tally.asked}"
        yield Line(f"3 smoke requests, {language}", measured, "reported", tally.asked > 0)
    floor = SMOKE_FLOOR * len(rows) / 40
    yield Line(
        f"3 smoke requests, all {len(rows)}",
        f"tool {right}/{len(rows)} over {spanned} tools",
        f"{floor:g} right tools",
        right >= floor,
    )


def same_call(made: ToolCall, required: ToolCall) -> bool:
    """Same tool, and every required argument equal after normalisation; texts ignore case."""
    phone = SandboxPhone.generate(SEED)
    spec = phone.catalogue.spec(required.name)
    if spec is None or made.name != required.name:
        return False
    try:
        got = normalise(spec, made.arguments, phone.now())
        want = normalise(spec, required.arguments, phone.now())
    except BadArgument:
        return False
    return all(folded(got.get(name)) == folded(want[name]) for name in required.arguments)


def folded(value: Any) -> Any:
    """Texts compare without regard to case."""
    return value.casefold() if isinstance(value, str) else value


# ---- item 4: where time, tokens and memory go


def speed(bench: Bench, runs: int) -> Iterator[Line]:
    """The figures of ``tandem bench speed``, one line each."""
    command = [bench.tandem, "bench", "speed", "--json", "--runs", str(runs)]
    ran = run(
        [*command, "--planner", bench.planner], env={"TANDEM_PLANNER_THREADS": "1", **bench.env}
    )
    figures = next(iter(ran.events()), None)
    if figures is None:
        yield Line("4 speed", f"exit {ran.code}: {ran.last_line}", "measured", False)
        return
    where = f"{figures['cores']} cores, planner on {figures['threads']}"
    cold, warm = figures["cold_first_action_s"], figures["warm_first_action_s"]
    yield Line("4 first action, cold", f"{cold:.2f} s ({where})", "reported", cold > 0)
    yield Line("4 first action, warm", f"{warm:.2f} s (median)", "reported", warm > 0)
    whole, new = sum(figures["prompt_tokens"]), sum(figures["new_tokens"])
    steps = len(figures["prompt_tokens"])
    yield Line(
        "4 prompt tokens a step",
        f"{whole / max(steps, 1):.0f} without prefix reuse, {new / max(steps, 1):.0f} with "
        f"({steps} steps: {figures['new_tokens']} of {figures['prompt_tokens']})",
        "fewer with reuse",
        steps > 1 and new < whole,
    )
    decode = figures["decode_tokens_per_s"]
    yield Line(
        "4 rates",
        f"prefill {figures['prefill_tokens_per_s']:.0f}, decode {decode:.1f} tokens/s",
        "reported",
        decode > 0,
    )
    yield Line(
        "4 peak memory",
        f"parent {figures['parent_peak_mb']:.0f} MB, child {figures['child_peak_mb']:.0f} MB",
        "reported",
        figures["child_peak_mb"] > 0,
    )
    share = figures["harness_share"]
    reached = "reached" if share <= HARNESS_AIM else "not reached"
    yield Line(
        "4 harness share of the time",
        f"{100 * share:.2f} % (aim {100 * HARNESS_AIM:.0f} %: {reached})",
        f"{100 * HARNESS_FLOOR:.0f} %",
        share <= HARNESS_FLOOR,
    )


# ---- item 5: faults


def faults(bench: Bench) -> Iterator[Line]:
    """A line a fault: what was broken, and whether it ended in one clear sentence."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [bench.python, "-m", "pytest", "-q", f"--junitxml={report}", *FAULT_TESTS]
        run(command, env={"COMMAND_UNDER_TEST": str(bench.tandem)})
        if not report.exists():
            yield Line("5 faults", "the tests did not run", "each clear", False)
            return
        cases = ElementTree.parse(report).getroot().iter("testcase")
        for case in sorted(cases, key=lambda case: case.get("name", "")):
            name = case.get("name", "").removeprefix("test_").replace("_", " ")
            skipped = case.find("skipped") is not None
            ok = not skipped and case.find("failure") is None and case.find("error") is None
            yield Line(f"5 {name}", "as it should" if ok else "not so", "one clear sentence", ok)


# ---- reading event streams


def end_of(ran: Ran) -> dict[str, Any]:
    """The ``turn_ended`` event, or an empty object."""
    return next((e for e in reversed(ran.events()) if e.get("type") == "turn_ended"), {})


def calls(ran: Ran) -> Iterator[dict[str, Any]]:
    """The ``call_started`` events."""
    return (event for event in ran.events() if event.get("type") == "call_started")


def call_of(event: dict[str, Any]) -> str:
    """A call in one word group."""
    arguments = ", ".join(f"{k}={v}" for k, v in event["call"]["arguments"].items())
    return f"{event['call']['name']}({arguments})"
