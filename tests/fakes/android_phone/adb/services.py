"""What a stream can be opened for."""

from __future__ import annotations

from dataclasses import dataclass

from tests.fakes.android_phone.adb.shell import serve_v1, serve_v2
from tests.fakes.android_phone.adb.stream import Stream
from tests.fakes.android_phone.adb.sync import FileService
from tests.fakes.android_phone.automator.http import serve_http
from tests.fakes.android_phone.faults import Faults
from tests.fakes.android_phone.log import Log
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.root import Root


@dataclass(frozen=True)
class Services:
    """The daemon's services over one phone."""

    model: Model
    root: Root
    faults: Faults
    log: Log

    async def serve(self, destination: str, stream: Stream) -> None:
        """Serve the stream to its end, or refuse it. Raises ``StreamClosed``."""
        await self.faults.opening(destination)
        kind, _, argument = destination.partition(":")
        service, *options = kind.split(",")
        if not self._offers(service, options, argument):
            self.log.note("refused", destination)
            await stream.refuse()
            return
        self.log.note("service", destination)
        await stream.accept()
        await self._run(service, options, argument, stream)

    def _offers(self, service: str, options: list[str], argument: str) -> bool:
        match service:
            case "shell":
                return "v2" not in options or "shell_v2" in self.faults.profile.features
            case "tcp":
                return argument.isdecimal() and self.model.automator.listens(int(argument))
            case _:
                return service in ("exec", "sync")

    async def _run(self, service: str, options: list[str], argument: str, stream: Stream) -> None:
        match service:
            case "shell" if "v2" in options:
                await serve_v2(stream, argument, self.root)
            case "shell" | "exec":
                await serve_v1(stream, argument, self.root)
            case "sync":
                await FileService(stream, self.root, self.log).run()
            case _:
                await serve_http(stream, self.model, self.faults)
