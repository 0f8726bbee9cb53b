"""``tandem memory add`` says what came of what was told."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from tandem_edge.cli.memory import memory
from tests.edge.cli.test_memory_commands import added, home, refused, tandem, told

__all__ = ["home"]


@pytest.mark.parametrize(
    ("before", "after"),
    [("I live in Porto", "I moved to Lisbon"), ("我住在成都", "我搬到杭州了")],
)
def test_what_a_correction_takes_the_place_of_is_told(before: str, after: str) -> None:
    old = added(before)
    shown = tandem("add", after).stdout
    assert f"in place of: {old['id']}: {old['summary']}" in shown
    assert told("show", old["id"])["unit"]["status"] == "superseded"


@pytest.mark.parametrize(
    ("before", "after"), [("I live in Porto", "I moved to Lisbon"), ("我住在成都", "我搬到杭州了")]
)
def test_json_has_what_a_correction_takes_the_place_of(before: str, after: str) -> None:
    old = added(before)
    done = told("add", after)
    new = done["units"][0]["id"]
    assert done["superseded"] == [{"id": old["id"], "summary": old["summary"], "by": new}]
    assert done["ended"] == [] and told("add", after)["superseded"] == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I go to the gym on Mondays", "I don't go to the gym on Mondays any more"),
        ("我喜欢喝咖啡", "我不喜欢喝咖啡了"),
    ],
)
def test_what_is_ended_is_told(before: str, after: str) -> None:
    old = added(before)
    shown = tandem("add", after).stdout
    assert f"ended: {old['id']}" in shown and "in place of" not in shown
    again = added(before)
    assert told("add", after)["ended"] == [again["id"]]


def test_what_is_known_already_is_told_as_such() -> None:
    added("I like jazz")
    assert tandem("add", "I like jazz").stdout.startswith("known already:")
    assert "in place of" not in tandem("add", "I like jazz").stdout


def test_each_line_is_told_by_itself_and_in_order() -> None:
    done = told("add", "-", typed="I live in Faro\n\nI moved to Braga\n现在几点\n我喜欢茶\n")
    assert [bool(each["units"]) for each in done["turns"]] == [True, True, False, True]
    first, second = (each["units"][0] for each in done["turns"][:2])
    assert done["superseded"] == [
        {"id": first["id"], "summary": first["summary"], "by": second["id"]}
    ]
    said = [turn["text"] for turn in told("list", "--turns")["turns"]]
    assert said == ["我喜欢茶", "现在几点", "I moved to Braga", "I live in Faro"]
    assert done["turn"] == done["turns"][0]["turn"]


def test_lines_of_an_argument_are_turns_too() -> None:
    shown = tandem("add", "I live in Faro\nI moved to Braga").stdout
    assert shown.count("lives in") == 3 and "in place of" in shown


def test_a_line_that_is_never_kept_does_not_keep_the_others_out() -> None:
    tandem("never", "add", "password")
    done = told("add", "-", typed="My password is hunter2\nI like jazz\n")
    assert [each["turn"] is None for each in done["turns"]] == [True, False]
    assert "not kept" in tandem("add", "-", typed="my password is x\nI like tea\n").stdout
    assert "never to be remembered" in str(refused("add", "My password is hunter2"))


@pytest.mark.parametrize("data", ["我喜欢茶\n".encode("gb18030"), b"\xff\xfe", b"I like caf\xe9\n"])
def test_what_is_no_utf8_is_refused_with_what_converts_it(data: bytes) -> None:
    done = CliRunner().invoke(memory, ["add", "-"], input=data, standalone_mode=False)
    assert "UTF-8" in str(done.exception) and "iconv" in getattr(done.exception, "hint", "")
    assert told("list")["total"] == 0 and told("list", "--turns")["total"] == 0


def test_a_mark_of_utf8_at_the_beginning_is_no_part_of_it() -> None:
    data = b"\xef\xbb\xbfI like tea\n"
    CliRunner().invoke(memory, ["add", "-"], input=data, standalone_mode=False)
    assert told("list", "--turns")["turns"][0]["text"] == "I like tea"
