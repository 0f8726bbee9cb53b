"""The forty held-out smoke requests hold together; what a planner makes of them is not asked."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import Effect, ToolCall

REPO = Path(__file__).resolve().parents[2]
ASSET = REPO / "tests" / "assets" / "smoke_requests.jsonl"
WORDINGS = REPO.parent / "shared" / "data" / "wordings"
HAN = re.compile(r"[\u4e00-\u9fff]")
LATIN = re.compile(r"[a-z]", re.IGNORECASE)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


REQUESTS = lines(ASSET)
by_id = pytest.mark.parametrize("request_", REQUESTS, ids=[row["id"] for row in REQUESTS])


def call_of(row: dict[str, Any]) -> ToolCall:
    return ToolCall(name=row["call"]["name"], arguments=row["call"]["arguments"])


def fold(text: str) -> str:
    return " ".join(text.casefold().split())


def test_twenty_a_language_with_unique_ids_and_texts() -> None:
    assert Counter(row["language"] for row in REQUESTS) == {"en": 20, "zh": 20}
    assert (
        len({row["id"] for row in REQUESTS}) == len({fold(row["text"]) for row in REQUESTS}) == 40
    )
    assert all(row["id"].startswith(f"{row['language']}-") for row in REQUESTS)
    assert all(set(row) == {"id", "language", "text", "call"} for row in REQUESTS)


def test_many_tools_and_few_alarms() -> None:
    tools = Counter(row["call"]["name"] for row in REQUESTS)
    assert len(tools) >= 16
    assert tools["manage_alarm"] <= 4
    for language in ("en", "zh"):
        assert len({r["call"]["name"] for r in REQUESTS if r["language"] == language}) >= 12


@by_id
def test_the_text_is_in_its_language(request_: dict[str, Any]) -> None:
    text = request_["text"]
    if request_["language"] == "en":
        assert not HAN.search(text)
        assert LATIN.search(text)
    else:
        assert len(HAN.findall(text)) > len(LATIN.findall(text))


@by_id
def test_the_required_call_works_on_a_fresh_phone(
    request_: dict[str, Any], phone: SandboxPhone
) -> None:
    call = call_of(request_)
    spec = load_catalogue().spec(call.name)
    assert spec is not None
    done = phone.call(call)
    assert done.result.ok, done.result.fault
    acts = spec.effect_of(call.arguments) is not Effect.READ
    assert bool(done.changes) == acts, "what acts must change something, and what reads nothing"


def test_no_text_is_a_phrase_of_a_spec() -> None:
    texts = {fold(row["text"]) for row in REQUESTS}
    for spec in load_catalogue().specs:
        for phrases in (spec.cues, spec.description):
            for said in (phrases.en, phrases.zh):
                assert texts.isdisjoint(map(fold, [said, *said.split()]))
                assert not [text for text in texts if text in fold(said)]


def test_no_text_is_a_wording_of_the_training_data() -> None:
    files = sorted(WORDINGS.glob("*.jsonl"))
    if not files:
        print(f"nothing to compare with: {WORDINGS} is not there")
    texts = {fold(row["text"]) for row in REQUESTS}
    for path in files:
        assert texts.isdisjoint(fold(row["text"]) for row in lines(path)), path.name
