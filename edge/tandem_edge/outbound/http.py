"""HTTP to a far end that may be slow, dying or lying: one deadline, one size limit, one way out.

httpx2 (httpx's successor): connections kept open, TLS by the system's own trust store. The
requests run on an event loop in a thread of their own, because only there can a reply that trickles
in be given up at any moment.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx2 as httpx

from tandem_shared.errors import CancelledError

POLL_S = 0.05
CLOSING_S = 5.0
HIDDEN = b"[key]"
SHORTEST_HIDDEN = 6
"""Characters from which on a key is looked for in replies; a shorter one is no secret."""


class NoReply(Exception):
    """There is no reply that can be used; ``str`` is why, in a few words.

    ``served`` says that the far end may have done the work, and may ask for its money.
    ``again`` that another try may go better.
    """

    def __init__(self, why: str, *, served: bool, again: bool) -> None:
        super().__init__(why)
        self.served = served
        self.again = again


@dataclass(frozen=True)
class Response:
    """A whole reply."""

    status: int
    data: bytes
    content_type: str
    retry_after: str


@dataclass
class Http:
    """Connections that carry ``key`` as a bearer token.

    No redirect is followed, no proxy of the environment used, nothing compressed accepted. A key
    that the far end repeats is taken out of what it says.
    """

    key: str = field(default="", repr=False)
    _loop: asyncio.AbstractEventLoop | None = field(default=None, repr=False)
    _thread: threading.Thread | None = field(default=None, repr=False)
    _client: httpx.AsyncClient | None = field(default=None, repr=False)

    def post(
        self, url: str, body: bytes, *, deadline_s: float, most_bytes: int, cancel: threading.Event
    ) -> Response:
        """Send ``body`` as JSON; wait at most ``deadline_s`` seconds for the whole reply.

        Raises ``NoReply``, and ``CancelledError`` soon after ``cancel`` is set.
        """
        future = asyncio.run_coroutine_threadsafe(
            self._post(url, body, deadline_s, most_bytes), self._running()
        )
        while True:
            if cancel.is_set():
                future.cancel()
                raise CancelledError("stopped while waiting for the far end")
            try:
                return future.result(timeout=POLL_S)
            except TimeoutError:
                continue  # not done yet: the coroutine's own time-out is a NoReply

    def close(self) -> None:
        """Close every connection and end the thread. Idempotent."""
        loop, thread, self._loop = self._loop, self._thread, None
        if loop is None or thread is None:
            return
        asyncio.run_coroutine_threadsafe(self._shut(), loop).result(CLOSING_S)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
            self._thread.start()
        return self._loop

    async def _shut(self) -> None:
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _post(self, url: str, body: bytes, deadline_s: float, most: int) -> Response:
        sent = False
        try:
            async with asyncio.timeout(deadline_s), self._open(url, body) as reply:
                sent = True
                return await self._read(reply, most)
        except TimeoutError:
            raise NoReply(f"not done within {deadline_s:g} s", served=True, again=False) from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            unheard = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
            why = f"{type(error).__name__}" + (" in the middle of the reply" if sent else "")
            raise NoReply(why, served=not unheard, again=True) from None

    def _open(self, url: str, body: bytes) -> Any:
        if self._client is None:
            headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
            if self.key:
                headers["Authorization"] = f"Bearer {self.key}"
            # The deadline is over everything, so the client's own are left out.
            self._client = httpx.AsyncClient(
                timeout=None, headers=headers, trust_env=False, follow_redirects=False
            )
        return self._client.stream("POST", url, content=body)

    async def _read(self, reply: httpx.Response, most: int) -> Response:
        if reply.headers.get("content-encoding", "identity") != "identity":
            raise NoReply("a compressed reply, which was not asked for", served=True, again=False)
        data = bytearray()
        async for chunk in reply.aiter_raw():
            data += chunk
            if len(data) > most:
                raise NoReply(f"a reply of over {most / 1e6:g} MB", served=True, again=False)
        return self._response(reply.status_code, bytes(data), reply.headers)

    def _response(self, status: int, data: bytes, headers: Mapping[str, str]) -> Response:
        if len(self.key) >= SHORTEST_HIDDEN:
            data = data.replace(self.key.encode(), HIDDEN)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        return Response(status, data, kind, headers.get("retry-after", ""))
