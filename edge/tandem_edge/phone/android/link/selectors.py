"""How a node of the screen is named to UI automation: a UiSelector's fields and their mask."""

from __future__ import annotations

from pydantic import JsonValue

_MASKS = {
    "text": 0x01,
    "textContains": 0x02,
    "className": 0x10,
    "description": 0x40,
    "descriptionContains": 0x80,
    "focused": 0x020000,
    "packageName": 0x080000,
    "resourceId": 0x200000,
    "instance": 0x01000000,
}
"""Bits of UI automation's own protocol; a field whose bit is missing is not looked at there."""


def selector(**wanted: str | bool | int) -> dict[str, JsonValue]:
    """The selector of nodes whose fields are as ``wanted``. Raises ``KeyError`` for a field that
    UI automation does not know."""
    mask = 0
    for name in wanted:
        mask |= _MASKS[name]
    return {"mask": mask, "childOrSibling": [], "childOrSiblingSelector": [], **wanted}
