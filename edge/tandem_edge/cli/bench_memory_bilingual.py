"""``tandem bench memory bilingual``: what is found in one language and across two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.bench.memory.bilingual.measuring import Figures, Tally
    from tandem_edge.settings import Settings

HALVES = ("open", "held")


@click.command()
@click.option("--half", type=click.Choice(HALVES), help="One half only; held was never tuned on.")
@click.option("--words-only", is_flag=True, help="Without the embedder, by words alone.")
@json_option
@common_options
def bilingual(settings: Settings, half: str | None, words_only: bool, as_json: bool) -> int:
    """Hits among the first three in Chinese, English and across, and facts that have changed.

    Conversations and questions are written for this, and their answers' turns known. The held half
    was never looked at while the search was made; its figures are the ones that count.

    \b
    Examples:
      tandem bench memory bilingual
      tandem bench memory bilingual --half held --json
    """
    from tandem_edge.bench.memory.bilingual.measuring import measure
    from tandem_edge.bench.memory.bilingual.reading import conversations
    from tandem_edge.embedder.opening import open_embedder

    embedder = None if words_only else open_embedder(settings.models_dir)
    measured = {
        each: measure(conversations(each), embedder) for each in HALVES if half in (None, each)
    }
    if as_json:
        print_json({each: _as_json(figures) for each, figures in measured.items()})
        return 0
    for each, figures in measured.items():
        for line in _lines(each, figures):
            print_text(line)
    return 0


def _as_json(figures: Figures) -> dict[str, Any]:
    return {
        "conversations": figures.conversations,
        "questions": figures.questions,
        "pairs": _table(figures.pairs),
        "kinds": _table(figures.kinds),
        "keyword": _table(figures.keyword),
        "untold": _row(figures.untold),
        "stale": _row(figures.stale),
        "corrected": _row(figures.corrected),
    }


def _table(tallies: Mapping[str, Tally]) -> dict[str, dict[str, float]]:
    return {str(name): _row(tally) for name, tally in sorted(tallies.items())}


def _row(tally: Tally) -> dict[str, float]:
    return {"of": tally.of, "found": tally.found, "share": round(tally.share, 4)}


def _lines(half: str, figures: Figures) -> Iterator[str]:
    yield f"{half} half: {figures.conversations} conversations, {figures.questions} questions"
    for pair, tally in sorted(figures.pairs.items()):
        asked, talk = pair.split("-")
        by_words = figures.keyword[pair].share
        yield (
            f"  {asked} question, {talk} talk: {tally.found} of {tally.of} among the first 3 "
            f"({tally.share:.3f}; plain keyword search {by_words:.3f})"
        )
    for kind, tally in sorted(figures.kinds.items()):
        yield f"  {kind}: {tally.found} of {tally.of} ({tally.share:.3f})"
    stale, untold, corrected = figures.stale, figures.untold, figures.corrected
    yield f"  corrected facts: old one among the first 5 in {stale.found} of {stale.of}, new one "
    yield f"    among the first 3 in {corrected.found}"
    yield f"  changed in talk, not corrected: old turn among the first 5 in {untold.found}"
