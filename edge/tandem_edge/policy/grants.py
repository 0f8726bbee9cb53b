"""Grants: what the owner has allowed, to which calls, and for how long."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock
from pydantic import AwareDatetime, Field, TypeAdapter, ValidationError

from tandem_edge.files import private_folder, read_limited, write_atomically
from tandem_edge.harness.ports import Situation
from tandem_edge.policy.matching import matches_arguments, matches_name
from tandem_shared.describe import argument_text
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line
from tandem_shared.tools import Effect, Frozen, ToolCall, ToolSpec

GRANTS_NAME = "grants.json"
LARGEST = 10_000_000
LOCK_S = 5.0


def now_utc() -> datetime:
    """The time by the wall clock, which goes on while the machine sleeps."""
    return datetime.now(UTC)


class Grant(Frozen):
    """One thing that the owner has allowed.

    ``tool`` and the values of ``arguments`` are patterns (``*`` stands for anything). ``exact``
    grants cover only calls without any other argument. Empty ``conversation`` is everywhere,
    ``until`` ``None`` without end, ``uses`` ``None`` any number of times. Irreversible calls are
    covered only with ``irreversible``, and calls after foreign text only with ``foreign``.
    """

    id: str
    tool: str
    arguments: dict[str, str] = Field(default_factory=dict)
    exact: bool = False
    conversation: str = ""
    until: AwareDatetime | None = None
    uses: int | None = None
    irreversible: bool = False
    foreign: bool = False
    typed: bool
    """Typed as a command, not given as an answer to a question."""
    granted: AwareDatetime

    def covers(self, call: ToolCall, spec: ToolSpec, situation: Situation, now: datetime) -> bool:
        """Whether the call is within the grant."""
        given = {name for name, value in call.arguments.items() if value is not None}
        return (
            matches_name(spec.name, (self.tool,))
            and matches_arguments(self.arguments, call.arguments)
            and not (self.exact and given - self.arguments.keys())
            and self.conversation in ("", situation.conversation)
            and self.lasts(now)
            and (self.foreign or not situation.tainted)
            and (self.irreversible or spec.effect_of(call.arguments) is not Effect.IRREVERSIBLE)
        )

    def lasts(self, now: datetime) -> bool:
        """Whether it is still in force."""
        return (self.until is None or now < self.until) and (self.uses is None or self.uses > 0)


_GRANTS = TypeAdapter(tuple[Grant, ...])


@dataclass
class Grants:
    """The grants in one file of the home; without ``path`` they are kept in memory.

    Read anew at every question, so that one that another process has revoked never applies.
    """

    path: Path | None = None
    clock: Callable[[], datetime] = now_utc
    _kept: tuple[Grant, ...] = field(default=())

    def all(self) -> tuple[Grant, ...]:
        """Every grant that is in force, oldest first. Raises ``UsageError``."""
        return tuple(grant for grant in self._read() if grant.lasts(self.clock()))

    def add(self, grant: Grant) -> Grant:
        """Keep ``grant`` under a fresh id; returns it as kept. Raises ``UsageError``."""
        with self._changing() as kept:
            made = grant.model_copy(update={"id": _fresh_id(kept)})
            self._write((*kept, made))
        return made

    def revoke(self, *ids: str) -> tuple[Grant, ...]:
        """Take the grants called ``ids`` back, all without any; returns those that were there.

        Raises ``UsageError`` for an id that no grant has, with nothing taken back.
        """
        with self._changing() as kept:
            unknown = set(ids) - {grant.id for grant in kept}
            if unknown:
                raise UsageError(
                    f"there is no grant {one_line(min(unknown), limit=40)}",
                    hint="tandem grants list",
                )
            gone = tuple(grant for grant in kept if not ids or grant.id in ids)
            self._write(tuple(grant for grant in kept if grant not in gone))
        return gone

    def use(self, call: ToolCall, spec: ToolSpec, situation: Situation) -> Grant | None:
        """The grant that covers the call, with one of its uses spent; ``None`` without one.

        A file that cannot be read grants nothing.
        """
        try:
            found = self._covering(call, spec, situation)
            if found is None or found.uses is None:
                return found
            return self._spend(found.id, call, spec, situation)
        except UsageError:
            return None

    def _covering(self, call: ToolCall, spec: ToolSpec, situation: Situation) -> Grant | None:
        now = self.clock()
        covering = [g for g in self._read() if g.covers(call, spec, situation, now)]
        return min(covering, key=lambda grant: grant.uses is not None, default=None)

    def _spend(
        self, grant_id: str, call: ToolCall, spec: ToolSpec, situation: Situation
    ) -> Grant | None:
        """Under the lock, since another process may have spent it meanwhile."""
        with self._changing() as kept:
            now = self.clock()
            for place, grant in enumerate(kept):
                if grant.id == grant_id and grant.covers(call, spec, situation, now):
                    left = grant.model_copy(update={"uses": (grant.uses or 1) - 1})
                    self._write((*kept[:place], left, *kept[place + 1 :]))
                    return grant
        return None

    @contextmanager
    def _changing(self) -> Iterator[tuple[Grant, ...]]:
        if self.path is None:
            yield self.all()
            return
        try:
            private_folder(self.path.parent)
            with FileLock(f"{self.path}.lock", timeout=LOCK_S, mode=0o600):
                yield self.all()
        except OSError as error:  # filelock's Timeout is one; reading has errors of its own
            raise _unkept(self.path, error) from error

    def _read(self) -> tuple[Grant, ...]:
        if self.path is None:
            return self._kept
        try:
            return _GRANTS.validate_json(read_limited(self.path, LARGEST))
        except FileNotFoundError:
            return ()
        except ValidationError as error:
            raise _unreadable(self.path, error.errors(include_url=False)[0]["msg"]) from error
        except (OSError, ValueError) as error:
            raise _unreadable(self.path, str(error)) from error

    def _write(self, grants: tuple[Grant, ...]) -> None:
        if self.path is None:
            self._kept = grants
            return
        saved = json.dumps(_GRANTS.dump_python(grants, mode="json"), ensure_ascii=False, indent=1)
        write_atomically(self.path, saved.encode() + b"\n")


def grant_text(grant: Grant) -> str:
    """What it allows, to whom, and for how long, on one line."""
    return f"{covered_text(grant)} {_extent(grant)}"


def covered_text(grant: Grant) -> str:
    """Which calls it covers, on one line; no value can look like the end of it."""
    arguments = ", ".join(
        f"{one_line(name, limit=40)}={'anything' if pattern == '*' else argument_text(pattern)}"
        for name, pattern in grant.arguments.items()
    )
    rest = "" if grant.exact else ", ..." if arguments else "..."
    return f"{one_line(grant.tool, limit=60)}({arguments}{rest})"


def _extent(grant: Grant) -> str:
    parts = ["in this conversation" if grant.conversation else "in every conversation"]
    if grant.uses is not None:
        parts.append("once" if grant.uses == 1 else f"{grant.uses} times")
    parts.append(f"until {grant.until:%Y-%m-%d %H:%M} UTC" if grant.until else "")
    parts.append("also what cannot be undone" if grant.irreversible else "")
    parts.append("also after text that is not yours" if grant.foreign else "")
    return ", ".join(part for part in parts if part)


def _fresh_id(kept: tuple[Grant, ...]) -> str:
    taken = {grant.id for grant in kept}
    while (made := f"g{secrets.randbelow(10_000):04}") in taken:
        pass
    return made


def _unreadable(path: Path, why: str) -> UsageError:
    return UsageError(
        f"the grants in {path} cannot be read: {one_line(why, limit=200)}",
        hint="mend the file, or move it away: you will then be asked again",
    )


def _unkept(path: Path, error: OSError) -> UsageError:
    return UsageError(
        f"the grants in {path} cannot be changed: {one_line(error.strerror or str(error))}",
        hint="free some space, or check the permissions of the home folder",
    )
