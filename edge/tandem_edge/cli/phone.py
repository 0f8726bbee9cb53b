"""``tandem phone``: what phones there are, what they can do, and the sandbox phone's state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tandem_edge.cli.common import NamedPath, common_options, json_option, print_json, print_text
from tandem_edge.languages.catalogue import _
from tandem_shared.errors import PhoneError, UsageError

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_shared.tools import ToolSpec

F = TypeVar("F", bound=Callable[..., Any])


def state_option(function: F) -> F:
    """Give a command ``--state``."""
    return click.option(
        "--state",
        type=NamedPath(path_type=Path, dir_okay=False),
        help="File that keeps the sandbox phone (default: in the home folder).",
    )(function)


@click.group()
def phone() -> None:
    """Look at phones and their tools.

    \b
    Examples:
      tandem phone tools --search bluetooth
      tandem phone show                       what is on the sandbox phone
      tandem phone reset --seed 7             a fresh one
    """


@phone.command("list")
@json_option
@common_options
def list_phones(settings: Settings, as_json: bool) -> None:
    """List the phones that can be acted on, and what stops those that cannot.

    Starts adb's server when none runs.

    \b
    Example:
      tandem phone list
    """
    from tandem_edge.cli.phone_devices import list_devices

    kept = settings.sandbox_file.exists()
    entry = {"name": "sandbox", "state": str(settings.sandbox_file), "saved": kept}
    if not as_json:
        note = "" if kept else _("  (made on first use)")
        print_text(_("sandbox  a simulated phone in {file}", file=settings.sandbox_file) + note)
    list_devices(entry, as_json)


@phone.command()
@click.argument("serial", required=False)
@state_option
@json_option
@common_options
def check(settings: Settings, serial: str | None, state: Path | None, as_json: bool) -> int:
    """Check what a phone can do, and how to mend what it cannot.

    SERIAL is one that `tandem phone list` shows, or android for the only phone attached (usual: the
    phone of your settings, which is the sandbox phone as long as you do not change it). A phone
    without a cable is paired by adb pair HOST:PORT and reached by adb connect HOST:PORT.

    \b
    Examples:
      tandem phone check                      the sandbox phone, and that every tool family loads
      tandem phone check android
      tandem phone check 192.168.1.20:5555 --json
    """
    named = serial or settings.phone
    if named == "sandbox":
        _check_sandbox(settings, state, as_json)
        return 0
    from tandem_edge.cli.phone_devices import check_device

    return check_device(named, settings.home, as_json)


def _check_sandbox(settings: Settings, state: Path | None, as_json: bool) -> None:
    from tandem_edge.facade import open_phone

    opened = open_phone(settings, state=state)
    faults = opened.catalogue.faults
    if as_json:
        count = len(opened.catalogue.specs)
        print_json({"phone": opened.name, "tools": count, "faults": list(faults)})
    else:
        clock = f"{opened.now():%Y-%m-%d %H:%M}"
        print_text(f"{opened.name}: {len(opened.catalogue.specs)} tools, clock {clock}")
    if faults:
        raise PhoneError("; ".join(faults), hint="reinstall Tandem, or remove the faulty family")


@phone.command()
@click.option("--domain", help="Only tools of this domain.")
@click.option("--search", metavar="TEXT", help="Only tools whose name or words contain TEXT.")
@click.option("--markdown", is_flag=True, help="Everything about them, as a page.")
@click.option(
    "--lint", "linting", is_flag=True, help="Check the whole catalogue. Exit 1 on a fault."
)
@json_option
@common_options
def tools(
    settings: Settings,
    domain: str | None,
    search: str | None,
    markdown: bool,
    linting: bool,
    as_json: bool,
) -> int:
    """Browse and search the tools that a phone offers.

    \b
    Examples:
      tandem phone tools
      tandem phone tools --domain time_management
      tandem phone tools --search 蓝牙 --json
      tandem phone tools --search alarm --markdown
      tandem phone tools --lint
    """
    if linting:
        return _lint(as_json)
    found = _matching(domain, search)
    counts = Counter(spec.domain.value for spec in found)
    if as_json:
        listed = [spec.model_dump(mode="json") for spec in found]
        print_json({"count": len(found), "domains": dict(sorted(counts.items())), "tools": listed})
    elif markdown:
        from tandem_edge.phone.reference import reference

        print_text(reference(found).rstrip())
    else:
        _list(found, counts)
    return 0


def _list(found: list[ToolSpec], counts: Counter[str]) -> None:
    for name, count in sorted(counts.items()):
        print_text(f"{name} ({count})")
        for spec in found:
            if spec.domain.value == name:
                print_text(f"  {spec.name:<26} {spec.description.en}  {spec.description.zh}")
    if not found:
        print_text("no tool matches")


def _lint(as_json: bool) -> int:
    from tandem_edge.phone.catalogue import load_catalogue
    from tandem_edge.phone.lint import lint

    faults = lint(load_catalogue())
    if as_json:
        print_json({"faults": faults})
    else:
        for fault in faults:
            print_text(fault)
        print_text(f"{len(load_catalogue().specs)} tools, {len(faults)} faults")
    return 1 if faults else 0


def _matching(domain: str | None, search: str | None) -> list[ToolSpec]:
    from tandem_edge.phone.catalogue import load_catalogue
    from tandem_shared.tools import Domain

    known = [each.value for each in Domain]
    if domain is not None and domain not in known:
        raise UsageError(f"there is no domain {domain}", hint=f"--domain with {', '.join(known)}")
    words = (search or "").casefold().split()
    return [
        spec
        for spec in load_catalogue().specs
        if domain in (None, spec.domain.value) and all(word in _text(spec) for word in words)
    ]


def _text(spec: ToolSpec) -> str:
    parts = (spec.name, spec.description.en, spec.description.zh, spec.cues.en, spec.cues.zh)
    return " ".join(parts).casefold()


@phone.command()
@click.option(
    "--seed",
    "fresh_seed",
    type=click.IntRange(min=0),
    help="Seed of the fresh phone (default: the setting).",
)
@state_option
@json_option
@common_options
def reset(settings: Settings, fresh_seed: int | None, state: Path | None, as_json: bool) -> None:
    """Replace the sandbox phone by a fresh one.

    \b
    Examples:
      tandem phone reset
      tandem phone reset --seed 3 --state /tmp/phone.json
    """
    from tandem_edge.facade import open_phone

    path = state or settings.sandbox_file
    seed = settings.seed if fresh_seed is None else fresh_seed
    open_phone(settings, state=path, seed=seed)
    if as_json:
        print_json({"state": str(path), "seed": seed})
    else:
        print_text(f"a fresh sandbox phone of seed {seed} is in {path}")


@phone.command()
@state_option
@json_option
@common_options
def show(settings: Settings, state: Path | None, as_json: bool) -> None:
    """Show what is on the sandbox phone.

    \b
    Examples:
      tandem phone show
      tandem phone show --json
    """
    from tandem_edge.phone.sandbox.world import SandboxPhone
    from tandem_edge.phone.summary import summary

    path = state or settings.sandbox_file
    fresh = not path.exists()
    shown = SandboxPhone.generate(settings.seed) if fresh else SandboxPhone.load(path)
    if as_json:
        print_json(shown.dump())
        return
    if fresh:
        print_text(f"no phone is saved in {path} yet; this is what a fresh one holds")
    for line in summary(shown.store):
        print_text(line)
