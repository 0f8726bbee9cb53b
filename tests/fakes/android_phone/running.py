"""Running a simulated phone in a thread of its own."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from tandem_edge.phone.sandbox.store import Store
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.fakes.android_phone.adb.connection import Connection
from tests.fakes.android_phone.adb.services import Services
from tests.fakes.android_phone.answers import Answer
from tests.fakes.android_phone.commands import load_commands
from tests.fakes.android_phone.faults import Faults
from tests.fakes.android_phone.log import Log
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.profiles import PROFILES, Profile
from tests.fakes.android_phone.root import Root
from tests.fakes.android_phone.stubs import Stubs

T = TypeVar("T")
HOST = "127.0.0.1"
_PATIENCE_S = 60.0


class AndroidPhone:
    """A phone that an adb server can connect to, at ``serial``.

    Its methods may be called from any thread. Read ``store`` and ``log`` when nothing is under way.
    """

    def __init__(self, sandbox: SandboxPhone, profile: Profile, root: Root, port: int) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._connections: set[Connection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._port = port
        self._servers: list[asyncio.Server] = []
        self._root = root
        self._wanted = profile
        self._sandbox = sandbox
        self._mark = sandbox.store.mark()
        self._counters = dict(sandbox.store.counters)
        self.log = Log()

    @classmethod
    @contextmanager
    def running(
        cls,
        phone: Store | SandboxPhone | int = 7,
        *,
        profile: Profile | str = "unspoilt",
        port: int = 0,
    ) -> Iterator[AndroidPhone]:
        """A phone over a store, a sandbox phone or a seed, until the block ends.

        ``port`` 0 takes a free one. Raises ``root.CannotLockUp`` where this machine cannot run it.
        """
        chosen = PROFILES[profile] if isinstance(profile, str) else profile
        folder = Path(tempfile.mkdtemp(prefix="phone-"))
        try:
            root = Root.make(folder, frozenset(load_commands()))
            android = cls(_sandbox(phone), chosen, root, port)
            try:
                android._start()
                yield android
            finally:
                android._stop()
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    @property
    def serial(self) -> str:
        """What adb calls this phone."""
        return f"{HOST}:{self._port}"

    @property
    def store(self) -> Store:
        """The phone's state."""
        return self._sandbox.store

    @property
    def sandbox(self) -> SandboxPhone:
        """The sandbox phone that it stands on."""
        return self._sandbox

    @property
    def profile(self) -> Profile:
        """What is wrong with it now."""
        return self.faults.profile

    @property
    def files(self) -> Root:
        """Its file system."""
        return self._root

    def command(self, *words: str) -> Answer:
        """What a command of the phone prints, without adb and without the phone's shell."""
        name, *arguments = words
        return self._call(_given(lambda: self.model.run(name, "", arguments)))

    def become(self, profile: Profile | str) -> None:
        """From now on have other faults; what was frozen goes on."""
        chosen = PROFILES[profile] if isinstance(profile, str) else profile
        self._call(_done(lambda: self.faults.become(chosen)))

    def freeze(self) -> None:
        """Answer nothing until ``thaw``; the connections stay open."""
        self._call(_done(self.faults.freeze))

    def thaw(self) -> None:
        """Go on where everything stopped."""
        self._call(_done(self.faults.thaw))

    def reset(self) -> None:
        """As it was when it started: state, screen and profile. Connections and files stay."""
        self._call(_done(self._reset))

    def disconnect(self) -> None:
        """Cut every connection now; the phone can be connected again."""
        self._call(_done(self._cut))

    def vanish(self) -> None:
        """Cut every connection and accept none any more."""
        self._call(self._close_all())

    def allow(self) -> None:
        """Accept the dialog that asks whether to trust the computer."""
        self._call(self.faults.allow())

    def _reset(self) -> None:
        store = self._sandbox.store
        store.rollback(self._mark)
        store.counters = dict(self._counters)
        self.faults.become(self._wanted)
        self.model.renew()
        self.log.clear()

    def _start(self) -> None:
        self._thread.start()
        self._call(self._listen())

    def _stop(self) -> None:
        self._call(_done(self.faults.thaw))
        self._call(self._close_all())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE_S)
        self._loop.close()

    def _call(self, doing: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(_PATIENCE_S)

    async def _listen(self) -> None:
        self.faults = Faults(self.log, self._wanted)
        self.model = Model(self._sandbox, self._root, self.faults, self.log)
        self._services = Services(self.model, self._root, self.faults, self.log)
        self._servers.append(await Stubs(self._root, self.model).serve())
        daemon = await asyncio.start_server(self._accept, HOST, self._port)
        self._servers.append(daemon)
        self._port = daemon.sockets[0].getsockname()[1]

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(
            reader,
            writer,
            faults=self.faults,
            serve=self._services.serve,
            banner=self._banner,
            log=self.log,
        )
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(connection)
        self._tasks.add(task)
        try:
            await connection.run()
        finally:
            self._connections.discard(connection)
            self._tasks.discard(task)

    def _banner(self) -> bytes:
        from tests.fakes.android_phone.properties import properties

        known = properties(self.model)
        parts = [f"{name}={known[name]};" for name in _TOLD]
        return f"device::{''.join(parts)}features={','.join(self.profile.features)}".encode()

    def _cut(self) -> None:
        for connection in self._connections:
            connection.cut()

    async def _close_all(self) -> None:
        for server in self._servers:
            server.close()
        self._cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)


_TOLD = ("ro.product.name", "ro.product.model", "ro.product.device")


def _sandbox(phone: Store | SandboxPhone | int) -> SandboxPhone:
    if isinstance(phone, int):
        return SandboxPhone.generate(phone)
    return SandboxPhone(phone) if isinstance(phone, Store) else phone


async def _given(doing: Callable[[], T]) -> T:
    return doing()


async def _done(doing: Callable[[], object]) -> None:
    doing()
