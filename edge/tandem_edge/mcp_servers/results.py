"""What a server returned, as data of a bounded size: words and values, no images, no bytes."""

from __future__ import annotations

from collections import Counter
from typing import Any

from mcp_types import (
    CallToolResult,
    EmbeddedResource,
    ResourceLink,
    TextContent,
    TextResourceContents,
)
from pydantic import JsonValue

from tandem_shared.canonical import canonical_bytes
from tandem_shared.text import one_line, visible
from tandem_shared.tools import ToolFault, ToolResult

LONGEST_TEXT = 8000
"""Characters of a result's text that are kept."""
LARGEST_VALUE = 20_000
"""Bytes of JSON of a structured result that is kept."""
LONGEST_FAULT = 300
MOST_PARTS = 50


def to_result(result: CallToolResult) -> ToolResult:
    """A call's outcome; a failure that the server reports is a fault with its words."""
    texts, left_out = _texts(result.content[:MOST_PARTS])
    text = "\n".join(texts)
    if result.is_error:
        said = one_line(text, limit=LONGEST_FAULT) or "the server gave no reason"
        return ToolResult(ok=False, fault=ToolFault(code="tool_failed", message=said))
    data: dict[str, JsonValue] = {}
    value = _structured(result.structured_content)
    if value is not None:
        data["value"] = value
    elif text:
        data["text"] = visible(text, limit=LONGEST_TEXT)
    if left_out or len(result.content) > MOST_PARTS:
        more = max(0, len(result.content) - MOST_PARTS)
        counted = [f"{count} {kind}" for kind, count in sorted(left_out.items())]
        data["left_out"] = ", ".join([*counted, *([f"{more} parts"] if more else [])])
    return ToolResult(ok=True, data=data)


def _texts(parts: list[Any]) -> tuple[list[str], Counter[str]]:
    texts: list[str] = []
    left_out: Counter[str] = Counter()
    for part in parts:
        match part:
            case TextContent(text=text):
                texts.append(text)
            case EmbeddedResource(resource=TextResourceContents(text=text)):
                texts.append(text)
            case ResourceLink(uri=uri):
                texts.append(one_line(str(uri), limit=200))
            case _:
                left_out[one_line(str(getattr(part, "type", "part")), limit=20)] += 1
    return texts, left_out


def _structured(value: Any) -> JsonValue | None:
    """A structured result when it is an object of a fair size; its text says the same otherwise."""
    if not isinstance(value, dict) or not value:
        return None
    try:
        small = len(canonical_bytes(value)) <= LARGEST_VALUE
    except (ValueError, RecursionError):
        return None
    return value if small else None
