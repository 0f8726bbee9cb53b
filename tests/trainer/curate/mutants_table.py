"""What the rules say of mutants, counted: the table of docs/attribution.md.

``python -m tests.trainer.curate.mutants_table`` prints it for every twelfth of the first 1,000
training tasks, and another for every twelfth of the 900 after them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from time import process_time

from tandem_edge.bench.tasks.building import Built
from tandem_edge.bench.tasks.training import training_tasks
from tandem_shared.experience import Failing
from tandem_trainer.curate.attribution.deciding import attribute
from tandem_trainer.curate.case import Case
from tandem_trainer.curate.curating import RULES
from tests.trainer.curate.rollouts import wrong

EVERY = 12
TASKS = {"first 1,000": (0, 1000), "next 900": (1000, 1900)}
Confusion = Mapping[str, Counter[Failing | None]]
"""How often the rules came to each failing, by the fault that was known."""


def fault_of(kind: str) -> str:
    """The fault of a mutant's kind: a wrong argument is ``action`` where it is the action."""
    name, _, argument = kind.partition(" ")
    return "action" if argument == "action" else name


def confusion_of(tasks: Iterable[Built]) -> tuple[Confusion, float]:
    """What the rules say of every mutant of ``tasks`` that fails, and seconds that they took."""
    found: dict[str, Counter[Failing | None]] = defaultdict(Counter)
    seconds = 0.0
    for built in tasks:
        for kind, rollout in wrong(built):
            began = process_time()
            failing = attribute(Case(rollout)).failing
            seconds += process_time() - began
            found[fault_of(kind)][failing] += 1
    return found, seconds


def table(found: Confusion) -> Iterator[str]:
    """Lines of a table in Markdown, a row for each fault, a column for each failing there is."""
    there = {failing for counts in found.values() for failing in counts}
    columns = sorted(there, key=str)
    yield "| known fault | " + " | ".join(str(each or "unexplained") for each in columns) + " |"
    yield "|---" * (len(columns) + 1) + "|"
    for fault in sorted(found):
        yield f"| {fault} | " + " | ".join(str(found[fault][each]) for each in columns) + " |"


def main() -> None:
    """Print a table for each stretch of tasks."""
    for name, (first, end) in TASKS.items():
        found, seconds = confusion_of(islice(training_tasks(0), first, end, EVERY))
        total = sum(counts.total() for counts in found.values())
        print(
            f"{RULES}, every {EVERY}th of the {name} tasks: {total} mutants, "
            f"{1000 * seconds / total:.1f} ms of a processor each\n"
        )
        print("\n".join(table(found)), end="\n\n")


if __name__ == "__main__":
    main()
