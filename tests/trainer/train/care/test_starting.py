"""CARE begins with what sft takes and with what sft made, and its LoRA is the one trained on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from safetensors.numpy import load_file

from tandem_shared.errors import MissingError, TrustError, UsageError
from tandem_trainer.train.care.following import Follows
from tandem_trainer.train.care.loading import load_base
from tandem_trainer.train.care.running import CareRun, _manifest, run_care
from tandem_trainer.train.care.starting import Start, find_start
from tandem_trainer.train.export.learned import read_lora
from tandem_trainer.train.importing.bases import Base, folder_digest
from tandem_trainer.train.rewards import progress
from tandem_trainer.train.rewards.attempted import Attempted
from tandem_trainer.train.runs import bases
from tandem_trainer.train.runs.folder import RESULT, RunFolder
from tests.contracts.repo import ROOT
from tests.trainer.train.care.test_running import SETTINGS
from tests.trainer.train.care.tiny import tasks
from tests.trainer.train.export.tiny_run import finished_run, tiny_base

READ = ROOT / "edge/tandem_edge/bench/tasks/frozen/dev.jsonl"
"""What the tiny tokeniser learns its words from, so that prompts are short."""
TEMPLATE = (
    "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}"
    "{{ '<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face"
    "<|im_end|>\n' }}{% endif %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + "
    "'<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}"
    "{{ '<|im_start|>assistant\n' }}{% endif %}"
)
"""SmolLM2's: a base must have one that has been read."""
SHORT = SETTINGS.model_copy(update={"rate": 1e-2, "answer_tokens": 3})


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Base:
    return tiny_base(tmp_path_factory.mktemp("base"), "qwen2", [READ.read_text("utf-8")[:100_000]])


@pytest.fixture
def named(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny base is found by any name."""
    monkeypatch.setattr(bases, "import_base", lambda name, models: base)


@pytest.fixture
def learned(base: Base, tmp_path: Path) -> Path:
    return finished_run(tmp_path / "first", base)


def run_from(start: Start, out: Path, **given: Any) -> CareRun:
    settings = SHORT.model_copy(update=given)
    return CareRun(start, tasks(count=2), (), out, settings)


def tells_apart(tried: Attempted) -> float:
    """Progress of a kind that even answers at random make differently: what was sampled."""
    ids = [id_ for turn in tried.trajectory.turns for step in turn.steps for id_ in step.token_ids]
    return sum(ids) % 997 / 997


def numbers(folder: Path) -> dict[str, Any]:
    return dict(load_file(folder / "adapter_model.safetensors"))


@pytest.mark.slow
@pytest.mark.usefixtures("named")
def test_the_lora_of_a_finished_run_is_trained_on_and_no_second_one_laid_over_it(
    base: Base, learned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "reward", tells_apart)
    start, out = find_start(str(learned), tmp_path), tmp_path / "care"
    run_care(run_from(start, out, steps=2))
    before, after = numbers(learned / "adapter"), numbers(out / "policy")
    assert before.keys() == after.keys()
    moved = [name for name in before if abs(before[name] - after[name]).max() > 0]
    near = [name for name in before if abs(before[name] - after[name]).max() < 0.1]
    assert moved and len(near) == len(before)  # on from where it was, not anew
    assert read_lora(out / "policy").rank == read_lora(learned / "adapter").rank
    manifest = RunFolder(out).manifest()
    assert (manifest.base, manifest.base_sha256) == (base.name, base.sha256)
    assert manifest.begun_from == folder_digest(learned / "adapter")


class Killed(BaseException):
    pass


@pytest.mark.slow
@pytest.mark.usefixtures("named")
def test_a_killed_run_goes_on_with_the_same_lora(
    learned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "reward", tells_apart)
    start = find_start(str(learned), tmp_path)
    whole, killed = (
        run_from(start, tmp_path / name, steps=2, save_every=1) for name in ("whole", "killed")
    )
    run_care(whole)

    def dies(self: Follows, args: Any, state: Any, control: Any, **given: Any) -> None:
        if state.global_step == 1:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Follows, "on_step_begin", dies)
        with pytest.raises(Killed):
            run_care(killed)
    run_care(killed)
    first, second = (numbers(each.out / "policy") for each in (whole, killed))
    assert all((first[name] == second[name]).all() for name in first)


@pytest.mark.usefixtures("named")
def test_the_policy_acts_as_what_was_learned_before_the_first_step(
    learned: Path, base: Base, tmp_path: Path
) -> None:
    from tandem_trainer.train.export.agreement import logits_of
    from tandem_trainer.train.export.loading import checkpoint

    model, _, _ = load_base(find_start(str(learned), tmp_path))
    policy = checkpoint(learned / "adapter", base, "float32")
    ids = ((0, 40, 41), (7, 99, 13))
    theirs = logits_of(policy, *ids)
    policy.model = model.eval()
    assert (logits_of(policy, *ids) - theirs).abs().max() < 1e-5
    assert any(each.requires_grad for each in model.parameters())
    assert all(each.requires_grad == ("lora_" in name) for name, each in model.named_parameters())


@pytest.mark.usefixtures("named")
def test_every_weight_of_a_finished_run_is_gone_on_with(
    base: Base, learned: Path, tmp_path: Path
) -> None:
    shutil.rmtree(learned / "adapter")
    shutil.copytree(base.folder, learned / "model")
    start = find_start(str(learned), tmp_path)
    assert (start.folder, start.adapter) == (learned / "model", None)
    assert start.begun_from == folder_digest(learned / "model")
    assert (start.base.name, start.base.sha256) == (base.name, base.sha256)


@pytest.mark.usefixtures("named")
def test_a_lora_is_not_laid_over_the_one_that_is_trained_on(learned: Path, tmp_path: Path) -> None:
    wanted = run_from(find_start(str(learned), tmp_path), tmp_path / "care", lora=4)
    with pytest.raises(UsageError, match="trained on"):
        run_care(wanted)
    assert not (tmp_path / "care").exists()


@pytest.mark.usefixtures("named")
def test_another_start_in_the_folder_of_a_run_is_refused(learned: Path, tmp_path: Path) -> None:
    start = find_start(str(learned), tmp_path)
    RunFolder(tmp_path / "care").begin(_manifest(run_from(start, tmp_path / "care", steps=1)))
    with pytest.raises(UsageError, match="begun_from differ"):
        run_care(run_from(Start(start.base), tmp_path / "care", steps=1))


@pytest.mark.usefixtures("named")
def test_a_run_that_is_not_over_or_of_another_kind_is_refused(
    learned: Path, tmp_path: Path
) -> None:
    (learned / RESULT).rename(learned / "kept")
    with pytest.raises(UsageError, match="not over"):
        find_start(str(learned), tmp_path)
    (learned / "kept").rename(learned / RESULT)
    path = learned / "training.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "kind": "care"}))
    with pytest.raises(UsageError, match="a run of care"):
        find_start(str(learned), tmp_path)


@pytest.mark.usefixtures("named")
@pytest.mark.parametrize("odd", [{"use_dora": True}, {"bias": "all"}])
def test_a_lora_that_a_gguf_file_cannot_hold_is_refused(
    learned: Path, tmp_path: Path, odd: dict[str, Any]
) -> None:
    path = learned / "adapter" / "adapter_config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **odd}))
    with pytest.raises(UsageError, match="not a plain LoRA"):
        find_start(str(learned), tmp_path)
    (learned / "adapter" / "adapter_model.safetensors").write_bytes(b"torn")
    with pytest.raises(TrustError, match="no whole adapter"):
        find_start(str(learned), tmp_path)


def test_the_base_of_a_run_is_named_where_its_name_leads_nowhere_and_must_be_that_one(
    base: Base, tmp_path: Path
) -> None:
    hub = hub_folder(base, tmp_path / "hub")
    run = finished_run(tmp_path / "first", Base(base.name, hub, folder_digest(hub), base.turns))
    with pytest.raises(MissingError, match="tiny-qwen2") as raised:
        find_start(str(run), tmp_path)
    assert raised.value.hint and "--over" in raised.value.hint
    assert find_start(str(run), tmp_path, str(hub)).folder == hub
    other = hub_folder(base, tmp_path / "other", note="changed")
    with pytest.raises(UsageError, match="another base"):
        find_start(str(run), tmp_path, str(other))


@pytest.mark.parametrize("name", ["no-such-model", "nowhere/model.gguf"])
def test_a_base_that_is_not_there_is_said_in_a_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises((UsageError, MissingError), match=name.partition("/")[0]):
        find_start(name, tmp_path)
    with pytest.raises(UsageError, match="no run"):
        find_start(name, tmp_path, "some-base")


def hub_folder(base: Base, folder: Path, note: str = "") -> Path:
    """The tiny base as the hub would have it."""
    shutil.copytree(base.folder, folder)
    (folder / "chat_template.jinja").write_text(TEMPLATE)
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "note": note}))
    return folder
