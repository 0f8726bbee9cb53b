"""The loop of a cold start: a step, a line in the run's folder, now and then a look."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from tandem_trainer.train.runs.folder import RunFolder
from tandem_trainer.train.sft.evaluating import Evaluator
from tandem_trainer.train.sft.losses import Seen, backward, look
from tandem_trainer.train.sft.ordering import Course
from tandem_trainer.train.sft.packing import Group
from tandem_trainer.train.sft.policy import Policy
from tandem_trainer.train.sft.rendering import Renderer
from tandem_trainer.train.sft.saving import Progress, keep_best, latest, restore, save
from tandem_trainer.train.sft.settings import SftSettings

MINUTES = "minutes"
Tell = Callable[[str, dict[str, Any]], None]
"""Is told ``step`` or ``eval`` with what is logged."""


@dataclass
class Training:
    """A run of ``course`` into ``run``; goes on from its newest checkpoint."""

    policy: Policy
    course: Course
    renderer: Renderer
    held: Sequence[Group]
    run: RunFolder
    settings: SftSettings
    tell: Tell = lambda what, record: None
    now: Progress = field(default_factory=Progress)

    def __post_init__(self) -> None:
        learned = [*self.policy.learned.values()]
        self._optimiser = torch.optim.AdamW(
            learned, lr=self.settings.lr, weight_decay=self.settings.decay
        )
        self._learner = Evaluator(self.policy, self.settings.apart, self.settings.prefix_gradient)
        self._started = time.monotonic()

    def carry_out(self) -> str:
        """Train until there is a reason to stop; return it.

        ``steps`` (all done), ``patience`` (what is held out gets no better) or ``minutes``.
        """
        if checkpoint := latest(self.run.checkpoints):
            self.now = restore(checkpoint, self.policy, self._optimiser)
            self.run.rewind(self.now.step)
            self.run.log("events", self.now.step, {"what": "resumed"})
        else:
            self.run.rewind(-1)
            self._look()
        self.policy.model.train()
        while not (why := self._why_stop()):
            self._step()
            if self._due(self.settings.evals):
                self._look()
            if self._due(self.settings.checkpoints) or self._due(self.settings.evals):
                self._save()
        if why == MINUTES:
            self._look()
            self._save()
        return why

    def _save(self) -> None:
        save(self.run.checkpoints, self.policy, self._optimiser, self.now)

    def _why_stop(self) -> str:
        if self.now.step >= self.course.steps:
            return "steps"
        if self.settings.patience and self.now.worse >= self.settings.patience:
            return "patience"
        spent = (time.monotonic() - self._started) / 60
        return MINUTES if self.settings.minutes and spent >= self.settings.minutes else ""

    def _due(self, every: int) -> bool:
        return self.now.step % every == 0 or self.now.step == self.course.steps

    def _step(self) -> None:
        wall, cpu = time.monotonic(), time.process_time()
        epoch, members = self.course.at(self.now.step)
        groups = [group for each in members for group in self.renderer.groups(each)]
        lr = self.settings.lr * rate(self.now.step, self.course.steps, self.settings.warm_up)
        self.now.step += 1
        record: dict[str, Any] = {"epoch": epoch, "lr": lr}
        if groups:
            record |= self._learn(groups, lr)
        record["examples"] = sum(len(each.examples) for each in members)
        wall, cpu = time.monotonic() - wall, time.process_time() - cpu
        record |= _speed(groups, record["examples"], wall, cpu)
        self.run.log("steps", self.now.step, record)
        self.tell("step", {"step": self.now.step, "of": self.course.steps, **record})

    def _learn(self, groups: Sequence[Group], lr: float) -> dict[str, Any]:
        for each in self._optimiser.param_groups:
            each["lr"] = lr
        loss = backward(self._learner, groups)
        learned = [*self.policy.learned.values()]
        norm = float(torch.nn.utils.clip_grad_norm_(learned, self.settings.clip))
        if norm == norm and norm != float("inf"):  # one bad batch must not spoil the weights
            self._optimiser.step()
        self._optimiser.zero_grad()
        return {"loss": loss, "gradient_norm": norm}

    def _look(self) -> None:
        if not self.held:
            return
        seen = look(Evaluator(self.policy, self.settings.apart), self.held)
        if seen.loss < self.now.best_loss:
            self.now.best_loss, self.now.best_step, self.now.worse = seen.loss, self.now.step, 0
            keep_best(self.run.checkpoints, self.policy, self.now.step)
        else:
            self.now.worse += 1
        record = _told(seen)
        self.run.log("evals", self.now.step, record)
        self.tell("eval", {"step": self.now.step, **record})


def rate(step: int, steps: int, warm_up: float) -> float:
    """The share of the learning rate at a step: it rises in a straight line, then falls in one."""
    rising = max(1, round(warm_up * steps))
    return min((step + 1) / rising, (steps - step) / max(steps - rising, 1), 1.0)


def _told(seen: Seen) -> dict[str, Any]:
    return {"dev_loss": seen.loss, "dev_exact": seen.exact, "answers": seen.answers}


def _speed(groups: Sequence[Group], examples: int, wall: float, cpu: float) -> dict[str, Any]:
    context = sum(group.tokens[0] for group in groups)
    tail = sum(group.tokens[1] for group in groups)
    answers = sum(group.answers for group in groups)
    return {
        "answers": answers,
        "context_tokens": context,
        "tokens": tail,
        "learned_tokens": sum(group.learned for group in groups),
        "seconds": wall,
        "cpu_seconds": cpu,
        "examples_per_s": examples / wall,
        "answers_per_s": answers / wall,
        "tokens_per_s": (context + tail) / wall,
        "memory_mb": peak_memory_mb(),
    }


def peak_memory_mb() -> float:
    """The most resident memory of this process so far, or of the GPU where there is one."""
    if torch.cuda.is_available():
        return float(torch.cuda.max_memory_allocated()) / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
