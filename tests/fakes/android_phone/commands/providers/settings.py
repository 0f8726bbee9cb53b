"""Settings as a provider: reading what ``settings`` reads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tests.fakes.android_phone.commands.providers.table import Provider, Row, Table
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.settings_provider import NAMESPACES

AUTHORITY = "settings"


def _rows(phone: Model, space: str) -> Iterator[Row]:
    for place, (name, value) in enumerate(phone.settings.listed(space).items(), start=1):
        yield {"_id": place, "name": name, "value": value}


PROVIDER = Provider(
    {space: Table(("_id", "name", "value"), partial(_rows, space=space)) for space in NAMESPACES}
)
