"""``python -m tandem_edge.bench.recall_fitting``: make the harness's file of examples again.

It reads training wordings and the written training tasks, nothing else. The same wordings, tools
and embedder give the same file but for the last digits of sums of floating-point numbers.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import click
import numpy as np

from tandem_edge.bench.tasks.phones import base_phone
from tandem_edge.bench.tasks.reading import Draft, all_drafts
from tandem_edge.bench.wordings.filling import CannotFill, fill
from tandem_edge.bench.wordings.reading import SLOT, Wording, language_of_file, train_wordings
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.files import write_atomically
from tandem_edge.harness.recall import examples
from tandem_edge.harness.recall.examples import FILE, LANGUAGES, Floats, Meanings, dump
from tandem_edge.harness.recall.keywords import document, terms
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.cast import Cast
from tandem_shared.tasks import Dimension, Split

PHONES = 4
TRIES = 3
FEWEST = 2
"""Examples a term has to stand in, unless a tool's own text holds it: names of people go."""
SHRINKAGE = 0.3
"""Share of the mean variance added to each direction (Ledoit and Wolf 2004), chosen on training
tasks whose words were left out."""


@dataclass(frozen=True)
class Example:
    """What somebody said who needed ``tool``."""

    tool: str
    language: str
    text: str


def training_examples(*, written: bool = True) -> list[Example]:
    """Every training wording with its slots filled and, if ``written``, the written tasks."""
    found = [_filled(number, each) for number, each in enumerate(train_wordings())]
    if written:
        found += [each for draft in all_drafts(Split.TRAIN) for each in _said(draft)]
    return found


def _filled(number: int, wording: Wording) -> Example:
    tool, language = wording.call.name, language_of_file(wording)
    for turn in range(TRIES):
        phone = base_phone((number + turn) % PHONES, Cast.TRAIN).fork()
        try:
            random = Random(f"{wording.where}/{turn}")
            return Example(tool, language, fill(wording, phone, random).text)
        except CannotFill:
            continue
    return Example(tool, language, SLOT.sub(lambda slot: slot[1].replace("_", " "), wording.text))


def _said(draft: Draft) -> Iterator[Example]:
    """First turns that need exactly one tool; a skill's words are not the tools'."""
    known = {spec.name for spec in load_catalogue().specs}
    first = draft.turns[0]
    tools = {move.call.name for move in first.moves if move.call} & known
    if len(tools) == 1 and draft.dimension is not Dimension.SKILLS:
        yield Example(tools.pop(), draft.language, first.said)


def word_counts(found: Sequence[Example]) -> dict[str, dict[str, int]]:
    """In how many examples of each tool a term stands; rare terms are left out."""
    own = {term for spec in load_catalogue().specs for term in terms(document(spec))}
    sets = [(each.tool, set(terms(each.text))) for each in found]
    often = Counter(term for _, held in sets for term in held)
    counts: dict[str, Counter[str]] = {}
    for tool, held in sets:
        kept = (term for term in held if often[term] >= FEWEST or term in own)
        counts.setdefault(tool, Counter()).update(kept)
    return {tool: dict(sorted(counts[tool].items())) for tool in sorted(counts)}


def meanings(found: Sequence[Example], vectors: Floats, embedder: str) -> Meanings:
    """Means, centres and precision; ``vectors`` are those of ``found``, in order."""
    language = np.array([each.language for each in found])
    means = {each: vectors[language == each].mean(axis=0) for each in LANGUAGES}
    centred = vectors - np.stack([means[each] for each in language])
    names = sorted({each.tool for each in found})
    place = np.array([names.index(each.tool) for each in found])
    centres = np.stack([centred[place == at].mean(axis=0) for at in range(len(names))])
    inside = centred - centres[place]
    spread = inside.T @ inside / len(inside)
    ridge = SHRINKAGE * np.trace(spread) / len(spread)
    precision = np.linalg.inv(spread + ridge * np.eye(len(spread)))
    return Meanings(embedder, means, centres, precision.astype(np.float32))


def file_bytes(found: Sequence[Example], embedder: Embedder) -> bytes:
    """The file that ships, made of ``found``."""
    said = hashlib.sha256("\n".join(f"{e.tool}\t{e.text}" for e in found).encode())
    about = {"examples": str(len(found)), "examples_sha256": said.hexdigest()}
    about["catalogue"] = load_catalogue().digest
    vectors = embedder.queries([each.text for each in found])
    return dump(word_counts(found), meanings(found, vectors, embedder.identity), about)


@click.command()
@click.option("--models-dir", type=click.Path(path_type=Path, file_okay=False))
def main(models_dir: Path | None) -> None:
    """Write the file of examples. Takes a few minutes on one core."""
    from tandem_edge.embedder.opening import open_embedder
    from tandem_edge.settings import default_models_dir

    embedder = open_embedder(models_dir or default_models_dir())
    data = file_bytes(training_examples(), embedder)
    path = Path(examples.__file__).with_name(FILE)
    write_atomically(path, data, mode=0o644)
    click.echo(f"{path.name}: {len(data):,} bytes, sha256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
