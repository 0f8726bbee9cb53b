"""The packages on the phone: the sandbox phone's apps, Android's own, and a test's helper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.sandbox.permissions import PermissionName
from tests.fakes.android_phone.input_methods import HELPER_PACKAGE
from tests.fakes.android_phone.screen.packages import HIDDEN

if TYPE_CHECKING:
    from tests.fakes.android_phone.model import Model

OWN = ("android", "com.android.shell", "com.android.permissioncontroller", *HIDDEN)
RUNTIME_PERMISSIONS: dict[str, PermissionName] = {
    "READ_CALENDAR": "calendar",
    "WRITE_CALENDAR": "calendar",
    "READ_CALL_LOG": "call_log",
    "CAMERA": "camera",
    "READ_CONTACTS": "contacts",
    "WRITE_CONTACTS": "contacts",
    "READ_EXTERNAL_STORAGE": "files",
    "BODY_SENSORS": "health",
    "ACCESS_FINE_LOCATION": "location",
    "ACCESS_COARSE_LOCATION": "location",
    "RECORD_AUDIO": "microphone",
    "BLUETOOTH_CONNECT": "nearby_devices",
    "BLUETOOTH_SCAN": "nearby_devices",
    "POST_NOTIFICATIONS": "notifications",
    "CALL_PHONE": "phone",
    "READ_PHONE_STATE": "phone",
    "READ_MEDIA_IMAGES": "photos",
    "READ_SMS": "sms",
    "SEND_SMS": "sms",
}
"""Android's permissions that an owner grants, and what the sandbox phone calls their group."""


def every_package(phone: Model) -> list[str]:
    """The names of all packages."""
    helper = [HELPER_PACKAGE] if phone.methods.helper else []
    return [*OWN, *phone.store.all(INSTALLED), *helper]


def is_system(phone: Model, name: str) -> bool:
    """Whether it came with the phone."""
    row = phone.store.get(INSTALLED, name)
    return name in OWN or (row is not None and row.built_in)


def path_of(phone: Model, name: str) -> str:
    """Where its file lies."""
    if is_system(phone, name):
        return f"/system/app/{name}/base.apk"
    return f"/data/app/~~b3J8pQ==/{name}-Q2xvc2U=/base.apk"
