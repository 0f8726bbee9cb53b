"""The page on coverage, with the tests' own word for what was tried."""

from __future__ import annotations

from tandem_edge.phone.android.coverage import coverage_page
from tandem_edge.phone.android.discovery import load_recipes
from tandem_edge.phone.catalogue import load_catalogue
from tests.edge.phone.android.cases import NO_PHONE, READS, WRITES


def made() -> str:
    tried = {
        (case.name, str(case.arguments.get("action", "*"))) for case in (*WRITES, *READS, *NO_PHONE)
    }
    return coverage_page(load_catalogue().specs, load_recipes(), tried)


if __name__ == "__main__":
    print(made(), end="")
