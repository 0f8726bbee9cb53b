"""A new data key: every database under it, nothing lost, and finished after any crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.vault import rotating
from tandem_edge.vault.changing import rewrap
from tandem_edge.vault.connecting import opens
from tandem_edge.vault.database import Database, open_database
from tandem_edge.vault.leaks import MARK, leaks_in
from tandem_edge.vault.opening import Unlocked, Use, unlock
from tandem_edge.vault.rotating import lost_by, rotate_data
from tandem_edge.vault.secret import Key
from tandem_edge.vault.slots import PREVIOUS_NAME, Way
from tandem_edge.vault.ways import Given, NewWay
from tandem_edge.vault.wrapping import fresh_key
from tandem_shared.errors import TandemError, TrustError, UsageError
from tests.edge.vault.support import OTHER, PASSPHRASE, STEPS, bytes_of
from tests.fakes.keyrings import InMemory

GIVEN = Given(PASSPHRASE)
NAMES = ("memory.db", "outbox.db")


def filled(unlocked: Unlocked) -> Unlocked:
    """The home with two databases and a backup of one."""
    for name in NAMES:
        for steps in (STEPS[:1], STEPS):
            with _open(unlocked, name, steps) as database:
                database.execute("INSERT INTO note (text) VALUES (?)", [MARK])
    return unlocked


def _open(unlocked: Unlocked, name: str, steps: tuple = STEPS) -> Database:  # type: ignore[type-arg]
    return open_database(unlocked.folder / name, unlocked.key(Use.DATABASE), steps)


def readable(unlocked: Unlocked) -> bool:
    """Whether both databases hold what was written, and are whole."""
    for name in NAMES:
        with _open(unlocked, name) as database:
            rows = list(database.execute("SELECT text FROM note"))
            if rows != [(MARK,), (MARK,)] or database.faults():
                return False
    return True


def test_everything_is_under_the_new_key_and_nothing_under_the_old(
    place: Path, unlocked: Unlocked
) -> None:
    before = filled(unlocked).key(Use.DATABASE).now
    done = rotate_data(unlocked, GIVEN)
    assert done.databases == 4 and done.dropped == () and not done.resumed
    again = unlock(place, GIVEN)
    assert again.former is None and again.data_key != unlocked.data_key and readable(again)
    databases = [*place.glob("*.db"), *place.glob("backups/*.db")]
    assert [opens(each, before) for each in databases] == [False] * 4
    assert all(opens(each, again.key(Use.DATABASE).now) for each in databases)
    assert leaks_in(place) == [] and not (place / PREVIOUS_NAME).exists()


def test_the_index_and_export_keys_change_with_it(place: Path, unlocked: Unlocked) -> None:
    done = rotate_data(unlocked, GIVEN).unlocked
    assert all(done.key(use).now != unlocked.key(use).now for use in Use)


class Killed(BaseException):
    """Stands for the end of the process at some point."""


@pytest.mark.parametrize("after", [0, 1, 2, 3])
def test_broken_off_after_any_database_it_opens_and_is_finished(
    after: int, place: Path, unlocked: Unlocked, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(unlocked)
    done: list[Path] = []

    def killed(path: Path, key: Key) -> None:
        if len(done) == after:
            raise Killed
        rekey(path, key)
        done.append(path)

    rekey = rotating.rekey
    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(rotating, "rekey", killed)
        rotate_data(unlocked, GIVEN)
    left = unlock(place, GIVEN)
    assert left.former == unlocked.data_key and readable(left)
    for path in place.glob("**/*.db"):
        assert sum(opens(path, each) for each in left.key(Use.DATABASE).candidates) == 1
    finished = rotate_data(left, GIVEN)
    assert finished.resumed and finished.unlocked.data_key == left.data_key
    assert unlock(place, GIVEN).former is None and readable(finished.unlocked)


def test_a_copy_that_is_not_whole_never_takes_the_place_of_the_old(
    place: Path, unlocked: Unlocked, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(unlocked)
    before = (place / "memory.db").read_bytes()
    monkeypatch.setattr(rotating, "faults_of", lambda connection: ["a page is wrong"])
    with pytest.raises(TrustError, match="not whole"):
        rotate_data(unlocked, GIVEN)
    assert (place / "memory.db").read_bytes() == before
    assert list(place.glob("*.part*")) == []
    assert readable(unlock(place, GIVEN))


def test_a_full_disk_loses_nothing_and_says_how_to_go_on(
    place: Path, unlocked: Unlocked, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    filled(unlocked)
    with monkeypatch.context() as patched, pytest.raises(TandemError, match="No space") as caught:
        patched.setattr(rotating, "copy", full)
        rotate_data(unlocked, GIVEN)
    assert "finishes it" in caught.value.hint and readable(unlock(place, GIVEN))
    assert rotate_data(unlock(place, GIVEN), GIVEN).resumed


def test_nothing_begins_while_a_database_is_in_use(
    place: Path, unlocked: Unlocked, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(unlocked)
    monkeypatch.setattr("tandem_edge.vault.holding.WAIT_S", 0)
    monkeypatch.setattr("tandem_edge.vault.holding.alone.__wrapped__.__defaults__", (0,))
    with _open(unlocked, "outbox.db"):
        before = (place / "keys.json").read_bytes()
        with pytest.raises(UsageError, match="in use"):
            rotate_data(unlocked, GIVEN)
        assert (place / "keys.json").read_bytes() == before


def test_nothing_begins_when_a_file_is_in_plain_text_or_of_another_key(
    place: Path, unlocked: Unlocked
) -> None:
    filled(unlocked)
    for data in (b"SQLite format 3\0" + bytes(4080), b"x" * 4096):
        (place / "strange.db").write_bytes(data)
        before = bytes_of(place)
        with pytest.raises(TrustError, match=r"strange\.db"):
            rotate_data(unlocked, GIVEN)
        after = bytes_of(place)
        assert {name: after[name] for name in before} == before


def test_ways_whose_key_is_at_hand_are_carried_over_and_the_others_told(
    place: Path, ring: InMemory, unlocked: Unlocked, tmp_path: Path
) -> None:
    for way in (
        NewWay(Way.KEYRING, place),
        NewWay(Way.KEY_FILE, place, key_file=tmp_path / "stick"),
        NewWay(Way.RECOVERY, place, entropy=fresh_key()),
    ):
        unlocked = rewrap(unlocked, way)
    by_ring = unlock(place)
    assert set(lost_by(by_ring, Given())) == {Way.PASSPHRASE, Way.RECOVERY}
    assert lost_by(by_ring, GIVEN) == (Way.RECOVERY,)
    entropy = fresh_key()
    done = rotate_data(by_ring, GIVEN, [NewWay(Way.RECOVERY, place, entropy=entropy)])
    assert done.dropped == ()
    for given in (Given(), GIVEN, Given(None, tmp_path / "stick"), Given(entropy=entropy)):
        assert unlock(place, given).data_key == done.unlocked.data_key
    dropped = rotate_data(unlock(place), Given(OTHER)).dropped
    assert set(dropped) == {Way.PASSPHRASE, Way.RECOVERY}
