"""The embedder's training: what is drawn, what is learned of it, and that the edge reads it."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
import torch

from tandem_edge.embedder.conversion.adapter import Adapter
from tandem_edge.embedder.conversion.converting import convert
from tandem_edge.embedder.conversion.packed import Packed, read_packed
from tandem_edge.embedder.local import LocalEmbedder
from tandem_trainer.embedder_tuning.batches import Batch, Batches
from tandem_trainer.embedder_tuning.encoder import Encoder, adapted, load
from tandem_trainer.embedder_tuning.mixing import Glosses, mixed
from tandem_trainer.embedder_tuning.packing import packed_adapter, smoothing
from tandem_trainer.embedder_tuning.training import contrast, loss, rate, train
from tandem_trainer.embedder_tuning.written import shipped_entries
from tandem_trainer.memory_ranker.examples import HELD
from tandem_trainer.memory_ranker.topics import read_topics
from tests.edge.embedder.packing import tiny

TEXTS = ["a", "a b 好", "c, b", "好好a"]
RANK = 4


@pytest.fixture
def packed(tmp_path: Path) -> Packed:
    (tmp_path / "packed").write_bytes(tiny().data)
    return read_packed(tmp_path / "packed")


@pytest.fixture
def batches() -> Batches:
    words = Glosses([("狗", "dog"), ("猫", "cat"), ("茶", "tea")], [1.0, 2.0, 1.0])
    topics = [topic for topic in read_topics() if topic.name not in HELD]
    return Batches(topics, shipped_entries(), words, random.Random(3))


def with_changes(packed: Packed, seed: int = 0) -> Encoder:
    """An encoder that has learned something, if nothing sensible."""
    torch.manual_seed(seed)
    learner = adapted(load(packed), RANK)
    for name, weights in learner.model.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(weights, std=0.3)
    learner.model.eval()
    return learner


def cosines(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    return np.asarray((one * other).sum(axis=1))


def test_the_encoder_gives_the_vectors_of_the_packed_file(packed: Packed) -> None:
    encoder = load(packed)
    encoder.model.eval()
    ids = encoder.pieces.encode("a 好c", 9)
    number = [*range(10), 12]
    with torch.no_grad():
        found = encoder.vectors(["a 好c"]).numpy()[0]
    assert found == pytest.approx(tiny().vector([number[n] for n in ids]), abs=1e-5)


def test_padding_moves_no_vector(packed: Packed) -> None:
    encoder = load(packed)
    encoder.model.eval()
    with torch.no_grad():
        alone = torch.cat([encoder.vectors([text]) for text in TEXTS]).numpy()
        together = encoder.vectors(TEXTS).numpy()
    assert cosines(alone, together) == pytest.approx(1, abs=1e-5)


def test_the_edge_gives_the_vectors_that_were_learned(packed: Packed, tmp_path: Path) -> None:
    learner = with_changes(packed)
    with torch.no_grad(), learner.model.disable_adapter():
        before = learner.vectors(TEXTS).numpy()
    with torch.no_grad():
        learned = learner.vectors(TEXTS).numpy()
    adapter = Adapter(packed_adapter(learner, packed, TEXTS))
    convert(tmp_path / "packed", tmp_path / "model.onnx", adapter)
    engine = LocalEmbedder("tiny", tmp_path / "model.onnx", "").load()
    rows = [np.array([engine.pieces.encode(text, engine.longest)]) for text in TEXTS]
    runs = [engine.session.run(None, engine.given(row, np.ones_like(row))) for row in rows]
    found = np.concatenate([vectors for (vectors,) in runs])
    assert cosines(learned, before).min() < 0.97
    assert cosines(learned, found).min() > 0.99


def test_uneven_inputs_are_evened_and_rare_zeros_do_no_harm() -> None:
    found = smoothing(np.array([0.0, 1.0, 1.0, 100.0]), np.array([1.0, 1.0, 1.0, 1.0]))
    assert found.dtype == np.int8
    assert found[3] == 5 and list(found[1:3]) == [0, 0] and found[0] < -5


def test_training_draws_together_what_belongs_together(packed: Packed) -> None:
    right = np.eye(2, dtype=np.float32)
    batch = Batch(["好", "b"], ["a", "c"], right, np.ones_like(right))

    class Same(Batches):
        def draw(self) -> Batch:
            return batch

    torch.manual_seed(1)
    learner, told = adapted(load(packed), RANK), []
    before = float(loss(learner, batch).detach())
    same = Same((), (), Glosses([], []), random.Random(1))
    train(learner, same, 60, lambda step, value: told.append((step, value)))
    assert [step for step, _ in told] == [*range(1, 61)]
    assert float(loss(learner, batch).detach()) < before - 0.05


def test_what_is_neither_right_nor_wrong_costs_nothing() -> None:
    right = torch.tensor([[1.0, 0, 0], [0, 1, 0]])
    counted = torch.tensor([[1.0, 1, 0], [1, 1, 1]])
    far = contrast(torch.tensor([[0.9, 0.1, 0.0], [0.1, 0.9, 0.1]]), right, counted)
    near = contrast(torch.tensor([[0.9, 0.1, 0.9], [0.1, 0.9, 0.1]]), right, counted)
    assert float(far) == pytest.approx(float(near))


def test_the_learning_rate_rises_and_falls() -> None:
    rates = [rate(step, 100) for step in range(100)]
    assert rates.index(max(rates)) == 29 and rates[0] < 0.1 and rates[-1] < 0.02


def test_a_batch_on_a_talk_has_one_right_turn_a_question_and_leaves_other_right_ones_out(
    batches: Batches,
) -> None:
    for _ in range(5):
        batch = batches.asked_on_talk()
        assert batch.right.shape == (len(batch.left), len(batch.texts))
        assert (batch.right.sum(axis=1) == 1).all()
        assert (batch.counted[batch.right == 1] == 1).all()
        assert {*batch.left} and len({*batch.texts}) > len(batch.left) / 2


@pytest.mark.parametrize("kind", ["translated", "answered", "glossed", "switched"])
def test_each_text_of_a_batch_has_its_own_beside_it(kind: str, batches: Batches) -> None:
    for _ in range(4):
        batch = getattr(batches, kind)()
        rows = len(batch.left)
        assert (batch.right[:, :rows] == np.eye(rows)).all() and not batch.right[:, rows:].any()
        assert all(text.startswith(("query: ", "passage: ")) for text in batch.texts)


def test_questions_and_answers_are_mostly_in_two_languages(batches: Batches) -> None:
    across = total = 0
    for _ in range(20):
        batch = batches.answered()
        for question, answer in zip(batch.left, batch.texts, strict=False):
            across, total = across + (question.isascii() != answer.isascii()), total + 1
    assert 0.5 < across / total < 0.95


def test_the_same_seed_draws_the_same() -> None:
    def drawn() -> list[Batch]:
        words = Glosses([("狗", "dog"), ("猫", "cat")], [1.0, 1.0])
        made = Batches(read_topics(), shipped_entries(), words, random.Random(5))
        return [made.draw() for _ in range(6)]

    assert [each.left for each in drawn()] == [each.left for each in drawn()]


def test_words_are_put_into_the_other_language_and_the_small_ones_stay() -> None:
    rng = random.Random(1)
    assert mixed("I saw the doctor", 1.0, rng).startswith("I ")
    assert "医" in mixed("I saw the doctor", 1.0, rng)
    assert "doctor" in mixed("我看了医生。", 1.0, rng) and "。" in mixed("我看了医生。", 1.0, rng)
    assert mixed("I saw the doctor 看了医生", 0.0, rng) == "I saw the doctor 看了医生"
