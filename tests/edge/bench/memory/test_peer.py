"""Tandem's memory beside mem0's: the same texts and questions for both."""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tandem_edge.bench.memory import peer, peer_script
from tandem_edge.bench.memory.bilingual.reading import conversations
from tandem_edge.bench.memory.peer import Asked, haystack, recall
from tandem_edge.settings import default_models_dir

NOON = datetime(2026, 3, 9, 12, tzinfo=UTC)


def asked(*gold: int, pair: str = "en-en") -> Asked:
    return Asked("?", NOON, gold, pair)


def test_the_gold_of_each_question_is_where_it_says_among_all_turns() -> None:
    every, questions = haystack(4000)
    assert len(every) == 4000
    expected = [
        tuple(talk.turn(number).text for number in each.gold)
        for talk in conversations("open")
        for each in talk.questions
    ]
    assert [tuple(every[at].text for at in each.gold) for each in questions] == expected


def test_the_needles_lie_among_the_made_turns_the_same_each_time() -> None:
    every, questions = haystack(4400)
    places = [each.gold[0] for each in questions]
    assert max(places) - min(places) > 3200
    assert (every, questions) == haystack(4400)


def test_recall_is_the_share_of_gold_turns_found_of_all_and_by_language() -> None:
    questions = [asked(1, 2), asked(7, pair="en-zh"), asked(9)]
    assert recall([[1, 5], [7], []], questions) == pytest.approx(
        {"all": 0.5, "en-en": 0.25, "en-zh": 1.0}
    )


def test_nothing_found_is_no_recall() -> None:
    assert recall([[], []], [asked(1), asked(2)])["all"] == 0


def test_where_mem0_cannot_be_installed_it_is_left_out_and_said_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(folder: Path) -> Path:
        raise subprocess.CalledProcessError(1, "pip", stderr="warning\nERROR: no such version\n")

    monkeypatch.setattr(peer, "_installed", fails)
    found = peer._theirs(tmp_path, default_models_dir(), 2000)
    assert list(found) == ["skipped"] and "no such version" in found["skipped"]


class FakeMemory:
    """mem0's face: adds messages, and finds those with the question's words, last first."""

    def __init__(self) -> None:
        self.kept: list[str] = []

    def add(self, messages: list[dict[str, str]], **more: Any) -> dict[str, Any]:
        assert more == {"user_id": "owner", "infer": False}
        start = len(self.kept)
        self.kept += [message["content"] for message in messages]
        return {"results": [{"id": f"m{at}"} for at in range(start, len(self.kept))]}

    def search(self, question: str, *, top_k: int, filters: Any) -> dict[str, Any]:
        hits = [f"m{at}" for at, text in enumerate(self.kept) if question in text]
        return {"results": [{"id": each} for each in hits[::-1][:top_k]]}


def test_the_script_gives_the_places_of_what_mem0_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peer_script, "memory_of", lambda task: FakeMemory())
    monkeypatch.setattr(peer_script, "socket", SimpleNamespace(socket=SimpleNamespace()))
    monkeypatch.setattr(peer_script.os, "sched_setaffinity", lambda *_: None)
    texts = [f"tea {at}" for at in range(900)] + ["jazz"]
    task = {"texts": texts, "questions": ["jazz", "tea 8", "no"], "depth": 2, "warm": 1}
    (tmp_path / "task.json").write_text(json.dumps(task), "utf-8")
    peer_script.main(str(tmp_path / "task.json"), str(tmp_path / "found.json"))
    told = json.loads((tmp_path / "found.json").read_text("utf-8"))
    assert told["found"] == [[900], [899, 898], []]
    assert len(told["milliseconds"]) == 3 and told["rss_mb"] > 0


def test_the_script_has_no_network() -> None:
    with pytest.raises(OSError, match="no network"):
        peer_script.refuse("127.0.0.1", 1)
