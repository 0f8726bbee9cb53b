"""Which apps may go online, over which network, and in the background."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    action,
    app,
    choice,
    field,
    internal,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED
from tandem_edge.phone.catalogue.network_connectivity.data_usage import installed_package
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism

NEEDS = ("applications",)
PARTS = ("mobile", "wifi", "background")
NETWORKS = ("all", *PARTS)


@dataclass(frozen=True, slots=True)
class Restriction:
    """What is kept from one app, filed under its package."""

    mobile: bool = False
    wifi: bool = False
    background: bool = False


RESTRICTIONS = Table("data_restrictions", Restriction)


@tool(
    domain=Domain.NETWORK_CONNECTIVITY,
    en="whether an app may use mobile data, Wi-Fi or background data",
    zh="应用联网权限：禁止或允许某应用走流量、无线、后台联网",
    cues_en="restrict app data block from internet no mobile data for background data only on wifi "
    "cut off app from network firewall stop eating my data allow again",
    cues_zh="联网控制 禁止联网 不许联网 不准用流量 只能用wifi 后台偷跑 限制后台 断它的网 "
    "允许联网 恢复联网 应用联网",
    arguments=[
        action("restrict", "allow", "query"),
        app("app", "which app", "哪个应用", required=("restrict", "allow")),
        choice("network", NETWORKS, "which access", "哪种联网", default="all"),
        internal(text("parts", "accesses to change back", "要改回的部分", example="mobile wifi")),
    ],
    results=[
        field("app", "string"),
        field("package", "string"),
        field("mobile_blocked", "boolean"),
        field("wifi_blocked", "boolean"),
        field("background_blocked", "boolean"),
        field("changed", "boolean"),
        field("changed_parts", "string"),
        field("apps", "array"),
    ],
    effects={"restrict": Effect.WRITE, "allow": Effect.WRITE, "query": Effect.READ},
    preconditions=[needs("unlocked", code="locked", on=("restrict", "allow"))],
    errors=["not_installed"],
    inverses={
        each: undone_by(
            "restrict_app_data",
            action=opposite,
            app="$result.package",
            parts="$result.changed_parts",
        )
        for each, opposite in (("restrict", "allow"), ("allow", "restrict"))
    },
    mechanism=Mechanism.SHELL,
)
def restrict_app_data(
    store: Store, action: str, app: str | None, network: str, parts: str | None
) -> dict[str, JsonValue]:
    """Block or open an app's way to the network, or list what is blocked."""
    if action == "query":
        return {"apps": _listed(store, app, network)}
    package = installed_package(store, str(app))
    before = store.get(RESTRICTIONS, package) or Restriction()
    chosen = parts.split() if parts else PARTS if network == "all" else (network,)
    wanted = {part: action == "restrict" for part in PARTS if part in chosen}
    after = replace(before, **wanted)
    if after != Restriction():
        store.put(RESTRICTIONS, package, after)
    elif store.get(RESTRICTIONS, package) is not None:
        store.remove(RESTRICTIONS, package)
    changed = [part for part in PARTS if getattr(before, part) != getattr(after, part)]
    return {
        **_view(package, after),
        "changed": bool(changed),
        "changed_parts": " ".join(changed),
    }


def _listed(store: Store, app: str | None, network: str) -> list[JsonValue]:
    package = None if app is None else installed_package(store, app)
    return [
        _view(key, row)
        for key, row in store.all(RESTRICTIONS).items()
        if package in (None, key) and (network == "all" or getattr(row, network))
    ]


def _view(package: str, row: Restriction) -> dict[str, JsonValue]:
    blocked = {f"{part}_blocked": getattr(row, part) for part in PARTS}
    return {"app": label_of(package), "package": package, **blocked}


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A few apps that were caught eating data."""
    packages = [key for key, row in store.all(INSTALLED).items() if not row.built_in]
    for key in random.sample(packages, min(4, len(packages))):
        part = random.choice(("mobile", "background", "background"))
        store.put(RESTRICTIONS, key, Restriction(**{part: True}))
