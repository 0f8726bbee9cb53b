"""A frozen data set out of the oracle's rollouts, and a tiny model to train on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import pytest
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.training import generated_tasks, training_tasks
from tandem_edge.models.turns import CHATML
from tandem_edge.settings import Settings, load_settings
from tandem_shared.experience import Approval, Curated, Proposal, Rollout, Weight
from tandem_shared.tasks import Dimension
from tandem_trainer.experience.packing import pack, unpack
from tandem_trainer.freeze.contamination import Guard
from tandem_trainer.freeze.door import Member, Rules
from tandem_trainer.freeze.freezing import freeze
from tandem_trainer.freeze.shelf import Shelf
from tandem_trainer.rollout.collecting import Collecting, collect
from tandem_trainer.rollout.policies import PolicySpec
from tandem_trainer.train.importing.bases import Base
from tests.trainer.train.tiny import save_tiny

TASKS, WRITTEN = 16, 300


def oracle_settings() -> Settings:
    return load_settings({}).model_copy(update={"planner": "oracle"})


def some_tasks(count: int) -> Iterator[Built]:
    """Tasks of all dimensions in both languages: written ones, then generated ones."""
    written = [*islice(training_tasks(0), WRITTEN)]
    for dimension in Dimension:
        for language in ("en", "zh"):
            of = (
                each
                for each in written
                if each.task.dimension is dimension and each.task.language == language
            )
            yield from islice(of, 1)
    yield from islice(generated_tasks(0), count)


class Nowhere:
    """Keeps nothing."""

    def add(self, records: Iterable[Rollout]) -> int:
        return len([*records])

    def tried(self, group: str) -> frozenset[int]:
        return frozenset()


def rolled(count: int) -> list[Rollout]:
    """The oracle's rollouts of ``some_tasks``, as they come out of the experience store."""
    tasks = tuple((each.task, each.plan) for each in some_tasks(count))
    made = collect(Collecting(PolicySpec(oracle_settings()), tasks, words=True), Nowhere())
    return [unpack(Rollout, *pack(each)) for each in made]


def frozen_at(folder: Path, rollouts: list[Rollout], weights: tuple[Weight, ...] = ()) -> Path:
    """The folder of a data set of ``rollouts``."""
    members = {each.id: member_of(each) for each in rollouts}
    proposal = Proposal(additions=tuple(sorted(members)), weights=weights)
    approval = Approval(
        proposal=proposal.id, person="ann", decision="approve", reason="seen",
        at=datetime(2026, 3, 1, tzinfo=UTC),
    )  # fmt: skip
    shelf, rules = Shelf(str(folder / "shelf")), Rules(Guard((), None))
    made = freeze(proposal, (approval,), members.__getitem__, shelf, rules, folder / "scratch")
    return folder / "shelf" / made.id


def member_of(rollout: Rollout) -> Member:
    said = Curated(rollout=rollout.id, rules="1", completed=True, suitable=True)
    return Member(rollout.id, rollout, said, said.id, needs_review=False)


@pytest.fixture(scope="session")
def rollouts() -> list[Rollout]:
    return rolled(TASKS)


@pytest.fixture(scope="session")
def dataset(rollouts: list[Rollout], tmp_path_factory: pytest.TempPathFactory) -> Path:
    return frozen_at(tmp_path_factory.mktemp("set"), rollouts)


@pytest.fixture(scope="session")
def tiny_base(rollouts: list[Rollout], tmp_path_factory: pytest.TempPathFactory) -> Base:
    """A base of the default planner's architecture with random weights and own small vocabulary."""
    folder = tmp_path_factory.mktemp("base")
    texts = [each.model_dump_json() for each in rollouts]
    vocabulary = write_tokeniser(folder, texts)
    save_tiny(folder, vocab_size=vocabulary, eos_token_id=1, bos_token_id=0)
    return Base("tiny", folder, "7" * 64, CHATML)


def write_tokeniser(folder: Path, texts: list[str]) -> int:
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=3000,
        special_tokens=["<|im_start|>", "<|im_end|>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator(texts, trainer)
    made.save(str(folder / "tokenizer.json"))
    return int(made.get_vocab_size())
