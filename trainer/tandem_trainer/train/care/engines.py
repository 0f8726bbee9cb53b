"""Where answers are sampled: by the model that is trained, or by a vLLM server that follows it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

from tandem_trainer.train.care.sampling import Request, sample


@dataclass(frozen=True)
class Answer:
    """Token ids as they were sampled, the one that ended them included.

    ``logprobs`` are what the sampler gave each of them, after temperature; ``None`` for one that it
    could not tell, and in place of all where the trained model itself sampled.
    """

    ids: list[int]
    logprobs: list[float | None] | None = None


class Engine(Protocol):
    """Samples answers."""

    def answers(
        self, model: Any, requests: Sequence[Request], stop: int, pad: int, temperature: float
    ) -> list[Answer]:
        """One answer a request, each with ``stop`` at its end unless it became too long.

        Equal weights, requests and chances make equal answers. Raises ``PlannerError`` where the
        engine is elsewhere and cannot answer.
        """

    def refresh(self, trainer: Any) -> None:
        """Answer from now on by the weights that ``trainer`` has now."""

    def talking(self) -> AbstractContextManager[None]:
        """Entered around training: what goes wrong elsewhere is raised as ``PlannerError``."""


class Here:
    """The model that is trained, in this process."""

    def answers(
        self, model: Any, requests: Sequence[Request], stop: int, pad: int, temperature: float
    ) -> list[Answer]:
        """See ``Engine.answers``."""
        return [Answer(ids) for ids in sample(model, requests, stop, pad, temperature)]

    def refresh(self, trainer: Any) -> None:
        """Nothing is to be done: it is the same model."""

    def talking(self) -> AbstractContextManager[None]:
        """Nobody else is talked with."""
        return nullcontext()


def open_engine(name: str, url: str) -> Engine:
    """``here``, or ``vllm`` behind ``url``. Raises what ``vllm_engine.open_vllm`` raises."""
    if name == "here":
        return Here()
    from tandem_trainer.train.care.vllm_engine import open_vllm

    return open_vllm(url)
