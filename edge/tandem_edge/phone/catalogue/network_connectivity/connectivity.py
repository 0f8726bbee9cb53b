"""Radios: Wi-Fi, Bluetooth, airplane mode, mobile data, hotspot; they act on one another."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import action, field, needs, tool
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import Singleton, Store
from tandem_edge.phone.sandbox.switches import (
    ACTIONS,
    EFFECTS,
    RESULTS,
    each_other,
    switch,
    switched,
)
from tandem_shared.tools import Domain, Mechanism

Radio = Literal["wifi", "bluetooth", "mobile_data", "hotspot", "wifi_after_hotspot"]
RADIO_NAMES: tuple[Radio, ...] = (
    "wifi",
    "bluetooth",
    "mobile_data",
    "hotspot",
    "wifi_after_hotspot",
)


@dataclass(frozen=True, slots=True)
class Radios:
    """What is switched on.

    ``wifi_after_hotspot`` says that Wi-Fi comes back when the hotspot is switched off.
    ``resting`` are the radios that come back when airplane mode is next switched over: on leaving
    it those that were on before, on entering it those the user had switched on in the air.
    """

    wifi: bool = True
    bluetooth: bool = False
    mobile_data: bool = True
    airplane_mode: bool = False
    hotspot: bool = False
    wifi_after_hotspot: bool = False
    resting: tuple[Radio, ...] = ()


RADIOS = Singleton("radios", Radios)


@condition("network")
def _network(store: Store, value: str) -> str:
    radios, device = store.only(RADIOS), store.only(DEVICE)
    mobile = radios.mobile_data and device.sim_present and device.signal_bars > 0
    return "" if radios.wifi or mobile else "the phone is offline"


@condition("cellular")
def _cellular(store: Store, value: str) -> str:
    device = store.only(DEVICE)
    if store.only(RADIOS).airplane_mode:
        return "airplane mode is on"
    if not device.sim_present:
        return "there is no SIM card"
    return "" if device.signal_bars > 0 else "there is no signal"


@condition("sim")
def _sim(store: Store, value: str) -> str:
    return "" if store.only(DEVICE).sim_present else "there is no SIM card"


@condition("not_airplane")
def _not_airplane(store: Store, value: str) -> str:
    return "airplane mode is on" if store.only(RADIOS).airplane_mode else ""


@condition("hotspot_off")
def _hotspot_off(store: Store, value: str) -> str:
    return "the hotspot is using the Wi-Fi radio" if store.only(RADIOS).hotspot else ""


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="Wi-Fi: switch on, off or check",
    zh="无线网络 Wi-Fi：打开、关闭或查看开关",
    cues_en="wifi wi-fi wi fi wireless wlan network router internet at home cafe get me off it",
    cues_zh="wifi 无线 无线网 无线网络 路由器 歪fai 连无线 断开无线 上网",
    arguments=[action(*ACTIONS)],
    results=RESULTS,
    effects=EFFECTS,
    preconditions=[needs("hotspot_off", code="conflict", on=("enable",))],
    inverses=each_other("manage_wifi"),
    conflicts=["manage_hotspot"],
    mechanism=Mechanism.SHELL,
)
def manage_wifi(store: Store, action: str) -> dict[str, JsonValue]:
    """Switch or read Wi-Fi. It may be switched on in airplane mode, as on a real phone."""
    return switch(store, RADIOS, "wifi", action)


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="Bluetooth: switch on, off or check",
    zh="蓝牙：打开、关闭或查看开关",
    cues_en="bluetooth blue tooth bt earbuds headset headphones pair car stereo speaker watch "
    "hearing aids keyboard",
    cues_zh="蓝牙 耳机 音箱 车机 车载 手环 手表 配对 连不上耳机 AirPods",
    arguments=[action(*ACTIONS)],
    results=RESULTS,
    effects=EFFECTS,
    inverses=each_other("manage_bluetooth"),
    changes=["manage_paired_device"],
    mechanism=Mechanism.SHELL,
)
def manage_bluetooth(store: Store, action: str) -> dict[str, JsonValue]:
    """Switch or read Bluetooth. It may be switched on in airplane mode, as on a real phone."""
    return switch(store, RADIOS, "bluetooth", action)


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="airplane mode cutting all radios: on, off or check",
    zh="飞行模式：切断全部信号，打开、关闭或查看",
    cues_en="flight mode airplane aeroplane plane take off takeoff landed boarding cut every radio "
    "no signal at all pilot flying",
    cues_zh="飞行模式 飞行 小飞机 起飞 落地 登机 空姐 切断信号 没信号 断网断电话",
    arguments=[action(*ACTIONS)],
    results=RESULTS,
    effects=EFFECTS,
    preconditions=[needs("no_call", code="call_active", on=("enable",))],
    inverses=each_other("manage_airplane_mode"),
    conflicts=["make_call", "send_message"],
    changes=[
        "manage_wifi",
        "manage_bluetooth",
        "manage_mobile_data",
        "manage_hotspot",
        "manage_paired_device",
    ],
    mechanism=Mechanism.SHELL,
)
def manage_airplane_mode(store: Store, action: str) -> dict[str, JsonValue]:
    """Switch or read airplane mode; the radios on either side of it are remembered."""
    radios = store.only(RADIOS)
    after = radios.airplane_mode if action == "query" else action == "enable"
    if after != radios.airplane_mode:
        wanted = {name: name in radios.resting for name in RADIO_NAMES}
        resting = tuple(name for name in RADIO_NAMES if getattr(radios, name))
        store.update(RADIOS, **wanted, airplane_mode=after, resting=resting)
    return switched(radios.airplane_mode, after)


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="mobile data over the SIM card: on, off or check",
    zh="移动数据：用手机卡流量上网，打开、关闭或查看",
    cues_en="cellular data mobile data cell network 4g 5g gigabytes data plan sim internet "
    "outdoors",
    cues_zh="移动数据 流量 蜂窝 蜂窝数据 数据流量 4G 5G 套餐 卡里的流量 走流量 数据开关",
    arguments=[action(*ACTIONS)],
    results=RESULTS,
    effects=EFFECTS,
    preconditions=[
        needs("not_airplane", code="airplane_mode_on", on=("enable",)),
        needs("sim", code="no_sim", on=("enable",)),
    ],
    inverses=each_other("manage_mobile_data"),
    conflicts=["manage_airplane_mode"],
    mechanism=Mechanism.SHELL,
)
def manage_mobile_data(store: Store, action: str) -> dict[str, JsonValue]:
    """Switch or read mobile data."""
    return switch(store, RADIOS, "mobile_data", action)


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="personal hotspot sharing internet with other devices: on, off or check",
    zh="个人热点：把手机的网分给别的设备，打开、关闭或查看",
    cues_en="hotspot hot spot tethering share my connection share internet laptop tablet needs "
    "internet piggyback broadcast",
    cues_zh="热点 个人热点 分享网络 共享网络 分点网 蹭网 给电脑上网 平板上网 供网 放网",
    arguments=[action(*ACTIONS)],
    results=[*RESULTS, field("wifi_enabled", "boolean")],
    effects=EFFECTS,
    preconditions=[
        needs("not_airplane", code="airplane_mode_on", on=("enable",)),
        needs("sim", code="no_sim", on=("enable",)),
        needs("battery_at_least", "10", code="battery_low", on=("enable",)),
    ],
    inverses=each_other("manage_hotspot"),
    conflicts=["manage_airplane_mode"],
    changes=["manage_wifi"],
    mechanism=Mechanism.UI,
)
def manage_hotspot(store: Store, action: str) -> dict[str, JsonValue]:
    """Switch or read the hotspot; it takes the Wi-Fi radio and gives it back."""
    before = store.only(RADIOS)
    result = switch(store, RADIOS, "hotspot", action)
    if result["changed"] and action == "enable":
        store.update(RADIOS, wifi=False, wifi_after_hotspot=before.wifi)
    elif result["changed"]:
        store.update(RADIOS, wifi=before.wifi_after_hotspot, wifi_after_hotspot=False)
    return {**result, "wifi_enabled": store.only(RADIOS).wifi}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Wi-Fi and mobile data on, as most phones are; Bluetooth as it happens."""
    store.update(RADIOS, bluetooth=random.random() < 0.5)
