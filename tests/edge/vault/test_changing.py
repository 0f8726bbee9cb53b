"""Other ways in to the same key: the old way goes only when the new one has opened everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.vault import changing
from tandem_edge.vault.changing import create, rewrap
from tandem_edge.vault.database import open_database
from tandem_edge.vault.opening import Unlocked, Use, unlock
from tandem_edge.vault.slots import KEYS_NAME, PREVIOUS_NAME, Way, replace_slots
from tandem_edge.vault.ways import Given, NewWay
from tandem_edge.vault.wrapping import fresh_key
from tandem_shared.errors import TandemError, TrustError, UsageError
from tests.edge.vault.support import CHEAP, OTHER, PASSPHRASE, STEPS, bytes_of
from tests.fakes.keyrings import InMemory


def test_keys_are_made_once(place: Path, unlocked: Unlocked) -> None:
    before = bytes_of(place)
    with pytest.raises(UsageError, match="keys already"):
        create(place, [NewWay(Way.PASSPHRASE, place, passphrase=OTHER, cost=CHEAP)])
    assert bytes_of(place) == before


def test_keys_are_never_made_over_databases(place: Path, unlocked: Unlocked) -> None:
    open_database(place / "memory.db", unlocked.key(Use.DATABASE), STEPS).close()
    (place / KEYS_NAME).unlink()
    before = bytes_of(place)
    with pytest.raises(TrustError, match=r"keys\.json is gone"):
        create(place, [NewWay(Way.PASSPHRASE, place, passphrase=OTHER, cost=CHEAP)])
    assert bytes_of(place) == before


def test_a_new_passphrase_takes_the_place_of_the_old(place: Path, unlocked: Unlocked) -> None:
    rewrap(unlocked, NewWay(Way.PASSPHRASE, place, passphrase=OTHER, cost=CHEAP))
    assert unlock(place, Given(OTHER)).data_key == unlocked.data_key
    with pytest.raises(TrustError):
        unlock(place, Given(PASSPHRASE))
    assert not (place / PREVIOUS_NAME).exists()


def test_a_rewrap_writes_no_database(place: Path, unlocked: Unlocked) -> None:
    open_database(place / "memory.db", unlocked.key(Use.DATABASE), STEPS).close()
    before = (place / "memory.db").read_bytes()
    rewrap(unlocked, NewWay(Way.PASSPHRASE, place, passphrase=OTHER, cost=CHEAP))
    assert (place / "memory.db").read_bytes() == before


def test_several_ways_lead_to_the_same_key(
    place: Path, ring: InMemory, unlocked: Unlocked, tmp_path: Path
) -> None:
    entropy = fresh_key()
    for way in (
        NewWay(Way.KEYRING, place),
        NewWay(Way.KEY_FILE, place, key_file=tmp_path / "stick"),
        NewWay(Way.RECOVERY, place, entropy=entropy),
    ):
        unlocked = rewrap(unlocked, way)
    ways = (Given(), Given(PASSPHRASE), Given(None, tmp_path / "stick"), Given(entropy=entropy))
    opened = [unlock(place, given) for given in ways]
    assert [each.slot.way for each in opened] == list(Way)
    assert all(each.data_key == unlocked.data_key for each in opened)


def test_a_new_key_in_the_keyring_replaces_the_old_at_last(place: Path, ring: InMemory) -> None:
    made = create(place, [NewWay(Way.KEYRING, place)])
    (before,) = ring.kept.values()
    rewrap(made, NewWay(Way.KEYRING, place))
    (after,) = ring.kept.values()
    assert before != after and unlock(place).data_key == made.data_key


def test_a_crash_before_the_new_key_has_opened_leaves_both_ways_in(
    place: Path, ring: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = create(place, [NewWay(Way.KEYRING, place)])

    def crash(unlocked: Unlocked) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(changing, "demand_opening", crash)
    with pytest.raises(KeyboardInterrupt):
        rewrap(made, NewWay(Way.KEYRING, place))
    assert len(ring.kept) == 2 and (place / PREVIOUS_NAME).exists()
    assert unlock(place).data_key == made.data_key
    (place / KEYS_NAME).write_bytes(b"torn")
    assert unlock(place).data_key == made.data_key


def test_a_full_disk_leaves_the_old_keys(
    place: Path, unlocked: Unlocked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(changing, "replace_slots", full)
    before = (place / KEYS_NAME).read_bytes()
    with pytest.raises(OSError, match="No space"):
        rewrap(unlocked, NewWay(Way.PASSPHRASE, place, passphrase=OTHER, cost=CHEAP))
    assert (place / KEYS_NAME).read_bytes() == before


def test_keys_that_were_changed_meanwhile_are_not_overwritten(
    place: Path, unlocked: Unlocked
) -> None:
    rewrap(unlocked, NewWay(Way.PASSPHRASE, place, passphrase=OTHER, cost=CHEAP))
    with pytest.raises(UsageError, match="meanwhile"):
        rewrap(unlocked, NewWay(Way.PASSPHRASE, place, passphrase=PASSPHRASE, cost=CHEAP))
    assert unlock(place, Given(OTHER))


def test_keys_opened_by_the_previous_file_are_not_built_upon(
    place: Path, unlocked: Unlocked
) -> None:
    replace_slots(place, unlocked.slots)
    (place / KEYS_NAME).write_bytes(b"torn")
    opened = unlock(place, Given(PASSPHRASE))
    before = bytes_of(place)
    with pytest.raises(TandemError, match=r"only keys\.previous\.json") as caught:
        rewrap(opened, NewWay(Way.PASSPHRASE, place, passphrase=OTHER, cost=CHEAP))
    assert caught.value.exit_code == 6
    assert {**bytes_of(place), "keys.json.lock": b""} == {**before, "keys.json.lock": b""}


def test_a_database_that_the_key_does_not_open_keeps_the_previous_keys(
    place: Path, unlocked: Unlocked
) -> None:
    (place / "memory.db").write_bytes(b"x" * 8192)
    with pytest.raises(TrustError, match=r"memory\.db"):
        rewrap(unlocked, NewWay(Way.PASSPHRASE, place, passphrase=OTHER, cost=CHEAP))
    assert (place / PREVIOUS_NAME).exists() and (place / "memory.db").read_bytes() == b"x" * 8192
