"""What a phone says when it does not let the shell do a thing, and what its owner can do."""

from __future__ import annotations

import re

from tandem_edge.languages.catalogue import _
from tandem_edge.phone.android.link.protocol import DeviceRefused, ShellAnswer
from tandem_shared.text import one_line

_THROWN = re.compile(
    r"^(?:Exception in thread .*?|Error: |Caused by: |\s*)"
    r"(?:java\.lang\.SecurityException|Security ?exception)\b[: ]*(?P<why>.*)",
    re.IGNORECASE | re.MULTILINE,
)
_DENIED = re.compile(r"^.{0,80}?(?P<why>Permission Denial: .*)", re.MULTILINE)
_NAMED = re.compile(r"\b(?:android\.permission\.)?([A-Z]{2,}(?:_[A-Z]+)+)\b")
_INJECTING = re.compile(r"inject", re.IGNORECASE)
_SWITCHED = (
    "WRITE_SECURE_SETTINGS",
    "WRITE_SETTINGS",
    "INJECT_EVENTS",
    "GRANT_RUNTIME_PERMISSIONS",
)
"""Permissions that some makers take from adb until their own switch is on."""
_SHOWN = 200


def refusal(answer: ShellAnswer, *, apart: bool = True) -> DeviceRefused | None:
    """The refusal that a shell line met, if it met one.

    What a line prints may hold anybody's words, a message for one; so on a phone that tells output
    and errors ``apart`` only the errors count, and elsewhere the output of a line that failed or
    whose first words are the refusal.
    """
    if apart:
        return refused(answer.err)
    if answer.code:
        return refused(answer.out)
    return refused(answer.out.lstrip().split("\n", 1)[0])


def refused(said: str) -> DeviceRefused | None:
    """The refusal that ``said`` tells of, if it does."""
    found = _THROWN.search(said) or _DENIED.search(said)
    if found is None:
        return None
    why = one_line(found["why"] or found[0], limit=_SHOWN)
    permission = _permission(said[found.start() :])
    message = _("the phone refused: {why}", why=why)
    return DeviceRefused(message, hint=_fix(permission), permission=permission)


def _permission(said: str) -> str:
    named = _NAMED.search(said)
    if named is not None:
        return named[1]
    return "INJECT_EVENTS" if _INJECTING.search(said) else ""


def _fix(permission: str) -> str:
    if permission in _SWITCHED:
        return _(
            "in the phone's developer options switch on USB debugging (Security settings) on "
            "Xiaomi, Redmi and POCO, or Disable permission monitoring on OPPO, OnePlus and "
            "realme; then unplug the phone and plug it in again"
        )
    return _("Android or the phone's maker keeps this from adb: do it on the phone by hand")
