"""Reasons why a tool is out of a computer's reach, of which many tools share one."""

from __future__ import annotations

from collections.abc import Mapping

from tandem_edge.phone.android.recipe import Impossible, Recipe, impossible, whole


def in_app(en: str, zh: str) -> Impossible:
    """It is kept by an app (``the clock app``, ``时钟应用``) that tells nobody else."""
    return impossible(
        "screen",
        f"it is kept by {en}, which opens it to nobody: the app's screens have to be operated",
        f"这由{zh}自己保存，不对外开放，需要在它的界面里操作",
    )


def on_page(en: str, zh: str) -> Impossible:
    """It is set on a page of Settings that no command reaches."""
    return impossible(
        "screen",
        f"no shell command sets it on every phone: it is done on the page {en} of Settings",
        f"没有各机型通用的命令，需要在设置的“{zh}”页面里操作",
    )


def asks_service(en: str, zh: str) -> Impossible:
    """It is known or done by a service of somebody else (``the carrier``, ``运营商``)."""
    return impossible(
        "service",
        f"it comes from {en}, and no such service is connected",
        f"这要由{zh}提供，目前没有接入",
    )


def needs_helper(en: str, zh: str) -> Impossible:
    """An app of ours on the phone would be needed, for a right or an access that adb lacks."""
    return impossible(
        "helper",
        f"it needs an app of ours on the phone: {en}",
        f"需要在手机上装辅助应用：{zh}",
    )


def sandbox_only(en: str, zh: str) -> Impossible:
    """A part of the sandbox phone's own assistant, of which a real phone has no counterpart."""
    return impossible(
        "unseen",
        f"{en} are kept by the sandbox phone's own assistant; a real phone has none",
        f"{zh}由沙盒手机自带的助手保存，真机上没有",
    )


def unread(en: str, zh: str) -> Impossible:
    """It could be asked for, but nothing reliable tells whether it was done."""
    return impossible(
        "unseen",
        f"{en} cannot be read back in a way that holds on every phone, so nothing is done",
        f"{zh}无法在各机型上可靠读回，因此不执行",
    )


def each(reasons: Mapping[str, Impossible]) -> dict[str, Recipe]:
    """Recipes of tools that are out of reach whatever the action."""
    return {name: whole(reason) for name, reason in reasons.items()}
