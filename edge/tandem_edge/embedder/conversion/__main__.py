"""``python -m tandem_edge.embedder.conversion PARENT_PID PACKED OUT [adapted]``: convert, with the
adapter of this package if ``adapted``, or say why not.

Ends when the process that started it ends. Exit 1 with one line on stderr for a file that is not
what the wheel holds.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1


def main(parent: str, source: str, out: str, adapted: str = "") -> None:
    """Write the converted file of ``source`` to ``out``."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != int(parent):  # it ended before the request was made
        sys.exit(1)
    from tandem_edge.embedder.conversion.adapter import Adapter, shipped_adapter
    from tandem_edge.embedder.conversion.converting import convert
    from tandem_edge.embedder.conversion.packed import NotPackedError

    try:
        convert(Path(source), Path(out), shipped_adapter() if adapted else Adapter())
    except NotPackedError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
