"""The shared contracts' JSON schemas and exit codes, as they were last agreed on.

A difference is a change of contract: files and messages written by an older version may no
longer be read. If it is meant, write the snapshot anew and let the review see it:

    TANDEM_UPDATE_SNAPSHOTS=1 .venv/bin/python -m pytest tests/contracts/test_schemas.py
"""

from __future__ import annotations

import importlib
import inspect
import json
import os
import pkgutil
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

import tandem_shared
from tandem_shared.errors import TandemError

SNAPSHOT = Path(__file__).with_name("schemas.snapshot.json")
UPDATE = "TANDEM_UPDATE_SNAPSHOTS"


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(tandem_shared.__path__, "tandem_shared."):
        yield importlib.import_module(found.name)


def contract_of(value: object, module: ModuleType) -> Any:
    """The contract that a public name of a module stands for, or ``None``."""
    if isinstance(value, TypeAdapter):
        return value.json_schema()
    if not inspect.isclass(value) or value.__module__ != module.__name__:
        return None
    if issubclass(value, BaseModel):
        return value.model_json_schema()
    if issubclass(value, TandemError):
        return {"exit_code": value.exit_code}
    if issubclass(value, Enum):
        return {"values": [one.value for one in value]}
    return None


def contracts() -> dict[str, Any]:
    return {
        f"{module.__name__}.{name}": contract
        for module in modules()
        for name, value in sorted(vars(module).items())
        if not name.startswith("_") and (contract := contract_of(value, module)) is not None
    }


def test_the_contracts_are_those_of_the_snapshot() -> None:
    now = json.dumps(contracts(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    if os.environ.get(UPDATE):
        SNAPSHOT.write_text(now, "utf-8")
    agreed, found = json.loads(SNAPSHOT.read_text("utf-8")), json.loads(now)
    changed = [name for name in {*agreed, *found} if agreed.get(name) != found.get(name)]
    assert not changed, f"changed contracts: {sorted(changed)}; if meant, see {__file__}"


@pytest.mark.parametrize(
    "name", ["tools.ToolSpec", "tools.ToolCall", "events.EVENT", "errors.TrustError"]
)
def test_the_snapshot_sees_models_events_and_errors(name: str) -> None:
    assert f"tandem_shared.{name}" in contracts()
