"""From an approved proposal to a data set that never changes."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from tandem_edge.files import private_folder
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import MissingError, UsageError
from tandem_shared.experience import Approval, Dataset, Part, Proposal, Weight
from tandem_shared.tasks import Task
from tandem_trainer.freeze.door import (
    Find,
    Member,
    Refused,
    Rules,
    approved,
    refusals,
    task_reasons,
)
from tandem_trainer.freeze.records import Sayings, example, lineage, practice
from tandem_trainer.freeze.shelf import APPROVAL, LINEAGE, PROPOSAL, Shelf
from tandem_trainer.freeze.tables import Lines, part_of, table

EXAMPLES, PARQUET, TASKS = "examples.jsonl", "examples.parquet", "tasks.jsonl"
DOOR = "door.json"
"""The bounds that nothing came too near to, and what they were measured against."""
Progress = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is."""


def freeze(
    proposal: Proposal,
    approvals: Iterable[Approval],
    find: Find,
    shelf: Shelf,
    rules: Rules,
    scratch: Path,
    *,
    tasks: Iterable[Task] = (),
    progress: Progress = lambda what, done, of: None,
) -> Dataset:
    """Freeze what ``proposal`` says, all of it or nothing, and return the data set.

    ``find`` gives a rollout by its name with what decides about it; ``tasks`` are to be practised
    on beside those of the rollouts. ``scratch`` is a folder for files until they are finished. The
    same proposal, approvals and members give the same data set, so running again after a crash
    finishes it. Raises ``NotApproved``, ``Refused``, ``MissingError`` (the parent, or a rollout, is
    not there), ``TrustError`` (the parent is damaged) and ``OSError``.
    """
    approval = approved(proposal, approvals)
    before = _before(proposal, shelf)
    names = _names(proposal, before)
    rules = Rules(rules.guard, rules.withdrawn, rules.quarantined | set(proposal.quarantine))
    practised = {task.id: task for task in tasks}
    wrong = _refused_tasks(practised.values(), rules)
    wrong |= refusals(_told(names, find, progress, "checking"), rules)
    if wrong:
        raise Refused(wrong)
    folder = scratch / f"freeze-{proposal.id[:16]}"
    shutil.rmtree(folder, ignore_errors=True)  # what a crash left
    private_folder(folder)
    members = _told(names, find, progress, "writing")
    dataset = _written(proposal, approval, members, before, practised, rules, folder)
    shelf.put(dataset, folder)
    shutil.rmtree(folder)
    return dataset


def _before(proposal: Proposal, shelf: Shelf) -> dict[str, Weight]:
    """The weights of the parent's examples, by rollout."""
    if not proposal.parent:
        return {}
    shelf.open(proposal.parent)
    return {each.id: each.weight for each in shelf.lineages(proposal.parent)}


def _names(proposal: Proposal, before: Mapping[str, Weight]) -> list[str]:
    """The rollouts that the data set holds, in order. Raises ``UsageError`` when a repair or a
    preserved one is removed or never came in."""
    kept = (before.keys() | set(proposal.additions)) - set(proposal.removals)
    astray = (set(proposal.repairs) | set(proposal.preserved)) - kept
    if astray or not kept:
        what = f"{len(astray)} rollouts that it does not hold" if astray else "nothing at all"
        raise UsageError(f"the proposal builds on {what}", hint="propose anew")
    return sorted(kept)


def _told(names: list[str], find: Find, progress: Progress, what: str) -> Iterator[Member]:
    for done, name in enumerate(names):
        progress(what, done, len(names))
        try:
            member = find(name)
        except KeyError as error:
            raise MissingError(
                f"rollout {name[:12]} is not in the experience store", hint="propose anew"
            ) from error
        yield member
    progress(what, len(names), len(names))


def _refused_tasks(tasks: Iterable[Task], rules: Rules) -> dict[str, tuple[str, ...]]:
    found = {
        task.id: (*task_reasons(task, rules), *rules.guard.task_reasons(task)) for task in tasks
    }
    return {name: why for name, why in found.items() if why}


def _written(
    proposal: Proposal,
    approval: Approval,
    members: Iterable[Member],
    before: Mapping[str, Weight],
    tasks: dict[str, Task],
    rules: Rules,
    folder: Path,
) -> Dataset:
    """Write every part into ``folder``; the manifest is what is returned."""
    sayings, languages = Sayings(proposal), Counter[str]()
    with (
        Lines(folder / EXAMPLES) as examples,
        Lines(folder / LINEAGE) as lineages,
        table(folder / PARQUET) as parquet,
    ):
        for member in members:
            task, name = member.rollout.task, member.name
            weight = sayings.of_example(name, task.id, before.get(name))
            row = example(member, weight)
            examples.add(row)
            parquet.add(row)
            lineages.add(lineage(member, weight, sayings.parts(name)))
            languages[task.language] += 1
            tasks.setdefault(task.id, task)
    parts = [examples.part, lineages.part, part_of(folder / PARQUET, parquet.rows)]
    parts += [_tasks(folder, tasks, sayings), *_papers(folder, proposal, approval, rules)]
    return Dataset(
        proposal=proposal.id,
        approval=approval.id,
        parent=proposal.parent,
        rollouts=parquet.rows,
        languages=dict(sorted(languages.items())),
        parts=tuple(sorted(parts, key=lambda part: part.name)),
    )


def _tasks(folder: Path, tasks: Mapping[str, Task], sayings: Sayings) -> Part:
    with Lines(folder / TASKS) as lines:
        for name, task in sorted(tasks.items()):
            lines.add(practice(task, sayings.of_task(name)))
    return lines.part


def _papers(folder: Path, proposal: Proposal, approval: Approval, rules: Rules) -> Iterator[Part]:
    """The proposal, its approval and the door's bounds, so that a data set explains itself."""
    papers = {
        PROPOSAL: proposal.model_dump(mode="json"),
        APPROVAL: approval.model_dump(mode="json"),
        DOOR: rules.guard.bounds,
    }
    for name, paper in papers.items():
        (folder / name).write_bytes(canonical_bytes(paper) + b"\n")
        yield part_of(folder / name, 1)
