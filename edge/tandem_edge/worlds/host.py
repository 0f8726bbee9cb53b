"""The inside of a worker: many phones, each a fork of a fresh one that is kept for the next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.worlds.spec import Message, WorldSpec
from tandem_shared.canonical import digest
from tandem_shared.errors import TandemError
from tandem_shared.tools import ToolCall

MOST_FRESH = 64
"""Fresh phones that are kept to fork from; making one takes some 10 ms."""
MOST_SNAPSHOTS = 64


@dataclass
class Instance:
    """One leased world: as it was made, as it is, and as it was at each snapshot."""

    fresh: SandboxPhone
    phone: SandboxPhone
    snapshots: dict[str, SandboxPhone] = field(default_factory=dict)


@dataclass
class Host:
    """Answers requests about worlds, one at a time. Knows nothing of leases or processes.

    A request has ``op``, mostly ``world``, and what the operation takes; the reply has ``ok`` and
    ``value``, or ``fault`` (``usage``, ``phone``, ``unknown_world``) and ``message``.
    """

    instances: dict[str, Instance] = field(default_factory=dict)
    fresh: OrderedDict[str, SandboxPhone] = field(default_factory=OrderedDict)

    def handle(self, request: Message) -> Message:
        """The reply to ``request``; never raises for what a request says."""
        try:
            if request["op"] in _OF_THE_HOST:
                return {"ok": True, "value": _OF_THE_HOST[request["op"]](self, request)}
            instance = self.instances.get(request["world"])
            if instance is None:
                return _fault("unknown_world", "this worker has no such world")
            return {"ok": True, "value": _OF_A_WORLD[request["op"]](instance, request)}
        except TandemError as error:
            return _fault("phone", str(error))
        except (ValueError, KeyError, TypeError) as error:
            return _fault("usage", f"{type(error).__name__}: {error}")

    def open(self, request: Message) -> int:
        """Make a world; how many there are now."""
        text = str(request["spec"])
        if text not in self.fresh:
            self.fresh[text] = WorldSpec.model_validate_json(text).make()
        self.fresh.move_to_end(text)
        while len(self.fresh) > MOST_FRESH:
            self.fresh.popitem(last=False)
        fresh = self.fresh[text]
        self.instances[request["world"]] = Instance(fresh, fresh.fork())
        return len(self.instances)

    def close(self, request: Message) -> int:
        """Forget a world, if it is there; how many there are now."""
        self.instances.pop(request["world"], None)
        return len(self.instances)


def _call(instance: Instance, request: Message) -> Message:
    return written(instance.phone.call(ToolCall.model_validate(request["call"])))


def _preview(instance: Instance, request: Message) -> Message:
    return written(instance.phone.preview(ToolCall.model_validate(request["call"])))


def _changes(instance: Instance, request: Message) -> list[Message]:
    changes = instance.phone.changes_since(int(request["mark"]))
    return [change.model_dump(mode="json") for change in changes]


def _snapshot(instance: Instance, request: Message) -> str:
    if len(instance.snapshots) >= MOST_SNAPSHOTS:
        raise ValueError(f"a world keeps {MOST_SNAPSHOTS} snapshots at most")
    name = f"snapshot{len(instance.snapshots) + 1}"
    instance.snapshots[name] = _twin(instance.phone)
    return name


def _restore(instance: Instance, request: Message) -> None:
    instance.phone = _twin(instance.snapshots[request["snapshot"]])


def _reset(instance: Instance, request: Message) -> None:
    instance.phone = instance.fresh.fork()
    instance.snapshots.clear()


def _twin(phone: SandboxPhone) -> SandboxPhone:
    """A fork that remembers what has changed so far."""
    twin = phone.fork()
    twin.store.journal = list(phone.store.journal)
    return twin


def written(execution: Execution) -> Message:
    """An execution as JSON values."""
    return {
        "result": execution.result.model_dump(mode="json"),
        "arguments": execution.arguments,
        "changes": [change.model_dump(mode="json") for change in execution.changes],
    }


def _fault(kind: str, message: str) -> Message:
    return {"ok": False, "fault": kind, "message": message}


_OF_THE_HOST: dict[str, Callable[[Host, Message], Any]] = {
    "open": Host.open,
    "close": Host.close,
    "count": lambda host, request: len(host.instances),
}
_OF_A_WORLD: dict[str, Callable[[Instance, Message], Any]] = {
    "call": _call,
    "preview": _preview,
    "changes": _changes,
    "mark": lambda instance, request: instance.phone.mark(),
    "now": lambda instance, request: [
        instance.phone.now().isoformat(),
        str(instance.phone.now().tzinfo),
    ],
    "snapshot": _snapshot,
    "restore": _restore,
    "reset": _reset,
    "digest": lambda instance, request: digest(instance.phone.dump()),
}
