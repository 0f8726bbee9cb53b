"""Recall by words, meaning and use. The embedder here is a small stand-in with known vectors."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.embedder.protocol import Vectors
from tandem_edge.harness.recall.examples import Examples, Meanings, dump, load_examples, parse
from tandem_edge.harness.recall.hybrid import FEWEST, MARGIN, Earlier, Hybrid, Weights
from tandem_edge.harness.recall.parts import MOST_PARTS, parts_of
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tools import Bilingual, ToolSpec

SPECS = load_catalogue().specs
WORDS = Hybrid(SPECS)


@dataclass(frozen=True)
class Topics:
    """An embedder for tests: a text's vector says which of a few words stand in it."""

    words: tuple[str, ...] = ("zarf", "quill", "moor", "other")
    name: str = "topics"
    identity: str = "topics-1"

    @property
    def dimension(self) -> int:
        """One number a word."""
        return len(self.words)

    def queries(self, texts: Sequence[str]) -> Vectors:
        """See ``Embedder.queries``."""
        rows = [[float(word in text) for word in self.words] for text in texts]
        rows = [row if any(row) else [0.0] * (len(row) - 1) + [1.0] for row in rows]
        found = np.array(rows, np.float32).reshape(len(texts), self.dimension)
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    def passages(self, texts: Sequence[str]) -> Vectors:
        """See ``Embedder.passages``."""
        return self.queries(texts)


def examples_of(embedder: Topics, **topics: str) -> Examples:
    """Examples that give each named tool the meaning of one word, and no words."""
    tools = tuple(sorted(topics))
    middle = np.full(embedder.dimension, 0.5, np.float32)
    centres = embedder.queries([topics[tool] for tool in tools]) - middle
    precision = 40 * np.eye(embedder.dimension, dtype=np.float32)
    meanings = Meanings(embedder.identity, {"en": middle, "zh": middle}, centres, precision)
    return Examples(tools, {tool: {} for tool in tools}, meanings, {}, "")


def names(specs: Sequence[ToolSpec]) -> list[str]:
    return [spec.name for spec in specs]


@pytest.mark.parametrize(
    ("request_", "tool"),
    [
        ("can't trust myself to wake up, ring me at six", "manage_alarm"),
        ("六点得起来，别让我睡过头", "manage_alarm"),
        ("it's pitch black in the shed, give me some light", "control_flashlight"),
        ("屋里太黑了，给我照个亮", "control_flashlight"),
    ],
)
def test_words_of_examples_find_what_descriptions_lack(request_: str, tool: str) -> None:
    assert tool in names(WORDS.top(request_, 5))


def test_meaning_finds_a_tool_whose_words_were_never_said() -> None:
    topics = Topics()
    examples = examples_of(topics, manage_alarm="zarf", get_weather="quill")
    with_meaning = Hybrid(SPECS, topics, examples)
    assert with_meaning.top("zarf", 1)[0].name == "manage_alarm"
    assert with_meaning.top("quill", 1)[0].name == "get_weather"
    assert Hybrid(SPECS, None, examples).scores("zarf").std() == 0


def test_an_embedder_that_the_examples_were_not_read_with_is_left_alone() -> None:
    examples = examples_of(Topics(), manage_alarm="zarf")
    other = Hybrid(SPECS, Topics(identity="topics-2"), examples)
    assert (other.scores("zarf") == Hybrid(SPECS, None, examples).scores("zarf")).all()


def test_a_tool_without_examples_stands_where_its_description_lies() -> None:
    topics = Topics()
    said = Bilingual(en="Ask the moor", zh="问 moor")
    stranger = SPECS[0].model_copy(update={"name": "srv_ask_moor", "description": said})
    hybrid = Hybrid((*SPECS, stranger), topics, examples_of(topics, manage_alarm="zarf"))
    assert hybrid.top("moor", 1)[0].name == "srv_ask_moor"


@pytest.mark.parametrize(
    ("request_", "tools"),
    [
        ("wake me at six, and text Anna that I'm late", {"manage_alarm", "send_message"}),
        ("六点叫我起床，顺便给妈妈发条短信", {"manage_alarm", "send_message"}),
        ("dim the screen then turn off bluetooth", {"set_brightness", "manage_bluetooth"}),
    ],
)
def test_each_of_two_things_asked_for_is_found(request_: str, tools: set[str]) -> None:
    assert tools <= set(names(WORDS.top(request_, 8)))


def test_a_clause_counts_by_itself() -> None:
    whole = Hybrid(SPECS, weights=Weights(parts=0.0))
    request = "dim the screen then turn off bluetooth"
    assert (WORDS.scores(request) != whole.scores(request)).any()
    assert (WORDS.scores("dim the screen") == whole.scores("dim the screen")).all()


def test_a_follow_up_is_understood_from_what_came_before() -> None:
    before = Earlier("set an alarm for seven tomorrow", ("manage_alarm",))
    assert WORDS.following("make it eight instead", [before], 1)[0].name == "manage_alarm"
    assert "manage_alarm" not in names(WORDS.top("make it eight instead", 1))


def test_tools_about_the_same_thing_as_a_used_one_come_nearer() -> None:
    before = [Earlier("", ("edit_note",))]
    kin = Hybrid(SPECS, weights=Weights(used=0.0, context=0.0))
    none = Hybrid(SPECS, weights=Weights(used=0.0, context=0.0, kin=0.0))
    place = names(SPECS).index("manage_note")
    assert kin.scores("hm", before)[place] > none.scores("hm", before)[place]


def test_habits_decide_between_equals_and_no_more() -> None:
    habit = Hybrid(SPECS, habits={SPECS[100].name: 30})
    assert habit.top("zzz", 1) == (SPECS[100],)
    assert habit.top("set an alarm for seven", 1) == WORDS.top("set an alarm for seven", 1)


def test_a_sure_request_is_offered_fewer_tools_and_never_fewer_than_the_least() -> None:
    few = WORDS.following("set an alarm for seven tomorrow", (), 15, MARGIN)
    assert few == WORDS.top("set an alarm for seven tomorrow", 15)[: len(few)]
    assert len(WORDS.following("set an alarm for seven tomorrow", (), 15, 0.0)) == FEWEST
    assert len(WORDS.following("", (), 15, MARGIN)) == 15


@given(st.text(max_size=80), st.integers(0, 20))
def test_any_request_gives_that_many_different_tools(request_: str, count: int) -> None:
    found = names(WORDS.top(request_, count))
    assert len(found) == len(set(found)) == count


@given(st.text(max_size=80))
def test_the_same_request_gives_the_same_tools(request_: str) -> None:
    assert WORDS.top(request_, 15) == Hybrid(SPECS).top(request_, 15)


@given(st.permutations(range(12)))
def test_the_order_of_the_catalogue_does_not_matter(order: list[int]) -> None:
    some = SPECS[:12]
    mixed = tuple(some[place] for place in order)
    asked = "connect to the wifi and turn the volume up"
    assert names(Hybrid(mixed).top(asked, 5)) == names(Hybrid(some).top(asked, 5))


def test_no_tools_are_no_fault() -> None:
    assert Hybrid(()).top("anything", 5) == ()


def test_clauses_are_told_apart_in_both_languages() -> None:
    assert parts_of("turn the volume down, then call Anna") == [
        "turn the volume down",
        "then call Anna",
    ]
    assert parts_of("打开蓝牙，然后把亮度调低") == ["打开蓝牙", "把亮度调低"]
    assert parts_of("set an alarm for seven") == []
    assert len(parts_of("open the door, " * 40)) == MOST_PARTS


def test_the_file_of_examples_says_the_same_after_it_was_written_and_read() -> None:
    examples = examples_of(Topics(), manage_alarm="zarf")
    data = dump({"manage_alarm": {"wake": 3, "叫醒": 2}}, examples.meanings, {"made": "here"})
    again = parse(data)
    assert again.words == {"manage_alarm": {"wake": 3, "叫醒": 2}}
    assert again.about == {"made": "here"}
    assert again.digest == hashlib.sha256(data).hexdigest()
    assert np.allclose(again.meanings.centres, examples.meanings.centres, atol=1e-3)
    assert data == dump(again.words, again.meanings, again.about)


def test_every_tool_has_examples_in_the_shipped_file() -> None:
    examples = load_examples()
    assert set(examples.tools) >= {spec.name for spec in SPECS}
    shape = (len(examples.tools), len(examples.meanings.precision))
    assert examples.meanings.centres.shape == shape
    assert replace(examples, digest="").words == examples.words
