"""The policy that is trained, as the harness's planner: many attempts, one batch a step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from tandem_edge.bench.attempts import RAW, attempt
from tandem_edge.bench.tasks.phones import begin
from tandem_edge.harness.ports import Adapter
from tandem_edge.planner.protocol import Planned, Planner, Prompt
from tandem_shared.canonical import digest
from tandem_shared.events import Usage
from tandem_shared.tasks import Task
from tandem_shared.trajectories import Trajectory
from tandem_trainer.train.care.engines import Answer, Engine, Here
from tandem_trainer.train.care.sampling import Request
from tandem_trainer.train.care.speech import Renderer, Speech
from tandem_trainer.train.care.together import attempts_together

THINKING = "</think>"
Told = dict[tuple[tuple[int, ...], tuple[int, ...]], Answer]
"""An attempt's answers, by the ids of prompt and answer."""


@dataclass(frozen=True)
class Sampled:
    """An attempt, with what its sampler told."""

    made: Trajectory
    told: Told


@dataclass
class Policy:
    """A transformers model with how it is spoken with, and what samples its answers.

    ``rows`` prompts are evaluated in one batch; ``most`` tokens are the longest answer.
    """

    model: Any
    tokenizer: Any
    speech: Speech
    guidance: Adapter = RAW
    temperature: float = 1.0
    most: int = 256
    rows: int = 256
    engine: Engine = field(default_factory=Here)
    renderer: Renderer = field(init=False)

    def __post_init__(self) -> None:
        self.renderer = Renderer(self.tokenizer, self.speech.turns)

    def attempts(self, tasks: Sequence[Task], seeds: Sequence[int]) -> list[Trajectory]:
        """One attempt at each of ``tasks``; a task may come more than once.

        The same weights, task and seed make the same attempt, whoever else is tried beside it.
        """
        return [each.made for each in self.sampled(tasks, seeds)]

    def sampled(self, tasks: Sequence[Task], seeds: Sequence[int]) -> list[Sampled]:
        """The same, each with the answers that were sampled for it."""
        if tasks:
            begin(tasks[0])  # generated phones are kept: not in every thread anew
        chances = [torch.Generator().manual_seed(seed) for seed in seeds]
        told: list[Told] = [{} for _ in tasks]
        tries = [self._try(task, seed) for task, seed in zip(tasks, seeds, strict=True)]
        training = self.model.training
        self.model.eval()
        try:
            made = attempts_together(tries, lambda asked: self._answers(asked, chances, told))
        finally:
            self.model.train(training)
        return [Sampled(*each) for each in zip(made, told, strict=True)]

    def _try(self, task: Task, seed: int) -> Callable[[Planner], Trajectory]:
        dialect, guidance = self.speech.dialect, self.guidance
        return lambda planner: attempt(task, planner, dialect, seed, guidance)

    def _answers(
        self, asked: list[tuple[int, Prompt]], chances: list[torch.Generator], told: list[Told]
    ) -> list[Planned]:
        requests = [
            Request(self.renderer.ids(prompt), min(self.most, prompt.max_tokens), chances[seat])
            for seat, prompt in asked
        ]
        pad, stop = self.tokenizer.pad_token_id, self.renderer.stop
        answers: list[Answer] = []
        for start in range(0, len(requests), self.rows):
            some = requests[start : start + self.rows]
            answers += self.engine.answers(self.model, some, stop, pad, self.temperature)
        for (seat, _), each, answer in zip(asked, requests, answers, strict=True):
            told[seat][tuple(each.ids), tuple(answer.ids)] = answer
        return [self._planned(each, own.ids) for each, own in zip(requests, answers, strict=True)]

    def _planned(self, request: Request, ids: list[int]) -> Planned:
        text = self.renderer.text(ids)
        thought = self._thinking(text, ids)
        usage = Usage(
            prompt_tokens=len(request.ids), output_tokens=len(ids), thinking_tokens=thought
        )
        marks = (True,) * len(ids)
        return Planned(text, tuple(ids), usage, prompt_ids=tuple(request.ids), sampled=marks)

    def _thinking(self, text: str, ids: list[int]) -> int:
        """How many of ``ids`` are the thought: those that write what is before its end."""
        before, end, _ = text.rpartition(THINKING)
        if not end:
            return 0
        written = self.tokenizer(before + end, add_special_tokens=False).input_ids
        return min(len(written), len(ids))


def seed_of(*parts: int | str) -> int:
    """A seed of 63 bits that depends on nothing but ``parts``."""
    return int(digest([*parts])[:16], 16) & 0x7FFF_FFFF_FFFF_FFFF
