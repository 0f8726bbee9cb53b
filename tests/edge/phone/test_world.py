"""The sandbox phone as a file: made from a seed, saved, loaded, or refused with a hint."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import PhoneError
from tests.edge.phone.cases import EXAMPLES
from tests.edge.phone.making import do, make_phone

HOSTILE = "Mira \x1b[31m[/bad]\x00\u202eKova\u010d <b>&amp; {{7*7}} 王 小明"


def saved(path: Path) -> SandboxPhone:
    phone = SandboxPhone.generate(7, path)
    phone.save()
    return phone


def test_the_same_seed_gives_the_same_bytes() -> None:
    once, again = SandboxPhone.generate(11), SandboxPhone.generate(11)
    assert canonical_bytes(once.dump()) == canonical_bytes(again.dump())


def test_another_seed_gives_another_phone() -> None:
    assert SandboxPhone.generate(1).dump() != SandboxPhone.generate(2).dump()


def test_a_fresh_phone_has_no_changes() -> None:
    assert SandboxPhone.generate(1).changes_since(0) == ()


def test_a_phone_that_is_saved_and_loaded_is_the_same_phone(tmp_path: Path) -> None:
    phone = saved(tmp_path / "phone.json")
    loaded = SandboxPhone.load(tmp_path / "phone.json")
    assert loaded.store.rows == phone.store.rows
    assert loaded.dump() == phone.dump()
    assert {n: list(r) for n, r in loaded.store.rows.items()} == {
        n: list(r) for n, r in phone.store.rows.items()
    }


def test_every_record_that_an_example_leaves_can_be_saved_and_loaded() -> None:
    for case in EXAMPLES:
        phone, execution = case.run()
        for change in execution.changes:
            table = phone.store.tables[change.table]
            if change.after is not None:
                loaded = table.adapter.validate_python(json.loads(canonical_bytes(change.after)))
                assert loaded == phone.store.get(table, change.key), str(case)


def test_a_phone_on_which_everything_was_tried_can_be_saved_and_loaded(tmp_path: Path) -> None:
    phone = make_phone()
    for case in EXAMPLES:
        for setup in case.setups:
            with suppress(AssertionError, KeyError):
                setup(phone)
        do(phone, case.name, **case.arguments)
    phone.path = tmp_path / "phone.json"
    phone.save()
    assert SandboxPhone.load(phone.path).store.rows == phone.store.rows


def test_a_name_with_control_characters_and_markup_survives_as_data(tmp_path: Path) -> None:
    phone = make_phone()
    phone.path = tmp_path / "phone.json"
    made = do(phone, "manage_contact", action="create", name=HOSTILE, phone="13800138000")
    assert made.result.data["name"] == HOSTILE
    phone.save()
    loaded = SandboxPhone.load(tmp_path / "phone.json")
    assert HOSTILE in {row.name for row in loaded.store.all(CONTACTS).values()}
    assert do(loaded, "make_call", person=HOSTILE).result.data["number"] == "+8613800138000"


def _edited(**edits: Any) -> str:
    whole = SandboxPhone.generate(7).dump()
    tables: dict[str, Any] = whole["tables"]  # type: ignore[assignment]
    for name, records in edits.items():
        tables[name] = records
    return json.dumps(whole)


BROKEN = {
    "empty": "",
    "not json": "hello",
    "not utf-8": b"\xff\xfe{",
    "a list": "[]",
    "a number": "7",
    "null": "null",
    "nested too deeply": "[" * 100_000,
    "no format": "{}",
    "another format": '{"format": 99, "tables": {}, "counters": {}}',
    "no tables": '{"format": 1, "counters": {}}',
    "tables are a list": '{"format": 1, "tables": [], "counters": {}}',
    "counters are words": '{"format": 1, "tables": {}, "counters": {"alarms": "many"}}',
    "truncated": canonical_bytes(SandboxPhone.generate(7).dump())[:5000],
    "unknown table": _edited(secrets={}),
    "unknown field": _edited(notes={"note1": {"text": "x", "colour": "red"}}),
    "missing field": _edited(contacts={"contact1": {"name": "x"}}),
    "wrong type": _edited(contacts={"contact1": {"name": 5, "phone": "+1"}}),
    "not a record": _edited(notes={"note1": "x"}),
    "records are a list": _edited(notes=[]),
    "volume over the top": _edited(sound={"-": {"media": 140}}),
    "two devices": _edited(device={"-": {}, "other": {}}),
    "no device": _edited(device={}),
    "no such time zone": _edited(device={"-": {"timezone": "Mars/Olympus"}}),
    "a clock with an offset": _edited(device={"-": {"clock": "2026-03-10T09:00:00+08:00"}}),
    "a clock at the end of time": _edited(device={"-": {"clock": "9999-12-31T23:59:00"}}),
    "a song beyond the queue": _edited(player={"-": {"queue": ["song1"], "position": 1}}),
    "a lone surrogate": _edited(notes={"note1": {"text": "\ud800"}}),
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_broken_state_file_is_one_sentence_with_a_hint(
    content: str | bytes, tmp_path: Path
) -> None:
    path = tmp_path / "phone.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "replace"))
    with pytest.raises(PhoneError) as caught:
        SandboxPhone.load(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 300
    assert caught.value.hint


def test_a_state_file_that_is_a_folder_is_said_to_be_no_regular_file(tmp_path: Path) -> None:
    with pytest.raises(PhoneError, match="not a regular file"):
        SandboxPhone.load(tmp_path)


def test_a_table_that_an_older_file_lacks_starts_empty(tmp_path: Path) -> None:
    whole = SandboxPhone.generate(7).dump()
    del whole["tables"]["notes"], whole["tables"]["sound"]  # type: ignore[union-attr,operator]
    path = tmp_path / "phone.json"
    path.write_text(json.dumps(whole))
    loaded = SandboxPhone.load(path)
    assert do(loaded, "manage_note", action="query").result.data == {"notes": []}
    assert do(loaded, "set_volume", percent=10).result.ok
