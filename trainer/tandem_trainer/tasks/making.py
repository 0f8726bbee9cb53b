"""One attempt at making tasks: drawn by its number, built, and proven solvable and strict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tandem_edge.bench.proofs import prove_one
from tandem_edge.bench.tasks.building import Built, build
from tandem_edge.bench.tasks.phones import base_phone
from tandem_edge.bench.tasks.plans import Plan
from tandem_edge.bench.tasks.reading import Draft, ScenarioError
from tandem_edge.bench.tasks.training import PHONES, NotThisTime, generated
from tandem_edge.bench.wordings.filling import CannotFill
from tandem_edge.phone.sandbox.cast import Cast
from tandem_shared.tasks import Dimension, Routing
from tandem_shared.tools import Frozen, ToolCall
from tandem_trainer.tasks.bench import Bench, Order
from tandem_trainer.tasks.difficulty import calls_of, estimated, steps_of
from tandem_trainer.tasks.last_words import with_last_words
from tandem_trainer.tasks.orders import SITUATION, Book
from tandem_trainer.tasks.patterns import MAKERS
from tandem_trainer.tasks.records import Constructed
from tandem_trainer.tasks.situations import Situation, drafted, situations
from tandem_trainer.tasks.traits import has

MOST_TRIES = 16
STANDINS = frozenset(
    (
        "search_memory",
        "save_memory",
        "replace_memory",
        "forget_memory",
        "search_skills",
        "load_skill",
        "delegate_task",
    )
)
"""Tools beside the phone's."""


class Made(Frozen):
    """A task with its plan; its novelty is not judged yet."""

    constructed: Constructed
    plan: Plan

    def with_novelty(self, novelty: float) -> Made:
        """The same, judged."""
        constructed = self.constructed.model_copy(update={"novelty": novelty})
        return self.model_copy(update={"constructed": constructed})


@dataclass(frozen=True)
class Attempt:
    """What one attempt gave: tasks that stand or fall together, or why there are none."""

    made: tuple[Made, ...] = ()
    dropped: str = ""


def attempt(book: Book, seed: int, number: int) -> Attempt:
    """The ``number``-th attempt; the same book, seed and number give the same."""
    random = Random(f"{seed}/{number}")
    order = book.draw(random)
    for _ in range(MOST_TRIES):
        try:
            pattern, drafts = _drafts(order, random, book.numbered(seed, number))
            built = built_of(drafts)
        except (NotThisTime, CannotFill, ScenarioError):
            continue
        if order.trait is not None and not any(has(order.trait, each) for each in built):
            continue
        source = f"situation:{pattern}" if order == SITUATION else order.source
        return proven(built, source, order.evidence, pattern)
    return Attempt(dropped="nothing fits")


def proven(built: Sequence[Built], source: str, evidence: tuple[str, ...], pattern: str) -> Attempt:
    """``built`` as constructed tasks, if all of them are solvable and strict.

    Their plans end each turn with words to the user, see ``with_last_words``.
    """
    built = [with_last_words(each) for each in built]
    for each in built:
        if prove_one(each).faults:
            return Attempt(dropped="not proven")
    return Attempt(tuple(_made(each, source, evidence, pattern) for each in built))


def _drafts(order: Order, random: Random, number: int) -> tuple[str, list[Draft]]:
    language = order.language or random.choice(("en", "zh"))
    seed = random.randrange(PHONES)
    if order.situations:
        draft = drafted(_situation(order, language, random), random, number, seed)
        return draft.family, [draft]
    patterns = order.patterns or tuple(MAKERS)
    pattern = random.choices(patterns, [MAKERS[name][1] for name in patterns])[0]
    phone = base_phone(seed, Cast.TRAIN).fork()
    return pattern, MAKERS[pattern][0](Bench(order, language, seed, phone, random, number))


def _situation(order: Order, language: str, random: Random) -> Situation:
    """One of those that the order may be filled with; dimensions are equally likely."""
    tools = {wanted.tool for place in order.tools for wanted in place}
    found = [
        each
        for each in situations()
        if each.language == language
        and each.capability in order.situations
        and (not tools or tools & each.tools)
    ]
    if not found:
        raise NotThisTime
    dimension = random.choice(sorted({each.dimension for each in found}))
    return random.choice([each for each in found if each.dimension == dimension])


def built_of(drafts: list[Draft]) -> list[Built]:
    """``drafts`` as tasks, two as each other's twins. Raises ``ScenarioError``."""
    twins = [draft.name for draft in reversed(drafts)] if len(drafts) == 2 else [""]
    return [
        generated(build(draft, twin, _routing(draft)), draft)
        for draft, twin in zip(drafts, twins, strict=True)
    ]


def _routing(draft: Draft) -> Routing:
    """How the skills of a task are told: either way for half of them."""
    if draft.dimension is not Dimension.SKILLS:
        return ""
    return "searched" if draft.number % 2 else "listed"


def _made(built: Built, source: str, evidence: tuple[str, ...], pattern: str) -> Made:
    calls = [call for call in calls_of(built) if call.name not in STANDINS]
    constructed = Constructed(
        task=built.task,
        source=source,
        evidence=evidence,
        pattern=pattern,
        steps=steps_of(built),
        tools=tuple(dict.fromkeys(call.name for call in calls)),
        intents=tuple(dict.fromkeys(map(_intent, calls))),
        novelty=0.0,
        difficulty=estimated(built),
    )
    return Made(constructed=constructed, plan=built.plan)


def _intent(call: ToolCall) -> str:
    return f"{call.name}.{call.arguments.get('action', '*')}"
