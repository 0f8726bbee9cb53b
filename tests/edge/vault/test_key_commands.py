"""``tandem key``, as a person or a script would: what it makes, refuses, and never shows."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest
from click.testing import CliRunner, Result

from tandem_edge.cli.key import key
from tandem_edge.vault import wrapping
from tandem_edge.vault.database import open_database
from tandem_edge.vault.leaks import MARK
from tandem_edge.vault.opening import Use, unlock
from tandem_edge.vault.phrases import from_phrase, to_phrase
from tandem_edge.vault.secret import Secret
from tandem_edge.vault.slots import KEYS_NAME, Way, read_slots
from tandem_edge.vault.ways import Given
from tandem_shared.errors import MissingError, TandemError, TrustError, UsageError
from tests.edge.vault.support import STEPS, bytes_of
from tests.fakes.keyrings import InMemory

FIRST, SECOND = "first passphrase 第一", "second passphrase 第二"
ENTROPY = Secret(bytes(range(32)))


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passphrases cost little: what they cost has its own test."""
    from tandem_edge.vault import ways

    cost = wrapping.Cost(passes=1, lanes=1, memory_kib=512)
    fields = ways.NewWay.__init__.__defaults__
    assert fields is not None and fields[-1] == ways.USUAL_COST
    monkeypatch.setattr(ways.NewWay.__init__, "__defaults__", (*fields[:-1], cost))


def tandem(*arguments: str, typed: str = "") -> Result:
    result = CliRunner().invoke(key, arguments, input=typed, standalone_mode=False)
    if result.exception:
        raise result.exception
    return result


def told(*arguments: str, typed: str = "") -> dict[str, Any]:
    value = json.loads(tandem(*arguments, "--json", typed=typed).stdout)
    assert isinstance(value, dict)
    return value


def stored(home: Path) -> dict[str, bytes]:
    """Every byte of the home but its logs, which each command may add to."""
    return {name: data for name, data in bytes_of(home).items() if not name.startswith("logs/")}


def refused(home: Path, *arguments: str, typed: str = "") -> TandemError:
    """The error of a command that must change no byte."""
    before = stored(home)
    with pytest.raises(TandemError) as caught:
        tandem(*arguments, typed=typed)
    assert stored(home) == before
    return caught.value


@pytest.fixture
def made(home: Path) -> Path:
    """A home whose key opens by the first passphrase, with something stored."""
    tandem("init", "--passphrase-stdin", typed=FIRST)
    unlocked = unlock(home, Given(Secret(FIRST.encode())))
    with open_database(home / "memory.db", unlocked.key(Use.DATABASE), STEPS) as database:
        database.execute("INSERT INTO note (text) VALUES (?)", [MARK])
    return home


def read_by(home: Path, given: Given) -> str:
    """What was stored, come by in one way."""
    with open_database(home / "memory.db", unlock(home, given).key(Use.DATABASE), STEPS) as opened:
        return str(opened.execute("SELECT text FROM note").fetchone()[0])


def test_init_takes_a_passphrase_from_stdin(home: Path) -> None:
    assert told("init", "--passphrase-stdin", typed=FIRST + "\n")["ways"] == ["passphrase"]
    assert unlock(home, Given(Secret(FIRST.encode())))


def test_init_takes_a_passphrase_from_a_file(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "pass"
    file.write_text(f"{FIRST}\r\nmore\n", "utf-8")
    tandem("init", "--passphrase-file", str(file))
    assert unlock(home, Given(Secret(FIRST.encode())))


def test_init_keeps_the_key_in_the_keyring_unless_told_otherwise(
    home: Path, ring: InMemory
) -> None:
    assert told("init")["ways"] == ["keyring"] and unlock(home)
    assert len(ring.kept) == 1


def test_init_without_a_keyring_says_so_and_writes_nothing(home: Path) -> None:
    error = refused(home, "init")
    assert isinstance(error, MissingError) and str(error) == "there is no keyring on this machine"
    assert "--passphrase-stdin" in error.hint and stored(home) == {}


def test_init_makes_a_key_file_where_it_is_told(home: Path, tmp_path: Path) -> None:
    tandem("init", "--key-file", str(tmp_path / "stick"))
    assert unlock(home).slot.way is Way.KEY_FILE
    assert isinstance(refused(home, "init", "--key-file", str(home / "key")), UsageError)


def test_init_a_second_time_is_refused(made: Path) -> None:
    assert "keys already" in str(refused(made, "init", "--passphrase-stdin", typed=SECOND))


def test_a_passphrase_in_the_environment_is_not_taken(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TANDEM_PASSPHRASE", FIRST)
    with pytest.raises(UsageError, match="not a setting"):
        tandem("init", "--passphrase-stdin")
    assert not (home / KEYS_NAME).exists()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_recovery_phrase_is_shown_once_and_typed_back(
    language: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wrapping, "fresh_key", lambda: ENTROPY)
    phrase = to_phrase(ENTROPY, language)
    options = ("init", "--passphrase-stdin", "--recovery", "--language", language)
    result = tandem(*options, typed=f"{FIRST}\n{phrase}\n")
    assert "passphrase, recovery" in result.stdout
    shown = [word for line in result.stderr.splitlines() for word in line.split()[1:]]
    assert " ".join(phrase.split()) in " ".join(shown)
    assert unlock(home, Given(entropy=from_phrase(phrase)))


def test_a_phrase_that_is_not_typed_back_opens_nothing(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wrapping, "fresh_key", lambda: ENTROPY)
    wrong = to_phrase(Secret(bytes(32)), "en")
    typed = f"{FIRST}\n{wrong}\nabandon\n{wrong}\n"
    error = refused(home, "init", "--passphrase-stdin", "--recovery", typed=typed)
    assert "not typed back" in str(error) and not (home / KEYS_NAME).exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("rotate", "--passphrase-stdin"),
        ("rotate", "--passphrase-stdin", "--data"),
        ("rotate", "--passphrase-stdin", "--to", "recovery"),
        ("rotate",),
        ("rotate", "--data"),
    ],
    ids=" ".join,
)
def test_a_wrong_or_missing_key_changes_no_byte(arguments: tuple[str, ...], made: Path) -> None:
    error = refused(made, *arguments, typed=f"{SECOND}\n{FIRST}\n")
    assert error.exit_code == 6 and "nothing was changed" in error.hint


def test_a_wrong_phrase_changes_no_byte(made: Path) -> None:
    with_recovery(made)
    for phrase in (to_phrase(Secret(bytes(32)), "en"), "abandon ability", "一二三"):
        error = refused(made, "recover", "--phrase-stdin", typed=phrase + "\n")
        assert isinstance(error, TrustError) and "nothing was changed" in error.hint


def with_recovery(home: Path) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(wrapping, "fresh_key", lambda: ENTROPY)
        phrase = to_phrase(ENTROPY, "zh").replace(" ", "")
        typed = f"{FIRST}\n{phrase}\n"
        tandem("rotate", "--passphrase-stdin", "--to", "recovery", typed=typed)


def test_a_passphrase_is_changed_without_touching_the_data(made: Path) -> None:
    before = (made / "memory.db").read_bytes()
    tandem("rotate", "--passphrase-stdin", typed=f"{FIRST}\n{SECOND}\n")
    assert (made / "memory.db").read_bytes() == before
    assert read_by(made, Given(Secret(SECOND.encode()))) == MARK
    assert refused(made, "rotate", "--passphrase-stdin", typed=FIRST).exit_code == 6


def test_a_passphrase_is_changed_by_files(made: Path, tmp_path: Path) -> None:
    (old, new) = (tmp_path / "old", tmp_path / "new")
    old.write_text(FIRST, "utf-8")
    new.write_text(SECOND, "utf-8")
    tandem("rotate", "--passphrase-file", str(old), "--new-passphrase-file", str(new))
    assert read_by(made, Given(Secret(SECOND.encode()))) == MARK


def test_another_way_is_put_beside_the_first(made: Path, ring: InMemory, tmp_path: Path) -> None:
    tandem("rotate", "--passphrase-stdin", "--to", "keyring", typed=FIRST)
    file = str(tmp_path / "stick")
    tandem("rotate", "--new-key-file", file)
    ways = [slot.way for slot in read_slots(made).slots]
    assert ways == ["passphrase", "keyring", "key-file"] and read_by(made, Given()) == MARK


def test_a_new_key_file_has_to_be_somewhere(made: Path) -> None:
    arguments = ("rotate", "--passphrase-stdin", "--to", "key-file")
    assert refused(made, *arguments, typed=FIRST).hint == "--new-key-file PATH"


def test_a_new_data_key_encrypts_everything_anew(made: Path) -> None:
    before = stored(made)
    found = told("rotate", "--data", "--passphrase-stdin", typed=FIRST)
    assert found == {"databases": 1, "ways": ["passphrase"], "dropped": [], "resumed": False}
    assert stored(made)["memory.db"] != before["memory.db"]
    assert read_by(made, Given(Secret(FIRST.encode()))) == MARK


def test_a_way_that_would_be_lost_is_told_before_anything_changes(
    made: Path, ring: InMemory
) -> None:
    tandem("rotate", "--passphrase-stdin", "--to", "keyring", typed=FIRST)
    error = refused(made, "rotate", "--data")
    assert "passphrase" in str(error) and "--drop" in error.hint
    assert told("rotate", "--data", "--drop")["dropped"] == ["passphrase"]
    assert read_by(made, Given()) == MARK


def test_a_recovery_phrase_is_never_given_up_in_silence(made: Path) -> None:
    with_recovery(made)
    error = refused(made, "rotate", "--data", "--passphrase-stdin", typed=FIRST)
    assert "new recovery phrase" in str(error)


def test_the_phrase_makes_a_new_way_in(made: Path, ring: InMemory) -> None:
    with_recovery(made)
    phrase = to_phrase(ENTROPY, "zh")
    tandem("recover", "--phrase-stdin", typed=phrase + "\n")
    assert read_by(made, Given()) == MARK
    assert read_by(made, Given(entropy=ENTROPY)) == MARK


def test_the_phrase_sets_a_new_passphrase(made: Path) -> None:
    with_recovery(made)
    typed = f"{to_phrase(ENTROPY, 'zh')}\n{SECOND}\n"
    tandem("recover", "--phrase-stdin", "--passphrase-stdin", typed=typed)
    assert read_by(made, Given(Secret(SECOND.encode()))) == MARK


def test_status_tells_what_is_there_and_changes_nothing(made: Path, ring: InMemory) -> None:
    before = stored(made)
    found = told("status")
    assert [(each["way"], each["state"]) for each in found["ways"]] == [("passphrase", "asks")]
    assert [each["state"] for each in found["databases"]] == ["locked"]
    found = told("status", "--passphrase-stdin", typed=FIRST)
    assert [each["state"] for each in found["databases"]] == ["opens"] and found["amiss"] == []
    assert stored(made) == before


def test_status_ends_with_6_when_something_is_amiss(made: Path, ring: InMemory) -> None:
    assert tandem("status").return_value == 0
    (made / "plain.db").write_bytes(b"SQLite format 3\0" + bytes(4080))
    result = tandem("status")
    assert result.return_value == 6 and "plain.db is not encrypted" in result.stdout
    (made / "plain.db").unlink()
    tandem("rotate", "--passphrase-stdin", "--to", "keyring", typed=FIRST)
    ring.kept.clear()
    result = tandem("status")
    assert result.return_value == 6 and "the keyring does not hold it" in result.stdout


def test_status_tells_of_a_database_that_opens_and_is_not_whole(made: Path) -> None:
    [path] = [each for each in made.glob("*.db") if each.stat().st_size]
    bytes_ = bytearray(path.read_bytes())
    bytes_[len(bytes_) // 2] ^= 1
    path.write_bytes(bytes(bytes_))
    before = stored(made)
    result = tandem("status", "--passphrase-stdin", typed=FIRST)
    assert result.return_value == 6 and "damaged or was altered" in result.stdout
    assert stored(made) == before


def test_status_without_keys_says_how_to_make_them(home: Path) -> None:
    assert refused(home, "status").hint == "tandem key init"


def test_only_one_way_in_is_named_at_a_time(home: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="one way in"):
        tandem("init", "--passphrase-stdin", "--key-file", str(tmp_path / "x"))


@pytest.mark.parametrize("typed", ["", "\n"])
def test_nothing_on_stdin_is_no_passphrase(typed: str, home: Path) -> None:
    assert "holds nothing" in str(refused(home, "init", "--passphrase-stdin", typed=typed))


def test_nothing_secret_is_shown_logged_or_written(made: Path) -> None:
    said = [
        tandem("rotate", "--verbose", "--passphrase-stdin", typed=f"{FIRST}\n{SECOND}\n").output,
        tandem("rotate", "--data", "--passphrase-stdin", typed=SECOND).output,
        tandem("status", "--passphrase-stdin", typed=SECOND).output,
        str(refused(made, "rotate", "--passphrase-stdin", typed=FIRST)),
    ]
    unlocked = unlock(made, Given(Secret(SECOND.encode())))
    secrets = [FIRST, SECOND, unlocked.data_key.reveal().hex(), unlocked.slot_key.reveal().hex()]
    written = b"".join(bytes_of(made).values())
    for secret in secrets:
        assert not any(secret in text for text in said)
        assert secret.encode() not in written
    assert unlocked.data_key.reveal() not in written


@pytest.mark.slow
def test_at_a_terminal_everything_is_asked_for(home: Path) -> None:
    environ = {**os.environ, "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    run = ["-c", "from tandem_tui.main import main; main()", "key", "init"]
    child = pexpect.spawn(
        sys.executable, run, env=environ, encoding="utf-8", timeout=120, dimensions=(40, 200)
    )
    child.expect("so a passphrase is needed")
    for prompt in ("New passphrase", "Repeat for confirmation"):
        child.expect(prompt)
        child.sendline(FIRST)
    child.expect(r"not shown again:\s+((?:\d+ +(?:[a-z]+\s+){6}){4})")
    phrase = " ".join(word for word in child.match.group(1).split() if word.isalpha())
    child.expect("Type it back")
    child.sendline(phrase)
    child.expect("opens by: passphrase, recovery")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0 and FIRST not in (child.before or "")
    opened = [
        unlock(home, Given(Secret(FIRST.encode()))),
        unlock(home, Given(entropy=from_phrase(phrase))),
    ]
    assert opened[0].data_key == opened[1].data_key


def test_a_phrase_is_not_asked_for_where_there_is_none(made: Path) -> None:
    error = refused(made, "recover", "--phrase-stdin", typed="any words\n")
    assert "no recovery phrase was made" in str(error) and "passphrase" in error.hint


def test_only_ways_in_that_there_are_are_named(made: Path) -> None:
    error = refused(made, "rotate", "--passphrase-stdin", typed="another passphrase\n")
    assert "recover" not in error.hint
    with_recovery(made)
    error = refused(made, "rotate", "--passphrase-stdin", typed="another passphrase\n")
    assert "tandem key recover" in error.hint


def test_a_folder_is_no_key_file_and_its_mode_is_not_to_blame(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    folder.mkdir(mode=0o755)
    error = refused(made, "rotate", "--key-file", str(folder))
    assert "chmod" not in error.hint
