"""An adapter is looked at before llama.cpp sees it, and belongs to one planner."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.models.adapters import resolve_adapter
from tandem_edge.models.resolve import ModelFile
from tandem_edge.models.turns import CHATML
from tandem_shared.errors import MissingError, TandemError, TrustError, UsageError
from tests.edge.models.builders import gguf, header, lora, sha256, string_pair, tensor

BASE = "ab" * 32


def model(sha: str = BASE) -> ModelFile:
    return ModelFile("tiny", Path("tiny.gguf"), sha, "planner", 2048, "llama", CHATML, "")


def at(folder: Path, data: bytes) -> Path:
    path = folder / "adapter.gguf"
    path.write_bytes(data)
    return path


def test_an_adapter_tells_what_it_is(tmp_path: Path) -> None:
    data = lora(BASE, rank=4, alpha=16, extra=(string_pair("tandem.data.sha256", "d" * 64),))
    found = resolve_adapter(at(tmp_path, data), model(), tmp_path)
    assert (found.name, found.rank, found.alpha) == ("Tiny LoRA", 4, 16)
    assert (found.sha256, found.base_sha256, found.data) == (sha256(data), BASE, "d" * 64)


@pytest.mark.parametrize(
    ("data", "kind", "said"),
    [
        (lora("cd" * 32), UsageError, "another planner"),
        (lora(""), UsageError, "does not say which planner"),
        (lora(BASE, architecture="qwen2"), UsageError, "for qwen2 models"),
        (gguf(), UsageError, "no LoRA"),
        (lora(BASE, rank=2000), TrustError, "rank"),
        (lora(BASE, alpha=float("nan")), TrustError, "no whole LoRA"),
        (lora(BASE, alpha=0), TrustError, "no whole LoRA"),
        (lora(BASE, names=()), TrustError, "no whole LoRA"),
        (lora(BASE).replace(b"attn_q.weight.lora_b", b"attn_x.weight.lora_b"), TrustError, "whole"),
        (lora(BASE)[:-1], TrustError, "truncated"),
        (lora(BASE).replace(b"GGUF", b"GGUX"), TrustError, "not a GGUF file"),
        (b"", TrustError, "not a GGUF file"),
    ],
)  # fmt: skip
def test_what_is_no_adapter_of_this_planner_is_refused(
    tmp_path: Path, data: bytes, kind: type[TandemError], said: str
) -> None:
    with pytest.raises(kind, match=said) as raised:
        resolve_adapter(at(tmp_path, data), model(), tmp_path)
    assert raised.value.hint


def test_halves_that_do_not_fit_each_other_are_refused(tmp_path: Path) -> None:
    pairs = [
        string_pair("general.architecture", "llama"),
        string_pair("general.type", "adapter"),
        string_pair("adapter.type", "lora"),
        string_pair("tandem.base.sha256", BASE),
    ]
    halves = [tensor("x.lora_a", [32, 2]), tensor("x.lora_b", [3, 32])]
    data = header(pairs, halves) + bytes(1024)
    with pytest.raises(TrustError, match="no whole LoRA"):
        resolve_adapter(at(tmp_path, data), model(), tmp_path)


def test_an_adapter_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(MissingError, match="there is no adapter"):
        resolve_adapter(tmp_path / "none.gguf", model(), tmp_path)
