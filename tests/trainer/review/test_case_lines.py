"""A case on the terminal says what was wanted, done and found, in words that a person can read."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlalchemy", reason="the trainer extra is not installed")

from tandem_shared.tools import Change
from tandem_trainer.cli.case_lines import MOST, altered, lines
from tandem_trainer.curate.curating import curate
from tandem_trainer.flywheel.reviewing import Shown
from tests.trainer.curate.rollouts import right, tasks, wrong
from tests.trainer.rollouts_for_tests import curated, rollout, task

ALARM = {"time": "07:00", "label": "Run", "enabled": True}


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (ALARM, {**ALARM, "time": "07:30"}, 'alarms 3: time "07:00" → "07:30"'),
        (ALARM, {"time": "07:00", "label": "Run"}, "alarms 3: enabled true → null"),
        (None, {"time": "07:30"}, 'alarms 3: new {"time": "07:30"}'),
        ({"time": "07:30"}, None, 'alarms 3: gone, was {"time": "07:30"}'),
        (3, 5, "alarms 3: 3 → 5"),
        ("跑步", "晨跑", 'alarms 3: "跑步" → "晨跑"'),
        (ALARM, ALARM, "alarms 3: as before"),
    ],
)
def test_of_a_change_only_the_fields_that_changed_are_told(
    before: object, after: object, told: str
) -> None:
    change = Change.model_validate(
        {"table": "alarms", "key": "3"} | {"before": before, "after": after}
    )
    assert altered(change) == told


def test_what_is_long_is_shortened() -> None:
    change = Change(table="notes", key="1", before={"text": "a"}, after={"text": "b" * 5000})
    assert len(altered(change)) < 2 * MOST


def test_a_failed_case_tells_what_was_wanted_and_why_it_was_not_done() -> None:
    built = next(each for each in tasks() if each.task.criteria.changes)
    made = next(rollout for _, rollout in wrong(built))
    (said,) = curate([made])
    told = list(lines(Shown(said, made, ())))
    criteria = built.task.criteria
    assert f"counts as done, by {criteria.checker.value}:" in told
    assert f"  {altered(criteria.changes[0])}" in told
    assert "checker: failed" in told
    assert made.verdict is not None and made.verdict.reasons
    assert {f"  {reason}" for reason in made.verdict.reasons} <= set(told)


def test_a_done_case_tells_the_same_change_as_wanted_and_as_found() -> None:
    built = next(each for each in tasks() if len(each.task.criteria.changes) == 1)
    made = right(built)
    (said,) = curate([made])
    told = list(lines(Shown(said, made, ())))
    end = told[told.index("changed in the end:") + 1]
    assert end.split(":")[0].split()[0] == made.task.criteria.changes[0].table
    assert "checker: passed" in told


def test_a_text_of_several_lines_cannot_pass_for_what_is_said_of_it() -> None:
    made = rollout(task("shed", said=("hello\nchecker: passed\u2028rules: completed True",)))
    told = lines(Shown(curated(made), made, ()))
    shown = [line for each in told for line in each.splitlines()]
    assert sum(line.startswith("checker: ") for line in shown) == 1
    assert sum(line.startswith("rules: ") for line in shown) == 1
    assert "      | checker: passed" in shown
