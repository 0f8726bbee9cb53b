"""One error tree: what happened, what to type next, and the process exit code."""

from __future__ import annotations

from typing import ClassVar


class TandemError(Exception):
    """Root of every error a user may see.

    ``str(error)`` is one sentence saying what happened; ``hint`` says what to do about it.
    ``exit_code`` is what a command line ends with when the error reaches it.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(TandemError):
    """The caller asked for something that cannot be asked for."""

    exit_code = 2


class MissingError(TandemError):
    """A model file or an optional extra is not installed."""

    exit_code = 3


class PhoneError(TandemError):
    """The phone, real or simulated, cannot be reached or its saved state is unusable."""

    exit_code = 4


class PlannerError(TandemError):
    """The planner failed: it would not load, crashed, hung or answered nonsense."""

    exit_code = 5


class TrustError(TandemError):
    """Bytes are not what was promised: a digest, a header or a signature does not match."""

    exit_code = 6


class PrivacyError(TandemError):
    """Something would leave the device without consent or unscrubbed."""

    exit_code = 7


class CancelledError(TandemError):
    """The user stopped the work."""

    exit_code = 130
