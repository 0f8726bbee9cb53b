"""Keys: from the environment or the keyring, and from nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import keyring.backend
import keyring.backends.fail
import pytest

from tandem_edge.outbound.keys import key_of, remove_key, store_key, variable_of
from tandem_shared.errors import MissingError, UsageError
from tests.fakes.keyrings import InMemory

HOST = "api.example.com"
KEY = "sk-abc123"


@pytest.fixture
def ring() -> Iterator[InMemory]:
    before, ring = keyring.get_keyring(), InMemory()
    keyring.set_keyring(ring)
    yield ring
    keyring.set_keyring(before)


def test_a_stored_key_is_found_and_removed(ring: InMemory) -> None:
    assert key_of(HOST, {}) == ""
    store_key(HOST, f" {KEY}\n")
    assert key_of(HOST, {}) == KEY and ring.kept == {("tandem", HOST): KEY}
    assert remove_key(HOST) and not remove_key(HOST)
    assert key_of(HOST, {}) == ""


def test_the_environment_comes_first(ring: InMemory) -> None:
    store_key(HOST, KEY)
    assert key_of(HOST, {"TANDEM_KEY_API_EXAMPLE_COM": "sk-other"}) == "sk-other"


@pytest.mark.parametrize(
    ("destination", "variable"),
    [("127.0.0.1:8080", "127_0_0_1_8080"), ("[::1]:1", "1_1"), ("a-b.c", "A_B_C")],
)
def test_each_destination_has_a_variable(destination: str, variable: str) -> None:
    assert variable_of(destination) == f"TANDEM_KEY_{variable}"


def test_without_a_keyring_nothing_is_stored_and_the_variable_is_named() -> None:
    before = keyring.get_keyring()
    keyring.set_keyring(keyring.backends.fail.Keyring())
    try:
        assert key_of(HOST, {}) == "" and not remove_key(HOST)
        with pytest.raises(MissingError) as error:
            store_key(HOST, KEY)
    finally:
        keyring.set_keyring(before)
    assert "TANDEM_KEY_API_EXAMPLE_COM" in error.value.hint and error.value.exit_code == 3


def test_a_locked_keyring_is_said_and_nothing_in_it_touched(ring: InMemory) -> None:
    store_key(HOST, KEY)
    ring.locked = True
    with pytest.raises(MissingError, match="does not open") as error:
        key_of(HOST, {})
    assert "TANDEM_KEY_API_EXAMPLE_COM" in error.value.hint
    assert ring.kept


@pytest.mark.parametrize(
    "key", ["", "  ", "two words", "line\nbreak", "ключ", "k" * 5000, "a\x1bb"]
)
def test_what_is_no_key_is_refused_without_repeating_it(ring: InMemory, key: str) -> None:
    with pytest.raises(UsageError) as error:
        store_key(HOST, key)
    assert not key.strip() or key not in str(error.value)
    assert ring.kept == {}
