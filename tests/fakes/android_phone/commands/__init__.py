"""The phone's commands: one file a command, found by its name.

A file ``NAME.py`` has ``run(phone, words) -> Answer`` for the command ``NAME``. It parses its words
as Android documents them and knows nothing of who calls it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import ModuleType

from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.model import Model

Run = Callable[[Model, list[str]], Answer]


def modules_of(package: ModuleType) -> dict[str, ModuleType]:
    """The modules of a package by name, an underscore at the end left out (``input_``)."""
    names = [each.name for each in pkgutil.iter_modules(package.__path__) if not each.ispkg]
    return {
        name.rstrip("_"): importlib.import_module(f"{package.__name__}.{name}") for name in names
    }


def found_in(package: ModuleType) -> dict[str, ModuleType]:
    """Those of them that are commands."""
    return {name: each for name, each in modules_of(package).items() if hasattr(each, "run")}


@lru_cache(maxsize=1)
def load_commands() -> Mapping[str, Run]:
    """Every command by name."""
    from tests.fakes.android_phone import commands

    return {name: module.run for name, module in found_in(commands).items()}
