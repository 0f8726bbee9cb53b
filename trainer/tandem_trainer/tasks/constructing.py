"""Constructing tasks: attempts in blocks, made in processes, judged and kept in their order.

What is kept depends on nothing but the plan: not on how many processes there are, nor on where an
earlier run was broken off.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import count

from tandem_edge.bench.runs.spreading import end_with_parent
from tandem_edge.bench.tasks.frozen import FROZEN_SPLITS, load_tasks
from tandem_shared.errors import TandemError
from tandem_shared.experience import WantedTasks
from tandem_shared.tasks import Task
from tandem_trainer.tasks.bench import Order
from tandem_trainer.tasks.making import Attempt, Made, attempt
from tandem_trainer.tasks.novelty import Meaning, Novelty, Vectors
from tandem_trainer.tasks.orders import NOTHING, Asked, Book, for_gap
from tandem_trainer.tasks.records import Constructed

BLOCK = 128
"""Attempts that are judged together; another number gives other files."""
MOST_EMPTY = 8
"""Blocks in a row that may add nothing before construction gives up."""


class Exhausted(TandemError):
    """Nothing new can be made any more."""

    exit_code = 1


@dataclass
class Block:
    """What one block of attempts came to; ``vectors`` are of the kept units' first tasks."""

    number: int
    units: list[tuple[Made, ...]]
    vectors: Vectors
    dropped: Counter[str] = field(default_factory=Counter)


def construct(
    count: int,
    seed: int,
    meaning: Meaning,
    *,
    wanted: Sequence[WantedTasks] = (),
    episodes: Sequence[Order] = (),
    workers: int = 1,
) -> Iterator[Constructed]:
    """``count`` new training tasks, each proven; the same arguments give the same.

    Half of the attempts go to what ``wanted`` and ``episodes`` ask for, where there is any. Raises
    ``UsageError`` for a gap that cannot be filled and ``Exhausted``.
    """
    asked = Asked(orders_of(wanted, episodes))
    for block in blocks(seed, meaning, asked, workers=workers):
        for unit in block.units:
            if count < len(unit):
                if count == 0:
                    return
                continue
            count -= len(unit)
            yield from (made.constructed for made in unit)
        if count == 0:
            return


def orders_of(
    wanted: Sequence[WantedTasks], episodes: Sequence[Order]
) -> tuple[tuple[Order, int], ...]:
    """What is asked for with how much of it. Raises ``UsageError`` as ``for_gap``."""
    gaps = [(for_gap(each), each.count) for each in wanted]
    return (*gaps, *((order, 1) for order in episodes))


def blocks(
    seed: int,
    meaning: Meaning,
    asked: Asked = NOTHING,
    *,
    before: Sequence[Block] = (),
    workers: int = 1,
) -> Iterator[Block]:
    """Blocks without end after those of ``before``. Raises ``Exhausted``."""
    novelty = Novelty(meaning, foreign_tasks())
    for block in before:
        novelty.restore(_tasks(block.units), block.vectors)
    empty = 0
    for number, attempts in _attempted(seed, asked, len(before), workers):
        block = judged(number, attempts, novelty)
        yield block
        empty = 0 if block.units else empty + 1
        if empty == MOST_EMPTY:
            raise Exhausted(
                f"the last {MOST_EMPTY * BLOCK} attempts gave nothing new",
                hint="ask for fewer tasks, or write more wordings (docs/writing-tools.md)",
            )


def judged(number: int, attempts: Sequence[Attempt], novelty: Novelty) -> Block:
    """One block: its attempts' tasks without the duplicates."""
    dropped = Counter(each.dropped for each in attempts if each.dropped)
    units = [each.made for each in attempts if each.made]
    if not units:
        return Block(number, [], novelty.meaning.passages(["-"])[:0], dropped)
    judgements, vectors = novelty.judge(_tasks(units))
    kept = []
    for unit, judgement in zip(units, judgements, strict=True):
        if judgement.duplicate:
            dropped[judgement.duplicate] += 1
        else:
            kept.append(tuple(made.with_novelty(judgement.novelty) for made in unit))
    return Block(number, kept, vectors, dropped)


def foreign_tasks() -> list[Task]:
    """The tasks that must never be trained on."""
    return [task for split in FROZEN_SPLITS for task in load_tasks(split)]


def _tasks(units: Sequence[Sequence[Made]]) -> list[list[Task]]:
    return [[made.constructed.task for made in unit] for unit in units]


def _attempted(
    seed: int, asked: Asked, first: int, workers: int
) -> Iterator[tuple[int, list[Attempt]]]:
    if workers == 1:
        book = Book(asked)
        for number in count(first):
            yield number, _one_block(book, seed, number)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, _start, (asked, seed)) as pool:
        ahead = {
            number: pool.submit(_in_worker, number) for number in range(first, first + workers)
        }
        try:
            for number in count(first):
                made = ahead.pop(number).result()
                ahead[number + workers] = pool.submit(_in_worker, number + workers)
                yield number, [_read(units, dropped) for units, dropped in made]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _one_block(book: Book, seed: int, number: int) -> list[Attempt]:
    return [attempt(book, seed, number * BLOCK + place) for place in range(BLOCK)]


_work: Callable[[int], list[Attempt]] | None = None


def _start(asked: Asked, seed: int) -> None:
    global _work
    end_with_parent()
    book = Book(asked)
    _work = lambda number: _one_block(book, seed, number)  # noqa: E731


def _in_worker(number: int) -> list[tuple[list[str], str]]:
    assert _work is not None
    return [
        ([made.model_dump_json() for made in each.made], each.dropped) for each in _work(number)
    ]


def _read(units: list[str], dropped: str) -> Attempt:
    return Attempt(tuple(map(Made.model_validate_json, units)), dropped)
