"""What ``getprop`` tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tandem_edge.phone.catalogue.system_settings.phone_identity import IDENTITY
from tandem_edge.phone.sandbox.device import DEVICE

if TYPE_CHECKING:
    from tests.fakes.android_phone.model import Model

_LOCALES = {"en": "en-US", "zh": "zh-Hans-CN"}


def properties(phone: Model) -> dict[str, str]:
    """Every property by name."""
    about, device = phone.store.only(IDENTITY), phone.store.only(DEVICE)
    slug = about.model.lower().replace(" ", "_")
    built = {
        "gsm.sim.state": "LOADED" if device.sim_present else "ABSENT",
        "persist.sys.locale": _LOCALES[device.language],
        "persist.sys.timezone": device.timezone,
        "ro.boot.qemu": "0",
        "ro.build.characteristics": "nosdcard",
        "ro.build.display.id": about.build,
        "ro.build.type": "user",
        "ro.build.version.release": about.android,
        "ro.build.version.sdk": str(phone.sdk),
        "ro.build.version.security_patch": f"{about.patch}-05",
        "ro.product.brand": about.maker.lower(),
        "ro.product.cpu.abi": "arm64-v8a",
        "ro.product.device": slug,
        "ro.product.locale": "en-US",
        "ro.product.manufacturer": about.maker,
        "ro.product.model": about.model.replace(" ", "_"),
        "ro.product.name": slug,
        "ro.serialno": about.serial,
        "ro.sf.lcd_density": str(phone.window.density),
        "sys.boot_completed": "1",
    }
    return built | phone.properties
