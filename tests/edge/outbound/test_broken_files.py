"""Files of consents and of spending that cannot be used: nothing is sent, and it is said why."""

from __future__ import annotations

from pathlib import Path

import pytest

from tandem_edge.cli.common import carried_out
from tandem_edge.cli.outbound import outbound
from tandem_edge.outbound.consents import Consents
from tandem_edge.outbound.destinations import Purpose
from tandem_edge.outbound.spend import CapReached, Spend
from tandem_shared.errors import PrivacyError, UsageError


@pytest.mark.parametrize("cap", ["nan", "inf", "1e308"])
def test_a_cap_that_caps_nothing_is_refused(
    tmp_path: Path, cap: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["allow", "api.example.com", "--for", "planner", "--cap", cap, "--home", str(tmp_path)]
    assert carried_out(outbound, asked, "tandem outbound") == UsageError.exit_code
    assert "cap" in capsys.readouterr().err
    assert not (tmp_path / "outbound").exists()


@pytest.mark.parametrize("cap", ["NaN", "Infinity", "-1", "1e999"])
def test_a_file_with_such_a_cap_allows_nothing(tmp_path: Path, cap: str) -> None:
    path = tmp_path / "consents.json"
    consent = f'{{"destination": "a.b", "purpose": "planner", "cap_usd": {cap}, "since": "x"}}'
    path.write_text(f'{{"version": 1, "consents": [{consent}]}}', "utf-8")
    with pytest.raises(PrivacyError):
        Consents(path).find("a.b", Purpose.PLANNER)


def test_consents_that_cannot_be_locked_say_so(tmp_path: Path) -> None:
    (tmp_path / "consents.lock").mkdir()
    with pytest.raises(PrivacyError, match="cannot be changed"):
        Consents(tmp_path / "consents.json").revoke("a.b", None)


@pytest.mark.parametrize("cost", ["1e999", "[" * 100_000])
def test_a_sum_that_cannot_be_read_sends_nothing(tmp_path: Path, cost: str) -> None:
    spend = Spend(tmp_path)
    month = tmp_path / f"spend-{spend.now():%Y-%m}.jsonl"
    month.write_text(
        f'{{"id": "x", "destination": "a.b", "purpose": "planner", "micro_usd": {cost}}}\n', "utf-8"
    )
    with pytest.raises(CapReached):
        spend.reserve("a.b", Purpose.PLANNER, 1, None)


def test_a_folder_in_place_of_the_month_sends_nothing(tmp_path: Path) -> None:
    spend = Spend(tmp_path)
    (tmp_path / f"spend-{spend.now():%Y-%m}.jsonl").mkdir()
    with pytest.raises(CapReached, match="cannot be kept"):
        spend.reserve("a.b", Purpose.PLANNER, 1, None)
