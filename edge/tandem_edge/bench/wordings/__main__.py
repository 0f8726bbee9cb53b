"""``python -m tandem_edge.bench.wordings``: check the training wordings, of one domain or all."""

from __future__ import annotations

import sys

import click

from tandem_edge.bench.wordings.checking import FEWEST, counts, faults
from tandem_edge.bench.wordings.reading import LANGUAGES, train_wordings
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tools import Domain


@click.command()
@click.option("--domain", type=click.Choice([each.value for each in Domain]))
def main(domain: str | None) -> None:
    """Print every fault, and the tools that have too few wordings. Exit 1 when there are any."""
    chosen = [w for w in train_wordings() if domain is None or w.where.startswith(f"{domain}.")]
    found = list(faults(chosen))
    have = counts(chosen)
    for spec in load_catalogue().specs:
        if domain in (None, spec.domain.value):
            found += [
                f"{spec.name} has {have[spec.name][language]} wordings in {language}, not {FEWEST}"
                for language in LANGUAGES
                if have[spec.name][language] < FEWEST
            ]
    for line in found:
        click.echo(line)
    totals = {language: sum(count[language] for count in have.values()) for language in LANGUAGES}
    click.echo(f"{totals} wordings, {len(found)} faults")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
