"""``keys.json``: the same bytes for the same keys, replaced whole, and refused when altered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.vault.opening import Unlocked, unlock
from tandem_edge.vault.slots import (
    KEYS_NAME,
    PREVIOUS_NAME,
    KeySlots,
    Way,
    bound_to,
    read_slots,
    replace_slots,
)
from tandem_edge.vault.ways import Given
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import TrustError, UsageError
from tests.edge.vault.support import PASSPHRASE


def test_the_file_is_canonical_private_and_holds_no_key(place: Path, unlocked: Unlocked) -> None:
    data = (place / KEYS_NAME).read_bytes()
    assert canonical_bytes(json.loads(data)) == data
    assert (place / KEYS_NAME).stat().st_mode & 0o777 == 0o600
    for secret in (unlocked.data_key, unlocked.slot_key, PASSPHRASE):
        assert secret.reveal() not in data and secret.reveal().hex().encode() not in data


def test_what_is_written_is_read(place: Path, unlocked: Unlocked) -> None:
    assert read_slots(place) == unlocked.slots


def test_the_previous_keys_are_kept_beside_the_new(place: Path, unlocked: Unlocked) -> None:
    before = (place / KEYS_NAME).read_bytes()
    replace_slots(place, unlocked.slots.model_copy(update={"generation": 2}))
    assert (place / PREVIOUS_NAME).read_bytes() == before != (place / KEYS_NAME).read_bytes()


def altered(place: Path, **changes: object) -> None:
    value = json.loads((place / KEYS_NAME).read_bytes())
    (place / KEYS_NAME).write_bytes(canonical_bytes({**value, **changes}))


@pytest.mark.parametrize(
    ("field", "value"),
    [("generation", 2), ("home", "ab" * 16), ("former", None)],
    ids=["generation", "home", "nothing"],
)
def test_a_slot_opens_only_for_its_home_and_generation(
    field: str, value: object, place: Path, unlocked: Unlocked
) -> None:
    altered(place, **{field: value})
    if field == "former":
        assert unlock(place, Given(PASSPHRASE)).data_key == unlocked.data_key
        return
    with pytest.raises(TrustError, match="does not open"):
        unlock(place, Given(PASSPHRASE))


@given(st.integers(1, 9), st.sampled_from(Way), st.binary(min_size=8, max_size=8))
def test_no_two_slots_are_bound_to_the_same_place(generation: int, way: Way, entry: bytes) -> None:
    usual = bound_to("00" * 16, 1, Way.KEYRING, "00" * 8)
    same = (generation, way, entry) == (1, Way.KEYRING, bytes(8))
    assert (bound_to("00" * 16, generation, way, entry.hex()) == usual) == same
    assert bound_to("11" * 16, 1, Way.KEYRING, "00" * 8) != usual


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[" * 100_000, b'{"version":1}', b"\xff\xfe", b"x" * 70_000]
)
def test_a_file_that_is_no_keys_is_refused_and_left_alone(
    data: bytes, place: Path, unlocked: Unlocked
) -> None:
    (place / KEYS_NAME).write_bytes(data)
    with pytest.raises(TrustError) as caught:
        read_slots(place)
    assert "nothing was changed" in caught.value.hint
    assert (place / KEYS_NAME).read_bytes() == data


def test_keys_of_a_newer_tandem_are_refused_as_such(place: Path, unlocked: Unlocked) -> None:
    altered(place, version=2)
    with pytest.raises(TrustError, match="another version"):
        read_slots(place)


def test_a_home_without_keys_says_how_to_make_them(place: Path) -> None:
    with pytest.raises(UsageError) as caught:
        read_slots(place)
    assert caught.value.hint == "tandem key init"


def test_databases_without_keys_are_a_loss_and_no_beginning(place: Path) -> None:
    place.mkdir()
    (place / "memory.db").write_bytes(b"x" * 4096)
    with pytest.raises(TrustError, match=r"keys\.json is gone"):
        read_slots(place)


def test_two_slots_of_a_kind_are_refused(unlocked: Unlocked) -> None:
    (slot,) = unlocked.slots.slots
    with pytest.raises(ValueError, match="two slots"):
        KeySlots(home=unlocked.slots.home, generation=1, slots=(slot, slot))
