"""One scope's memory: what is told goes in, what is asked for comes out with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from tandem_edge.embedder.protocol import Embedder
from tandem_edge.logs import log_fault
from tandem_edge.memory.answering import Answers, answers_of, without_secrets_not_meant
from tandem_edge.memory.believed import past_of
from tandem_edge.memory.experience.pool import Pool, open_pool
from tandem_edge.memory.experience.sharing import Sharing
from tandem_edge.memory.extraction.extractor import RuleExtractor, tells
from tandem_edge.memory.extraction.prospects import RuleProspector
from tandem_edge.memory.extraction.protocol import Extractor
from tandem_edge.memory.extraction.times import find_times
from tandem_edge.memory.kinds import rooms
from tandem_edge.memory.lifecycle.capture import Captured, capture
from tandem_edge.memory.lifecycle.copies import Copies
from tandem_edge.memory.lifecycle.elsewhere import Elsewhere
from tandem_edge.memory.lifecycle.forgetting import (
    Consequences,
    Receipt,
    Wish,
    carry_out,
    consequences,
)
from tandem_edge.memory.lifecycle.learning import Learned, Learning
from tandem_edge.memory.lifecycle.removing import cut_log
from tandem_edge.memory.nearness import (
    JUDGED,
    NEAR,
    cosines,
    found_of,
    nearness,
    shared_words,
    shares_enough,
    words_in,
)
from tandem_edge.memory.retrieval.pool import Passage
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.ranker import shipped_forest
from tandem_edge.memory.retrieval.search import Hit, pose, search
from tandem_edge.memory.retrieval.search import forget as drop_texts
from tandem_edge.memory.retrieval.terms import surfaces
from tandem_edge.memory.speakers import OWNER
from tandem_edge.memory.store.belonging import demand_belonging, settle_belonging
from tandem_edge.memory.store.book import Book
from tandem_edge.memory.store.indexing import Indexing
from tandem_edge.memory.store.passages import passage_of_unit
from tandem_edge.memory.store.schema import MIGRATIONS
from tandem_edge.memory.store.source import StoredSource
from tandem_edge.vault.database import Database, open_database, unusable
from tandem_edge.vault.driver import SqlError
from tandem_edge.vault.secret import Key
from tandem_shared.errors import TandemError
from tandem_shared.memory import Found, Origin, RawTurn, Scope, Status, Unit

_TELLERS = frozenset({Origin.OWNER, Origin.EXTERNAL})
"""Whose turns may stand for themselves: what Tandem answered or recorded is no news to it."""

LOOKED_AT = 40
"""Results among which units that matter for a request are looked for."""


def database_of(home: Path, scope: Scope) -> Path:
    """The file of one scope: another user, workspace or agent is another file. It lies in the home
    itself, where a change of keys looks for databases; no name of a scope has an ``@``."""
    return home / f"memory@{scope.user}@{scope.workspace}@{scope.agent}.db"


@dataclass
class MemoryRoom:
    """The memory of one scope. Not thread-safe: one at a time."""

    book: Book
    indexing: Indexing
    extractor: Extractor
    elsewhere: tuple[Elsewhere, ...] = ()
    """Where forgetting reaches beside the book."""

    def hear(self, turns: Sequence[RawTurn], now: datetime) -> tuple[Captured, Learned]:
        """Keep what was said, and learn from it. Turns are durable before anything is learned."""
        captured = capture(self.book, turns, learn_from=tuple(Origin))
        learned = self._learning().learn(captured.kept, now)
        self.indexing.catch_up()
        return captured, learned

    def learn_left(self, now: datetime) -> Learned:
        """Learn from what was kept to be learned from and was not: a process ended between. Once
        more changes nothing."""
        left = self.book.unlearned()
        learned = self._learning().learn(left, now) if left else Learned()
        if left:
            self.settle()
        return learned

    def _learning(self) -> Learning:
        return Learning(self.book, self.extractor, RuleProspector())

    def search(self, question: str, now: datetime, count: int = 10) -> list[Found]:
        """What may answer ``question``, best first; superseded facts only if it asks what was
        before. By words alone without an embedder."""
        source, query = self._source(), self._query(question, now)
        return _told(query, source, search(query, source, shipped_forest(), count))

    def answers(self, question: str, now: datetime, count: int = 10) -> Answers:
        """``search``, with what merely is the best of what there is told apart, what says the same
        as one, and secrets that are not meant left out; see ``answering.answers_of``."""
        source, query = self._source(), self._query(question, now)
        hits = search(query, source, shipped_forest(), max(2 * count, JUDGED))
        found, near = _told(query, source, hits), nearness(query, source, hits)
        return answers_of(self.book, found, near, count * query.plan.widen)

    def relevant(self, request: str, now: datetime, count: int = 3) -> list[Found]:
        """What is believed and matters for ``request``, best first; none that is merely the best of
        what there is. A unit matters that is near enough in meaning, or that shares a word or two
        Chinese characters with it and covers enough of what is asked about: it, or a turn that it
        rests on; or a telling of which none was made. A secret only to a request that means it."""
        source, query = self._source(), self._query(request, now)
        hits = search(query, source, shipped_forest(), LOOKED_AT)
        hits = [hit for hit in hits if hit.passage.status is Status.CURRENT]
        asked, near = surfaces(request), dict[str, Hit]()
        for hit, cosine in zip(hits, cosines(query, source, hits), strict=True):
            shares = shares_enough(hit, asked, source)
            for each in self._believed(hit.passage):
                if shares or cosine >= NEAR:
                    near.setdefault(each.id, replace(hit, passage=each))
        judged = nearness(query, source, [*near.values()])
        passages = [hit.passage for hit in near.values()]
        kept = without_secrets_not_meant(self.book, passages, judged)[:count]
        aim = query.plan.aim.value
        return [found_of(near[each.id], words_in(each.text, asked), aim) for each in kept]

    def _believed(self, passage: Passage) -> list[Passage]:
        """The believed units that a result is, or that rest on it; if none ever did, a telling."""
        unit = self.book.unit(passage.id)
        units = self.book.resting_on([passage.id]) if unit is None else [unit]
        if not units and passage.origin in _TELLERS and tells(passage.text, passage.at):
            return [passage]
        return [passage_of_unit(each) for each in units if each.status is Status.CURRENT]

    def _query(self, question: str, now: datetime) -> Query:
        spans = tuple((each.start, each.end) for each in find_times(question, now))
        return pose(question, self.indexing.embedder, owner=OWNER, spans=spans)

    def _source(self) -> StoredSource:
        embedder = self.indexing.embedder
        if embedder is None:
            return StoredSource(self.book, self.indexing.index)
        return StoredSource(self.book, self.indexing.index, embedder.identity, embedder.dimension)

    def always(self, characters: int) -> list[Unit]:
        """What is in every context: standing instructions, then the profile, as far as there is
        room for their sentences."""
        kinds = [kind for kind, room in rooms().items() if room.always]
        units = self.book.units_always(kinds)
        units.sort(key=lambda unit: (not unit.standing, not unit.pinned, -unit.importance))
        return list(_fitting(units, characters))

    def forget(self, wish: Wish, now: datetime) -> tuple[Receipt, Consequences]:
        """Carry a wish to forget out: in the book, in the index, elsewhere, in the file's pages."""
        found = consequences(self.book, wish, self.elsewhere)
        return self.take_out(found, now), found

    def settle(self) -> None:
        """After anything was changed: embed what is new, and let no lesson outlive its original."""
        self.indexing.catch_up()
        for place in self.elsewhere:
            if isinstance(place, Sharing):
                place.settle()

    def take_out(self, found: Consequences, now: datetime, policies: Sequence[str] = ()) -> Receipt:
        """Forget for good what was found; see ``lifecycle.forgetting.carry_out``."""
        numbers = self.book.numbers(found.ids)
        receipt = carry_out(self.book, found, now, self.elsewhere, policies)
        self.indexing.forget(numbers.values())
        drop_texts()
        cut_log(self.book)
        return receipt


@contextmanager
def open_memory(
    home: Path,
    key: Key,
    scope: Scope,
    embedder: Embedder | None,
    extractor: Extractor | None = None,
) -> Iterator[MemoryRoom]:
    """The memory of ``scope`` in ``home``; when it is closed, no text of it stays in a cache.

    Raises what ``vault.database.open_database`` raises, and ``TrustError`` for a database that is
    another scope's.
    """
    path, pool = database_of(home, scope), partial(open_pool, home, key, scope)
    database = open_database(
        path, key, MIGRATIONS, look=lambda there: demand_belonging(there, scope, path)
    )
    try:
        room = _room(database, scope, embedder, extractor or RuleExtractor(), pool)
        _learn_left(room)
        yield room
    finally:
        database.close()
        drop_texts()


def _room(
    database: Database,
    scope: Scope,
    embedder: Embedder | None,
    extractor: Extractor,
    pool: Callable[[], AbstractContextManager[Pool]],
) -> MemoryRoom:
    try:
        settle_belonging(database, scope)
        book = Book(database, scope)
        places = (Sharing(book, pool), Copies(database.path))
        return MemoryRoom(book, Indexing(book, embedder), extractor, places)
    except SqlError as error:
        raise unusable(database.path, error) from error


def _learn_left(room: MemoryRoom) -> None:
    """What an earlier process left is learned; where that fails, the memory opens all the same, and
    the next opening tries again."""
    try:
        room.learn_left(datetime.now().astimezone())
    except (TandemError, SqlError, ValueError) as error:
        log_fault(error)


def _told(query: Query, source: StoredSource, hits: Sequence[Hit]) -> list[Found]:
    words, aim = shared_words(hits, surfaces(query.text), source), query.plan.aim.value
    found = [found_of(hit, shared, aim) for hit, shared in zip(hits, words, strict=True)]
    past = past_of(source.book, [each.id for each in found])
    return [each.model_copy(update={"past": past.get(each.id, ())}) for each in found]


def _fitting(units: Sequence[Unit], characters: int) -> Iterator[Unit]:
    for unit in units:
        if len(unit.summary) <= characters:
            characters -= len(unit.summary)
            yield unit
