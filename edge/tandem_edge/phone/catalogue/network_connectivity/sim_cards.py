"""SIM cards: which is used for what, roaming, and the network they prefer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    choice,
    field,
    internal,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.selection import chosen, the_one
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

USES = ("calls", "messages", "data")
NETWORK_TYPES = ("5g", "4g", "3g", "2g")
SLOTS = ("1", "2")


@dataclass(frozen=True, slots=True)
class Sim:
    """A card, filed under its slot; ``balance_cents`` is what is left on its account."""

    label: str
    carrier: str
    number: str
    balance_cents: int
    currency: Literal["CNY", "GBP"]
    enabled: bool = True
    roaming: bool = False
    network_type: Literal["5g", "4g", "3g", "2g"] = "5g"


@dataclass(frozen=True, slots=True)
class SimRoles:
    """The slot that each thing goes through by default."""

    calls: str = "1"
    messages: str = "1"
    data: str = "1"


SIMS = Table("sims", Sim)
SIM_ROLES = Singleton("sim_roles", SimRoles)


def data_sim(store: Store) -> tuple[str, Sim]:
    """Slot and card that mobile data goes through."""
    slot = store.only(SIM_ROLES).data
    return slot, store.all(SIMS)[slot]


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="SIM cards: enable, disable, rename, choose default, roaming, own number, balance",
    zh="手机卡：启用、停用、改名、选默认卡、漫游、查本机号和话费",
    cues_en="sim card dual sim second line my own number what's my number credit left balance "
    "roaming abroad which card work line private line use for data default sim carrier esim",
    cues_zh="卡1 卡2 主卡 副卡 双卡 我的号码是多少 本机号码 话费还剩多少 余额 "
    "出国漫游 默认用哪张卡 上网卡 停用副卡 运营商",
    arguments=[
        action("enable", "disable", "rename", "set_default", "roaming_on", "roaming_off", "query"),
        text(
            "sim",
            "which card: label, carrier or slot",
            "哪张卡：名称、运营商或卡槽",
            privacy=Privacy.NONE,
            max_length=40,
            example="work",
            required=("enable", "disable", "rename", "set_default"),
        ),
        choice("use", USES, "what it is the default for", "默认用于", required=("set_default",)),
        text(
            "new_name",
            "changed label",
            "新名称",
            max_length=40,
            example="Travel",
            required=("rename",),
        ),
        internal(text("roles", "defaults to put back", "要恢复的默认卡", example="1 1 2")),
    ],
    results=[
        field("slot", "string"),
        field("label", "string"),
        field("carrier", "string"),
        field("number", "string", privacy=Privacy.PHONE),
        field("balance", "number"),
        field("currency", "string"),
        field("enabled", "boolean"),
        field("roaming", "boolean"),
        field("default_for", "array"),
        field("changed", "boolean"),
        field("previous_label", "string"),
        field("previous_slot", "string"),
        field("previous_roles", "string"),
        field("sims", "array", privacy=Privacy.PHONE),
    ],
    effects={
        **dict.fromkeys(
            ("enable", "disable", "rename", "set_default", "roaming_on", "roaming_off"),
            Effect.WRITE,
        ),
        "query": Effect.READ,
    },
    preconditions=[
        needs("sim", code="no_sim"),
        needs("not_airplane", code="airplane_mode_on", on=("enable", "roaming_on")),
        needs("no_call", code="call_active", on=("disable",)),
        needs("permission", "phone", code="permission_denied", on=("query",)),
    ],
    errors=["not_found", "ambiguous", "conflict"],
    inverses={
        "enable": undone_by(
            "manage_sim", action="disable", sim="$result.slot", roles="$result.previous_roles"
        ),
        "disable": undone_by(
            "manage_sim", action="enable", sim="$result.slot", roles="$result.previous_roles"
        ),
        "rename": undone_by(
            "manage_sim", action="rename", sim="$result.slot", new_name="$result.previous_label"
        ),
        "set_default": undone_by(
            "manage_sim", action="set_default", sim="$result.previous_slot", use="$argument.use"
        ),
        "roaming_on": undone_by("manage_sim", action="roaming_off", sim="$result.slot"),
        "roaming_off": undone_by("manage_sim", action="roaming_on", sim="$result.slot"),
    },
    changes=["manage_mobile_data", "set_network_type"],
    mechanism=Mechanism.SHELL,
)
def manage_sim(
    store: Store,
    action: str,
    sim: str | None,
    use: str | None,
    new_name: str | None,
    roles: str | None,
) -> dict[str, JsonValue]:
    """Act on one card; roaming is that of the data card where none is named."""
    if action == "query":
        return {"sims": [_view(store, slot) for slot, _ in _matching(store, sim)]}
    slot = data_sim(store)[0] if sim is None else _the_slot(store, sim)
    before, previous = store.all(SIMS)[slot], _roles(store)
    result: dict[str, JsonValue] = {"previous_roles": previous}
    if action == "set_default":
        result |= _set_default(store, slot, before, str(use))
    elif action == "rename":
        store.update(SIMS, slot, label=str(new_name))
        result["previous_label"] = before.label
    elif action in ("roaming_on", "roaming_off"):
        store.update(SIMS, slot, roaming=action == "roaming_on")
    else:
        _switch(store, slot, roles, on=action == "enable")
    changed = before != store.all(SIMS)[slot] or previous != _roles(store)
    return {**_view(store, slot), **result, "changed": changed}


def _set_default(store: Store, slot: str, sim: Sim, use: str) -> dict[str, JsonValue]:
    if not sim.enabled:
        raise ToolFailure("conflict", f"{sim.label} is switched off")
    previous: str = getattr(store.only(SIM_ROLES), use)
    store.update(SIM_ROLES, **{use: slot})
    return {"previous_slot": previous}


def _switch(store: Store, slot: str, roles: str | None, *, on: bool) -> None:
    """Switch a card; what went through one that is now off goes through the other."""
    others = [key for key, row in store.all(SIMS).items() if key != slot and row.enabled]
    if not on and not others:
        raise ToolFailure("conflict", "it is the only card that is on")
    store.update(SIMS, slot, enabled=on)
    kept = dict(zip(USES, roles.split(), strict=True)) if roles else {}
    for use in USES:
        now = kept.get(use, getattr(store.only(SIM_ROLES), use))
        store.update(SIM_ROLES, **{use: others[0] if not on and now == slot else now})


def _roles(store: Store) -> str:
    return " ".join(getattr(store.only(SIM_ROLES), use) for use in USES)


def _the_slot(store: Store, said: str) -> str:
    found = _matching(store, said)
    return the_one(found, "SIM card", lambda row: f"{row.label} ({row.carrier})")[0]


def _matching(store: Store, said: str | None) -> list[tuple[str, Sim]]:
    """Cards by slot (``2``, ``SIM 2``, ``卡二``), by label, else by carrier."""
    rows = store.all(SIMS)
    slot = _SLOT_WORDS.get("".join((said or "").casefold().split()), "")
    if said is None or slot:
        return [(key, row) for key, row in rows.items() if slot in ("", key)]
    return chosen(rows, None, said, lambda row: row.label) or chosen(
        rows, None, said, lambda row: row.carrier
    )


def _view(store: Store, slot: str) -> dict[str, JsonValue]:
    row, roles = store.all(SIMS)[slot], store.only(SIM_ROLES)
    return {
        "slot": slot,
        "label": row.label,
        "carrier": row.carrier,
        "number": row.number,
        "balance": row.balance_cents / 100,
        "currency": row.currency,
        "enabled": row.enabled,
        "roaming": row.roaming,
        "default_for": [use for use in USES if getattr(roles, use) == slot],
    }


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="preferred mobile network generation of a SIM: 5G, 4G, 3G or 2G",
    zh="首选网络类型：让手机卡优先用 5G、4G、3G 或 2G",
    cues_en="preferred network type lte 5g off only 4g drop to 3g generation faster slower signal "
    "saves battery force standalone nr",
    cues_zh="首选网络 网络制式 关5G 开5G 只用4G 切到4G 换成3G 5G费电 5G信号不好 网络类型",
    arguments=[
        choice("network_type", NETWORK_TYPES, "best generation used", "最高制式", required=ALWAYS),
        choice("slot", SLOTS, "card slot, the data card's if absent", "卡槽，缺省为上网卡"),
    ],
    results=[
        field("slot", "string"),
        field("network_type", "string"),
        field("previous_type", "string"),
        field("changed", "boolean"),
    ],
    effects=Effect.WRITE,
    preconditions=[
        needs("sim", code="no_sim"),
        needs("not_airplane", code="airplane_mode_on"),
    ],
    errors=["not_found"],
    inverses=undone_by(
        "set_network_type", network_type="$result.previous_type", slot="$result.slot"
    ),
    mechanism=Mechanism.SHELL,
)
def set_network_type(store: Store, network_type: str, slot: str | None) -> dict[str, JsonValue]:
    """Set the best generation that a card may use."""
    key = slot or data_sim(store)[0]
    before = store.get(SIMS, key)
    if before is None:
        raise ToolFailure("not_found", f"slot {key} is empty")
    store.put(SIMS, key, replace(before, network_type=network_type))  # type: ignore[arg-type]
    return {
        "slot": key,
        "network_type": network_type,
        "previous_type": before.network_type,
        "changed": before.network_type != network_type,
    }


_SLOT_WORDS = {
    word: slot
    for slot, words in (
        ("1", "1|sim1|slot1|card1|卡1|卡一|第一张卡|1号卡|一号卡|主卡|simone|firstsim"),
        ("2", "2|sim2|slot2|card2|卡2|卡二|第二张卡|2号卡|二号卡|副卡|simtwo|secondsim"),
    )
    for word in words.split("|")
}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Two cards: one for oneself and one for work or travel."""
    labels, carriers = random.choice(cast.of(_CARDS)).split("/")
    both = zip(SLOTS, labels.split("|"), carriers.split("|"), strict=True)
    for slot, label, carrier in both:
        chinese = carrier.startswith("中国")
        serial = f"{random.randrange(20, 99)}"
        number = f"+86199000000{serial}" if chinese else f"+4477009000{serial}"
        cents = random.randrange(300, 12_000)
        money: Literal["CNY", "GBP"] = "CNY" if chinese else "GBP"
        store.put(SIMS, slot, Sim(label, carrier, number, cents, money))
    store.put(SIM_ROLES, ONLY, SimRoles(data=random.choice(SLOTS)))


_CARDS = (
    "Personal|Work/EE|Vodafone",
    "Private|Office/O2|Three",
    "自己的|公司的/中国移动|中国联通",
    "生活号|工作号/中国电信|中国移动",
    "常用|流量卡/中国联通|中国电信",
    "Home|Travel/Three|O2",
    "Main|Data only/Vodafone|EE",
    "私人|单位/中国移动|中国电信",
)
