"""A model whose large tensors stay in its file gives what the whole one gives."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tandem_edge.embedder.conversion.adapter import Adapter
from tandem_edge.embedder.conversion.converting import convert
from tandem_edge.embedder.local import SCALES, WORDS, LocalEmbedder
from tandem_edge.embedder.mapped import read_mapped
from tests.edge.embedder.packing import tiny

TINY = tiny()


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mapped")
    (folder / "packed").write_bytes(TINY.data)
    convert(folder / "packed", folder / "model.onnx", Adapter())
    return folder / "model.onnx"


def test_the_metadata_is_the_files_own(converted: Path) -> None:
    told = {entry.key: entry.value for entry in onnx.load(converted).metadata_props}
    assert read_mapped(converted).metadata == told


def test_vectors_are_those_of_the_model_read_whole(converted: Path) -> None:
    whole = onnxruntime.InferenceSession(str(converted), providers=["CPUExecutionProvider"])
    engine = LocalEmbedder("tiny", converted, "").load()
    ids, mask = np.array([[0, 6, 5, 2], [0, 9, 2, 1]]), np.array([[1, 1, 1, 1], [1, 1, 1, 0]])
    (expected,) = whole.run(None, {"input_ids": ids, "attention_mask": mask})
    (found,) = engine.session.run(None, engine.given(ids, mask))
    assert np.array_equal(found, expected)


def test_tensors_over_the_limit_are_where_the_file_has_them(
    converted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tandem_edge.embedder.mapped.LARGE", 16)
    model = onnx.ModelProto.FromString(read_mapped(converted).model)
    whole = {each.name: each for each in onnx.load(converted).graph.initializer}
    outside = [each for each in model.graph.initializer if each.external_data]
    assert len(outside) > 3
    for tensor in outside:
        place = {entry.key: entry.value for entry in tensor.external_data}
        start, size = int(place["offset"]), int(place["length"])
        assert place["location"] == converted.name
        assert converted.read_bytes()[start : start + size] == whole[tensor.name].raw_data


def test_tables_that_are_set_apart_are_inputs_of_any_number_of_rows(converted: Path) -> None:
    read = read_mapped(converted, (WORDS, SCALES))
    model = onnx.ModelProto.FromString(read.model)
    onnx.checker.check_model(model)
    names = [value.name for value in model.graph.input]
    assert sorted(names) == sorted(["input_ids", "attention_mask", WORDS, SCALES])
    assert not {WORDS, SCALES} & {each.name for each in model.graph.initializer}
    word = next(e for e in onnx.load(converted).graph.initializer if e.name == WORDS)
    assert (read.tables[WORDS].rows, read.tables[WORDS].columns) == tuple(word.dims)


@settings(max_examples=80)
@given(st.data())
def test_a_file_cut_off_or_changed_is_read_or_refused_but_never_breaks(
    converted: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    whole = bytearray(converted.read_bytes())
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] = data.draw(st.integers(0, 255))
    broken = tmp_path_factory.mktemp("broken") / "model.onnx"
    broken.write_bytes(whole[: data.draw(st.integers(1, len(whole)))])
    with contextlib.suppress(ValueError):
        read_mapped(broken, (WORDS, SCALES))
