"""Answers of a vLLM server: the same attempts as here, trained on with the weights it has.

The server is a simulator (``tests/fakes/vllm_server.py``) behind TRL's own client.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from click.testing import CliRunner

from tandem_shared.errors import MissingError, PlannerError, UsageError
from tandem_shared.tasks import Split
from tandem_trainer.cli.care import care
from tandem_trainer.train.care import running
from tandem_trainer.train.care.engines import Answer, Engine, Here
from tandem_trainer.train.care.loading import load_base
from tandem_trainer.train.care.policy import Policy
from tandem_trainer.train.care.rollouts import row_of
from tandem_trainer.train.care.sampling import Request
from tandem_trainer.train.care.starting import find_start
from tandem_trainer.train.care.vllm_engine import open_vllm, seed_of
from tandem_trainer.train.rewards import load_rewards
from tandem_trainer.train.rewards.attempted import Attempted
from tests.fakes.vllm_server import Server, let_trl_in, model_of, serving
from tests.trainer.train.care.tiny import random_base, tasks

SEEDS = [1, 2, 3, 4]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return random_base(tmp_path_factory.mktemp("base"))


class Reseeded(Here):
    """Here, with the seed of an answer drawn as it is drawn for a server."""

    def answers(
        self, model: Any, requests: Sequence[Request], stop: int, pad: int, temperature: float
    ) -> list[Answer]:
        own = [
            Request(each.ids, each.most, torch.Generator().manual_seed(seed_of(each)))
            for each in requests
        ]
        return super().answers(model, own, stop, pad, temperature)


def policy_of(base: Path, engine: Engine, temperature: float) -> Policy:
    return Policy(
        *load_base(find_start(str(base), base)), temperature=temperature, most=6, engine=engine
    )


def said(policy: Policy) -> list[list[tuple[int, ...]]]:
    made = policy.attempts(tasks(count=4), SEEDS)
    return [[step.token_ids for turn in each.turns for step in turn.steps] for each in made]


@pytest.mark.parametrize("temperature", [0.0, 1.0, 0.7])
def test_equal_seeds_make_the_same_attempts_here_and_by_a_server(
    base: Path, monkeypatch: pytest.MonkeyPatch, temperature: float
) -> None:
    let_trl_in(monkeypatch)
    server = Server(model_of(base))
    with serving(server) as url:
        far = said(policy_of(base, open_vllm(url), temperature))
    here = said(policy_of(base, Reseeded(), temperature))
    assert far == here
    assert max(map(len, here)) > 1  # else no answer goes on from another
    assert len({*server.seeds}) == len(server.seeds) == sum(map(len, far))


def test_a_row_tells_what_the_sampler_gave_each_of_its_tokens(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_trl_in(monkeypatch)
    model = model_of(base)
    with serving(Server(model)) as url:
        made = policy_of(base, open_vllm(url), 0.7).sampled(tasks(count=4), SEEDS)
    for row in map(row_of, made):
        with torch.inference_mode():
            ids = torch.tensor([row.prompt + row.completion])
            told = (model(ids).logits[0] / 0.7).log_softmax(1)
        begun = len(row.prompt)
        wanted = [float(told[begun + at - 1, id_]) for at, id_ in enumerate(row.completion)]
        wanted = [each * own for each, own in zip(wanted, row.mask, strict=True)]
        assert row.logprobs == pytest.approx(wanted, abs=1e-4)
        assert 0 < sum(row.mask) < len(row.mask)


def test_where_the_model_itself_samples_no_log_probabilities_are_told(base: Path) -> None:
    (made,) = policy_of(base, Here(), 1.0).sampled(tasks(count=1), [1])
    assert row_of(made).logprobs is None


def even(tried: Attempted) -> float:
    """A reward that weights of chance earn now and then."""
    return float(tried.usage.output_tokens % 2 == 0)


def trained(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, url: str, *options: str
) -> tuple[list[dict[str, Any]], Path]:
    """Three steps through the command, with a rate and a reward by which each is felt."""
    files = {"tasks": tasks(), "dev": tasks(Split.DEV, 4)}
    arguments = ["--base", str(base), "--out", str(tmp_path / "run"), "--bare", "--json"]
    for name, some in files.items():
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(f"{each.model_dump_json()}\n" for each in some), "utf-8")
        arguments += [f"--{name}", str(path)]
    arguments += ["--steps", "3", "--groups", "2", "--group", "3", "--answer-tokens", "6"]
    arguments += ["--rate", "0.05", "--home", str(tmp_path / "home"), "--every", "2"]
    arguments += ["--engine", "vllm", "--engine-url", url, *options]
    monkeypatch.setattr(running, "load_rewards", lambda: {**load_rewards(), "outcome": even})
    CliRunner().invoke(care, arguments, catch_exceptions=False)
    lines = (tmp_path / "run" / "steps.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines], tmp_path / "run" / "policy"


def weights_of(model: Any) -> torch.Tensor:
    return torch.cat([each.detach().flatten() for each in model.parameters()])


@pytest.mark.parametrize("options", [(), ("--lora", "4")])
def test_the_server_samples_each_batch_by_the_weights_that_are_trained_on_it(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    server = Server(model_of(base))
    let_trl_in(monkeypatch, server.wire)
    with serving(server) as url:
        steps, out = trained(base, tmp_path, monkeypatch, url, *options)
    assert [each["step"] for each in steps] == [1, 2, 3]
    assert max(each["sampling_gap"] for each in steps) < 1e-4
    assert [each["importance"] for each in steps] == pytest.approx([1, 1, 1], abs=1e-3)
    assert server.updates >= 3 + 2  # each batch, one look at dev and the last one
    before = model_of(base)
    moved = weights_of(server.model) - weights_of(before)
    assert moved.abs().max() > 1e-3  # something was learned and sent
    if not options:
        assert torch.equal(weights_of(server.model), weights_of(model_of(out)))


def test_a_server_that_does_not_follow_is_seen_in_the_log(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(model_of(base), deaf=True)
    let_trl_in(monkeypatch, server.wire)
    with serving(server) as url:
        steps, _ = trained(base, tmp_path, monkeypatch, url)
    assert steps[0]["sampling_gap"] < 1e-4 < 1e-2 < steps[2]["sampling_gap"]


def test_without_vllm_one_sentence_says_what_to_type(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if importlib.util.find_spec("vllm") is not None:
        pytest.skip("vLLM is installed")
    with pytest.raises(MissingError) as error:
        trained(base, tmp_path, monkeypatch, "http://127.0.0.1:9")
    assert "pip install 'tandem-phone[trainer,vllm]'" in error.value.hint
    assert not (tmp_path / "run").exists()
    assert "vllm" not in sys.modules


def test_without_a_gpu_no_weights_can_be_sent_and_it_is_said(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_trl_in(monkeypatch)
    monkeypatch.setattr("trl.generation.vllm_client.get_ip", lambda: "127.0.0.1", raising=False)
    with serving(Server(model_of(base))) as url, pytest.raises(PlannerError, match="CUDA GPU"):
        trained(base, tmp_path, monkeypatch, url)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"logprobs_mode": "raw_logprobs"}, "raw_logprobs"),
        ({"weight_transfer": None}, "weights"),
        ({"info": []}, "otherwise than vLLM"),
    ],
)
def test_a_server_that_cannot_be_trained_with_is_refused(
    base: Path, monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], told: str
) -> None:
    let_trl_in(monkeypatch)
    with (
        serving(Server(model_of(base), **given)) as url,
        pytest.raises(PlannerError, match=told) as error,
    ):
        open_vllm(url)
    assert "vllm serve" in error.value.hint


def test_where_nobody_answers_or_it_is_no_address_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_trl_in(monkeypatch)
    monkeypatch.setattr("tandem_trainer.train.care.vllm_engine.WAIT_S", 0.0)
    with pytest.raises(PlannerError, match="can't be reached"):
        open_vllm("http://127.0.0.1:9")
    for url in ("", "127.0.0.1:8000", "file:///etc/passwd", "http://"):
        with pytest.raises(UsageError, match="no address"):
            open_vllm(url)


def without(name: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda choice: {key: value for key, value in choice.items() if key != name}


@pytest.mark.parametrize(
    "broken",
    [
        lambda choice: {**choice, "token_ids": choice["token_ids"] * 9},
        lambda choice: {**choice, "token_ids": []},
        lambda choice: {**choice, "token_ids": ["1"] * len(choice["token_ids"])},
        lambda choice: {**choice, "logprobs": None},
        without("token_ids"),
    ],
)
def test_an_answer_that_is_none_ends_the_run_in_a_sentence(
    base: Path, monkeypatch: pytest.MonkeyPatch, broken: Any
) -> None:
    let_trl_in(monkeypatch)
    with serving(Server(model_of(base), broken=broken)) as url:
        policy = policy_of(base, open_vllm(url), 1.0)
        with pytest.raises(PlannerError, match="otherwise than vLLM"):
            policy.attempts(tasks(count=1), [1])
