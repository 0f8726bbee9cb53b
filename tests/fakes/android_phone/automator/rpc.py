"""JSON-RPC of the automation server: finding the method, and telling of errors as it does."""

from __future__ import annotations

import json
from typing import Any

from tests.fakes.android_phone.automator.methods import METHODS, Thrown
from tests.fakes.android_phone.model import Model

_INVALID = -32600
_NO_METHOD = -32601
_THROWN = -32001


def answer_rpc(phone: Model, body: bytes) -> dict[str, Any]:
    """The JSON-RPC 2.0 answer to one request."""
    try:
        asked = json.loads(body)
        name, params = str(asked["method"]), list(asked.get("params") or [])
    except (ValueError, KeyError, TypeError, AttributeError):
        return _error(None, _INVALID, "Invalid Request", "")
    phone.log.note("automator", name, [json.dumps(each, ensure_ascii=False) for each in params])
    id_, method = asked.get("id"), METHODS.get(name)
    if method is None:
        return _error(id_, _NO_METHOD, "method not found", "")
    try:
        _check_connected(phone)
        return {"jsonrpc": "2.0", "id": id_, "result": method(phone, params)}
    except Thrown as thrown:
        return _error(id_, _THROWN, str(thrown), f"{thrown}\n\tat com.wetest.uia2")
    except (IndexError, TypeError, ValueError, KeyError) as error:
        trace = f"java.lang.IllegalArgumentException: {error}"
        return _error(id_, _THROWN, trace, trace)


def _error(id_: Any, code: int, message: str, data: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "error": {"code": code, "message": message, "data": data}}


def _check_connected(phone: Model) -> None:
    """Some phones lose UI automation once, at the first call; a new server has it again."""
    if phone.faults.profile.automator == "disconnects" and phone.automator.losses == 0:
        phone.automator.losses, phone.automator.lost = 1, True
    if phone.automator.lost:
        raise Thrown("java.lang.IllegalStateException: UiAutomation not connected!")
