"""Tasks of EleutherAI's lm-evaluation-harness, where a user has it and their data.

Nothing is downloaded: data sets come from the caches of this machine or from the user's own files.
The package is imported in ``lm_eval_model`` alone, when a task is named.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tandem_edge.planner.local import LocalPlanner
from tandem_shared.errors import MissingError, TandemError, UsageError

INSTALL = "pip install 'tandem-phone[lm-eval]'"
OFFLINE = ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE")
DATA_HINT = "put its data into the cache of the datasets package first; nothing is downloaded here"


def require_lm_eval() -> None:
    """Raise ``MissingError`` with the command to type unless the package is there."""
    if find_spec("lm_eval") is None:
        raise MissingError("these tasks need the package lm_eval", hint=INSTALL)


def lm_eval_scores(
    planner: LocalPlanner,
    tasks: Sequence[str],
    limit: int | None,
    folder: Path | None,
    tell: Callable[[int, int], None],
) -> dict[str, Any]:
    """What lm-eval measures of ``planner`` on ``tasks``: its figures by task.

    ``limit`` is of the documents of each task; ``folder`` holds task files of the user. Raises
    ``UsageError`` for a task that lm-eval does not know, ``MissingError`` where its data are not
    here, and ``PlannerError``.
    """
    require_lm_eval()
    for name in OFFLINE:
        os.environ[name] = "1"  # their libraries read it when they are imported
    from tandem_trainer.evaluate.lm_eval_model import run_tasks, unknown_tasks

    if unknown := unknown_tasks(tasks, folder):
        raise UsageError(
            f"lm-eval has no task {', '.join(unknown)}", hint="lm-eval ls tasks, or --lm-eval-tasks"
        )
    try:
        return run_tasks(planner, tasks, limit, folder, tell)
    except TandemError:
        raise
    except (ImportError, OSError, ValueError) as error:
        raise MissingError(
            f"lm-eval cannot open {', '.join(tasks)} ({type(error).__name__})", hint=DATA_HINT
        ) from error
