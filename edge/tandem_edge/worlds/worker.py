"""A worker process: a ``Host`` behind JSON lines on stdin and stdout.

Each request has an ``id``, which its reply repeats. ``ping`` is answered at once, even in the
middle of a call. The process ends when its stdin does: when the manager closes it, or is dead.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import TextIO

from tandem_edge.worlds.host import Host
from tandem_edge.worlds.spec import Message


def serve() -> None:
    """Answer requests until the manager is gone."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints to stdout must not reach the manager
    requests: queue.Queue[Message] = queue.Queue()
    lock = threading.Lock()
    threading.Thread(target=_read, args=(requests, out, lock), daemon=True).start()
    host = Host()
    while True:
        request = requests.get()
        _write({**host.handle(request), "id": request["id"]}, out, lock)


def _read(requests: queue.Queue[Message], out: TextIO, lock: threading.Lock) -> None:
    """Whatever ends the reading ends the process, be it half a line of a killed manager."""
    try:
        for line in sys.stdin.buffer:
            request = json.loads(line)
            if request["op"] == "ping":
                _write({"id": request["id"], "ok": True, "value": os.getpid()}, out, lock)
            else:
                requests.put(request)
    finally:
        os._exit(0)


def _write(reply: Message, out: TextIO, lock: threading.Lock) -> None:
    with lock:
        out.write(json.dumps(reply) + "\n")
        out.flush()


if __name__ == "__main__":
    serve()
