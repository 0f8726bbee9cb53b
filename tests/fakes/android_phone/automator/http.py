"""The HTTP server of the automation program: one request a connection, as its client makes them."""

from __future__ import annotations

import json

import h11

from tests.fakes.android_phone.adb.stream import Stream
from tests.fakes.android_phone.automator.rpc import answer_rpc
from tests.fakes.android_phone.faults import Faults
from tests.fakes.android_phone.model import Model

_JSON = "application/json"
_TEXT = "text/plain"


async def serve_http(stream: Stream, phone: Model, faults: Faults) -> None:
    """Answer one request. Bytes that are no HTTP end the connection."""
    connection = h11.Connection(h11.SERVER)
    try:
        request, body = await _read(connection, stream)
    except (h11.RemoteProtocolError, EOFError):
        return
    await faults.thawed()
    status, kind, answer = _respond(request, body, phone)
    head = h11.Response(
        status_code=status,
        headers=[
            ("Content-Type", kind),
            ("Content-Length", str(len(answer))),
            ("Connection", "close"),
        ],
    )
    parts = [connection.send(each) for each in (head, h11.Data(answer), h11.EndOfMessage())]
    await stream.write(b"".join(part or b"" for part in parts))


async def _read(connection: h11.Connection, stream: Stream) -> tuple[h11.Request, bytes]:
    request: h11.Request | None = None
    body = bytearray()
    while True:
        match connection.next_event():
            case h11.Request() as request:
                pass
            case h11.Data(data=data):
                body += data
            case h11.EndOfMessage() if request is not None:
                return request, bytes(body)
            case h11.NEED_DATA:
                data = await stream.read()
                if not data:
                    raise EOFError("the request was cut off")
                connection.receive_data(data)
            case _:
                raise EOFError("there is no request")


def _respond(request: h11.Request, body: bytes, phone: Model) -> tuple[int, str, bytes]:
    path = request.target.decode("ascii", "replace")
    match path:
        case "/ping":
            return 200, _TEXT, b"pong"
        case "/jsonrpc/0":
            return 200, _JSON, json.dumps(answer_rpc(phone, body)).encode()
        case "/stop":
            phone.automator.up = False
            return 200, _TEXT, b"Server stopped!!!"
        case _:
            return 404, _TEXT, b"Not Found!!!"
