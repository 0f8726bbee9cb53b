"""A streamable HTTP server as a transport of the SDK, with a limit on every reply.

The SDK reads a JSON reply whole, whatever its size; the client it is given here stops at a limit.
No proxy of the environment, no compression (a small reply may unpack to a huge one), and no
redirect off the address: the SDK follows none that leaves it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager

import httpx2 as httpx
from mcp.client.streamable_http import streamable_http_client

from tandem_edge.mcp_servers.stdio import LONGEST_MESSAGE, TOO_LARGE, Streams


class Limited(httpx.AsyncBaseTransport):
    """HTTP whose replies end with an error once they are over the limit."""

    def __init__(self) -> None:
        self._inner = httpx.AsyncHTTPTransport(trust_env=False)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """See ``httpx.AsyncBaseTransport``."""
        response = await self._inner.handle_async_request(request)
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            await response.aclose()
            raise httpx.RemoteProtocolError("the reply is compressed, which was not asked for")
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            assert isinstance(response.stream, httpx.AsyncByteStream)
            response.stream = _LimitedStream(response.stream)
        return response  # of a stream of events the SDK limits each, and survives one that is over

    async def aclose(self) -> None:
        """See ``httpx.AsyncBaseTransport``."""
        await self._inner.aclose()


class _LimitedStream(httpx.AsyncByteStream):
    def __init__(self, inner: httpx.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._inner:
            size += len(chunk)
            if size > LONGEST_MESSAGE:
                raise httpx.StreamError(TOO_LARGE)
            yield chunk

    async def aclose(self) -> None:
        await self._inner.aclose()


@asynccontextmanager
async def web_streams(
    url: str, headers: Mapping[str, str], read_s: float
) -> AsyncGenerator[Streams, None]:
    """Talk to the server at ``url``; ``read_s`` is how long it may be silent, seconds."""
    client = httpx.AsyncClient(
        transport=Limited(),
        headers={**headers, "accept-encoding": "identity"},
        timeout=httpx.Timeout(10.0, read=read_s),
        trust_env=False,
        follow_redirects=False,
    )
    async with (
        client,
        streamable_http_client(
            url, http_client=client, max_sse_event_size=LONGEST_MESSAGE
        ) as streams,
    ):
        yield streams
