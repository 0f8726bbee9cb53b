"""The contacts provider's old address, which still answers to a query for numbers."""

from __future__ import annotations

from tests.fakes.android_phone.commands.providers.contacts import PROVIDER as NEW
from tests.fakes.android_phone.commands.providers.table import Provider

AUTHORITY = "contacts"
PROVIDER = Provider({"phones": NEW.tables["data/phones"]}, NEW.read, NEW.write)
