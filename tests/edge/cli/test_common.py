"""What every command shares: JSON that is JSON."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from tandem_edge.cli.common import print_json


def refuse(word: str) -> None:
    raise AssertionError(f"{word} is no JSON")


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_a_number_that_json_lacks_is_null(
    number: float, capsys: pytest.CaptureFixture[str]
) -> None:
    value: dict[str, Any] = {"a": [number, 1.5, {"b": number}], "c": (number,), "d": "NaN"}
    print_json(value)
    shown = json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert shown == {"a": [None, 1.5, {"b": None}], "c": [None], "d": "NaN"}
