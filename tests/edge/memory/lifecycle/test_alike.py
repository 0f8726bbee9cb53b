"""Units that say nearly the same are found without comparing each with each."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.ids import new_id
from tandem_edge.memory.lifecycle.alike import groups, words_of
from tandem_shared.memory import Kind, Origin, Scope, Unit

AT = datetime(2026, 3, 1, tzinfo=UTC)
TEXTS = st.lists(st.sampled_from("ana ben folder attic blue 蓝 色 箱 the is".split()), min_size=1)


def unit(text: str, day: int, origin: Origin = Origin.OWNER) -> Unit:
    at = AT + timedelta(days=day)
    return Unit(
        id=new_id("unit", at),
        scope=Scope(),
        kind=Kind.EPISODIC,
        summary=text,
        language="en",
        origin=origin,
        valid_from=at,
        recorded_at=at,
    )


def share(one: Unit, other: Unit) -> float:
    first, second = set(words_of(one.summary)), set(words_of(other.summary))
    return len(first & second) / len(first | second) if first | second else 0.0


@given(
    texts=st.lists(TEXTS, max_size=8).map(lambda every: [" ".join(each) for each in every]),
    alike=st.sampled_from([0.5, 0.8, 1.0]),
)
def test_no_two_units_that_are_alike_stay_apart_and_none_is_in_two_groups(
    texts: list[str], alike: float
) -> None:
    units = [unit(text, day) for day, text in enumerate(texts)]
    found = list(groups(units, alike, most=100))
    grouped = [each.id for group in found for each in group]
    assert len(grouped) == len(set(grouped))
    left = [each for each in units if each.id not in grouped]
    assert not any(share(one, other) >= alike for one, other in combinations(left, 2))
    for group in found:
        assert any(all(share(one, other) >= alike for other in group) for one in group)
        assert group == sorted(group, key=lambda each: each.recorded_at)


def test_units_of_another_sort_are_never_together() -> None:
    same = "the blue folder"
    assert list(groups([unit(same, 0), unit(same, 1, Origin.EXTERNAL)], 1.0, most=4)) == []
    assert len(next(groups([unit(same, 0), unit(same, 1)], 1.0, most=4))) == 2
