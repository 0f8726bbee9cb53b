"""Small samples and models for the tests of evaluation."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tandem_edge.bench.memory.evaluation.sample import Asked, Sample, Turn
from tandem_edge.llm.fake_endpoint import Body, FakeEndpoint, prompt_of, schema_of
from tandem_edge.settings import Settings
from tandem_shared.memory import Origin

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def words(texts: Sequence[str]) -> list[int]:
    """A counter of tokens: words."""
    return [len(text.split()) for text in texts]


def sample_of(*texts: str, name: str = "s", question: str = "Which cup is it?") -> Sample:
    """A talk between Ana and Bo, a session of four turns a day, and one question about it."""
    turns = tuple(
        Turn(
            id=f"t{place}",
            session=f"day {place // 4}",
            order=place % 4,
            speaker=("Ana", "Bo")[place % 2],
            text=text,
            at=START + timedelta(days=place // 4, minutes=place % 4),
            origin=Origin.EXTERNAL,
        )
        for place, text in enumerate(texts)
    )
    asked = Asked(f"{name}/0", question, "green", "1", turns[-1].at + timedelta(days=1))
    return Sample(name, turns, (asked,))


def settings_for(folder: Path, **changed: object) -> Settings:
    """Settings of a home of its own, without an embedder."""
    given = {"home": folder / "home", "models_dir": folder / "none", **changed}
    return Settings.model_validate(given)


def knows(text: str = "I do not know") -> Callable[[Body], str]:
    """A model that answers every question with ``text``, and grades every answer as right."""

    def answer(body: Body) -> str:
        (name,) = schema_of(body)["properties"]
        return json.dumps({name: {"answer": text, "correct": True, "score": 1}[name]})

    return answer


def planner(endpoint: FakeEndpoint) -> str:
    """How it is named."""
    return f"openai:{endpoint.url}#fake"


def asked_of(endpoint: FakeEndpoint) -> list[str]:
    """What stood after the notes in each request, in order."""
    return [prompt_of(body).rpartition("\n\n")[2] for body in endpoint.requests]
