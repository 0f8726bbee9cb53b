from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tandem_edge.embedder.local import LocalEmbedder
from tandem_edge.embedder.opening import find_embedder, open_embedder
from tandem_edge.settings import default_models_dir
from tandem_shared.errors import MissingError, TrustError, UsageError

REFERENCE = json.loads(Path(__file__).with_name("reference.json").read_text("utf-8"))["texts"]
pulled = pytest.mark.planner


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return open_embedder(default_models_dir())


@pulled
@pytest.mark.parametrize("row", REFERENCE, ids=lambda row: row["text"][:24])
def test_vectors_are_those_of_an_independent_implementation(
    row: dict[str, object], embedder: LocalEmbedder
) -> None:
    embed = embedder.queries if row["kind"] == "query" else embedder.passages
    (vector,) = embed([str(row["text"])])
    assert float(vector @ np.array(row["vector"])) >= 0.99


@pulled
def test_each_text_keeps_its_place_and_its_vector_in_a_batch(embedder: LocalEmbedder) -> None:
    texts = [str(row["text"]) for row in REFERENCE]
    together = embedder.queries(texts)
    alone = np.concatenate([embedder.queries([text]) for text in texts])
    assert together.shape == (24, embedder.dimension) and together.dtype == np.float32
    assert ((together * alone).sum(axis=1) > 0.99).all()
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-4)


def watched(embedder: LocalEmbedder, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """Texts and tokens of each run of the model from now on."""
    session, given = embedder.load().session, list[tuple[int, ...]]()
    run = session.run

    def noted(names: object, inputs: dict[str, Any], options: object) -> object:
        given.append(inputs["input_ids"].shape)
        return run(names, inputs, options)

    monkeypatch.setattr(session, "run", noted)
    return given


@pulled
@pytest.mark.parametrize("parts", [0, 1, 2, 3, 5])
def test_a_long_question_does_not_lengthen_its_short_parts(
    parts: int, embedder: LocalEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = watched(embedder, monkeypatch)
    asked = ["what did she say of the trip " * 6, *(["when was it"] * parts)]
    found = embedder.queries(asked)
    assert found.shape == (1 + parts, embedder.dimension)
    assert [rows for rows, _ in given] == ([parts, 1] if parts else [1])
    assert len({length for _, length in given}) == len(given)


@pulled
def test_parts_of_like_length_go_together(
    embedder: LocalEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = watched(embedder, monkeypatch)
    embedder.queries(["where is it", "who came to it", "when was it over"])
    assert [rows for rows, _ in given] == [3]


@pulled
def test_a_meaning_is_nearer_than_a_word_across_languages(embedder: LocalEmbedder) -> None:
    (asked,) = embedder.queries(["我对什么过敏"])
    near, far = embedder.passages(["I get a rash from peanuts: an allergy", "什么时候开会"])
    assert asked @ near > asked @ far


@pulled
def test_any_string_will_do(embedder: LocalEmbedder) -> None:
    found = embedder.passages(["", "\ud800 half", "\x00", "长" * 9000, "word " * 3000])
    assert np.isfinite(found).all()
    assert embedder.queries([]).shape == (0, embedder.dimension)


@pulled
def test_the_model_is_known_by_name_and_digest(embedder: LocalEmbedder) -> None:
    assert (embedder.name, embedder.dimension) == ("multilingual-e5-small", 384)
    assert embedder.identity == embedder.path.stem


def test_a_file_that_is_no_model_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "bad.onnx").write_bytes(b"not a model")
    with pytest.raises(TrustError, match="the model e5 does not load") as caught:
        LocalEmbedder("e5", tmp_path / "bad.onnx", "").queries(["hello"])
    assert caught.value.hint == "tandem model pull e5"


def test_without_the_model_a_sentence_says_what_to_type(tmp_path: Path) -> None:
    with pytest.raises(MissingError):
        open_embedder(tmp_path)
    found, why = find_embedder(tmp_path)
    assert found is None
    assert why == (
        "the model multilingual-e5-small is not installed; search goes by words alone "
        "(tandem model pull multilingual-e5-small)"
    )


@pulled
def test_a_planner_is_no_embedder() -> None:
    with pytest.raises(UsageError, match="is not an embedder"):
        open_embedder(default_models_dir(), "smollm2-135m")


def test_opening_imports_no_heavy_library() -> None:
    code = (
        "import sys, tandem_edge.embedder.opening\n"
        "print([name for name in ('onnxruntime', 'tokenizers', 'onnx') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
