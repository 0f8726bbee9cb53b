"""The official repository on the model hub, by way of huggingface_hub's own client.

The file is streamed with a Range request rather than by ``hf_hub_download``, which since 1.x
starts over in a new process; here an interrupted pull goes on where it stopped. Nothing is sent
beyond the request itself: no token, and not the library's own headers, which tell of the caller
and cost a request of their own.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from tandem_edge.models.partial import Partial
from tandem_edge.models.registry import HubSpec
from tandem_edge.models.sources import SourceError

ANSWER_S = 8.0
CONNECT_S = 5.0
STALL_S = 30.0
CHUNK = 1 << 20
CHECKPOINT = 16 << 20
TRIES = 4


class HubSource:
    """One file of one revision of one repository."""

    scratch = 0

    def __init__(self, spec: HubSpec) -> None:
        self._spec = spec
        self.label = f"the model hub ({spec.repo})"

    def fetch(self, into: Partial) -> None:
        """Stream what is missing; a connection that breaks is taken up again a few times."""
        for left in reversed(range(TRIES)):
            before = into.size
            try:
                self._stream(into)
            except _BrokenError as error:
                if into.size == before or not left:
                    raise SourceError(str(error)) from error
            if into.size == into.total:
                return
        raise SourceError("it sent less than the whole file")

    def _stream(self, into: Partial) -> None:
        with ExitStack() as stack:
            response = _within(ANSWER_S, lambda: self._ask(into.size))
            stack.callback(response.close)
            if response.status_code == 200:
                into.rewind(0)
            elif response.status_code != 206:
                raise SourceError(f"it answered {response.status_code}")
            _receive(response, into)

    def _ask(self, start: int) -> Any:
        import huggingface_hub

        url = huggingface_hub.hf_hub_url(
            self._spec.repo, self._spec.file, revision=self._spec.revision
        )
        headers = {"User-Agent": "tandem", "Accept-Encoding": "identity"}
        if start:
            headers["Range"] = f"bytes={start}-"
        client = huggingface_hub.get_session()
        timeout = (CONNECT_S, STALL_S, STALL_S, CONNECT_S)  # connect, read, write, pool
        request = client.build_request("GET", url, headers=headers, timeout=timeout)
        return client.send(request, stream=True, follow_redirects=True)


class _BrokenError(Exception):
    """The connection broke; it may be taken up again."""


def _receive(response: Any, into: Partial) -> None:
    durable = into.size
    chunks = response.iter_bytes(CHUNK)
    network_errors = _network_errors()
    while True:
        try:
            chunk = next(chunks, b"")
        except network_errors as error:
            raise _BrokenError(f"the connection broke ({_why(error)})") from error
        if not chunk:
            return
        try:
            into.append(chunk)
        except ValueError as error:
            raise SourceError(f"it sent {error}", untrusted=True) from error
        if into.size - durable >= CHECKPOINT:
            into.checkpoint()
            durable = into.size


def _within(seconds: float, ask: Callable[[], Any]) -> Any:
    """What ``ask`` returns, or ``SourceError`` in time: looking up a name cannot be interrupted."""
    answers: queue.Queue[Any] = queue.Queue(1)

    def run() -> None:
        try:
            answers.put(ask())
        except BaseException as error:
            answers.put(error)

    threading.Thread(target=run, daemon=True, name="hub").start()
    try:
        answer = answers.get(timeout=seconds)
    except queue.Empty:
        raise SourceError(f"it did not answer within {seconds:.0f} s") from None
    if isinstance(answer, _network_errors()):
        raise SourceError(f"it cannot be reached ({_why(answer)})") from answer
    if isinstance(answer, BaseException):
        raise answer
    return answer


def _network_errors() -> tuple[type[Exception], ...]:
    from huggingface_hub.errors import HTTPError

    return (OSError, HTTPError)


def _why(error: Exception) -> str:
    return type(error).__name__
