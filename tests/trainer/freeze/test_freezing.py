"""Freezing: only what was approved, all of it or nothing, the same each time, and explained."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from tandem_shared.errors import MissingError, TrustError, UsageError
from tandem_shared.experience import Dataset, Decision
from tandem_trainer.freeze.door import NotApproved, Refused
from tandem_trainer.freeze.shelf import MANIFEST, Shelf
from tests.trainer.freeze.conftest import World, approval, member, reviewed
from tests.trainer.rollouts_for_tests import rollout, task


def rows(world: World, dataset: Dataset, name: str) -> list[dict[str, Any]]:
    path = Path(world.shelf.place(dataset.id, name).removeprefix("file://"))
    return [json.loads(each) for each in path.read_text("utf-8").splitlines()]


def test_an_approved_proposal_becomes_a_data_set_that_is_named_by_its_content(world: World) -> None:
    made = world.freeze()
    assert world.shelf.names() == (made.id,)
    assert world.shelf.open(made.id) == made
    assert (made.rollouts, made.languages) == (2, {"en": 1, "zh": 1})
    assert {each["id"] for each in rows(world, made, "examples.jsonl")} == set(world.members)
    assert not list(world.scratch.iterdir())


def test_freezing_again_gives_the_same_data_set_on_any_shelf(world: World, tmp_path: Path) -> None:
    made = world.freeze()
    assert world.freeze() == made
    world.shelf = Shelf(f"memory://{uuid4()}/sets")
    assert world.freeze().id == made.id
    assert world.shelf.names() == (made.id,)
    name = world.proposal.additions[0]
    assert world.shelf.explain(made.id, name).lineage.id == name


def test_what_nobody_has_approved_is_not_frozen(world: World) -> None:
    other = approval(world.proposal).model_copy(update={"proposal": "f" * 64})
    with pytest.raises(NotApproved, match="nobody has approved"):
        world.freeze(other)
    assert world.shelf.names() == ()


def test_a_proposal_that_was_changed_since_is_not_frozen(world: World) -> None:
    before = approval(world.proposal)
    world.propose(indicators={"additions": 3.0})
    with pytest.raises(NotApproved, match="as it is now"):
        world.freeze(before)


def test_a_rejection_stands_until_the_same_person_approves(world: World) -> None:
    yes, no = approval(world.proposal), approval(world.proposal, "reject", "bo", day=2)
    with pytest.raises(NotApproved, match="rejected by bo"):
        world.freeze(yes, no)
    with pytest.raises(NotApproved, match="rejected by bo"):
        world.freeze(no, yes)
    assert world.freeze(yes, no, approval(world.proposal, person="bo", day=3)).approval == yes.id


def test_one_member_that_is_refused_refuses_all_and_leaves_nothing(world: World) -> None:
    world.add(member(rollout(task("bad"), passed=False)))
    with pytest.raises(Refused, match="did not do its task") as caught:
        world.freeze()
    assert len(caught.value.reasons) == 1
    assert world.shelf.names() == ()
    assert not world.scratch.exists()


def test_weights_come_from_the_rollout_else_its_task_else_are_one(world: World) -> None:
    made = world.freeze()
    found = {each["language"]: each["weight"] for each in rows(world, made, "examples.jsonl")}
    assert found == {"en": 1.5, "zh": 1.0}


def test_tasks_to_practise_on_have_their_weights_and_are_whole(world: World) -> None:
    more = task("loft")
    world.tasks = (more,)
    found = {each["id"]: each for each in rows(world, world.freeze(), "tasks.jsonl")}
    assert set(found) == {more.id, *(each.rollout.task.id for each in world.members.values())}
    assert type(more).model_validate_json(found[more.id]["task"]) == more
    assert found[task("shed").id]["weight"] == 1.5


def test_an_example_is_explained(world: World) -> None:
    case = reviewed(member(rollout(task("loft"), source="device-1"), needs_review=True))
    world.add(case)
    made = world.freeze()
    said = world.shelf.explain(made.id, case.name)
    assert said.lineage.reviews == case.reviews
    assert (said.lineage.decision, said.lineage.source) == (Decision.APPROVE, "device-1")
    assert said.lineage.parts == ("addition",)
    assert (said.proposal, said.approval) == (world.proposal, approval(world.proposal))
    weighed = world.proposal.weights[0].evidence[0]
    assert world.shelf.explain(made.id, weighed).lineage.weight == world.proposal.weights[0]
    with pytest.raises(MissingError, match="no example"):
        world.shelf.explain(made.id, "f" * 64)


def test_no_device_is_named_in_what_is_learned_from(world: World) -> None:
    world.add(reviewed(member(rollout(task("loft"), source="device-1"), needs_review=True)))
    made = world.freeze()
    assert "device-1" not in json.dumps(rows(world, made, "examples.jsonl"))


def test_a_child_keeps_its_parents_examples_with_their_weights(world: World) -> None:
    parent = world.freeze()
    new = member(rollout(task("loft")))
    gone = world.proposal.preserved[0]
    world.members[new.name] = new
    world.propose(
        parent=parent.id, additions=(new.name,), removals=(gone,), weights=(), preserved=()
    )
    made = world.freeze()
    found = {each.id: each for each in world.shelf.lineages(made.id)}
    (kept,) = set(found) - {new.name}
    assert gone not in found
    assert (found[kept].parts, found[kept].weight.weight) == (("parent",), 1.5)


def test_a_withdrawn_rollout_marks_every_data_set_that_holds_it(world: World) -> None:
    first = world.freeze()
    gone = world.proposal.preserved[0]
    world.propose(
        parent=first.id, additions=(), removals=(gone,), preserved=(), indicators={"x": 1.0}
    )
    second = world.freeze()
    assert first.id != second.id
    assert world.shelf.touched([gone]) == {first.id: (gone,)}


@pytest.mark.parametrize(
    "changes", [{"preserved": ("f" * 64,)}, {"repairs": ("f" * 64,)}, {"additions": ()}]
)
def test_a_proposal_that_contradicts_itself_is_refused(
    world: World, changes: dict[str, Any]
) -> None:
    world.propose(**changes)
    with pytest.raises(UsageError, match="builds on"):
        world.freeze()


def test_a_rollout_that_is_gone_is_reported(world: World) -> None:
    world.members.pop(world.proposal.additions[0])
    with pytest.raises(MissingError, match="not in the experience store"):
        world.freeze()


def test_a_file_that_was_touched_is_noticed_and_freezing_again_mends_it(world: World) -> None:
    made = world.freeze()
    path = Path(world.shelf.place(made.id, "examples.jsonl").removeprefix("file://"))
    path.write_bytes(path.read_bytes().replace(b"shed", b"shop"))
    with pytest.raises(TrustError, match=r"examples\.jsonl"):
        world.shelf.open(made.id)
    assert world.freeze() == made
    assert world.shelf.open(made.id) == made


@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_a_torn_manifest_is_no_data_set(world: World, share: float) -> None:
    made = world.freeze()
    path = Path(world.shelf.place(made.id, MANIFEST).removeprefix("file://"))
    whole = path.read_bytes()
    path.write_bytes(whole[: int(len(whole) * share)])
    assert world.shelf.names() == ()
    assert world.freeze() == made
    assert path.read_bytes() == whole


VICTIMS = """
import os, signal, sys
from pathlib import Path
from tandem_trainer.freeze import freezing, tables
from tandem_trainer.freeze.shelf import Shelf
from tests.trainer.freeze import conftest

def dying(real, left):
    def wrapped(*given, **also):
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*given, **also)
    return wrapped

for at in map(int, sys.argv[2:]):
    folder = Path(sys.argv[1]) / str(at)
    folder.mkdir()
    child = os.fork()
    if not child:
        world, left = conftest.world.__wrapped__(folder), [at]
        tables.Lines.add = dying(tables.Lines.add, left)
        freezing.part_of = dying(freezing.part_of, left)
        files = type(world.shelf._files)
        files.put_file = dying(files.put_file, left)
        world.freeze()
        os._exit(0)
    print(at, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def test_kill_9_at_any_point_leaves_nothing_that_looks_finished(
    world: World, tmp_path: Path
) -> None:
    wanted, points = world.freeze().id, [1, 4, 8, 10, 13, 17, 18, 40]
    command = [sys.executable, "-c", VICTIMS, str(tmp_path), *map(str, points)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    ended = {int(at): int(code) for at, code in map(str.split, said.splitlines())}
    assert list(ended) == points
    assert ended[1] == ended[18] == -signal.SIGKILL and ended[40] == 0
    for at, code in ended.items():
        world.shelf, world.scratch = (
            Shelf(str(tmp_path / f"{at}/shelf")),
            tmp_path / f"{at}/scratch",
        )
        assert world.shelf.names() == (() if code else (wanted,))
        assert world.freeze().id == wanted
        assert world.shelf.open(wanted).id == wanted
        assert not list(world.scratch.iterdir())
