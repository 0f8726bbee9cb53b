"""Plans with one known fault are put down to the failing that the fault is."""

from __future__ import annotations

import pytest

from tandem_shared.experience import Failing
from tests.trainer.curate.mutants_table import Confusion, confusion_of
from tests.trainer.curate.rollouts import tasks

KNOWN = {
    "untouched": {Failing.PREMATURE_END},
    "claimed": {Failing.PREMATURE_END},
    "missing": {Failing.PREMATURE_END, Failing.RECOVERY, Failing.STATE_TRACKING},
    "argument": {Failing.GROUNDING, Failing.STATE_TRACKING, Failing.ROUTING},
    "action": {Failing.GROUNDING, Failing.STATE_TRACKING},
    "extra": {Failing.OVER_CALLING},
    "asks": {Failing.PREMATURE_END},
    "refuses": {Failing.PREMATURE_END},
    "acts": {Failing.OVER_CALLING, Failing.PREMATURE_END},
    "vague": {Failing.GROUNDING},
    "ungated": {Failing.ROUTING},
}
"""Fault of a mutant to what it may be put down to: ``missing`` is recovery where what is missing
is the second try, ``argument`` routing where the argument is the sub-agent."""


@pytest.fixture(scope="module")
def confusion() -> Confusion:
    return confusion_of(tasks()[::11])[0]


@pytest.mark.parametrize("kind", KNOWN)
def test_a_known_fault_is_named(kind: str, confusion: Confusion) -> None:
    found = confusion[kind]
    agreed = sum(count for failing, count in found.items() if failing in KNOWN[kind])
    assert found.total() >= 3
    assert agreed >= 0.85 * found.total(), found


def test_every_failure_is_explained(confusion: Confusion) -> None:
    assert not any(None in found for found in confusion.values())
