"""A check-up over everything that keeps the phone safe, with what to do about each finding."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pydantic import JsonValue

from tandem_edge.phone.authoring import choice, field, needs, tool
from tandem_edge.phone.catalogue.security_privacy.app_permissions import PERMISSION_USES
from tandem_edge.phone.catalogue.security_privacy.password_vault import LOGINS, troubles
from tandem_edge.phone.catalogue.security_privacy.screen_lock import SCREEN_LOCK, secured
from tandem_edge.phone.catalogue.system_settings.developer_options import DEVELOPER
from tandem_edge.phone.catalogue.system_settings.phone_identity import IDENTITY
from tandem_edge.phone.catalogue.system_settings.phone_updates import UPDATE
from tandem_edge.phone.language.apps import label_of
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.permissions import grant_of
from tandem_edge.phone.sandbox.store import Store
from tandem_shared.tools import Domain, Effect, Mechanism

AREAS = ("all", "screen_lock", "system", "passwords", "apps")
OLD_PATCH_DAYS = 90
Finding = tuple[str, str, str]
"""Area, what is wrong, the tool that mends it."""


@tool(
    domain=Domain.SECURITY_PRIVACY,
    en="security check-up of the phone: lock, system, weak passwords, risky apps",
    zh="安全体检：检查锁屏、系统、弱密码和风险应用",
    cues_en="is my phone safe secure security check scan risks hacked leaked weak reused passwords "
    "vulnerable anything wrong health check privacy breach",
    cues_zh="安全体检 安全检查 手机安不安全 有没有风险 泄露 弱密码 重复密码 被黑 漏洞 "
    "扫描一下 隐患 查毒",
    arguments=[choice("area", AREAS, "which part", "检查哪方面", default="all")],
    results=[field("safe", "boolean"), field("findings", "array")],
    effects=Effect.READ,
    preconditions=[needs("unlocked", code="locked")],
    mechanism=Mechanism.NONE,
)
def check_security(store: Store, area: str) -> dict[str, JsonValue]:
    """Look at one part or all, and say what is wrong and which tool mends it."""
    found: list[JsonValue] = [
        {"area": where, "problem": problem, "mended_by": mended_by}
        for where, problem, mended_by in _findings(store)
        if area in ("all", where)
    ]
    return {"safe": not found, "findings": found}


def _findings(store: Store) -> Iterator[Finding]:
    if not secured(store):
        yield "screen_lock", "anybody can open the screen", "set_screen_lock"
    elif not store.only(SCREEN_LOCK).biometrics:
        yield "screen_lock", "neither fingerprint nor face is in use", "set_screen_lock"
    yield from _system(store)
    for key, problems in troubles(store).items():
        login = store.all(LOGINS)[key]
        yield (
            "passwords",
            f"{login.site} {login.username}: {', '.join(problems)}",
            "manage_password",
        )
    yield from _apps(store)


def _system(store: Store) -> Iterator[Finding]:
    update, patch = store.only(UPDATE), store.only(IDENTITY).patch
    if update.version:
        yield "system", f"the update {update.version} is not installed", "manage_system_update"
    days = (store.only(DEVICE).clock - datetime.fromisoformat(f"{patch}-01")).days
    if days > OLD_PATCH_DAYS:
        yield "system", f"the security patch {patch} is old", "manage_system_update"
    for option in store.only(DEVELOPER).options:
        if option in ("usb_debugging", "wireless_debugging", "oem_unlocking"):
            yield "system", f"{option} is on", "manage_developer_option"


def _apps(store: Store) -> Iterator[Finding]:
    for use in store.all(PERMISSION_USES).values():
        spying = use.background and use.name in ("camera", "microphone", "location")
        if spying and grant_of(store, use.app, use.name) == "allowed":
            problem = f"{label_of(use.app)} used the {use.name} in the background"
            yield "apps", problem, "manage_app_permission"
