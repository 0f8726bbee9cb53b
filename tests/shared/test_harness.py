"""The harness's configuration as a contract: identity, and what an editor cannot get past it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from tandem_shared.harness import HarnessConfig, Section, families_in, filled
from tandem_shared.harness_diff import differences
from tandem_shared.tools import Bilingual

LIMIT = {"items": 3, "en": 300, "zh": 150}


def both(text: str) -> dict[str, str]:
    return {"en": text, "zh": text}


def plain(**changes: Any) -> dict[str, Any]:
    """A small configuration as an editor sees it: JSON."""
    return {
        "version": "1",
        "tools_digest": "0" * 64,
        "tools": {"ring_bell": "1" * 64, "feed_cat": "2" * 64},
        "heading": both("Notes:"),
        "families": [
            {"id": "all", "title": both("all"), "tools": ["ring_bell", "feed_cat"]},
        ],
        "routing": [
            {"id": "a", "text": both("first"), "needs": ["ring_bell"]},
            {"id": "b", "text": both("second"), "needs": ["feed_cat"]},
        ],
        "arguments": [{"tool": "feed_cat", "text": both("a spoon")}],
        "skills": [{"name": "cats", "tools": ["feed_cat"]}],
        "skill_of": {"ring_bell": "", "feed_cat": "cats"},
        "limits": {section.value: LIMIT for section in Section},
        "total": LIMIT,
        **changes,
    }


def made(**changes: Any) -> HarnessConfig:
    return HarnessConfig.model_validate_json(json.dumps(plain(**changes)))


def test_equal_configurations_have_equal_bytes_and_digests() -> None:
    one = made()
    swapped = made(tools=dict(reversed(plain()["tools"].items())))
    assert one.canonical == swapped.canonical and one.digest == swapped.digest
    assert HarnessConfig.model_validate_json(one.canonical) == one
    assert made(candidates=12).digest != one.digest


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"order": ["rules"]}, "order"),
        ({"order": [*[*Section][:-1], "rules"]}, "order"),
        ({"limits": {"rules": LIMIT}}, "limits"),
        ({"skill_of": {"ring_bell": ""}}, "feed_cat is mapped to no skill"),
        ({"skill_of": {"ring_bell": "cats", "feed_cat": "cats"}}, "not about it"),
        ({"skills": [{"name": "cats", "tools": ["paint_wall"]}]}, "paint_wall"),
        ({"arguments": [{"tool": "feed_cat", "text": both("{all}")}]}, "no family can be listed"),
        ({"arguments": [{"tool": "feed_cat", "text": both("x")}] * 2}, "feed_cat twice"),
        ({"candidates": 41}, "candidates"),
        ({"candidates": 0}, "candidates"),
        ({"total": {**LIMIT, "en": -1}}, "total"),
        ({"code": "import os"}, "code"),
        ({"format": 2}, "format"),
        (
            {
                "skills": [
                    {"name": "cats", "tools": ["feed_cat"], "text": both("then ring_bell\ntwice")}
                ]
            },
            "skill cats names ring_bell",
        ),
        (
            {"skills": [{"name": "cats", "tools": ["feed_cat"], "text": both("a\x1b[2Jb")}]},
            "control",
        ),
    ],
)
def test_an_edit_that_does_not_fit_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValidationError) as caught:
        made(**changes)
    assert why in str(caught.value)


def test_a_family_in_braces_is_filled_once() -> None:
    text = Bilingual(en="{a} and {b}", zh="{b}")
    assert families_in(text) == ("a", "b")
    assert filled(text.en, {"a": "{b}", "b": "two"}) == "{b} and two"


def test_inserting_an_entry_is_one_difference() -> None:
    first = {"id": "z", "text": both("zero"), "needs": ["feed_cat"]}
    (found,) = differences(made(), made(routing=[first, *plain()["routing"]]))
    assert (found.section, found.item, found.before) == ("routing", "z", None)
    assert isinstance(found.after, dict) and found.after["id"] == "z"
    (back,) = differences(made(routing=[first, *plain()["routing"]]), made())
    assert back.after is None and back.before == found.after


def test_a_change_of_order_alone_is_one_difference() -> None:
    (found,) = differences(made(), made(routing=plain()["routing"][::-1]))
    assert (found.section, found.item) == ("routing", "order")
    assert (found.before, found.after) == (["a", "b"], ["b", "a"])


def test_each_kind_of_field_is_compared_by_its_pieces() -> None:
    other = made(
        candidates=9,
        heading=both("Hints:"),
        tools={**plain()["tools"], "feed_cat": "3" * 64},
        limits={**plain()["limits"], "routing": {**LIMIT, "items": 1}},
    )
    found = [(each.section, each.item) for each in differences(made(), other)]
    assert found == [
        ("tools", "feed_cat"),
        ("heading", ""),
        ("limits", "routing"),
        ("candidates", ""),
    ]


def test_equal_configurations_do_not_differ() -> None:
    assert differences(made(), made()) == ()
