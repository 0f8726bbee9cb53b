"""With the thing it measures broken, each item of ``make show-memory`` prints ``short``."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from shows import memory
from shows.framework import ROOT, Bench
from tandem_edge.embedder.opening import find_embedder
from tandem_edge.settings import default_models_dir
from tests.shows.pretending import marks, pretending, saying

bench = partial(pretending, "pretend_memory.py")

LOCOMO = {
    "questions": 1536,
    "recall_at_5": 0.7,
    "recall_at_10": 0.79,
    "mrr": 0.61,
    "categories": {"multi-hop": {"recall_at_10": 0.5}},
    "p50_ms": 8.0,
    "p95_ms": 12.0,
}
SCALE = {
    "scale": {
        "turns": 200_000,
        "terms": 4_000_000,
        "cores_here": 2,
        "search_p50_ms": 20.0,
        "search_p95_ms": 40.0,
        "open_ms": 2000.0,
        "rss_mb": 120.0,
        "rss_peak_mb": 140.0,
        "file_mb": 400.0,
        "ingest_turns_per_s": 130.0,
        "ingest_turns_per_cpu_s": 140.0,
    },
    "peer": {
        "turns": 20_000,
        "tandem": {
            "recall_at_10": {"all": 0.9},
            "ingest_turns_per_s": 130.0,
            "search_p95_ms": 20.0,
        },
        "mem0": {"recall_at_10": {"all": 0.6}, "ingest_turns_per_s": 90.0, "search_p95_ms": 30.0},
    },
}
OUTCOME = {"name": "a flipped byte", "refused": True, "unchanged": True}
SAFETY = {
    "kills": {
        "kills": 200,
        "by_kind": {"write": 100, "rekey": 50, "consolidate": 50},
        "in_flight": {"write": 90, "rekey": 40, "consolidate": 40},
        "turns": 900,
        "lost": [],
        "faults": [],
        "leaks": [],
        "files": 4000,
    },
    "attacks": {"outcomes": [OUTCOME, OUTCOME]},
    "indexes": [{"whole": True}],
}


def changed(figures: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """``figures`` with one of them, named by its keys with dots between, put to ``value``."""
    copied = deepcopy(figures)
    *way, last = path.split(".")
    place: Any = copied
    for key in way:
        place = place[int(key) if isinstance(place, list) else key]
    place[last] = value
    return copied


def short(lines: Any) -> list[str]:
    """The items that a floor was missed in."""
    return [item for item, ok in marks(lines).items() if ok is False]


@pytest.mark.parametrize(
    ("path", "value", "item"),
    [
        ("recall_at_5", 0.67, "1 LoCoMo recall_at_5"),
        ("recall_at_10", 0.77, "1 LoCoMo recall_at_10"),
        ("mrr", 0.59, "1 LoCoMo mrr"),
        ("categories.multi-hop.recall_at_10", 0.47, "1 LoCoMo multi-hop recall_at_10"),
        ("questions", 12, "1 LoCoMo latency"),
    ],
)
def test_1_each_figure_of_locomo_can_be_short(
    tmp_path: Path, path: str, value: float, item: str
) -> None:
    assert short(memory.locomo(saying(tmp_path, LOCOMO))) == []
    assert short(memory.locomo(saying(tmp_path, changed(LOCOMO, path, value)))) == [item]


def test_1_without_its_data_locomo_is_skipped_and_says_why(tmp_path: Path) -> None:
    lines = [*memory.locomo(saying(tmp_path, {"skipped": "LoCoMo's file is not here"}))]
    assert [line.text() for line in lines] == [
        "1 LoCoMo | - | R@10 .78, R@5 .68, MRR .60 | skipped: LoCoMo's file is not here"
    ]


needs_embedder = pytest.mark.skipif(
    find_embedder(default_models_dir())[0] is None, reason="the embedder is not here: make models"
)


def shares(found: int, of: int = 100) -> dict[str, float]:
    return {"of": of, "found": found, "share": found / of}


def half(hits: int, keyword: int) -> dict[str, Any]:
    """A half's figures: the same hits in every pair of languages."""
    pairs = ("en-en", "en-zh", "zh-en", "zh-zh")
    return {
        "conversations": 32,
        "questions": 400,
        "pairs": {pair: shares(hits) for pair in pairs},
        "keyword": {pair: shares(keyword) for pair in pairs},
        "stale": shares(0, 75),
        "untold": shares(50, 75),
    }


BILINGUAL = {"open": half(97, 60), "held": half(95, 60)}


@pytest.mark.parametrize(
    ("path", "value", "item"),
    [
        ("open.conversations", 20, "2 size"),
        ("held.questions", 100, "2 size"),
        ("held.pairs.zh-zh.share", 0.94, "2 zh to zh hit@3, held half"),
        ("held.pairs.en-zh.share", 0.94, "2 en to zh hit@3, held half"),
        ("held.pairs.zh-en.share", 0.94, "2 zh to en hit@3, held half"),
        ("held.keyword.en-en.found", 130, "2 keyword search alone"),
        ("open.stale.found", 1, "2 superseded facts among the first 5"),
        ("open.untold.of", -75, "2 changed in talk and never corrected"),
    ],
)
def test_2_each_figure_of_the_two_languages_can_be_short(
    tmp_path: Path, path: str, value: float, item: str
) -> None:
    assert short(memory.bilingual(saying(tmp_path, BILINGUAL))) == []
    assert short(memory.bilingual(saying(tmp_path, changed(BILINGUAL, path, value)))) == [item]


@needs_embedder
def test_2_a_shuffled_index_is_short(tmp_path: Path) -> None:
    hits = {f"2 {name} hit@3, held half" for name in memory.PAIRS.values()}
    assert not hits <= {*short(memory.bilingual(bench(tmp_path)))}
    assert hits <= {*short(memory.bilingual(bench(tmp_path, "search")))}


@needs_embedder
def test_2_a_superseded_fact_that_is_found_is_short(tmp_path: Path) -> None:
    broken = short(memory.bilingual(bench(tmp_path, "supersession")))
    assert "2 superseded facts among the first 5" in broken


@pytest.mark.parametrize(
    ("path", "value", "item"),
    [
        ("scale.search_p95_ms", 51.0, "3 search of 200000 turns"),
        ("scale.search_p95_ms", 0.0, "3 search of 200000 turns"),
        ("scale.turns", 20_000, "3 search of 200000 turns"),
        ("scale.rss_mb", 151.0, "3 memory"),
        ("scale.ingest_turns_per_s", 99.0, "3 ingest with embedding"),
        ("scale.file_mb", 0.0, "3 opening and file"),
        ("peer.mem0.recall_at_10.all", 0.0, "3 beside mem0, 20000 turns: recall_at_10"),
    ],
)
def test_3_each_figure_of_scale_can_be_short(
    tmp_path: Path, path: str, value: float, item: str
) -> None:
    assert short(memory.scale(saying(tmp_path, SCALE), 200_000, peer=True)) == []
    got = short(memory.scale(saying(tmp_path, changed(SCALE, path, value)), 200_000, peer=True))
    assert got == [item]


@pytest.mark.parametrize(
    ("path", "value", "item"),
    [
        ("kills.kills", 199, "4 kill -9"),
        ("kills.lost", ["turn 3"], "4 kill -9"),
        ("kills.faults", ["integrity"], "4 kill -9"),
        ("kills.in_flight", {"write": 3}, "4 kill -9"),
        ("kills.by_kind", {"write": 200}, "4 kill -9"),
        ("kills.leaks", ["memory.db-wal"], "4 plain text in files"),
        ("kills.files", 0, "4 plain text in files"),
        ("attacks.outcomes.1.unchanged", False, "4 wrong keys and altered files"),
        ("attacks.outcomes", [], "4 wrong keys and altered files"),
        ("indexes.0.whole", False, "4 harmed indexes"),
        ("indexes", [], "4 harmed indexes"),
    ],
)
def test_4_each_figure_of_safety_can_be_short(
    tmp_path: Path, path: str, value: Any, item: str
) -> None:
    assert short(memory.safety(saying(tmp_path, SAFETY), 200)) == []
    assert short(memory.safety(saying(tmp_path, changed(SAFETY, path, value)), 200)) == [item]


def test_5_one_file_for_every_scope_is_short() -> None:
    env = {"PYTEST_ADDOPTS": "-p tests.shows.broken_memory", "PYTHONPATH": str(ROOT)}
    broken = replace(Bench(), env={**env, "BROKEN": "scopes"})
    assert short(memory.isolation(broken)) == ["5 two users, two workspaces"]


def test_6_a_search_that_finds_the_wrong_memories_is_short(tmp_path: Path) -> None:
    assert short(memory.split(bench(tmp_path), quick=True)) == []
    assert "6 memory gates" in short(memory.split(bench(tmp_path, "search"), quick=True))
