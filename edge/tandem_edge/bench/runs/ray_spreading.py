"""Spreading jobs over the nodes of a Ray cluster, as ``spreading.spread`` does over processes.

Every node needs what a worker opens where it is here: the same environment, models and home. Needs
the extra ``ray``, which is imported when jobs are spread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tandem_edge.bench.runs.spreading import gone
from tandem_edge.worlds.ray_backend import join_cluster
from tandem_shared.errors import PlannerError

START_S = 600.0
"""Until a first worker has a CPU of the cluster and has opened its planner."""


class Works:
    """An actor. It opens once what it works with."""

    def open(self, opening: Callable[..., None], arguments: tuple[Any, ...]) -> None:
        """Before the first job."""
        opening(*arguments)

    def work(self, work: Callable[[str], str], job: str) -> str:
        """One job."""
        return work(job)


def spread_on_ray(
    work: Callable[[str], str],
    jobs: Iterable[str],
    workers: int,
    opening: Callable[..., None],
    arguments: tuple[Any, ...],
) -> Iterator[str]:
    """What ``work`` makes of each job, in the order in which they are done.

    Each of ``workers`` actors takes a CPU of the cluster; those for which there is none yet join
    in later. All are ended with the iterator. Raises ``MissingError`` without the extra,
    ``PlannerError`` when a worker is gone or none finds a CPU, and whatever ``work`` raises.
    """
    ray, joined = join_cluster()
    options = {"num_cpus": 1, "scheduling_strategy": "SPREAD", "max_restarts": 0}
    actors = [ray.remote(Works).options(**options).remote() for _ in range(workers)]
    try:
        opened = {actor.open.remote(opening, arguments): actor for actor in actors}
        yield from _collected(ray, opened, work, iter(jobs))
    except ray.exceptions.RayTaskError as error:
        raise error.cause from error
    except ray.exceptions.RayActorError as error:
        raise gone() from error
    finally:
        for actor in actors:
            ray.kill(actor)
        if joined:
            ray.shutdown()


def _collected(
    ray: Any, opening: dict[Any, Any], work: Callable[[str], str], jobs: Iterator[str]
) -> Iterator[str]:
    """Results; an actor gets a job once it has opened, and another with each result.

    Actors that still wait for a CPU when no job is left are waited for no longer.
    """
    working: dict[Any, Any] = {}
    job = next(jobs, None)
    while working or (job is not None and opening):
        limit = None if working else START_S
        ready, _ = ray.wait([*working, *opening], num_returns=1, timeout=limit)
        if not ready:
            raise PlannerError(
                f"no worker could begin within {START_S:g} s",
                hint="fewer --workers, or a cluster with a free CPU",
            )
        made = ray.get(ready[0])
        actor = working.pop(ready[0], None) or opening.pop(ready[0])
        if job is not None:
            working[actor.work.remote(work, job)] = actor
            job = next(jobs, None)
        if made is not None:
            yield made
