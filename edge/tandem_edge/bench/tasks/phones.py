"""The phone that a task begins on."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from typing import Any

from tandem_edge.phone.normalise import KINDS
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.friction import inject, patch
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.errors import UsageError
from tandem_shared.tasks import InitialState, Patch, Task
from tandem_shared.tools import ToolCall

MOMENT = "@moment "
DAY = "@day "
"""A patched field that starts with one of these is a phrase, read by the phone's clock."""


@lru_cache(maxsize=128)
def base_phone(seed: int, cast: Cast) -> SandboxPhone:
    """A generated phone to fork; never act on it."""
    return SandboxPhone.generate(seed, cast=cast)


def begin(task: Task) -> SandboxPhone:
    """See ``prepared``."""
    return prepared(task.initial)


def prepared(initial: InitialState) -> SandboxPhone:
    """A fresh phone in that state, its journal empty.

    Raises ``UsageError`` when this version's phones cannot be brought to it.
    """
    phone = base_phone(initial.seed, Cast(initial.cast)).fork()
    _set_clock(phone, initial)
    try:
        for each in initial.patches:
            _patch(phone, each)
    except (KeyError, ValueError, TypeError) as error:
        raise UsageError(f"the task's phone cannot be made: {error}", hint=_HINT) from error
    for call in initial.calls:
        _carry_out(phone, call)
    for trouble in initial.friction:
        inject(phone.store, trouble.name, trouble.value)
    phone.store.journal.clear()
    phone.operations.clear()
    return phone


_HINT = "the task belongs to another version of Tandem, or its scenario is wrong"


def _set_clock(phone: SandboxPhone, initial: InitialState) -> None:
    if initial.zone:
        phone.store.update(DEVICE, timezone=initial.zone)
    if initial.clock:
        today = phone.now().date().isoformat()
        whole = initial.clock if "T" in initial.clock else f"{today}T{initial.clock}"
        phone.store.update(DEVICE, clock=datetime.fromisoformat(whole))


def _patch(phone: SandboxPhone, wanted: Patch) -> None:
    store, table = phone.store, phone.store.tables[wanted.table]
    if wanted.fields is None:
        store.remove(table, wanted.key)
        return
    fields = {name: _resolved(value, phone) for name, value in wanted.fields.items()}
    if wanted.key:
        patch(store, wanted.table, wanted.key, fields)
    else:
        store.add(table, table.adapter.validate_python(fields))


def _resolved(value: Any, phone: SandboxPhone) -> Any:
    for mark, kind in ((MOMENT, "moment"), (DAY, "day")):
        if isinstance(value, str) and value.startswith(mark):
            return KINDS[kind](value[len(mark) :], {"maxLength": 80}, phone.now())
    return value


def _carry_out(phone: SandboxPhone, call: ToolCall) -> None:
    fault = phone.call(call).result.fault
    if fault:
        said = f"{call.name} fails while the phone is made ready: {fault.code}, {fault.message}"
        raise UsageError(said, hint=_HINT)
