"""How sequences are put together for speed cannot be seen in the loss."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from tandem_trainer.train.importing.tokeniser import Piece
from tandem_trainer.train.sft.evaluating import Evaluator, rotated
from tandem_trainer.train.sft.losses import backward, look, surprise
from tandem_trainer.train.sft.packing import Row, grouped
from tandem_trainer.train.sft.policy import Policy, load_policy
from tandem_trainer.train.sft.sequences import Spans
from tandem_trainer.train.sft.settings import SftSettings
from tests.trainer.train.tiny import save_tiny, spans

SEQUENCES = [spans(40), spans(60, own=5), spans(90), spans(120, own=1)]
CLOSE = {"rtol": 1e-4, "atol": 1e-6}


@pytest.fixture(scope="module", params=["qwen2", "llama"])
def policy(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Policy:
    folder = save_tiny(tmp_path_factory.mktemp("tiny"), request.param)
    made = load_policy(folder, SftSettings(dropout=0.0, dtype="float32", rank=4), 0)
    for parameter in made.learned.values():  # an adapter that does nothing would hide much
        torch.nn.init.normal_(parameter, std=0.2)
    return made


def naive(policy: Policy, sequence: Spans) -> torch.Tensor:
    """The loss of one sequence alone, as any textbook has it."""
    ids = torch.tensor([sequence.ids])
    logits = policy.model(input_ids=ids).logits[0].log_softmax(-1)
    places = [place for answer in sequence.learned for place in answer]
    return -sum(logits[place - 1, sequence.ids[place]] for place in places)  # type: ignore[return-value]


def gradients(policy: Policy) -> dict[str, torch.Tensor]:
    found = {name: one.grad.clone() for name, one in policy.learned.items()}
    policy.model.zero_grad()
    return found


def test_a_packed_group_has_the_loss_of_its_sequences_alone(policy: Policy) -> None:
    packed = surprise(Evaluator(policy).tell(grouped(SEQUENCES)))
    alone = sum(naive(policy, each) for each in SEQUENCES)
    torch.testing.assert_close(packed, alone, **CLOSE)


def test_with_gradients_through_the_context_they_are_the_textbooks_gradients(
    policy: Policy,
) -> None:
    count = grouped(SEQUENCES).learned
    backward(Evaluator(policy, prefix_gradient=True), [grouped(SEQUENCES)])
    packed = gradients(policy)
    torch.autograd.backward(sum(naive(policy, each) for each in SEQUENCES) / count)
    for name, gradient in gradients(policy).items():
        torch.testing.assert_close(packed[name], gradient, **CLOSE)


@pytest.mark.parametrize("apart", [False, True])
def test_splitting_a_batch_moves_neither_loss_nor_gradient(policy: Policy, apart: bool) -> None:
    evaluator = Evaluator(policy, apart=apart)
    whole = backward(evaluator, [grouped(SEQUENCES)])
    before = gradients(policy)
    parts = [grouped(SEQUENCES[:1]), grouped(SEQUENCES[1:3]), grouped(SEQUENCES[3:])]
    assert backward(evaluator, parts) == pytest.approx(whole, rel=1e-5)
    for name, gradient in gradients(policy).items():
        torch.testing.assert_close(before[name], gradient, **CLOSE)


def test_the_order_in_a_group_does_not_move_the_loss(policy: Policy) -> None:
    evaluator = Evaluator(policy)
    loss = surprise(evaluator.tell(grouped(SEQUENCES)))
    turned = surprise(evaluator.tell(grouped(SEQUENCES[::-1])))
    torch.testing.assert_close(loss, turned, **CLOSE)


def test_a_token_that_is_masked_is_context_but_no_target(policy: Policy) -> None:
    evaluator = Evaluator(policy)
    one = grouped(SEQUENCES[:1])
    row = one.rows[0]
    masked = replace(
        one, rows=(Row(row.own, row.tail, tuple(-1 if n else 0 for n in row.answers)),)
    )
    first = [place for place, number in enumerate(row.answers) if number == 0]
    logits = evaluator.tell(one).logits[: len(first)]
    assert masked.learned == len(first)
    torch.testing.assert_close(evaluator.tell(masked).logits, logits, **CLOSE)
    after = replace(row, tail=(*row.tail[:-1], 77))
    changed = replace(masked, rows=(replace(after, answers=masked.rows[0].answers),))
    torch.testing.assert_close(
        surprise(evaluator.tell(changed)), surprise(evaluator.tell(masked)), **CLOSE
    )


def test_no_row_sees_another(policy: Policy) -> None:
    evaluator = Evaluator(policy)
    first = evaluator.tell(grouped([SEQUENCES[0], SEQUENCES[1]]))
    other = evaluator.tell(grouped([SEQUENCES[0], SEQUENCES[2]]))
    count = sum(map(len, SEQUENCES[0].learned))
    torch.testing.assert_close(first.logits[:count], other.logits[:count], **CLOSE)


def test_a_moved_key_is_the_key_at_the_other_place(policy: Policy) -> None:
    evaluator = Evaluator(policy)
    ids = (40, 41, 42)
    at_five = evaluator.run(ids, range(5, 8), [])[1][0][0]
    at_nine = evaluator.run(ids, range(9, 12), [])[1][0][0]
    turning = policy.core.model.rotary_emb.inv_freq
    torch.testing.assert_close(rotated(at_five, 4, turning), at_nine, rtol=1e-3, atol=1e-5)


def test_a_tool_evaluated_apart_does_not_see_the_tools_before_it(policy: Policy) -> None:
    evaluator = Evaluator(policy, apart=True)
    one = SEQUENCES[0]
    other = replace(one, pieces=(one.pieces[0], Piece((200,) * 6, True), *one.pieces[2:]))
    keys = [evaluator._contexts(grouped([each]))[1][0][:, :, 10:] for each in (one, other)]
    torch.testing.assert_close(keys[0], keys[1], **CLOSE)
    plain = Evaluator(policy)
    seen = [plain._contexts(grouped([each]))[1][0][:, :, 10:] for each in (one, other)]
    assert not torch.allclose(seen[0], seen[1], atol=1e-4)


def test_the_first_tool_apart_is_evaluated_as_plain_text_is(policy: Policy) -> None:
    one = replace(spans(40), pieces=spans(40).pieces[:2] + spans(40).pieces[3:], context=2)
    one = replace(one, learned=tuple(range(g.start - 3, g.stop - 3) for g in one.learned))
    apart = surprise(Evaluator(policy, apart=True).tell(grouped([one])))
    torch.testing.assert_close(apart, naive(policy, one), **CLOSE)


def test_what_is_exact_is_what_greedy_decoding_gives(policy: Policy) -> None:
    made = SEQUENCES[0]
    ids = [*made.ids[: made.learned[0].start]]
    with torch.no_grad():
        for _ in made.learned[0]:
            ids.append(int(policy.model(input_ids=torch.tensor([ids])).logits[0, -1].argmax()))
    given = Piece(tuple(ids[-3:]))
    greedy = replace(made, pieces=(*made.pieces[:4], given, *made.pieces[5:]))
    seen = look(Evaluator(policy), [grouped([replace(greedy, learned=greedy.learned[:1])])])
    assert (seen.exact, seen.answers) == (1.0, 1)
    wrong = replace(given, ids=(*given.ids[:-1], (given.ids[-1] + 1) % 300))
    other = replace(greedy, pieces=(*made.pieces[:4], wrong, *made.pieces[5:]))
    assert (
        look(Evaluator(policy), [grouped([replace(other, learned=other.learned[:1])])]).exact == 0
    )
