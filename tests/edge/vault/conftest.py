"""A keyring in memory, a cheap passphrase, and a home with keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import keyring
import keyring.backends.fail
import pytest

from tandem_edge.vault.changing import create
from tandem_edge.vault.opening import Unlocked
from tandem_edge.vault.slots import Way
from tandem_edge.vault.ways import NewWay
from tests.edge.vault.support import CHEAP, PASSPHRASE
from tests.fakes.keyrings import InMemory


@pytest.fixture(autouse=True)
def no_ring() -> Iterator[None]:
    """Tests never reach the keyring of whoever runs them."""
    before = keyring.get_keyring()
    keyring.set_keyring(keyring.backends.fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def ring(no_ring: None) -> InMemory:
    """A keyring that keeps everything in memory."""
    ring = InMemory()
    keyring.set_keyring(ring)
    return ring


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where a home is to be; it is not there yet."""
    return tmp_path / "home"


@pytest.fixture
def unlocked(place: Path) -> Unlocked:
    """A home whose key opens by a passphrase."""
    way = NewWay(Way.PASSPHRASE, place, passphrase=PASSPHRASE, cost=CHEAP)
    return create(place, [way])
