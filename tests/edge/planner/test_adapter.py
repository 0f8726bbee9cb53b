"""A planner with a LoRA over it, in a real child process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tandem_edge.models.adapters import AdapterFile, resolve_adapter
from tandem_edge.models.resolve import ModelFile, resolve
from tandem_edge.planner.local import LocalPlanner
from tandem_edge.planner.protocol import Message, Planned, Prompt, Role
from tandem_shared.errors import PlannerError
from tests.edge.models.builders import CHATML_TEMPLATE, loadable, lora

CHOICES = {"type": "array", "items": {"enum": ["r", "b", "g"]}, "minItems": 16, "maxItems": 16}
Opens = Callable[[AdapterFile | None], LocalPlanner]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> ModelFile:
    folder = tmp_path_factory.mktemp("tiny")
    (folder / "tiny.gguf").write_bytes(loadable(template=CHATML_TEMPLATE))
    return resolve(str(folder / "tiny.gguf"), folder / "models")


def adapter_for(model: ModelFile, folder: Path, seed: int = 1) -> AdapterFile:
    path = folder / f"{seed}.gguf"
    path.write_bytes(lora(model.sha256, seed=seed))
    return resolve_adapter(path, model, folder)


@pytest.fixture
def opens(model: ModelFile, tmp_path: Path) -> Iterator[Opens]:
    made: list[LocalPlanner] = []

    def opened(adapter: AdapterFile | None) -> LocalPlanner:
        made.append(
            LocalPlanner(
                name="tiny", path=model.path, turns=model.turns, threads=1, context=1024,
                load_s=300, prefixes=tmp_path / "prefixes", identity=model.sha256, adapter=adapter,
            )
        )  # fmt: skip
        return made[-1]

    yield opened
    for planner in made:
        planner.close()


def answer(planner: LocalPlanner) -> Planned:
    said = (Message(Role.USER, "Choose."),)
    prompt = Prompt("Answerwithsomeletters", (), said, CHOICES, 200)  # type: ignore[arg-type]
    return planner.step(prompt, deadline_s=300, cancel=threading.Event())


def test_it_answers_otherwise_than_without_and_the_same_after_a_kill(
    opens: Opens, model: ModelFile, tmp_path: Path
) -> None:
    plain, adapted = opens(None), opens(adapter_for(model, tmp_path))
    first = answer(adapted)
    assert answer(plain).text != first.text
    adapted.kill()
    assert answer(adapted).text == first.text


def test_evaluated_beginnings_are_an_adapters_own(
    opens: Opens, model: ModelFile, tmp_path: Path
) -> None:
    one, other = (adapter_for(model, tmp_path, seed) for seed in (1, 2))
    reused = [answer(opens(each)).usage.reused_tokens for each in (None, one, other, one, None)]
    assert [bool(tokens) for tokens in reused] == [False, False, False, True, True]
    assert len([*(tmp_path / "prefixes").glob("*.state")]) == 3


def test_one_that_llama_cpp_does_not_take_is_a_clear_error(
    opens: Opens, model: ModelFile, tmp_path: Path
) -> None:
    path = tmp_path / "odd.gguf"
    path.write_bytes(lora(model.sha256, names=("attn_nowhere",)))
    planner = opens(resolve_adapter(path, model, tmp_path))
    with pytest.raises(PlannerError, match="its adapter") as raised:
        answer(planner)
    assert "planner_adapter" in raised.value.hint


def test_the_child_tells_which_tokens_the_grammar_would_have_let_pass(opens: Opens) -> None:
    planner = opens(None)
    planner.tells_tokens = True
    planned = answer(planner)
    every = range(4, 98)
    asked = {at: [token, *every] for at, token in enumerate(planned.token_ids)}
    allowed = planner.allowed(CHOICES, planned.token_ids, asked)  # type: ignore[arg-type]
    assert all(may[0] for may in allowed.values())
    assert [sum(may[1:]) for at, may in allowed.items()][:4] == [1, 1, 3, 1]  # [ " then r, b or g
