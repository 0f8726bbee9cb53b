"""The link's child process: adb and UI automation behind JSON lines on stdin and stdout.

Requests: ``version``, ``program`` and ``devices`` (of the adb server), ``connect`` and
``disconnect`` (address), ``shell`` (serial, line), ``automate`` (serial, method, params, changes),
``screenshot`` (serial), ``push`` (serial, path, data) and ``pull`` (serial, path, most); bytes are
Base64. Each gets one reply of the same ``id``: ``value``, or ``fault``, ``message`` and ``detail``
(see ``faults``). The process ends when its stdin does.

The libraries wait for minutes on a phone that does not answer, so whoever asks keeps the deadline
and kills this process when it is missed.
"""

from __future__ import annotations

import json
import os
import queue
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

from tandem_edge.phone.android.link.device import Adb, Device
from tandem_edge.phone.android.link.faults import Fault

Request = dict[str, Any]


class Desk:
    """Carries requests out, one after the other."""

    def __init__(self) -> None:
        self.adb = Adb()
        self._does: dict[str, Callable[[Request], Any]] = {
            "version": lambda request: self.adb.version(),
            "program": lambda request: self.adb.program(),
            "devices": lambda request: self.adb.attached(),
            "connect": lambda request: self.adb.connect(request["address"]),
            "disconnect": lambda request: self.adb.disconnect(request["address"]),
            "shell": lambda request: self._device(request).run(request["line"]),
            "automate": self._automate,
            "screenshot": self._screenshot,
            "push": self._push,
            "pull": self._pull,
        }

    def answer(self, request: Request) -> Request:
        """The reply to one request."""
        try:
            return {"id": request["id"], "value": self._does[request["op"]](request)}
        except Fault as fault:
            told = {"fault": fault.kind.value, "message": str(fault), "detail": fault.detail}
            return {"id": request["id"], **told}

    def _device(self, request: Request) -> Device:
        return self.adb.device(request["serial"])

    def _automate(self, request: Request) -> Any:
        automator = self._device(request).automator
        return automator.call(request["method"], request["params"], changes=request["changes"])

    def _screenshot(self, request: Request) -> str:
        from tandem_edge.phone.android.link.pictures import take

        return b64encode(take(self._device(request))).decode("ascii")

    def _push(self, request: Request) -> None:
        self._device(request).write(request["path"], b64decode(request["data"]))

    def _pull(self, request: Request) -> str:
        data = self._device(request).read(request["path"], request["most"])
        return b64encode(data).decode("ascii")


def serve() -> None:
    """Answer requests until the parent is gone."""
    asked = os.fdopen(os.dup(0), "rb")
    # screens may hold half an emoji, which is no text in UTF-8
    told = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)  # an adb server that is started here would hold the parent's pipes open
    os.dup2(nothing, 1)  # and the libraries print
    requests: queue.Queue[Request] = queue.Queue()
    threading.Thread(target=_read, args=(asked, requests), daemon=True).start()
    desk = Desk()
    while True:
        told.write(json.dumps(desk.answer(requests.get()), ensure_ascii=False) + "\n")
        told.flush()


def _read(asked: Any, requests: queue.Queue[Request]) -> None:
    for line in asked:
        requests.put(json.loads(line))
    os._exit(0)


if __name__ == "__main__":
    serve()
