"""What every test may use: pulled model files, a fresh home, a fresh sandbox phone."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from tandem_edge.models.resolve import ModelFile, resolve
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.settings import default_models_dir
from tandem_shared.errors import TandemError

hypothesis.settings.register_profile("house", deadline=None)  # a busy machine is no failure
hypothesis.settings.load_profile("house")

os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"  # read when its library is imported, at any time
os.environ["TANDEM_LANG"] = "en"  # whatever the system's language is, texts are as they are written

# A run in the background may be started with Ctrl+C ignored, which its children would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pulled(name: str) -> ModelFile:
    """A model of the user's cache; a test that needs one fails, never skips, without it."""
    try:
        return resolve(name, default_models_dir())
    except TandemError as error:
        pytest.fail(f"{error}; run: make models")


@pytest.fixture(scope="session")
def small_model() -> ModelFile:
    """SmolLM2-135M: quick, for how the planner behaves rather than what it chooses."""
    return pulled("smollm2-135m")


@pytest.fixture(scope="session")
def default_model() -> ModelFile:
    """The default planner."""
    return pulled("qwen2.5-coder-0.5b")


@pytest.fixture
def phone() -> SandboxPhone:
    """A fresh sandbox phone that is kept nowhere."""
    return SandboxPhone.generate(7)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty home, and no setting from outside."""
    import os

    for name in list(os.environ):
        if name.startswith("TANDEM_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TANDEM_HOME", str(tmp_path / "home"))
    yield tmp_path / "home"
