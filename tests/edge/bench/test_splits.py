"""The benchmark's splits: their sizes, that they share nothing, and that they are frozen."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from tandem_edge.bench.tasks import frozen
from tandem_edge.bench.tasks.building import build_all
from tandem_edge.bench.tasks.frozen import FROZEN_SPLITS, frozen_bytes, load_plans, load_tasks
from tandem_edge.bench.tasks.reading import Draft, all_drafts
from tandem_edge.bench.wordings.reading import train_wordings
from tandem_shared.errors import UsageError
from tandem_shared.tasks import CANARY, Dimension, Split
from tests.contracts.repo import ROOT

SIZES = {
    Dimension.TOOL: 1040,
    Dimension.MEMORY: 376,
    Dimension.SKILLS: 200,
    Dimension.SUBAGENT: 89,
}
ALIKE, SHORT = 0.75, 18
"""Share of three-character pieces from which two requests count as the same wording; those with
fewer pieces than ``SHORT`` ("yes, do that") have to be the same word for word."""


@cache
def drafts(split: Split) -> list[Draft]:
    return all_drafts(split)


def said(split: Split) -> set[str]:
    return {turn.said for draft in drafts(split) for turn in draft.turns}


def test_the_test_split_has_the_benchmarks_sizes() -> None:
    counts = Counter(task.dimension for task in load_tasks(Split.TEST))
    assert counts == SIZES
    assert counts.total() == 1705


@pytest.mark.parametrize("split", FROZEN_SPLITS)
def test_half_of_each_part_is_in_each_language(split: Split) -> None:
    for dimension in Dimension:
        tasks = [task for task in load_tasks(split) if task.dimension is dimension]
        languages = Counter(task.language for task in tasks)
        assert abs(languages["en"] - languages["zh"]) <= 1, (dimension, languages)


@pytest.mark.parametrize("split", FROZEN_SPLITS)
def test_skills_come_in_two_routing_modes(split: Split) -> None:
    tasks = [task for task in load_tasks(split) if task.dimension is Dimension.SKILLS]
    modes = Counter(task.resources.routing for task in tasks)
    assert modes["listed"] == modes["searched"] == len(tasks) / 2


@pytest.mark.parametrize("split", FROZEN_SPLITS)
def test_the_frozen_tasks_are_what_the_scenarios_give(split: Split) -> None:
    built = list(build_all(drafts(split)))
    digests = frozen._digests()
    for name, records in (
        (f"{split.value}.jsonl", [each.task for each in built]),
        (f"{split.value}.plans.jsonl", [each.plan for each in built]),
    ):
        made = hashlib.sha256(frozen_bytes(records)).hexdigest()
        assert made == digests[name], f"freeze anew: python -m tandem_edge.bench.tasks {split}"


@pytest.mark.parametrize("split", FROZEN_SPLITS)
def test_every_task_has_a_plan_and_a_name_of_its_own(split: Split) -> None:
    tasks = load_tasks(split)
    assert len({task.id for task in tasks}) == len(tasks)
    assert set(load_plans(split)) == {task.id for task in tasks}


@pytest.mark.parametrize("split", FROZEN_SPLITS)
def test_each_task_that_asks_or_refuses_has_a_twin_that_acts(split: Split) -> None:
    tasks = {task.id: task for task in load_tasks(split)}
    for task in tasks.values():
        if any(each.kind in ("ask", "refuse") for each in task.criteria.behaviour):
            twin = tasks[task.twin]
            assert (twin.family, twin.language) == (task.family, task.language)
            assert not any(each.kind != "hand_off" for each in twin.criteria.behaviour)


def test_a_family_belongs_to_one_split() -> None:
    for one, other in combinations(Split, 2):
        families = [{(d.dimension, d.family) for d in drafts(each)} for each in (one, other)]
        assert not families[0] & families[1], (one, other)


def pieces(text: str) -> frozenset[str]:
    plain = re.sub(r"[\W_]+", "", text.casefold())
    return frozenset(plain[at : at + 3] for at in range(len(plain) - 2)) or frozenset({plain})


@pytest.mark.slow
def test_no_wording_is_in_two_splits() -> None:
    wordings = {wording.text for wording in train_wordings()}
    texts = {split: said(split) | (wordings if split is Split.TRAIN else set()) for split in Split}
    for one, other in combinations(Split, 2):
        index: dict[str, list[frozenset[str]]] = {}
        for text in texts[other]:
            found = pieces(text)
            for piece in found:
                index.setdefault(piece, []).append(found)
        for text in texts[one]:
            mine = pieces(text)
            rare = min(mine, key=lambda piece: len(index.get(piece, ())))
            most = ALIKE if len(mine) >= SHORT else 1.0
            for piece in {rare, *sorted(mine)[:6]}:
                for theirs in index.get(piece, ()):
                    assert len(mine & theirs) / len(mine | theirs) < most, (one, other, text)


def people(split: Split) -> set[str]:
    return {
        str(patch.fields["name"])
        for draft in drafts(split)
        for patch in draft.patches
        if patch.table == "contacts" and patch.fields and "name" in patch.fields
    }


def test_no_person_that_a_task_adds_is_in_two_splits() -> None:
    for one, other in combinations(Split, 2):
        assert not people(one) & people(other), (one, other)


def test_the_smoke_requests_are_in_no_training_wording() -> None:
    asset = ROOT / "tests" / "assets" / "smoke_requests.jsonl"
    smoke = {json.loads(line)["text"] for line in asset.read_text("utf-8").splitlines()}
    assert not smoke & ({wording.text for wording in train_wordings()} | said(Split.TRAIN))


@pytest.mark.parametrize("split", FROZEN_SPLITS)
def test_frozen_files_carry_the_canary(split: Split) -> None:
    folder = Path(str(frozen._FOLDER))
    for name in (f"{split.value}.jsonl", f"{split.value}.plans.jsonl"):
        assert CANARY in (folder / name).read_text("utf-8").splitlines()[0]


def test_a_file_that_is_not_the_frozen_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(str(frozen._FOLDER))
    for name in ("digests.json", "dev.jsonl"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    with (tmp_path / "dev.jsonl").open("ab") as file:
        file.write(b"{}\n")
    monkeypatch.setattr(frozen, "_FOLDER", tmp_path)
    load_tasks.cache_clear()
    try:
        with pytest.raises(UsageError, match="is not the frozen one"):
            load_tasks(Split.DEV)
    finally:
        load_tasks.cache_clear()
