"""Equal values, equal bytes, equal digests."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from tandem_shared.canonical import canonical_bytes, digest

scalars = st.none() | st.booleans() | st.integers() | st.text()
values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


@given(values)
def test_canonical_bytes_read_back_as_the_same_value(value: JsonValue) -> None:
    assert json.loads(canonical_bytes(value)) == value


@given(st.dictionaries(st.text(), scalars, min_size=2))
def test_the_order_of_keys_does_not_matter(value: dict[str, JsonValue]) -> None:
    turned = dict(reversed(value.items()))
    assert canonical_bytes(turned) == canonical_bytes(value)
    assert digest(turned) == digest(value)


def test_the_bytes_are_the_ones_written_down() -> None:
    assert (
        canonical_bytes({"b": [1, True, None], "a": "名"})
        == '{"a":"名","b":[1,true,null]}'.encode()
    )
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_what_json_cannot_say_is_refused(value: JsonValue) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical_bytes(value)
