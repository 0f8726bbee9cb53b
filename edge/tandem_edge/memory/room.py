"""One scope's memory: what is told goes in, what is asked for comes out with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from tandem_edge.embedder.protocol import Embedder
from tandem_edge.memory.experience.pool import Pool, open_pool
from tandem_edge.memory.experience.sharing import Sharing
from tandem_edge.memory.extraction.extractor import RuleExtractor, tells
from tandem_edge.memory.extraction.prospects import RuleProspector
from tandem_edge.memory.extraction.protocol import Extractor
from tandem_edge.memory.extraction.times import find_times
from tandem_edge.memory.kinds import rooms
from tandem_edge.memory.lifecycle.capture import Captured, capture
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
from tandem_edge.memory.retrieval.keyword import counts_of, covered, weights
from tandem_edge.memory.retrieval.pool import Passage
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.ranker import shipped_forest
from tandem_edge.memory.retrieval.search import Hit, pose, search
from tandem_edge.memory.retrieval.search import forget as drop_texts
from tandem_edge.memory.retrieval.terms import is_chinese, surfaces
from tandem_edge.memory.speakers import OWNER
from tandem_edge.memory.store.belonging import demand_belonging, settle_belonging
from tandem_edge.memory.store.book import Book
from tandem_edge.memory.store.indexing import Indexing
from tandem_edge.memory.store.schema import MIGRATIONS
from tandem_edge.memory.store.source import LEAST_FACT, StoredSource, passage_of_unit
from tandem_edge.vault.database import Database, open_database, unusable
from tandem_edge.vault.driver import SqlError
from tandem_edge.vault.secret import Key
from tandem_shared.memory import Found, Origin, RawTurn, Scope, Status, Unit, Why

_TELLERS = frozenset({Origin.OWNER, Origin.EXTERNAL})
"""Whose turns may stand for themselves: what Tandem answered or recorded is no news to it."""

LOOKED_AT = 40
"""Results among which units that matter for a request are looked for."""
NEAR, NEAR_CHINESE = 0.805, 0.865
"""Cosines from which a unit is near a request in meaning; the second where both are Chinese. Of a
dozen requests of either language with ``multilingual-e5-small``, unrelated units came to 0.80 and
0.86 at most."""
NEAR_TELLING = {
    (False, False): 0.835,
    (False, True): 0.845,
    (True, False): 0.795,
    (True, True): 0.87,
}
"""The same for a turn that stands for itself, by whether the request and it are Chinese. There is
more in a turn than in a unit: of two dozen requests, unrelated ones came to 0.823, 0.841, 0.79 and
0.863 at most. Across languages few are nearer, so most of those are left to ``search``."""


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
        captured = capture(self.book, turns)
        learned = Learning(self.book, self.extractor, RuleProspector()).learn(captured.kept, now)
        self.indexing.catch_up()
        return captured, learned

    def search(self, question: str, now: datetime, count: int = 10) -> list[Found]:
        """What may answer ``question``, best first; superseded facts only if it asks what was
        before. By words alone without an embedder."""
        source = self._source()
        query = self._query(question, now, source)
        hits = search(query, source, shipped_forest(), count)
        shared, aim = _shared(hits, surfaces(question), source), query.plan.aim.value
        return [_found(hit, words, aim) for hit, words in zip(hits, shared, strict=True)]

    def relevant(self, request: str, now: datetime, count: int = 3) -> list[Found]:
        """What is believed and matters for ``request``, best first; none that is merely the best of
        what there is. A unit matters that is near enough in meaning, or that shares a word or two
        Chinese characters with it and covers enough of what is asked about: it, or a turn that it
        rests on. A turn that somebody told something in, of which no unit was made, stands for
        itself."""
        source = self._source()
        query = self._query(request, now, source)
        hits = search(query, source, shipped_forest(), LOOKED_AT)
        hits = [hit for hit in hits if hit.passage.status is Status.CURRENT]
        asked, found = surfaces(request), dict[str, Found]()
        for hit, cosine in zip(hits, _cosines(query, source, hits), strict=True):
            shares = _shares(hit, asked, source)
            for each in self._believed(hit.passage):
                if shares or cosine >= _near(request, hit.passage, telling=each is hit.passage):
                    shown = replace(hit, passage=each)
                    words = _words_in(each.text, asked)
                    found.setdefault(each.id, _found(shown, words, query.plan.aim.value))
        return list(found.values())[:count]

    def _believed(self, passage: Passage) -> list[Passage]:
        """The believed units that a result is, or that rest on it; if none ever did, a telling."""
        unit = self.book.unit(passage.id)
        units = self.book.resting_on([passage.id]) if unit is None else [unit]
        if not units and passage.origin in _TELLERS and tells(passage.text, passage.at):
            return [passage]
        return [passage_of_unit(each) for each in units if each.status is Status.CURRENT]

    def _query(self, question: str, now: datetime, source: StoredSource) -> Query:
        spans = tuple((each.start, each.end) for each in find_times(question, now))
        return pose(question, source, self.indexing.embedder, owner=OWNER, spans=spans)

    def _source(self) -> StoredSource:
        embedder = self.indexing.embedder
        if embedder is None:
            return StoredSource(self.book, self.indexing.index)
        return StoredSource(self.book, self.indexing.index, embedder.identity, embedder.dimension)

    def always(self, characters: int) -> list[Unit]:
        """What is in every context: standing instructions, then the profile, as far as there is
        room for their sentences."""
        kinds = {kind for kind, room in rooms().items() if room.always}
        units = [unit for unit in self.book.units() if unit.kind in kinds or unit.standing]
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
        yield _room(database, scope, embedder, extractor or RuleExtractor(), pool)
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
        return MemoryRoom(book, Indexing(book, embedder), extractor, (Sharing(book, pool),))
    except SqlError as error:
        raise unusable(database.path, error) from error


def _fitting(units: Sequence[Unit], characters: int) -> Iterator[Unit]:
    for unit in units:
        if len(unit.summary) <= characters:
            characters -= len(unit.summary)
            yield unit


def _cosines(query: Query, source: StoredSource, hits: Sequence[Hit]) -> list[float]:
    """How near results are to the query in meaning; not at all without an embedder."""
    vectors = source.vectors([hit.passage.id for hit in hits]) if hits else None
    if query.vector is None or vectors is None:
        return [-1.0] * len(hits)
    return [float(cosine) for cosine in vectors @ query.vector]


def _near(request: str, passage: Passage, *, telling: bool) -> float:
    """The cosine from which ``passage`` is near ``request``."""
    chinese = is_chinese(request), is_chinese(passage.text)
    if telling and passage.session:
        return NEAR_TELLING[chinese]
    return NEAR_CHINESE if all(chinese) else NEAR


def _shares(hit: Hit, asked: dict[str, str], source: StoredSource) -> bool:
    """Whether a result has words of the request that say something, and enough of them."""
    counts = counts_of(hit.passage.text)
    if not any(term in counts and _says_something(term) for term in asked):
        return False
    return float(covered(weights(asked, source.statistics(asked)), [counts])[0]) >= LEAST_FACT


def _says_something(word: str) -> bool:
    """Whether a shared word is enough: of Chinese, a single character is not."""
    return len(word) > 1 or not is_chinese(word)


def _shared(
    hits: Sequence[Hit], asked: dict[str, str], source: StoredSource
) -> list[tuple[str, ...]]:
    """The words of a question that each result has."""
    if not hits:
        return []
    stands = source.counted([hit.passage for hit in hits]).plain([*asked]) > 0
    return [
        tuple(word for word, has in zip(asked.values(), column, strict=True) if has)
        for column in stands.T
    ]


def _words_in(text: str, asked: dict[str, str]) -> tuple[str, ...]:
    there = surfaces(text)
    return tuple(word for term, word in asked.items() if term in there)


def _found(hit: Hit, words: tuple[str, ...], plan: str) -> Found:
    passage = hit.passage
    parts = {name: round(float(part), 4) for name, part in hit.parts.items()}
    return Found(
        id=passage.id,
        text=passage.text,
        score=hit.score,
        at=passage.at,
        speaker=passage.speaker,
        origin=passage.origin,
        status=passage.status,
        evidence=passage.evidence,
        why=Why(words=words, plan=plan, **parts),
    )
