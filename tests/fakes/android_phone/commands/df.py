"""``df [PATH]``: storage, in blocks of a kilobyte."""

from __future__ import annotations

from tandem_edge.phone.sandbox.device import DEVICE
from tests.fakes.android_phone.answers import Answer, lines
from tests.fakes.android_phone.model import Model

_MOUNTS = ("/data", "/sdcard", "/storage/emulated", "/storage/emulated/0")


def run(phone: Model, words: list[str]) -> Answer:
    paths = [word for word in words if not word.startswith("-")]
    unknown = next((path for path in paths if path not in (*_MOUNTS, "/")), None)
    if unknown is not None:
        return Answer(err=f"df: {unknown}: No such file or directory\n", code=1)
    device = phone.store.only(DEVICE)
    total, free = device.total_mb * 1024, device.free_mb * 1024
    share = round((total - free) * 100 / total) if total else 0
    where = paths[0] if paths else "/data"
    return lines(
        "Filesystem      1K-blocks      Used Available Use% Mounted on",
        f"/dev/block/dm-55 {total:>9} {total - free:>9} {free:>9} {share:>3}% {where}",
    )
