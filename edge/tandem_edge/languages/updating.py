"""The catalogues as files, and bringing them up to date; for who changes a text.

``python -m tandem_edge.languages.updating``: what is new then stands in each without a translation,
what is gone is gone, and each is compiled. Needs the ``dev`` extra.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from tandem_edge.languages.catalogue import DOMAIN, LANGUAGES, LOCALES
from tandem_edge.languages.gathering import gathered

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog


def brought_up_to_date(catalogue: Catalog) -> Catalog:
    """``catalogue`` with every message, and none that is gone; what it holds of them stays."""
    from babel.messages.catalog import Catalog

    new = Catalog(
        locale=catalogue.locale,
        domain=DOMAIN,
        project="Tandem",
        version="1",
        fuzzy=False,
        header_comment="# Tandem's texts. Change msgstr; languages/updating.py does the rest.",
        creation_date=catalogue.creation_date,
        revision_date=catalogue.revision_date,
    )
    for message, places in gathered().items():
        there = catalogue.get(message if isinstance(message, str) else message[0])
        files = sorted({file for file, _line in places})
        new.add(message, there.string if there else None, locations=[(each, 0) for each in files])
    return new


def compiled(catalogue: Catalog) -> bytes:
    """``catalogue`` as gettext reads it."""
    from babel.messages.mofile import write_mo

    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def read(language: str) -> Catalog:
    """The catalogue of a language. Raises ``OSError``, and ``PoFileError`` for a line in it that
    is none."""
    from babel.messages.pofile import read_po

    with source_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN, abort_invalid=True)


def source_of(language: str) -> Path:
    """Where the texts of a language are written."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def write(language: str, catalogue: Catalog) -> None:
    """The catalogue of a language, as it is written and as it is read."""
    from babel.messages.pofile import write_po

    path = source_of(language)
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, include_lineno=False, sort_by_file=True)
    path.with_suffix(".mo").write_bytes(compiled(catalogue))


def main() -> None:
    """Bring every catalogue up to date."""
    for language in LANGUAGES[1:]:
        write(language, brought_up_to_date(read(language)))


if __name__ == "__main__":
    main()
