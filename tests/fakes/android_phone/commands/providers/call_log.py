"""The call log: the shell user lacks the permission on every phone."""

from __future__ import annotations

from collections.abc import Iterator

from tests.fakes.android_phone.commands.providers.table import Provider, Row, Table
from tests.fakes.android_phone.model import Model

AUTHORITY = "call_log"


def _calls(phone: Model) -> Iterator[Row]:
    raise AssertionError("nobody may read it")


PROVIDER = Provider(
    {"calls": Table(("_id",), _calls)}, read="READ_CALL_LOG", write="WRITE_CALL_LOG"
)
