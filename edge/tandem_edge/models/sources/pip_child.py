"""Run pip, and end it when the process that started it ends, however that comes about.

Run as ``python -P pip_child.py PARENT_PID PIP_ARGUMENTS``.
"""

from __future__ import annotations

import ctypes
import os
import runpy
import signal
import sys

PR_SET_PDEATHSIG = 1


def _main() -> None:
    parent = int(sys.argv.pop(1))
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:  # it ended before the request was made
        sys.exit(1)
    runpy.run_module("pip", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
