"""``python -m tandem_trainer.memory_ranker``: make talks, train, write the model and a report."""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

from tandem_edge.embedder.opening import open_embedder
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.retrieval.ranker import FILE
from tandem_edge.settings import default_models_dir
from tandem_trainer.memory_ranker.examples import HELD, Examples, make_cases, make_examples
from tandem_trainer.memory_ranker.keeping import KeepingEmbedder
from tandem_trainer.memory_ranker.topics import read_topics
from tandem_trainer.memory_ranker.training import Trained, train

SEEN_SEED, HELD_SEED = 1, 2


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help=f"folder that {FILE} and ranker_report.json go to")
    parser.add_argument("--talks", type=int, default=300)
    parser.add_argument("--held-talks", type=int, default=16)
    parser.add_argument("--cache", type=Path, help="folder for vectors, to train again quickly")
    given = parser.parse_args()
    embedder: Embedder = open_embedder(default_models_dir())
    if given.cache:
        embedder = KeepingEmbedder(embedder, given.cache)
    seen = examples(given.talks, SEEN_SEED, embedder, held=False)
    held = examples(given.held_talks, HELD_SEED, embedder, held=True)
    trained = train(seen, held)
    (given.out / FILE).write_text(trained.text, "ascii")
    report = json.dumps(report_of(seen, held, trained), indent=2, sort_keys=True)
    (given.out / "ranker_report.json").write_text(report + "\n", "utf-8")


def examples(count: int, seed: int, embedder: Embedder, *, held: bool) -> Examples:
    """Examples of ``count`` talks, on topics that are trained on or on those that are ``held``."""
    topics = [topic for topic in read_topics() if (topic.name in HELD) == held]
    return make_examples(make_cases(topics, count, seed, embedder), seed, embedder)


def report_of(seen: Examples, held: Examples, trained: Trained) -> dict[str, object]:
    """What the model was made of and what it does on topics that it has not seen."""
    return {
        "questions": {"seen": len(seen.groups), "held": len(held.groups)},
        "right_turns_looked_at": {"seen": round(seen.found, 4), "held": round(held.found, 4)},
        "rounds": trained.rounds,
        "held": {name: round(value, 4) for name, value in trained.held.items()},
        "held_by_plain_sum": {name: round(value, 4) for name, value in trained.sum_held.items()},
        "sha256": hashlib.sha256(trained.text.encode()).hexdigest(),
    }


if __name__ == "__main__":
    main()
