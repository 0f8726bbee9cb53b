"""The faults of a running phone: which profile holds, and what already went wrong."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.fakes.android_phone.adb.framing import Command, Frame
from tests.fakes.android_phone.adb.keys import TrustedKeys
from tests.fakes.android_phone.log import Log
from tests.fakes.android_phone.profiles import UNSPOILT, Profile

if TYPE_CHECKING:
    from tests.fakes.android_phone.adb.connection import Connection


@dataclass
class Faults:
    """What the connections ask before they act. Belongs to the phone's event loop."""

    log: Log
    profile: Profile = UNSPOILT
    trusted: TrustedKeys = field(default_factory=TrustedKeys)
    _waiting: list[tuple[bytes, Connection]] = field(default_factory=list)
    _running: asyncio.Event = field(default_factory=asyncio.Event)
    _sent: int = 0
    _dropped: int = 0

    def __post_init__(self) -> None:
        self._running.set()

    def become(self, profile: Profile) -> None:
        """From now on, be a phone with this profile; what it froze goes on."""
        self.profile = profile
        self._sent = self._dropped = 0
        self._running.set()

    def freeze(self) -> None:
        """Answer nothing, on any connection, until ``thaw``."""
        self.log.note("fault", "frozen")
        self._running.clear()

    def thaw(self) -> None:
        """Go on where everything stopped."""
        self._running.set()

    async def thawed(self) -> None:
        """Wait while the phone is frozen."""
        await self._running.wait()

    async def delay(self) -> None:
        """Wait as long as the profile says before a service is served."""
        if self.profile.delay_s:
            await asyncio.sleep(self.profile.delay_s)

    async def opening(self, destination: str) -> None:
        """A service is about to be served; some phones freeze on it."""
        if self.profile.freezes_at and destination.startswith(self.profile.freezes_at):
            self.freeze()
        await self.thawed()

    def drops(self, frame: Frame) -> bool:
        """Whether the connection is to be cut in place of sending ``frame``."""
        limit = self.profile.drops_after
        if not limit or frame.command is not Command.WRTE or self._dropped >= self.profile.drops:
            return False
        self._sent += len(frame.data)
        if self._sent <= limit:
            return False
        self._sent, self._dropped = 0, self._dropped + 1
        self.log.note("fault", "dropped")
        return True

    def ask(self, key: bytes, connection: Connection) -> None:
        """The dialog on the phone asks about a computer's key."""
        self._waiting.append((key, connection))

    async def allow(self) -> None:
        """Somebody accepts every dialog that is open."""
        waiting, self._waiting = self._waiting, []
        for key, connection in waiting:
            self.trusted.trust(key)
            await connection.admit()
