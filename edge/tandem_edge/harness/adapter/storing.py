"""Configurations as files, and the one that Tandem comes with."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from pydantic import ValidationError

from tandem_edge.files import read_limited, why_unread, write_atomically
from tandem_edge.harness.adapter.reading import told
from tandem_shared.errors import UsageError
from tandem_shared.harness import HarnessConfig
from tandem_shared.text import one_line

LARGEST = 4_000_000
"""Bytes of one configuration."""


def built_in_config() -> Path:
    """The file of the configuration that Tandem comes with."""
    return Path(str(files("tandem_edge.harness.adapter") / "default.json"))


def load_config(path: Path | None = None) -> HarnessConfig:
    """The configuration in ``path``, by default the one that Tandem comes with.

    Raises ``UsageError`` when it cannot be read, or is no configuration whose parts fit.
    """
    place = path or built_in_config()
    try:
        return parse_config(read_limited(place, LARGEST))
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{place} is no harness configuration: {one_line(why_unread(error), limit=300)}",
            hint="tandem harness build --out harness.json",
        ) from error


def parse_config(data: bytes) -> HarnessConfig:
    """The configuration in ``data``. Raises ``ValueError`` saying what is wrong first."""
    try:
        return HarnessConfig.model_validate_json(data)
    except ValidationError as error:
        raise ValueError(told(error.errors(include_url=False)[0])) from None


def save_config(config: HarnessConfig, path: Path) -> None:
    """Write ``config`` as canonical JSON. Raises ``UsageError`` when it cannot be written."""
    try:
        write_atomically(path, config.canonical, mode=0o644)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror}", hint="choose another --out"
        ) from error
