"""What the owner allowed: one consent a destination and purpose, in a file of the home."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock
from pydantic import Field

from tandem_edge.files import private_folder, read_limited, write_atomically
from tandem_edge.outbound.destinations import Purpose
from tandem_shared.errors import PrivacyError
from tandem_shared.tools import Frozen, Privacy

MOST_BYTES = 1_000_000
NAMED_ONLY = frozenset({Privacy.OTP, Privacy.SECRET})
"""Classes that go along only when each is named: passwords and one-time codes."""


class Consent(Frozen):
    """``purpose`` at ``destination`` is allowed, with these classes of private fields.

    ``cap_usd`` is what may be spent there in a calendar month (UTC), US dollars; ``None`` is no
    cap, which the owner has to say.
    """

    destination: str
    purpose: Purpose
    fields: frozenset[Privacy] = frozenset()
    cap_usd: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    since: str


class _File(Frozen):
    version: int = 1
    consents: tuple[Consent, ...] = ()


@dataclass(frozen=True)
class Consents:
    """The file ``path``. One that cannot be read allows nothing, and says so."""

    path: Path

    def every(self) -> tuple[Consent, ...]:
        """All of them. Raises ``PrivacyError`` when the file is there but unusable."""
        try:
            return _File.model_validate_json(read_limited(self.path, MOST_BYTES)).consents
        except FileNotFoundError:
            return ()
        except (OSError, ValueError) as error:
            raise PrivacyError(
                f"what may leave the device cannot be read from {self.path}",
                hint="nothing is sent until you mend or remove that file",
            ) from error

    def find(self, destination: str, purpose: Purpose) -> Consent | None:
        """The consent to ``purpose`` at ``destination``, if there is one."""
        found = (one for one in self.every() if _key(one) == (destination, purpose))
        return next(found, None)

    def allow(self, consent: Consent) -> None:
        """Keep ``consent``, in place of the one for the same destination and purpose."""
        with self._writing() as kept:
            self._write([one for one in kept if _key(one) != _key(consent)] + [consent])

    def revoke(self, destination: str, purpose: Purpose | None) -> tuple[Consent, ...]:
        """Take back what was allowed at ``destination``; returns what that was."""
        with self._writing() as kept:
            gone = [
                one
                for one in kept
                if one.destination == destination and purpose in (None, one.purpose)
            ]
            self._write([one for one in kept if one not in gone])
        return tuple(gone)

    @contextmanager
    def _writing(self) -> Iterator[tuple[Consent, ...]]:
        try:
            private_folder(self.path.parent)
            with FileLock(self.path.with_suffix(".lock"), timeout=10, mode=0o600):
                yield self.every()
        except OSError as error:  # filelock's Timeout is one; reading has errors of its own
            raise PrivacyError(
                f"what may leave the device cannot be changed in {self.path}: "
                f"{error.strerror or error}",
                hint="nothing was changed; check the home folder's permissions and space",
            ) from error

    def _write(self, consents: list[Consent]) -> None:
        data = _File(consents=tuple(sorted(consents, key=_key))).model_dump_json(indent=1)
        write_atomically(self.path, data.encode() + b"\n")


def _key(consent: Consent) -> tuple[str, Purpose]:
    return consent.destination, consent.purpose
