"""JSON-RPC of the automation server: finding the method and telling of errors as it does."""

from __future__ import annotations

import json
from typing import Any

from tests.fakes.android_phone.model import Model

_INVALID = -32600
_NO_METHOD = -32601
_THROWN = -32001


def answer_rpc(phone: Model, body: bytes) -> dict[str, Any]:
    """The JSON-RPC 2.0 answer to one request."""
    try:
        asked = json.loads(body)
        method, params = asked["method"], asked.get("params") or []
    except (ValueError, KeyError, TypeError, AttributeError):
        return _error(None, _INVALID, "Invalid Request", "")
    phone.log.note("automator", str(method), [json.dumps(each) for each in params])
    if method == "deviceInfo":
        return {"jsonrpc": "2.0", "id": asked.get("id"), "result": _device_info(phone)}
    return _error(asked.get("id"), _NO_METHOD, "method not found", "")


def _error(id_: Any, code: int, message: str, data: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id_, "error": {"code": code, "message": message, "data": data}}


def _device_info(phone: Model) -> dict[str, Any]:
    window = phone.window
    width, height = window.size
    return {
        "currentPackageName": window.front().package,
        "displayHeight": height,
        "displayRotation": window.rotation,
        "displaySizeDpX": width * 160 // window.density,
        "displaySizeDpY": height * 160 // window.density,
        "displayWidth": width,
        "productName": "sim",
        "screenOn": window.awake,
        "sdkInt": phone.sdk,
        "naturalOrientation": window.rotation == 0,
    }
