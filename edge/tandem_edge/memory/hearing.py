"""A conversation as memory hears it: what the owner said and what was answered, as raw turns.

What a tool brought is not kept: it is data of the task, and goes with it. An answer given when
foreign text had been read may repeat it, and counts as foreign.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

from tandem_edge.harness.conversation import Conversation
from tandem_edge.memory.lifecycle.capture import capture
from tandem_edge.memory.retrieval.terms import is_chinese, terms
from tandem_edge.memory.room import MemoryRoom
from tandem_edge.memory.speakers import AGENT, OWNER
from tandem_shared.memory import LONGEST_TURN, Origin, RawTurn

LEARNED_FROM = (Origin.OWNER,)
SOURCE = "memory"
"""What a conversation's taint calls this room: whose words it gave back, it knows itself."""
LOOKED_BACK = 20
"""Turns of the same conversation in which a sentence may have been said before."""
_CALLED = re.compile(r"\b(?:the )?(?:user|owner)(?:'s|’s)?\b|用户|机主|主人", re.IGNORECASE)
_DENIED = re.compile(
    r"\b(?:no|not|never|none|cannot|without)\b|n['’]t\b|[不没别无未]", re.IGNORECASE
)
_CLAUSE = re.compile(r"[^,;:.!?，。；：！？、\n]+(?:[.,:]\d[^,;:.!?，。；：！？、\n]*)*")


def session_of(conversation: str) -> str:
    """The session that a conversation's turns are kept under."""
    return f"talk:{conversation}"


def kept_session_of(conversation: str) -> str:
    """The session of what left the conversation's context, told in short."""
    return f"kept:{conversation}"


def words_of(said: str, text: str, known: str = "") -> bool:
    """Whether every word of ``text`` that says anything is among those of ``said``, or of what was
    ``known`` before where any is.

    Stems of words and single Chinese characters are compared. A text that denies what was said, or
    the other way round, has another meaning in the same words, and is not of them: what is said to
    be so has to stand in clauses that deny nothing, what is not so needs one that does.
    """
    bare = _CALLED.sub(" ", text)
    wanted, denied = set(_words(bare)), bool(_DENIED.search(bare))
    clauses, before = _clauses(said, denied), _clauses(known, denied)
    if denied and not any(map(_DENIED.search, clauses + before)):
        return False
    own = {word for clause in clauses for word in _words(clause)}
    return bool(wanted & own) and wanted <= own.union(*map(_words, before))


def _clauses(text: str, denied: bool) -> list[str]:
    """The clauses that can bear a sentence which denies something, or does not."""
    every = _CLAUSE.findall(text)
    return every if denied else [each for each in every if not _DENIED.search(each)]


def _words(text: str) -> Iterator[str]:
    """Terms, of Chinese the single characters alone: how they pair depends on the sentence."""
    return (term for term in terms(text) if len(term) == 1 or not is_chinese(term))


@dataclass
class Hearing:
    """Turns a conversation into raw turns. ``conversation`` gives the one at hand, ``clock`` an
    aware time."""

    room: MemoryRoom
    conversation: Callable[[], Conversation]
    clock: Callable[[], datetime]
    recalled: list[str] = field(default_factory=list)
    """What came out of this memory in the conversation: never evidence for anything new."""
    strangers: bool = False
    """Whether memory has given strangers' words back in this conversation."""
    _turns: list[RawTurn] = field(default_factory=list)
    """Of the running task; cleared when it ends."""
    _id: str = ""
    _said: int = 0
    _order: int = 0

    def evidence(self, text: str, known: str = "", *, agreed: bool = False) -> RawTurn:
        """The turn that ``text`` rests on: the owner's last one that has its words, else itself.

        What it takes the place of is ``known``: as long as nothing foreign has been read, words of
        that count as well. A sentence that the owner was shown and has ``agreed`` to is as good as
        said by them. Any other of a planner's own is the agent's, or foreign where foreign text has
        been read; one that repeats what was recalled is recalled itself, and is not kept.
        """
        self._catch_up()
        known = known if self._own_origin() is Origin.AGENT else ""
        session = session_of(self._id)
        earlier = [kept.turn for kept in self.room.book.session(session)][-LOOKED_BACK:]
        for turn in (*reversed(self._turns), *reversed(earlier)):
            if turn.origin is Origin.OWNER and words_of(turn.text, text, known):
                return turn
        if agreed:
            return self._next(OWNER, text, Origin.OWNER)
        again = any(words_of(each, text) for each in self.recalled)
        return self._next(AGENT, text, Origin.RECALLED if again else self._own_origin())

    def note_recalled(self, texts: Iterable[str]) -> None:
        """These came out of this memory, and are in the conversation from now on."""
        self._catch_up()
        self.recalled += texts

    @contextmanager
    def rehearsed(self) -> Iterator[None]:
        """Whatever sentences are noted inside are not, after it."""
        self._catch_up()
        turns, order = [*self._turns], self._order
        try:
            yield
        finally:
            self._turns, self._order = turns, order

    def persist(self) -> None:
        """Keep what was said so far word for word, before any of it leaves the context. What is
        learned from it waits for the end of the task. Raises what the book raises."""
        self._catch_up()
        capture(self.room.book, self._turns, learn_from=LEARNED_FROM)

    def end(self, answer: str) -> None:
        """The task is over: what the owner said is learned from, the answer is kept, and nothing
        of the task stays here. Raises what the book raises."""
        self._catch_up()
        if answer.strip():
            self._next(AGENT, answer[:LONGEST_TURN], self._own_origin())
        turns, self._turns = self._turns, []
        kept = capture(self.room.book, turns, learn_from=LEARNED_FROM).kept
        own = [each.turn for each in kept if each.turn.origin in LEARNED_FROM]
        self.room.hear(own, self.clock())

    def _own_origin(self) -> Origin:
        foreign = [name for name in self.conversation().taint.sources if name != SOURCE]
        return Origin.EXTERNAL if foreign or self.strangers else Origin.AGENT

    def _catch_up(self) -> None:
        """Note what the owner has said since."""
        conversation = self.conversation()
        if conversation.id != self._id:
            self._turns, self._said = [], 0
            self.strangers &= self._id in ("", conversation.id)
            self._id = conversation.id
            self.recalled.clear()
            last = self.room.book.session(session_of(self._id))[-1:]
            self._order = last[0].turn.order + 1 if last else 0
        for text in conversation.taint.said[self._said :]:
            self._next(OWNER, text, Origin.OWNER)
        self._said = len(conversation.taint.said)

    def _next(self, speaker: str, text: str, origin: Origin) -> RawTurn:
        turn = RawTurn(
            session=session_of(self._id),
            order=self._order,
            speaker=speaker,
            text=text,
            at=self.clock(),
            origin=origin,
        )
        self._order += 1
        self._turns.append(turn)
        return turn
