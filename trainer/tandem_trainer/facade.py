"""The only door into the trainer. It opens without the ``trainer`` extra."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement

from tandem_shared.errors import MissingError

__all__ = ["Dependency", "dependencies", "require_extra"]

DISTRIBUTION = "tandem-phone"
EXTRA = "trainer"
INSTALL = (
    f"pip install '{DISTRIBUTION}[{EXTRA}]' (in a clone: make test, or "
    f".venv/bin/pip install -e '.[{EXTRA}]')"
)


@dataclass(frozen=True, slots=True)
class Dependency:
    """One package of the extra: the versions we ask for, and the one that is installed."""

    name: str
    wanted: str
    installed: str | None
    state: str
    """``ok``, ``missing``, or ``differs`` when the installed version is not one we ask for."""


def dependencies() -> list[Dependency]:
    """The packages of the extra, as our own installed metadata lists them."""
    listed = map(Requirement, requires(DISTRIBUTION) or [])
    return [_dependency(one) for one in listed if _only_with_extra(one)]


def require_extra() -> None:
    """Raise ``MissingError`` with the command to type unless the whole extra is there."""
    wrong = [one for one in dependencies() if one.state != "ok"]
    if wrong:
        names = ", ".join(f"{one.name} ({one.state})" for one in wrong)
        raise MissingError(
            f"the {EXTRA} extra is not as this version needs it: {names}", hint=INSTALL
        )


def _only_with_extra(requirement: Requirement) -> bool:
    marker = requirement.marker
    return bool(marker and marker.evaluate({"extra": EXTRA}) and not marker.evaluate({"extra": ""}))


def _dependency(requirement: Requirement) -> Dependency:
    wanted = str(requirement.specifier)
    try:
        installed = version(requirement.name)
    except PackageNotFoundError:
        return Dependency(requirement.name, wanted, None, "missing")
    fits = requirement.specifier.contains(installed, prereleases=True)
    return Dependency(requirement.name, wanted, installed, "ok" if fits else "differs")
