"""A vLLM server as the engine, through TRL's own client: token ids there, token ids back.

TRL puts the trained weights on the server before each batch, over NCCL; what is asked here goes
over HTTP. Each answer is a request of its own, since vLLM has one seed a request.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import torch
from requests import RequestException

from tandem_shared.errors import PlannerError, UsageError
from tandem_trainer.facade import require_vllm
from tandem_trainer.train.care.engines import Answer
from tandem_trainer.train.care.sampling import Request

AT_ONCE = 64
"""Requests in flight; as many connections TRL's client keeps open."""
WAIT_S = 10.0
"""For a server that is still starting."""
LOGPROBS = "processed_logprobs"
"""vLLM's name of log probabilities after temperature, as the trainer has them."""
START = (
    "start it on another GPU: VLLM_SERVER_DEV_MODE=1 vllm serve BASE "
    f"""--weight-transfer-config '{{"backend": "nccl"}}' --logprobs-mode {LOGPROBS}"""
)
SEEDS = 2**63 - 1


@dataclass(frozen=True)
class VllmEngine:
    """A server behind ``client``, TRL's ``VLLMClient``."""

    client: Any
    url: str

    def answers(
        self, model: Any, requests: Sequence[Request], stop: int, pad: int, temperature: float
    ) -> list[Answer]:
        """See ``Engine.answers``. Each request's seed is drawn from its own chance."""
        seeds = [seed_of(each) for each in requests]

        def asked(request: Request, seed: int) -> Answer:
            return self._answer(request, seed, stop, temperature)

        with ThreadPoolExecutor(max(1, min(AT_ONCE, len(requests)))) as pool:
            return list(pool.map(asked, requests, seeds))

    def refresh(self, trainer: Any) -> None:
        """See ``Engine.refresh``. With several processes the first one sends."""
        trainer.vllm_generation.sync_weights()

    def talking(self) -> AbstractContextManager[None]:
        """See ``Engine.talking``."""
        return plainly(self.url)

    def _answer(self, request: Request, seed: int, stop: int, temperature: float) -> Answer:
        """One answer. What ends it is ``stop`` alone, whatever the checkpoint calls its end."""
        ends = {"seed": seed, "stop_token_ids": [stop], "ignore_eos": True}
        with read_from(self.url):
            told = self.client.generate(
                [request.ids],
                temperature=temperature,
                max_tokens=request.most,
                logprobs=0,
                generation_kwargs=ends,
            )
            return read_answer(told, request.most)


def seed_of(request: Request) -> int:
    """A seed of 63 bits for one answer; the next answer of the attempt gets another."""
    return int(torch.randint(SEEDS, (1,), generator=request.chance).item())


def read_answer(told: Any, most: int) -> Answer:
    """The one answer in what TRL's client returns. Raises ``ValueError`` or its like for others."""
    (ids,), (ranked,) = told["completion_ids"], told["logprobs"]
    logprobs = [each[0] for each in ranked]
    whole = all(type(each) is int and each >= 0 for each in ids)
    numbers = all(each is None or isinstance(each, float | int) for each in logprobs)
    if not whole or not numbers or not 0 < len(ids) <= most or len(logprobs) != len(ids):
        raise ValueError("not one token id and one log probability for each token asked for")
    return Answer(ids, logprobs)


def open_vllm(url: str) -> VllmEngine:
    """The engine behind ``url``.

    Raises ``MissingError`` without vLLM, ``UsageError`` for what is no address, ``PlannerError``
    where no server answers, or one that cannot be trained with.
    """
    require_vllm()
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"{url} is no address", hint="--engine-url http://HOST:PORT")
    url = url.rstrip("/")
    from trl.generation.vllm_client import VLLMClient

    with read_from(url):
        client = VLLMClient(base_url=url, connection_timeout=WAIT_S)
        try:
            info = client.get_server_info()
        except RuntimeError as error:  # as TRL tells that the server was started otherwise
            raise PlannerError(str(error), hint=START) from error
        _refuse_unfit(info, url)
    return VllmEngine(client, url)


def _refuse_unfit(info: Any, url: str) -> None:
    """Raise ``PlannerError`` unless weights can be sent and log probabilities are comparable.

    TRL only warns of the latter, and its correction would then be a bias.
    """
    mode = info["model_config"]["logprobs_mode"]
    if mode != LOGPROBS:
        raise PlannerError(f"{url} tells {mode}, which cannot be compared", hint=START)
    if info["weight_transfer_config"] is None:
        raise PlannerError(f"{url} takes no weights", hint=START)


@contextmanager
def read_from(url: str) -> Iterator[None]:
    """As ``plainly``, and ``PlannerError``, too, for what is not as vLLM answers."""
    try:
        with plainly(url):
            yield
    except (ValueError, KeyError, TypeError, IndexError) as error:
        raise PlannerError(
            f"{url} answered otherwise than vLLM does: {error}", hint=START
        ) from error


@contextmanager
def plainly(url: str) -> Iterator[None]:
    """What goes wrong with the server as ``PlannerError``; what goes wrong here as it is.

    TRL's client raises ``Exception`` itself for what the server refuses, and
    ``NotImplementedError`` where there is no GPU that weights could come from.
    """
    try:
        yield
    except NotImplementedError as error:
        if "CUDA" not in str(error):
            raise
        raise PlannerError(
            "vLLM takes weights from a CUDA GPU only, and there is none here",
            hint="--engine here",
        ) from error
    except Exception as error:
        if type(error) is not Exception and not isinstance(error, RequestException):
            raise
        raise PlannerError(f"the vLLM server at {url}: {str(error)[:300]}", hint=START) from error
