"""What a planner sampled under its grammar is whole to curation, and learned by freezing."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")

from tandem_edge.bench.tasks.training import generated_tasks
from tandem_edge.settings import Settings
from tandem_trainer.curate.curating import curate
from tandem_trainer.curate.records import malformed
from tandem_trainer.freeze.messages import trained_tokens
from tandem_trainer.rollout.collecting import Collecting, collect
from tandem_trainer.rollout.policies import PolicySpec
from tests.trainer.rollout.test_collecting import Kept

pytestmark = [pytest.mark.slow, pytest.mark.planner]


def test_what_a_planner_sampled_is_whole_and_its_choices_are_learned(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, planner="smollm2-135m", planner_threads=1)
    spec = PolicySpec(settings, temperature=0.7)
    tried = tuple((each.task, each.plan) for each in islice(generated_tasks(3), 3))
    made = list(collect(Collecting(spec, tried, 2, 0, most_steps=3), Kept(), 1))
    assert len(made) == 6
    for rollout in made:
        assert malformed(rollout) == ()
        assert any(any(each.sampled) and not all(each.sampled) for each in rollout.tokens)
    learned = [trained_tokens(*each) for each in zip(made, curate(made), strict=True)]
    assert all(
        len(each) == len(rollout.tokens) for each, rollout in zip(learned, made, strict=True)
    )
