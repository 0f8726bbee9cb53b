"""``dumpsys package PACKAGE``"""

from __future__ import annotations

from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.sandbox.permissions import PERMISSIONS
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.packages import RUNTIME_PERMISSIONS, every_package, path_of


def run(phone: Model, words: list[str]) -> Answer:
    name = words[0] if words else ""
    if name not in every_package(phone):
        return lines(f"Unable to find package: {name}")
    row = phone.store.get(INSTALLED, name)
    version = row.version if row else "1.0"
    return lines(
        "Packages:",
        f"  Package [{name}] (7c1f2d3):",
        f"    userId={phone.uid_of(name)}",
        f"    codePath={path_of(phone, name).rsplit('/', 1)[0]}",
        f"    versionCode=1 minSdk=26 targetSdk={phone.sdk}",
        f"    versionName={version}",
        "    signatures=PackageSignatures{4fd1 version:3, signatures:[a1b2], past signatures:[]}",
        "    firstInstallTime=2025-01-01 09:00:00",
        "    lastUpdateTime=2026-01-01 09:00:00",
        "    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped=false",
        "      runtime permissions:",
        *_permissions(phone, name),
    )


def _permissions(phone: Model, package: str) -> list[str]:
    held = {
        row.name: row.grant for row in phone.store.all(PERMISSIONS).values() if row.app == package
    }
    return [
        f"        android.permission.{name}: granted={str(held[group] in _GRANTED).lower()}, "
        f"flags=[ {'ONE_TIME' if held[group] == 'ask' else 'USER_SET'} ]"
        for name, group in RUNTIME_PERMISSIONS.items()
        if group in held
    ]


_GRANTED = ("allowed", "while_in_use")
