"""Pictures (android.provider.MediaStore)."""

from __future__ import annotations

from collections.abc import Iterator

from tandem_edge.phone.catalogue.apps_storage.stored import PHOTOS
from tests.fakes.android_phone.commands.providers.table import (
    Provider,
    Row,
    Table,
    milliseconds,
    number_of,
)
from tests.fakes.android_phone.model import Model

AUTHORITY = "media"
_COLUMNS = "_id _display_name _data _size mime_type datetaken date_added is_favorite".split()


def _images(phone: Model) -> Iterator[Row]:
    zone = phone.now().tzinfo
    for key, row in phone.store.all(PHOTOS).items():
        taken = milliseconds(row.taken.replace(tzinfo=zone))
        yield {
            "_id": number_of(key),
            "_display_name": row.name,
            "_data": f"/storage/emulated/0/DCIM/Camera/{row.name}",
            "_size": row.megabytes * 1_000_000,
            "mime_type": "image/jpeg",
            "datetaken": taken,
            "date_added": taken // 1000,
            "is_favorite": int(row.favourite),
        }


PROVIDER = Provider({"external/images/media": Table(tuple(_COLUMNS), _images)})
