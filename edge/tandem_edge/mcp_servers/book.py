"""The MCP servers that the user configured, in one JSON file in the home folder.

Written atomically, under a lock; it names secrets and never holds one. Of an approved server it
keeps the tools as they were approved: they are offered without starting it, and a server that
says something else later is not used until the user has looked at it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self

from filelock import FileLock
from pydantic import Field, JsonValue, StringConstraints, ValidationError, model_validator

from tandem_edge.files import private_folder, read_limited, write_atomically
from tandem_edge.outbound.destinations import destination_of
from tandem_shared.canonical import digest
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line
from tandem_shared.tools import Frozen

FILE_NAME = "mcp-servers.json"
MOST_BYTES = 20_000_000
MOST_SERVERS = 32
SOURCE = r"(env:[A-Za-z_][A-Za-z0-9_]*|keyring)"

server_name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9]{0,11}$")]
variable = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")]
header_name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9-]{0,63}$")]
source = Annotated[str, StringConstraints(pattern=f"^{SOURCE}$")]


class ListedTool(Frozen):
    """A tool as its server describes it. ``says_read`` is what the server claims of its effect."""

    name: str
    description: str = ""
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    says_read: bool = False

    @property
    def digest(self) -> str:
        """Identity of everything a planner or the user is told about it."""
        return digest(self.model_dump(mode="json"))


class McpServer(Frozen):
    """One configured server: a command on this machine, or an address.

    ``env`` maps a variable of the server's environment, ``headers`` a header of every request, to
    where its value is: ``env:NAME`` (a variable of Tandem's own environment) or ``keyring``.
    ``approved`` holds the tools the user has seen, ``reads`` the names of those the user marked as
    changing nothing. Times are seconds.
    """

    name: server_name
    command: tuple[str, ...] = ()
    env: dict[variable, source] = Field(default_factory=dict)
    url: str = ""
    headers: dict[header_name, source] = Field(default_factory=dict)
    start_s: float = Field(default=30.0, gt=0, le=600)
    call_s: float = Field(default=60.0, gt=0, le=3600)
    approved: tuple[ListedTool, ...] | None = None
    reads: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _one_way_to_reach_it(self) -> Self:
        if bool(self.command) == bool(self.url):
            raise ValueError("a server has either a command or an address")
        if any("\0" in part for part in self.command) or (self.command and not self.command[0]):
            raise ValueError("the command cannot be started")
        if self.url:
            destination_of(self.url)
        return self

    @property
    def destination(self) -> str:
        """The name of the machine that is consented to, ``""`` for this one."""
        if not self.url:
            return ""
        there = destination_of(self.url)
        return "" if there.local else there.name

    @property
    def pin(self) -> str:
        """Digest of the approved tools, or ``""``."""
        return "" if self.approved is None else tools_digest(self.approved)


def tools_digest(tools: Sequence[ListedTool]) -> str:
    """Identity of a server's tools, whatever their order."""
    digests: list[JsonValue] = [*sorted(tool.digest for tool in tools)]
    return digest(digests)


class _Book(Frozen):
    servers: tuple[McpServer, ...] = ()

    @model_validator(mode="after")
    def _each_name_once(self) -> Self:
        """One server's tools and marks must never count for another's."""
        if len({server.name for server in self.servers}) < len(self.servers):
            raise ValueError("two servers have the same name")
        return self


@dataclass(frozen=True)
class ServerBook:
    """The file of configured servers."""

    path: Path

    def servers(self) -> tuple[McpServer, ...]:
        """Every server, in name order. Raises ``UsageError`` for a file that cannot be read."""
        try:
            book = _Book.model_validate_json(read_limited(self.path, MOST_BYTES))
        except FileNotFoundError:
            return ()
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise self._unreadable(first["msg"]) from error
        except (OSError, ValueError) as error:
            raise self._unreadable(str(error)) from error
        return tuple(sorted(book.servers, key=lambda server: server.name))

    def get(self, name: str) -> McpServer:
        """The server called ``name``. Raises ``UsageError``."""
        for server in self.servers():
            if server.name == name:
                return server
        raise _unknown(name)

    def add(self, server: McpServer) -> None:
        """Keep a new server. Raises ``UsageError`` when the name is taken or there are too many."""
        with self._locked():
            servers = self.servers()
            if any(each.name == server.name for each in servers):
                raise UsageError(
                    f"there is a server {server.name} already",
                    hint=f"tandem mcp remove {server.name}",
                )
            if len(servers) >= MOST_SERVERS:
                raise UsageError(f"at most {MOST_SERVERS} servers", hint="tandem mcp remove NAME")
            self._write((*servers, server))

    def remove(self, name: str) -> None:
        """Forget a server. Raises ``UsageError``."""
        with self._locked():
            servers = self.servers()
            kept = tuple(each for each in servers if each.name != name)
            if len(kept) == len(servers):
                raise _unknown(name)
            self._write(kept)

    def change(self, name: str, how: Callable[[McpServer], McpServer]) -> McpServer:
        """Replace a server by what ``how`` makes of it. Raises ``UsageError``."""
        with self._locked():
            changed = how(self.get(name))
            others = (each for each in self.servers() if each.name != name)
            self._write((*others, changed))
        return changed

    def _locked(self) -> FileLock:
        private_folder(self.path.parent)
        return FileLock(self.path.with_suffix(".lock"), timeout=10, mode=0o600)

    def _write(self, servers: tuple[McpServer, ...]) -> None:
        write_atomically(self.path, _Book(servers=servers).model_dump_json(indent=1).encode())

    def _unreadable(self, why: str) -> UsageError:
        return UsageError(
            f"{self.path} cannot be read: {one_line(why, limit=160)}",
            hint="mend or move the file, then tandem mcp list",
        )


def _unknown(name: str) -> UsageError:
    return UsageError(f"there is no server {one_line(name, limit=40)}", hint="tandem mcp list")
