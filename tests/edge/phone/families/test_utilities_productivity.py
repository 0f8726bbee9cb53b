"""Notes, lists, sums and money: what they mean, with right values."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.catalogue.utilities_productivity.checklists import CHECKLISTS
from tandem_edge.phone.catalogue.utilities_productivity.expenses import EXPENSES
from tandem_edge.phone.catalogue.utilities_productivity.notes import NOTEBOOKS, NOTES, TODOS
from tandem_edge.phone.language.currencies import currency_of
from tandem_edge.phone.language.expressions import canonical, evaluate
from tandem_edge.phone.language.reading import PhraseError
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.world import SandboxPhone
from tests.edge.phone.cases.utilities_productivity import (
    COFFEE,
    LEASE,
    NOTE,
    NOTEBOOK,
    SHARE,
    SHELVED,
)
from tests.edge.phone.making import do, make_phone, must


def data(phone: SandboxPhone, name: str, /, **arguments: Any) -> dict[str, Any]:
    result = do(phone, name, **arguments).result
    assert result.ok, result.fault
    return result.data


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("12 × 8", 96),
        ("八乘以十二", 96),
        ("twelve times eight plus five", 101),
        ("15% of 80", 12),
        ("八十的百分之十五", 12),
        ("80 + 15%", 92),
        ("200 - 10%", 180),
        ("(3+4)*5/2", 17.5),
        ("1.5万加三百五", 15350),
        ("2^10", 1024),
        ("三的平方", 9),
        ("square root of 144", 12),
        ("根号二", 1.4142135623730951),
        ("1,200/4", 300),
        ("5-(-3)", 8),
        ("-5*3", -15),
        ("1/3+1/3", 2 / 3),
    ],
)
def test_a_sum_comes_to(said: str, value: float) -> None:
    assert evaluate(said) == pytest.approx(value, rel=1e-12)
    got = data(make_phone(), "calculate_expression", expression=said)["value"]
    assert got == pytest.approx(value, rel=1e-10)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12*8", "8 x 12"),
        ("15% of 80", "80 * 0.15"),
        ("八十的百分之十五", "0.15×80"),
        ("3+4+5", "5+(3+4)"),
        ("100 - 37 - 12", "100-12-37"),
        ("2 * (3+4)", "(4+3)*2"),
    ],
)
def test_two_ways_of_saying_a_sum_are_one(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize("said", ["", "abc", "(2+3", "2+*3", "2 apples", "1+" * 70 + "1"])
def test_what_is_no_sum_is_refused(said: str) -> None:
    with pytest.raises(PhraseError):
        canonical(said)


@pytest.mark.parametrize("said", ["7/0", "√(0-4)", "10^10^10", "(0-8)^0.5", "9^99^9"])
def test_what_cannot_be_computed_is_refused(said: str) -> None:
    with pytest.raises(PhraseError):
        evaluate(said)


NUMBERS = st.decimals(min_value=0, max_value=10**6, places=3, allow_nan=False).map(
    lambda value: f"{value:f}"
)
SUMS = st.recursive(
    NUMBERS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda part: f"({''.join(part)})"),
        inner.map(lambda part: f"(-{part})"),
        st.tuples(inner, st.sampled_from("23")).map("^".join),
    ),
    max_leaves=6,
)


@given(SUMS)
def test_the_one_spelling_of_a_sum_is_its_own_and_worth_the_same(said: str) -> None:
    spelling = canonical(said)
    assert canonical(spelling) == spelling
    try:
        value = evaluate(said)
    except PhraseError:
        return
    assert evaluate(spelling) == pytest.approx(value, rel=1e-9, abs=1e-30)


@given(st.text(max_size=40))
def test_any_text_is_a_sum_or_refused(text: str) -> None:
    try:
        assert canonical(canonical(text)) == canonical(text)
        evaluate(text)
    except PhraseError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("dollars", "USD"),
        ("刀", "USD"),
        ("块钱", "CNY"),
        ("rmb", "CNY"),
        ("Euros", "EUR"),
        ("quid", "GBP"),
        ("£", "GBP"),
        ("日币", "JPY"),
        ("Swiss francs", "CHF"),
        ("马币", "MYR"),
        ("新币", "SGD"),
    ],
)
def test_a_currency_has_many_names(said: str, code: str) -> None:
    assert currency_of(said) == code


@pytest.mark.parametrize("said", ["peso", "pesos", "¥", "克朗", "doubloon"])
def test_a_currency_that_may_be_several_or_none_is_refused(said: str) -> None:
    with pytest.raises(PhraseError):
        currency_of(said)


def test_money_goes_there_and_back() -> None:
    phone = make_phone()
    yuan = data(phone, "convert_currency", amount=1000, source="USD", target="CNY")
    back = data(phone, "convert_currency", amount=yuan["amount"], source="CNY", target="USD")
    assert 6 < yuan["rate"] < 9
    assert back["amount"] == pytest.approx(1000, abs=0.01)


def test_yen_have_no_cents() -> None:
    made = data(make_phone(), "convert_currency", amount=12.34, source="EUR", target="JPY")
    assert made["amount"] == int(made["amount"])


def test_a_line_is_appended_once() -> None:
    phone = make_phone(NOTE)
    for changed in (True, False):
        edited = data(phone, "edit_note", action="append", note="Harbour", new="Bring water")
        assert edited["changed"] is changed
    assert edited["text"] == "Harbour walk: 6 km, start at nine\nBring water"


def test_words_are_replaced_whatever_their_case() -> None:
    phone = make_phone(NOTE)
    edited = data(phone, "edit_note", action="replace", note="walk", old="NINE", new="ten")
    assert edited["text"] == "Harbour walk: 6 km, start at ten"


def test_a_deleted_notebook_leaves_its_notes() -> None:
    phone = make_phone(NOTEBOOK, SHELVED)
    data(phone, "manage_notebook", action="delete", name="Test Shelf")
    (note,) = data(phone, "manage_note", action="query", text="laces")["notes"]
    assert note["notebook"] == ""


def test_a_renamed_notebook_keeps_its_notes() -> None:
    phone = make_phone(NOTEBOOK, SHELVED)
    data(phone, "manage_notebook", action="rename", name="Test Shelf", new_name="Boots")
    found = data(phone, "manage_note", action="query", notebook="Boots")["notes"]
    assert [note["text"] for note in found] == ["Boots need new laces"]


def test_spending_is_totalled_by_span_and_category() -> None:
    phone = make_phone()
    for key in list(phone.store.all(EXPENSES)):
        phone.store.remove(EXPENSES, key)
    for amount, what, category, day in (
        (10, "Soup", "food", "2026-03-10"),
        (5.5, "Tea", "food", "2026-03-09"),
        (20, "Bus", "transport", "2026-03-02"),
        (99, "Coat", "shopping", "2026-02-27"),
    ):
        data(
            phone,
            "manage_expense",
            action="add",
            amount=amount,
            what=what,
            category=category,
            day=day,
        )
    totals = {
        period: data(phone, "manage_expense", action="query", period=period)["total"]
        for period in ("day", "week", "month", "year")
    }
    assert totals == {"day": 10, "week": 15.5, "month": 35.5, "year": 134.5}
    food = data(phone, "manage_expense", action="query", category="food", period="month")
    assert (food["total"], food["count"]) == (15.5, 2)
    whole = data(phone, "manage_expense", action="query")["by_category"]
    assert whole[0] == {"category": "shopping", "total": 99.0}


def test_an_expense_is_told_apart_by_its_amount() -> None:
    phone = make_phone(COFFEE, must("manage_expense", action="add", amount=4.8, what="Flat white"))
    fault = do(phone, "manage_expense", action="delete", what="Flat white").result.fault
    assert fault is not None and fault.code == "ambiguous"
    gone = data(phone, "manage_expense", action="delete", what="Flat white", amount=4.8)
    assert gone["amount"] == 4.8


def test_shares_are_rounded_up_to_a_cent() -> None:
    made = data(make_phone(), "split_bill", action="split", amount=100, ways=3)
    assert (made["total"], made["each"]) == (100, 33.34)
    tipped = data(make_phone(), "split_bill", action="split", amount=86.4, ways=4, tip=10)
    assert (tipped["total"], tipped["each"]) == (95.04, 23.76)


def test_a_share_is_owed_until_it_is_settled() -> None:
    phone = make_phone(SHARE)
    owed = data(phone, "split_bill", action="query", person="Kevin")
    assert owed["owed"] == 45
    data(phone, "split_bill", action="settle", person="Kevin")
    assert data(phone, "split_bill", action="query", person="Kevin")["shares"] == []


def test_a_scan_takes_storage_and_gives_it_back() -> None:
    phone = make_phone()
    before = phone.store.only(DEVICE).free_mb
    LEASE(phone)
    assert phone.store.only(DEVICE).free_mb == before - 6
    data(phone, "scan_document", action="add_pages", title="Test Lease")
    data(phone, "scan_document", action="delete", title="Test Lease")
    assert phone.store.only(DEVICE).free_mb == before


def test_an_item_taken_out_does_not_shift_the_ticks() -> None:
    phone = make_phone(
        must("manage_checklist", action="create", name="T"),
        *(
            must("manage_checklist", action="add_item", name="T", item=item)
            for item in ("a", "b", "c")
        ),
        must("manage_checklist", action="check", name="T", item="c"),
    )
    after = data(phone, "manage_checklist", action="remove_item", name="T", item="a")
    assert after["items"] == [{"item": "b", "ticked": False}, {"item": "c", "ticked": True}]
    assert after["missing"] == 1


def test_a_reset_list_is_ready_for_the_next_journey() -> None:
    phone = make_phone(must("manage_checklist", action="check", name="行李清单", item="牙刷"))
    after = data(phone, "manage_checklist", action="reset", name="行李清单")
    assert after["missing"] == len(after["items"])
    again = data(phone, "manage_checklist", action="reset", name="行李清单")
    assert again["changed"] is False


@pytest.mark.parametrize("cast", [each for each in Cast if each is not Cast.EVERYDAY])
def test_every_cast_has_noted_dozens_of_things(cast: Cast) -> None:
    store = SandboxPhone.generate(5, cast=cast).store
    assert len(store.all(NOTES)) >= 20 and len(store.all(TODOS)) >= 12
    assert len(store.all(EXPENSES)) >= 40 and len(store.all(NOTEBOOKS)) >= 9
    assert len(store.all(CHECKLISTS)) >= 8
