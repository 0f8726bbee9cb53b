"""In which order a data set is learned from, and which examples go together.

Everything is decided by the data set, the settings, the seed and the epoch, so that a run goes on
where it was by counting.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from random import Random

from tandem_edge.planner.actions import Calls
from tandem_edge.planner.dialects import Misread, find_dialect
from tandem_trainer.train.sft.reading import Learned
from tandem_trainer.train.sft.settings import SftSettings

NEEDED = 5
"""Tools called in a group with one list, at most: as many as a prompt tells in full."""
LOOKED_AT = 64
"""Examples that are looked at for another tool to put into a group."""


SHARED = "shared"


@dataclass(frozen=True)
class Members:
    """Examples that are evaluated together; all with ``tools`` on offer, or each with its own."""

    examples: tuple[Learned, ...]
    tools: tuple[str, ...] = ()


@dataclass(frozen=True)
class Course:
    """The order of learning from ``examples``."""

    examples: tuple[Learned, ...]
    settings: SftSettings
    seed: int

    @cached_property
    def steps(self) -> int:
        """Optimiser steps in all."""
        most = self.settings.steps
        every = sum(len(self.epoch(number)) for number in range(self.settings.epochs))
        return min(every, most) if most else every

    def at(self, step: int) -> tuple[int, list[Members]]:
        """The epoch of a step, from 0, and what is learned from in it."""
        for number in range(self.settings.epochs):
            batches = self.epoch(number)
            if step < len(batches):
                return number, batches[step]
            step -= len(batches)
        raise IndexError(step)

    def epoch(self, number: int) -> list[list[Members]]:
        """The optimiser steps of an epoch."""
        return _epoch(self, number)

    def __hash__(self) -> int:
        return id(self)  # one course a run: comparing its examples would take longer than a step


@lru_cache(maxsize=64)
def _epoch(course: Course, number: int) -> list[list[Members]]:
    random = Random(f"{course.seed}/{number}")
    examples = [*drawn(course.examples, random)]
    groups = [*_groups(examples, course.settings, random)]
    random.shuffle(groups)
    size = course.settings.accumulate
    return [groups[at : at + size] for at in range(0, len(groups), size)]


def drawn(examples: Iterable[Learned], random: Random) -> Iterator[Learned]:
    """Each example as often as its weight says: 2.25 is twice, and once more one time in four."""
    for each in examples:
        whole, part = divmod(each.example.weight, 1)
        yield from [each] * (int(whole) + (random.random() < part))


def _groups(
    examples: Sequence[Learned], settings: SftSettings, random: Random
) -> Iterator[Members]:
    piles: dict[tuple[str, ...], list[Learned]] = defaultdict(list)
    for each in examples:
        shares = settings.tools == SHARED and called(each)
        kind: tuple[str, ...] = (each.example.dialect, each.task.language)
        piles[(*kind, each.task.dimension.value, SHARED) if shares else kind].append(each)
    for kind, pile in sorted(piles.items()):
        if kind[-1] == SHARED:
            yield from _with_one_list(pile, settings.group, random)
        else:
            random.shuffle(pile)
            pile.sort(key=size_of)
            for at in range(0, len(pile), settings.group):
                yield Members(tuple(pile[at : at + settings.group]))


def _with_one_list(pile: list[Learned], most: int, random: Random) -> Iterator[Members]:
    """Examples that call different tools, ``NEEDED`` together at most, with one list on offer.

    Were they all to call one tool, there would be nothing to choose, and choosing is what has to be
    learned.
    """
    pile = random.sample(pile, len(pile))
    left = dict.fromkeys(range(len(pile)))
    tools = [frozenset(called(each)) for each in pile]
    places: dict[str, deque[int]] = defaultdict(deque)
    for place, names in enumerate(tools):
        for name in sorted(names):
            places[name].append(place)
    while left:
        taken, needed = [next(iter(left))], set(tools[next(iter(left))])
        del left[taken[0]]
        for place in [*islice(left, LOOKED_AT)]:
            if (
                len(taken) < most
                and needed < (more := needed | tools[place])
                and len(more) <= NEEDED
            ):
                taken.append(place)
                needed = more
                del left[place]
        for place in _alike(needed, tools, places, left):
            if len(taken) >= most:
                break
            taken.append(place)
            del left[place]
        group = tuple(pile[place] for place in taken)
        yield Members(group, _offer(group, needed, random))


def _alike(
    needed: set[str],
    tools: Sequence[frozenset[str]],
    places: Mapping[str, deque[int]],
    left: Mapping[int, None],
) -> Iterator[int]:
    """Places of what is left that calls nothing but ``needed`` tools, of each tool in turn."""
    queues = deque(places[name] for name in sorted(needed))
    while queues:
        queue = queues.popleft()
        while queue and queue[0] not in left:
            queue.popleft()
        if not queue:
            continue
        queues.append(queue)
        place = queue.popleft()
        if tools[place] <= needed:
            yield place


def _offer(group: Sequence[Learned], needed: set[str], random: Random) -> tuple[str, ...]:
    """The tools that are called, anywhere among the first few that a prompt tells in full, and
    others of the group's own lists."""
    others = sorted({name for each in group for name in each.task.tools} - needed)
    random.shuffle(others)
    full = max(NEEDED - len(needed), 0)
    first = [*sorted(needed), *others[:full]]
    random.shuffle(first)
    size = max(len(each.task.tools) for each in group)
    return (*first, *others[full:])[: max(size, len(needed))]


@lru_cache(maxsize=100_000)
def _called(dialect: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for text in texts:
        try:
            decision = find_dialect(dialect).read(text)
        except Misread:
            continue
        if isinstance(decision, Calls):
            names |= dict.fromkeys(call.name for call in decision.calls)
    return tuple(names)


def called(each: Learned) -> tuple[str, ...]:
    """The tools that an example calls, so that it may be offered others beside them; one that calls
    none, but asks or refuses, may be right only because a tool is not on offer."""
    texts = tuple(one.content for one in each.example.messages if one.role == "assistant")
    names = _called(each.example.dialect, texts)
    offered = {*each.task.tools}
    return tuple(name for name in names if name in offered)


def size_of(each: Learned) -> int:
    """A class of length: within one, lengths differ by at most a factor of two."""
    return sum(len(one.content) for one in each.example.messages[1:]).bit_length()
