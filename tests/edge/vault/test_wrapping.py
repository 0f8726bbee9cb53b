"""A data key opens with its own key, in its own place, and in no other way."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tandem_edge.vault.secret import Key, Secret
from tandem_edge.vault.wrapping import (
    KEY_BYTES,
    Cost,
    Wrapped,
    derive,
    fresh_key,
    stretch,
    unwrap,
    wrap,
)
from tests.edge.vault.support import CHEAP

keys = st.binary(min_size=KEY_BYTES, max_size=KEY_BYTES).map(Secret)


@given(keys, keys, st.binary(max_size=60))
def test_what_was_wrapped_comes_back(data_key: Secret, under: Secret, bound: bytes) -> None:
    assert unwrap(wrap(data_key, under, bound), under, bound) == data_key


@given(keys, keys, keys)
def test_another_key_opens_nothing(data_key: Secret, under: Secret, other: Secret) -> None:
    if other != under:
        assert unwrap(wrap(data_key, under, b"here"), other, b"here") is None


@given(keys, keys, st.binary(max_size=20), st.binary(max_size=20))
def test_it_opens_only_where_it_belongs(
    data_key: Secret, under: Secret, here: bytes, there: bytes
) -> None:
    if here != there:
        assert unwrap(wrap(data_key, under, here), under, there) is None


@given(keys, keys, st.integers(0, 8 * (KEY_BYTES + 16) - 1))
def test_one_turned_bit_opens_nothing(data_key: Secret, under: Secret, bit: int) -> None:
    wrapped = wrap(data_key, under, b"here")
    sealed = bytearray.fromhex(wrapped.sealed)
    sealed[bit // 8] ^= 1 << bit % 8
    altered = Wrapped(nonce=wrapped.nonce, sealed=sealed.hex())
    assert unwrap(altered, under, b"here") is None


def test_the_same_key_is_never_wrapped_the_same_way_twice() -> None:
    data_key, under = fresh_key(), fresh_key()
    assert wrap(data_key, under, b"") != wrap(data_key, under, b"")


def test_argon2id_is_that_of_the_reference_program() -> None:
    # Its own test: argon2id, version 0x13, t=2, m=2^16 KiB, p=1.
    key = stretch(Secret(b"password"), b"somesalt", Cost(passes=2, lanes=1, memory_kib=65536))
    assert key.reveal().hex() == "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7"


def test_a_guess_costs_what_the_second_setting_of_rfc_9106_asks() -> None:
    assert (Cost().passes, Cost().lanes, Cost().memory_kib) == (3, 4, 65536)


def test_a_passphrase_typed_on_another_keyboard_is_the_same() -> None:
    composed, taken_apart = "Zoë café", "Zoe\u0308 cafe\u0301"
    assert stretch(Secret(composed.encode()), b"s" * 16, CHEAP) == stretch(
        Secret(taken_apart.encode()), b"s" * 16, CHEAP
    )


def test_each_use_has_a_key_of_its_own() -> None:
    data_key = fresh_key()
    made = {derive(data_key, use).reveal() for use in ("sqlcipher", "index", "export")}
    assert len(made | {data_key.reveal()}) == 4


def test_a_subkey_is_that_of_rfc_5869() -> None:
    # HMAC-SHA256 by hand: extract with a salt of zeros, then expand by one block.
    import hashlib
    import hmac

    def mac(key: bytes, data: bytes) -> bytes:
        return hmac.new(key, data, hashlib.sha256).digest()

    extracted = mac(bytes(32), b"k" * 32)
    assert derive(Secret(b"k" * 32), "index").reveal() == mac(extracted, b"tandem/v1/index\x01")


@pytest.mark.parametrize(
    "hostile", [{"passes": 65}, {"memory_kib": 2**31}, {"lanes": 0}, {"passes": 0}]
)
def test_a_cost_that_would_stop_the_machine_is_refused(hostile: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        Cost(**hostile)


def test_a_secret_shows_itself_nowhere() -> None:
    secret = Secret(b"hunter2hunter2")
    shown = f"{secret} {secret!r} {[secret]} {Key(secret, secret)!r}"
    assert "hunter2" not in shown and b"hunter2".hex() not in shown
    for leave in (copy.copy, copy.deepcopy):  # by way of what pickle asks for, too
        with pytest.raises(TypeError):
            leave(secret)
