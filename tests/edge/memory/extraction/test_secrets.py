"""What holds a secret, and what only looks like it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.memory.extraction.secrets import is_secret
from tandem_edge.memory.room import open_memory
from tandem_shared.memory import Scope, Sensitivity
from tests.edge.memory.lifecycle.telling import KEY, say

SECRETS = [
    "my card is 4111 1111 1111 1111",
    "我的卡号是4111111111111111",
    "My key is sk-abcdefghijklmnopqrstuvwxyz123456",
    "My token is ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "密钥 AKIAABCDEFGHIJKLMNOP",
    "The pin is 4471",
    "my code is 5",
    "My phone passcode is 998877",
    "我的银行卡密码是123456",
    "家里wifi密码是sunflower7",
    "I have HIV",
    "我有艾滋病",
    "I was diagnosed with bipolar disorder",
    "我有抑郁症",
]


@pytest.mark.parametrize("said", SECRETS)
def test_what_is_kept_of_a_secret_is_marked_as_one(tmp_path: Path, said: str) -> None:
    with open_memory(tmp_path, KEY, Scope(), None) as room:
        say(room, said)
        assert {unit.sensitivity for unit in room.book.units()} == {Sensitivity.SECRET}


@pytest.mark.parametrize(
    "said",
    [
        "my order is 4111 1111 1111 1112",
        "我的手机号是13812345678",
        "I like the pin on her coat",
        "The dress code was odd",
        "我忘了密码",
        "Ask about the skiing trip",
    ],
)
def test_what_only_looks_like_a_secret_is_none(said: str) -> None:
    assert not is_secret(said)


@given(st.integers(10**11, 10**15 - 1), st.sampled_from(["", " ", "-"]))
def test_of_ten_last_digits_one_makes_a_card(number: int, joint: str) -> None:
    cards = [joint.join(f"{number}{last}") for last in range(10)]
    assert sum(is_secret(f"it is {card}.") for card in cards) == (len(f"{number}") >= 12)
