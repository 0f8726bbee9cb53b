from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from tandem_edge.embedder.conversion import adapter as adapters
from tandem_edge.embedder.conversion.adapter import Adapter, shipped_adapter
from tandem_edge.embedder.conversion.converting import convert
from tandem_edge.embedder.conversion.packed import NotPackedError, read_packed
from tandem_edge.embedder.conversion.vocabulary import kept_pieces
from tandem_edge.embedder.local import LocalEmbedder
from tests.edge.embedder.packing import PIECES, SPACE, tiny

TINY = tiny()


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("conversion")
    (folder / "packed").write_bytes(TINY.data)
    convert(folder / "packed", folder / "model.onnx", Adapter())
    return folder / "model.onnx"


def metadata(path: Path) -> dict[str, str]:
    return {entry.key: entry.value for entry in onnx.load(path).metadata_props}


def test_what_comes_out_is_a_valid_onnx_model(converted: Path) -> None:
    model = onnx.load(converted)
    onnx.checker.check_model(model)
    assert [value.name for value in model.graph.input] == ["input_ids", "attention_mask"]


def test_the_same_file_gives_the_same_bytes(converted: Path, tmp_path: Path) -> None:
    (tmp_path / "packed").write_bytes(TINY.data)
    convert(tmp_path / "packed", tmp_path / "again.onnx", Adapter())
    assert (tmp_path / "again.onnx").read_bytes() == converted.read_bytes()


def test_other_weights_give_other_bytes(converted: Path, tmp_path: Path) -> None:
    (tmp_path / "packed").write_bytes(tiny(seed=1).data)
    convert(tmp_path / "packed", tmp_path / "other.onnx", Adapter())
    assert (tmp_path / "other.onnx").read_bytes() != converted.read_bytes()


def test_pieces_of_other_scripts_are_left_out_and_special_ones_kept(tmp_path: Path) -> None:
    (tmp_path / "packed").write_bytes(TINY.data)
    kept = [PIECES[n] for n in kept_pieces(read_packed(tmp_path / "packed"))]
    assert kept == [piece for piece in PIECES if piece not in ("ж", "б")]


def test_the_tokenizer_uses_the_kept_pieces_numbers(converted: Path) -> None:
    tokenizer = Tokenizer.from_str(metadata(converted)["tokenizer"])
    encoded = tokenizer.encode("ａ  好c ж")
    assert encoded.tokens == ["<s>", f"{SPACE}a", SPACE, "好", "c", SPACE, "ж", "</s>"]
    assert encoded.ids == [0, 8, 5, 9, 10, 5, 3, 2]


@pytest.mark.parametrize("ids", [[0, 6, 2], [0, 8, 9, 12, 4, 2], [0, 7, 5, 6, 6, 9, 12, 3, 2]])
def test_vectors_are_those_of_the_encoder_written_out_in_numpy(
    ids: list[int], converted: Path
) -> None:
    number = {n: place for place, n in enumerate([*range(10), 12])}
    engine = LocalEmbedder("tiny", converted, "").load()
    numbers = np.array([[number[n] for n in ids]])
    (found,) = engine.session.run(None, engine.given(numbers, np.ones_like(numbers)))
    assert float(found[0] @ TINY.vector(ids)) > 0.995


def test_padding_moves_no_vector(converted: Path) -> None:
    engine = LocalEmbedder("tiny", converted, "").load()
    alone = engine.given(np.array([[0, 6, 2]]), np.ones((1, 3), np.int64))
    padded = engine.given(np.array([[0, 6, 2, 1, 1]]), np.array([[1, 1, 1, 0, 0]]))
    (one,), (other,) = engine.session.run(None, alone), engine.session.run(None, padded)
    assert float(one[0] @ other[0]) > 0.999


def low_rank(name: str, outputs: int, inputs: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(7)
    return {
        f"{name}.up": random.integers(-127, 128, (outputs, 2), dtype=np.int8),
        f"{name}.down": random.integers(-127, 128, (2, inputs), dtype=np.int8),
        f"{name}.scale": np.float32(1e-5),
    }


def test_an_adapter_is_added_to_the_weights(tmp_path: Path) -> None:
    learned = tiny()
    arrays = low_rank("l1.v", 32, 32) | low_rank("l0.fo", 32, 64)
    for name in ("l1.v", "l0.fo"):
        up, down = (arrays[f"{name}.{part}"].astype(np.float32) for part in ("up", "down"))
        learned.weights[f"{name}.w"] = learned.weights[f"{name}.w"] + up @ down * np.float32(1e-5)
    (tmp_path / "packed").write_bytes(TINY.data)
    convert(tmp_path / "packed", tmp_path / "model.onnx", Adapter(arrays))
    engine = LocalEmbedder("tiny", tmp_path / "model.onnx", "").load()
    numbers = np.array([[0, 8, 9, 10, 4, 2]])
    (found,) = engine.session.run(None, engine.given(numbers, np.ones_like(numbers)))
    ids = [0, 8, 9, 12, 4, 2]
    assert float(learned.vector(ids) @ TINY.vector(ids)) < 0.99
    assert float(found[0] @ learned.vector(ids)) > 0.995


def test_an_adapter_of_another_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "packed").write_bytes(TINY.data)
    with pytest.raises(NotPackedError, match=r"the adapter does not fit l0\.q"):
        convert(tmp_path / "packed", tmp_path / "model.onnx", shipped_adapter())


def test_evening_out_changes_no_vector_but_for_rounding(tmp_path: Path) -> None:
    exponents = np.random.default_rng(3).integers(-3, 4, 32).astype(np.int8)
    even = Adapter({"l0.qkv.smooth": exponents, "l1.fi.smooth": exponents})
    (tmp_path / "packed").write_bytes(TINY.data)
    convert(tmp_path / "packed", tmp_path / "model.onnx", even)
    engine = LocalEmbedder("tiny", tmp_path / "model.onnx", "").load()
    numbers = np.array([[0, 8, 9, 10, 4, 2]])
    (found,) = engine.session.run(None, engine.given(numbers, np.ones_like(numbers)))
    assert float(found[0] @ TINY.vector([0, 8, 9, 12, 4, 2])) > 0.99


def test_the_shipped_adapter_fits_the_encoder_and_a_damaged_one_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shipped = shipped_adapter()
    assert shipped.weights("l0.q", np.zeros((384, 384), np.float32)).any()
    assert (shipped.smooth("l11.fo", 1536) != 1).any()
    monkeypatch.setattr(adapters, "FILE", "graph.py")
    with pytest.raises(NotPackedError, match=r"graph\.py is damaged"):
        shipped_adapter()


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(TINY.data) - 1))
def test_a_file_cut_anywhere_is_refused_and_nothing_else_happens(
    tmp_path_factory: pytest.TempPathFactory, length: int
) -> None:
    folder = tmp_path_factory.mktemp("cut")
    (folder / "packed").write_bytes(TINY.data[:length])
    with pytest.raises(NotPackedError):
        convert(folder / "packed", folder / "out", Adapter())


def test_the_child_says_in_one_line_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "packed").write_bytes(b"PK" + bytes(100))
    module = "tandem_edge.embedder.conversion"
    arguments = [str(os.getpid()), str(tmp_path / "packed"), str(tmp_path / "out")]
    done = subprocess.run(
        [sys.executable, "-P", "-m", module, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "packed is no packed model: it begins with other letters\n"


def test_the_reference_vectors_are_of_unit_length() -> None:
    rows = json.loads(Path(__file__).with_name("reference.json").read_text("utf-8"))["texts"]
    lengths = [float(np.linalg.norm(row["vector"])) for row in rows]
    assert len(rows) == 24 and np.allclose(lengths, 1, atol=0.002)
    assert len({hashlib.sha256(str(row["vector"]).encode()).digest() for row in rows}) == 24
