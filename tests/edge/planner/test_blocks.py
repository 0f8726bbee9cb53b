"""Tools evaluated once for all requests, and text that leaves no choice, with a real model."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tandem_edge.facade import load_settings, open_planner
from tandem_edge.models.resolve import ModelFile
from tandem_edge.models.turns import CHATML
from tandem_edge.planner.local import LocalPlanner
from tandem_edge.planner.protocol import Message, Planned, Prompt, Role

pytestmark = pytest.mark.planner

TOOLS = (
    "set_alarm(time) rings at a time\n",
    "make_call(person) calls somebody\n",
    "打开应用(应用) 打开手机上的应用\n",
)
CHOICE = {"type": "array", "items": {"enum": ["set_alarm", "make_call"]}, "maxItems": 3}

Start = Callable[..., LocalPlanner]


@pytest.fixture
def start(small_model: ModelFile, tmp_path: Path) -> Iterator[Start]:
    made: list[LocalPlanner] = []

    def make(folder: str = "prefixes", **options: bool) -> LocalPlanner:
        planner = LocalPlanner(
            name="small",
            path=small_model.path,
            turns=CHATML,
            threads=1,
            context=1024,
            load_s=60.0,
            prefixes=tmp_path / folder,
            identity=small_model.sha256,
            **{"apart": True, **options},  # type: ignore[arg-type]
        )
        made.append(planner)
        return planner

    yield make
    for planner in made:
        planner.close()


def opening(text: str, tools: tuple[str, ...]) -> Message:
    return Message(Role.USER, f"Tools:\n{''.join(tools)}Request: {text}", blocks=tools)


def ask(planner: LocalPlanner, *messages: Message, schema: object = CHOICE) -> Planned:
    prompt = Prompt("Answer with JSON.", (), messages, schema, 60)  # type: ignore[arg-type]
    return planner.step(prompt, deadline_s=60, cancel=threading.Event())


def test_a_tool_seen_before_costs_no_prompt_tokens_wherever_it_stands(start: Start) -> None:
    planner = start()
    first = ask(planner, opening("Wake me", TOOLS))
    other = ask(planner, opening("Ring Anna", TOOLS[::-1]))
    words = len("Request: Ring Anna") + len("assistant")
    assert first.usage.new_tokens > 20
    assert other.usage.new_tokens < words / 2


def test_the_next_process_finds_tools_on_disk_and_answers_the_same(start: Start) -> None:
    first, second = start(), start()
    asked = opening("Wake me at six", TOOLS)
    before, after = ask(first, asked), ask(second, asked)
    assert (before.text, before.token_ids) == (after.text, after.token_ids)
    assert after.usage.new_tokens < 20


def test_what_was_asked_before_changes_no_answer(start: Start) -> None:
    used, fresh = start("a"), start("b")
    for tools in (TOOLS[:1], TOOLS[1:], TOOLS[::-1]):
        ask(used, opening("Something else", tools))
    asked = opening("Call my mother", TOOLS)
    assert ask(used, asked).token_ids == ask(fresh, asked).token_ids


def test_one_block_at_its_own_place_is_as_if_evaluated_with_the_rest(start: Start) -> None:
    apart, together = start("a"), start("b", apart=False)
    asked = opening("Wake me", TOOLS[:1])
    assert ask(apart, asked).token_ids == ask(together, asked).token_ids


def test_a_later_turn_brings_its_own_tools(start: Start) -> None:
    planner = start()
    first = opening("Wake me", TOOLS[:2])
    planned = ask(planner, first)
    said = Message(Role.PLANNER, planned.text, planned.token_ids)
    longer = (first, said, Message(Role.PHONE, "ok"), opening("Ring Anna", TOOLS[1:]))
    fresh = start("elsewhere")
    assert ask(planner, *longer).token_ids == ask(fresh, *longer).token_ids


def test_more_tools_than_are_kept_in_memory_still_stand_in_one_prompt(start: Start) -> None:
    many = tuple(f"t{n}(a)\n" for n in range(80))
    planner = start()
    first, again = (ask(planner, opening("Wake me", many)) for _ in range(2))
    assert first.token_ids == again.token_ids


def test_a_tool_longer_than_a_batch_is_evaluated_in_several(start: Start) -> None:
    planner = start()
    long = (f"choose({'|'.join(f'place{n}' for n in range(120))}) goes there\n", *TOOLS)
    first = ask(planner, opening("Wake me", long))
    again = ask(planner, opening("Wake me at six", long))
    assert planner.restarts == 0
    assert first.usage.new_tokens > 3 * 128
    assert again.usage.new_tokens < 20


def test_a_damaged_saved_tool_is_evaluated_anew(start: Start, tmp_path: Path) -> None:
    asked = opening("Wake me", TOOLS)
    before = ask(start(), asked)
    for path in tmp_path.glob("prefixes/*.blocks/*.state"):
        path.write_bytes(path.read_bytes()[:-1] + b"?")
    after = ask(start(), asked)
    assert before.token_ids == after.token_ids
    assert after.usage.new_tokens > 20


def test_an_answer_without_a_choice_is_written_whatever_the_model_thinks(start: Start) -> None:
    only = {
        "type": "object",
        "properties": {"name": {"const": "set_alarm"}, "zone": {"const": "Europe/Paris"}},
        "required": ["name", "zone"],
        "additionalProperties": False,
    }
    planned = ask(start(), opening("Wake me", TOOLS), schema=only)
    assert json.loads(planned.text) == {"name": "set_alarm", "zone": "Europe/Paris"}


def test_choices_between_text_that_is_forced_are_the_models(start: Start) -> None:
    schema = {
        "type": "object",
        "properties": {"name": {"enum": ["one", "two"]}, "sure": {"type": "boolean"}},
        "required": ["name", "sure"],
        "additionalProperties": False,
    }
    planned = ask(start(), Message(Role.USER, "One or two?"), schema=schema)
    told = json.loads(planned.text)
    assert told["name"] in ("one", "two")
    assert told["sure"] in (True, False)


def test_a_choice_beyond_ascii_is_left_to_the_model(start: Start) -> None:
    planned = ask(start(), Message(Role.USER, "天空的颜色？"), schema={"enum": ["蓝色", "红色"]})
    assert json.loads(planned.text) in ("蓝色", "红色")


@pytest.mark.parametrize("blocks", [True, False])
def test_whether_tools_are_evaluated_apart_is_a_setting(
    small_model: ModelFile, tmp_path: Path, blocks: bool
) -> None:
    flags = {"home": tmp_path, "planner": str(small_model.path), "planner_blocks": blocks}
    planner = open_planner(load_settings(flags, {}))
    try:
        assert isinstance(planner, LocalPlanner)
        assert planner.apart is blocks
    finally:
        planner.close()
