"""``tandem bench phone|simulated|worlds``: the environments that tasks run in, measured."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.bench.worlds import WorldsMeasured
    from tandem_edge.settings import Settings


@click.command("phone")
@json_option
@common_options
def phone_speed(settings: Settings, as_json: bool) -> int:
    """Calls a second, reset and snapshot times, memory of many sandbox phones, on one core.

    Busy cores falsify it.

    \b
    Example:
      tandem bench phone --json
    """
    from tandem_edge.bench.throughput import measure

    figures = measure()
    if as_json:
        print_json(asdict(figures))
        return 0
    slow = ", ".join(f"{name} {rate:,.0f}" for name, rate in figures.slowest.items())
    print_text(f"machine           {figures.cores} cores, one used")
    print_text(f"tool calls        {figures.calls_per_s:,.0f} a second over {figures.tools} tools")
    print_text(f"  slowest         {slow}")
    print_text(f"reset             {1000 * figures.reset_s:.3f} ms")
    print_text(
        f"snapshot, restore {1000 * figures.snapshot_s:.3f}, {1000 * figures.restore_s:.3f} ms"
    )
    print_text(f"generate          {1000 * figures.generate_s:.1f} ms")
    print_text(f"save, load        {1000 * figures.save_s:.1f}, {1000 * figures.load_s:.1f} ms")
    print_text(f"memory            {figures.instances_mb:.0f} MB for {figures.instances} phones")
    return 0


@click.command()
@click.option("--attempts", type=click.IntRange(1), default=200, help="Attempts to validate.")
@click.option("--planted", type=click.IntRange(0), default=50, help="Contradictions to plant.")
@click.option("--seed", "run_seed", type=click.IntRange(0), default=1, help="Of everything.")
@json_option
@common_options
def simulated(settings: Settings, attempts: int, planted: int, run_seed: int, as_json: bool) -> int:
    """Contradictions planted in the simulated world's answers, and how many are found.

    The answers are those of a scripted stand-in for a language model, which keeps its books right.

    \b
    Example:
      tandem bench simulated --json
    """
    import tempfile
    from pathlib import Path

    from tandem_edge.bench.simulated import measure_consistency

    with tempfile.TemporaryDirectory() as folder:
        recording = Path(folder) / "recording.jsonl"
        found = measure_consistency(recording, attempts=attempts, planted=planted, seed=run_seed)
    if as_json:
        print_json(asdict(found))
        return 0
    print_text(f"{found.attempts} attempts, {found.answers} answers, {found.tools} tools")
    print_text(f"caught {found.caught} of {found.planted} planted contradictions")
    print_text(f"{found.false_alarms} false alarms")
    return 0


@click.command()
@click.option(
    "--ray/--no-ray", "with_ray", default=True, help="On a Ray cluster of two nodes, too."
)
@json_option
@common_options
def worlds(settings: Settings, with_ray: bool, as_json: bool) -> int:
    """Leased sandbox phones in processes that are killed, and the same on a Ray cluster.

    \b
    Examples:
      tandem bench worlds
      tandem bench worlds --no-ray --json
    """
    from tandem_edge.bench.worlds import measure_worlds

    processes = measure_worlds()
    ray = _on_ray(processes) if with_ray else {"skipped": "not asked for"}
    shown: dict[str, Any] = {
        "killed": processes.killed,
        "reclaimed": processes.reclaimed,
        "leaked": leaked(processes),
        "sequences": processes.sequences,
        "as_in_memory": processes.as_in_memory,
        "seconds": processes.seconds,
        "ray": ray,
    }
    if as_json:
        print_json(shown)
        return 0
    print_text(f"{processes.reclaimed} of {processes.killed} killed workers reclaimed")
    print_text(f"{leaked(processes)} leases, worlds or processes leaked")
    print_text(f"{processes.as_in_memory} of {processes.sequences} sequences as in memory")
    print_text(f"Ray: {ray}")
    return 0


def leaked(measured: WorldsMeasured) -> int:
    """Leases, worlds and processes that outlived their manager."""
    return measured.leaked_leases + measured.leaked_worlds + measured.leaked_processes


def _on_ray(processes: WorldsMeasured) -> dict[str, Any]:
    from importlib.util import find_spec

    from tandem_edge.bench.worlds import measure_ray

    if find_spec("ray") is None:
        return {"skipped": "Ray is not installed: pip install 'tandem-phone[ray]'"}
    measured = measure_ray()
    return {
        "nodes": measured.nodes,
        "sequences": measured.sequences,
        "same": measured.results == processes.results,
        "reclaimed": measured.reclaimed,
        "killed": measured.killed,
        "leaked": leaked(measured),
        "seconds": measured.seconds,
    }
