"""What the validator calls a contradiction, and what it does not."""

from __future__ import annotations

import ast
import inspect
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.bench import planting
from tandem_edge.bench.simulated_runs import attempt
from tandem_edge.phone.simulated.account import THE_TASK, Account, Standing, StatedFact
from tandem_edge.phone.simulated.discovery import load_services
from tandem_edge.phone.simulated.fake import Bookkeeper
from tandem_edge.phone.simulated.validate import validate
from tests.edge.simulated.saying import (
    EVENING,
    booking,
    call,
    fresh,
    gym_class,
    order,
    parcel,
    rules,
    said,
)

TRACK = call("manage_parcel", action="query", parcel_id="P3301")
PARCELS = call("manage_parcel", action="list")
CLASSES = call("find_gym_classes")
BOOK = call("book_gym_class", class_id="G301")
BOOKINGS = call("manage_class_booking", action="list")
ORDER = call(
    "order_food", restaurant_id="R102", dish="Mapo tofu", quantity=2, address="7 Mill Street"
)


def test_an_account_counts_only_once_it_was_found_consistent() -> None:
    account = Account(answers=(said(TRACK, parcel()),))
    assert account.standing is Standing.UNVALIDATED and not account.may_count
    good = validate(account)
    assert good.standing is Standing.CONSISTENT and good.may_count
    bad = validate(Account(answers=(said(TRACK, parcel(parcel_id="P9999")),)))
    assert bad.standing is Standing.INCONSISTENT and not bad.may_count


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("fee", 3),
        ("keep_until", "2026-03-15"),
        ("locker", "Metro exit B"),
        ("sender", "Shoe Depot"),
        ("status", "in_locker"),
    ],
)
def test_a_field_that_changed_with_no_call_to_explain_it_is_caught(field: str, value: Any) -> None:
    assert rules(said(TRACK, parcel()), said(TRACK, parcel(**{field: value}))) == ["changed"]


def test_the_verdict_says_what_contradicts_what() -> None:
    judged = validate(Account(answers=(said(TRACK, parcel()), said(TRACK, parcel(fee=3)))))
    (one,) = judged.contradictions
    assert (one.step, one.against, one.record) == (1, 0, "parcel P3301")
    assert one.detail == "fee was 2.5, now it is 3"


def test_words_put_otherwise_fields_left_out_and_another_order_are_no_contradiction() -> None:
    first = parcel(remark="Fragile", code="482913")
    again = dict(reversed(parcel(remark="please be careful, breaks easily").items()))
    retyped = parcel(sender=" BOOKSHOP ", locker="north gate LOCKER", fee=2.50)
    assert rules(said(TRACK, first), said(TRACK, again), said(TRACK, retyped)) == []


def test_a_change_that_a_call_made_is_no_contradiction() -> None:
    extend = call("manage_parcel", action="extend", parcel_id="P3301")
    later = parcel(keep_until="2026-03-20", fee=4)
    assert rules(said(TRACK, parcel()), said(extend, later), said(TRACK, later)) == []


def test_a_call_explains_only_the_fields_it_may_set_and_only_of_its_record() -> None:
    extend = call("manage_parcel", action="extend", parcel_id="P3301")
    assert rules(said(TRACK, parcel()), said(extend, parcel(sender="Shoe Depot"))) == ["changed"]
    other = call("manage_parcel", action="extend", parcel_id="P4000")
    answers = (
        said(TRACK, parcel()),
        said(other, parcel(parcel_id="P4000")),
        said(TRACK, parcel(fee=9)),
    )
    assert rules(*answers) == ["changed"]


def test_a_status_may_move_on_as_time_passes_but_never_back() -> None:
    moved = said(TRACK, parcel(status="in_locker"), clock=EVENING)
    assert rules(said(TRACK, parcel()), moved) == []
    back = said(TRACK, parcel(status="announced"), clock=EVENING)
    assert rules(said(TRACK, parcel()), back) == ["status_back"]
    returned = said(TRACK, parcel(status="returned"))
    assert rules(returned, said(TRACK, parcel(), clock=EVENING)) == ["status_back"]


def test_live_figures_may_change_as_time_passes_or_things_are_booked_and_not_otherwise() -> None:
    before, after = {"gym_classes": [gym_class()]}, {"gym_classes": [gym_class(places_left=5)]}
    assert rules(said(CLASSES, before), said(CLASSES, after)) == ["changed"]
    assert rules(said(CLASSES, before), said(CLASSES, after, clock=EVENING)) == []
    assert rules(said(CLASSES, before), said(BOOK, booking()), said(CLASSES, after)) == []


def test_a_record_that_vanishes_from_the_same_list_is_caught() -> None:
    two = {"gym_classes": [gym_class(), gym_class(class_id="G302", title="Aqua fit")]}
    one = {"gym_classes": [gym_class()]}
    assert rules(said(CLASSES, two), said(CLASSES, one)) == ["vanished"]
    assert rules(said(CLASSES, one), said(CLASSES, two)) == []
    assert rules(said(CLASSES, two), said(BOOK, booking()), said(CLASSES, one)) == ["vanished"]
    taken = {"gym_classes": [gym_class(class_id="G302", title="Aqua fit")]}
    assert rules(said(CLASSES, two), said(BOOK, booking()), said(CLASSES, taken)) == []


def test_a_list_of_all_there_is_must_hold_what_a_call_made() -> None:
    made, none = said(BOOK, booking()), said(BOOKINGS, {"class_bookings": []}, clock=EVENING)
    assert rules(made, none) == ["vanished"]
    cancel = call("manage_class_booking", action="cancel", booking_id="Y6004")
    assert rules(made, said(cancel, booking(status="cancelled")), none) == []


def test_a_filtered_list_need_not_hold_what_does_not_fit_it() -> None:
    bill = {
        "bill_id": "B1190", "utility": "water", "consumption": 30, "base_fee": 10, "amount": 40,
        "issued_on": "2026-03-01", "due_on": "2026-03-20", "status": "open",
    }  # fmt: skip
    everything = said(call("list_utility_bills"), {"utility_bills": [bill]})
    gas = said(call("list_utility_bills", utility="gas"), {"utility_bills": []})
    water = said(call("list_utility_bills", utility="water"), {"utility_bills": []})
    assert rules(everything, gas) == []
    assert rules(everything, water) == ["vanished"]
    assert rules(said(call("list_utility_bills", utility="gas"), {"utility_bills": [bill]})) == [
        "not_as_called"
    ]


def test_a_query_that_denies_what_was_there_is_caught_and_so_is_its_return() -> None:
    assert rules(said(TRACK, parcel()), said(TRACK, "not_found")) == ["denied"]
    assert rules(said(TRACK, "not_found"), said(TRACK, parcel())) == ["reappeared"]
    assert rules(said(TRACK, "not_found"), said(TRACK, "not_found")) == []


@pytest.mark.parametrize(("field", "value"), [("total", 43), ("delivery_fee", 6)])
def test_a_total_that_is_not_its_parts_is_caught(field: str, value: float) -> None:
    assert rules(said(ORDER, order())) == []
    assert rules(said(ORDER, order(**{field: value}))) == ["wrong_sum"]


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"arrives_at": "2026-03-10T11:00"}, "wrong_order"),
        ({"placed_at": "2026-03-10T12:30"}, "wrong_order"),
        ({"address": "18 Lake View"}, "not_as_called"),
        ({"restaurant_id": "R999"}, "not_as_called"),
        ({"status": "cooking"}, "not_as_called"),
        ({"dishes": [{"dish": "Mapo tofu", "quantity": 1, "price": 37}]}, "not_as_called"),
        ({"dishes": [{"dish": "Pizza", "quantity": 2, "price": 18.5}]}, "not_as_called"),
    ],
)
def test_a_new_record_is_as_its_call_wants_it(changed: dict[str, Any], rule: str) -> None:
    assert rules(said(ORDER, order(**changed))) == [rule]


def test_a_wish_may_be_put_in_other_words() -> None:
    wished = call(ORDER.name, **ORDER.arguments, note="No coriander")
    assert rules(said(wished, order(note="without cilantro, please"))) == []


def test_a_record_must_be_the_one_asked_for_and_a_new_one_new() -> None:
    assert rules(said(TRACK, parcel(parcel_id="P3302"))) == ["wrong_record"]
    assert rules(said(BOOK, booking()), said(BOOK, booking())) == ["id_taken"]
    twice = {"parcels": [parcel(), parcel()]}
    assert rules(said(PARCELS, twice)) == ["twice"]


def test_a_record_keeps_to_the_one_it_refers_to() -> None:
    classes = said(CLASSES, {"gym_classes": [gym_class()]})
    assert rules(classes, said(BOOK, booking())) == []
    assert rules(classes, said(BOOK, booking(price=46, to_pay=41))) == ["not_copied"]


def test_what_the_task_states_must_not_be_denied() -> None:
    fact = StatedFact(kind="parcel", about={"sender": "bookshop"}, says={"fee": 2.5})
    assert rules(said(TRACK, parcel()), facts=(fact,)) == []
    assert rules(said(TRACK, parcel(sender="Shoe Depot", fee=9)), facts=(fact,)) == []
    judged = validate(Account(facts=(fact,), answers=(said(TRACK, parcel(fee=3)),)))
    assert [(one.rule, one.against) for one in judged.contradictions] == [
        ("not_as_stated", THE_TASK)
    ]
    known = StatedFact(kind="parcel", about={"parcel_id": "P3301"}, says={})
    assert rules(said(TRACK, "not_found"), facts=(known,)) == ["denied"]


def test_an_answer_that_the_world_could_not_give_makes_an_account_useless() -> None:
    assert rules(said(TRACK, "simulator_failed")) == ["simulator_failed"]
    assert rules(said(TRACK, {"parcel_id": "P3301"})) == ["not_in_schema"]
    unknown = said(TRACK, parcel()).model_copy(update={"call": call("no_tool")})
    assert rules(unknown) == ["unknown_tool"]


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.sampled_from(load_services().specs))
def test_a_proper_bookkeeper_never_contradicts_itself(seed: int, spec: Any) -> None:
    account = attempt(spec, fresh(), Bookkeeper(seed), Random(seed), calls=6)
    assert validate(account).contradictions == ()


@pytest.mark.parametrize("planter", planting.PLANTERS, ids=lambda planter: planter.__name__)
def test_what_is_planted_in_a_good_account_is_found(planter: planting.Planter) -> None:
    specs, planted = load_services().specs, 0
    for place in range(400):
        random = Random(f"held out/{place}")
        spec = specs[place % len(specs)]
        account = attempt(spec, fresh(), Bookkeeper(place), random, calls=8)
        spoilt, what = planting.plant(account, planter, random)
        if what:
            planted += 1
            assert not validate(spoilt).may_count, what
        if planted == 6:
            return
    raise AssertionError("nothing could be planted")


def test_the_planter_knows_nothing_of_the_validators_rules() -> None:
    tree = ast.parse(inspect.getsource(planting))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {
        name
        for name in imported
        if name and name.endswith(("validate", "rules_within", "rules_between", "book", "compare"))
    }
