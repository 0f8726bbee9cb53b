"""Experience is kept under its digest, once, for good, and read only if it is what was kept."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from sqlalchemy import inspect, text

from tandem_shared.errors import MissingError, TrustError, UsageError
from tandem_shared.experience import Identified, Proposal, Rollout
from tandem_trainer.experience import migrations
from tandem_trainer.experience.opening import default_url, open_store
from tandem_trainer.experience.packing import DamagedError, pack, unpack
from tandem_trainer.experience.records import Damage, KeptTask, StepState
from tandem_trainer.experience.store import PAGE, Store
from tandem_trainer.experience.tables import METADATA
from tests.trainer.experience.records_for_tests import (
    dataset,
    kept_task,
    one_of_each,
    rollout,
)


def change(store: Store, sql: str, **values: Any) -> None:
    with store.database.engine.begin() as connection:
        connection.execute(text(sql), values)


def test_every_kind_of_record_is_read_as_it_was_kept(store: Store) -> None:
    records = one_of_each()
    assert store.add(records) == len(records)
    for record in records:
        assert store.get(type(record), record.id) == record
        assert list(store.each(type(record))) == [record]


def test_what_is_kept_twice_is_there_once(store: Store) -> None:
    assert store.add(one_of_each()) > 0
    assert store.add([*one_of_each(), rollout(9)]) == 1
    assert store.count(Rollout) == 2


def test_what_was_kept_is_there_when_the_store_is_opened_again(url: str) -> None:
    with open_store(url) as store:
        store.add([rollout()])
    with open_store(url) as store:
        assert store.get(Rollout, rollout().id) == rollout()


def test_a_batch_that_breaks_off_leaves_nothing(store: Store) -> None:
    def batch() -> Iterator[Identified]:
        yield from (rollout(number) for number in range(PAGE + 5))
        raise RuntimeError("the sender went away")

    with pytest.raises(RuntimeError):
        store.add(batch())
    assert store.count(Rollout) == 0


def test_records_come_in_order_of_their_ids_page_by_page(store: Store) -> None:
    made = [rollout(number) for number in range(2 * PAGE + 3)]
    store.add(made)
    assert [each.id for each in store.each(Rollout)] == sorted(each.id for each in made)


def test_records_are_found_by_their_columns(store: Store) -> None:
    store.add([rollout(0), rollout(1, passed=False), rollout(2, passed=None)])
    assert [each.task.language for each in store.each(Rollout, language="zh")] == ["zh"]
    assert list(store.each(Rollout, valid=False)) == [rollout(2, passed=None)]
    assert list(store.each(Rollout, passed=None)) == [rollout(2, passed=None)]
    assert store.count(Rollout, passed=False, split="train") == 1
    assert store.tried(rollout(1).group) == {0}


def test_a_column_that_there_is_none_of_is_refused(store: Store) -> None:
    with pytest.raises(UsageError, match="not told apart by payload"):
        list(store.each(Rollout, payload="x"))


def test_a_record_that_is_not_there_is_told(store: Store) -> None:
    with pytest.raises(UsageError, match="has no rollout"):
        store.get(Rollout, "f" * 64)


def test_a_data_set_does_not_come_without_its_rollouts(store: Store) -> None:
    with pytest.raises(TypeError, match="add_dataset"):
        store.add([rollout(), dataset()])
    assert store.count(Rollout) == 0


DAMAGES = {
    "payload = :other": "digest",
    "payload = :torn": "bytes",
    "passed = NOT passed": "passed",
    "source = 'somebody'": "source",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_is_told_and_never_returned(store: Store, damage: str) -> None:
    store.add([rollout(0), rollout(1)])
    whole, hurt = rollout(0), rollout(1)
    values = {"other": pack(whole)[1], "torn": pack(hurt)[1][:-7]}
    used = {name: value for name, value in values.items() if f":{name}" in damage}
    change(store, f"UPDATE rollouts SET {damage} WHERE id = :id", id=hurt.id, **used)
    with pytest.raises(TrustError, match=DAMAGES[damage]):
        store.get(Rollout, hurt.id)
    with pytest.raises(TrustError):
        list(store.each(Rollout))
    told: list[Damage] = []
    assert list(store.each(Rollout, damaged=told.append)) == [whole]
    assert [(each.table, each.id) for each in told] == [("rollouts", hurt.id)]
    assert list(store.check()) == told


def test_a_payload_that_unpacks_to_gigabytes_is_not_unpacked() -> None:
    import zlib

    packer = zlib.compressobj()
    bomb = b"".join(packer.compress(bytes(1_000_000)) for _ in range(70)) + packer.flush()
    with pytest.raises(DamagedError, match="too long"):
        unpack(Rollout, "0" * 64, bomb)


# ---- taking back


def test_a_withdrawn_source_is_left_out_also_of_what_comes_later(store: Store) -> None:
    store.add([rollout(0), rollout(1, source="d1"), kept_task(2, source="d1"), rollout(2)])
    gone = store.withdraw_source("d1")
    assert (gone.tasks, gone.rollouts) == (1, 2)
    store.add([rollout(3, source="d1"), rollout(1, source="d1")])
    assert list(store.each(Rollout)) == [rollout(0)]
    assert list(store.each(KeptTask)) == []
    assert store.count(Rollout, withdrawn=True) == 4
    assert store.withdraw_source("d1").rollouts == 3


def test_withdrawing_says_which_data_sets_are_touched(store: Store) -> None:
    mine, other = rollout(1, source="d1"), rollout(0)
    store.add([mine, other])
    assert store.add_dataset(dataset(1), [mine.id, other.id])
    assert store.add_dataset(dataset(0), [other.id])
    assert not store.add_dataset(dataset(0), [other.id])
    assert store.withdrawn_datasets() == ()
    assert store.withdraw_source("d1").datasets == (dataset(1).id,)
    assert store.withdrawn_datasets() == (dataset(1).id,)


def test_what_was_made_here_cannot_be_withdrawn(store: Store) -> None:
    with pytest.raises(UsageError, match="came from a device"):
        store.withdraw_source("")


# ---- steps


def test_the_same_inputs_are_the_same_step(store: Store) -> None:
    begun = store.steps.begin("collect", {"seed": 1})
    assert begun.state is StepState.BEGUN
    done = store.steps.finish(begun, "a" * 64)
    assert store.steps.begin("collect", {"seed": 1}) == done
    assert store.steps.finish(done, "a" * 64) == done
    assert store.steps.of("collect") == [done] and store.steps.of("curate") == []


def test_a_step_that_comes_out_otherwise_than_before_is_told(store: Store) -> None:
    done = store.steps.finish(store.steps.begin("collect", {}), "a" * 64)
    with pytest.raises(TrustError, match="otherwise than before"):
        store.steps.finish(done, "b" * 64)


# ---- the database


def test_the_migrations_make_the_tables_that_queries_see(store: Store) -> None:
    found = inspect(store.database.engine)
    assert {*found.get_table_names()} == {*METADATA.tables}
    for name, table in METADATA.tables.items():
        made = {each["name"]: each["nullable"] for each in found.get_columns(name)}
        assert made == {each.name: each.nullable for each in table.columns}, name


def test_a_store_of_a_newer_version_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(url):
        pass
    monkeypatch.setattr(migrations, "MIGRATIONS", ())
    with pytest.raises(UsageError, match=r"has schema \d+, this Tandem knows 0"), open_store(url):
        pass


def test_a_migration_that_fails_leaves_the_store_as_it_was(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(connection: Any) -> None:
        connection.execute(text("CREATE TABLE half (id INTEGER)"))
        connection.execute(text("SELECT nonsense FROM nowhere"))

    with open_store(url) as store:
        store.add([rollout()])
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, breaks))
    with pytest.raises(UsageError, match="cannot be used"), open_store(url):
        pass
    monkeypatch.undo()
    with open_store(url) as store:
        assert "half" not in inspect(store.database.engine).get_table_names()
        assert store.count(Rollout) == 1


def test_a_sqlite_store_is_its_owners_alone_and_durable(tmp_path: Path) -> None:
    with open_store(default_url(tmp_path)) as store:
        store.add([rollout()])
        (file,) = (tmp_path / "trainer").glob("*.db")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        with store.database.reading() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "cannot be read"),
        ("mysql://u:hush@h/d", "no store can be in mysql"),
        ("sqlite://", "outlive its process"),
        ("sqlite:////proc/nowhere/e.db", "cannot hold a store"),
        ("postgresql://u:hush@127.0.0.1:1/d?connect_timeout=2", "cannot be used"),
    ],
)
def test_a_store_that_cannot_be_opened_is_told_without_its_password(url: str, said: str) -> None:
    with pytest.raises((UsageError, MissingError)) as caught, open_store(url):
        pass
    assert said in str(caught.value) or "driver" in str(caught.value)
    assert "hush" not in f"{caught.value} {caught.value.hint}"


def test_a_file_that_is_no_database_is_told_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    path.write_bytes(b"these are my notes, " * 100)
    with pytest.raises(UsageError, match="not a database"), open_store(f"sqlite:///{path}"):
        pass
    assert path.read_bytes() == b"these are my notes, " * 100


class StoreMachine(RuleBasedStateMachine):
    """A store does what a dictionary does, however often it is opened anew."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.model: dict[str, Identified] = {}
        self.open()

    def open(self) -> None:
        self.opened = open_store(default_url(Path(self.folder.name)))
        self.store = self.opened.__enter__()

    @rule(numbers=st.lists(st.integers(0, 30), max_size=6), passed=st.sampled_from([True, None]))
    def add(self, numbers: list[int], passed: bool | None) -> None:
        records = [rollout(number, passed=passed) for number in numbers]
        new = {each.id: each for each in records if each.id not in self.model}
        assert self.store.add(records) == len(new)
        self.model |= new

    @rule(number=st.integers(0, 5))
    def add_every_kind(self, number: int) -> None:
        records = {each.id: each for each in one_of_each(number)}
        assert self.store.add(records.values()) == len({*records} - {*self.model})
        self.model |= records

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def get(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.model)))
        assert self.store.get(type(self.model[name]), name) == self.model[name]

    @rule()
    def add_and_break_off(self) -> None:
        def batch() -> Iterator[Identified]:
            yield rollout(99)
            raise RuntimeError

        with pytest.raises(RuntimeError):
            self.store.add(batch())

    @rule()
    def crash(self) -> None:
        self.store.database.engine.dispose()
        self.open()

    @invariant()
    def holds_the_same(self) -> None:
        for kind in (Rollout, Proposal):
            wanted = {name for name, each in self.model.items() if type(each) is kind}
            assert [each.id for each in self.store.each(kind)] == sorted(wanted)

    def teardown(self) -> None:
        self.store.database.engine.dispose()
        self.folder.cleanup()


StoreMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=12, deadline=None)
TestStoreMachine = StoreMachine.TestCase
