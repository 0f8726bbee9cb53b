"""What the planner saw before each of its answers: the harness that ships says it again.

An example's task is carried out once more on a fresh sandbox phone by a planner that gives the kept
answers. Every prompt is then the one that the edge would ask with, guidance and tools included. An
example whose replay goes otherwise than it went is not learned from.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tandem_edge.bench.attempts import MOST_STEPS, RAW, attempt
from tandem_edge.embedder.protocol import Embedder
from tandem_edge.harness.ports import Adapter
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.planner.actions import Calls
from tandem_edge.planner.dialects import Dialect, Misread, find_dialect
from tandem_edge.planner.protocol import Planned, Prompt
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import PlannerError, TandemError
from tandem_shared.events import Usage
from tandem_shared.experience import Curated, Policy, PolicyKind, Rollout
from tandem_shared.tasks import Task
from tandem_shared.trajectories import Trajectory
from tandem_trainer.freeze.messages import Message, messages
from tandem_trainer.train.sft.answers import canonical
from tandem_trainer.train.sft.reading import Learned

OVER = "the kept answers ended before the attempt did"


class Unlike(TandemError):
    """The replay went otherwise than the example."""


@dataclass(frozen=True)
class Step:
    """A prompt, what was answered, and whether that is learned."""

    prompt: Prompt
    answer: str
    train: bool
    turn: int
    """The place of the prompt's opening among those of the conversation."""
    request: str = ""
    """What the user said in that opening."""


@dataclass
class Recites:
    """A planner that gives ``answers`` in order and keeps the prompts that it was given."""

    answers: Sequence[str]
    name: str = "replay"
    prompts: list[Prompt] = field(default_factory=list)

    def step(self, prompt: Prompt, *, deadline_s: float, cancel: threading.Event) -> Planned:
        """See ``Planner.step``. Raises ``PlannerError`` when there are no more answers."""
        if len(self.prompts) == len(self.answers):
            raise PlannerError(OVER)
        self.prompts.append(prompt)
        return Planned(self.answers[len(self.prompts) - 1], (), Usage())

    def close(self) -> None:
        """Nothing to free."""


@dataclass(frozen=True)
class Replayer:
    """Replays examples under a harness's ``guidance`` (``None`` is without the harness)."""

    guidance: Adapter | None
    embedder: Embedder | None = None

    def steps(self, learned: Learned, tools: Sequence[str] = ()) -> tuple[Step, ...]:
        """The steps of an example, with its own tools on offer or, if given, ``tools``.

        Raises ``Unlike``, and ``UsageError`` when the task does not fit this version.
        """
        example, task = learned.example, learned.task
        dialect = find_dialect(example.dialect)
        kept = [each for each in example.messages if each.role == "assistant"]
        answers = [_answer(each.content, example.policy, dialect) for each in kept]
        planner = Recites(answers)
        offered = task.model_copy(update={"tools": (*tools,)}) if tools else task
        made = attempt(
            offered, planner, dialect, guidance=self.guidance or RAW,
            notices=self.guidance is not None, embedder=self.embedder,
            most_steps=_most_steps(example.messages, dialect),
        )  # fmt: skip
        _demand_alike(learned, dialect, _messages(task, dialect, made))
        turns = [at for at, turn in enumerate(made.turns) for _ in turn.steps]
        return tuple(
            Step(prompt, answer, one.train, turn, made.turns[turn].said)
            for prompt, answer, one, turn in zip(planner.prompts, answers, kept, turns, strict=True)
        )


def _most_steps(kept: Sequence[Message], dialect: Dialect) -> int:
    """Where the replay has to end: where the attempt was cut, and else not before its last word."""
    steps = sum(message.role == "assistant" for message in kept)
    return max(steps + 1, MOST_STEPS) if _ended(kept[-1], dialect) else steps


def _ended(last: Message, dialect: Dialect) -> bool:
    """Whether an attempt's last message is a word to the user: it was not cut before one."""
    try:
        return last.role == "assistant" and not isinstance(dialect.read(last.content), Calls)
    except Misread:
        return False


def _answer(text: str, policy: str, dialect: Dialect) -> str:
    """A planner's own words as they were; anybody else's as a planner could have written them."""
    if policy == PolicyKind.PLANNER.value:
        return text
    return canonical(text, dialect, {spec.name: spec for spec in load_catalogue().specs})


def _messages(task: Task, dialect: Dialect, made: Trajectory) -> list[tuple[str, str]]:
    """The attempt as messages, told from a record of it as kept ones are: in that the keys of a
    result are in alphabetic order, whatever order the phone gave them in."""
    policy = Policy(kind=PolicyKind.SCRIPTED, name="replay", dialect=dialect.name)
    told = Rollout(task=task, policy=policy, trajectory=made, verdict=None)
    rollout = Rollout.model_validate_json(canonical_bytes(told.model_dump(mode="json")))
    nothing = Curated(rollout="0" * 64, rules="", completed=False, suitable=False)
    return [(each.role, each.content) for each in messages(rollout, nothing)]


def _demand_alike(learned: Learned, dialect: Dialect, made: list[tuple[str, str]]) -> None:
    example = learned.example
    kept = list(_kept(learned, dialect))
    if kept != made:
        place = next((at for at, pair in enumerate(zip(kept, made, strict=False)) if
                      pair[0] != pair[1]), min(len(kept), len(made)))  # fmt: skip
        raise Unlike(
            f"example {example.id[:12]} ({example.task}) goes otherwise now at message {place}",
            hint="collect the task again",
        )


def _kept(learned: Learned, dialect: Dialect) -> Iterator[tuple[str, str]]:
    for message in learned.example.messages:
        text = message.content
        if message.role == "assistant":
            text = _answer(text, learned.example.policy, dialect)
        yield message.role, text
