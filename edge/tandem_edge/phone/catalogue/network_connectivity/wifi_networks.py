"""Wi-Fi networks: those in range, those the phone knows, and the one it uses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

from pydantic import Field, JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    boolean,
    field,
    internal,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

Bars = Annotated[int, Field(ge=0, le=4)]


@dataclass(frozen=True, slots=True)
class Network:
    """A network around the phone. An open one has no password; ``portal``: it has a login page."""

    name: str
    bars: Bars
    mbps: Annotated[int, Field(ge=1)]
    password: str = ""
    portal: bool = False


@dataclass(frozen=True, slots=True)
class SavedNetwork:
    """A network that the phone has joined before, filed under its name."""

    password: str = ""
    auto_join: bool = True


@dataclass(frozen=True, slots=True)
class Link:
    """The network last joined, which is in use while Wi-Fi is on; ``""``: none."""

    network: str = ""


IN_RANGE = Table("networks_in_range", Network, prefix="network")
SAVED_NETWORKS = Table("saved_networks", SavedNetwork)
LINK = Singleton("wifi_link", Link)


def current_network(store: Store) -> Network | None:
    """The network that is in use, if any."""
    wanted = store.only(LINK).network
    if not store.only(RADIOS).wifi or not wanted:
        return None
    return next((row for row in store.all(IN_RANGE).values() if row.name == wanted), None)


@condition("wifi")
def _wifi(store: Store, value: str) -> str:
    return "" if store.only(RADIOS).wifi else "Wi-Fi is off"


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="join one particular Wi-Fi network in range, by name and password",
    zh="连接某个指定名称的无线网，可带密码",
    cues_en="connect to the wifi called ssid guest network cafe hotel wifi password is get on home "
    "network switch to 5g one hop onto router name join",
    cues_zh="连上 连到 加入网络 wifi名 密码是 酒店wifi 咖啡店的网 连家里的wifi "
    "换到 5G那个 访客网络 热点名",
    arguments=[
        text(
            "name",
            "name of the network",
            "网络名称",
            privacy=Privacy.LOCATION,
            max_length=64,
            example="Home-5G",
            required=ALWAYS,
        ),
        text("password", "its password", "密码", privacy=Privacy.SECRET, example="sunny-day-4"),
        internal(boolean("leave", "leave it again", "是否退出")),
        internal(text("back_to", "network to go back to", "要回到的网络", example="Home-5G")),
        internal(boolean("forget", "also forget it", "是否同时忘记")),
    ],
    results=[
        field("name", "string", privacy=Privacy.LOCATION),
        field("changed", "boolean"),
        field("newly_saved", "boolean"),
        field("needs_login", "boolean"),
        field("previous_network", "string", privacy=Privacy.LOCATION),
    ],
    effects=Effect.WRITE,
    preconditions=[
        needs("wifi", code="wifi_off"),
        needs("permission", "nearby_devices", code="permission_denied"),
    ],
    errors=["not_found", "ambiguous", "password_needed", "wrong_password"],
    inverses=undone_by(
        "join_wifi_network",
        name="$result.name",
        leave=True,
        back_to="$result.previous_network",
        forget="$result.newly_saved",
    ),
    conflicts=["manage_hotspot"],
    changes=["manage_saved_network"],
    mechanism=Mechanism.SHELL,
)
def join_wifi_network(
    store: Store,
    name: str,
    password: str | None,
    leave: bool,
    back_to: str | None,
    forget: bool,
) -> dict[str, JsonValue]:
    """Join a network in range and remember it; a known one needs no password."""
    if leave:
        return _leave(store, name, back_to or "", forget)
    network = the_one(
        chosen(store.all(IN_RANGE), None, name, lambda row: row.name), "network", _describe
    )[1]
    saved = store.get(SAVED_NETWORKS, network.name)
    _check(network, password if password is not None else saved.password if saved else None)
    before = store.only(LINK).network
    if saved is None:
        store.put(SAVED_NETWORKS, network.name, SavedNetwork(network.password))
    store.update(LINK, network=network.name)
    return {
        "name": network.name,
        "changed": saved is None or before != network.name,
        "newly_saved": saved is None,
        "needs_login": network.portal,
        "previous_network": before,
    }


def _check(network: Network, password: str | None) -> None:
    if not network.password:
        return
    if password is None:
        raise ToolFailure("password_needed", f"{network.name} needs its password")
    if password != network.password:
        raise ToolFailure("wrong_password", f"that is not the password of {network.name}")


def _leave(store: Store, name: str, back_to: str, forget: bool) -> dict[str, JsonValue]:
    if forget and store.get(SAVED_NETWORKS, name) is not None:
        store.remove(SAVED_NETWORKS, name)
    store.update(LINK, network=back_to)
    return {"name": back_to, "changed": True, "newly_saved": False, "previous_network": name}


def _describe(network: Network) -> str:
    return f"{network.name} ({network.bars} bars)"


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="saved and nearby Wi-Fi networks: list, forget, auto-join, show password",
    zh="已保存和附近的无线网：列出、忘记、自动连接、看密码",
    cues_en="known networks which wifi am I on remembered forget this network stop joining by "
    "itself automatically what's the wifi password networks around here nearby scan disconnect",
    cues_zh="忘记网络 忘掉 别自动连 自动连接 保存过的wifi "
    "附近有什么网 搜一下wifi wifi密码多少 连的哪个网 断开这个网",
    arguments=[
        action(
            "list_saved",
            "list_nearby",
            "forget",
            "auto_join_on",
            "auto_join_off",
            "show_password",
            "disconnect",
        ),
        text(
            "name",
            "name of the network",
            "网络名称",
            privacy=Privacy.LOCATION,
            max_length=64,
            example="Home-5G",
            required=("forget", "auto_join_on", "auto_join_off"),
        ),
    ],
    results=[
        field("name", "string", privacy=Privacy.LOCATION),
        field("auto_join", "boolean"),
        field("connected", "boolean"),
        field("changed", "boolean"),
        field("password", "string", privacy=Privacy.SECRET),
        field("networks", "array", privacy=Privacy.LOCATION),
    ],
    effects={
        "list_saved": Effect.READ,
        "list_nearby": Effect.READ,
        "forget": Effect.IRREVERSIBLE,
        "auto_join_on": Effect.WRITE,
        "auto_join_off": Effect.WRITE,
        "show_password": Effect.READ,
        "disconnect": Effect.WRITE,
    },
    preconditions=[
        needs("unlocked", code="locked", on=("forget", "show_password")),
        needs("wifi", code="wifi_off", on=("list_nearby", "disconnect")),
    ],
    errors=["not_found", "ambiguous"],
    inverses={
        "auto_join_on": undone_by(
            "manage_saved_network", action="auto_join_off", name="$result.name"
        ),
        "auto_join_off": undone_by(
            "manage_saved_network", action="auto_join_on", name="$result.name"
        ),
        "disconnect": undone_by("join_wifi_network", name="$result.name"),
    },
    changes=["join_wifi_network"],
    mechanism=Mechanism.SHELL,
)
def manage_saved_network(store: Store, action: str, name: str | None) -> dict[str, JsonValue]:
    """List networks, or change what is remembered of one; the one in use where none is named."""
    if action == "list_saved":
        rows = chosen(_saved(store), None, name, lambda row: row[0])
        return {"networks": [_view(store, row[0]) for _, row in rows]}
    if action == "list_nearby":
        return {"networks": _nearby(store, name)}
    found = _meant(store, name)
    if action == "disconnect":
        return _disconnect(store, found)
    saved = store.all(SAVED_NETWORKS)[found]
    if action == "forget":
        return _forget(store, found)
    if action == "show_password":
        return {**_view(store, found), "password": saved.password}
    after = replace(saved, auto_join=action == "auto_join_on")
    store.put(SAVED_NETWORKS, found, after)
    return {**_view(store, found), "changed": after != saved}


def _saved(store: Store) -> dict[str, tuple[str, SavedNetwork]]:
    return {name: (name, row) for name, row in store.all(SAVED_NETWORKS).items()}


def _meant(store: Store, name: str | None) -> str:
    network = current_network(store)
    if name is None and network is not None:
        return network.name
    if name is None:
        raise ToolFailure("not_found", "no network is in use")
    return the_one(chosen(_saved(store), None, name, lambda row: row[0]), "saved network", str)[0]


def _disconnect(store: Store, name: str) -> dict[str, JsonValue]:
    network = current_network(store)
    if network is None or network.name != name:
        raise ToolFailure("not_found", f"{name} is not in use")
    store.update(LINK, network="")
    return {**_view(store, name), "changed": True}


def _forget(store: Store, name: str) -> dict[str, JsonValue]:
    view = _view(store, name)
    store.remove(SAVED_NETWORKS, name)
    if store.only(LINK).network == name:
        store.update(LINK, network="")
    return {**view, "connected": False, "changed": True}


def _view(store: Store, name: str) -> dict[str, JsonValue]:
    saved, network = store.get(SAVED_NETWORKS, name), current_network(store)
    return {
        "name": name,
        "auto_join": saved is not None and saved.auto_join,
        "connected": network is not None and network.name == name,
    }


def _nearby(store: Store, name: str | None) -> list[JsonValue]:
    rows = chosen(store.all(IN_RANGE), None, name, lambda row: row.name)
    return [
        {
            **_view(store, row.name),
            "bars": row.bars,
            "open": not row.password,
            "saved": store.get(SAVED_NETWORKS, row.name) is not None,
        }
        for _, row in sorted(rows, key=lambda item: -item[1].bars)
    ]


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Home and the neighbourhood in range; home, work and old holidays remembered."""
    home = _entries(cast, _HOMES)
    for name, password in [*home, *_entries(cast, _AROUND)]:
        bars, mbps = random.randrange(1, 5), random.randrange(4, 300)
        store.add(IN_RANGE, Network(name, bars, mbps, password, portal=not password))
    for name, password in [*home, *_entries(cast, _ELSEWHERE)]:
        store.put(SAVED_NETWORKS, name, SavedNetwork(password, random.random() < 0.8))
    store.update(LINK, network=home[0][0])


def _entries(cast: Cast, pool: tuple[str, ...]) -> list[tuple[str, str]]:
    entries = pool[3:5] if cast is Cast.EVERYDAY else cast.of(pool)
    parts = (each.partition("=") for entry in entries for each in entry.split("|"))
    return [(name, password) for name, _, password in parts]


# Networks and, after ``=``, their passwords; look-alikes stand together.
_HOMES = (
    "Willow-Home=river-stone-22|Willow-Home-5G=river-stone-22|Willow-Guest=welcome22",
    "TP-LINK_8F21=88326571|TP-LINK_8F21_5G=88326571|TP-LINK_8F12=guest8812",
    "Sunny Flat=lemon-tart-7|Sunny Flat 5G=lemon-tart-7|Sunny Loft=lemon-pie-8",
    "Maple House=two-brown-foxes|Maple House 5G=two-brown-foxes|Maple Guest=comein99",
    "老张家=13579zhang|老张家-5G=13579zhang|老张家访客=keren666",
    "ChinaNet-h3Kp=k4t9m2xw|ChinaNet-h3Kp-5G=k4t9m2xw|ChinaNet-h3Kq=fangke88",
    "幸福里302=xingfu302|幸福里302-5G=xingfu302|幸福里303=linju303",
    "CMCC-2046=20462046|CMCC-2046-5G=20462046|CMCC-2064=20642064",
)
_AROUND = (
    "Corner Cafe=flatwhite|Corner Cafe Guest|Library-Free",
    "Harbor Hotel=stay2026|Harbor Hotel Lobby|Station WiFi",
    "Bakery Upstairs=croissant|Bakery Free|Park-WiFi",
    "Airport Lounge=boarding77|Airport Free WiFi|Museum-Guest",
    "蜜雪冰城=mixue2026|肯德基免费WiFi|商场-Free",
    "星河咖啡=nadtie88|星河咖啡-访客|机场WiFi",
    "楼上邻居=bukeyi123|高铁WiFi|图书馆-Free",
    "兰亭酒店=lanting6688|兰亭大堂|医院-Free",
)
_ELSEWHERE = (
    "Office-Staff=quiet-otter-5|Office-Meeting=room4all|Beach Hut=shells01",
    "Studio Nine=nine-lives-9|Studio Nine Guest=hello999|Grandma WiFi=cookies1",
    "Lab-Secure=pipette-42|Lab-Guest=pipette-24|Ski Lodge=powder99",
    "Campus-Net=lecture-one|Campus-Guest=lecture-two|Lake Cabin=canoe123",
    "公司内网=gongsi2025|公司访客=fangke2025|姥姥家=laolao88",
    "二楼会议室=huiyi2026|三楼会议室=huiyi3026|海边民宿=haibian1",
    "研发中心=yanfa1234|研发访客=yanfa4321|奶奶家=nainai66",
    "健身房会员=qixie888|健身房前台=qixie666|温泉酒店=wenquan9",
)
