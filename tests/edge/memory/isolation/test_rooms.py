"""Whatever is done in one scope, no search, list, count or export of another shows any of it."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tandem_edge.harness.conversation import Conversation
from tandem_edge.memory import reversing
from tandem_edge.memory import room as room_module
from tandem_edge.memory.exporting import (
    Content,
    export_memory,
)
from tandem_edge.memory.importing import import_memory
from tandem_edge.memory.lifecycle.consolidation import REPORT, consolidate, take_back
from tandem_edge.memory.lifecycle.forgetting import Wish, consequences, receipts
from tandem_edge.memory.lifecycle.never import Never, never_of, never_remember
from tandem_edge.memory.provider import AgentMemory
from tandem_edge.memory.room import MemoryRoom, database_of, open_memory
from tandem_edge.memory.sealing import opened
from tandem_shared.memory import Found, Scope, Status, Unit
from tests.edge.memory.isolation.scenes import KEY, SCOPES, after, turn
from tests.edge.vault.support import CHEAP, PASSPHRASE
from tests.fakes.hashed_embedder import HashedEmbedder

TOLD = (
    "I live in Porto {word}",
    "我住在成都 {word}",
    "I like jazz {word}",
    "我喜欢红酒 {word}",
    "From now on use Quizlet for flashcards {word}",
    "Remind me tomorrow at 9 to call Mira {word}",
    "The folder is in the attic {word}",
)
"""Every scope says the same things; only the last word tells whose they are."""
WHO = st.sampled_from(SCOPES)


def word_of(scope: Scope, number: int) -> str:
    """A word that is said once, in one scope."""
    return f"word{SCOPES.index(scope)}x{number}"


def words_in(texts: Iterable[str]) -> set[str]:
    """The words in ``texts`` that tell whose they are."""
    return set(re.findall(r"word\d+x\d+", " ".join(texts)))


class Scopes(RuleBasedStateMachine):
    """Eight scopes in one home, and the texts that each must have and no other may show."""

    @initialize()
    def begin(self) -> None:
        self.until = ExitStack()
        self.home = Path(self.until.enter_context(tempfile.TemporaryDirectory()))
        self.rooms: dict[Scope, tuple[ExitStack, MemoryRoom]] = {}
        self.said: dict[Scope, set[str]] = {scope: set() for scope in SCOPES}
        self.words: list[tuple[Scope, str]] = []
        self.forgets = dict.fromkeys(SCOPES, 0)
        self.orders = dict.fromkeys(SCOPES, 0)
        self.never: dict[Scope, set[str]] = {scope: set() for scope in SCOPES}
        self.number = 0
        self.touched = SCOPES[0]

    def room(self, scope: Scope) -> MemoryRoom:
        self.touched = scope
        if scope not in self.rooms:
            until = ExitStack()
            opening = open_memory(self.home, KEY, scope, HashedEmbedder())
            self.rooms[scope] = until, until.enter_context(opening)
        return self.rooms[scope][1]

    def teardown(self) -> None:
        for until, _ in self.rooms.values():
            until.close()
        self.until.close()

    @rule(scope=WHO, told=st.sampled_from(TOLD))
    def somebody_says(self, scope: Scope, told: str) -> None:
        self.number += 1
        word = word_of(scope, self.number)
        text = told.format(word=word)
        self.room(scope).hear([turn(text, self.number)], after(self.number))
        self.said[scope].add(text)
        self.words.append((scope, word))

    @rule(scope=WHO)
    def maintenance_runs_and_is_taken_back(self, scope: Scope) -> None:
        book = self.room(scope).book
        consolidate(book, after(self.number))
        self.orders[scope] += 1
        take_back(book, book.reports(REPORT)[-1][0])

    @precondition(lambda self: self.words)
    @rule(data=st.data(), scope=WHO)
    def somebody_forgets_a_word(self, data: st.DataObject, scope: Scope) -> None:
        """Another's word too: then nothing goes."""
        owner, word = data.draw(st.sampled_from(self.words))
        room, wish = self.room(scope), Wish(words=word, evidence=True)
        gone = {kept.turn.text for kept in consequences(room.book, wish).turns}
        receipt, _ = room.forget(wish, after(self.number))
        self.forgets[scope] += 1
        self.said[scope] -= gone
        mine = word in words_in(self.said[scope] | gone)
        assert mine or (receipt.turns, receipt.units) == (0, 0), (owner, scope)

    @precondition(lambda self: self.words)
    @rule(data=st.data(), scope=WHO)
    def ids_of_another_scope_name_nothing_here(self, data: st.DataObject, scope: Scope) -> None:
        owner, _ = data.draw(st.sampled_from(self.words))
        if owner == scope:
            return
        units = self.room(owner).book.units(status=None)
        turns = self.room(owner).book.all_turns()
        room = self.room(scope)
        own = {unit.id for unit in room.book.units(status=None)}
        foreign = [unit.id for unit in units if unit.id not in own] + [kept.id for kept in turns]
        before = (room.book.lengths(), room.book.units(status=None))
        assert room.book.numbers(foreign) == {} and room.book.turns_by_id(foreign) == {}
        if foreign:
            room.forget(Wish(ids=tuple(foreign), evidence=True), after(self.number))
            self.forgets[scope] += 1
        assert (room.book.lengths(), room.book.units(status=None)) == before

    @rule(scope=WHO)
    def somebody_withdraws_and_believes_again(self, scope: Scope) -> None:
        room = self.room(scope)
        for unit in room.book.units()[:1]:
            reversing.withdraw(room, unit)
            reversing.restore(room, unit)

    @rule(scope=WHO, other=WHO, own=st.booleans())
    def an_export_is_taken_in_elsewhere(self, scope: Scope, other: Scope, own: bool) -> None:
        if scope == other:
            return
        path = self.home / f"export{self.number}"
        path.unlink(missing_ok=True)
        turns = export_memory(self.room(scope), path, PASSPHRASE, cost=CHEAP).turns
        content = Content.model_validate_json(opened(path.read_bytes(), PASSPHRASE))
        assert {each.turn.text for each in content.turns} == self.said[scope]
        assert turns == len(content.turns)
        assert all("scope" not in unit for unit in content.units)
        self.demand_own(scope, (unit["summary"] for unit in content.units))
        import_memory(self.room(other), path, PASSPHRASE, after(self.number), own=own)
        self.said[other] |= self.said[scope]
        if own:
            self.never[other] |= {each.text for each in content.never}
        path.unlink()

    @rule(scope=WHO)
    def what_one_never_wants_remembered_binds_nobody_else(self, scope: Scope) -> None:
        never_remember(self.room(scope).book, Never(text=f"nobody says this {SCOPES.index(scope)}"))
        for other, (_, room) in self.rooms.items():
            wished = [each.text for each in never_of(room.book)]
            assert set(wished) <= self.never[other] | {f"nobody says this {SCOPES.index(other)}"}

    @rule(scope=WHO)
    def somebody_closes_and_comes_back(self, scope: Scope) -> None:
        if scope in self.rooms:
            self.rooms.pop(scope)[0].close()
        self.room(scope)

    @precondition(lambda self: self.words)
    @rule(data=st.data(), scope=WHO)
    def somebody_looks_for_a_word(self, data: st.DataObject, scope: Scope) -> None:
        """By search, by what an agent is told, by its tool: another's word brings nothing else."""
        owner, word = data.draw(st.sampled_from(self.words))
        room, at = self.room(scope), after(self.number)
        found = [*room.search(word, at, 20), *room.search(f"{word} 住在哪里 live", at, 20)]
        self.demand_own_found(scope, [*found, *room.relevant(f"I like {word}", at, 20)])
        near = room.indexing.index.search(HashedEmbedder().queries([word])[0], 100)
        there = room.book.ids(n for n, _ in near)
        assert len(there) == len(near)
        conversation = Conversation()
        memory = AgentMemory(room, lambda: conversation, lambda: at)
        self.demand_own(scope, memory.recall(f"where do I live {word}"))
        assert word in words_in(self.said[scope]) or word not in words_in(
            each.text for each in found
        ), (owner, scope)

    @invariant()
    def everything_here_was_said_here(self) -> None:
        """Of the scope that was touched last, whole; the counts of all."""
        if self.touched in self.rooms:
            room = self.rooms[self.touched][1]
            assert {kept.turn.text for kept in room.book.all_turns()} == self.said[self.touched]
            units = room.book.units(status=None)
            assert all(unit.scope == self.touched for unit in units)
            self.demand_own(self.touched, self.summaries(units))
            self.demand_own(self.touched, self.summaries(room.always(10_000)))
        for scope, (_, room) in self.rooms.items():
            units = room.book.units(status=None)
            turns = len(self.said[scope])
            assert len(room.book.all_turns()) == turns
            assert room.book.lengths()[0] == turns + len(units) == len(room.indexing.index)
            assert len(receipts(room.book)) == self.forgets[scope]
            assert len(room.book.reports(REPORT)) == self.orders[scope]

    def summaries(self, units: Iterable[Unit]) -> list[str]:
        return [unit.summary for unit in units if unit.status is not Status.WITHDRAWN]

    def demand_own_found(self, scope: Scope, found: Iterable[Found]) -> None:
        self.demand_own(scope, [each.text for each in found])

    def demand_own(self, scope: Scope, texts: Iterable[str]) -> None:
        """Every word in ``texts`` that tells whose it is was said in ``scope``, or taken in."""
        strange = words_in(texts) - words_in(self.said[scope])
        assert not strange, (scope, strange)


QUICK = settings(
    max_examples=20,
    stateful_step_count=25,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
Scopes.TestCase.settings = QUICK
TestScopes = Scopes.TestCase


@pytest.mark.parametrize("shared", ["user", "workspace", "agent"])
def test_scopes_that_share_a_file_would_be_noticed(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one part of the scope left out of the file's name, and no look at whose it is."""

    def careless(home: Path, scope: Scope) -> Path:
        return database_of(home, scope.model_copy(update={shared: "same"}))

    monkeypatch.setattr(room_module, "database_of", careless)
    monkeypatch.setattr(room_module, "demand_belonging", lambda *_: None)
    monkeypatch.setattr(room_module, "settle_belonging", lambda *_: None)
    unshrunk = settings(QUICK, phases=[Phase.generate], max_examples=5, database=None)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Scopes, settings=unshrunk)


def test_each_scope_is_a_file_of_its_own(tmp_path: Path) -> None:
    for scope in SCOPES:
        with open_memory(tmp_path, KEY, scope, None) as room:
            room.hear([turn("I like jazz", 0)], after(0))
    assert len({database_of(tmp_path, scope) for scope in SCOPES}) == len(SCOPES) == 8
    assert len(list(tmp_path.glob("*.db"))) == 8
