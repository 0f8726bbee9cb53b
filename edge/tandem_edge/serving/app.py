"""The HTTP side: who may ask, how much, and what a reply looks like."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from tandem_edge.logs import log_fault
from tandem_edge.serving.answering import Answering, problem_of
from tandem_edge.serving.gate import Gate
from tandem_edge.serving.pieces import Model, Piece, Writer
from tandem_edge.serving.requests import Problem, parse
from tandem_edge.serving.tokens import Token

LARGEST_BODY = 2_000_000
"""Bytes of a request that are read; of a larger one the rest is thrown away while it comes."""
LARGEST_DRAINED = 64_000_000
"""Bytes that are thrown away before the connection is given up: a client that is still sending
would not read the refusal."""
BODY_S = 30.0
CREATED = 1_764_460_800
"""When these models came to be, seconds since 1970: clients want a number."""

Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]


def make_app(
    models: Mapping[str, Model], token: Token, *, queue: int = 4, wait_s: float = 300.0
) -> Starlette:
    """The application. ``queue`` requests may wait for the planner, at most ``wait_s`` seconds."""
    gate = Gate(queue)

    async def list_models(request: Request) -> Response:
        return JSONResponse({"object": "list", "data": [_card(name) for name in models]})

    async def show_model(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in models:
            raise _unknown(name)
        return JSONResponse(_card(name))

    async def chat(request: Request) -> Response:
        asked = parse(await _body(request))
        if asked.model not in models:
            raise _unknown(asked.model)
        answering = Answering(models[asked.model], asked, gate, wait_s)
        return Answer(answering)

    routes = [
        Route("/v1/models", _guarded(list_models, token)),
        Route("/v1/models/{name}", _guarded(show_model, token)),
        Route("/v1/chat/completions", _guarded(chat, token), methods=["POST"]),
    ]
    return Starlette(routes=routes, exception_handlers={HTTPException: _other})


class Answer(Response):
    """A whole answer, or its pieces as server-sent events; ends the work when nobody listens."""

    def __init__(self, answering: Answering) -> None:
        self.answering = answering
        self.writer = Writer(answering.request.model)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, unless the client goes away first."""
        work = asyncio.ensure_future(self._answer(scope, receive, send))
        gone = asyncio.ensure_future(_hung_up(receive))
        try:
            await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
        finally:
            for task in (work, gone):
                task.cancel()
            self.answering.cancel.set()
            with suppress(asyncio.CancelledError, Exception):
                await work
            await self.answering.close()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.answering.start()
            pieces = self.answering.pieces()
            if not self.answering.request.stream:
                whole = self.writer.whole([piece async for piece in pieces])
                await self.answering.close()
                await JSONResponse(whole)(scope, receive, send)
                return
            first = await anext(pieces)
        except Problem as problem:
            await _refused(problem)(scope, receive, send)
            return
        await self._stream(first, pieces, send)

    async def _stream(self, first: Piece, rest: AsyncIterator[Piece], send: Send) -> None:
        kinds = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": kinds})
        async for value in self._values(first, rest):
            await _send_event(send, json.dumps(value, ensure_ascii=False))
        await _send_event(send, "[DONE]")
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _values(
        self, first: Piece, rest: AsyncIterator[Piece]
    ) -> AsyncIterator[dict[str, Any]]:
        options = self.answering.request.stream_options
        usage = options is not None and options.include_usage
        for value in self.writer.chunks(first, first=True, with_usage=usage):
            yield value
        try:
            async for piece in rest:
                for value in self.writer.chunks(piece, first=False, with_usage=usage):
                    yield value
        except Problem as problem:
            yield problem.as_json()


async def _send_event(send: Send, text: str) -> None:
    # JSON holds no line break, so one line is the whole event.
    await send(
        {"type": "http.response.body", "body": f"data: {text}\n\n".encode(), "more_body": True}
    )


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _guarded(endpoint: Endpoint, token: Token) -> Endpoint:
    """Only for who shows the token; whatever goes wrong is said in OpenAI's form."""

    async def guarded(request: Request) -> Response:
        try:
            if not token.shown_by(request.headers.get("authorization", "")):
                raise Problem(401, "the API key is missing or wrong", code="invalid_api_key")
            return await endpoint(request)
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            return _refused(problem_of(error))

    return guarded


async def _body(request: Request) -> bytes:
    """The request's body. Raises ``Problem``: 413 when it is too large, 408 when it dawdles."""
    data, size = bytearray(), 0
    try:
        async with asyncio.timeout(BODY_S):
            async for chunk in request.stream():
                size += len(chunk)
                if size <= LARGEST_BODY:
                    data += chunk
                elif size > LARGEST_DRAINED:
                    break
    except TimeoutError:
        raise Problem(408, f"the request did not come within {BODY_S:g} s") from None
    if size > LARGEST_BODY:
        raise Problem(413, f"a request may have {LARGEST_BODY:,} bytes", code="too_large")
    return bytes(data)


def _refused(problem: Problem) -> Response:
    headers = {"retry-after": "1"} if problem.status == 429 else {}
    if problem.status == 401:
        headers["www-authenticate"] = "Bearer"
    return JSONResponse(problem.as_json(), problem.status, headers)


async def _other(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if status >= 500:
        log_fault(error)
    return _refused(Problem(status, "there is no such address here"))


def _unknown(name: str) -> Problem:
    shown = name if name.isprintable() and len(name) < 80 else "of that name"
    return Problem(404, f"there is no model {shown}", code="model_not_found", param="model")


def _card(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": CREATED, "owned_by": "tandem"}
