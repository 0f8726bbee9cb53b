"""The readers of the benchmarks' files: what they make of them, and what they refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tandem_edge.bench.memory.evaluation.beam import QUESTIONS
from tandem_edge.bench.memory.evaluation.formats import FORMATS, digest
from tandem_edge.bench.memory.evaluation.generating import make
from tandem_edge.bench.memory.evaluation.locomo import evidence_faults
from tandem_edge.bench.memory.evaluation.sample import Asked, Sample
from tandem_shared.errors import UsageError
from tandem_shared.memory import Origin

NAMES = sorted(FORMATS)
COUNT = 2


@pytest.fixture
def made(tmp_path: Path) -> Callable[[str], Path]:
    return lambda form: make(form, tmp_path / form, seed=3, count=COUNT)


def file_of(form: str, data: Path) -> Path:
    """The one file that a fault is put into."""
    return data / "made-up-0" / "chat.json" if form == "beam" else data


def gold_text(sample: Sample, asked: Asked) -> str:
    return " ".join(turn.text for turn in sample.turns if turn.id in asked.gold)


@pytest.mark.parametrize("form", NAMES)
def test_made_up_files_are_read_whole_and_their_evidence_holds_the_answers(
    form: str, made: Callable[[str], Path]
) -> None:
    samples = FORMATS[form].read(made(form))
    asked = [(sample, each) for sample in samples for each in sample.questions]
    assert len(samples) >= COUNT and len(asked) >= 6 * COUNT
    answerable = [(sample, each) for sample, each in asked if not each.abstention]
    assert all(each.answer in gold_text(sample, each) for sample, each in answerable)
    assert all(each.at > sample.turns[-1].at for sample, each in asked)


@pytest.mark.parametrize("form", NAMES)
def test_orders_count_without_gaps_in_each_session_and_times_never_go_back(
    form: str, made: Callable[[str], Path]
) -> None:
    for sample in FORMATS[form].read(made(form)):
        sessions: dict[str, list[int]] = {}
        for turn in sample.turns:
            sessions.setdefault(turn.session, []).append(turn.order)
        assert all(orders == [*range(len(orders))] for orders in sessions.values())
        assert [turn.at for turn in sample.turns] == sorted(turn.at for turn in sample.turns)


@pytest.mark.parametrize("form", NAMES)
def test_a_seed_makes_the_same_files_and_another_one_others(form: str, tmp_path: Path) -> None:
    one, same, other = (
        digest(FORMATS[form], make(form, tmp_path / name, seed, COUNT))
        for name, seed in (("one", 3), ("same", 3), ("other", 4))
    )
    assert one == same != other


@pytest.mark.parametrize("form", NAMES)
def test_what_is_made_up_says_so(form: str, made: Callable[[str], Path], tmp_path: Path) -> None:
    data = made(form)
    assert "Made up" in (tmp_path / form / "README.txt").read_text("utf-8")
    assert all("made-up" in sample.id for sample in FORMATS[form].read(data))


def test_a_chat_has_an_owner_and_an_assistant_and_talk_between_others_has_none(
    made: Callable[[str], Path],
) -> None:
    (chat, *_), (talk, *_) = (FORMATS[form].read(made(form)) for form in ("longmemeval", "locomo"))
    assert {(turn.speaker, turn.origin) for turn in chat.turns} == {
        ("owner", Origin.OWNER),
        ("tandem", Origin.AGENT),
    }
    assert {turn.origin for turn in talk.turns} == {Origin.EXTERNAL}


def longmemeval(**changed: Any) -> dict[str, Any]:
    return {
        "question_id": "q1",
        "question_type": "multi-session",
        "question": "How many?",
        "answer": 2,
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": ["b", "a"],
        "haystack_dates": ["2023/05/21 (Sun) 02:21", "2023/05/20 (Sat) 10:00"],
        "haystack_sessions": [
            [{"role": "user", "content": "Two.", "has_answer": True}],
            [{"role": "user", "content": " "}, {"role": "assistant", "content": "Hello"}],
        ],
        "answer_session_ids": ["b"],
    } | changed


def read_longmemeval(folder: Path, *samples: dict[str, Any]) -> list[Sample]:
    path = folder / "longmemeval_s.json"
    path.write_text(json.dumps(samples), "utf-8")
    return FORMATS["longmemeval"].read(path)


def test_longmemeval_sessions_come_by_date_and_numbers_are_answers(tmp_path: Path) -> None:
    (sample,) = read_longmemeval(tmp_path, longmemeval())
    assert [turn.text for turn in sample.turns] == ["Hello", "Two."]
    (asked,) = sample.questions
    assert (asked.answer, asked.category, asked.abstention) == ("2", "multi-session", False)
    assert asked.at == datetime(2023, 5, 30, 23, 40, tzinfo=UTC)
    assert [turn.text for turn in sample.turns if turn.id in asked.gold] == ["Two."]


def test_longmemeval_questions_whose_id_ends_so_cannot_be_answered(tmp_path: Path) -> None:
    (sample,) = read_longmemeval(tmp_path, longmemeval(question_id="q1_abs"))
    assert sample.questions[0].abstention


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"question_type": "riddle"}, "question_type"),
        ({"question_date": "30 May"}, "question_date"),
        ({"haystack_dates": ["2023/05/21 (Sun) 02:21"]}, "haystack_sessions"),
        ({"haystack_dates": ["2023/05/21 (Sun) 02:21", "soon"]}, "haystack_dates.1"),
        ({"haystack_sessions": [[], [{"role": "system", "content": "x"}]]}, "1.0.role"),
        ({"haystack_sessions": [[], [{"role": "user"}]]}, "haystack_sessions.1.0.content"),
        ({"haystack_sessions": [[], []]}, "nobody says anything"),
        ({"answer": None}, "answer"),
        ({"answer_session_ids": "b"}, "answer_session_ids"),
    ],
)
def test_what_is_wrong_in_longmemeval_is_named_by_file_sample_and_field(
    tmp_path: Path, changed: dict[str, Any], named: str
) -> None:
    with pytest.raises(UsageError) as refused:
        read_longmemeval(tmp_path, longmemeval(question_id="fine"), longmemeval(**changed))
    assert "longmemeval_s.json: sample q1: " in str(refused.value) and named in str(refused.value)


def test_one_question_id_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="q1: question_id: it stands there twice"):
        read_longmemeval(tmp_path, longmemeval(), longmemeval())


def beam(folder: Path, chat: Any, questions: Any) -> list[Sample]:
    (folder / "7" / QUESTIONS).parent.mkdir(parents=True, exist_ok=True)
    (folder / "7" / "chat.json").write_text(json.dumps(chat), "utf-8")
    (folder / "7" / QUESTIONS).write_text(json.dumps(questions), "utf-8")
    return FORMATS["beam"].read(folder)


def batch(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"batch_number": 1, "turns": [[*messages]], **more}


def said(number: int, content: str, **more: Any) -> dict[str, Any]:
    return {"role": "user", "id": number, "content": content, **more}


ASKED = {
    "abstention": [{"question": "a?", "ideal_response": "not there", "rubric": ["not there"]}],
    "contradiction_resolution": [
        {
            "question": "b?",
            "ideal_answer": "both",
            "rubric": ["x", "y"],
            "source_chat_ids": {"first_statement": [1], "second_statement": [[0], 99]},
        }
    ],
}


def test_beam_messages_lose_the_authors_bookkeeping_and_times_go_on(tmp_path: Path) -> None:
    first = batch(said(0, "One. ->-> 1,1", time_anchor="March-15-2024"), said(1, "Two."))
    (sample,) = beam(tmp_path, [first, batch(said(2, "Three."))], ASKED)
    assert [turn.text for turn in sample.turns] == ["One.", "Two.", "Three."]
    assert [turn.at.strftime("%m-%d %H:%M") for turn in sample.turns] == [
        "03-15 00:00",
        "03-15 00:01",
        "03-15 00:02",
    ]


def test_beam_kinds_keep_their_answers_in_fields_of_their_own(tmp_path: Path) -> None:
    chat = [batch(said(0, "One."), said(1, "Two."), time_anchor="March-15-2024")]
    (sample,) = beam(tmp_path, chat, ASKED)
    first, second = sample.questions
    assert first.abstention and first.gold == () and first.answer == "not there"
    assert second.id == "7/contradiction_resolution/0" and second.gold == ("1", "0")
    assert second.rubric == ("x", "y")


def test_beam_plans_of_the_longest_chats_are_read_one_after_the_other(tmp_path: Path) -> None:
    part = [batch(said(0, "One.", time_anchor="March-15-2024"))]
    (sample,) = beam(tmp_path, [{"plan-1": part}, {"plan-2": part}], ASKED)
    assert [turn.id for turn in sample.turns] == ["plan-1/0", "plan-2/0"]


def test_beams_truncated_chat_goes_before_the_whole_one(tmp_path: Path) -> None:
    beam(tmp_path, [batch(said(0, "Whole.", time_anchor="March-15-2024"))], ASKED)
    cut = json.dumps([batch(said(0, "Cut.", time_anchor="March-15-2024"))])
    (tmp_path / "7" / "chat_trunecated.json").write_text(cut, "utf-8")
    (sample,) = FORMATS["beam"].read(tmp_path / "7")
    assert [turn.text for turn in sample.turns] == ["Cut."]


@pytest.mark.parametrize(
    ("chat", "questions", "named"),
    [
        ([batch(said(0, "One."))], ASKED, "time_anchor"),
        ([batch(said(0, "One.", time_anchor="15 March"))], ASKED, "time_anchor"),
        ([{"batch_number": 1}], ASKED, "batch_number"),
        ([], ASKED, "not a list of samples"),
        (
            [batch(said(0, "x", time_anchor="May-01-2024"))],
            {"riddles": ASKED["abstention"]},
            "riddles",
        ),
        (
            [batch(said(0, "x", time_anchor="May-01-2024"))],
            {"abstention": [{"question": "a?", "answer": "x", "rubric": ["x"]}]},
            "abstention.0.ideal_response",
        ),
        (
            [batch(said(0, "x", time_anchor="May-01-2024"))],
            {"summarization": [{"question": "a?", "ideal_summary": "x"}]},
            "summarization.0.rubric",
        ),
    ],
)
def test_what_is_wrong_in_beam_is_named(
    tmp_path: Path, chat: Any, questions: Any, named: str
) -> None:
    with pytest.raises(UsageError) as refused:
        beam(tmp_path, chat, questions)
    assert ".json: " in str(refused.value) and named in str(refused.value)


def test_malformed_evidence_of_locomo_is_counted(
    tmp_path: Path, made: Callable[[str], Path]
) -> None:
    data = made("locomo")
    samples = json.loads(data.read_text("utf-8"))
    samples[0]["qa"][0]["evidence"] = ["D:1:2; D1:4", "D2:02"]
    samples[0]["qa"][1]["evidence"] = ["D9:9"]
    data.write_text(json.dumps(samples), "utf-8")
    assert evidence_faults(data) == {
        "entries": 6 * COUNT + 1,
        "malformed": 2,
        "no_turn": 1,
        "without": 1,
    }
    (first, second, *_) = FORMATS["locomo"].read(data)[0].questions
    assert first.gold == ("D1:2", "D1:4", "D2:2") and second.gold == ()


@pytest.mark.parametrize("form", NAMES)
def test_a_file_that_is_not_there_or_no_json_is_refused(form: str, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("[" * 100_000, "utf-8")
    for data in (tmp_path / "none.json", tmp_path / "bad.json", tmp_path):
        with pytest.raises(UsageError) as refused:
            FORMATS[form].read(data)
        assert refused.value.hint


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)


def put_somewhere(value: Any, into: Any, draw: Callable[[int], int]) -> Any:
    """``into`` with one part of it, at any depth, replaced by ``value``."""
    changed = deepcopy(into)
    at = changed
    while True:
        keys = [*at] if isinstance(at, dict) else [*range(len(at))]
        key = keys[draw(len(keys))]
        if not isinstance(at[key], dict | list) or not at[key] or draw(4) == 0:
            at[key] = value
            return changed
        at = at[key]


@pytest.mark.parametrize("form", NAMES)
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), value=values)
def test_whatever_stands_in_a_field_is_read_or_refused_by_name(
    form: str, tmp_path: Path, data: st.DataObject, value: Any
) -> None:
    folder = tmp_path / form
    path = file_of(form, folder if form == "beam" else next(folder.glob("*.json"), folder))
    if not path.is_file():
        path = file_of(form, make(form, folder, seed=1, count=1))
        (tmp_path / "whole.json").write_bytes(path.read_bytes())
    whole = json.loads((tmp_path / "whole.json").read_text("utf-8"))
    broken = put_somewhere(value, whole, lambda most: data.draw(st.integers(0, most - 1)))
    path.write_text(json.dumps(broken), "utf-8")
    try:
        samples = FORMATS[form].read(folder if form == "beam" else path)
    except UsageError as error:
        assert path.name in str(error) and error.hint
    else:
        assert all(sample.turns for sample in samples)
