"""Letting time pass: what is due happens once, in order, and at its own moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest

from tandem_edge.phone.catalogue import load_timers
from tandem_edge.phone.sandbox.clock import Timer, advance
from tandem_edge.phone.sandbox.device import DEVICE, EPOCH
from tandem_edge.phone.sandbox.store import Store, Table
from tests.edge.phone.making import make_phone


@dataclass(frozen=True, slots=True)
class Due:
    """One thing to happen, and when it did."""

    at: datetime
    name: str = ""
    happened: datetime | None = None


DUES = Table("dues", Due, prefix="due")


def minutes(count: int) -> datetime:
    return EPOCH + timedelta(minutes=count)


def make_store(*dues: Due) -> Store:
    store = Store({"device": DEVICE, "dues": DUES})
    for due in dues:
        store.add(DUES, due)
    return store


def timer_for(name: str = "", then: Callable[[Store], None] | None = None) -> Timer:
    def waiting(store: Store) -> list[tuple[str, Due]]:
        rows = store.all(DUES).items()
        return [(key, due) for key, due in rows if due.name == name and due.happened is None]

    def upcoming(store: Store) -> datetime | None:
        return min((due.at for _, due in waiting(store)), default=None)

    def happen(store: Store, when: datetime) -> None:
        for key, due in waiting(store):
            if due.at <= when:
                store.update(DUES, key, happened=store.only(DEVICE).clock)
        if then is not None:
            then(store)

    return Timer(upcoming, happen)


def happened(store: Store) -> list[datetime | None]:
    return [due.happened for due in store.all(DUES).values()]


def test_each_thing_happens_at_its_own_moment_and_the_clock_ends_where_asked() -> None:
    store = make_store(Due(minutes(20)), Due(minutes(5)))
    advance(store, minutes(30), [timer_for()])
    assert happened(store) == [minutes(20), minutes(5)]
    assert store.only(DEVICE).clock == minutes(30)


def test_what_is_due_at_the_very_end_happens_and_what_is_due_later_does_not() -> None:
    store = make_store(Due(minutes(10)), Due(minutes(11)))
    advance(store, minutes(10), [timer_for()])
    assert happened(store) == [minutes(10), None]


def test_what_is_overdue_happens_at_once_and_not_in_the_past() -> None:
    store = make_store(Due(minutes(-90)))
    advance(store, minutes(10), [timer_for()])
    assert happened(store) == [EPOCH]


def test_no_time_need_pass_for_what_is_due() -> None:
    store = make_store(Due(EPOCH))
    advance(store, EPOCH, [timer_for()])
    assert happened(store) == [EPOCH]


def test_things_of_several_timers_happen_in_the_order_of_their_times() -> None:
    order: list[str] = []
    timers = [timer_for(name, lambda store, name=name: order.append(name)) for name in "abc"]
    dues = (Due(minutes(3), "a"), Due(minutes(1), "b"), Due(minutes(2), "c"), Due(minutes(4), "b"))
    advance(make_store(*dues), minutes(5), timers)
    assert order == ["b", "c", "a", "b"]


def test_at_one_moment_the_timers_take_turns_in_their_own_order() -> None:
    order: list[str] = []
    timers = [timer_for(name, lambda store, name=name: order.append(name)) for name in "ab"]
    advance(make_store(Due(minutes(1), "b"), Due(minutes(1), "a")), minutes(5), timers)
    assert order == ["a", "b"]


def test_what_happens_may_bring_about_more_in_the_same_stretch_of_time() -> None:
    def follow(store: Store) -> None:
        if len(store.all(DUES)) < 3:
            store.add(DUES, Due(store.only(DEVICE).clock + timedelta(minutes=10)))

    store = make_store(Due(minutes(10)))
    advance(store, minutes(60), [timer_for(then=follow)])
    assert happened(store) == [minutes(10), minutes(20), minutes(30)]


def test_the_clock_does_not_run_backward() -> None:
    store = make_store()
    with pytest.raises(ValueError, match="only runs forward"):
        advance(store, minutes(-1), [timer_for()])
    assert store.only(DEVICE).clock == EPOCH


def test_a_timer_that_holds_on_to_a_moment_is_an_error_and_not_an_endless_loop() -> None:
    stuck = Timer(lambda store: minutes(1), lambda store, when: None)
    with pytest.raises(RuntimeError, match="for ever"):
        advance(make_store(), minutes(5), [stuck])


def test_a_timer_with_nothing_to_do_lets_time_pass() -> None:
    store = make_store()
    advance(store, minutes(5), [Timer(lambda store: None, lambda store, when: None)])
    assert store.only(DEVICE).clock == minutes(5)


def test_letting_time_pass_can_be_rolled_back() -> None:
    phone = make_phone()
    before = phone.dump()["tables"]
    mark = phone.mark()
    assert phone.advance(EPOCH + timedelta(days=3))
    phone.store.rollback(mark)
    assert phone.dump()["tables"] == before


def test_two_phones_that_live_the_same_days_are_the_same() -> None:
    once, twice = make_phone(), make_phone()
    once.advance(EPOCH + timedelta(days=2))
    for hours in range(2, 50, 2):
        twice.advance(EPOCH + timedelta(hours=hours))
    assert once.dump()["tables"] == twice.dump()["tables"]


def test_a_month_of_a_full_phone_passes_and_leaves_nothing_overdue() -> None:
    phone = make_phone()
    phone.advance(EPOCH + timedelta(days=31))
    now = phone.store.only(DEVICE).clock
    assert now == EPOCH + timedelta(days=31)
    upcoming = [timer.upcoming(phone.store) for timer in load_timers()]
    assert all(when is None or when > now for when in upcoming)


def test_an_advance_that_changes_nothing_but_the_clock_tells_just_that() -> None:
    phone = make_phone()
    changes = phone.advance(EPOCH + timedelta(seconds=1))
    assert {change.table for change in changes} == {"device"}
