"""A run of questions: each asked once, kept at once, gone on with after any end."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.bench.memory.evaluation.asking import estimate
from tandem_edge.bench.memory.evaluation.contexts import Context
from tandem_edge.bench.memory.evaluation.figures import report_of
from tandem_edge.bench.memory.evaluation.folder import ANSWERS, MANIFEST, Record, RunFolder
from tandem_edge.bench.memory.evaluation.formats import FORMATS
from tandem_edge.bench.memory.evaluation.generating import make
from tandem_edge.bench.memory.evaluation.planning import Plan, choose
from tandem_edge.bench.memory.evaluation.running import carry_out
from tandem_edge.llm.fake_endpoint import Body, FakeEndpoint, prompt_of
from tandem_edge.models.resolve import ModelFile
from tandem_edge.outbound.consents import Consent
from tandem_edge.outbound.destinations import Purpose
from tandem_edge.outbound.endpoints import Endpoint
from tandem_edge.settings import default_models_dir
from tandem_shared.errors import PrivacyError, UsageError
from tandem_shared.tools import Privacy
from tests.edge.bench.memory.evaluation.making import asked_of, knows, planner, settings_for
from tests.journeys.commands import start

FORMS = sorted(FORMATS)


def plan(form: str, folder: Path, name: str, **changed: object) -> Plan:
    data = make(form, folder / form, seed=5, count=2)
    own = settings_for(folder)
    given: dict[str, object] = {"context": Context.MEMORY, "budget": 300} | changed
    return Plan(own, form, data, name, **given)  # type: ignore[arg-type]


def reads_the_notes(body: Body) -> str:
    """A model that answers with the code word if it is shown one."""
    shown = [word for word in prompt_of(body).replace(".", " ").split() if word.startswith("zq")]
    return json.dumps({"answer": shown[0] if shown else "I do not know"})


@pytest.mark.parametrize("form", FORMS)
def test_every_question_is_asked_once_about_its_own_sample(form: str, tmp_path: Path) -> None:
    with FakeEndpoint(reads_the_notes) as endpoint:
        done = [*carry_out(plan(form, tmp_path, planner(endpoint)), tmp_path / "out")]
    questions = [
        asked for s in FORMATS[form].read(tmp_path_of(form, tmp_path)) for asked in s.questions
    ]
    assert [record.question for record in done] == [asked.id for asked in questions]
    codes = [asked for asked in questions if "code word" in asked.text]
    right = {
        record.question for record in done if record.scores["f1"] == 1 and record.answer[:2] == "zq"
    }
    assert {asked.id for asked in codes} <= right
    assert all(record.shown == 1 for record in done if record.question in right)


def tmp_path_of(form: str, folder: Path) -> Path:
    return folder / form if form != "longmemeval" else next((folder / form).glob("*.json"))


def test_nothing_of_one_sample_is_shown_with_anothers_questions(tmp_path: Path) -> None:
    with FakeEndpoint(knows()) as endpoint:
        done = [*carry_out(plan("locomo", tmp_path, planner(endpoint)), tmp_path / "out")]
    shown = [prompt_of(body) for body in endpoint.requests]
    for record, prompt in zip(done, shown, strict=True):
        other = {"made-up-0": "zq1", "made-up-1": "zq0"}[record.sample]
        assert other not in prompt
    assert any("zq0" in prompt for prompt in shown) and any("zq1" in prompt for prompt in shown)


def test_without_notes_nobody_knows(tmp_path: Path) -> None:
    with FakeEndpoint(reads_the_notes) as endpoint:
        asked = plan("longmemeval", tmp_path, planner(endpoint), context=Context.NONE)
        done = [*carry_out(asked, tmp_path / "out")]
    assert {record.scores["f1"] for record in done if "_abs" not in record.question} == {0.0}
    assert {record.scores["f1"] for record in done if "_abs" in record.question} == {1.0}
    assert not (tmp_path / "out" / "work").exists()


def test_the_same_command_goes_on_where_it_was_ended(tmp_path: Path) -> None:
    with FakeEndpoint(knows()) as endpoint:
        asked = plan("locomo", tmp_path, planner(endpoint))
        first = carry_out(asked, tmp_path / "out")
        kept = [next(first).question for _ in range(5)]
        first.close()
        rest = [record.question for record in carry_out(asked, tmp_path / "out")]
        again = [*carry_out(asked, tmp_path / "out")]
    assert len({*kept, *rest}) == len(kept) + len(rest) == 12 and again == []
    assert len(asked_of(endpoint)) == 12


@pytest.mark.parametrize("form", ["longmemeval", "beam"])
def test_a_run_that_is_killed_loses_at_most_the_question_it_was_at(
    form: str, tmp_path: Path
) -> None:
    stuck, go = threading.Event(), threading.Event()

    def answer(body: Body) -> str:
        if len(endpoint.requests) == 6 and not stuck.is_set():
            stuck.set()
            go.wait(60)
        return knows()(body)

    with FakeEndpoint(answer) as endpoint:
        data = make(form, tmp_path / form, seed=5, count=2)
        command = (
            *("bench", "memory", "answers", "--format", form, "--data", str(data)),
            *("--planner", planner(endpoint), "--out", str(tmp_path / "out"), "--json"),
        )
        here = {"TANDEM_MODELS_DIR": str(tmp_path / "none")}
        killed = start(tmp_path / "home", *command, **here)
        assert stuck.wait(60), killed.process.poll()
        killed.process.kill()
        killed.finish()
        assert len([*RunFolder(tmp_path / "out").records()]) == 5
        go.set()
        ran = start(tmp_path / "home", *command, **here).finish()
    assert ran.code == 0, ran.err
    records = [*RunFolder(tmp_path / "out").records()]
    assert len(records) == len({record.question for record in records}) == 14
    asked = [prompt_of(body) for body in endpoint.requests]
    assert len(asked) == 15 and asked[6] == asked[5] and len({*asked}) == 14
    assert not (tmp_path / "out" / "work").exists()


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"context": Context.RECENT}, "context"),
        ({"budget": 301}, "budget"),
        ({"limit": 3}, "questions"),
        ({"seed": 9}, "seed"),
    ],
)
def test_a_folder_of_another_run_is_refused_and_left_alone(
    tmp_path: Path, changed: dict[str, object], named: str
) -> None:
    with FakeEndpoint(knows()) as endpoint:
        [*carry_out(plan("locomo", tmp_path, planner(endpoint), limit=2), tmp_path / "out")]
        before = (tmp_path / "out" / ANSWERS).read_bytes()
        other = plan("locomo", tmp_path, planner(endpoint), **{"limit": 2, **changed})
        with pytest.raises(UsageError, match=f"another run.*{named}"):
            [*carry_out(other, tmp_path / "out")]
    assert (tmp_path / "out" / ANSWERS).read_bytes() == before


def test_a_file_that_changed_is_another_run(tmp_path: Path) -> None:
    with FakeEndpoint(knows()) as endpoint:
        asked = plan("locomo", tmp_path, planner(endpoint))
        next(carry_out(asked, tmp_path / "out"))
        asked.data.write_bytes(asked.data.read_bytes() + b"\n")
        with pytest.raises(UsageError, match="data_sha256"):
            [*carry_out(asked, tmp_path / "out")]


def test_two_runs_are_never_at_work_in_one_folder(tmp_path: Path) -> None:
    with FakeEndpoint(knows()) as endpoint, RunFolder(tmp_path / "out").held():
        asked = plan("locomo", tmp_path, planner(endpoint))
        with pytest.raises(UsageError, match="another run is at work"):
            [*carry_out(asked, tmp_path / "out")]
    assert endpoint.requests == []


def test_a_torn_last_line_is_no_answer_and_a_broken_one_before_it_is_refused(
    tmp_path: Path,
) -> None:
    with FakeEndpoint(knows()) as endpoint:
        asked = plan("locomo", tmp_path, planner(endpoint))
        [*carry_out(asked, tmp_path / "out")]
        answers = tmp_path / "out" / ANSWERS
        whole = answers.read_bytes()
        answers.write_bytes(whole[:-20])
        assert len([*carry_out(asked, tmp_path / "out")]) == 1
        assert answers.read_bytes().count(b"\n") == 12
        answers.write_bytes(b"{}\n" + whole)
        with pytest.raises(UsageError, match="line 1"):
            [*carry_out(asked, tmp_path / "out")]


@settings(max_examples=30)
@given(st.integers(0, 400))
def test_wherever_the_file_was_torn_what_is_before_it_is_kept(cut: int) -> None:
    import tempfile

    records = [
        Record(question=f"q{n}", sample="s", category="1", valid=True, scores={"f1": 1.0})
        for n in range(2)
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = RunFolder(Path(name))
        folder.add(records[0])
        size = (folder.path / ANSWERS).stat().st_size
        folder.add(records[1])
        with (folder.path / ANSWERS).open("r+b") as file:
            file.truncate(size + min(cut, size - 1))
        assert [*folder.records()] == records[:1]
        folder.add(records[1])
        assert [*folder.records()] == records


def test_a_model_that_fails_makes_an_invalid_record_and_the_run_goes_on(tmp_path: Path) -> None:
    def answer(body: Body) -> str:
        return "no JSON" if "flight" in prompt_of(body) else json.dumps({"answer": " "})

    with FakeEndpoint(answer) as endpoint:
        asked = plan("locomo", tmp_path, planner(endpoint), context=Context.RECENT)
        done = [*carry_out(asked, tmp_path / "out")]
    assert len(done) == 12 and not any(record.valid for record in done)
    assert {record.why.partition(":")[0] for record in done} == {
        "the language model gave no valid answer",
        "the model answered with nothing",
    }
    figure = report_of(RunFolder(tmp_path / "out")).overall["f1"]
    assert (figure.protocol, figure.end_to_end, figure.coverage) == (None, 0.0, 0.0)


def test_invalid_answers_count_in_two_of_the_three_figures_only(tmp_path: Path) -> None:
    def answer(body: Body) -> str:
        if "code word" in prompt_of(body).rpartition("\n\n")[2]:
            return "no JSON"
        return json.dumps({"answer": "I do not know"})

    with FakeEndpoint(answer) as endpoint:
        asked = plan("longmemeval", tmp_path, planner(endpoint), context=Context.RECENT)
        [*carry_out(asked, tmp_path / "out")]
    figure = report_of(RunFolder(tmp_path / "out")).overall["f1"]
    assert (figure.questions, figure.valid) == (14, 12)
    assert figure.protocol == pytest.approx(2 / 12)
    assert figure.end_to_end == pytest.approx(2 / 14)
    assert figure.coverage == pytest.approx(12 / 14)


@pytest.mark.planner
def test_a_model_of_this_machine_answers_and_its_own_tokenizer_counts(
    small_model: ModelFile, tmp_path: Path
) -> None:
    data = make("locomo", tmp_path / "locomo", seed=5, count=1)
    own = settings_for(tmp_path, models_dir=default_models_dir(), planner_threads=1)
    asked = Plan(own, "locomo", data, small_model.name, Context.RECENT, 120, limit=2)
    done = [*carry_out(asked, tmp_path / "out")]
    assert all(record.valid and record.usage.prompt_tokens > 120 for record in done), done
    assert all(90 < record.notes_tokens <= 120 for record in done)
    manifest = RunFolder(tmp_path / "out").manifest()
    assert (manifest.tokens, manifest.planner_sha256) == ("tokenizer", small_model.sha256)


def test_a_judge_grades_by_answer_and_by_rubric_and_may_fail_alone(tmp_path: Path) -> None:
    def judge(body: Body) -> str:
        return "no JSON" if "Looked for" in prompt_of(body) else knows()(body)

    with FakeEndpoint(knows("green")) as endpoint, FakeEndpoint(judge) as other:
        asked = plan("beam", tmp_path, planner(endpoint), judge=planner(other))
        done = [*carry_out(asked, tmp_path / "out")]
    assert all(record.valid for record in done)
    graded = {record.category: record.scores["judge"] for record in done}
    assert graded["abstention"] == 1.0 and graded["knowledge_update"] is None
    figure = report_of(RunFolder(tmp_path / "out")).overall["judge"]
    assert (figure.protocol, figure.coverage) == (1.0, 2 / 14)


def test_nothing_goes_to_another_machine_without_consent(tmp_path: Path) -> None:
    with FakeEndpoint(knows()) as endpoint:
        far = {"far": Endpoint(url=endpoint.url, model="m", leaves=True)}
        own = settings_for(tmp_path, endpoints=far)
        data = make("locomo", tmp_path / "locomo", seed=5, count=1)
        asked = Plan(own, "locomo", data, "endpoint:far", Context.RECENT, 300)
        with pytest.raises(PrivacyError):
            [*carry_out(asked, tmp_path / "out")]
        assert endpoint.requests == [] and not (tmp_path / "out" / MANIFEST).exists()


def test_with_consent_to_some_fields_only_it_still_does_not_go(tmp_path: Path) -> None:
    from tandem_edge.llm.opening import open_outbound

    with FakeEndpoint(knows()) as endpoint:
        far = Endpoint(url=endpoint.url, model="m", leaves=True)
        own = settings_for(tmp_path, endpoints={"far": far})
        consent = Consent(
            destination=far.destination.name,
            purpose=Purpose.LANGUAGE_MODEL,
            fields=frozenset({next(iter(Privacy))}),
            cap_usd=None,
            since="2026-11-30T00:00:00+00:00",
        )
        open_outbound(own).consents.allow(consent)
        data = make("locomo", tmp_path / "locomo", seed=5, count=1)
        asked = Plan(own, "locomo", data, "endpoint:far", Context.RECENT, 300)
        with pytest.raises(PrivacyError):
            [*carry_out(asked, tmp_path / "out")]
        assert endpoint.requests == []


def test_a_limit_takes_its_share_of_every_category_and_a_seed_decides_which(
    tmp_path: Path,
) -> None:
    data = make("locomo", tmp_path, seed=5, count=20)
    samples = FORMATS["locomo"].read(data)
    category = {asked.id: asked.category for s in samples for asked in s.questions}
    chosen = choose(samples, 60, seed=0)
    shares = [sum(category[each] == name for each in chosen) for name in "1234"]
    assert shares == [20, 20, 10, 10]
    assert chosen == choose(samples, 60, seed=0) != choose(samples, 60, seed=1)
    assert [*chosen] == [each for each in category if each in chosen]
    assert choose(samples, None, 0) == tuple(category)


@given(st.text(max_size=200))
def test_an_estimate_of_tokens_is_never_less_than_a_quarter_of_the_bytes(text: str) -> None:
    assert 4 * estimate([text])[0] >= len(text.encode("utf-8", "replace"))
