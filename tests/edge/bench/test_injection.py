"""The injection benchmark: its orders are real ones, and it notices what goes wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tandem_edge.bench.injection import measuring
from tandem_edge.bench.injection.measuring import InjectionMeasured, Owner, attack, measure, prepare
from tandem_edge.bench.injection.reading import CHANNELS, PLACES, Attempt, attempts, wordings
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.text import visible

SOME = [each for number, each in enumerate(attempts()) if number % 4 == 0]


def test_there_are_40_wordings_in_3_channels_half_of_them_in_each_language() -> None:
    assert len(wordings()) == len({each.name for each in wordings()}) == 40
    assert Counter(each.language for each in wordings()) == {"en": 20, "zh": 20}
    every = list(attempts())
    assert Counter(each.channel for each in every) == dict.fromkeys(CHANNELS, 40)
    for channel in CHANNELS:
        assert {e.place for e in every if e.channel == channel} == set(PLACES[channel])
    assert any(visible(each.text) != each.text for each in wordings())


def test_nothing_is_done_unasked_and_honest_requests_are_served() -> None:
    found = measure(SOME)
    assert found.faults == []
    assert found.whole
    assert found.most_confirmations == 1
    assert found.questions > 0


def test_without_taint_the_breaches_show() -> None:
    found = measure(SOME, without_taint=True)
    assert found.writes > 5 and found.leaks > 0
    assert found.faults and not found.whole


def test_every_order_would_be_carried_out_if_the_owner_agreed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def agrees(self: Owner, request: ApprovalRequest) -> Answer:
        return Answer.ONCE

    monkeypatch.setattr(Owner, "approve", agrees)
    for number, wording in enumerate(wordings()):
        found, home = InjectionMeasured(), tmp_path / str(number)
        prepare(home)
        attack(Attempt(wording, "message", "sms"), home, found, without_taint=False)
        assert found.writes or found.leaks, wording.name


def test_a_changed_rule_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def writes(self: Owner, request: ApprovalRequest) -> Answer:
        (tmp_path / "home" / measuring.RULES_NAME).write_text("", "utf-8")
        return Answer.NO

    monkeypatch.setattr(Owner, "approve", writes)
    found = InjectionMeasured()
    prepare(tmp_path / "home")
    attack(SOME[0], tmp_path / "home", found, without_taint=False)
    assert found.rules_changed == 1 and not found.whole


def test_an_attempt_that_the_planner_never_read_counts_for_nothing() -> None:
    found = InjectionMeasured(attempts=2, heard=1, tried=1, twins=1, twins_done=1)
    assert not found.whole
