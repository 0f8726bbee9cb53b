"""Whatever a scope is called, its file is its own, lies in the home, and is nobody else's."""

from __future__ import annotations

import fnmatch
import unicodedata
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError

from tandem_edge.memory.room import database_of, open_memory
from tandem_edge.vault.backups import backups_of
from tandem_edge.vault.changing import create
from tandem_edge.vault.holding import lock_of
from tandem_edge.vault.opening import Use, unlock
from tandem_edge.vault.rotating import rotate_data
from tandem_edge.vault.slots import Way
from tandem_edge.vault.ways import Given, NewWay
from tandem_shared.memory import Scope
from tests.edge.memory.isolation.scenes import KEY, after, turn

LONGEST_NAME = 255
"""Bytes of a file's name on the file systems of today."""
HOME = Path("/home of somebody")
NAMES = st.text("ab09.-_@/\\:%*?[]~ AB\n\0é\u0301日ａ", max_size=70) | st.text(max_size=70)
GOOD = st.from_regex(r"[a-b0][a-b0._-]{0,5}", fullmatch=True)
SCOPES = st.builds(Scope, user=GOOD, workspace=GOOD, agent=GOOD)


def every_name(scope: Scope) -> set[str]:
    """Names that a database's own files ever have, as a file system without case sees them."""
    path = database_of(HOME, scope)
    ends = ("", "-wal", "-shm", "-journal")
    names = {path.name + end for end in ends} | {path.name + ".part" + end for end in ends}
    return {each.casefold() for each in names | {lock_of(path).name}}


@given(name=NAMES, part=st.sampled_from(("user", "workspace", "agent")))
def test_a_name_is_refused_or_makes_a_plain_file_of_the_home(name: str, part: str) -> None:
    try:
        scope = Scope(**{part: name})
    except ValidationError:
        return
    path = database_of(HOME, scope)
    assert (
        path.parent == HOME and path.name.isascii() and not set(path.name) & set('/\\:*?"<>|\0\n')
    )
    assert path.name == path.name.casefold() == unicodedata.normalize("NFKD", path.name)


REFUSED = (
    "|.|..|../a|a/b|a\\b|/a|a@b|a:b|A|aB|ａ|é|e\u0301|小明|a\n|a\0| a|a |-a|_a|a*|a%2fb|\u202ea"
)


@pytest.mark.parametrize("name", [*REFUSED.split("|"), "a" * 65])
def test_names_that_could_be_taken_for_a_path_or_for_another_are_refused(name: str) -> None:
    for part in ("user", "workspace", "agent"):
        with pytest.raises(ValidationError):
            Scope(**{part: name})


@given(one=SCOPES, other=SCOPES)
def test_two_scopes_share_no_file_not_even_beside_their_databases(one: Scope, other: Scope) -> None:
    assume(one != other)
    assert not every_name(one) & every_name(other)


def test_names_that_begin_alike_share_no_file() -> None:
    parts = ("a", "a.b", "a.db", "a.db-wal", "a-b", "a.lock", "a.part", "a.db.part", "a..")
    scopes = [
        Scope(user=one, workspace=two, agent=three)
        for one in parts
        for two in parts[:4]
        for three in parts
    ]
    names = [every_name(scope) for scope in scopes]
    assert len(set().union(*names)) == sum(map(len, names))


def test_the_longest_names_still_fit_with_all_that_is_put_behind_them(tmp_path: Path) -> None:
    longest = Scope(user="u" * 64, workspace="w" * 64, agent="a" * 64)
    with open_memory(tmp_path, KEY, longest, None) as room:
        room.hear([turn("I like jazz", 0)], after(0))
        backup = (
            f"{database_of(tmp_path, longest).stem}@20260301T090000000000Z-v999.db.part-journal"
        )
        assert max(len(each) for each in (*every_name(longest), backup)) <= LONGEST_NAME


@given(one=SCOPES, other=SCOPES)
def test_one_scopes_backups_are_not_anothers(one: Scope, other: Scope) -> None:
    assume(one != other)
    backup = f"{database_of(HOME, other).stem}@20260301T090000000000Z-v1.db"
    assert not fnmatch.fnmatchcase(backup, f"{database_of(HOME, one).stem}@*.db")


def test_backups_are_looked_for_as_that_pattern_says(tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    scopes = [Scope(user=user) for user in ("a", "a.b", "a-b")]
    for scope in scopes:
        stem = database_of(tmp_path, scope).stem
        (tmp_path / "backups" / f"{stem}@20260301T090000000000Z-v1.db").touch()
    found = [backups_of(database_of(tmp_path, scope)) for scope in scopes]
    assert [len(each) for each in found] == [1, 1, 1]
    assert not any(set(one) & set(other) for one, other in combinations(found, 2))


def test_a_change_of_keys_takes_every_scope_along_and_mixes_none(tmp_path: Path) -> None:
    home = tmp_path / "home"
    create(home, [NewWay(Way.KEY_FILE, home, key_file=tmp_path / "key")])
    scopes = [Scope(user=user) for user in ("a", "a.b", "a-b")]
    for number, scope in enumerate(scopes):
        with open_memory(home, unlock(home).key(Use.DATABASE), scope, None) as room:
            room.hear([turn(f"I like tea number{number}", 0)], after(0))
    assert rotate_data(unlock(home), Given()).databases == len(scopes)
    for number, scope in enumerate(scopes):
        with open_memory(home, unlock(home).key(Use.DATABASE), scope, None) as room:
            assert [kept.turn.text for kept in room.book.all_turns()] == [
                f"I like tea number{number}"
            ]
