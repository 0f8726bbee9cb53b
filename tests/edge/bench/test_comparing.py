"""What is missing and what is too much is told record by record."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.bench.comparing import Sameness
from tandem_shared.tools import Change

changes = st.lists(
    st.builds(
        Change,
        table=st.sampled_from(["alarms", "notes"]),
        key=st.sampled_from(["a", "b"]),
        before=st.sampled_from([None, {"text": "old"}]),
        after=st.sampled_from([None, {"text": "one"}, {"text": "ONE"}, {"text": "two"}]),
    ),
    max_size=5,
)


@given(wanted=changes, made=changes)
def test_differences_are_as_many_as_the_lines_that_tell_of_them(
    wanted: list[Change], made: list[Change]
) -> None:
    missing, extra = Sameness().differences(wanted, made)
    lines = Sameness().changes(wanted, made)
    assert len(missing) == sum(line.startswith("missing") for line in lines)
    assert len(extra) == sum(line.startswith("too much") for line in lines)
    assert all(each in wanted for each in missing) and all(each in made for each in extra)


def test_a_new_record_is_the_same_whatever_its_id() -> None:
    one, two = (Change(table="notes", key=key, after={"text": "x"}) for key in "ab")
    assert Sameness().differences([one], [two]) == ([], [])
