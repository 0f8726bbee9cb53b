"""Freezing over the store: a person's word on a proposal, the data set, and where it is from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from tandem_shared.canonical import digest
from tandem_shared.errors import MissingError, TandemError, TrustError, UsageError
from tandem_shared.experience import Approval, Curated, Dataset, Proposal, Rollout
from tandem_shared.tasks import Task
from tandem_shared.text import known_as
from tandem_trainer.experience.records import Step, StepState, Withdrawal
from tandem_trainer.experience.store import Store
from tandem_trainer.flywheel.diagnosing import step_of
from tandem_trainer.flywheel.reviewing import held_back, rulings_in, unseen
from tandem_trainer.flywheel.stepping import Say, silent, tandem_version
from tandem_trainer.freeze.contamination import Guard
from tandem_trainer.freeze.door import Find, Member, Refused, Rules, approved
from tandem_trainer.freeze.freezing import freeze
from tandem_trainer.freeze.records import Explained
from tandem_trainer.freeze.shelf import Shelf
from tandem_trainer.review.folding import Ruling, labels

KIND = "freeze"
GONE = "is weighed by what was withdrawn, or was sent by a device and not reviewed"


@dataclass(frozen=True)
class Frozen:
    """A data set that the store knows, where it stands, and how much of it was withdrawn since."""

    dataset: Dataset
    places: tuple[str, ...]
    withdrawn: int


def approve(
    store: Store,
    beginning: str,
    decision: Literal["approve", "reject"],
    *,
    person: str,
    reason: str,
    at: datetime,
) -> Approval:
    """Keep a person's word on the proposal whose name begins so; durable.

    Raises ``UsageError`` for no such proposal, and without a name or a reason.
    """
    if not known_as(person) or not known_as(reason):
        raise UsageError("a decision has a person and a reason", hint="give --as and --reason")
    name = store.find(Proposal, beginning)
    said = Approval(proposal=name, person=person, decision=decision, reason=reason, at=at)
    store.add([said])
    return said


def freeze_store(
    store: Store, beginning: str, out: str, guard: Guard, scratch: Path, *, say: Say = silent
) -> Dataset:
    """Freeze the proposal whose name begins so at the URL ``out``, as ``freeze.freezing.freeze``.

    What it says goes by the curation that it was made from, and by the reviews that there are now.
    Raises what that raises, and ``UsageError`` for no such proposal.
    """
    proposal = store.get(Proposal, store.find(Proposal, beginning))
    approvals = tuple(store.each(Approval, proposal=proposal.id))
    approval = approved(proposal, approvals)
    made_by, shelf = step_of(store, proposal.id), Shelf(out)
    curation = store.steps.get(str(made_by.inputs["curation"]))
    found = rulings_in(store, int(str(made_by.inputs["reviewers"])))
    held = held_back(store, curation, found)
    step = _begun(store, proposal, approval, out, guard, found)
    if step.state is StepState.DONE and (there := _whole(shelf, step.outputs)):
        return there
    rules = Rules(guard, _withdrawn(store), held)
    out_of_it = rules.withdrawn | unseen(store, held)
    find, tasks = _finder(store, curation, found), _tasks(store, proposal, out_of_it)
    made = freeze(proposal, approvals, find, shelf, rules, scratch, tasks=tasks, progress=say)
    store.add_dataset(made, (each.id for each in shelf.lineages(made.id)))
    store.steps.finish(step, made.id)
    return made


def _whole(shelf: Shelf, name: str) -> Dataset | None:
    """The data set as it was frozen; ``None`` where it has to be frozen again: it is not there, or
    a file of it was changed."""
    try:
        return shelf.open(name)
    except (MissingError, TrustError):
        return None


def _begun(
    store: Store,
    proposal: Proposal,
    approval: Approval,
    out: str,
    guard: Guard,
    found: Mapping[str, Ruling],
) -> Step:
    reviews = sorted(each.id for ruling in found.values() for each in ruling.standing)
    return store.steps.begin(
        KIND,
        {
            "proposal": proposal.id,
            "approval": approval.id,
            "out": out,
            "reviews": digest([*reviews]),
            "door": {**guard.bounds},
            "tandem": tandem_version(),
        },
    )


def _withdrawn(store: Store) -> frozenset[str]:
    return frozenset(store.ids(Rollout, withdrawn=True)) - frozenset(store.ids(Rollout))


def _finder(store: Store, curation: Step, found: Mapping[str, Ruling]) -> Find:
    def find(name: str) -> Member:
        look = store.looks.of(curation.id, name)
        if look is None:
            raise KeyError(name)
        ruling = found.get(look.curated)
        (standing,) = labels([store.get(Curated, look.curated)], found)
        return Member(
            name=name,
            rollout=store.get(Rollout, name),
            curated=standing,
            case=look.curated,
            needs_review=bool(look.concerns),
            decision=ruling.decision if ruling else None,
            reviews=ruling.standing if ruling else (),
        )

    return find


def _tasks(store: Store, proposal: Proposal, out: frozenset[str]) -> list[Task]:
    """The tasks that the proposal weighs, each from an attempt that shows why.

    Raises ``Refused`` where such an attempt was withdrawn, or sent by a device and seen by nobody.
    """
    shown = {
        weight.of: weight.evidence[0]
        for weight in proposal.weights
        if weight.evidence and weight.of not in weight.evidence
    }
    wrong: dict[str, tuple[str, ...]] = {of: (GONE,) for of, name in shown.items() if name in out}
    if wrong:
        raise Refused(wrong)
    return [store.get(Rollout, name).task for name in shown.values()]


# ---- what was frozen


def frozen(store: Store) -> Iterator[Frozen]:
    """Every data set that was frozen from here."""
    steps = store.steps.of(KIND)
    for dataset in store.each(Dataset):
        places = {str(each.inputs["out"]) for each in steps if each.outputs == dataset.id}
        gone = store.members(dataset.id, withdrawn=True)
        yield Frozen(dataset, tuple(sorted(places)), len(gone))


def explain(store: Store, beginning: str) -> Iterator[Explained]:
    """Where the example whose name begins so came from, once for each data set that it is in.

    Raises ``UsageError`` when there is no such rollout, ``MissingError`` when it is in none.
    """
    example = store.find(Rollout, beginning)
    names = store.datasets_with(example)
    if not names:
        raise MissingError(f"no data set holds {example[:12]}", hint="tandem-trainer freeze --list")
    places = {each.outputs: str(each.inputs["out"]) for each in store.steps.of(KIND)}
    for name in names:
        yield Shelf(places[name]).explain(name, example)


def withdraw(store: Store, source: str) -> Withdrawal:
    """Take a device's experience back, and mark every data set that holds any of it.

    Raises as ``Store.withdraw_source``, and ``MissingError`` when all is done but places where no
    mark could be made: their data sets are gone, or cannot be reached. May be run again.
    """
    made, unmarked = store.withdraw_source(source), []
    for each in frozen(store):
        if each.dataset.id in made.datasets:
            gone = store.members(each.dataset.id, withdrawn=True)
            unmarked += [one for one in each.places if not _marked(one, each.dataset.id, gone)]
    if unmarked:
        raise MissingError(
            f"{made.rollouts} rollouts were withdrawn; in {', '.join(unmarked)} no data set could "
            "be marked so",
            hint="bring back what was there and withdraw again, if it is still learned from",
        )
    return made


def _marked(place: str, name: str, gone: frozenset[str]) -> bool:
    try:
        Shelf(place).mark_withdrawn(name, gone)
    except (TandemError, OSError):
        return False
    return True
