"""What is trained is what the edge asks: the same token ids, and answers that it can get."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.bench.runs.running import guidance_of
from tandem_edge.models.turns import known_format
from tandem_edge.planner.engine import Engine
from tandem_edge.planner.local import parts
from tandem_edge.planner.sampling import _allows
from tandem_edge.settings import default_models_dir, load_settings
from tandem_trainer.train.importing.bases import Base, import_base
from tandem_trainer.train.importing.tokeniser import PROBES
from tandem_trainer.train.sft.reading import read_dataset
from tandem_trainer.train.sft.replaying import Replayer, Step
from tests.conftest import pulled

pytestmark = [pytest.mark.planner, pytest.mark.slow, pytest.mark.timeout(1200)]
SHIPPED = ("smollm2-135m", "qwen2.5-coder-0.5b")


@pytest.fixture(scope="module", params=SHIPPED)
def base(request: pytest.FixtureRequest) -> Base:
    pulled(request.param)
    return import_base(request.param, default_models_dir())


@pytest.fixture(scope="module")
def engine(base: Base, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """The edge's own engine, in this process to be asked for more than its child tells."""
    folder = tmp_path_factory.mktemp("prefixes")
    yield Engine(str(base.gguf), base.sha256, 1, 512, str(folder))


@pytest.fixture(scope="module")
def trajectories(dataset: Path) -> list[tuple[Step, ...]]:
    replayer = Replayer(guidance_of(load_settings({}), bare=False))
    return [replayer.steps(each) for each in read_dataset(dataset).examples]


def test_whole_trajectories_have_the_same_token_ids(
    base: Base, engine: Engine, trajectories: list[tuple[Step, ...]]
) -> None:
    tokeniser, languages = base.tokeniser(), set()
    for steps in trajectories:
        prompt = steps[-1].prompt
        written = [*chain(*parts(prompt, base.turns)), {"text": steps[-1].answer}]
        theirs = [piece.tokens for piece in engine.pieces_of(written)]
        assert theirs == [piece.ids for piece in tokeniser.pieces(written)]
        languages.add("你" in prompt.system)
    assert languages == {True, False}


@pytest.mark.parametrize("control", [True, False])
def test_texts_on_which_tokenisers_part_ways_have_the_same_ids(
    base: Base, engine: Engine, control: bool
) -> None:
    tokeniser = base.tokeniser()
    for text in PROBES:
        assert tokeniser.encode(text, control=control) == engine.tokenise(text, control=control)


def test_the_chat_template_is_the_edges(base: Base) -> None:
    template = (base.folder / "chat_template.jinja").read_text("utf-8")
    assert known_format(template) == base.turns


def test_every_answer_that_is_learned_is_one_that_the_grammar_lets_pass(
    base: Base, engine: Engine, trajectories: list[tuple[Step, ...]]
) -> None:
    for step in chain.from_iterable(trajectories):
        ids: list[int] = []
        with engine.sampler.grammar(json.dumps(step.prompt.schema)) as grammar:
            for token in engine.tokenise(step.answer, control=False):
                assert _allows(grammar, token), engine.text_of(ids)
                _accept(grammar, token)
                ids.append(token)
            assert engine.sampler.complete(grammar, ids)


def _accept(grammar: Any, token: int) -> None:
    import llama_cpp

    llama_cpp.llama_sampler_accept(grammar, token)
