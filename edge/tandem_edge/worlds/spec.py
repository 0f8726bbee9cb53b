"""What a leased world is to be, and what can go wrong with it."""

from __future__ import annotations

from tandem_edge.children import ChildGone, Message, TooSlow
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.friction import inject
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.errors import PhoneError
from tandem_shared.tasks import Friction
from tandem_shared.tools import Frozen, ToolCall

WorkerGone = ChildGone
"""The worker died before it answered; ``str`` is how."""

__all__ = [
    "LeaseExpired",
    "Message",
    "TooSlow",
    "WorkerGone",
    "WorldLost",
    "WorldSpec",
    "WorldsBusy",
]


class WorldSpec(Frozen):
    """A sandbox phone: generated from ``seed`` and ``cast``, after ``calls``, made difficult."""

    seed: int
    cast: Cast = Cast.EVERYDAY
    calls: tuple[ToolCall, ...] = ()
    friction: tuple[Friction, ...] = ()

    def make(self) -> SandboxPhone:
        """The phone. Raises ``ValueError`` when a call fails or a difficulty is unknown."""
        phone = SandboxPhone.generate(self.seed, cast=self.cast)
        for call in self.calls:
            fault = phone.call(call).result.fault
            if fault is not None:
                raise ValueError(f"{call.name} fails beforehand: {fault.message}")
        for friction in self.friction:
            inject(phone.store, friction.name, friction.value)
        phone.store.journal.clear()
        return phone


class WorldLost(PhoneError):
    """The world is gone: its worker died or was ended. Lease another one."""


class LeaseExpired(WorldLost):
    """Nobody used the lease for longer than it was given for, so the world was taken back."""


class WorldsBusy(PhoneError):
    """No world became free in time."""
