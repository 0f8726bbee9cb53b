"""Plans with one known fault are put down to the failing that the fault is."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from tandem_shared.experience import Failing
from tandem_trainer.curate.attribution.deciding import attribute
from tandem_trainer.curate.case import Case
from tests.trainer.curate.rollouts import tasks, wrong

KNOWN = {
    "untouched": {Failing.PREMATURE_END},
    "claimed": {Failing.PREMATURE_END},
    "missing": {Failing.PREMATURE_END, Failing.RECOVERY, Failing.STATE_TRACKING},
    "argument": {Failing.GROUNDING, Failing.STATE_TRACKING, Failing.ROUTING},
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
def confusion() -> dict[str, Counter[Failing | None]]:
    found: dict[str, Counter[Failing | None]] = defaultdict(Counter)
    for built in tasks()[::11]:
        for kind, rollout in wrong(built):
            found[kind.split()[0]][attribute(Case(rollout)).failing] += 1
    return found


@pytest.mark.parametrize("kind", KNOWN)
def test_a_known_fault_is_named(kind: str, confusion: dict[str, Counter[Failing | None]]) -> None:
    found = confusion[kind]
    agreed = sum(count for failing, count in found.items() if failing in KNOWN[kind])
    assert found.total() >= 3
    assert agreed >= 0.85 * found.total(), found


def test_every_failure_is_explained(confusion: dict[str, Counter[Failing | None]]) -> None:
    assert not any(None in found for found in confusion.values())
