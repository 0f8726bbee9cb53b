"""Examples are learned in the very context that the edge gives a planner."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from pathlib import Path
from random import Random

import pytest

from tandem_edge.bench.attempts import attempt
from tandem_edge.bench.runs.running import guidance_of
from tandem_edge.planner.dialects import find_dialect
from tandem_edge.planner.local import parts
from tandem_edge.settings import load_settings
from tandem_shared.tasks import Capability
from tandem_trainer.freeze.messages import Message, Trained
from tandem_trainer.train.importing.bases import Base
from tandem_trainer.train.sft.answers import canonical
from tandem_trainer.train.sft.ordering import NEEDED, Course, called, drawn
from tandem_trainer.train.sft.reading import Frozen, Learned, read_dataset
from tandem_trainer.train.sft.replaying import Recites, Replayer, Unlike
from tandem_trainer.train.sft.sequences import Writer, kept
from tandem_trainer.train.sft.settings import SftSettings


@pytest.fixture(scope="module")
def frozen(dataset: Path) -> Frozen:
    return read_dataset(dataset)


@pytest.fixture(scope="module")
def replayer() -> Replayer:
    return Replayer(guidance_of(load_settings({}), bare=False))


def test_every_example_is_replayed_with_the_prompts_of_an_attempt(
    frozen: Frozen, replayer: Replayer, tiny_base: Base
) -> None:
    writer = Writer(tiny_base.tokeniser(), tiny_base.turns)
    for each in frozen.examples:
        steps = replayer.steps(each)
        again = Recites([step.answer for step in steps])
        attempt(each.task, again, find_dialect("signatures"), guidance=replayer.guidance)  # type: ignore[arg-type]
        assert again.prompts == [step.prompt for step in steps]
        for spans in writer.sequences(steps):
            learned = [spans.ids[one.start : one.stop] for one in spans.learned]
            said = [writer.tokeniser.text(ids) for ids in learned]
            answers = [f"{step.answer}<|im_end|>" for step in steps]
            assert all(one in answers for one in said)


def test_a_sequence_is_the_prompt_of_its_last_step_and_the_answer(
    frozen: Frozen, replayer: Replayer, tiny_base: Base
) -> None:
    tokeniser = tiny_base.tokeniser()
    steps = replayer.steps(frozen.examples[0])
    spans = [*Writer(tokeniser, tiny_base.turns).sequences(steps)][-1]
    stable, rest = parts(steps[-1].prompt, tiny_base.turns)
    prompt = [*chain.from_iterable(one.ids for one in tokeniser.pieces([*stable, *rest]))]
    assert [*spans.ids[: len(prompt)]] == prompt


def test_an_example_that_goes_otherwise_now_is_refused(frozen: Frozen, replayer: Replayer) -> None:
    each = next(one for one in frozen.examples if one.example.calls)
    told = [
        one.model_copy(update={"content": one.content + " "}) if one.role == "tool" else one
        for one in each.example.messages
    ]
    changed = each.example.model_copy(update={"messages": tuple(told)})
    with pytest.raises(Unlike, match="goes otherwise now at message 3"):
        replayer.steps(replace(each, example=changed))


def test_an_erroneous_step_is_context_and_its_recovery_is_learned(
    frozen: Frozen, replayer: Replayer, tiny_base: Base
) -> None:
    each = next(one for one in frozen.examples if one.example.calls)
    first = next(at for at, one in enumerate(each.example.messages) if one.role == "assistant")
    marked = [
        one.model_copy(update={"train": False}) if at == first else one
        for at, one in enumerate(each.example.messages)
    ]
    wrong = replace(each, example=each.example.model_copy(update={"messages": tuple(marked)}))
    writer = Writer(tiny_base.tokeniser(), tiny_base.turns)
    right, masked = ([*writer.sequences(replayer.steps(one))] for one in (each, wrong))
    assert masked[0].ids == right[0].ids
    assert masked[0].learned == right[0].learned[1:]


def test_an_attempt_that_was_cut_is_replayed_to_where_it_was_cut(
    frozen: Frozen, replayer: Replayer
) -> None:
    each = next(one for one in frozen.examples if one.example.calls)
    whole = replayer.steps(each)
    cut = each.example.model_copy(update={"messages": each.example.messages[:-1]})
    assert cut.messages[-1].role == "tool"
    assert replayer.steps(replace(each, example=cut)) == whole[:-1]


def test_other_tools_on_offer_change_the_prompt_and_nothing_that_happens(
    frozen: Frozen, replayer: Replayer
) -> None:
    each = next(one for one in frozen.examples if called(one))
    tools = (*called(each), "set_brightness", "manage_vpn")
    own, other = replayer.steps(each), replayer.steps(each, tools)
    assert [step.answer for step in own] == [step.answer for step in other]
    offered = [spec.name for spec in other[0].prompt.tools]
    assert offered[: len(called(each))] == [*called(each)]


def test_what_cannot_be_read_stays_as_it_was() -> None:
    assert canonical("no array", find_dialect("signatures"), {}) == "no array"


def test_weights_say_how_often_an_example_is_drawn(frozen: Frozen) -> None:
    first, second = frozen.examples[:2]
    twice = replace(first, example=first.example.model_copy(update={"weight": 2.25}))
    never = replace(second, example=second.example.model_copy(update={"weight": 0.0}))
    counts = [len([*drawn([twice, never], Random(seed))]) for seed in range(400)]
    assert set(counts) == {2, 3}
    assert 60 < counts.count(3) < 140


def test_an_epoch_is_decided_by_the_seed_and_leaves_nothing_out(frozen: Frozen) -> None:
    course = Course(frozen.examples, SftSettings(group=3), 1)
    same, other = (Course(frozen.examples, SftSettings(group=3), seed) for seed in (1, 2))
    assert course.epoch(0) == same.epoch(0)
    assert course.epoch(0) != other.epoch(0) and course.epoch(0) != course.epoch(1)
    names = [
        one.example.id for batch in course.epoch(0) for group in batch for one in group.examples
    ]
    assert sorted(names) == sorted(one.example.id for one in frozen.examples)


def test_a_group_offers_every_tool_that_its_examples_call(frozen: Frozen) -> None:
    course = Course(frozen.examples, SftSettings(), 1)
    for batch in course.epoch(0):
        for group in batch:
            needed = {name for one in group.examples for name in called(one)}
            assert not group.tools or needed <= {*group.tools}


def test_a_group_leaves_something_to_choose(frozen: Frozen) -> None:
    """Its examples call different tools, which stand anywhere among those told in full."""
    places, mixed = set[int](), 0
    for seed in range(8):
        groups = chain.from_iterable(Course(frozen.examples, SftSettings(), seed).epoch(0))
        for group in (each for each in groups if each.tools):
            needed = {name for one in group.examples for name in called(one)}
            mixed += len(needed) > 1
            places |= {group.tools.index(name) for name in needed}
            assert len(group.tools) == len({*group.tools})
    assert mixed and places == {*range(NEEDED)}


def asking(frozen: Frozen, *more: str) -> Learned:
    """An example that asks, and then answers ``more``."""
    before = frozen.examples[0]
    said = ('[{"name": "ask", "arguments": {"question": "which Sam?"}}]', *more)
    messages = tuple(
        one.model_copy(update={"content": text})
        for one, text in zip(_answers(before), said, strict=False)
    )
    assert len(messages) == len(said)
    task = before.task.model_copy(update={"capability": Capability.BOUNDARY})
    return replace(
        before, task=task, example=before.example.model_copy(update={"messages": messages})
    )


def _answers(each: Learned) -> list[Message]:
    return [one for one in each.example.messages if one.role == "assistant"]


def test_what_asks_and_calls_shares_a_list_but_what_only_asks_keeps_its_own(frozen: Frozen) -> None:
    tool = frozen.examples[0].task.tools[0]
    both = asking(frozen, f'[{{"name": "{tool}", "arguments": {{}}}}]')
    only = asking(frozen)
    assert called(both) == (tool,) and called(only) == ()
    groups = [*chain.from_iterable(Course((both, only), SftSettings(), 1).epoch(0))]
    assert {bool(group.tools) for group in groups if both in group.examples} == {True}
    assert {bool(group.tools) for group in groups if only in group.examples} == {False}


def test_families_that_are_held_out_are_not_trained_on(frozen: Frozen) -> None:
    train, held = frozen.split(0.3)
    assert held and len(train) + len(held) == len(frozen.examples)
    assert not {one.task.family for one in train} & {one.task.family for one in held}


def test_kept_tokens_are_learned_as_they_were_sampled(
    frozen: Frozen, replayer: Replayer, tiny_base: Base
) -> None:
    spans = [*Writer(tiny_base.tokeniser(), tiny_base.turns).sequences(
        replayer.steps(frozen.examples[0])
    )]  # fmt: skip
    learned = spans[0].learned[0]
    ids = (*spans[0].ids[: learned.start], 901, 902, 903)
    marks = (False,) * learned.start + (True, False, True)
    made = [*kept([Trained(ids=ids, train=marks)], spans)]
    assert made[0].ids == ids
    assert made[0].context == spans[0].context
    at = learned.start
    assert made[0].learned == (range(at, at + 1), range(at + 2, at + 3))
    alone = [*kept([Trained(ids=(7, *ids), train=(False, *marks))], spans)]
    assert (alone[0].context, alone[0].ids) == (0, (7, *ids))


def test_only_short_examples_can_be_asked_for(frozen: Frozen) -> None:
    short = frozen.of_at_most(1)
    assert {each.example.calls for each in short.examples} <= {0, 1}
    assert 0 < len(short.examples) < len(frozen.examples) == len(frozen.of_at_most(0).examples)
    assert short.name == frozen.name
