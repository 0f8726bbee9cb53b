"""What fits opens; what does not fit changes nothing and says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.vault.changing import create, rewrap
from tandem_edge.vault.key_files import make_key_file
from tandem_edge.vault.opening import Unlocked, Use, unlock
from tandem_edge.vault.phrases import from_phrase, to_phrase
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.slots import KEYS_NAME, PREVIOUS_NAME, Way
from tandem_edge.vault.ways import Given, NewWay
from tandem_edge.vault.wrapping import fresh_key
from tandem_shared.errors import MissingError, TandemError, TrustError, UsageError
from tests.edge.vault.support import CHEAP, OTHER, PASSPHRASE, bytes_of
from tests.fakes.keyrings import InMemory


def refused(place: Path, given: Given | None = None) -> TandemError:
    """The error of an attempt that must change no byte."""
    before = bytes_of(place.parent)
    with pytest.raises(TandemError) as caught:
        unlock(place, given)
    assert bytes_of(place.parent) == before
    return caught.value


def test_the_right_passphrase_opens_and_a_wrong_one_changes_nothing(
    place: Path, unlocked: Unlocked
) -> None:
    assert unlock(place, Given(PASSPHRASE)).data_key == unlocked.data_key
    error = refused(place, Given(OTHER))
    assert error.exit_code == 6 and "nothing was changed" in error.hint


def test_the_keyring_opens_unasked(place: Path, ring: InMemory) -> None:
    made = create(place, [NewWay(Way.KEYRING, place)])
    assert unlock(place).data_key == made.data_key
    assert made.data_key.reveal().hex() not in ring.kept.values()


def test_an_emptied_keyring_is_told_and_nothing_is_made_anew(place: Path, ring: InMemory) -> None:
    create(place, [NewWay(Way.KEYRING, place)])
    kept = dict(ring.kept)
    ring.kept.clear()
    error = refused(place)
    assert isinstance(error, TrustError) and "are: keyring" in error.hint and not ring.kept
    ring.kept.update(kept)
    assert unlock(place)


def test_a_changed_keyring_is_told_and_left_alone(place: Path, ring: InMemory) -> None:
    create(place, [NewWay(Way.KEYRING, place)])
    for other in ("00" * 32, "no key at all"):
        ring.kept = dict.fromkeys(ring.kept, other)
        assert refused(place).exit_code == 6
        assert set(ring.kept.values()) == {other}


def test_a_locked_keyring_is_no_wrong_key(place: Path, ring: InMemory) -> None:
    create(place, [NewWay(Way.KEYRING, place)])
    ring.locked = True
    error = refused(place)
    assert isinstance(error, MissingError) and "unlock" in error.hint


def test_without_a_keyring_none_is_pretended(place: Path) -> None:
    with pytest.raises(MissingError, match="no keyring"):
        create(place, [NewWay(Way.KEYRING, place)])
    assert bytes_of(place) == {}


def test_a_key_file_opens_unasked_while_it_is_where_it_was(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "stick"
    made = create(place, [NewWay(Way.KEY_FILE, place, key_file=file)])
    assert file.stat().st_mode & 0o777 == 0o600
    assert unlock(place).data_key == made.data_key
    moved = file.rename(tmp_path / "moved")
    assert refused(place).exit_code == 6
    assert unlock(place, Given(key_file=moved)).data_key == made.data_key


def test_another_key_file_does_not_open(place: Path, tmp_path: Path) -> None:
    create(place, [NewWay(Way.KEY_FILE, place, key_file=tmp_path / "stick")])
    make_key_file(tmp_path / "other", place)
    assert refused(place, Given(key_file=tmp_path / "other")).exit_code == 6


@pytest.mark.parametrize(
    ("data", "mode"), [(b"short", 0o600), (b"x" * 5000, 0o600), (b"x" * 32, 0o644)]
)
def test_a_key_file_that_is_none_is_refused(
    data: bytes, mode: int, place: Path, tmp_path: Path
) -> None:
    file = tmp_path / "stick"
    file.write_bytes(data)
    file.chmod(mode)
    with pytest.raises(TrustError):
        create(place, [NewWay(Way.KEY_FILE, place, key_file=file)])
    assert file.read_bytes() == data and not (place / KEYS_NAME).exists()


def test_a_key_is_never_put_beside_what_it_opens(place: Path) -> None:
    with pytest.raises(UsageError, match="beside"):
        create(place, [NewWay(Way.KEY_FILE, place, key_file=place / "a" / ".." / "key")])
    assert bytes_of(place) == {}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_recovery_phrase_opens_when_all_else_is_lost(
    language: str, place: Path, unlocked: Unlocked
) -> None:
    entropy = fresh_key()
    rewrap(unlocked, NewWay(Way.RECOVERY, place, entropy=entropy))
    phrase = to_phrase(entropy, language)
    assert unlock(place, Given(entropy=from_phrase(phrase))).data_key == unlocked.data_key
    assert refused(place, Given(entropy=fresh_key())).exit_code == 6


def test_nothing_given_and_nothing_to_try_names_the_ways_in(
    place: Path, unlocked: Unlocked
) -> None:
    error = refused(place)
    assert error.exit_code == 6 and "passphrase" in error.hint


def test_a_way_that_was_never_set_is_told(place: Path, unlocked: Unlocked) -> None:
    assert "no recovery was set" in str(refused(place, Given(entropy=fresh_key())))


def test_the_passphrase_is_asked_for_only_when_nothing_else_opens(
    place: Path, ring: InMemory, unlocked: Unlocked
) -> None:
    asked: list[str] = []

    def ask() -> Secret:
        asked.append("")
        return PASSPHRASE

    assert unlock(place, Given(ask=ask)).slot.way is Way.PASSPHRASE and len(asked) == 1
    rewrap(unlocked, NewWay(Way.KEYRING, place))
    assert unlock(place, Given(ask=ask)).slot.way is Way.KEYRING and len(asked) == 1


def test_a_change_that_was_broken_off_opens_by_the_previous_keys(
    place: Path, unlocked: Unlocked
) -> None:
    (place / PREVIOUS_NAME).write_bytes((place / KEYS_NAME).read_bytes())
    (place / KEYS_NAME).write_bytes(b"torn")
    assert unlock(place, Given(PASSPHRASE)).data_key == unlocked.data_key
    assert refused(place, Given(OTHER)).exit_code == 6


@pytest.mark.parametrize("bad", ["seven77", "短密码", "x" * 2000])
def test_a_passphrase_that_protects_nothing_is_refused(bad: str, place: Path) -> None:
    way = NewWay(Way.PASSPHRASE, place, passphrase=Secret(bad.encode()), cost=CHEAP)
    with pytest.raises(UsageError) as caught:
        create(place, [way])
    assert bad not in str(caught.value) and bytes_of(place) == {}


def test_four_chinese_characters_are_as_good_as_eight_letters(place: Path) -> None:
    way = NewWay(Way.PASSPHRASE, place, passphrase=Secret("山高月小".encode()), cost=CHEAP)
    assert create(place, [way])


def test_each_use_has_a_key_of_its_own_that_stays_the_same(place: Path, unlocked: Unlocked) -> None:
    again = unlock(place, Given(PASSPHRASE))
    made = [unlocked.key(use).now for use in Use]
    assert made == [again.key(use).now for use in Use]
    assert len({each.reveal() for each in made}) == len(Use)
