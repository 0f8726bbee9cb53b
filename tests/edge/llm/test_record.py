"""A recording gives the same answers without the model, and holds no question and no key."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tandem_edge.llm.record import NotRecorded, Recorder, Recording, Replayer
from tandem_edge.llm.role import InvalidAnswer, LanguageModel, ModelFailed, Question
from tandem_shared.errors import UsageError
from tests.edge.simulated.saying import ScriptedModel

WHOLE = '{"request": "x", "value": 1}\n'


def asked(model: LanguageModel, text: str, **more: object) -> object:
    question = Question("answer", text, {"type": "string", **more})  # type: ignore[dict-item]
    return model.ask(question, deadline_s=5, cancel=threading.Event()).value


def test_an_equal_question_is_not_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    recorder = Recorder(ScriptedModel(['"one"', '"two"', '"three"']), Recording.open(file))
    assert asked(recorder, "p") == "one" == asked(recorder, "p")
    assert asked(recorder, "p", maxLength=9) == "two"
    assert asked(recorder, "q") == "three"
    again = Recorder(ScriptedModel([]), Recording.open(file))
    assert asked(again, "q") == "three"


def test_a_replay_gives_answer_cost_and_tries_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    question = Question("answer", "p", {"type": "string"})
    recorder = Recorder(ScriptedModel(["no JSON", '"one"']), Recording.open(file))
    first = recorder.ask(question, deadline_s=5, cancel=threading.Event())
    assert first.tries == 2 and first.usage.output_tokens == 4
    replayer = Replayer(Recording.open(file), recorder.name)
    assert replayer.ask(question, deadline_s=5, cancel=threading.Event()) == first


def test_an_answer_that_was_not_valid_is_not_valid_in_the_replay(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    recorder = Recorder(ScriptedModel(["1", "2"]), Recording.open(file))
    for open_model in (
        lambda: recorder,
        lambda: recorder,
        lambda: Replayer(Recording.open(file), "script"),
    ):
        with pytest.raises(InvalidAnswer, match="no valid answer"):
            asked(open_model(), "p")


def test_a_model_that_cannot_be_reached_leaves_nothing(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    recorder = Recorder(ScriptedModel([ModelFailed("gone"), '"there"']), Recording.open(file))
    with pytest.raises(ModelFailed, match="gone"):
        asked(recorder, "p")
    assert asked(recorder, "p") == "there"


def test_what_was_not_recorded_is_an_error_that_says_so(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    asked(Recorder(ScriptedModel(['"one"']), Recording.open(file)), "p")
    for name, text in (("script", "q"), ("another", "p")):
        with pytest.raises(NotRecorded, match=f"but none of {name}") as error:
            asked(Replayer(Recording.open(file), name), text)
        assert "record again" in error.value.hint


def test_no_word_of_the_question_is_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    asked(Recorder(ScriptedModel(['"yes"']), Recording.open(file)), "my secret diary")
    assert "diary" not in file.read_text()


@pytest.mark.parametrize(
    "line", ["[]", "no JSON", '{"request": "x"}', '{"request": 1, "value": "x"}']
)
def test_a_file_that_is_no_recording_is_refused_with_the_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text(WHOLE + line + "\n")
    with pytest.raises(UsageError, match="line 2 of the recording"):
        Recording.open(file)


def test_what_a_crash_tore_off_is_no_answer_and_spoils_none(tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    file.write_text(WHOLE + '{"request": "y", "val')
    assert [*Recording.open(file).answers] == ["x"]
    asked(Recorder(ScriptedModel(['"one"']), Recording.open(file)), "p")
    assert len(Recording.open(file).answers) == 2
