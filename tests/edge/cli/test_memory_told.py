"""What ``tandem memory`` tells somebody who does not know it yet, and what it leaves alone."""

from __future__ import annotations

import re
import shlex
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from tandem_edge.cli.key import key
from tandem_edge.memory.room import database_of
from tandem_edge.memory.scopes import scopes_in
from tandem_edge.memory.store.schema import MIGRATIONS
from tandem_edge.vault.backups import back_up, backups_of
from tandem_edge.vault.database import open_database
from tandem_edge.vault.opening import Use, unlock
from tandem_shared.memory import Scope
from tests.edge.cli.test_memory_commands import added, home, refused, tandem, told

__all__ = ["home"]

# Words and patterns that are never to be remembered


@pytest.mark.parametrize("wish", ["12345", "１２３４５"])
@pytest.mark.parametrize("text", ["我的车牌是浙A１２３４５", "My plate is A12345"])
def test_a_number_is_never_remembered_in_any_width(wish: str, text: str) -> None:
    told("never", "add", wish)
    assert "never to be remembered" in str(refused("add", text))


def test_a_number_in_a_plate_is_forgotten_in_any_width() -> None:
    added("我的车牌是浙A１２３４５")
    assert told("forget", "--words", "12345", "--yes")["turns"] == 1


@pytest.mark.parametrize(
    ("one", "other", "sort"),
    [
        ("銀行卡", "银行卡", ()),
        ("Password", "password", ()),
        ("王　磊", "王 磊", ("--person",)),
        ("卡号[0-9]{4}", "卡号[０-９]{4}", ("--pattern",)),
    ],
)
def test_one_wish_in_two_spellings_is_one(one: str, other: str, sort: tuple[str, ...]) -> None:
    assert told("never", "add", one, *sort)["new"] is True
    assert told("never", "add", other, *sort)["new"] is False
    assert len(told("never", "list")["never"]) == 1
    assert len(told("never", "remove", other)["removed"]) == 1
    assert told("never", "list")["never"] == []


def test_clearing_says_so_where_nothing_fits() -> None:
    added("I like jazz")
    cleared = tandem("never", "add", "银行卡", "--clear")
    assert "nothing that is kept fits" in cleared.stdout and cleared.return_value == 0
    both = told("never", "add", "银行卡", "--clear")
    assert (both["never"]["text"], both["new"], both["forgotten"]) == ("银行卡", False, False)


def test_a_wish_that_stands_after_a_no_is_told_with_what_ends_it() -> None:
    added("My PIN is 4711")
    asked = tandem("never", "add", "PIN", "--clear")
    assert asked.return_value == 1 and "nothing was forgotten" in asked.stdout
    assert "tandem memory never remove PIN" in asked.stdout
    assert told("never", "list")["never"] and told("list", "--turns")["total"] == 1


# Looking makes nothing


@pytest.mark.parametrize(
    "verb",
    [
        ("list",),
        ("search", "jazz"),
        ("review",),
        ("never", "list"),
        ("retain", "list"),
        ("consolidate", "--preview"),
        ("forget", "--words", "jazz"),
    ],
)
def test_looking_at_a_memory_that_is_not_there_makes_none(
    home: Path, verb: tuple[str, ...]
) -> None:
    before = {path.name for path in home.iterdir()}
    assert told(*verb) is not None
    assert {path.name for path in home.iterdir()} - {"logs"} == before - {"logs"}


@pytest.mark.parametrize("verb", [("list",), ("search", "jazz"), ("retain", "list")])
def test_a_workspace_that_is_not_there_is_an_error_with_those_that_are(
    home: Path, verb: tuple[str, ...]
) -> None:
    added("I like jazz")
    added("我喜欢探戈", "--workspace", "work")
    error = refused(*verb, "--workspace", "nosuch")
    assert error.exit_code == 2 and "--workspace nosuch" in str(error)
    assert "--workspace home" in error.hint and "--workspace work" in error.hint
    assert len(scopes_in(home)) == 2


def test_who_has_no_key_is_not_told_whose_memories_there_are(tmp_path: Path) -> None:
    added("I like jazz")
    (tmp_path / "key").unlink()
    error = refused("list", "--workspace", "nosuch")
    assert error.exit_code == 6 and "--workspace" not in error.hint


# What there is instead


@pytest.mark.parametrize("text", ["I like jazz", "我喜欢爵士乐"])
def test_where_nothing_is_of_a_kind_the_rest_is_counted(text: str) -> None:
    assert tandem("list").stdout == "nothing is remembered\n"
    unit = added(text)
    shown = tandem("list", "--kind", "profile").stdout
    assert "nothing of profile" in shown and "1 memory of other kinds" in shown
    assert "1 thing that was said" in shown
    told("correct", unit["id"], "I like tango")
    assert "another status (--status all)" in tandem("list", "--status", "withdrawn").stdout
    told("forget", "--words", "tango", "--keep-words", "--yes")
    assert "nothing is remembered; what there is" in tandem("list").stdout


def test_an_import_counts_what_is_new_and_what_was_known(tmp_path: Path) -> None:
    added("I like jazz")
    added("我喜欢红酒")
    file = str(tmp_path / "export")
    told("export", file, typed="four random words\n")
    again = tandem("import", file, typed="four random words\n").stdout
    assert "new: 0 things that were said, 0 memories" in again
    assert "known already: 2 things that were said, 2 memories" in again
    assert told("import", file, typed="four random words\n") == {
        "turns": 0,
        "units": 0,
        "known_turns": 2,
        "known_units": 2,
        "refused_turns": 0,
        "refused_units": 0,
        "never": [],
    }


# What has been replaced


@pytest.mark.parametrize("new", ["I live in Lisbon", "我住在杭州"])
def test_what_was_replaced_names_what_is_in_its_place(new: str) -> None:
    first = added("I live in Porto")
    second = told("correct", first["id"], "I live in Rome")["unit"]
    third = told("correct", second["id"], new)["unit"]
    for verb in (("pin", first["id"]), ("correct", first["id"], "I live in Graz")):
        error = refused(*verb)
        assert third["id"] in str(error) and second["id"] not in str(error)
        assert third["id"] in error.hint
    assert told("show", first["id"])["unit"]["pinned"] is False
    assert told("unpin", first["id"])["unit"]["id"] == first["id"]


# Forgetting


def test_a_day_is_forgotten_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    for moment, text in (
        ("2026-03-01 23:59:59", "I like jazz"),
        ("2026-03-02 00:00:00", "我喜欢红酒"),
        ("2026-03-02 23:59:59", "I like chess"),
        ("2026-03-03 00:00:00", "I like tango"),
    ):
        at = datetime.fromisoformat(moment).astimezone()
        monkeypatch.setattr("tandem_edge.cli.memory_adding.now", lambda at=at: at)
        added(text)
    gone = told("forget", "--since", "2026-03-02", "--until", "2026-03-02", "--yes")
    assert (gone["units"], gone["turns"]) == (2, 2)
    left = [turn["text"] for turn in told("list", "--turns")["turns"]]
    assert left == ["I like tango", "I like jazz"]
    told("forget", "--until", "2026-03-01 23:59", "--yes")
    assert told("list", "--turns")["total"] == 2
    assert "before" in str(refused("forget", "--since", "2026-03-03", "--until", "2026-03-01"))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--words", "tango"), "search"),
        (("--person", "米拉"), "search"),
        (("--since", "2031-01-01"), "list --turns"),
        (("--words", "jazz", "--person", "米拉"), "all of it has to fit"),
    ],
)
def test_where_nothing_fits_the_sentence_names_what_was_asked(
    asked: tuple[str, ...], said: str
) -> None:
    added("I like jazz")
    ended = tandem("forget", *asked, "--yes")
    assert ended.return_value == 0 and said in ended.stdout and asked[1] in ended.stdout
    done = told("forget", *asked, "--yes")
    assert (done["forgotten"], done["units"], done["turns"], done["ids"]) == (False, 0, 0, [])


def test_as_json_the_consequences_come_with_ids_and_nothing_goes() -> None:
    unit = added("I live in Porto")
    told("add", "Porto is lovely", "--by", "Wang Lei")
    wish = told("forget", unit["id"])
    assert wish["forgotten"] is False and "--yes" in wish["next"]
    assert (wish["units"], wish["turns"]) == (1, 1)
    assert set(wish["ids"]) == {unit["id"], *unit["evidence"]} and len(wish["echoes"]) == 1
    assert told("list")["total"] >= 1


def test_older_copies_go_with_what_is_forgotten(home: Path) -> None:
    unit = added("I live in Porto")
    path = database_of(home, Scope())
    with open_database(path, unlock(home).key(Use.DATABASE), MIGRATIONS) as database:
        back_up(database.conn, path, unlock(home).key(Use.DATABASE).now, 2)
    shown = tandem("forget", unit["id"]).stdout
    assert "older copies of this memory (in backups): 1" in shown and len(backups_of(path)) == 1
    assert "older copies" in tandem("forget", unit["id"], "--yes").stdout
    assert backups_of(path) == []


# Words of a sentence, plurals, policies


@pytest.mark.parametrize("words", [("I", "like", "tea"), ("我", "喜欢茶")])
def test_a_sentence_needs_no_quotes(words: tuple[str, ...]) -> None:
    told("add", *words)
    assert told("list", "--turns")["turns"][0]["text"] == " ".join(words)
    assert told("search", *words)["found"]
    unit = told("list")["units"][0]
    assert told("correct", unit["id"], "I", "like", "milk")["unit"]["summary"] == "I like milk"
    told("never", "add", "Wang", "Lei", "--person")
    assert told("never", "list")["never"] == [{"sort": "person", "text": "Wang Lei"}]
    told("never", "remove", "wang", "lei")


def test_one_of_a_thing_is_told_as_one() -> None:
    added("I like jazz")
    assert "kept 1 day;" in tandem("retain", "set", "turns", "--days", "1").stdout
    assert "1 day;" in tandem("retain", "list").stdout
    receipt = tandem("forget", "--words", "jazz", "--yes").stdout
    assert "1 memory and 1 thing that was said" in receipt
    assert "1 memory, 1 thing that was said" in tandem("review").stdout


@pytest.mark.parametrize(
    "named",
    [("all.external",), ("all external",), ("all", "external"), ("all", "--origin", "external")],
)
def test_a_policy_ends_by_any_of_its_names(named: tuple[str, ...]) -> None:
    told("retain", "set", "all", "--origin", "external", "--days", "30")
    told("retain", "set", "all", "--days", "90")
    listed = tandem("retain", "list").stdout.splitlines()
    assert [line.split()[0] for line in listed] == ["all.external", "all"]
    told("retain", "remove", *named)
    assert [policy["name"] for policy in told("retain", "list")["policies"]] == ["all"]
    assert "but all" in str(refused("retain", "remove", "turns"))


# Hints that can be pasted


def test_a_hint_names_the_home_and_the_way_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TANDEM_HOME")
    there, words = tmp_path / "my home", tmp_path / "pass words"
    words.write_text("four random words\n")
    words.chmod(0o600)
    ways = ["--home", str(there), "--passphrase-file", str(words)]
    made = ["init", *ways, "--no-recovery"]
    CliRunner().invoke(key, made, standalone_mode=False, catch_exceptions=False)
    hint = refused("show", "unit_nothere", *ways).hint
    pasted = shlex.split(hint)
    assert pasted[:3] == ["tandem", "memory", "list"] and pasted[3:] == ways
    assert told(*pasted[2:])["units"] == []
    shown = tandem("never", "list", *ways).stdout
    assert str(there) in shown and re.search("never add --home .* TEXT", shown)
    assert str(there) in refused("list", "--user", "小明", "--home", str(there)).hint


def test_an_export_into_no_folder_names_it_whole(tmp_path: Path) -> None:
    deep = tmp_path.joinpath(*(f"folder{number}" for number in range(20)))
    added("I like jazz")
    with pytest.raises(Exception, match=re.escape(str(deep))):
        tandem("export", str(deep / "x"), typed="four random words\n")
    assert not deep.exists()


# All of it


def test_what_would_go_is_listed_whole_on_request() -> None:
    lines = "".join(f"The jazz record number {number} is blue\n" for number in range(14))
    told("add", "-", typed=lines)
    some = tandem("forget", "--words", "jazz").stdout
    assert some.count("  goes  ") == 21 and "and 8 more; --all lists them" in some
    every = tandem("forget", "--words", "jazz", "--all").stdout
    assert every.count("  goes  ") == 28 and "more" not in every
    assert len(told("forget", "--words", "jazz")["ids"]) == 28
    wished = tandem("never", "add", "jazz", "--clear", "--all").stdout
    assert wished.count("  goes  ") == 28


def test_what_a_policy_would_take_is_listed_whole_on_request(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    past = datetime.fromisoformat("2026-03-01 12:00").astimezone()
    monkeypatch.setattr("tandem_edge.cli.memory_adding.now", lambda: past)
    lines = "".join(f"The jazz record number {number} is blue\n" for number in range(14))
    told("add", "-", typed=lines)
    asked = ("retain", "set", "all", "--days", "1")
    assert "--all lists them" in tandem(*asked).stdout
    assert tandem(*asked, "--all").stdout.count("  goes  ") == 28
    tandem(*asked, "--yes")
    assert tandem("consolidate", "--preview", "--all").stdout.count("  goes  ") == 28
    assert "--all lists them" in tandem("consolidate", "--preview").stdout


# What is missing or empty


@pytest.mark.parametrize(
    ("arguments", "said", "hint"),
    [
        (("list", "--user", ""), '"" is no name', "tandem memory scopes"),
        (("search", ""), "the question is empty", "tandem memory search"),
        (("search", "?"), "the question is empty", "tandem memory search"),
        (("show", "unit_x"), "no memory unit_x", "tandem memory list"),
        (("forget", "unit_x"), "no memory unit_x", "tandem memory list"),
        (
            ("forget", "--since", "2026-03-01 10:00", "--until", "2026-03-01 10:00"),
            "the same moment",
            "--since DAY --until DAY",
        ),
        (
            ("forget", "--since", "2026-03-02", "--until", "2026-03-01"),
            "--until is before --since",
            "earlier",
        ),
    ],
)
def test_what_cannot_be_meant_is_told_with_what_can(
    arguments: tuple[str, ...], said: str, hint: str
) -> None:
    error = refused(*arguments)
    assert said in str(error) and hint in error.hint


def test_a_correction_without_words_says_how_it_goes() -> None:
    unit = added("I live in Porto")
    error = refused("correct", unit["id"])
    assert error.hint == f'tandem memory correct {unit["id"]} "I live in Lisbon"'
    done = tandem("correct", unit["id"], "I live in Lisbon").stdout
    assert f"in place of: {unit['id']}: {unit['summary']}" in done


def test_a_home_that_is_a_file_is_told_as_such(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    error = refused("list", "--home", str(file))
    assert f"{file} is a file, not a folder" in str(error) and "--home DIR" in error.hint
