"""Faults of a call that a real phone adds to those of the tool's spec, and how they are said."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.protocol import Execution
from tandem_shared.text import one_line
from tandem_shared.tools import ToolFault, ToolResult

NOT_POSSIBLE = "not_possible"
"""This phone cannot be made to do it from a computer, or not with these arguments."""
NOT_VERIFIED = "not_verified"
"""It was asked for, and the phone does not show it."""
REFUSED = "refused"
"""The phone, or its maker, does not let a computer do it."""
UNREACHED = "unreached"
"""The phone was lost in mid-call; what it says for certain is in the message."""
UNREADABLE = "unreadable"
"""The phone's answer could not be understood, so nothing was done."""
OWN_LINK = "own_link"
"""It would cut the connection over which the phone is reached."""


class Declined(Exception):
    """Ends a call with a fault."""

    def __init__(self, code: str, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.retryable = retryable


def fault(
    code: str,
    message: str,
    arguments: dict[str, JsonValue] | None = None,
    *,
    retryable: bool = False,
) -> Execution:
    """A call that ended in a fault and is known to have changed nothing."""
    told = ToolFault(code=code, message=one_line(message, limit=400), retryable=retryable)
    return Execution(ToolResult(ok=False, fault=told), arguments or {}, ())
