"""The book keeps turns as they were said, and everything that rests on them together."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from tandem_edge.memory.ids import new_id
from tandem_edge.memory.retrieval.counted import WordCounts, code_of
from tandem_edge.memory.retrieval.query import Query
from tandem_edge.memory.retrieval.vectors import VectorIndex
from tandem_edge.memory.store.book import Book
from tandem_edge.memory.store.source import StoredSource
from tandem_edge.memory.store.vectors import vectors_of
from tandem_edge.vault.driver import SqlError
from tandem_shared.errors import UsageError
from tandem_shared.memory import Kind, Origin, RawTurn, Scope, Status, Unit

START = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


def turns(*texts: str, session: str = "one") -> list[RawTurn]:
    """What was said, a minute apart."""
    return [
        RawTurn(
            session=session,
            order=place,
            speaker="Ana",
            text=text,
            at=START + timedelta(minutes=place),
        )
        for place, text in enumerate(texts)
    ]


def keep(book: Book, *texts: str, session: str = "one") -> list[str]:
    said = turns(*texts, session=session)
    return [kept.id for kept in book.add_turns(said, [turn.text for turn in said])]


def unit(evidence: list[str], summary: str = "Ana likes jazz", **more: Any) -> Unit:
    return Unit(
        id=new_id("unit", START),
        scope=Scope(),
        kind=Kind.EPISODIC,
        summary=summary,
        language="en",
        evidence=tuple(evidence),
        origin=Origin.OWNER,
        subject="Ana",
        attribute="likes",
        value="jazz",
        recorded_at=START,
        **more,
    )


def source(book: Book) -> StoredSource:
    return StoredSource(
        book, VectorIndex(lambda numbers: vectors_of(book.database, "", numbers, 4))
    )


def test_turns_come_back_byte_for_byte(book: Book) -> None:
    texts = ("Hi 👋🏽", "在吗？\n  明天见", "a\u2028b")
    keep(book, *texts)
    assert [kept.turn.text for kept in book.session("one")] == list(texts)
    assert [kept.turn for kept in book.all_turns()] == turns(*texts)


def test_a_raw_turn_cannot_be_changed_even_by_sql(book: Book) -> None:
    keep(book, "I like jazz")
    with pytest.raises(SqlError, match="never changed"):
        book.database.execute("UPDATE turns SET text = 'I like tango'")


def test_the_same_turn_twice_is_kept_once(book: Book) -> None:
    assert keep(book, "I like jazz") == keep(book, "I like jazz")
    assert len(book.all_turns()) == 1


def test_other_words_in_the_same_place_are_refused_and_nothing_is_kept(book: Book) -> None:
    keep(book, "I like jazz")
    with pytest.raises(UsageError, match="other words"):
        keep(book, "I like tango", "and more")
    assert [kept.turn.text for kept in book.all_turns()] == ["I like jazz"]


def test_a_unit_comes_back_equal_and_is_found_by_its_evidence(book: Book) -> None:
    ids = keep(book, "I like jazz")
    one = unit(ids)
    book.add_unit(one, one.summary)
    assert book.unit(one.id) == one
    assert book.resting_on(ids) == [one]
    assert book.slot("Ana", "likes") == [one]


def test_what_is_removed_is_found_no_more(book: Book) -> None:
    ids = keep(book, "I like jazz", "and tango")
    one = unit(ids[:1])
    book.add_unit(one, one.summary)
    assert set(source(book).by_keyword("jazz", 10)) == {ids[0], one.id}
    assert book.remove([ids[0], one.id]) == 2
    assert source(book).by_keyword("jazz", 10) == []
    assert (book.unit(one.id), book.turns_by_id(ids[:1])) == (None, {})
    assert source(book).by_keyword("tango", 10) == [ids[1]]


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("微信上王明说他到北京了", "王明"),
        ("微信上王明说他到北京了", "微信"),
        ("She was running late", "runs"),
        ("型号是ＡＢＣ1000的", "abc1000"),
    ],
)
def test_short_words_of_both_languages_are_found(book: Book, said: str, asked: str) -> None:
    kept = keep(book, said)
    assert source(book).by_keyword(asked, 5) == kept


@pytest.mark.parametrize(
    "asked", ['"', "jazz OR", "words:jazz", "NEAR(", "'; DROP TABLE turns; --"]
)
def test_no_query_is_read_as_syntax(book: Book, asked: str) -> None:
    keep(book, "I like jazz")
    source(book).by_keyword(asked, 5)
    assert len(book.all_turns()) == 1


def test_neighbours_come_along_once_and_from_the_same_session_alone(book: Book) -> None:
    first = keep(book, *"abcdefg")
    keep(book, *"hij", session="two")
    found = source(book).with_neighbours([first[3], first[4]], 2)
    assert [passage.text for passage in found] == list("bcdefg")


def test_a_turn_whose_fact_is_superseded_counts_as_superseded(book: Book) -> None:
    old, new = keep(book, "I live in Porto", "I moved to Lisbon")
    later = unit([new], "Ana lives in Lisbon")
    earlier = unit([old], "Ana lives in Porto")
    for each in (earlier, later):
        book.add_unit(each, each.summary)
    gone = {"status": Status.SUPERSEDED, "superseded_by": later.id}
    book.change_unit(earlier.model_copy(update=gone))
    statuses = {p.id: p.status for p in source(book).with_neighbours([old, earlier.id], 1)}
    assert statuses == {
        old: Status.SUPERSEDED,
        new: Status.CURRENT,
        earlier.id: Status.SUPERSEDED,
    }


def test_a_fact_that_covers_the_question_speaks_for_its_turn(book: Book) -> None:
    ids = keep(book, "I adore jazz", "nice weather")
    one = unit(ids[:1])
    book.add_unit(one, one.summary)
    facts = source(book).by_fact(Query("does Ana like jazz?"))
    assert set(facts) == {one.id, ids[0]}


def test_nothing_is_kept_of_a_transaction_that_fails(book: Book) -> None:
    with pytest.raises(RuntimeError), book.writing():
        keep(book, "I like jazz")
        raise RuntimeError
    assert book.all_turns() == []
    assert book.lengths() == (0, 0.0)


def test_frequencies_say_in_how_many_documents_a_term_stands(book: Book) -> None:
    ids = keep(book, "tea, tea and tea", "green tea", "杭州")
    one = unit(ids[1:2], "Ana likes tea")
    book.add_unit(one, one.summary)
    assert book.frequencies(["tea", "green", "杭州", "coffe"]) == {"tea": 3, "green": 1, "杭州": 1}


def test_what_is_removed_does_not_count_any_more(book: Book) -> None:
    keep(book, "green tea")
    before = table(book, "frequencies"), book.lengths()
    more = keep(book, "black tea", "杭州", session="two")
    one = unit(more, "Ana likes black tea")
    book.add_unit(one, one.summary)
    assert book.remove([*more, one.id]) == 3
    assert (table(book, "frequencies"), book.lengths()) == before
    assert table(book, "unit_terms") == []


def table(book: Book, name: str) -> list[Any]:
    rows: list[Any] = book.database.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall()
    return rows


def test_neighbours_come_along_that_were_kept_at_other_times(book: Book) -> None:
    said = turns(*"abcde")
    for at in (2, 0, 4, 1, 3):
        book.add_turns([said[at]], [said[at].text])
        keep(book, f"between {at}", session=f"other {at}")
    (middle,) = [kept.id for kept in book.all_turns() if kept.turn.text == "c"]
    found = source(book).with_neighbours([middle], 2)
    assert [passage.text for passage in found] == list("abcde")


def test_a_search_counts_terms_as_its_passages_words_have_them(book: Book) -> None:
    ids = keep(book, "tea at 7?", "我说好茶", "nice weather")
    one = unit(ids[:1], "Ana likes tea")
    book.add_unit(one, one.summary)
    stored = source(book)
    found = stored.with_neighbours([*ids, one.id], 0)
    noted, words = stored.counted(found), WordCounts(found)
    assert np.array_equal(noted.plain(["tea", "茶"]), words.plain(["tea", "茶"]))
    assert np.array_equal(noted.forms, words.forms)


def test_units_with_most_of_the_weight_come_before_those_with_less(book: Book) -> None:
    ids = keep(book, "tea")
    units = [unit(ids, text) for text in ("Ana likes tea", "Ana likes green tea", "Ana runs")]
    numbers = [book.add_unit(each, each.summary) for each in units]
    weights = {code_of("tea"): 1.0, code_of("green"): 2.0}
    assert book.units_with(weights, Status, 9) == numbers[:2]
    assert book.units_with(weights, Status, 1) == numbers[1:2]
    assert book.units_with(weights, [Status.SUPERSEDED], 9) == []


def test_of_a_large_memory_only_the_rarer_words_documents_are_ranked(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = keep(book, "tea one", "tea two", "tea three", "tea and jazz")
    monkeypatch.setattr("tandem_edge.memory.store.source.LOOKED_THROUGH", 2)
    assert source(book).by_keyword("jazz with tea", 9) == ids[3:]
    assert set(source(book).by_keyword("tea", 9)) == set(ids)


def test_a_family_is_an_attribute_and_those_with_a_dot_after_its_name(book: Book) -> None:
    turn = keep(book, "x")
    names = ("uses", "uses.music", "uses_more", "use", "uses/x")
    for name in names:
        made = unit(turn, name).model_copy(update={"attribute": name})
        book.add_unit(made, name)
    assert [each.attribute for each in book.family("Ana", "uses")] == ["uses", "uses.music"]
    assert book.family("Bob", "uses") == []


def test_units_are_found_by_the_rarest_word_of_a_sentence(book: Book) -> None:
    turn = keep(book, "x")
    for summary in ("Ana likes jazz", "Ana likes tea", "安娜喜欢茶", "it is what it is"):
        book.add_unit(unit(turn, summary), summary)
    assert [each.summary for each in book.worded("ana LIKES jazz.")] == ["Ana likes jazz"]
    assert [each.summary for each in book.worded("安娜喜欢茶")] == ["安娜喜欢茶"]
    assert "it is what it is" in {each.summary for each in book.worded("It is what it is")}


def test_sentences_and_the_words_behind_them_are_those_that_are_believed(book: Book) -> None:
    first, second = keep(book, "I love jazz", "and tango")
    kept = unit([first, second], "Ana likes jazz and tango")
    gone = unit([first], "Ana likes jazz", status=Status.WITHDRAWN)
    for each in (kept, gone):
        book.add_unit(each, each.summary)
    assert book.sentences() == {kept.id: "Ana likes jazz and tango"}
    assert book.words_behind() == {kept.id: "I love jazz and tango"}


def test_what_a_unit_has_replaced_is_known(book: Book) -> None:
    turn = keep(book, "x")
    new, other = unit(turn, "Ana likes tea"), unit(turn, "Ana likes milk")
    old = unit(turn, "Ana likes jazz", status=Status.SUPERSEDED, superseded_by=new.id)
    for each in (new, other, old):
        book.add_unit(each, each.summary)
    assert book.replaced_by(new.id) == [old] and book.replaced_by(other.id) == []


def test_the_owner_s_last_turns_come_newest_first_and_nobody_else_s(book: Book) -> None:
    said = turns("one", "two", "three", "four")
    said[1] = said[1].model_copy(update={"origin": Origin.EXTERNAL})
    kept = book.add_turns(said, [turn.text for turn in said])
    before = book.owners_before(kept[3].n, 2)
    assert [each.turn.text for each in before] == ["three", "one"]
    assert book.owners_before(kept[0].n, 2) == []
