"""A frozen data set is read by others' tools as what it is."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.trainer.freeze.conftest import World


@pytest.mark.parametrize(
    ("kind", "name"), [("parquet", "examples.parquet"), ("json", "examples.jsonl")]
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_hugging_face_datasets_loads_it(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, name: str
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets", reason="the trainer extra is not installed")
    made = world.freeze()
    place = world.shelf.place(made.id, name)
    loaded = datasets.load_dataset(
        kind, data_files=place, split="train", cache_dir=str(tmp_path / "cache")
    )
    assert len(loaded) == made.rollouts
    row = next(each for each in loaded if each["language"] == "en")
    assert row["id"] in world.members
    assert [each["role"] for each in row["messages"]] == [
        "system", "user", "assistant", "tool", "assistant",
    ]  # fmt: skip
    assert [each["train"] for each in row["messages"]] == [False, False, True, False, True]
    assert row["tokens"] == [
        {"ids": [1, 2, 3, 4, 5, 6], "train": [False, True, True, False, True, True]}
    ]


def test_the_table_and_the_lines_hold_the_same(world: World, tmp_path: Path) -> None:
    import json

    made = world.freeze()
    table = pq.read_table(world.shelf.place(made.id, "examples.parquet").removeprefix("file://"))
    lines = Path(world.shelf.place(made.id, "examples.jsonl").removeprefix("file://"))
    assert table.to_pylist() == [json.loads(each) for each in lines.read_text("utf-8").splitlines()]
