"""The mean vectors of questions in two languages, which
``python -m tandem_trainer.memory_ranker.languages OUT`` writes.

What is asked and told in made-up talk is written in both languages; the same templates with the
same values say the same, so what their vectors differ by is the language.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from tandem_edge.embedder.opening import open_embedder
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.retrieval.languages import FILE, Languages, written
from tandem_edge.settings import default_models_dir
from tandem_trainer.memory_ranker.chatter import bank
from tandem_trainer.memory_ranker.topics import Topic, read_topics
from tandem_trainer.memory_ranker.wording import EN, ZH, fill

DRAWS = 4
"""Times that each template is filled."""
_AT_ONCE = 128


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help=f"folder that {FILE} goes to")
    out = parser.parse_args().out
    found = means(read_topics(), random.Random(1), open_embedder(default_models_dir()))
    (out / FILE).write_text(written(found), "utf-8")


def means(topics: Sequence[Topic], rng: random.Random, embedder: Embedder) -> Languages:
    """The means over what is asked, told and led to on ``topics``."""
    pairs = sorted({pair for topic in topics for pair in sentences(topic, rng)})
    english, chinese = (_mean([pair[at] for pair in pairs], embedder) for at in (EN, ZH))
    return Languages(embedder.identity, english, chinese)


def sentences(topic: Topic, rng: random.Random) -> Iterator[tuple[str, str]]:
    """Sentences on ``topic`` that say the same in both languages, by turns about somebody else and
    about oneself."""
    for draw in range(DRAWS):
        values = {name: slot.draw(rng)[0] for name, slot in topic.slots.items()}
        values["ago"] = rng.choice([*zip(*bank("ago"), strict=True)])
        values["old"] = values.get("v", values["ago"])
        name = tuple(rng.choice(bank("names")[language]) for language in (EN, ZH))
        for both in (*topic.say.values(), *topic.ask.values(), *topic.lead.values()):
            for templates in zip(*both, strict=False):
                yield _filled(templates, values, name if draw % 2 else ("I", "我"))


def _filled(
    templates: Sequence[str], values: dict[str, tuple[str, str]], name: Sequence[str]
) -> tuple[str, str]:
    english, chinese = (
        fill(template, language, values, {"S": name[language], "T": "", "lead": ""})
        for language, template in enumerate(templates)
    )
    return english, chinese.replace(" ", "")


def _mean(texts: Sequence[str], embedder: Embedder) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    parts = [embedder.queries(texts[at : at + _AT_ONCE]) for at in range(0, len(texts), _AT_ONCE)]
    return np.asarray(np.concatenate(parts).mean(axis=0), np.float32)


if __name__ == "__main__":
    main()
