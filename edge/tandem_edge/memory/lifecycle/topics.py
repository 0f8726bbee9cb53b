"""What a change is about: the one believed thing of its topic that has a value of its sort.

"My rent is 980 now" renews "My rent is 950", whenever that was told and in either language. Where
several could be meant none is renewed; somebody else's rent never is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from tandem_edge.memory.extraction.changing import (
    Change,
    change_in,
    now_told,
    place_told,
    said_again,
)
from tandem_edge.memory.extraction.clauses import is_one_sentence
from tandem_edge.memory.extraction.folding import fold, has_chinese, plain
from tandem_edge.memory.extraction.instead import gone_elsewhere
from tandem_edge.memory.extraction.people import EN, ZH
from tandem_edge.memory.extraction.reading import OWNER
from tandem_edge.memory.extraction.sorts import Sort, Value, places_of, value_of
from tandem_edge.memory.extraction.splicing import spliced, where_said
from tandem_edge.memory.lifecycle.correcting import Antecedents, Meant, Renewal
from tandem_edge.memory.lifecycle.tongues import abroad, stems, translated
from tandem_edge.memory.retrieval.counted import code_of
from tandem_edge.memory.retrieval.terms import terms
from tandem_edge.memory.store.book import Book, Kept
from tandem_edge.phone.language.numerals import either
from tandem_shared.memory import LONGEST_SUMMARY, Kind, Origin, Status, Unit

LOOKED_AT = 60
"""Units with words of a topic among which its own are looked for."""
_HEADS = frozenset(
    terms("class lesson session course time number price fee date day appointment meeting hours")
)
"""What a topic may be called or not: the yoga class is yoga."""
_ZH_HEADS = re.compile("(?:课程?|时间|号码?|价格|费用?|日期|预约)$")
_OTHERS_EN = r"(?:\w's|\b(?:his|her|their|your|old|other|previous|former|second)) (?:\w+ ){0,2}?"
_OTHERS_ZH = (
    f"(?:(?<!我)(?<!我们)(?<!我家)(?<![0-9点半号分日号元块课])的|"
    f"[他她你](?:们)?的?|{either(ZH)}|旧|老|以前|另)"
)
_OTHERS_OWN = re.compile(rf"\b(?:{either(EN)})(?:'s| )|'s |{either(ZH)}|[他她你]")
_SWAPPED = re.compile("换成|改成|换了|換成|換了")
"""What says that one thing has taken the place of another."""
_ZH_OWN = re.compile("我(?:们|家)?[^的,是]{0,6}的")
"""What something of the owner's is of: ``我健身房的柜子``."""
_DONE = frozenset({"habit", "hobby", "plays", "studies", "uses", "plan"})
_FIRST = re.compile("(?:(?:my|our|the) |我们?家?的?)?")
"""What may stand before a topic that begins a sentence."""
_IS_SAID = re.compile(r" ?(?:is|are|was|were|'s|的|是|在|叫)")
"""What comes after a topic of which something else is told."""
_ZH_VERBS = frozenset("收倒交还付吃喝买取送接看打学上练考")
_ZH_KINDS = frozenset("卡课费票证")
_IS = r"(?:'s|is|are|was|were|stands|lives|sits|hangs)\b"
_ZH_IS = "(?:是|在|放在|停在|挂在)"


@dataclass(frozen=True, slots=True)
class Topics:
    """Finds what a change in ``kept`` takes the place of; it serves one turn."""

    book: Book
    kept: Kept

    def change(self) -> Change | None:
        """The change that the owner tells in the turn."""
        turn = self.kept.turn
        if turn.origin is not Origin.OWNER:
            return None
        return change_in(turn.text, turn.at) or gone_elsewhere(turn.text, turn.at)

    def meant(self, change: Change | None) -> Meant:
        """What the turn renews, by ``change`` or by telling the same as before with another
        value. Reads only."""
        turn = self.kept.turn
        if turn.origin is Origin.OWNER and (reframed := self._reframed(turn.text)).renewals:
            return reframed
        moved = place_told(turn.text) if turn.origin is Origin.OWNER else None
        if moved and moved.sure and (meant := self._elsewhere(moved)).renewals:
            return meant
        if change is None:
            again = said_again(turn.text, turn.at) if turn.origin is Origin.OWNER else None
            return self._again(again) if again else Meant()
        if not change.new:
            return Meant()
        value = value_of(change.new, turn.at)
        found = [*self._valued(change, value)] if value and value.sort is not Sort.NAME else []
        if not found and value and value.sort is not Sort.NAME:
            found = [*self._untold(change, value)]
        if not found:
            found = [*self._placed(change)]
        named = value is None or value.sort is Sort.NAME
        if not found and (change.swap or (named and _SWAPPED.search(turn.text))):
            found = [*self._swapped(change)]
        if not found and value:
            lately = Antecedents(self.book, self.kept)
            return lately.about(value, lambda said: is_about(said, change.topic))
        if len({renewal.unit.id for renewal in found if renewal.unit}) > 1:
            return Meant(unclear=tuple(each.unit for each in found if each.unit))
        return Meant(tuple(found[:1]))

    def _valued(self, change: Change, value: Value) -> Iterator[Renewal]:
        for unit in self.about(change.topic):
            where = [(said, self._place(said, value)) for said in (unit.value, unit.summary)]
            for said, place in where:
                if place is not None:
                    words = spliced(said, place, value.said)
                    kind = "value" if said == unit.value else "sentence"
                    yield Renewal(self.kept, unit, **{kind: words})
                    break

    def _place(self, said: str, value: Value) -> tuple[int, int] | None:
        """The only value of the sort in ``said``, if it is not the new one itself."""
        places = places_of(value, said, self.kept.turn.at)
        if len(places) != 1 or plain(fold(said).said[slice(*places[0])]) == plain(value.said):
            return None
        return places[0]

    def _untold(self, change: Change, value: Value) -> Iterator[Renewal]:
        """Sentences of the owner's whose day or number no unit of theirs says."""
        evidence = [each for unit in self.about(change.topic) for each in unit.evidence]
        for kept in self.book.turns_by_id(dict.fromkeys(evidence)).values():
            text, place = kept.turn.text, self._place(kept.turn.text, value)
            own = kept.turn.origin is Origin.OWNER and len(text) <= LONGEST_SUMMARY
            if own and place and is_one_sentence(text) and is_about(text, change.topic):
                yield Renewal(kept, None, sentence=spliced(text, place, value.said))

    def _swapped(self, change: Change) -> Iterator[Renewal]:
        """What is told of doing or having the topic itself, which something else has replaced."""
        for unit in self.about(change.topic):
            said = unit.value if unit.attribute else unit.summary
            places = where_said(change.topic, said)
            doing = not unit.attribute or unit.attribute.partition(".")[0] in _DONE
            led = len(places) == 1 and _FIRST.fullmatch(fold(said).folded[: places[0][0]])
            if led and places[0][1] < len(said.rstrip(" .!")):
                continue  # something is told of the topic: who has it is not done by it
            if doing and len(places) == 1 and not _IS_SAID.match(fold(said).folded, places[0][1]):
                words = spliced(said, places[0], change.new)
                yield Renewal(self.kept, unit, **{"value" if unit.attribute else "sentence": words})

    def _placed(self, change: Change) -> Iterator[Renewal]:
        """Sentences that say something else of the topic: where it is, what it is called."""
        sentence = self.kept.turn.text
        for unit in self.about(change.topic):
            if not unit.attribute and _says_of(unit.summary, change.topic):
                yield Renewal(self.kept, unit, sentence=sentence)

    def _reframed(self, text: str) -> Meant:
        """What says the same as a sentence that holds "now", but for one day, time or number."""
        said, at = now_told(text), self.kept.turn.at
        values = [*_only_value(said, at)] if said else []
        if len(values) != 1 or not (frame := _frame(said, values[0], at)):
            return Meant()
        renewals = []
        for unit in self._with(said):
            told = unit.summary if not unit.attribute else f"I {unit.value}"
            same = _frame(told, values[0], at)
            if same == frame and plain(told) != plain(said) and unit.attribute in ("", "habit"):
                words = {"value": said[2:]} if unit.attribute else {"sentence": text}
                renewals.append(Renewal(self.kept, unit, **words))
        return Meant(tuple(renewals)) if len(renewals) == 1 else Meant()

    def _elsewhere(self, change: Change) -> Meant:
        """Sentences that say the same, but for where or with whom it is."""
        value = value_of(change.new, self.kept.turn.at)
        if value and value.sort is not Sort.NAME:
            return Meant()
        renewals = [
            Renewal(self.kept, unit, sentence=self.kept.turn.text)
            for unit in self._with(change.topic)
            if not unit.attribute and (other := place_told(unit.summary))
            if plain(other.topic) == plain(change.topic) and plain(other.new) != plain(change.new)
        ]
        if len(renewals) > 1:
            return Meant(unclear=tuple(each.unit for each in renewals if each.unit))
        return Meant(tuple(renewals))

    def _again(self, change: Change) -> Meant:
        """Sentences that are this one but for a value."""
        turn = self.kept.turn
        value = value_of(change.new, turn.at)
        if value is None or value.sort is Sort.NAME:
            return Meant()
        frame = _frame(turn.text, value, turn.at)
        renewals = [
            Renewal(self.kept, unit, sentence=turn.text)
            for unit in self.about(change.topic)
            if not unit.attribute and frame and _frame(unit.summary, value, turn.at) == frame
            if plain(unit.summary) != plain(turn.text)
        ]
        return Meant(tuple(renewals))

    def about(self, topic: str) -> Iterator[Unit]:
        """The owner's believed units that speak of ``topic``."""
        for unit in self._with(topic):
            if is_about(unit.summary, topic):
                yield unit

    def _with(self, words: str) -> Iterator[Unit]:
        """The owner's believed units that have most of ``words``, or of their translations."""
        wanted = {code_of(term): 1.0 for term in [*terms(words), *abroad(words)]}
        numbers = self.book.units_with(wanted, [Status.CURRENT], LOOKED_AT) if wanted else []
        for unit in self.book.units_by_number(numbers).values():
            own = unit.subject in ("", OWNER) and unit.origin is Origin.OWNER
            if own and not unit.negated and unit.kind is not Kind.REVIEW:
                yield unit


def is_about(said: str, topic: str) -> bool:
    """Whether ``said`` speaks of the owner's ``topic``, in its words or its translation."""
    if _OTHERS_OWN.search(fold(topic).folded) is None and _of_another(said, topic):
        return False
    if has_chinese(topic):
        bare = plain(topic).replace("的", "")
        text = plain(said).replace("的", "")
        short = _ZH_HEADS.sub("", bare)
        parts = ((bare[:n], bare[n:]) for n in range(_shortest(bare), _longest(bare)))
        if any(first in text and last in text for first, last in parts):
            return True
        return bare in text or (len(short) > 1 and short in text) or _crosses(said, short or bare)
    wanted = stems(topic)
    named = wanted - _HEADS or wanted
    return bool(named) and (named <= stems(said) or _crosses(said, " ".join(named)))


def _shortest(topic: str) -> int:
    """How many characters the first of two parts of ``topic`` has at least: one, of a verb with
    what it is done to (``收垃圾``)."""
    return 1 if len(topic) > 2 and topic[0] in _ZH_VERBS else 2


def _longest(topic: str) -> int:
    """Where the first of two parts of ``topic`` ends at most: before what it is."""
    return len(topic) if len(topic) > 3 and topic[-1] in _ZH_KINDS else len(topic) - 1


def _crosses(said: str, topic: str) -> bool:
    """Whether ``said`` is in the other language and has the words of ``topic`` in it."""
    return has_chinese(said) != has_chinese(topic) and translated(topic, said)


def _of_another(said: str, topic: str) -> bool:
    folded, words = fold(said).folded, re.escape(fold(topic).folded)
    if has_chinese(topic):
        own = _ZH_OWN.match(folded)
        rest = folded[own.end() :] if own and not _OTHERS_OWN.search(own[0]) else folded
        return bool(re.search(f"{_OTHERS_ZH}{words}", rest))
    named = re.search(rf"{_OTHERS_EN}{words}\b", folded)
    return bool(named) and not folded.startswith("the owner's ")


def _says_of(said: str, topic: str) -> bool:
    folded, words = fold(said).folded, re.escape(fold(topic).folded)
    if has_chinese(topic):
        return bool(re.match(f"(?:我[^,是在]{{0,8}}?)?{words}{_ZH_IS}", folded))
    words = f"{words.removesuffix('s')}s?"
    return bool(re.match(rf"(?:(?:my|our|the) )?{words} ?{_IS}", folded))


def _only_value(said: str, at: datetime) -> Iterator[Value]:
    """The days, times of day and numbers in ``said``."""
    for sort in (Sort.DAY, Sort.CLOCK, Sort.NUMBER):
        for start, end in places_of(Value("", sort), said, at):
            if (found := value_of(fold(said).said[start:end], at)) or sort is Sort.CLOCK:
                yield found or Value(said[start:end], Sort.CLOCK)


def _frame(said: str, value: Value, at: datetime) -> str:
    """``said`` with a blank for its only value of the sort; ``""`` where there are more."""
    places = places_of(value, said, at)
    return plain(spliced(said, places[0], "\x00")).rstrip(" .!") if len(places) == 1 else ""
