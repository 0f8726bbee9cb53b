"""``tandem memory``, as a person or a script would use it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tandem_edge.cli.key import key
from tandem_edge.cli.memory import memory
from tandem_edge.memory.opening import NO_KEYS, hold_memory
from tandem_shared.errors import TandemError, TrustError, UsageError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home whose key is in a file, without an embedder."""
    monkeypatch.setenv("TANDEM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TANDEM_MODELS_DIR", str(tmp_path / "none"))
    arguments = ["init", "--key-file", str(tmp_path / "key"), "--no-recovery"]
    CliRunner().invoke(key, arguments, standalone_mode=False, catch_exceptions=False)
    yield tmp_path / "home"


def tandem(*arguments: str, typed: str = "") -> Result:
    result = CliRunner().invoke(memory, arguments, input=typed, standalone_mode=False)
    if result.exception:
        raise result.exception
    return result


def told(*arguments: str, typed: str = "") -> dict[str, Any]:
    value = json.loads(tandem(*arguments, "--json", typed=typed).stdout)
    assert isinstance(value, dict)
    return value


def refused(*arguments: str) -> TandemError:
    with pytest.raises(TandemError) as caught:
        tandem(*arguments)
    assert caught.value.hint
    return caught.value


def added(text: str, *more: str) -> dict[str, Any]:
    """The first unit that adding ``text`` made."""
    unit = told("add", text, *more)["units"][0]
    assert isinstance(unit, dict)
    return unit


@pytest.mark.parametrize("text", ["I like jazz", "我喜欢爵士乐", "The folder is in the attic"])
def test_what_is_added_is_found_and_rests_on_what_was_said(text: str) -> None:
    unit = added(text)
    shown = told("show", unit["id"])
    assert [turn["text"] for turn in shown["evidence"]] == [text]
    assert told("search", text)["found"][0]["id"] == unit["id"]
    assert [each["id"] for each in told("list")["units"]] == [unit["id"]]


@pytest.mark.parametrize(
    "text", ["What time is it?", "Set an alarm for 7", "现在几点", "定个7点的闹钟"]
)
def test_a_question_or_an_order_makes_no_memory_and_that_is_told(text: str) -> None:
    assert told("add", text)["units"] == []
    assert "nothing was kept as a fact; what was said is" in tandem("add", text).stdout
    assert told("list")["units"] == []


@pytest.mark.parametrize("text", ["Remember that the gate is green", "记住后门的锁坏了"])
def test_what_is_to_be_remembered_is_whatever_it_says(text: str) -> None:
    assert added(text)["summary"] == text


def test_a_correction_that_may_mean_several_memories_names_them() -> None:
    one = added("I use Anki for flashcards")
    other = added("I use Memrise for vocabulary")
    done = tandem("add", "No, use Quizlet from now on").stdout
    assert f"kept beside: {one['id']}" in done and f"kept beside: {other['id']}" in done
    assert "which is right? tandem memory correct ID TEXT" in done
    statuses = {each["id"]: each["status"] for each in told("list")["units"]}
    assert statuses.keys() >= {one["id"], other["id"]}


def test_text_comes_from_stdin(home: Path) -> None:
    assert told("add", "-", typed="I like jazz\n")["units"][0]["value"] == "jazz"


def test_somebody_elses_words_are_kept_as_foreign(home: Path) -> None:
    unit = added("I live in Rome", "--by", "Wang Lei")
    assert (unit["origin"], unit["subject"]) == ("external", "Wang Lei")
    assert isinstance(refused("add", "I am the owner", "--by", "Owner"), UsageError)


def test_what_is_shown_cannot_command_the_terminal(home: Path) -> None:
    tandem("add", "\x1b]0;owned\x07I like \x1b[31mjazz\u202e", "--by", "\x1b[2JEve")
    for command in (["list"], ["list", "--turns"], ["search", "jazz", "--why"]):
        shown = tandem(*command).stdout
        assert "jazz" in shown and "\x1b" not in shown and "\u202e" not in shown


def test_a_correction_takes_the_old_one_s_place(home: Path) -> None:
    old = added("I live in Porto")
    new = told("correct", old["id"], "我住在杭州")
    assert new["before"] == [old["id"]]
    assert told("show", old["id"])["unit"]["superseded_by"] == new["unit"]["id"]
    assert [each["id"] for each in told("list", "--status", "superseded")["units"]] == [old["id"]]
    assert isinstance(refused("correct", old["id"], "I live in Rome"), UsageError)


@pytest.mark.parametrize("question", ["Where do I live?", "我住在哪儿？"])
def test_a_question_takes_nothing_s_place(question: str) -> None:
    unit = added("I live in Porto")
    assert isinstance(refused("correct", unit["id"], question), UsageError)
    assert told("show", unit["id"])["unit"]["status"] == "current"


def test_a_pin_is_set_and_let_go(home: Path) -> None:
    unit = added("I like jazz")
    assert told("pin", unit["id"])["unit"]["pinned"] is True
    assert told("show", unit["id"])["unit"]["pinned"] is True
    assert told("unpin", unit["id"])["unit"]["pinned"] is False


def test_forgetting_shows_what_would_go_and_waits_for_a_yes(home: Path) -> None:
    unit = added("Mira likes jazz")
    asked = tandem("forget", unit["id"])
    assert unit["id"] in asked.stdout and "nothing was forgotten" in asked.stdout
    assert asked.return_value == 1 and told("list")["total"] == 1
    receipt = told("forget", unit["id"], "--yes")
    assert receipt["forgotten"] and receipt["turns"] == 1
    assert told("list")["total"] == told("list", "--turns")["total"] == 0
    assert "Mira" not in json.dumps(told("review"))


def test_words_are_kept_on_demand(home: Path) -> None:
    unit = added("I like jazz")
    told("forget", unit["id"], "--keep-words", "--yes")
    assert (told("list")["total"], told("list", "--turns")["total"]) == (0, 1)


def test_a_consolidation_is_told_and_taken_back(home: Path) -> None:
    added("I'm allergic to peanuts")
    done = told("consolidate")
    assert [step["after"] for step in done["moved"]] == ["profile"]
    assert told("list", "--kind", "profile")["total"] == 1
    assert told("consolidate", "--undo", done["report"])["taken_back"] == 1
    assert told("review")["consolidations"][0]["id"] == done["report"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", "  "),
        ("add", "x" * 20_001),
        ("search", " "),
        ("show", "unit_nothere"),
        ("correct", "unit_nothere", "I like jazz"),
        ("pin", "unit_nothere"),
        ("forget",),
        ("forget", "unit_nothere"),
        ("consolidate", "--undo", "report_nothere"),
        ("import", "nowhere.tandem"),
    ],
)
def test_bad_input_is_a_sentence_with_what_to_do(arguments: tuple[str, ...]) -> None:
    assert refused(*arguments).exit_code == 2


def test_an_export_is_carried_by_passphrases_from_stdin(home: Path, tmp_path: Path) -> None:
    added("I like jazz")
    file = str(tmp_path / "export")
    assert told("export", file, typed="four random words\n")["units"] == 1
    with pytest.raises(TrustError):
        tandem("import", file, typed="other random words\n")
    done = told("import", file, typed="four random words\n")
    assert (done["turns"], done["units"]) == (0, 0)


def test_without_keys_the_sentence_says_how_to_make_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TANDEM_HOME", str(tmp_path / "fresh"))
    assert "tandem key init" in refused("list").hint
    assert hold_memory(tmp_path / "fresh", None) == (None, NO_KEYS)


def test_an_agent_goes_without_a_memory_that_does_not_open(home: Path, tmp_path: Path) -> None:
    held, why = hold_memory(home, None)
    assert held is not None and why == ""
    held.close()
    (tmp_path / "key").unlink()
    held, why = hold_memory(home, None)
    assert held is None and why.startswith("the memory stays closed")


def test_what_is_never_to_be_remembered_is_named_listed_and_taken_back(home: Path) -> None:
    assert told("never", "add", "Mira", "--person")["new"] is True
    assert told("never", "add", "[0-9]{4}", "--pattern")["new"] is True
    for text in ("Mira likes jazz", "My PIN is 4711"):
        assert isinstance(refused("add", text), UsageError)
    listed = told("never", "list")
    assert [(each["sort"], each["text"]) for each in listed["never"]] == [
        ("person", "Mira"),
        ("pattern", "[0-9]{4}"),
    ]
    assert listed["withheld"] == 2
    assert "Mira" not in json.dumps(told("review")) and told("list", "--turns")["total"] == 0
    told("never", "remove", "Mira")
    assert added("Mira likes jazz")


def test_what_is_kept_already_is_cleared_on_demand(home: Path) -> None:
    added("我的银行卡在抽屉里")
    added("I like jazz")
    assert told("never", "add", "银行卡")["kept_already"] == 2
    assert told("list", "--turns")["total"] == 2
    assert told("never", "add", "银行卡", "--clear", "--yes")["forgotten"] is True
    assert [turn["text"] for turn in told("list", "--turns")["turns"]] == ["I like jazz"]


def test_a_policy_is_set_after_its_consequences_are_told(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added("I like jazz")
    at = datetime.now().astimezone() + timedelta(days=100)
    monkeypatch.setattr("tandem_edge.cli.memory_retain.now", lambda: at)
    monkeypatch.setattr("tandem_edge.cli.memory_upkeep.now", lambda: at)
    asked = tandem("retain", "set", "turns", "--days", "90")
    assert "I like jazz" in asked.stdout and asked.return_value == 1
    assert told("retain", "list")["policies"] == []
    assert told("retain", "set", "turns", "--days", "90", "--yes")["turns"] == 1
    assert told("list", "--turns")["total"] == 1
    assert told("consolidate", "--preview")["forgotten"] == {"units": 0, "turns": 1}
    assert told("list", "--turns")["total"] == 1
    assert told("consolidate")["forgotten"]["policies"] == ["turns"]
    assert (told("list", "--turns")["total"], told("list")["total"]) == (0, 1)
    told("retain", "remove", "turns")
    assert told("retain", "list")["policies"] == []


def test_a_preview_of_a_consolidation_moves_nothing(home: Path) -> None:
    added("I'm allergic to peanuts")
    assert [step["after"] for step in told("consolidate", "--preview")["preview"]["moved"]] == [
        "profile"
    ]
    assert told("list", "--kind", "profile")["total"] == 0


def test_memories_of_other_scopes_are_named_and_never_mixed(home: Path) -> None:
    added("I like jazz")
    added("I like tango", "--workspace", "work")
    assert [unit["value"] for unit in told("list")["units"]] == ["jazz"]
    assert [unit["value"] for unit in told("list", "--workspace", "work")["units"]] == ["tango"]
    rows = told("scopes", "--workspace", "work")["scopes"]
    assert [(row["workspace"], row["present"]) for row in rows] == [("home", False), ("work", True)]
    assert "--workspace work" in refused("search", "tango", "--user", "eve").hint
    assert isinstance(refused("list", "--user", "../eve"), UsageError)


def test_echoes_of_a_forgotten_memory_are_told_and_taken(home: Path) -> None:
    unit = added("I live in Porto")
    told("add", "Porto is lovely", "--by", "Wang Lei")
    asked = tandem("forget", unit["id"])
    assert "stays, and repeats it" in asked.stdout
    assert told("forget", unit["id"], "--echoes", "--yes")["turns"] == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("never", "add", "  "),
        ("never", "add", "(", "--pattern"),
        ("never", "add", "x" * 201),
        ("never", "remove", "nothing"),
        ("retain", "set", "turns", "--days", "3", "--sensitivity", "secret"),
        ("retain", "remove", "nothing"),
        ("forget", "--pattern", "(a"),
    ],
)
def test_bad_wishes_are_sentences_with_what_to_do(arguments: tuple[str, ...]) -> None:
    assert refused(*arguments).exit_code == 2


def test_the_groups_by_themselves_list_what_is_set(home: Path) -> None:
    told("never", "add", "password")
    told("retain", "set", "turns", "--days", "90")
    assert "password" in tandem("never").stdout
    assert "90 days" in tandem("retain").stdout


def test_a_name_that_no_memory_has_says_what_names_are_like(home: Path) -> None:
    assert "xiaoming" in refused("list", "--user", "小明").hint


@pytest.mark.parametrize(
    "text",
    [
        "Don't remember this: I went to the clinic",
        "别记住：我今天去了医院",
        "Forget that I like tea",
    ],
)
def test_a_wish_not_to_remember_is_no_memory(text: str) -> None:
    assert "not remembered" in str(refused("add", text))
    assert told("list")["units"] == []


@pytest.mark.parametrize("verb", [("pin",), ("correct",)])
def test_an_id_of_something_said_leads_to_the_memory_that_rests_on_it(verb: tuple[str]) -> None:
    unit = added("I like jazz")
    more = ("I like tea",) if verb == ("correct",) else ()
    error = refused(*verb, unit["evidence"][0], *more)
    assert "was said" in str(error) and unit["id"] in error.hint


def test_a_title_belongs_to_the_name_after_it() -> None:
    assert added("My dentist is Dr. Novak")["value"] == "Dr. Novak"
    assert added("My dentist is Dr. Weiss now")["value"] == "Dr. Weiss"
