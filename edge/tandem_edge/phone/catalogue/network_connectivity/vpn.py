"""VPN profiles: at most one of them is connected."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ToolFailure,
    action,
    boolean,
    choice,
    field,
    internal,
    needs,
    record_id,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import chosen, fold, the_one
from tandem_edge.phone.sandbox.store import Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

PROTOCOLS = ("ikev2", "l2tp", "wireguard", "openvpn")


@dataclass(frozen=True, slots=True)
class Vpn:
    """A profile: where it connects to, and how."""

    name: str
    server: str
    protocol: Literal["ikev2", "l2tp", "wireguard", "openvpn"] = "ikev2"


@dataclass(frozen=True, slots=True)
class Tunnel:
    """Name of the profile that is connected, or ``""``."""

    vpn: str = ""


VPNS = Table("vpns", Vpn, prefix="vpn")
TUNNEL = Singleton("vpn_tunnel", Tunnel)


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="VPN profiles: connect, disconnect, add, delete, list",
    zh="VPN 配置：连接、断开、新增、删除、查看",
    cues_en="vpn tunnel company network remote office intranet secure connection private corporate "
    "work from home wireguard server profile encrypted",
    cues_zh="vpn 虚拟专网 公司内网 远程办公 连内网 隧道 连公司 断开内网 "
    "新建VPN 服务器地址 在家办公",
    arguments=[
        action("connect", "disconnect", "create", "delete", "query"),
        text(
            "name",
            "name of the profile",
            "配置名称",
            privacy=Privacy.NONE,
            max_length=60,
            example="Head office",
            required=("create", "delete"),
        ),
        text(
            "server",
            "address of the server",
            "服务器地址",
            privacy=Privacy.ADDRESS,
            example="vpn.office.example",
            required=("create",),
        ),
        choice("protocol", PROTOCOLS, "how it connects", "协议", default="ikev2"),
        internal(boolean("connected", "whether one put back is on", "恢复时是否连着")),
        internal(text("resume", "profile to go back to", "要连回的配置", example="Home NAS")),
        record_id("vpn_id", "vpn3"),
    ],
    results=[
        field("vpn_id", "string"),
        field("name", "string"),
        field("server", "string", privacy=Privacy.ADDRESS),
        field("protocol", "string"),
        field("connected", "boolean"),
        field("was_connected", "boolean"),
        field("changed", "boolean"),
        field("previous_vpn", "string"),
        field("vpns", "array", privacy=Privacy.ADDRESS),
    ],
    effects={
        "connect": Effect.WRITE,
        "disconnect": Effect.WRITE,
        "create": Effect.WRITE,
        "delete": Effect.WRITE,
        "query": Effect.READ,
    },
    preconditions=[
        needs("unlocked", code="locked", on=("create", "delete")),
        needs("network", code="offline", on=("connect",)),
    ],
    errors=["already_exists", "not_found", "ambiguous"],
    inverses={
        "connect": undone_by(
            "manage_vpn",
            action="disconnect",
            vpn_id="$result.vpn_id",
            resume="$result.previous_vpn",
        ),
        "disconnect": undone_by("manage_vpn", action="connect", vpn_id="$result.vpn_id"),
        "create": undone_by(
            "manage_vpn", action="delete", name="$result.name", vpn_id="$result.vpn_id"
        ),
        "delete": undone_by(
            "manage_vpn",
            action="create",
            name="$result.name",
            server="$result.server",
            protocol="$result.protocol",
            connected="$result.was_connected",
        ),
    },
    mechanism=Mechanism.UI,
)
def manage_vpn(
    store: Store,
    action: str,
    name: str | None,
    server: str | None,
    protocol: str,
    connected: bool,
    resume: str | None,
    vpn_id: str | None,
) -> dict[str, JsonValue]:
    """Act on a profile; connecting one disconnects another."""
    if action == "create":
        vpn = Vpn(str(name), str(server), protocol)  # type: ignore[arg-type]
        return _create(store, vpn, connected)
    if action == "disconnect":
        return _disconnect(store, name, vpn_id, resume or "")
    found = chosen(store.all(VPNS), vpn_id, name, lambda row: row.name)
    if action == "query":
        return {"vpns": [_view(store, key) for key, _ in found]}
    key, vpn = the_one(found, "VPN", lambda row: f"{row.name} ({row.server})")
    before = store.only(TUNNEL).vpn
    if action == "delete":
        return _delete(store, key)
    store.update(TUNNEL, vpn=vpn.name)
    return {**_view(store, key), "changed": before != vpn.name, "previous_vpn": before}


def _create(store: Store, vpn: Vpn, connected: bool) -> dict[str, JsonValue]:
    if any(fold(row.name) == fold(vpn.name) for row in store.all(VPNS).values()):
        raise ToolFailure("already_exists", f"there is a VPN called {vpn.name}")
    key = store.add(VPNS, vpn)
    if connected:
        store.update(TUNNEL, vpn=vpn.name)
    return _view(store, key)


def _disconnect(
    store: Store, name: str | None, vpn_id: str | None, resume: str
) -> dict[str, JsonValue]:
    """Drop the tunnel, the one called ``name`` if that is said."""
    found = chosen(store.all(VPNS), vpn_id, name, lambda row: row.name)
    on = [key for key, row in found if row.name == store.only(TUNNEL).vpn]
    if not on:
        raise ToolFailure("not_found", "no such VPN is connected")
    store.update(TUNNEL, vpn=resume)
    return {**_view(store, on[0]), "changed": True}


def _delete(store: Store, key: str) -> dict[str, JsonValue]:
    view = _view(store, key)
    if view["connected"]:
        store.update(TUNNEL, vpn="")
    store.remove(VPNS, key)
    return {**view, "connected": False, "was_connected": view["connected"]}


def _view(store: Store, key: str) -> dict[str, JsonValue]:
    row = store.all(VPNS)[key]
    return {
        "vpn_id": key,
        "name": row.name,
        "server": row.server,
        "protocol": row.protocol,
        "connected": store.only(TUNNEL).vpn == row.name,
    }


def populate(store: Store, random: Random, cast: Cast) -> None:
    """The profiles that work asks for, with look-alikes; none of them is connected."""
    entries = _PROFILES[3:5] if cast is Cast.EVERYDAY else cast.of(_PROFILES)
    for profile in "|".join(entries).split("|"):
        name, _, server = profile.partition("=")
        store.add(VPNS, Vpn(name, server, random.choice(PROTOCOLS)))  # type: ignore[arg-type]


_PROFILES = (
    "Head Office=hq.works.example|Head Office Backup=hq2.works.example|Warehouse=wh.works.example",
    "Campus=vpn.campus.example|Campus Library=lib.campus.example|Home NAS=nas.home.example",
    "Studio=cut.studio.example|Studio Archive=old.studio.example|Branch North=north.firm.example",
    "Embassy=em.consul.example|Embassy Guest=eg.consul.example|Hospital Net=ward.clinic.example",
    "公司总部=zb.gongsi.example|公司分部=fb.gongsi.example|实验室=sys.gongsi.example",
    "研究院=yjy.danwei.example|研究院备用=by.danwei.example|机房=jf.danwei.example",
    "财务专线=cw.gongsi.example|财务备线=cwb.gongsi.example|门店=md.lianso.example",
    "图书馆=tsg.daxue.example|校园网=xy.daxue.example|家里电脑=pc.jia.example",
)
