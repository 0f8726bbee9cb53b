"""``tandem bench recall``: how many of the tools that tasks need are offered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.bench.recalling import Recalled
    from tandem_edge.settings import Settings

LANGUAGES = ("all", "en", "zh")


@click.command()
@click.option(
    "--split", type=click.Choice(["train", "dev"]), default="dev", help="Which tasks (default dev)."
)
@click.option("--count", type=click.IntRange(1, 40), default=15, help="Tools offered.")
@click.option("--misses", is_flag=True, help="List what was needed and not offered.")
@json_option
@common_options
def recall(settings: Settings, split: str, count: int, misses: bool, as_json: bool) -> int:
    """Recall of the tools that tasks need, by language and domain, by words and by meaning.

    Written training tasks are among what the recall was made from: their figures only say that
    it works.

    \b
    Examples:
      tandem bench recall
      tandem bench recall --misses --json
    """
    from tandem_edge.bench.recalling import measure_all
    from tandem_shared.tasks import Split

    measured, note = measure_all(Split(split), count, settings.models_dir)
    if as_json:
        ways = {way: _as_json(result, misses) for way, result in measured.items()}
        print_json({"split": split, "count": count, "note": note, "ways": ways})
        return 0
    if note:
        print_text(note, err=True)
    for way, result in measured.items():
        for line in _lines(way, result, misses):
            print_text(line)
    return 0


def _as_json(result: Recalled, misses: bool) -> dict[str, Any]:
    cells: dict[str, dict[str, Any]] = {}
    for (group, language), count in sorted(result.cells.items()):
        cell = {"needed": count.needed, "found": count.found, "recall": round(count.share, 4)}
        cells.setdefault(group, {})[language] = cell
    shown = {"offered": round(result.offered, 2), "milliseconds": round(1000 * result.seconds, 2)}
    missed = [dict(zip(("task", "tool", "said"), miss, strict=True)) for miss in result.misses]
    return {**shown, "recall": cells, **({"misses": missed} if misses else {})}


def _lines(way: str, result: Recalled, misses: bool) -> list[str]:
    lines = [f"{way}: {result.offered:.1f} tools offered, {1000 * result.seconds:.1f} ms a choice"]
    groups = dict.fromkeys(group for group, _ in sorted(result.cells, key=_order))
    for group in groups:
        counts = [result.cells.get((group, language)) for language in LANGUAGES]
        shares = [
            f"{language} {c.share:.3f}" for language, c in zip(LANGUAGES, counts, strict=True) if c
        ]
        needed = counts[0].needed if counts[0] else 0
        lines.append(f"  {group:<26} {'  '.join(shares)}  ({needed} needed)")
    if misses:
        lines += [f"  missed {tool} in {task}: {said}" for task, tool, said in result.misses]
    return lines


def _order(cell: tuple[str, str]) -> tuple[bool, str]:
    return cell[0] != "all", cell[0]
