"""Workers as Ray actors, spread over the nodes of a cluster. Needs the extra ``ray``.

Ray is imported when a backend is made, never before: it is heavy, and most have no use for it.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Any

from tandem_edge.worlds.backend import Worker
from tandem_edge.worlds.host import Host
from tandem_edge.worlds.spec import Message, TooSlow, WorkerGone
from tandem_shared.errors import MissingError

START_S = 120.0
SHARE = 0.01
"""Of a CPU, as Ray books it: worlds are short bursts of work, many share a core."""
THREADS = 3
"""Of an actor: one waits for its end, one answers pings, one does the work."""


class HostActor:
    """A ``Host`` in an actor."""

    def __init__(self) -> None:
        self.host = Host()
        self.lock = threading.Lock()

    def handle(self, request: Message) -> Message:
        """One request at a time, except for pings."""
        if request["op"] == "ping":
            return {"ok": True, "value": os.getpid()}
        with self.lock:
            return self.host.handle(request)

    def where(self) -> tuple[int, str]:
        """Its process and its node."""
        import ray

        return os.getpid(), ray.get_runtime_context().get_node_id()

    def linger(self) -> None:
        """Never returns: whoever waits for it learns of the actor's death."""
        threading.Event().wait()


class RayWorker:
    """One actor, on whichever node Ray chose."""

    def __init__(self, ray: Any, on_death: Callable[[Worker], None]) -> None:
        self._ray = ray
        self._dead = threading.Event()
        options = {
            "num_cpus": SHARE,
            "scheduling_strategy": "SPREAD",
            "max_concurrency": THREADS,
            "max_restarts": 0,
        }
        self._actor = ray.remote(HostActor).options(**options).remote()
        self.pid, self.place = ray.get(self._actor.where.remote(), timeout=START_S)

        def ended(future: Any) -> None:
            self._dead.set()
            on_death(self)

        self._end = self._actor.linger.remote()
        self._end.future().add_done_callback(ended)

    def ask(self, request: Message, *, deadline_s: float) -> Message:
        """See ``Worker.ask``."""
        try:
            reply: Message = self._ray.get(self._actor.handle.remote(request), timeout=deadline_s)
        except self._ray.exceptions.GetTimeoutError:
            raise TooSlow(f"no answer within {deadline_s:g} s") from None
        except self._ray.exceptions.RayError as error:
            raise WorkerGone(type(error).__name__) from error
        return reply

    def kill(self) -> None:
        """See ``Worker.kill``."""
        self._ray.kill(self._actor, no_restart=True)
        self._dead.wait(START_S)


def join_cluster(address: str | None = None) -> tuple[Any, bool]:
    """The package ``ray``, and whether this call joined the cluster, to be left by ``shutdown``.

    That is the one at ``address``, else at ``RAY_ADDRESS``, else one begun here. Raises
    ``MissingError`` without the extra.
    """
    try:
        import ray
    except ImportError as error:
        raise MissingError(
            "the backend ray is not installed", hint="pip install 'tandem-phone[ray]'"
        ) from error
    joins = not ray.is_initialized()
    if joins:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    return ray, joins


class RayBackend:
    """See the module's description. Joins the cluster at ``address``, or begins one here."""

    name = "ray"

    def __init__(self, address: str | None = None) -> None:
        self._ray, self._own = join_cluster(address)

    def start(self, on_death: Callable[[Worker], None]) -> Worker:
        """See ``Backend.start``."""
        return RayWorker(self._ray, on_death)

    def close(self) -> None:
        """Leave the cluster, if this backend joined it."""
        if self._own:
            self._ray.shutdown()
