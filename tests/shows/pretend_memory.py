"""``tandem`` whose memory is broken in the part named by ``BROKEN``; the rest is real.

So that a test does not take minutes, there are few conversations and few tasks.
"""

from __future__ import annotations

import os
from typing import Any

from tandem_edge.bench.memory.bilingual import reading
from tandem_edge.bench.memory.bilingual.conversation import Conversation
from tandem_edge.bench.runs import running
from tandem_edge.bench.tasks import frozen
from tandem_edge.memory.answering import Answers
from tandem_edge.memory.room import MemoryRoom
from tandem_shared.memory import Status
from tandem_shared.tasks import Dimension, Split, Task
from tandem_tui.main import main

BROKEN = os.environ.get("BROKEN", "")
FEW_TASKS, FEW_TALKS = 12, ("-01-", "-18-", "-19-", "-31-")

every_task, every_talk = frozen.load_tasks, reading.conversations
search = MemoryRoom.search


def few_tasks(split: Split) -> tuple[Task, ...]:
    """Some of the memory tasks that rest on what has to be found."""
    memory = (task for task in every_task(split) if task.dimension is Dimension.MEMORY)
    return tuple(task for task in memory if task.criteria.retrieves)[:FEW_TASKS]


def few_talks(half: str | None = None) -> tuple[Conversation, ...]:
    """Some conversations, of each language and of both."""
    return tuple(each for each in every_talk(half) if any(few in each.id for few in FEW_TALKS))


def shuffled(room: MemoryRoom, question: str, now: Any, count: int = 10) -> Any:
    """The worst of what is found, first."""
    return search(room, question, now, 60)[::-1][:count]


def shuffled_answers(room: MemoryRoom, question: str, now: Any, count: int = 10) -> Answers:
    """The same for those who are told what merely is the best of what there is."""
    return Answers(tuple(shuffled(room, question, now, count)), frozenset())


def with_stale(room: MemoryRoom, question: str, now: Any, count: int = 10) -> Any:
    """What was superseded is found as if nothing had been said since."""
    past = room.book.units(status=Status.SUPERSEDED)
    found = search(room, question, now, count)
    shown = [found[0].model_copy(update={"id": unit.id}) for unit in past[-1:] if found]
    return [*shown, *found][:count]


if __name__ == "__main__":
    os.cpu_count = lambda: 1  # one process: what is broken here is broken everywhere
    for module in (running, frozen):
        module.load_tasks = few_tasks  # type: ignore[attr-defined]
    reading.conversations = few_talks  # type: ignore[assignment]
    if BROKEN == "search":
        MemoryRoom.search = shuffled  # type: ignore[method-assign]
        MemoryRoom.answers = shuffled_answers  # type: ignore[method-assign]
    if BROKEN == "supersession":
        MemoryRoom.search = with_stale  # type: ignore[method-assign]
    main()
