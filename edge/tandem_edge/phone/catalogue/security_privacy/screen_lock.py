"""The lock of the screen, locking the phone, and apps that are locked one by one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from random import Random
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    ALWAYS,
    ToolFailure,
    action,
    app,
    boolean,
    choice,
    field,
    internal,
    needs,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.apps_storage.applications import (
    INSTALLED,
    find_app,
    when_uninstalled,
)
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.conditions import condition
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store, Table
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("applications",)
KINDS = ("none", "pattern", "pin", "password")
RELOCKS = ("immediately", "after_a_minute", "screen_off")
Relock = Literal["immediately", "after_a_minute", "screen_off"]
SHORTEST, LONGEST = 4, 16
_RUNS = ("0123456789", "9876543210", "abcdefghijklmnopqrstuvwxyz")
_WEAK = {"password", "qwerty", "admin", "iloveyou", "5201314", "1314520"}


@dataclass(frozen=True, slots=True)
class ScreenLock:
    """What opens the screen. Only a digest of the code is kept.

    Under ``lockdown`` nothing but the code opens it, until it has been given once.
    """

    kind: Literal["none", "pattern", "pin", "password"] = "pin"
    digest: str = ""
    biometrics: bool = True
    lockdown: bool = False


@dataclass(frozen=True, slots=True)
class AppLock:
    """An app that asks for the code again; kept under its package name."""

    relock: Relock = "immediately"


SCREEN_LOCK = Singleton("screen_lock", ScreenLock)
APP_LOCKS = Table("app_locks", AppLock)


@condition("screen_lock")
def _screen_lock(store: Store, value: str) -> str:
    return "" if secured(store) else "the phone has no screen lock"


def secured(store: Store) -> bool:
    """Whether the screen opens only with a code."""
    return store.only(SCREEN_LOCK).kind != "none"


def lock_if_secured(store: Store) -> None:
    """Lock the phone, where it has a screen lock at all."""
    if secured(store):
        store.update(DEVICE, locked=True)


@tool(
    domain=Domain.SECURITY_PRIVACY,
    en="set the screen lock: PIN, pattern, password or none",
    zh="设置锁屏方式：数字密码、图案、混合密码或不设密码",
    cues_en="screen lock change pin passcode new code unlock pattern remove lock password to open "
    "phone digits code set up no lock",
    cues_zh="锁屏密码 开机密码 改密码 换密码 解锁密码 图案锁 手势密码 取消密码 不要密码 "
    "四位数 六位数",
    arguments=[
        choice("kind", KINDS, "what opens the screen", "解锁方式", required=ALWAYS),
        text(
            "code",
            "PIN or password; pattern as dots 1-9",
            "密码；图案用 1-9 的点",
            max_length=32,
            privacy=Privacy.SECRET,
            example="739152",
        ),
    ],
    results=[
        field("kind", "string"),
        field("previous_kind", "string"),
        field("changed", "boolean"),
    ],
    effects=Effect.IRREVERSIBLE,
    preconditions=[needs("unlocked", code="locked")],
    errors=["weak_code", "in_use"],
    changes=["lock_phone"],
    mechanism=Mechanism.UI,
)
def set_screen_lock(store: Store, kind: str, code: str | None) -> dict[str, JsonValue]:
    """Change the lock. The old code is gone for good, and a code too easy to guess is refused."""
    before = store.only(SCREEN_LOCK)
    digest = ""
    if kind == "none":
        if store.all(APP_LOCKS):
            raise ToolFailure("in_use", "locked apps open with it: unlock those first")
    else:
        digest = _digest(_checked(kind, (code or "").replace(" ", "")))
    after = store.update(SCREEN_LOCK, kind=kind, digest=digest, biometrics=kind != "none")
    return {"kind": kind, "previous_kind": before.kind, "changed": after != before}


def _checked(kind: str, code: str) -> str:
    """``code`` where it is one of its kind and not too easy; raises the fault otherwise."""
    if not code:
        raise ToolFailure("missing_argument", "say the new code")
    if not _well_formed(kind, code):
        raise ToolFailure("invalid_argument", f"that is no {kind}: {_RULES[kind]}")
    if len(set(code)) < 3 or code.casefold() in _WEAK or any(code in run for run in _RUNS):
        raise ToolFailure("weak_code", "that is too easy to guess")
    return code


_RULES = {
    "pin": "4 to 16 digits",
    "pattern": "4 to 9 different dots from 1 to 9",
    "password": "4 to 16 characters with a letter among them",
}


def _well_formed(kind: str, code: str) -> bool:
    if not SHORTEST <= len(code) <= LONGEST or not code.isascii():
        return False
    if kind == "pin":
        return code.isdigit()
    if kind == "pattern":
        return set(code) <= set("123456789") and len(set(code)) == len(code)
    return any(letter.isalpha() for letter in code)


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()[:16]


@tool(
    domain=Domain.SECURITY_PRIVACY,
    en="lock the phone right now; lockdown also disables fingerprint and face",
    zh="立即锁定手机，可同时停用指纹和人脸",
    cues_en="lock phone screen now lock it up lockdown no fingerprint no face only pin border "
    "police hide from kids put it to sleep",
    cues_zh="锁屏 锁手机 马上锁 锁起来 锁上 停用指纹 禁用人脸 只能用密码 全面锁定 别让人看",
    arguments=[boolean("lockdown", "fingerprint and face off too", "停用指纹和人脸")],
    results=[field("locked", "boolean"), field("lockdown", "boolean"), field("changed", "boolean")],
    effects=Effect.WRITE,
    preconditions=[needs("screen_lock", code="no_screen_lock")],
    conflicts=["open_app", "send_message", "manage_contact"],
    mechanism=Mechanism.SHELL,
)
def lock_phone(store: Store, lockdown: bool) -> dict[str, JsonValue]:
    """Lock the screen; only its owner, by hand, can open it again."""
    before = store.only(DEVICE).locked, store.only(SCREEN_LOCK).lockdown
    store.update(DEVICE, locked=True)
    store.update(SCREEN_LOCK, lockdown=before[1] or lockdown)
    after = True, before[1] or lockdown
    return {"locked": True, "lockdown": after[1], "changed": before != after}


@tool(
    domain=Domain.SECURITY_PRIVACY,
    en="app lock asking for a code to open it: on, off, list",
    zh="应用锁：打开某应用要先验证，可加锁、解除、查看",
    cues_en="app lock lock whatsapp behind pin fingerprint to open gallery protect single app "
    "private chats nosy kids passcode on app unlock app",
    cues_zh="应用锁 给微信上锁 加锁 上锁 解锁应用 加密应用 打开要密码 防偷看 别人看不了 隐私保护",
    arguments=[
        action("enable", "disable", "query"),
        app("app", "which app", "哪个应用", required=("enable", "disable")),
        choice("relock", RELOCKS, "when it asks again", "多久后再次验证", default="immediately"),
        internal(
            text(
                "back_to",
                "how it was locked before",
                "之前的设置",
                privacy=Privacy.NONE,
                example="screen_off",
            )
        ),
    ],
    results=[
        field("app", "string"),
        field("package", "string"),
        field("relock", "string"),
        field("previous_relock", "string"),
        field("changed", "boolean"),
        field("apps", "array"),
    ],
    effects={"enable": Effect.WRITE, "disable": Effect.WRITE, "query": Effect.READ},
    preconditions=[
        needs("unlocked", code="locked", on=("enable", "disable")),
        needs("screen_lock", code="no_screen_lock", on=("enable",)),
    ],
    errors=["not_installed", "protected"],
    inverses={
        "enable": undone_by(
            "manage_app_lock",
            action="disable",
            app="$result.package",
            back_to="$result.previous_relock",
        ),
        "disable": undone_by(
            "manage_app_lock",
            action="enable",
            app="$result.package",
            relock="$result.previous_relock",
        ),
    },
    changes=["set_screen_lock"],
    mechanism=Mechanism.UI,
)
def manage_app_lock(
    store: Store, action: str, app: str | None, relock: str, back_to: str | None
) -> dict[str, JsonValue]:
    """Lock, unlock or list apps; unlocking with ``back_to`` leaves the lock as it was before."""
    if action == "query":
        only = find_app(store, app) if app else None
        rows = store.all(APP_LOCKS).items()
        return {"apps": [_view(store, key, row) for key, row in rows if only in (None, key)]}
    package = find_app(store, str(app))
    owner = store.all(INSTALLED)[package]
    if package == "com.android.settings" or package == "com.android.dialer":
        raise ToolFailure("protected", f"{owner.label} must open in an emergency")
    before = store.get(APP_LOCKS, package)
    wanted = relock if action == "enable" else back_to
    if wanted:
        store.put(APP_LOCKS, package, AppLock(wanted))  # type: ignore[arg-type]
    elif before:
        store.remove(APP_LOCKS, package)
    previous = before.relock if before else ""
    return {
        "app": owner.label,
        "package": package,
        "relock": wanted or "",
        "previous_relock": previous,
        "changed": previous != (wanted or ""),
    }


def _view(store: Store, key: str, row: AppLock) -> dict[str, JsonValue]:
    owner = store.get(INSTALLED, key)
    return {"app": owner.label if owner else key, "package": key, "relock": row.relock}


@when_uninstalled
def _forget(store: Store, package: str) -> None:
    if store.get(APP_LOCKS, package):
        store.remove(APP_LOCKS, package)


def populate(store: Store, random: Random, cast: Cast) -> None:
    """A code of some kind, and a few locked apps."""
    kind = "pin" if cast is Cast.EVERYDAY else random.choice(KINDS[1:])
    lock = ScreenLock(kind, _digest(f"{random.random()}"))  # type: ignore[arg-type]
    store.put(SCREEN_LOCK, ONLY, lock)
    private = [
        package
        for package in ("com.whatsapp", "com.android.gallery", "com.eg.android.AlipayGphone")
        if random.random() < 0.4 and package in store.all(INSTALLED)
    ]
    for package in sorted(private, key=len):
        store.put(APP_LOCKS, package, AppLock(random.choice(RELOCKS)))  # type: ignore[arg-type]
