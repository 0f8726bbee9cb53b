"""A simulator of ``vllm serve`` as TRL 1.16 speaks with it, on a CPU, over real loopback HTTP.

``Server`` answers the requests of TRL's own ``VLLMClient`` as vLLM 0.30 documents them: health,
models, server info, completions by token ids, and the four steps of a weight transfer. Its model is
transformers', evaluated anew for each token, without a cache or a batch.

Two things are not as in vLLM. Tokens are drawn by inverting the cumulative distribution with one
``torch.rand`` a token from a generator that has the request's seed: vLLM draws otherwise, from its
own generator of that seed. And tensors come through a queue in this process, unlabelled and in the
order in which they were announced, where vLLM has NCCL, which needs GPUs at both ends.

``let_trl_in`` stands in for the package ``vllm`` in the trainer: it names what TRL's client imports
from there. All else is TRL's code as it is installed.
"""

from __future__ import annotations

import importlib.machinery
import queue
import sys
import threading
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.fakes.waiting import wait_until

Wire = queue.Queue[torch.Tensor]
TENSOR_S = 60.0


@dataclass
class Server:
    """A model behind HTTP. ``deaf`` takes weights off the wire and keeps its own."""

    model: Any
    wire: Wire = field(default_factory=queue.Queue)
    deaf: bool = False
    logprobs_mode: str = "processed_logprobs"
    weight_transfer: dict[str, str] | None = field(default_factory=lambda: {"backend": "nccl"})
    info: Any = None
    """What is told of the server in place of the two above."""
    broken: Callable[[dict[str, Any]], dict[str, Any]] = lambda choice: choice
    """What is done to each choice before it is sent."""
    seeds: list[int] = field(default_factory=list)
    updates: int = 0
    _open: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def app(self) -> Starlette:
        """The endpoints that TRL's client asks."""
        told: dict[str, Callable[[dict[str, Any]], Any]] = {
            "/init_weight_transfer_engine": lambda asked: {},
            "/start_weight_update": self._start,
            "/update_weights": self._update,
            "/finish_weight_update": self._finish,
            "/reset_prefix_cache": lambda asked: {"success": True},
            "/v1/completions": self._complete,
        }
        asked: dict[str, Callable[[dict[str, Any]], Any]] = {
            "/health": lambda _: {},
            "/v1/models": lambda _: {"data": [{"id": "base"}]},
            "/get_world_size": lambda _: {"world_size": 1},
            "/server_info": lambda _: {
                "vllm_config": self._config() if self.info is None else self.info
            },
        }
        posts = [Route(path, _answering(do), methods=["POST"]) for path, do in told.items()]
        return Starlette(routes=[*posts, *(Route(p, _answering(do)) for p, do in asked.items())])

    def _config(self) -> dict[str, Any]:
        return {
            "model_config": {"logprobs_mode": self.logprobs_mode},
            "weight_transfer_config": self.weight_transfer,
        }

    def _start(self, asked: dict[str, Any]) -> dict[str, Any]:
        assert not self._open
        self._open = True
        return {}

    def _finish(self, asked: dict[str, Any]) -> dict[str, Any]:
        assert self._open
        self._open = False
        self.updates += 1
        return {}

    def _update(self, asked: dict[str, Any]) -> dict[str, Any]:
        assert self._open
        info = asked["update_info"]
        with self._lock, torch.no_grad():
            for name, kind, shape in zip(
                info["names"], info["dtype_names"], info["shapes"], strict=True
            ):
                tensor = self.wire.get(timeout=TENSOR_S)
                assert (str(tensor.dtype), [*tensor.shape]) == (f"torch.{kind}", shape)
                if not self.deaf:
                    self.model.get_parameter(name).copy_(tensor)
        return {}

    def _complete(self, asked: dict[str, Any]) -> dict[str, Any]:
        assert asked["return_token_ids"] and asked["return_tokens_as_token_ids"]
        self.seeds.append(asked["seed"])
        with self._lock, torch.inference_mode():
            made = [self._choice(prompt, asked) for prompt in asked["prompt"]]
        return {"choices": [self.broken({"index": at, **each}) for at, each in enumerate(made)]}

    def _choice(self, prompt: list[int], asked: dict[str, Any]) -> dict[str, Any]:
        chance = torch.Generator().manual_seed(asked["seed"])
        ids, told = list[int](), list[float]()
        while len(ids) < asked["max_tokens"] and ids[-1:] != asked["stop_token_ids"]:
            logits = self.model(torch.tensor([[*prompt, *ids]])).logits[0, -1].float()
            drawn, logprob = _drawn(logits, asked["temperature"], chance)
            ids.append(drawn)
            told.append(logprob)
        names = [f"token_id:{each}" for each in ids]
        return {
            "prompt_token_ids": prompt,
            "token_ids": ids,
            "logprobs": {
                "tokens": names,
                "token_logprobs": told,
                "top_logprobs": [{name: lp} for name, lp in zip(names, told, strict=True)],
            },
            "finish_reason": "length" if ids[-1:] != asked["stop_token_ids"] else "stop",
        }


def _drawn(logits: torch.Tensor, temperature: float, chance: torch.Generator) -> tuple[int, float]:
    """A token and its log probability, after temperature."""
    told = (logits / (temperature or 1.0)).log_softmax(0)
    if temperature == 0:
        at = int(logits.argmax())
    else:
        below = told.exp().double().cumsum(0)
        spot = torch.rand(1, generator=chance).double() * below[-1]
        at = min(int(torch.searchsorted(below, spot, right=True)), len(below) - 1)
    return at, float(told[at])


def _answering(do: Callable[[dict[str, Any]], Any]) -> Callable[[Request], Any]:
    async def answer(request: Request) -> Response:
        asked = await request.json() if await request.body() else {}
        return JSONResponse(await run_in_threadpool(do, asked))

    return answer


@contextmanager
def serving(server: Server) -> Iterator[str]:
    """The address at which ``server`` answers meanwhile."""
    config = uvicorn.Config(server.app(), port=0, log_level="critical", lifespan="off")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    try:
        wait_until(lambda: running.started)
        yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join()


def model_of(base: Path) -> Any:
    """The model of a checkpoint folder."""
    from transformers import AutoModelForCausalLM

    return AutoModelForCausalLM.from_pretrained(base, local_files_only=True).eval()


def let_trl_in(monkeypatch: pytest.MonkeyPatch, wire: Wire | None = None) -> None:
    """Let TRL's client start without vLLM, and send weights by ``wire`` in place of NCCL.

    The device is told to be a GPU where the group is made: that TRL refuses others there is the one
    thing that no server on a CPU can answer for.
    """
    from trl.generation import vllm_client
    from trl.trainer import grpo_trainer  # all that looks for vLLM has been imported before

    assert grpo_trainer
    package = types.ModuleType("vllm")
    package.__spec__ = importlib.machinery.ModuleSpec("vllm", None)
    package.__version__ = "0.30.0"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "vllm", package)
    if wire is None:
        return

    def endpoint(info: dict[str, Any]) -> Any:
        return SimpleNamespace(group=SimpleNamespace(store=None, socket=None))

    def send(iterator: Any, group: Any, src: int, post_iter_func: Callable[[Any], Any]) -> None:
        for each in iterator:
            wire.put(post_iter_func(each).detach().clone())

    joins = vllm_client.VLLMClient.init_communicator
    names: dict[str, Any] = {
        "get_ip": lambda: "127.0.0.1",
        "open_trainer_endpoint": endpoint,
        "packed_nccl_broadcast_producer": send,
        "_HAS_STATEFUL_TRAINER_ENGINE": True,
        "_HAS_RESET_PREFIX_CACHE_SUCCESS": True,
    }
    for name, stands_in in names.items():
        monkeypatch.setattr(vllm_client, name, stands_in, raising=False)
    monkeypatch.setattr(
        vllm_client.VLLMClient, "init_communicator", lambda self, device: joins(self, "cuda")
    )
