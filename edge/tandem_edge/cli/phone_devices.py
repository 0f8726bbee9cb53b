"""``tandem phone list`` and ``check`` for phones that adb reaches."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tandem_edge.cli.asking import at_a_line
from tandem_edge.cli.common import print_json, print_text
from tandem_edge.languages.catalogue import _
from tandem_edge.phone.android.link import complaints
from tandem_edge.phone.android.link.adb_link import AdbLink
from tandem_edge.phone.android.link.attached import READY, Attached, attached, choose, versions
from tandem_edge.phone.android.link.findings import Finding, findings
from tandem_edge.phone.android.link.probe import Capabilities, keep, probe
from tandem_edge.phone.android.link.protocol import AdbUnavailable, SeveralDevices

FAILED = 4
_MARKS = {"ok": "+", "worth": "!", "bad": "-"}


def list_devices(sandbox: dict[str, Any], as_json: bool) -> None:
    """The phones after the sandbox phone. That there is no adb is told; it is no fault, since the
    sandbox phone needs none."""
    known, trouble = _attached()
    if as_json:
        told = [{"name": each.serial, **asdict(each), "fix": _fix(each)} for each in known]
        print_json({"phones": [sandbox, *told], "adb": str(trouble) if trouble else ""})
        return
    for each in known:
        _tell(each)
    if trouble:
        print_text(f"{trouble}; {trouble.hint}", err=True)
    elif not known:
        print_text(_("no phone is attached (tandem phone check android says how to attach one)"))


def check_device(named: str, home: Path, as_json: bool) -> int:
    """Ask a phone what it can do, keep that in the home, and tell it. 4 when it cannot be acted on
    in some way. Raises ``LinkError`` when it is not there."""
    chosen = _chosen(named, as_json)
    with AdbLink(chosen.serial, home=home) as link:
        found = probe(link)
    keep(found, home)
    told = findings(found, versions())
    if as_json:
        print_json(_as_json(found, told))
    else:
        _tell_findings(found.serial, told)
    return FAILED if any(each.state == "bad" for each in told) else 0


def _attached() -> tuple[tuple[Attached, ...], AdbUnavailable | None]:
    try:
        return attached(), None
    except AdbUnavailable as error:
        return (), error


def _chosen(named: str, as_json: bool) -> Attached:
    known = attached()
    try:
        return choose(named, known)
    except SeveralDevices as several:
        if as_json or not sys.stdin.isatty():
            raise
        print_text(str(several))
        with at_a_line():
            serial = click.prompt(_("which one?"), type=click.Choice(several.serials))
        return choose(serial, known)


def _tell(phone: Attached) -> None:
    way = _("over Wi-Fi") if phone.wireless else _("attached")
    if phone.state == READY:
        print_text(f"{phone.serial}  {phone.model}  ({way})")
        return
    print_text(f"{phone.serial}  {complaints.absent(phone.serial, phone.state)}")
    print_text(_("  try: {hint}", hint=_fix(phone)))


def _fix(phone: Attached) -> str:
    return "" if phone.state == READY else complaints.absent(phone.serial, phone.state).hint


def _tell_findings(serial: str, told: tuple[Finding, ...]) -> None:
    print_text(serial)
    for each in told:
        print_text(f"{_MARKS[each.state]} {each.name:<11} {each.fact}")
        if each.fix:
            print_text(_("  try: {hint}", hint=each.fix))


def _as_json(found: Capabilities, told: tuple[Finding, ...]) -> dict[str, Any]:
    return {
        "phone": found.serial,
        "capabilities": found.model_dump(mode="json"),
        "findings": [asdict(each) for each in told],
    }
