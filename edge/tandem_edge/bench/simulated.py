"""How well contradictions of a simulated world are found, and how often a model keeps its story."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random

from tandem_edge.bench.planting import PLANTERS, plant
from tandem_edge.bench.simulated_runs import attempt
from tandem_edge.llm.record import Recorder, Recording, Replayer
from tandem_edge.llm.role import LanguageModel
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.phone.simulated.account import Account, Standing
from tandem_edge.phone.simulated.discovery import load_services
from tandem_edge.phone.simulated.fake import Bookkeeper
from tandem_edge.phone.simulated.validate import validate

ATTEMPTS = 200
PLANTED = 50
CALLS = (6, 12)
"""Fewest and most calls of one attempt."""


@dataclass
class Consistency:
    """What was planted and found. Rates are of ``planted`` and of ``attempts``."""

    seed: int
    tools: int
    attempts: int = 0
    answers: int = 0
    false_alarms: int = 0
    """Attempts of a proper bookkeeper that were called inconsistent."""
    planted: int = 0
    caught: int = 0
    by_kind: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Kind of contradiction to (planted, caught)."""
    missed: list[str] = field(default_factory=list)
    replayed_alike: bool = False
    """Whether a replay of the recording, without a model, gave the very same accounts."""
    seconds: float = 0.0

    @property
    def caught_rate(self) -> float:
        """Share of planted contradictions that were found."""
        return self.caught / self.planted if self.planted else 0.0

    @property
    def false_alarm_rate(self) -> float:
        """Share of clean attempts that were called inconsistent."""
        return self.false_alarms / self.attempts if self.attempts else 0.0


@dataclass
class ModelSample:
    """How a real model did: attempts by standing, and why they failed."""

    model: str
    held_to_ledger: bool
    attempts: int = 0
    answers: int = 0
    consistent: int = 0
    simulator_failed: int = 0
    rules: dict[str, int] = field(default_factory=dict)
    """Rule to the number of contradictions it found."""
    seconds: float = 0.0


def measure_consistency(
    recording: Path, *, attempts: int = ATTEMPTS, planted: int = PLANTED, seed: int = 1
) -> Consistency:
    """Clean attempts against a fake that keeps books, recorded in ``recording`` and replayed.

    ``recording`` is begun anew. Then ``planted`` contradictions of every kind, each in a copy of
    another clean attempt.
    """
    started, fresh = time.monotonic(), SandboxPhone.generate(7)
    recording.unlink(missing_ok=True)
    kept = Recording(recording)
    clean = list(_attempts(fresh, seed, attempts, lambda model: Recorder(model, kept)))
    read = Recording.open(recording)
    again = list(_attempts(fresh, seed, attempts, lambda model: Replayer(read, model.name)))
    judged = [validate(account) for account in clean]
    measured = Consistency(
        seed,
        tools=len(load_services().specs),
        attempts=len(clean),
        answers=sum(len(account.answers) for account in clean),
        false_alarms=sum(account.standing is Standing.INCONSISTENT for account in judged),
        replayed_alike=clean == again,
    )
    _plant(measured, [account for account in judged if account.may_count], planted)
    measured.seconds = time.monotonic() - started
    return measured


def measure_model(
    model: LanguageModel, *, attempts: int = 10, calls: int = 4, held_to_ledger: bool = True
) -> ModelSample:
    """What becomes of attempts in which a real model plays the services."""
    started, fresh = time.monotonic(), SandboxPhone.generate(7)
    measured = ModelSample(model.name, held_to_ledger)
    rules: Counter[str] = Counter()
    for place, spec in zip(range(attempts), cycle(load_services().specs[::3]), strict=False):
        random = Random(f"real/{place}")
        account = validate(
            attempt(spec, fresh.fork(), model, random, calls, held_to_ledger=held_to_ledger)
        )
        measured.attempts += 1
        measured.answers += len(account.answers)
        measured.consistent += account.may_count
        rules.update(one.rule for one in account.contradictions)
    measured.simulator_failed = rules["simulator_failed"]
    measured.rules, measured.seconds = dict(rules), time.monotonic() - started
    return measured


def _attempts(
    fresh: SandboxPhone, seed: int, count: int, played: Callable[[LanguageModel], LanguageModel]
) -> Iterator[Account]:
    """One attempt after another, around each tool in turn, each with books of its own."""
    for place, spec in zip(range(count), cycle(load_services().specs), strict=False):
        random = Random(f"{seed}/{place}")
        model = played(Bookkeeper(seed * 1_000_000 + place))
        yield attempt(spec, fresh.fork(), model, random, random.randint(*CALLS))


def _plant(measured: Consistency, clean: list[Account], wanted: int) -> None:
    """Spoil copies of clean accounts, one kind of contradiction after the other."""
    random = Random(f"{measured.seed}/planted")
    order = random.sample(clean, len(clean))
    kinds: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for planter in cycle(PLANTERS):
        if measured.planted >= wanted or not order:
            break
        for account in order:
            spoilt, said = plant(account, planter, random)
            if said:
                break
        else:
            continue
        order.remove(account)
        caught = not validate(spoilt).may_count
        name = planter.__name__
        kinds[name] += 1
        found[name] += caught
        measured.planted += 1
        measured.caught += caught
        if not caught:
            measured.missed.append(said)
    measured.by_kind = {name: (count, found[name]) for name, count in kinds.items()}
