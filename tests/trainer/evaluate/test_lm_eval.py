"""A planner's file takes tasks of EleutherAI's harness, from files of this machine alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tandem_edge.models.resolve import resolve
from tandem_edge.planner.local import LocalPlanner
from tandem_shared.errors import MissingError, UsageError
from tandem_trainer.evaluate.lm_eval_tasks import OFFLINE, lm_eval_scores
from tests.edge.models.builders import CHATML_TEMPLATE, loadable

pytest.importorskip("lm_eval", reason="the lm-eval extra is not installed")
pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # theirs
    pytest.mark.slow,
    pytest.mark.timeout(600),
]

CHOICES = """\
task: tiny_choices
dataset_path: json
dataset_kwargs: {{data_files: {{test: "{data}"}}}}
test_split: test
output_type: multiple_choice
doc_to_text: "{{{{question}}}}"
doc_to_choice: ["a", "b", "c", "d"]
doc_to_target: "{{{{answer}}}}"
metric_list: [{{metric: acc}}]
"""
SAYS = """\
task: tiny_says
dataset_path: json
dataset_kwargs: {{data_files: {{test: "{data}"}}}}
test_split: test
output_type: generate_until
doc_to_text: "{{{{question}}}}"
doc_to_target: "{{{{said}}}}"
generation_kwargs: {{until: ["{stop}"], max_gen_toks: 6}}
metric_list: [{{metric: exact_match}}]
"""
QUESTIONS = ("Which?", "Whichone?", "What?", "Whatelse?", "Why?")


@pytest.fixture
def planner(tmp_path: Path) -> Iterator[LocalPlanner]:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(loadable(template=CHATML_TEMPLATE))
    model = resolve(str(path), tmp_path / "models")
    made = LocalPlanner(
        name="tiny", path=path, turns=model.turns, threads=1, context=512, load_s=300,
        prefixes=tmp_path / "prefixes", identity=model.sha256,
    )  # fmt: skip
    yield made
    made.close()


def task_files(folder: Path, planner: LocalPlanner) -> Path:
    """Two tasks whose answers are the planner's own in all documents but the last."""
    from tandem_trainer.evaluate.guard.asking import SYSTEM, conversation

    documents = []
    for question in QUESTIONS:
        logs = [log for log, _ in planner.likelihoods([{"text": question}], "abcd")]
        said = planner.continued(conversation(SYSTEM["en"], question, planner.turns), 6)
        documents.append({"question": question, "answer": logs.index(max(logs)), "said": said})
    last = documents[-1]
    last["answer"], last["said"] = (int(str(last["answer"])) + 1) % 4, "somethingelse"
    folder.mkdir()
    data = folder / "data.jsonl"
    data.write_text("".join(json.dumps(each) + "\n" for each in documents))
    (folder / "choices.yaml").write_text(CHOICES.format(data=data))
    (folder / "says.yaml").write_text(SAYS.format(data=data, stop="neverever"))
    return folder


def alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Caches of the test's own; what the tested code sets is taken back afterwards."""
    monkeypatch.setenv("HF_HOME", str(folder / "hf"))
    for name in OFFLINE:
        monkeypatch.setenv(name, "1")


def test_tasks_of_a_local_file_are_scored(
    tmp_path: Path, planner: LocalPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone(tmp_path, monkeypatch)
    folder = task_files(tmp_path / "tasks", planner)
    told: list[tuple[int, int]] = []
    found = lm_eval_scores(
        planner, ("tiny_choices", "tiny_says"), None, folder, lambda *args: told.append(args)
    )
    assert found["tiny_choices"]["acc"] == pytest.approx(0.8)
    assert found["tiny_says"]["exact_match"] == pytest.approx(0.8)
    assert found["tiny_choices"]["documents"] == len(QUESTIONS)
    assert told.count((20, 20)) == 1 and told.count((5, 5)) == 1


def test_a_task_that_is_not_known_or_whose_data_are_not_here_is_an_error(
    tmp_path: Path, planner: LocalPlanner, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone(tmp_path, monkeypatch)
    with pytest.raises(UsageError, match="no task nothing_such"):
        lm_eval_scores(planner, ("nothing_such",), None, None, lambda *args: None)
    with pytest.raises(MissingError, match="cannot open ifeval"):
        lm_eval_scores(planner, ("ifeval",), 2, None, lambda *args: None)
