"""A database says whose it is: one put in another's place is refused, and one that closes leaves
nothing of itself in this process's caches."""

from __future__ import annotations

import gc
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tandem_edge.memory.room import database_of, open_memory
from tandem_edge.memory.store.belonging import BELONGS
from tandem_edge.memory.store.schema import MIGRATIONS
from tandem_edge.vault.database import open_database
from tandem_shared.errors import TrustError
from tandem_shared.memory import Scope
from tests.edge.memory.isolation.scenes import KEY, SCOPES, after, turn
from tests.edge.vault.support import bytes_of
from tests.fakes.hashed_embedder import HashedEmbedder


def caches() -> list[Any]:
    """Every cache of the memory's modules that may hold more than one thing."""
    modules = [each for name, each in sys.modules.items() if name.startswith("tandem_edge.memory")]
    found = {
        id(each): each
        for module in modules
        for each in vars(module).values()
        if hasattr(each, "cache_info") and each.cache_info().maxsize != 1
    }
    return [*found.values()]


def filled(home: Path, scope: Scope, *texts: str) -> None:
    with open_memory(home, KEY, scope, None) as room:
        room.hear([turn(text, number) for number, text in enumerate(texts)], after(9))


@given(one=st.sampled_from(SCOPES), other=st.sampled_from(SCOPES))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_another_scopes_database_is_refused_with_no_byte_changed(
    tmp_path: Path, one: Scope, other: Scope
) -> None:
    for scope in (one, other):
        filled(tmp_path, scope, "I like jazz")
    if one == other:
        return
    kept = database_of(tmp_path, one).read_bytes()
    shutil.copyfile(database_of(tmp_path, other), database_of(tmp_path, one))
    before = bytes_of(tmp_path)
    with pytest.raises(TrustError, match="somebody else's"), open_memory(tmp_path, KEY, one, None):
        pass
    assert bytes_of(tmp_path) == before
    database_of(tmp_path, one).write_bytes(kept)
    filled(tmp_path, one)


def test_somebody_elses_is_refused_while_another_process_has_it_open_too(tmp_path: Path) -> None:
    """Then the file is not looked at before it is opened; it is all the same."""
    one, other = SCOPES[:2]
    for scope in (one, other):
        filled(tmp_path, scope, "I like jazz")
    path = database_of(tmp_path, one)
    shutil.copyfile(database_of(tmp_path, other), path)
    with (
        open_database(path, KEY, MIGRATIONS),
        pytest.raises(TrustError, match="somebody else's"),
        open_memory(tmp_path, KEY, one, None),
    ):
        pass


def test_a_database_of_before_is_taken_as_its_name_says_and_says_so_from_then_on(
    tmp_path: Path,
) -> None:
    filled(tmp_path, SCOPES[0], "I like jazz")
    path = database_of(tmp_path, SCOPES[0])
    with open_database(path, KEY, MIGRATIONS) as database:
        database.execute("DELETE FROM rules WHERE name = ?", [BELONGS])
    filled(tmp_path, SCOPES[0], "I like jazz", "I like tea")
    shutil.copyfile(path, database_of(tmp_path, SCOPES[1]))
    with pytest.raises(TrustError), open_memory(tmp_path, KEY, SCOPES[1], None):
        pass


@pytest.fixture
def emptied() -> Iterator[None]:
    for cache in caches():
        cache.cache_clear()
    yield


def texts_held(cache: Any) -> str:
    """Every text that is reachable from a cache's entries."""
    seen: set[int] = set()
    texts, left = [], [*gc.get_referents(cache)]
    while left:
        each = left.pop()
        if id(each) in seen or isinstance(each, type) or hasattr(each, "__globals__"):
            continue
        seen.add(id(each))
        if isinstance(each, str):
            texts.append(each)
        elif type(each).__module__ in ("builtins", "functools", "collections") and not isinstance(
            each, dict
        ):
            left += gc.get_referents(each)
        elif isinstance(each, dict) and "__builtins__" not in each:
            left += [*each, *each.values()]
    return " ".join(texts)


def test_no_word_of_a_closed_memory_stays_in_a_cache(tmp_path: Path, emptied: None) -> None:
    with open_memory(tmp_path, KEY, SCOPES[0], HashedEmbedder()) as room:
        room.hear([turn("Quibberly lives in Porto", 0), turn("小明喜欢红酒", 1)], after(2))
        room.search("Where does Quibberly live?", after(3))
        room.search("小明喜欢什么", after(3))
        held = [texts_held(cache) for cache in caches()]
        assert sum("uibberl" in each for each in held) >= 2
        assert sum("小明" in each for each in held) >= 2
    assert caches() and not any(cache.cache_info().currsize for cache in caches())
    assert not any("uibberl" in texts_held(cache) for cache in caches())


def test_the_caches_are_emptied_even_where_the_work_breaks_off(
    tmp_path: Path, emptied: None
) -> None:
    with (
        pytest.raises(ZeroDivisionError),
        open_memory(tmp_path, KEY, SCOPES[0], HashedEmbedder()) as room,
    ):
        room.hear([turn("Quibberly lives in Porto", 0)], after(2))
        room.search("Where does Quibberly live?", after(3))
        raise ZeroDivisionError
    assert not any(cache.cache_info().currsize for cache in caches())
