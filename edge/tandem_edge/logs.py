"""Structured logs that hold no personal data: only fields on an allow-list are written."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import MutableMapping
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from typing import Any

import structlog

from tandem_edge.files import open_private, private_folder
from tandem_edge.settings import Settings

SAFE_FIELDS = frozenset(
    {
        "event",
        "level",
        "timestamp",
        "command",
        "exit_code",
        "outcome",
        "steps",
        "step",
        "tool",
        "action",
        "code",
        "elapsed_s",
        "planner",
        "planner_s",
        "phone_s",
        "prompt_tokens",
        "reused_tokens",
        "output_tokens",
        "error_type",
        "where",
        "model",
        "bytes",
        "source",
        "restarts",
        "signal",
    }
)
"""Names of fields that never hold what a person said, wrote, owns or is called."""

MAX_BYTES = 1_000_000
KEPT = 3


class PrivateFileHandler(RotatingFileHandler):
    """A rotating log that its owner alone may read, one of an earlier version too."""

    def _open(self) -> TextIOWrapper:
        """See ``logging.FileHandler._open``."""
        descriptor = open_private(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.fchmod(descriptor, 0o600)
        return TextIOWrapper(
            os.fdopen(descriptor, "ab"), encoding=self.encoding, write_through=True
        )


def only_safe_fields(
    logger: Any, method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Drop every field that is not on the allow-list, and say how many were dropped."""
    kept = {key: value for key, value in event.items() if key in SAFE_FIELDS}
    if len(kept) < len(event):
        kept["dropped_fields"] = len(event) - len(kept)
    return kept


def set_up_logs(settings: Settings) -> None:
    """Log JSON lines to ``logs/tandem.log`` under the home, and to stderr with ``verbose``.

    A log that cannot be written is not worth failing for: then nothing is logged.
    """
    root = logging.getLogger("tandem")
    for handler in list(root.handlers):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(logging.INFO)
    root.propagate = False
    try:
        private_folder(settings.log_file.parent)
        root.addHandler(
            PrivateFileHandler(
                settings.log_file, maxBytes=MAX_BYTES, backupCount=KEPT, encoding="utf-8"
            )
        )
    except OSError:
        root.addHandler(logging.NullHandler())
    if settings.verbose:
        root.addHandler(logging.StreamHandler(sys.stderr))
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            only_safe_fields,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def log(event: str, **fields: Any) -> None:
    """Write one line. ``event`` is a fixed phrase of the code, never text from outside."""
    structlog.get_logger("tandem").info(event, **fields)


def log_fault(error: BaseException) -> None:
    """Write where an unexpected error came from: its type and code locations, not its message.

    Before ``set_up_logs`` there is nowhere to write, and nothing is written.
    """
    if not structlog.is_configured():
        return
    frames = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{code.co_qualname}:{trace.tb_lineno}")
        trace = trace.tb_next
    structlog.get_logger("tandem").error(
        "unexpected fault", error_type=type(error).__name__, where=" > ".join(frames[-6:])
    )
