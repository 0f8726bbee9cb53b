"""The phone's tools, as they were last agreed on: planners are trained on them, checkers compare.

If a difference is meant, write the snapshot anew and let the review see it:

    TANDEM_UPDATE_SNAPSHOTS=1 .venv/bin/python -m pytest tests/contracts/test_catalogue.py
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.reference import reference
from tests.contracts.repo import ROOT

SNAPSHOT = Path(__file__).with_name("catalogue.snapshot.json")
UPDATE = "TANDEM_UPDATE_SNAPSHOTS"


def catalogue() -> dict[str, Any]:
    return {spec.name: spec.model_dump(mode="json") for spec in load_catalogue().specs}


def test_the_tools_are_those_of_the_snapshot() -> None:
    now = json.dumps(catalogue(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    if os.environ.get(UPDATE):
        SNAPSHOT.write_text(now, "utf-8")
    agreed, found = json.loads(SNAPSHOT.read_text("utf-8")), json.loads(now)
    changed = [name for name in {*agreed, *found} if agreed.get(name) != found.get(name)]
    assert not changed, f"changed tools: {sorted(changed)}; if meant, see {__file__}"


def test_arguments_keep_the_order_in_which_they_are_declared() -> None:
    alarm = load_catalogue().spec("manage_alarm")
    assert alarm is not None
    assert list(alarm.properties)[:4] == ["action", "time", "label", "repeat"]


def test_the_reference_page_is_the_generated_one() -> None:
    page = (ROOT / "docs" / "tools.md").read_text("utf-8")
    made = reference(load_catalogue().specs)
    assert page == made, "write it anew: tandem phone tools --markdown > docs/tools.md"
