"""What a tool looks at and writes is told from its code, with all that it calls on the phone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.store import Store, Table
from tandem_trainer.curate.reach import reach_of
from tandem_trainer.curate.surroundings import on_phone
from tests.trainer.curate.rollouts import right, tasks

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Book:
    title: str = ""


BOOKS, LOANS, SHELVES = Table("books", Book), Table("loans", Book), Table("shelves", Book)


def in_file(name: str) -> Callable[[F], F]:
    """As if a function stood in a file of the phone's package."""

    def put(function: F) -> F:
        function.__module__ = f"tandem_edge.phone.{name}"
        return function

    return put


@in_file("library")
def look(store: Store) -> int:
    return len(store.all(BOOKS)) + len([store.get(LOANS, key) for key in store.all(BOOKS)])


@in_file("library")
def lend(store: Store) -> None:
    store.add(LOANS, Book(title="borrowed"))


@in_file("desk")
def hand_over(store: Store) -> None:
    if store.get(SHELVES, "of_the_desk") is None:
        lend(store)


@in_file("library")
def sort_out(store: Store) -> None:
    emptied(store, SHELVES)


@in_file("desk")
def emptied(store: Store, table: Table[Book]) -> None:
    for key in list(store.all(table)):
        store.remove(table, key)


@in_file("library")
def ring(store: Store) -> None:
    rung_back(store)


@in_file("library")
def rung_back(store: Store) -> None:
    ring(store)
    store.put(BOOKS, "b1", Book())


def outside(store: Store) -> None:
    store.add(BOOKS, Book())


@in_file("library")
def ask_outside(store: Store) -> None:
    outside(store)


HANDLERS = {"lend": lend, "look": look}


@in_file("library")
def act(store: Store, action: str) -> Any:
    return HANDLERS[action](store)


def test_a_table_that_is_looked_at_is_named_but_not_written() -> None:
    found = reach_of(look)
    assert (found.tables, found.writes) == ({"books", "loans"}, frozenset())


def test_what_a_called_function_of_another_file_writes_is_written() -> None:
    found = reach_of(hand_over)
    assert (found.tables, found.writes) == ({"shelves", "loans"}, {"loans"})


def test_texts_are_of_the_own_file_alone() -> None:
    assert "of_the_desk" in reach_of(hand_over).names
    assert "borrowed" in reach_of(lend).names
    assert "borrowed" not in reach_of(hand_over).names


def test_a_table_that_is_handed_on_may_be_written() -> None:
    assert reach_of(sort_out).writes == {"shelves"}


def test_a_function_that_is_chosen_from_a_mapping_is_called() -> None:
    assert reach_of(act).writes == {"loans"}
    assert reach_of(act).tables == {"loans", "books"}


def test_functions_that_call_each_other_are_followed_once() -> None:
    assert reach_of(ring) == reach_of(rung_back)
    assert reach_of(ring).writes == {"books"}


def test_what_is_not_of_the_phone_is_not_followed() -> None:
    assert reach_of(outside).tables == frozenset()
    assert reach_of(ask_outside).tables == frozenset()


def test_tools_of_one_file_are_told_apart() -> None:
    tools = load_catalogue().tools
    assert reach_of(tools["manage_alarm"].act).writes == {"alarms"}
    assert "battery" in reach_of(tools["query_battery"].act).tables
    assert not reach_of(tools["query_battery"].act).writes
    assert not reach_of(tools["convert_unit"].act).tables


def test_no_call_of_a_right_attempt_wrote_what_its_tool_was_not_found_to_write() -> None:
    tools, wrote = load_catalogue().tools, 0
    for built in tasks()[::8]:
        for _, record in right(built).trajectory.calls:
            written = {change.table for change in record.changes if on_phone(change)}
            wrote += bool(written)
            assert not written or written <= reach_of(tools[record.call.name].act).writes
    assert wrote > 20
