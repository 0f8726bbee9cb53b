"""Whether a shipped file acts as its checkpoint: the same answers, token by token, on dev tasks.

The shipped file answers in the edge's own process, grammar included, while it tries the tasks. The
checkpoint then reads each prompt and answer in one pass. Where the file had a choice, the token
that it took must be the checkpoint's likeliest of those that the grammar allowed; where all are,
greedy decoding of the checkpoint under that grammar gives that very answer.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from tandem_edge.bench.attempts import RAW, attempt
from tandem_edge.bench.runs.running import dialect_for, embedder_for, guidance_of
from tandem_edge.planner.local import LocalPlanner
from tandem_edge.planner.protocol import Planned, Prompt
from tandem_edge.settings import Settings
from tandem_shared.tasks import Task
from tandem_trainer.train.sft.policy import Policy

MOST_STEPS = 2
"""Answers of one attempt that are looked at: the first action, and one after a result."""


@dataclass(frozen=True)
class Difference:
    """An answer that the checkpoint would give otherwise, from its token ``at`` on."""

    task: str
    answer: str
    at: int
    shipped: int
    """Token id; ``checkpoint`` is what it would take there."""
    checkpoint: int


@dataclass
class Agreement:
    """How many answers of how many are the checkpoint's, and which are not."""

    answers: int = 0
    tokens: int = 0
    """That were chosen in them."""
    faults: int = 0
    """Attempts in which the shipped file broke."""
    differing: list[Difference] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Of the answers that are the same; 0 where there are none."""
        same = self.answers - len(self.differing)
        return same / self.answers if self.answers else 0.0


@dataclass
class Heard:
    """The shipped file as a planner, with what it was asked and answered."""

    planner: LocalPlanner
    said: list[tuple[Prompt, Planned]] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The planner's."""
        return self.planner.name

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``."""
        planned = self.planner.step(prompt, deadline_s=deadline_s, cancel=cancel)
        self.said.append((prompt, planned))
        return planned

    def close(self) -> None:
        """The process goes on to the next task."""


def agreement(
    policy: Policy, planner: LocalPlanner, tasks: Iterable[Task], settings: Settings, words: bool
) -> Iterator[Agreement]:
    """Compare on ``tasks``; yields the count so far after each, the same object.

    ``planner`` tells its tokens and takes the likeliest ones from here on.
    """
    planner.tells_tokens, planner.temperature = True, 0.0
    tasks = [*tasks]
    embedder = embedder_for(settings, tasks, words=words)
    guidance, dialect = guidance_of(settings, bare=False) or RAW, dialect_for(settings)
    found = Agreement()
    for task in tasks:
        heard = Heard(planner)
        made = attempt(
            task, heard, dialect, guidance=guidance, embedder=embedder, most_steps=MOST_STEPS
        )
        found.faults += bool(made.fault)
        for prompt, planned in heard.said:
            _count(found, policy, planner, task, prompt, planned)
        yield found


def _count(
    found: Agreement,
    policy: Policy,
    planner: LocalPlanner,
    task: Task,
    prompt: Prompt,
    planned: Planned,
) -> None:
    found.answers += 1
    found.tokens += sum(planned.sampled)
    logits = logits_of(policy, planned.prompt_ids, planned.token_ids)
    better = {
        at: _better(logits[at], planned.token_ids[at])
        for at, chosen in enumerate(planned.sampled)
        if chosen
    }
    asked = {at: tokens for at, tokens in better.items() if tokens}
    allowed = planner.allowed(prompt.schema, planned.token_ids, asked)
    for at, tokens in asked.items():
        token = next((one for one, may in zip(tokens, allowed[at], strict=True) if may), None)
        if token is not None:
            text = planned.text[:200]
            found.differing.append(Difference(task.id, text, at, planned.token_ids[at], token))
            return


def _better(logits: Tensor, token: int) -> list[int]:
    """Tokens that are likelier than ``token``, the likeliest first."""
    higher = torch.nonzero(logits > logits[token]).flatten()
    ranked: list[int] = higher[torch.argsort(logits[higher], descending=True)].tolist()
    return ranked


def logits_of(policy: Policy, prompt: tuple[int, ...], answer: tuple[int, ...]) -> Any:
    """Logits ``[answer, vocabulary]`` by which the checkpoint chooses each token of ``answer``."""
    ids = torch.tensor([[*prompt, *answer[:-1]]], device=policy.device)
    with torch.no_grad(), policy.arithmetic():
        told = policy.model(input_ids=ids, logits_to_keep=len(answer), use_cache=False)
    return told.logits[0].float().cpu()
