"""The undo journal keeps what it acknowledged, whatever happens to the process or the file."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.undo.journal import LARGEST, UndoJournal
from tandem_shared.errors import PhoneError
from tandem_shared.tools import ToolCall

SPEC = load_catalogue().tools["manage_note"].spec
NOTE = ToolCall(name="manage_note", arguments={"action": "create", "text": "buy milk 牛奶"})


def write(journal: UndoJournal, phone: SandboxPhone, call: ToolCall = NOTE) -> str:
    spec = phone.catalogue.tools[call.name].spec
    entry = journal.begin("turn", call, spec)
    journal.finish(entry, spec, phone.call(call))
    return entry


def test_an_entry_is_there_after_a_restart_with_its_inverse(
    tmp_path: Path, phone: SandboxPhone
) -> None:
    path = tmp_path / "undo.jsonl"
    entry = write(UndoJournal(path), phone)
    (kept,) = UndoJournal(path).entries()
    assert kept.id == entry
    assert kept.finished is not None and kept.finished.inverse is not None
    assert kept.finished.inverse.arguments["action"] == "delete"
    assert [change.table for change in kept.finished.changes] == ["notes"]
    assert path.stat().st_mode & 0o077 == 0


def test_a_call_that_failed_leaves_no_entry(tmp_path: Path, phone: SandboxPhone) -> None:
    journal = UndoJournal(tmp_path / "undo.jsonl")
    write(journal, phone, NOTE.model_copy(update={"arguments": {"action": "delete", "text": "q"}}))
    assert journal.entries() == []


def test_a_write_that_never_finished_is_said_to_be_unknown(tmp_path: Path) -> None:
    journal = UndoJournal(tmp_path / "undo.jsonl")
    journal.begin("turn", NOTE, SPEC)
    (entry,) = journal.entries()
    assert entry.finished is None


@given(cut=st.integers(1, 400), junk=st.binary(max_size=20))
def test_a_torn_last_line_loses_nothing_else(
    tmp_path_factory: pytest.TempPathFactory, cut: int, junk: bytes
) -> None:
    path = tmp_path_factory.mktemp("undo") / "undo.jsonl"
    phone = SandboxPhone.generate(7) if not PHONES else PHONES[0].fork()
    PHONES[:] = PHONES or [phone.fork()]
    journal = UndoJournal(path)
    first = write(journal, phone)
    whole = path.read_bytes()
    journal.begin("turn", NOTE, SPEC)
    torn = path.read_bytes()[: len(whole) + cut]
    path.write_bytes(torn.rstrip(b"\n") + junk.replace(b"\n", b""))
    assert first in [entry.id for entry in UndoJournal(path).entries()]
    last = journal.begin("turn", NOTE, SPEC)
    assert {first, last} <= {entry.id for entry in UndoJournal(path).entries()}


PHONES: list[SandboxPhone] = []

CHILD = """
import sys
from pathlib import Path
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.undo.journal import UndoJournal
from tandem_shared.tools import ToolCall
spec = load_catalogue().tools["manage_note"].spec
journal = UndoJournal(Path(sys.argv[1]))
while True:
    call = ToolCall(name="manage_note", arguments={"action": "create", "text": "x" * 3000})
    print(journal.begin("turn", call, spec), flush=True)
"""


def test_kill_9_loses_no_entry_that_was_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "undo.jsonl"
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    acknowledged = [child.stdout.readline().strip() for _ in range(40)]
    child.send_signal(signal.SIGKILL)
    acknowledged += [line.strip() for line in child.stdout if line.endswith("\n")]
    child.wait()
    child.stdout.close()
    journal = UndoJournal(path)
    kept = [entry.id for entry in journal.entries()]
    assert kept[: len(acknowledged)] == acknowledged
    assert journal.begin("turn", NOTE, SPEC) in [entry.id for entry in journal.entries()]


def test_a_journal_that_grows_too_large_forgets_its_older_half(
    tmp_path: Path, phone: SandboxPhone
) -> None:
    path = tmp_path / "undo.jsonl"
    journal = UndoJournal(path)
    old, recent = write(journal, phone), NOTE.model_copy(update={"arguments": {}})
    filler = b'{"filler": "' + b"x" * 1_000_000 + b'"}\n'
    path.write_bytes(path.read_bytes() + filler * (LARGEST // len(filler) + 1))
    new = journal.begin("turn", recent, SPEC)
    assert [entry.id for entry in journal.entries()] == [new]
    assert old not in path.read_text("utf-8")
    assert path.stat().st_size < LARGEST


def test_a_journal_that_cannot_be_kept_stops_the_write_before_it(
    tmp_path: Path, phone: SandboxPhone
) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    with pytest.raises(PhoneError, match="undo journal"):
        write(UndoJournal(tmp_path / "file" / "undo.jsonl"), phone)
    assert phone.changes_since(0) == ()
