"""Example calls for every tool and action, and every way in which each may fail.

A file a domain, each with its ``EXAMPLES`` and ``FAULTS``. The catalogue's lint checks that
nothing is left out: a new tool, action, enumeration value or error code without a case here fails
a test.
"""

from __future__ import annotations

import importlib
import pkgutil

from tests.edge.phone.making import Case

_FILES = [
    importlib.import_module(f"{__name__}.{info.name}") for info in pkgutil.iter_modules(__path__)
]
EXAMPLES: list[Case] = [case for file in _FILES for case in file.EXAMPLES]
FAULTS: list[Case] = [case for file in _FILES for case in file.FAULTS]
