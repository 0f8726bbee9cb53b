"""Run by ``peer`` with the Python of an environment that has mem0: keeps the texts, asks them.

    python peer_script.py TASK.json FOUND.json

Nothing but the standard library, mem0 and our embedder is used. It has no network.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import socket
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

AT_ONCE = 400
USER = "owner"


def refuse(*_: object) -> None:
    """In the place of every connection to elsewhere."""
    raise OSError("no network here")


def memory_of(task: dict[str, Any]) -> Any:
    """mem0's memory with our embedder in the place of one of its own."""
    from tandem_edge.embedder.local import LocalEmbedder

    name, path, identity = task["model"]
    ours = LocalEmbedder(name, Path(path), identity)
    ours.load()
    base = importlib.import_module("mem0.embeddings.base").EmbeddingBase

    class Ours(base):  # type: ignore[misc, valid-type]
        """mem0's embedder interface over ours."""

        def embed(self, text: str, memory_action: str | None = None) -> list[float]:
            """One text; what is added is a passage, what is searched for a query."""
            return self.embed_batch([text], memory_action)[0]

        def embed_batch(
            self, texts: Sequence[str], memory_action: str | None = "add"
        ) -> list[list[float]]:
            """Several at once."""
            embed = ours.queries if memory_action == "search" else ours.passages
            rows: list[list[float]] = embed(list(texts)).tolist()
            return rows

    module = sys.modules[__name__]
    module.Ours = Ours  # type: ignore[attr-defined]
    factory = importlib.import_module("mem0.utils.factory").EmbedderFactory
    factory.provider_to_class["huggingface"] = f"{__name__}.Ours"
    return importlib.import_module("mem0").Memory.from_config(
        {
            "embedder": {"provider": "huggingface", "config": {"embedding_dims": ours.dimension}},
            "llm": {"provider": "openai", "config": {"api_key": "never used"}},
            "vector_store": {
                "provider": "qdrant",
                "config": {
                    "path": task["store"],
                    "embedding_model_dims": ours.dimension,
                    "on_disk": True,
                },
            },
            "history_db_path": f"{task['store']}.history.db",
        }
    )


def fill(memory: Any, texts: list[str]) -> dict[str, int]:
    """Keep the texts, many messages a call; the place of each by its id."""
    places: dict[str, int] = {}
    for start in range(0, len(texts), AT_ONCE):
        messages = [{"role": "user", "content": text} for text in texts[start : start + AT_ONCE]]
        kept = memory.add(messages, user_id=USER, infer=False)["results"]
        places |= {each["id"]: start + at for at, each in enumerate(kept)}
    return places


def main(task_file: str, found_file: str) -> None:
    """Do the task."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    task = json.loads(Path(task_file).read_text("utf-8"))
    socket.socket.connect = refuse  # type: ignore[method-assign]
    memory = memory_of(task)
    wall, cpu = time.perf_counter(), time.process_time()
    places = fill(memory, task["texts"])
    seconds, cpu_seconds = time.perf_counter() - wall, time.process_time() - cpu
    found, times = [], []
    for question in [*task["questions"][: task["warm"]], *task["questions"]]:
        wall = time.perf_counter()
        hits = memory.search(question, top_k=task["depth"], filters={"user_id": USER})["results"]
        times.append(1000 * (time.perf_counter() - wall))
        found.append([places[hit["id"]] for hit in hits])
    told = {
        "seconds": seconds,
        "cpu_seconds": cpu_seconds,
        "milliseconds": times[task["warm"] :],
        "found": found[task["warm"] :],
        "rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    Path(found_file).write_text(json.dumps(told), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
