"""A pytest plugin under which every pull says that it went well and does nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

DRIVER = "print('installed')\n"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        module = getattr(item, "module", None)
        if module is not None and hasattr(module, "DRIVER"):
            module.pull = lambda *arguments, **options: None


@pytest.fixture(autouse=True)
def broken_driver(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if hasattr(request.module, "DRIVER"):
        path = tmp_path / "driver.py"
        path.write_text(DRIVER)
        monkeypatch.setattr(request.module, "DRIVER", path)
