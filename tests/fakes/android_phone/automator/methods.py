"""The automation server's methods, by the names that its client calls."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

from tests.fakes.android_phone.automator.selectors import Selector, matching
from tests.fakes.android_phone.keys import code_of, press
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.screen.hierarchy import huge, spoil, to_xml
from tests.fakes.android_phone.screen.nodes import Node, Rect
from tests.fakes.android_phone.screen.picture import draw, packed

_NOT_FOUND = "androidx.test.uiautomator.UiObjectNotFoundException"
_KEYS = {"delete": "DEL", "recent": "APP_SWITCH", "center": "DPAD_CENTER", "search": "84"}
_ORIENTATIONS = {
    "natural": 0,
    "n": 0,
    "left": 1,
    "l": 1,
    "upsidedown": 2,
    "u": 2,
    "right": 3,
    "r": 3,
}

Method = Callable[[Model, list[Any]], Any]


class Thrown(Exception):
    """The method threw: what Java says of it."""


def _all(phone: Model, selector: Selector) -> list[Node]:
    return matching(_visible(phone), selector)


def _visible(phone: Model) -> list[Node]:
    return [] if phone.faults.profile.hierarchy == "empty" else phone.window.roots()


def _one(phone: Model, selector: Selector) -> Node:
    found = _all(phone, selector)
    if not found:
        shown = ", ".join(
            f"{name.upper()}={value}"
            for name, value in selector.items()
            if not isinstance(value, list) and name != "mask"
        )
        raise Thrown(f"{_NOT_FOUND}: UiSelector[{shown}]")
    return found[0]


def _input_allowed(phone: Model) -> None:
    if not phone.may("INJECT_EVENTS"):
        raise Thrown(
            "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS "
            "permission"
        )


def _device_info(phone: Model, params: list[Any]) -> dict[str, Any]:
    window = phone.window
    width, height = window.size
    return {
        "currentPackageName": window.focus_package(),
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


def _dump(phone: Model, params: list[Any]) -> str:
    fault = phone.faults.profile.hierarchy
    if fault == "overflow" and (len(params) < 2 or params[1] > 20):
        raise Thrown("java.lang.StackOverflowError: stack size 8188KB")
    roots = _visible(phone)
    return spoil(to_xml(huge(roots) if fault == "huge" else roots, phone.window.rotation), fault)


def _box(bounds: Rect) -> dict[str, int]:
    return bounds._asdict()


def _info(node: Node) -> dict[str, Any]:
    flags = {
        "checkable": node.checkable,
        "checked": node.checked,
        "clickable": node.clickable,
        "enabled": node.enabled,
        "focusable": node.focusable,
        "focused": node.focused,
        "longClickable": node.long_clickable,
        "scrollable": node.scrollable,
        "selected": node.selected,
    }
    return {
        "bounds": _box(node.bounds),
        "visibleBounds": _box(node.bounds),
        "childCount": len(node.children),
        "className": node.type,
        "contentDescription": node.description or None,
        "packageName": node.package,
        "resourceName": node.id or None,
        "text": node.text,
        **flags,
    }


def _click(phone: Model, params: list[Any]) -> bool:
    """``[x, y]``, ``[x, y, milliseconds]`` or ``[selector]``."""
    _input_allowed(phone)
    if isinstance(params[0], dict):
        phone.window.tap(*_one(phone, params[0]).bounds.centre)
    else:
        phone.window.tap(float(params[0]), float(params[1]))
    _note_toast(phone)
    return True


def _note_toast(phone: Model) -> None:
    if phone.window.toast:
        phone.automator.toast, phone.window.toast = phone.window.toast, ""


def _swipe(phone: Model, params: list[Any]) -> bool:
    """``[x1, y1, x2, y2, steps]`` or ``[selector, direction, steps]``."""
    _input_allowed(phone)
    if isinstance(params[0], dict):
        left, top, right, bottom = _one(phone, params[0]).bounds
        x, y = (left + right) // 2, (top + bottom) // 2
        ends = {"u": (x, top), "d": (x, bottom), "l": (left, y), "r": (right, y)}
        phone.window.swipe(x, y, *ends[str(params[1])[0]])
    else:
        phone.window.swipe(*(float(each) for each in params[:4]))
    return True


def _set_text(phone: Model, params: list[Any]) -> bool:
    node = _one(phone, params[0])
    done = phone.window.set_text(node, str(params[1] or ""))
    _note_toast(phone)
    return done


def _clear_input(phone: Model, params: list[Any]) -> None:
    phone.window.type_text("", replace=True)


def _press(phone: Model, params: list[Any]) -> bool:
    _input_allowed(phone)
    name = str(params[0]).lower()
    code = code_of(_KEYS.get(name, name))
    return press(phone, code) if code is not None else False


def _press_code(phone: Model, params: list[Any]) -> bool:
    _input_allowed(phone)
    return press(phone, int(params[0]))


def _screenshot(phone: Model, params: list[Any]) -> str | None:
    fault = phone.faults.profile.screenshot
    if fault == "null":
        return None
    black = fault == "black" or not phone.window.awake
    scale, quality = (*params, 1, 80)[:2] if not params else (params[0], params[1])
    picture = draw(phone.window.roots(), phone.window.size, black=black)
    return base64.b64encode(packed(picture, "JPEG", float(scale), int(quality))).decode()


def _get_clipboard(phone: Model, params: list[Any]) -> str | None:
    return None if phone.faults.profile.clipboard == "denied" else phone.automator.clipboard


def _set_clipboard(phone: Model, params: list[Any]) -> None:
    phone.automator.clipboard = str(params[1])


def _paste(phone: Model, params: list[Any]) -> bool:
    return phone.window.type_text(phone.automator.clipboard or "")


def _wake(phone: Model, params: list[Any]) -> None:
    phone.window.awake = True


def _sleep(phone: Model, params: list[Any]) -> None:
    phone.window.sleep()


def _open(panel: str) -> Method:
    def method(phone: Model, params: list[Any]) -> bool:
        phone.window.shade = panel
        return True

    return method


def _orient(phone: Model, params: list[Any]) -> None:
    phone.window.turned = _ORIENTATIONS[str(params[0]).lower()]


def _freeze_rotation(phone: Model, params: list[Any]) -> None:
    phone.window.turned = phone.window.rotation if params[0] else None


def _last_toast(phone: Model, params: list[Any]) -> str | None:
    return phone.automator.toast


def _clear_toast(phone: Model, params: list[Any]) -> None:
    phone.automator.toast = None


def _scroll(direction: str, *, all_the_way: bool = False) -> Method:
    def method(phone: Model, params: list[Any]) -> bool:
        _one(phone, params[0])
        moved = phone.window.scroll(direction)
        while moved and all_the_way and phone.window.scroll(direction):
            pass
        return moved

    return method


def _scroll_to(phone: Model, params: list[Any]) -> bool:
    """``[scrollable, wanted, vertical?]``: down until ``wanted`` is in sight."""
    _one(phone, params[0])
    while not _all(phone, params[1]):
        if not phone.window.scroll("down"):
            return False
    return True


def _gone(phone: Model, params: list[Any]) -> bool:
    return not _all(phone, params[0])


def _exists(phone: Model, params: list[Any]) -> bool:
    return bool(_all(phone, params[0]))


METHODS: dict[str, Method] = {
    "deviceInfo": _device_info,
    "dumpWindowHierarchy": _dump,
    "exist": _exists,
    "waitForExists": _exists,
    "waitUntilGone": _gone,
    "count": lambda phone, params: len(_all(phone, params[0])),
    "objInfo": lambda phone, params: _info(_one(phone, params[0])),
    "objInfoOfAllInstances": lambda phone, params: [_info(n) for n in _all(phone, params[0])],
    "getText": lambda phone, params: _one(phone, params[0]).text,
    "setText": _set_text,
    "clearTextField": lambda phone, params: _set_text(phone, [params[0], ""]),
    "clearInputText": _clear_input,
    "click": _click,
    "longClick": _click,
    "swipe": _swipe,
    "drag": _swipe,
    "pressKey": _press,
    "pressKeyCode": _press_code,
    "takeScreenshot": _screenshot,
    "getClipboard": _get_clipboard,
    "setClipboard": _set_clipboard,
    "pasteClipboard": _paste,
    "wakeUp": _wake,
    "sleep": _sleep,
    "isScreenOn": lambda phone, params: phone.window.awake,
    "openNotification": _open("notifications"),
    "openQuickSettings": _open("settings"),
    "setOrientation": _orient,
    "freezeRotation": _freeze_rotation,
    "getLastToast": _last_toast,
    "clearLastToast": _clear_toast,
    "scrollForward": _scroll("down"),
    "scrollBackward": _scroll("up"),
    "scrollToBeginning": _scroll("up", all_the_way=True),
    "scrollToEnd": _scroll("down", all_the_way=True),
    "flingForward": _scroll("down"),
    "flingBackward": _scroll("up"),
    "flingToBeginning": _scroll("up", all_the_way=True),
    "flingToEnd": _scroll("down", all_the_way=True),
    "scrollTo": _scroll_to,
}
