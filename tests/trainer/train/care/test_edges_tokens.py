"""What CARE asks its policy are the edge's own token ids, with a tokeniser as people use it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tandem_edge.bench.runs.running import guidance_of
from tandem_edge.bench.tasks.training import generated_tasks
from tandem_edge.models.resolve import resolve
from tandem_edge.planner.engine import Engine
from tandem_edge.planner.local import parts
from tandem_edge.planner.protocol import Message, Prompt
from tandem_edge.settings import default_models_dir, load_settings
from tandem_shared.errors import TandemError
from tandem_shared.tasks import Task
from tandem_trainer.train.care.loading import load_tokenizer
from tandem_trainer.train.care.running import CareRun, run_care
from tandem_trainer.train.care.speech import Renderer, Speech
from tandem_trainer.train.care.starting import Start
from tandem_trainer.train.importing.bases import Base, import_base
from tandem_trainer.train.importing.tokeniser import PROBES
from tests.trainer.train.care.test_running import SETTINGS
from tests.trainer.train.tiny import save_tiny

pytestmark = [pytest.mark.planner, pytest.mark.slow, pytest.mark.timeout(1200)]
SHIPPED = ("smollm2-135m", "qwen2.5-coder-0.5b")
DIALECT = load_settings({}).dialect


def imported(name: str) -> Base:
    try:
        resolve(name, default_models_dir())
    except TandemError as error:
        pytest.skip(f"{error}; run: make models")
    return import_base(name, default_models_dir())


@pytest.fixture(scope="module")
def small() -> Base:
    return imported("smollm2-135m")


@pytest.fixture(scope="module")
def engine(small: Base, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The edge's own engine over the file that the tokeniser is of."""
    yield Engine(str(small.gguf), small.sha256, 1, 512, str(tmp_path_factory.mktemp("prefixes")))


@pytest.fixture
def tiny(small: Base, tmp_path: Path) -> Base:
    """SmolLM2's tokeniser around a model that answers in no time."""
    folder = save_tiny(
        tmp_path / "tiny", "llama", vocab_size=49152, bos_token_id=1, eos_token_id=2, pad_token_id=2
    )
    (folder / "tokenizer.json").write_bytes((small.folder / "tokenizer.json").read_bytes())
    return replace(small, folder=folder)


def in_both_languages() -> tuple[Task, ...]:
    found = [each.task for each in islice(generated_tasks(0), 40)]
    return tuple(next(each for each in found if each.language == name) for name in ("en", "zh"))


def test_every_prompt_of_a_run_has_the_edges_token_ids(
    tiny: Base, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Prompt, list[int], int]] = []
    ids_of = Renderer.ids

    def listens(self: Renderer, prompt: Prompt) -> list[int]:
        found = ids_of(self, prompt)
        asked.append((prompt, found, self.stop))
        return found

    monkeypatch.setattr(Renderer, "ids", listens)
    guidance = guidance_of(load_settings({}), bare=False)
    assert guidance is not None
    settings = SETTINGS.model_copy(update={"groups": 2})
    wanted = CareRun(Start(tiny), in_both_languages(), (), tmp_path / "run", settings,
                     guidance=guidance)  # fmt: skip
    assert run_care(wanted)["steps"] == 3
    assert {"你" in prompt.system for prompt, _, _ in asked} == {True, False}
    later = [each for each in asked if any(said.token_ids for said in each[0].messages)]
    assert later  # an answer stands in the context
    for prompt, found, stop in asked:
        stable, rest = parts(as_on_the_edge(prompt, stop), tiny.turns)
        theirs = [id_ for piece in engine.pieces_of([*stable, *rest]) for id_ in piece.tokens]
        assert found == theirs


def as_on_the_edge(prompt: Prompt, stop: int) -> Prompt:
    """``prompt`` with answers as the edge keeps them: without the token that ended them."""

    def kept(said: Message) -> Message:
        ended = said.token_ids[-1:] == (stop,)
        return replace(said, token_ids=said.token_ids[:-1]) if ended else said

    return replace(prompt, messages=tuple(map(kept, prompt.messages)))


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("control", [True, False])
def test_texts_on_which_tokenisers_part_ways_have_the_ids_that_a_cold_start_learns(
    name: str, control: bool
) -> None:
    from tandem_edge.planner.dialects import find_dialect

    base = imported(name)
    tokenizer = load_tokenizer(base.folder, Speech(find_dialect(DIALECT), base.turns))
    renderer, tokeniser = Renderer(tokenizer, base.turns), base.tokeniser()
    for text in PROBES:
        ids = tokeniser.encode(text, control=control)
        assert [*renderer._tokenised(text, control)] == ids
        assert renderer.text(ids) == tokeniser.text(ids)
    assert renderer.stop == tokeniser.eos == tokenizer.eos_token_id
