"""What was spent, kept so that no crash forgets a cent: an append-only file a month.

Before a request its highest possible cost is written down (``reserve``), after the reply its real
one (``settle``). A process that is killed in between leaves the higher figure, so a cap may be
reached early but is never passed.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock

from tandem_edge.files import append_line, private_folder
from tandem_edge.outbound.destinations import Purpose
from tandem_shared.errors import TandemError

MICRO = 1_000_000


class CapReached(TandemError):
    """The month's cap of a destination would be passed; nothing was sent."""

    exit_code = 5


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Charge:
    """A reservation; ``month`` is ``YYYY-MM`` (UTC), ``micro_usd`` the most it may cost."""

    id: str
    month: str
    destination: str
    purpose: Purpose
    micro_usd: int


@dataclass
class _Month:
    """What is known of one month's file so far."""

    read: int = 0
    charges: dict[str, tuple[tuple[str, str], int]] = field(default_factory=dict)


@dataclass
class Spend:
    """The files in ``folder``. Safe to use from several processes and threads at once."""

    folder: Path
    now: Callable[[], datetime] = _now
    _months: dict[str, _Month] = field(default_factory=dict)

    def spent(self, destination: str, purpose: Purpose) -> int:
        """Millionths of a dollar spent or reserved this month for ``purpose`` there."""
        with self._locked():
            return self._sum(self._month(), destination, purpose)

    def reserve(
        self, destination: str, purpose: Purpose, micro_usd: int, cap_usd: float | None
    ) -> Charge:
        """Write down that at most ``micro_usd`` will be spent. Raises ``CapReached``."""
        with self._locked():
            month = self._month()
            spent = self._sum(month, destination, purpose)
            if cap_usd is not None and spent + micro_usd > round(cap_usd * MICRO):
                raise CapReached(
                    f"this request may cost {_usd(micro_usd)}; with the {_usd(spent)} of this "
                    f"month that passes the cap of ${cap_usd:g} for {destination}",
                    hint=f"tandem outbound allow {destination} --for {purpose} --cap "
                    f"{2 * cap_usd or 1:g}, or use the local planner",
                )
            charge = Charge(uuid.uuid4().hex, month, destination, purpose, micro_usd)
            self._append(charge)
            return charge

    def settle(self, charge: Charge, micro_usd: int) -> None:
        """Write down what ``charge`` came to."""
        with self._locked():
            self._append(
                Charge(charge.id, charge.month, charge.destination, charge.purpose, micro_usd)
            )

    def _month(self) -> str:
        return f"{self.now():%Y-%m}"

    def _path(self, month: str) -> Path:
        return self.folder / f"spend-{month}.jsonl"

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            private_folder(self.folder)
            with FileLock(self.folder / "spend.lock", timeout=10, mode=0o600):
                yield
        except OSError as error:  # filelock's Timeout is one
            raise CapReached(
                f"what was spent cannot be kept in {self.folder}: {error.strerror or error}",
                hint="nothing that costs money is sent; check the folder's permissions and space",
            ) from error

    def _sum(self, month: str, destination: str, purpose: Purpose) -> int:
        charges = self._read(month).charges.values()
        return sum(cost for key, cost in charges if key == (destination, purpose.value))

    def _read(self, month: str) -> _Month:
        """The month up to date: only what was added since the last look is read.

        A line that a crash tore off reserves nothing, since nothing was sent after it.
        """
        known = self._months.setdefault(month, _Month())
        try:
            with self._path(month).open("rb") as file:
                file.seek(known.read)
                lines = file.read().splitlines(keepends=True)
        except FileNotFoundError:
            return known
        for line in lines:
            if not line.endswith(b"\n"):
                break
            known.read += len(line)
            _enter(known, line, self._path(month))
        return known

    def _append(self, charge: Charge) -> None:
        entry = {
            "id": charge.id,
            "destination": charge.destination,
            "purpose": charge.purpose.value,
            "micro_usd": charge.micro_usd,
        }
        append_line(self._path(charge.month), json.dumps(entry).encode())


def _enter(known: _Month, line: bytes, path: Path) -> None:
    """One line of the file. Raises ``CapReached`` for one that is none: the sum is not known."""
    try:
        entry: Any = json.loads(line)
        key = str(entry["destination"]), str(entry["purpose"])
        known.charges[str(entry["id"])] = key, int(entry["micro_usd"])
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise CapReached(
            f"what was spent cannot be read from {path}",
            hint="nothing that costs money is sent until you mend or remove that file",
        ) from error


def _usd(micro: int) -> str:
    return f"${micro / MICRO:.4f}"
