"""Tandem's memory beside mem0's open-source store: the same texts, questions and embedder.

The open half of the bilingual conversations is hidden among made-up turns; a question counts as far
as its gold turns are among the first ten results. mem0 (github.com/mem0ai/mem0, Apache-2.0) gets no
language model (``infer=False``: texts are kept as they are), its default local store (Qdrant) and
Tandem's embedder through its own embedder interface. It is no requirement of ours: a virtual
environment is made in a temporary folder, and removed with it.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import tempfile
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

import tandem_edge
import tandem_shared
from tandem_edge.bench.memory import peer_script
from tandem_edge.bench.memory.apart import Usage, apart, rss_mb
from tandem_edge.bench.memory.bilingual.reading import conversations
from tandem_edge.bench.memory.scale import KEY, SEED, SESSION, keep, made, quantile, written
from tandem_edge.embedder.opening import open_embedder
from tandem_edge.memory.retrieval.pool import Passage, spoken
from tandem_edge.memory.room import MemoryRoom, open_memory
from tandem_shared.memory import RawTurn, Scope

PEER = "mem0ai==2.2.1"
LIBRARIES = ("onnxruntime", "tokenizers", "numpy")
"""What our embedder needs, in the versions that are here."""
DEPTH = 10
WARM = 5
INSTALL_S = 900


@dataclass(frozen=True)
class Asked:
    """A question, when it is asked, the places of its gold turns among all, and the languages of
    both, as ``en-zh``."""

    text: str
    at: datetime
    gold: tuple[int, ...]
    pair: str


def compare(models_dir: Path, turns: int, quiet: bool = False) -> dict[str, Any]:
    """Figures of both, or of ours and why there are none of mem0's."""
    with tempfile.TemporaryDirectory(prefix="tandem-peer-") as name:
        folder = Path(name)
        ours = apart(_ours, folder, models_dir, turns, quiet=quiet)
        return {"turns": turns, "tandem": ours, "mem0": _theirs(folder, models_dir, turns)}


def haystack(turns: int) -> tuple[list[RawTurn], list[Asked]]:
    """``turns`` turns with the needles among them, and the questions. Always the same."""
    needles = {each.id: each.raw_turns() for each in conversations("open")}
    count = turns - sum(map(len, needles.values()))
    blocks: list[tuple[str, list[RawTurn]]] = [*needles.items()]
    blocks += [("", [*block]) for block in _batched(made(written(), max(count, 0)), SESSION)]
    random.Random(SEED).shuffle(blocks)
    every: list[RawTurn] = []
    first: dict[str, int] = {}
    for name, block in blocks:
        first[name] = len(every)
        every += block
    asked = [
        Asked(
            each.text,
            talk.asked_at,
            tuple(first[talk.id] + gold - 1 for gold in each.gold),
            talk.pair(each),
        )
        for talk in conversations("open")
        for each in talk.questions
    ]
    return every, asked


def _batched(turns: Iterator[RawTurn], size: int) -> Iterator[list[RawTurn]]:
    while block := list(islice(turns, size)):
        yield block


def recall(found: list[list[int]], asked: list[Asked]) -> dict[str, float]:
    """The mean share of gold turns that are among the results: of all questions, and by the
    languages of question and turns."""
    shares: dict[str, list[float]] = {"all": []}
    for places, one in zip(found, asked, strict=True):
        share = sum(each in places for each in one.gold) / len(one.gold)
        shares["all"].append(share)
        shares.setdefault(one.pair, []).append(share)
    return {pair: sum(some) / max(len(some), 1) for pair, some in sorted(shares.items())}


def _ours(folder: Path, models_dir: Path, turns: int, say: Callable[[str], None]) -> dict[str, Any]:
    before, embedder = rss_mb(), open_embedder(models_dir)
    embedder.load()
    every, asked = haystack(turns)
    with open_memory(folder / "ours", KEY, Scope(), embedder) as room:
        usage = Usage()
        for done in keep(room, iter(every)):
            say(f"tandem: {done} of {len(every)} turns")
        filled, places = usage, _places(room, every)
        seconds = filled.wall(), filled.cpu()
        found, times = _asked_of(room, asked, places)
    return _figures(len(every), seconds, found, times, asked) | {"rss_mb": rss_mb() - before}


def _places(room: MemoryRoom, every: list[RawTurn]) -> dict[str, int]:
    place = {(turn.session, turn.order): at for at, turn in enumerate(every)}
    kept = room.book.all_turns()
    return {each.id: place[each.turn.session, each.turn.order] for each in kept}


def _asked_of(
    room: MemoryRoom, asked: list[Asked], places: dict[str, int]
) -> tuple[list[list[int]], list[float]]:
    """The first results of each question as places of turns, and milliseconds."""
    found: list[list[int]] = []
    times: list[float] = []
    for each in [*asked[:WARM], *asked]:
        usage = Usage()
        hits = room.search(each.text, each.at, DEPTH)
        times.append(1000 * usage.wall())
        # Some questions are answered with more than were asked for.
        best = sorted(hits, key=lambda hit: -hit.score)[:DEPTH]
        found.append([places[hit.id] for hit in best if hit.id in places])
    return found[WARM:], times[WARM:]


def _figures(
    turns: int,
    seconds: tuple[float, float],
    found: list[list[int]],
    times: list[float],
    asked: list[Asked],
) -> dict[str, Any]:
    return {
        f"recall_at_{DEPTH}": recall(found, asked),
        "questions": len(asked),
        "ingest_turns_per_s": turns / seconds[0],
        "ingest_turns_per_cpu_s": turns / seconds[1],
        "search_p50_ms": quantile(times, 0.5),
        "search_p95_ms": quantile(times, 0.95),
    }


def _theirs(folder: Path, models_dir: Path, turns: int) -> dict[str, Any]:
    try:
        python = _installed(folder / "venv")
        every, asked = haystack(turns)
        told = _run(python, folder, models_dir, every, asked)
    except (OSError, subprocess.SubprocessError) as error:
        return {"skipped": _why(error)}
    seconds = told["seconds"], told["cpu_seconds"]
    figures = _figures(len(every), seconds, told["found"], told["milliseconds"], asked)
    return {"version": PEER} | figures | {"rss_mb": told["rss_mb"]}


def _installed(folder: Path) -> Path:
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pinned = [PEER, *(f"{name}=={version(name)}" for name in LIBRARIES)]
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *pinned],
        check=True, capture_output=True, text=True, timeout=INSTALL_S,
    )  # fmt: skip
    return python


def _run(
    python: Path, folder: Path, models_dir: Path, every: list[RawTurn], asked: list[Asked]
) -> dict[str, Any]:
    embedder = open_embedder(models_dir)
    task = {
        "model": [embedder.name, str(embedder.path), embedder.identity],
        "store": str(folder / "mem0"),
        "texts": [spoken(Passage("", each.text, each.speaker, each.at)) for each in every],
        "questions": [each.text for each in asked],
        "depth": DEPTH,
        "warm": WARM,
    }
    (folder / "task.json").write_text(json.dumps(task), "utf-8")
    subprocess.run(
        [python, peer_script.__file__, folder / "task.json", folder / "found.json"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=_environment(folder), cwd=folder,
    )  # fmt: skip
    found: dict[str, Any] = json.loads((folder / "found.json").read_text("utf-8"))
    return found


def _environment(folder: Path) -> dict[str, str]:
    """No telemetry, a home of its own, and our embedder's source beside its packages."""
    sources = (Path(str(each.__file__)).parents[1] for each in (tandem_edge, tandem_shared))
    return {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(folder),
        "MEM0_DIR": str(folder / "mem0-home"),
        "MEM0_TELEMETRY": "False",
        "OMP_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(dict.fromkeys(map(str, sources))),
    }


def _why(error: Exception) -> str:
    said = getattr(error, "stderr", None) or str(error)
    last = [line for line in str(said).strip().splitlines() if line.strip()][-1:]
    return f"mem0 could not be measured ({type(error).__name__}): {''.join(last)[:200]}"
