"""A device that sends more than its share is named."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tandem_trainer.experience.flooding import Flood, flooding


def test_a_device_over_its_share_is_named_with_its_share() -> None:
    batch = ["flood"] * 30 + [f"d{number}" for number in range(70)]
    assert flooding(batch) == (Flood("flood", 30, 100),)
    assert flooding(batch)[0].share == 0.3


def test_what_was_made_here_hides_no_flood() -> None:
    assert flooding([""] * 5000 + ["flood"] * 20)[0].source == "flood"


def test_a_handful_of_records_is_not_judged() -> None:
    assert flooding(["d"] * 19) == ()


@given(st.lists(st.sampled_from(["", "a", "b", "c"]), max_size=200), st.floats(0.05, 1))
def test_exactly_those_over_the_limit_are_named(batch: list[str], most: float) -> None:
    told = [flood.source for flood in flooding(batch, most, least=1)]
    own = [source for source in batch if source]
    over = {source for source in own if own.count(source) > most * len(own)}
    assert set(told) == over and len(told) == len(over)
