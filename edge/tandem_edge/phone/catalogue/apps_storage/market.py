"""The app store: installing an app and bringing those that are here up to date."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    app,
    boolean,
    field,
    needs,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import INSTALLED, App, find_app
from tandem_edge.phone.catalogue.apps_storage.listings import LISTINGS, listing_of
from tandem_edge.phone.catalogue.network_connectivity.connectivity import RADIOS
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.device import take_room
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism

MOST_MOBILE = 150
"""Larger downloads, in megabytes, wait for Wi-Fi unless they are told not to."""


@tool(
    domain=Domain.APPS_STORAGE,
    en="download and install a new app from the app store",
    zh="从应用商店下载安装一个新应用",
    cues_en="install download get me an app app store play store put it on my phone I don't have "
    "it yet add new app try out a game reinstall set up everyone is using",
    cues_zh="安装 下载 装一个 装上 下个 应用商店 软件商店 应用市场 下回来 重新装 没装 "
    "新软件 整一个",
    arguments=[
        app("app", "which app", "哪个应用", required=ALWAYS),
        boolean("mobile_data", "a large one over mobile data too", "大的也用流量下载"),
    ],
    results=[
        field("app", "string"),
        field("package", "string"),
        field("version", "string"),
        field("megabytes", "integer"),
        field("changed", "boolean"),
    ],
    effects=Effect.WRITE,
    preconditions=[needs("unlocked", code="locked"), needs("network", code="offline")],
    errors=["not_found", "payment_required", "wifi_needed", "low_storage"],
    inverses=undone_by("manage_app", action="uninstall", app="$result.package"),
    changes=["analyse_storage"],
    mechanism=Mechanism.UI,
)
def install_app(store: Store, app: str, mobile_data: bool) -> dict[str, JsonValue]:
    """Install a free app of the store; one that is installed already stays as it is."""
    here = store.get(INSTALLED, app)
    if here is not None:
        return _installed(app, here, changed=False)
    offer = LISTINGS.get(app)
    if offer is None:
        raise ToolFailure("not_found", f"the store has no app {label_of(app)}")
    if offer.paid:
        raise ToolFailure("payment_required", f"{label_of(app)} has to be bought in the store")
    _refuse_costly(store, offer.megabytes, mobile_data)
    take_room(store, offer.megabytes)
    new = App(label_of(app), False, offer.megabytes, version=offer.version)
    store.put(INSTALLED, app, new)
    return _installed(app, new, changed=True)


def _installed(package: str, row: App, *, changed: bool) -> dict[str, JsonValue]:
    return {
        "app": row.label,
        "package": package,
        "version": row.version,
        "megabytes": row.megabytes,
        "changed": changed,
    }


def _refuse_costly(store: Store, megabytes: int, mobile_data: bool) -> None:
    if megabytes > MOST_MOBILE and not store.only(RADIOS).wifi and not mobile_data:
        reason = f"{megabytes} MB wait for Wi-Fi unless mobile data is allowed"
        raise ToolFailure("wifi_needed", reason)


@tool(
    domain=Domain.APPS_STORAGE,
    en="newer versions of installed apps: check, update one or all",
    zh="应用更新：检查新版本，更新某个或全部应用",
    cues_en="update upgrade newest latest version out of date outdated pending updates any updates "
    "patch bring up to date all my apps refresh",
    cues_zh="更新 升级 新版本 最新版 有没有更新 版本太旧 全部更新 检查更新 待更新 升到最新 "
    "跟上版本",
    arguments=[
        action("query", "update"),
        app("app", "which app, all if absent", "哪个应用，缺省为全部"),
        boolean("mobile_data", "large ones over mobile data too", "大的也用流量更新"),
    ],
    results=[
        field("updates", "array"),
        field("count", "integer"),
        field("megabytes", "integer"),
        field("changed", "boolean"),
    ],
    effects={"query": Effect.READ, "update": Effect.WRITE},
    preconditions=[
        needs("unlocked", code="locked", on=("update",)),
        needs("network", code="offline"),
    ],
    errors=["not_installed", "wifi_needed", "low_storage"],
    changes=["close_app", "analyse_storage"],
    mechanism=Mechanism.UI,
)
def update_apps(
    store: Store, action: str, app: str | None, mobile_data: bool
) -> dict[str, JsonValue]:
    """What could be updated, or the update itself; an app that is updated closes."""
    keys = list(store.all(INSTALLED)) if app is None else [find_app(store, app)]
    due = [key for key in keys if _outdated(key, store.all(INSTALLED)[key])]
    total = sum(listing_of(key).megabytes for key in due)
    updates: list[JsonValue] = [_update_view(key, store.all(INSTALLED)[key]) for key in due]
    if action == "update" and due:
        _refuse_costly(store, total, mobile_data)
        for key in due:
            _update(store, key)
    changed = action == "update" and bool(due)
    return {"updates": updates, "count": len(due), "megabytes": total, "changed": changed}


def _outdated(package: str, row: App) -> bool:
    return package in LISTINGS and row.version != LISTINGS[package].version


def _update(store: Store, package: str) -> None:
    """The new version is a little larger, and takes that room."""
    offer, row = listing_of(package), store.all(INSTALLED)[package]
    growth = max(0, offer.megabytes - row.megabytes) + offer.megabytes // 50
    take_room(store, growth)
    store.update(
        INSTALLED,
        package,
        version=offer.version,
        megabytes=row.megabytes + growth,
        running=False,
    )


def _update_view(package: str, row: App) -> dict[str, JsonValue]:
    offer = listing_of(package)
    return {
        "app": row.label,
        "package": package,
        "version": row.version,
        "new_version": offer.version,
        "megabytes": offer.megabytes,
    }
