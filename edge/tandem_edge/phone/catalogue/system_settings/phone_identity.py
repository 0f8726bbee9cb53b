"""What phone this is: its make, its software, its numbers, and since when it runs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import ALWAYS, ToolFailure, choice, field, tool
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE, EPOCH, Wall
from tandem_edge.phone.sandbox.store import Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

TOPICS = ("hardware", "software", "identifiers", "uptime")


@dataclass(frozen=True, slots=True)
class Identity:
    """``patch`` is the security patch level, ``booted`` when the phone last started."""

    maker: str = "Google"
    model: str = "Pixel 9"
    chip: str = "Tensor G4"
    ram_mb: Annotated[int, Field(ge=0)] = 12_288
    android: str = "16"
    patch: str = "2026-02"
    build: str = "BP3A.260205.001"
    imei: str = "35-209900-176148-1"
    serial: str = "37FZK91"
    booted: Wall = EPOCH


IDENTITY = Singleton("identity", Identity)


@tool(
    domain=Domain.SYSTEM_SETTINGS,
    en="about this phone: model and specs, Android version, IMEI, uptime",
    zh="关于本机：型号配置、系统版本、IMEI、开机时长",
    cues_en="what phone is this model name processor chip ram total storage android version build "
    "number security patch imei serial number since last restart uptime",
    cues_zh="关于手机 什么型号 手机型号 配置 处理器 运行内存 安卓几 系统版本 版本号 安全补丁 "
    "串号 序列号 多久没重启",
    arguments=[choice("topic", TOPICS, "what about it", "哪方面", required=ALWAYS)],
    results=[
        field("maker", "string"),
        field("model", "string"),
        field("chip", "string"),
        field("ram_mb", "integer"),
        field("storage_mb", "integer"),
        field("android", "string"),
        field("patch", "string"),
        field("build", "string"),
        field("imei", "string", privacy=Privacy.SECRET),
        field("serial", "string", privacy=Privacy.SECRET),
        field("booted_at", "string"),
        field("up_hours", "integer"),
    ],
    effects=Effect.READ,
    errors=["locked"],
    mechanism=Mechanism.SHELL,
)
def query_device_info(store: Store, topic: str) -> dict[str, JsonValue]:
    """Tell one thing about the phone; the numbers that identify it only while it is unlocked."""
    about, device = store.only(IDENTITY), store.only(DEVICE)
    if topic == "hardware":
        return {
            "maker": about.maker,
            "model": about.model,
            "chip": about.chip,
            "ram_mb": about.ram_mb,
            "storage_mb": device.total_mb,
        }
    if topic == "software":
        return {"android": about.android, "patch": about.patch, "build": about.build}
    if topic == "identifiers":
        if device.locked:
            raise ToolFailure("locked", "the phone is locked")
        return {"imei": about.imei, "serial": about.serial}
    hours = max(0, int((device.clock - about.booted) / timedelta(hours=1)))
    return {"booted_at": about.booted.strftime("%Y-%m-%dT%H:%M"), "up_hours": hours}


MODELS = (
    ("Google", "Pixel 9", "Tensor G4", 12_288),
    ("Xiaomi", "Xiaomi 15", "Snapdragon 8 Elite", 16_384),
    ("Samsung", "Galaxy S25", "Snapdragon 8 Elite", 12_288),
    ("HONOR", "Magic7", "Snapdragon 8 Elite", 16_384),
    ("OPPO", "Find X8", "Dimensity 9400", 12_288),
    ("Google", "Pixel 8a", "Tensor G3", 8_192),
    ("vivo", "X200", "Dimensity 9400", 16_384),
    ("OnePlus", "OnePlus 13", "Snapdragon 8 Elite", 16_384),
)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """One of the usual phones, running for some days."""
    maker, model, chip, ram = random.choice(cast.of(MODELS))
    clock = store.only(DEVICE).clock
    store.update(
        IDENTITY,
        maker=maker,
        model=model,
        chip=chip,
        ram_mb=ram,
        android=random.choice(("15", "16")),
        patch=f"{clock - timedelta(days=random.randrange(20, 160)):%Y-%m}",
        build=f"BP{random.randrange(1, 5)}A.{clock:%y%m}.00{random.randrange(1, 9)}",
        imei=f"35-2099{random.randrange(10, 99)}-{random.randrange(100_000, 999_999)}-1",
        serial="".join(random.choices("0123456789ABCDEFGHJKLMNPQRSTUVWXYZ", k=8)),
        booted=clock - timedelta(hours=random.randrange(3, 500)),
    )
