"""A language model as proposer: only what builds and proves is kept, whatever it writes."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.bench.tasks.frozen import load_tasks
from tandem_shared.tasks import CANARY, Split
from tandem_trainer.tasks.bench import Order, Wanted
from tandem_trainer.tasks.proposing import proposed, request_for


@dataclass
class Scripted:
    """Says what it is given, in turn."""

    answers: list[str]
    name: str = "scripted"
    asked: list[str] = field(default_factory=list)

    def propose(self, request: str) -> str:
        self.asked.append(request)
        return self.answers[len(self.asked) - 1]


def good() -> str:
    from tandem_edge.phone.catalogue import load_catalogue

    spec = load_catalogue().spec("manage_todo")
    assert spec is not None
    return (
        "=== chores_of_the_day | grounding | state | 1\n--- en\n"
        "> put oiling the gate hinges on my list of jobs\n"
        '$ manage_todo {"action": "create", "text": "oil the gate hinges"}\n'
        "% oil the gate hinges | oiling the gate hinges\n"
    )


def test_a_good_proposal_is_kept_with_its_source() -> None:
    found = proposed(Scripted([good()]), ["one task"])
    ((made,),) = found.kept
    assert made.constructed.source == "proposer:scripted"
    assert made.constructed.task.split is Split.TRAIN
    assert made.constructed.task.family.startswith("proposed_")
    assert not +found.dropped


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("Sure! Here are some tasks for you.", "not readable"),
        ("=== x | y | z | 9\n--- en\n> hi\n", "not readable"),
        (good().replace("manage_todo", "../../../etc/passwd"), "not built"),
        (good().replace("manage_todo", "rm_rf"), "not built"),
        (good().replace('"create"', '"explode"'), "not built"),
        (good() + "load ../../secrets\n", "not built"),
        (good() + '& patch device - {"battery_percent": "/etc/passwd"}\n', "not built"),
        (good() + '& add nowhere {"x": 1}\n', "not built"),
        (good() + "~ nonsense\n", "not built"),
        (good() + "recall m9\n", "not built"),
        (good().replace("chores_of_the_day | grounding", CANARY + " | grounding"), "refused"),
        ("x" * 30_000, "refused"),
    ],
)
def test_nonsense_is_dropped_and_counted(answer: str, why: str) -> None:
    found = proposed(Scripted([answer]), ["one task"])
    assert found.kept == []
    assert found.dropped[why] >= 1


def test_a_bad_family_does_not_spoil_a_good_one() -> None:
    found = proposed(Scripted(["=== oops\n" + good()]), ["two tasks"])
    assert len(found.kept) == 1
    assert found.dropped["not readable"] == 1


def test_a_family_of_another_split_is_refused() -> None:
    family = load_tasks(Split.TEST)[0].family
    answer = good().replace("chores_of_the_day", family)
    assert proposed(Scripted([answer]), ["x"]).dropped["refused"] == 1


def test_a_task_that_reads_only_is_kept_only_if_it_is_strict() -> None:
    loose = good().replace("> put oiling", "> whatever, put oiling").split("$")[0]
    found = proposed(Scripted([loose]), ["x"])
    assert found.kept == []
    assert found.dropped.total() == 1


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet='=-> $+&~!%?{}[]":,abc01\n/.', max_size=300))
def test_no_text_breaks_the_proposer(text: str) -> None:
    proposed(Scripted(["=== f | grounding | state | 1\n--- en\n> hi\n" + text]), ["x"])


def test_the_request_names_the_tools_that_are_wanted() -> None:
    order = Order(source="gap:x", tools=((Wanted(tool="convert_unit"),),))
    assert "convert_unit" in request_for(order, 3)
    assert "manage_alarm" not in request_for(order, 3)
