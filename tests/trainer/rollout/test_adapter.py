"""A policy with an adapter is another policy than its planner alone."""

from __future__ import annotations

from pathlib import Path

from tandem_edge.settings import load_settings
from tandem_trainer.rollout.policies import PolicySpec
from tests.edge.models.builders import CHATML_TEMPLATE, loadable, lora, sha256


def test_a_policy_names_its_adapter_by_digest(home: Path, tmp_path: Path) -> None:
    base = loadable(template=CHATML_TEMPLATE)
    (tmp_path / "tiny.gguf").write_bytes(base)
    (tmp_path / "lora.gguf").write_bytes(lora(sha256(base)))
    flags = {"planner": str(tmp_path / "tiny.gguf"), "models_dir": tmp_path / "models"}
    plain = PolicySpec(load_settings(flags))
    settings = plain.settings.model_copy(update={"planner_adapter": tmp_path / "lora.gguf"})
    adapted = PolicySpec(settings)
    assert plain.policy().adapter == ""
    assert adapted.policy().adapter == sha256((tmp_path / "lora.gguf").read_bytes())
    assert adapted.policy().name == f"{plain.name}+{adapted.policy().adapter[:8]}"
    assert adapted.policy().sha256 == plain.policy().sha256 == sha256(base)
    oracle = PolicySpec(settings.model_copy(update={"planner": "oracle"}))
    assert oracle.policy().adapter == ""
