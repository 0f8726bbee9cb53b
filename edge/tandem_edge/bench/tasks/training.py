"""Making training tasks without end: wordings with filled slots, alone, joined and troubled.

The same seed gives the same tasks. Each is built by carrying its calls out, like written ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from random import Random

from tandem_edge.bench.tasks.building import Built, build, build_all
from tandem_edge.bench.tasks.colouring import coloured
from tandem_edge.bench.tasks.phones import base_phone
from tandem_edge.bench.tasks.reading import Draft, Move, ScenarioError, Turn, all_drafts
from tandem_edge.bench.wordings.checking import carried_out
from tandem_edge.bench.wordings.filling import CannotFill, Filled, fill
from tandem_edge.bench.wordings.reading import Wording, language_of_file, train_wordings
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tasks import Capability, Checker, Dimension, Fact, Friction, Provenance, Split
from tandem_shared.tools import Effect

PHONES = 48
"""Different training phones."""
MOST_TRIES = 12


class NotThisTime(ValueError):
    """These wordings make no task on this phone; others will."""


def training_tasks(seed: int = 0) -> Iterator[Built]:
    """Training tasks without end: first the written ones, then ``generated_tasks``.

    Raises ``ScenarioError`` when a written one cannot be built.
    """
    yield from build_all(all_drafts(Split.TRAIN))
    yield from generated_tasks(seed)


def generated_tasks(seed: int = 0) -> Iterator[Built]:
    """Tasks from wordings, each different from the ones before; the same seed gives the same."""
    seen: set[tuple[str, ...]] = set()
    number = 0
    while train_wordings():
        random = Random(f"{seed}/{number}")
        number += 1
        for built in _make(random, number):
            if built.task.turns not in seen:
                seen.add(built.task.turns)
                yield built


def _make(random: Random, number: int) -> list[Built]:
    """One task, or one that asks and its twin; nothing where chance has found nothing."""
    maker = random.choices(list(MAKERS), weights=list(MAKERS.values()))[0]
    for _ in range(MOST_TRIES):
        language = random.choice(("en", "zh"))
        phone_seed = random.randrange(PHONES)
        phone = base_phone(phone_seed, Cast.TRAIN).fork()
        try:
            drafts = maker(Kitchen(language, phone_seed, phone, random, number))
            twins = [draft.name for draft in reversed(drafts)] if len(drafts) == 2 else [""]
            return [
                generated(build(draft, twin), draft)
                for draft, twin in zip(drafts, twins, strict=True)
            ]
        except (NotThisTime, CannotFill, ScenarioError):
            continue
    return []


def generated(built: Built, draft: Draft) -> Built:
    """``built`` with the wordings that it was made from as its source."""
    source = Provenance(kind="generated", source=draft.where)
    return Built(built.task.model_copy(update={"provenance": source}), built.plan)


class Kitchen:
    """What a maker works with: a language, a phone, chance, and the tools' wordings."""

    def __init__(
        self, language: str, seed: int, phone: SandboxPhone, random: Random, number: int
    ) -> None:
        self.language, self.seed, self.phone = language, seed, phone
        self.random, self.number = random, number
        self.friction: list[Friction] = []

    def wording(self, fits: Callable[[Wording], bool] = lambda wording: True) -> Wording:
        """A wording of the language; tools are equally likely, however many wordings they have."""
        by_tool = wordings_of(self.language)
        for _ in range(MOST_TRIES if by_tool else 0):
            found = self.random.choice(by_tool[self.random.choice(sorted(by_tool))])
            if fits(found):
                return found
        raise NotThisTime

    def filled(self, wording: Wording) -> Filled:
        """``wording`` said in passing, its slots filled, its call known to do something here."""
        fixed = " ".join(map(str, wording.call.arguments.values()))
        text = coloured(wording.text, self.language, self.random, fixed)
        said = replace(wording, text=text)
        filled = fill(said, self.phone, self.random)
        self.friction += [each for each in wording.friction if each not in self.friction]
        if carried_out(filled, self.phone.fork()):
            raise NotThisTime
        return filled

    def draft(self, kind: str, capability: Capability, wording: Wording, difficulty: int) -> Draft:
        """A draft with everything but its turns."""
        reading = reads(wording)
        return Draft(
            f"{kind}_{wording.call.name}",
            Dimension.TOOL,
            Split.TRAIN,
            capability,
            Checker.CALLS if reading else Checker.STATE,
            difficulty,
            self.language,  # type: ignore[arg-type]
            self.number,
            wording.where,
            seed=self.seed,
            friction=list(self.friction),
        )


@lru_cache(maxsize=2)
def wordings_of(language: str) -> dict[str, list[Wording]]:
    """The training wordings of a language, by tool."""
    found: dict[str, list[Wording]] = {}
    for wording in train_wordings():
        if language_of_file(wording) == language:
            found.setdefault(wording.call.name, []).append(wording)
    return found


def reads(wording: Wording) -> bool:
    """Whether the wording asks for something that changes nothing."""
    spec = load_catalogue().spec(wording.call.name)
    return spec is None or spec.effect_of(wording.call.arguments) is Effect.READ


def single(kitchen: Kitchen) -> list[Draft]:
    """One request, one call."""
    wording = kitchen.wording()
    filled = kitchen.filled(wording)
    draft = kitchen.draft("single", Capability.GROUNDING, wording, 1)
    draft.calls = list(filled.before)
    draft.turns = [Turn(filled.text, [Move("call", filled.call)])]
    return [draft]


_JOINTS = {
    "en": (", and ", ". Oh and ", "; also ", " and then ", ". While you're at it, ", ", plus "),
    "zh": ("，还有，", "。对了，", "，顺便", "，然后", "，另外", "。再就是，"),
}


def pair(kitchen: Kitchen) -> list[Draft]:
    """Two requests in one breath."""
    first, second = kitchen.wording(), kitchen.wording()
    if first.call.name == second.call.name or reads(first) != reads(second):
        raise NotThisTime
    one = kitchen.filled(first)
    for call in (*one.before, one.call):
        kitchen.phone.call(call)
    two = kitchen.filled(second)
    draft = kitchen.draft("pair", Capability.CONDITIONS, first, 2)
    draft.calls = [*one.before, *two.before]
    joined = one.text.rstrip(" .。!！,，") + kitchen.random.choice(_JOINTS[kitchen.language])
    moves = [Move("call", one.call), Move("call", two.call, together=True)]
    draft.turns = [Turn(joined + two.text, moves)]
    return [draft]


def troubled(kitchen: Kitchen) -> list[Draft]:
    """The tool fails once for a passing reason, and has to be tried again."""
    (draft,) = single(kitchen)
    call = draft.turns[0].moves[0].call
    assert call is not None
    draft.family = draft.family.replace("single", "troubled")
    draft.capability, draft.difficulty = Capability.RECOVERY, 2
    draft.friction.append(Friction(name="trouble", value=f"{call.name}:1"))
    return [draft]


_CHANGES = {
    "en": ("no wait, make it {}", "actually, {}", "scratch that, {}", "hmm, {} instead"),
    "zh": ("等等，改成{}", "算了，{}吧", "不对，还是{}好", "换成{}", "说错了，是{}"),
}


def revised(kitchen: Kitchen) -> list[Draft]:
    """The user changes one value afterwards, where the later call makes the earlier one void."""
    wording = kitchen.wording(lambda found: len(found.slots) == 1 and not reads(found))
    (slot,) = wording.slots
    before, after = kitchen.filled(wording), kitchen.filled(wording)
    if before.call == after.call or before.before != after.before:
        raise NotThisTime
    both, only = kitchen.phone.fork(), kitchen.phone.fork()
    for phone, calls in ((both, (before.call, after.call)), (only, (after.call,))):
        for call in (*before.before, *calls):
            if phone.call(call).result.fault:
                raise NotThisTime
    if both.store.rows != only.store.rows:
        raise NotThisTime
    draft = kitchen.draft("revised", Capability.REVISION, wording, 2)
    draft.calls = list(before.before)
    change = kitchen.random.choice(_CHANGES[kitchen.language])
    said = change.format(after.call.arguments[slot])
    draft.turns = [
        Turn(before.text, [Move("call", before.call)]),
        Turn(said, [Move("call", after.call)]),
    ]
    return [draft]


QUESTIONS = {
    "en": ("Which {} do you mean?", "There are several. Which {}?", "Which {} is it?"),
    "zh": ("你说的是哪个{}？", "有好几个，是哪个{}？", "哪个{}？"),
}
"""How a plan asks which of several is meant."""


def ambiguous(kitchen: Kitchen) -> list[Draft]:
    """A name that fits several contacts: the agent has to ask which one."""
    wording = kitchen.wording(lambda found: "person" in found.slots)
    filled = kitchen.filled(wording)
    full = str(filled.call.arguments["person"])
    part = full.split()[0] if " " in full else full[:1]
    call = filled.call.model_copy(update={"arguments": {**filled.call.arguments, "person": part}})
    fault = kitchen.phone.preview(call).result.fault
    if part == full or fault is None or fault.code != "ambiguous" or full not in filled.text:
        raise NotThisTime
    draft = kitchen.draft("which", Capability.BOUNDARY, wording, 3)
    draft.checker = Checker.BEHAVIOUR
    draft.calls = list(filled.before)
    which = ("which", "who", "哪", "谁", full)
    asked = QUESTIONS[kitchen.language]
    text = asked[len(full) % len(asked)].format(part)
    question = Move("ask", about=(which, (part,)), text=text)
    draft.facts = [Fact(about=(part,), answer=full)]
    said = filled.text.replace(full, part)
    draft.turns = [Turn(said, [question, Move("call", filled.call)])]
    twin = kitchen.draft("who", Capability.GROUNDING, wording, 1)
    twin.calls = list(filled.before)
    twin.turns = [Turn(filled.text, [Move("call", filled.call)])]
    return [draft, twin]


MAKERS: dict[Callable[[Kitchen], list[Draft]], int] = {
    single: 60,
    pair: 18,
    troubled: 7,
    revised: 7,
    ambiguous: 8,
}
"""Kinds of generated task, with how often each is made."""
