"""Preconditions that the sandbox can check, by kind."""

from __future__ import annotations

from collections.abc import Callable

from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Precondition

Check = Callable[[Store, str], str]
"""Takes the store and the precondition's value; returns why it does not hold, or ``""``."""

CHECKS: dict[str, Check] = {}


def condition(kind: str) -> Callable[[Check], Check]:
    """Register a check under ``kind``. A family may add its own."""

    def register(check: Check) -> Check:
        CHECKS[kind] = check
        return check

    return register


@condition("unlocked")
def _unlocked(store: Store, value: str) -> str:
    return "the phone is locked" if store.only(DEVICE).locked else ""


@condition("battery_at_least")
def _battery_at_least(store: Store, value: str) -> str:
    level = store.only(DEVICE).battery_percent
    return f"the battery is at {level} %, {value} % are needed" if level < int(value) else ""


def _unknown(store: Store, value: str) -> str:
    """Fails closed: the family that brings the check did not load."""
    return "this phone cannot check what the tool needs"


def first_failure(
    store: Store, preconditions: tuple[Precondition, ...], action: str
) -> tuple[str, str]:
    """``(code, reason)`` of the first precondition that fails for ``action``, or ``("", "")``."""
    for precondition in preconditions:
        if action in precondition.actions or "*" in precondition.actions:
            check = CHECKS.get(precondition.kind, _unknown)
            reason = check(store, precondition.value)
            if reason:
                return precondition.code, reason
    return "", ""
