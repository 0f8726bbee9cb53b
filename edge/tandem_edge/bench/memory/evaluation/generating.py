"""Made-up conversations in the benchmarks' formats: to try the adapters on, not to measure anybody.

Seeded and synthetic, with names, sentences and values of our own; every file says so. In every
conversation a code word stands that stands in no other, so that what leaks is seen.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from tandem_edge.files import write_atomically

MADE_UP = "made-up"
NOTE = "Made up by Tandem from a seed. Not the benchmark, and not from it.\n"
SESSIONS, FILLERS = 3, 4
"""Sessions of a conversation; turns of small talk before each thing that is asked about."""
_NAMES = ("Mira Oduya", "Teo Lindqvist", "Rana Castell", "Jonas Abara", "Ilse Novak", "Davi Moreau")
_PETS = "Biscuit Pepper Olive Juniper Waffle Clover Domino Maple".split()
_TOWNS = "Tromso Valencia Nagano Lucerne Galway Porto Bergen Kyoto".split()
_SMALL_TALK = (
    ("The weather was fine for a walk today.", "I hope it stays that way."),
    ("Lunch was too salty again.", "Mine was fine, I had soup."),
    ("The bus was late this morning.", "It always is on that line."),
    ("I cannot find my blue umbrella.", "Have you looked behind the door?"),
    ("今天的天气真不错。", "是啊，适合散步。"),
    ("早上的公交又晚点了。", "那条线总是这样。"),
)
_FACTS = (
    ("My dog is called {pet}.", "What is the dog called?", "{pet}"),
    ("I am flying to {town} on 14 June {year}.", "Where does the flight go?", "{town}"),
    ("The locker in the gym has the number {number}.", "Which number is the locker?", "{number}"),
    ("我的自行车是{price}块钱买的。", "自行车花了多少钱？", "{price}块钱"),
    ("我在三号仓库存了{count}箱书。", "在仓库存了多少箱书？", "{count}箱"),
)


@dataclass(frozen=True)
class _Life:
    """One made-up conversation: sessions of (date, turns), a turn being (own, text); questions of
    (question, answer, place of the evidence as (session, turn))."""

    name: str
    people: tuple[str, str]
    sessions: list[tuple[datetime, list[tuple[bool, str]]]]
    asked: list[tuple[str, str, tuple[int, int]]]
    code: str


def make(form: str, out: Path, seed: int, count: int) -> Path:
    """Write ``count`` made-up conversations of the format ``form`` under the folder ``out``; says
    what to give as ``--data``."""
    lives = [_life(Random(f"{seed}/{place}"), place) for place in range(count)]
    writer = {"locomo": _write_locomo, "longmemeval": _write_longmemeval, "beam": _write_beam}
    write_atomically(out / "README.txt", NOTE.encode(), mode=0o644)
    return writer[form](lives, out)


def _life(random: Random, place: int) -> _Life:
    values = {
        "pet": random.choice(_PETS),
        "town": random.choice(_TOWNS),
        "year": 2026,
        "number": random.randint(100, 999),
        "price": random.randint(200, 900),
        "count": random.randint(3, 40),
    }
    code = f"zq{place}" + "".join(random.choices("bcdfghkmnprt", k=6))
    facts = [*_FACTS, (f"The code word of our club is {code}.", "What is the code word?", code)]
    random.shuffle(facts)
    start = datetime(2026, 3, random.randint(1, 20), 9, 30, tzinfo=UTC)
    sessions: list[tuple[datetime, list[tuple[bool, str]]]] = []
    asked: list[tuple[str, str, tuple[int, int]]] = []
    for number in range(SESSIONS):
        turns: list[tuple[bool, str]] = []
        for statement, question, answer in facts[number::SESSIONS]:
            for said, reply in random.sample(_SMALL_TALK, FILLERS // 2):
                turns += [(True, said), (False, reply)]
            asked.append((question, answer.format(**values), (number, len(turns))))
            turns += [(True, statement.format(**values)), (False, "OK.")]
        sessions.append((start + timedelta(days=9 * number), turns))
    first, second = random.sample(_NAMES, 2)
    return _Life(f"{MADE_UP}-{place}", (first, second), sessions, asked, code)


def _write_locomo(lives: Sequence[_Life], out: Path) -> Path:
    return _written(out / "locomo10.json", [_locomo(life) for life in lives])


def _locomo(life: _Life) -> dict[str, Any]:
    conversation: dict[str, Any] = {"speaker_a": life.people[0], "speaker_b": life.people[1]}
    for number, (at, turns) in enumerate(life.sessions, 1):
        conversation[f"session_{number}_date_time"] = f"{at:%I:%M %p} on {at.day} {at:%B, %Y}"
        conversation[f"session_{number}"] = [
            {"speaker": life.people[not own], "dia_id": f"D{number}:{place}", "text": text}
            for place, (own, text) in enumerate(turns, 1)
        ]
    questions = [
        {
            "question": question,
            "answer": answer,
            "category": 1 + place % 4,
            "evidence": [f"D{session + 1}:{turn + 1}"],
        }
        for place, (question, answer, (session, turn)) in enumerate(life.asked)
    ]
    return {"sample_id": life.name, "conversation": conversation, "qa": questions}


def _write_longmemeval(lives: Sequence[_Life], out: Path) -> Path:
    samples = [_longmemeval(life, place) for life in lives for place in range(len(life.asked) + 1)]
    return _written(out / "longmemeval_made_up.json", samples)


def _longmemeval(life: _Life, place: int) -> dict[str, Any]:
    """The question of that place; after the last, one that cannot be answered."""
    kinds = ("single-session-user", "multi-session", "temporal-reasoning", "knowledge-update")
    unknown = place == len(life.asked)
    question, answer, gold = (
        ("What is the name of my violin?", "You never told me about a violin.", (-1, -1))
        if unknown
        else life.asked[place]
    )
    form = "%Y/%m/%d (%a) %H:%M"
    return {
        "question_id": f"{life.name}-{place}" + ("_abs" if unknown else ""),
        "question_type": kinds[place % len(kinds)],
        "question": question,
        "answer": answer,
        "question_date": f"{life.sessions[-1][0] + timedelta(days=1):{form}}",
        "haystack_session_ids": [f"{MADE_UP}_{n}" for n in range(SESSIONS)],
        "haystack_dates": [f"{at:{form}}" for at, _ in life.sessions],
        "haystack_sessions": [
            [_chat_turn(own, text, gold == (number, at)) for at, (own, text) in enumerate(turns)]
            for number, (_, turns) in enumerate(life.sessions)
        ],
        "answer_session_ids": [] if unknown else [f"{MADE_UP}_{gold[0]}"],
    }


def _chat_turn(own: bool, text: str, holds: bool) -> dict[str, Any]:
    turn = {"role": "user" if own else "assistant", "content": text}
    return {**turn, "has_answer": True} if holds else turn


def _write_beam(lives: Sequence[_Life], out: Path) -> Path:
    for life in lives:
        folder, ids = out / life.name, dict[tuple[int, int], int]()
        batches = [
            _batch(number, at, turns, ids) for number, (at, turns) in enumerate(life.sessions)
        ]
        _written(folder / "chat.json", batches)
        _written(folder / "probing_questions" / "probing_questions.json", _probing(life, ids))
    return out


def _batch(
    number: int, at: datetime, turns: list[tuple[bool, str]], ids: dict[tuple[int, int], int]
) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    for place, (own, text) in enumerate(turns):
        ids[number, place] = len(ids)
        said = f"{text} ->-> {number + 1},{place}" if own else text
        role = "user" if own else "assistant"
        messages.append({"role": role, "id": ids[number, place], "content": said})
    messages[0]["time_anchor"] = f"{at:%B-%d-%Y}"
    pairs = [messages[start : start + 2] for start in range(0, len(messages), 2)]
    return {"batch_number": number + 1, "turns": pairs}


def _probing(life: _Life, ids: dict[tuple[int, int], int]) -> dict[str, Any]:
    kinds = ("information_extraction", "knowledge_update", "temporal_reasoning")
    found: dict[str, list[dict[str, Any]]] = {kind: [] for kind in kinds}
    for place, (question, answer, gold) in enumerate(life.asked):
        found[kinds[place % len(kinds)]].append(
            {
                "question": question,
                "answer": answer,
                "rubric": [f"LLM response should state: {answer}"],
                "source_chat_ids": [ids[gold]],
            }
        )
    unknown = "Based on the provided chat, there is no information related to a violin."
    abstention = {"question": "Which violin do I play?", "ideal_response": unknown}
    return {"abstention": [{**abstention, "rubric": [unknown]}], **found}


def _written(path: Path, value: Any) -> Path:
    data = json.dumps(value, ensure_ascii=False, indent=1).encode()
    write_atomically(path, data, mode=0o644)
    return path
