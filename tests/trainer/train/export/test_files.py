"""What is written is what was learned: llama.cpp computes with it what transformers does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np
import pytest

from tandem_edge.models.gguf import read_header
from tandem_edge.planner.engine import Engine
from tandem_shared.errors import TrustError, UsageError
from tandem_trainer.train.export.agreement import logits_of
from tandem_trainer.train.export.layout import layout_of
from tandem_trainer.train.export.learned import read_lora
from tandem_trainer.train.export.loading import checkpoint
from tandem_trainer.train.export.quantising import quantise
from tandem_trainer.train.export.writing import Facts, write_lora, write_merged
from tandem_trainer.train.importing.bases import Base
from tests.trainer.train.export.tiny_run import DATA, MODELS, finished_run, tiny_base

BOUND = 0.02
"""Largest difference of a logit, in standard deviations of the logits: llama.cpp keeps keys, values
and the LoRA's numbers in half precision."""
QUANTISED = 0.2
TEXTS = ["the quick brown fox jumps over the lazy dog", "set an alarm for seven thirty"] * 20
TOKENS = (0, 40, 41, 7, 99, 13, 55, 60, 21, 5, 90, 33)


@pytest.fixture(scope="module", params=MODELS)
def base(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Base:
    return tiny_base(tmp_path_factory.mktemp("base"), request.param, TEXTS)


@pytest.fixture(scope="module")
def learned(base: Base, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_run(tmp_path_factory.mktemp("run"), base) / "adapter"


def facts(base: Base) -> Facts:
    return Facts("tiny-lora", base.sha256, DATA, "")


def distance(base: Base, learned: Path, model: Path, adapter: Path | None, folder: Path) -> float:
    """Largest difference to the checkpoint's logits after each of ``TOKENS``."""
    lora = (str(adapter), "a" * 64) if adapter else None
    engine = Engine(str(model), base.sha256, 1, 256, str(folder / "prefixes"), lora)
    theirs: list[Any] = []
    for token in TOKENS[:-1]:
        engine.evaluate([token])
        pointer = llama_cpp.llama_get_logits_ith(engine.context, -1)
        theirs.append(np.ctypeslib.as_array(pointer, shape=(engine.vocab_size,)).copy())
    ours = logits_of(checkpoint(learned, base, "float32"), TOKENS[:1], TOKENS[1:]).numpy()
    return float(np.abs(np.stack(theirs) - ours).max() / ours.std())


def test_a_lora_over_its_base_has_the_checkpoints_logits(
    base: Base, learned: Path, tmp_path: Path
) -> None:
    assert base.gguf is not None
    out = tmp_path / "lora.gguf"
    write_lora(out, read_lora(learned), layout_of(base.gguf), facts(base))
    assert distance(base, learned, base.gguf, out, tmp_path) < BOUND
    assert distance(base, learned, base.gguf, None, tmp_path) > 10 * BOUND  # it does something
    header = read_header(out)
    assert (header.base_sha256, header.data, header.alpha) == (base.sha256, DATA, 8)


def test_a_merged_file_has_the_checkpoints_logits_also_when_quantised(
    base: Base, learned: Path, tmp_path: Path
) -> None:
    assert base.gguf is not None
    whole, small = tmp_path / "whole.gguf", tmp_path / "small.gguf"
    layout = layout_of(base.gguf)
    write_merged(whole, base.gguf, base.folder, layout, facts(base), read_lora(learned))
    assert distance(base, learned, whole, None, tmp_path) < BOUND
    quantise(whole, small, "q8_0", 1)
    assert small.stat().st_size < 0.7 * whole.stat().st_size
    assert distance(base, learned, small, None, tmp_path) < QUANTISED


def test_the_same_checkpoint_gives_the_same_bytes(
    base: Base, learned: Path, tmp_path: Path
) -> None:
    assert base.gguf is not None
    for name in ("one", "two"):
        write_lora(tmp_path / name, read_lora(learned), layout_of(base.gguf), facts(base))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_what_a_file_cannot_hold_is_refused(base: Base, learned: Path, tmp_path: Path) -> None:
    assert base.gguf is not None
    lora, layout = read_lora(learned), layout_of(base.gguf)
    name = next(iter(lora.pairs))
    down, up = lora.pairs[name]
    lora.pairs[name] = (down, up * 1e9)
    with pytest.raises(UsageError, match="float16"):
        write_lora(tmp_path / "large", lora, layout, facts(base))
    with pytest.raises(UsageError, match="no place"):
        layout.names(["model.layers.0.elsewhere.weight"])
    with pytest.raises(TrustError, match="no whole adapter"):
        read_lora(tmp_path)
