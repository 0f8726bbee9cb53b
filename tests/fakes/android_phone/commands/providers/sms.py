"""Text messages (android.provider.Telephony). Only the app for messages may write."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from tandem_edge.phone.catalogue.calls_communication.messages import MESSAGES
from tests.fakes.android_phone.commands.providers.table import (
    Provider,
    Row,
    Table,
    milliseconds,
    number_of,
)
from tests.fakes.android_phone.model import Model

AUTHORITY = "sms"
_INBOX, _SENT = 1, 2
_COLUMNS = "_id thread_id address date date_sent read type body".split()


def _messages(phone: Model, kinds: tuple[int, ...]) -> Iterator[Row]:
    zone, threads = phone.now().tzinfo, list[str]()
    for key, row in phone.store.all(MESSAGES).items():
        if row.number not in threads:
            threads.append(row.number)
        kind = _INBOX if row.incoming else _SENT
        at = milliseconds(row.at.replace(tzinfo=zone))
        if kind in kinds:
            yield {
                "_id": number_of(key),
                "thread_id": threads.index(row.number) + 1,
                "address": row.number,
                "date": at,
                "date_sent": at,
                "read": int(row.read),
                "type": kind,
                "body": row.text,
            }


def _table(*kinds: int) -> Table:
    return Table(tuple(_COLUMNS), partial(_messages, kinds=kinds))


PROVIDER = Provider(
    {"": _table(_INBOX, _SENT), "inbox": _table(_INBOX), "sent": _table(_SENT)}, read="READ_SMS"
)
