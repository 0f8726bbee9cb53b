"""What a correction that only says a new value means among what the owner has told before.

"Sorry, Tuesday" is about the owner's last words that had a day in them: what rests on those words
gets the new value. Where they told nothing (an order, a question) or had several such values,
nothing is corrected, and the correction is kept as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from tandem_edge.memory.extraction.clauses import is_one_sentence
from tandem_edge.memory.extraction.ellipses import Correction, correction_in
from tandem_edge.memory.extraction.extractor import tells
from tandem_edge.memory.extraction.folding import fold, has_chinese, plain
from tandem_edge.memory.extraction.purposes import purposes_of
from tandem_edge.memory.extraction.sorts import (
    Place,
    Sort,
    Value,
    clocks_in,
    named_place,
    places_of,
)
from tandem_edge.memory.extraction.splicing import same_words, spliced, where_said
from tandem_edge.memory.extraction.vocabulary import known_app
from tandem_edge.memory.lifecycle.apps import app_in, apps_of, may_be_followed
from tandem_edge.memory.store.book import Book, Kept
from tandem_shared.memory import LONGEST_SUMMARY, Kind, Origin, Status, Unit

LOOKED_BACK = 6
"""The owner's turns before a correction that it may be about."""
WITHIN = timedelta(days=7)
"""How long after them. Within a conversation too: one may last."""
TIMED = frozenset({"plan", "did", "date"})
"""Attributes whose facts hold on their day."""


_GOING = re.compile(
    "(?:搬去|搬到|搬|飞|坐车)?(?:去|到|回)(?=[\u3400-\u9fff]{2})|(?:见|找|看)(?=[\u3400-\u9fff]{2})"
)
"""What a plan says of the name in it, in Chinese without a blank between."""


_DONE = frozenset({"habit", "plan", "did", "hobby", "always", "never"})
"""Attributes whose values say what is done, with a name in them or none."""
_NAME = re.compile(
    "(?:(?<=[a-z,] )|(?<=[是用在办订]))(?P<name>[A-Z][\\w'&-]+(?: [A-Z][\\w'&-]+){0,2}"
    "|[\u3400-\u9fff]{2,6}?(?=的?[.。]?$))"
)
"""A name in a sentence: one with a capital that does not begin it, or what ends a Chinese one."""


@dataclass(frozen=True, slots=True)
class Renewal:
    """A unit and its new words: its ``value`` if that changes, else the whole ``sentence``.

    Without a unit the sentence is the owner's of ``turn``, of which none was made.
    """

    turn: Kept
    unit: Unit | None
    value: str = ""
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Meant:
    """What a correction renews, and what it might mean as well as anything else."""

    renewals: tuple[Renewal, ...] = ()
    unclear: tuple[Unit, ...] = ()


@dataclass
class Antecedents:
    """Finds what corrections in ``kept`` are about; it serves one turn."""

    book: Book
    kept: Kept
    _before: list[Kept] = field(init=False)

    def __post_init__(self) -> None:
        turn = self.kept.turn
        self._before = [
            each
            for each in self.book.owners_before(self.kept.n, LOOKED_BACK)
            if timedelta(0) <= turn.at - each.turn.at <= WITHIN
        ]

    def meant(self) -> Meant | None:
        """What the turn corrects; ``None`` where it is no correction. Reads only."""
        turn = self.kept.turn
        found = correction_in(turn.text, turn.at) if turn.origin is Origin.OWNER else None
        if found is None:
            return None
        return self._switched(found) if found.switch else self._told(found)

    def about(self, value: Value, told: Callable[[str], bool]) -> Meant:
        """What ``value`` corrects of the last words for which ``told`` holds."""
        for earlier in self._before:
            if told(earlier.turn.text):
                return self._of(earlier, Correction(value), last=True) or Meant()
        return Meant()

    # ---- a value

    def _told(self, correction: Correction) -> Meant:
        for number, earlier in enumerate(self._before):
            meant = self._of(earlier, correction, last=number == 0)
            if meant is not None:
                return Meant() if self._answers_another(earlier, correction) else meant
        return Meant()

    def _answers_another(self, earlier: Kept, correction: Correction) -> bool:
        """Whether somebody else has named another value of the sort since."""
        turn, same = self.kept.turn, earlier.turn.session == self.kept.turn.session
        since = self.book.session(
            turn.session, earlier.turn.order + 1 if same else 0, turn.order - 1
        )
        told = plain(earlier.turn.text)
        said = [each.turn.text for each in since if each.turn.origin is not Origin.OWNER]
        named = [fold(t).said[slice(*place)] for t in said for place in self._places(correction, t)]
        return any(plain(words) not in told for words in named)

    def _of(self, earlier: Kept, correction: Correction, *, last: bool) -> Meant | None:
        """What of one turn is corrected; ``None`` where it has no value of the sort, or does not
        say what the correction says of it."""
        if correction.verb not in fold(earlier.turn.text).folded:
            return None
        units = self._units(earlier)
        if correction.value.sort is Sort.NAME and not correction.old:
            return _named(earlier, units, correction) if last else None
        places = self._places(correction, earlier.turn.text)
        own = [*self._in_units(earlier, units, correction)]
        if len(places) > 1 and not self._is_correction(earlier):
            return Meant(unclear=tuple(units))
        if own:
            once = len({before for _, before in own}) == 1 and len(own) == len(_ids(own))
            return Meant(tuple(each for each, _ in own)) if once else Meant(unclear=tuple(units))
        if len(places) != 1:
            return Meant(unclear=tuple(units)) if places else None
        return Meant(tuple(self._in_turn(earlier, units, correction, places[0])))

    def _is_correction(self, earlier: Kept) -> bool:
        """Whether a turn only corrected something itself, so that its old value counts no more."""
        return correction_in(earlier.turn.text, earlier.turn.at) is not None

    def _units(self, earlier: Kept) -> list[Unit]:
        return [
            unit
            for unit in self.book.resting_on([earlier.id])
            if unit.status is Status.CURRENT and unit.origin is Origin.OWNER and not unit.negated
        ]

    def _places(self, correction: Correction, said: str) -> list[Place]:
        at = self.kept.turn.at
        places = places_of(correction.value, said, at)
        if not correction.old:
            return places
        named = where_said(correction.old, said)
        around = [each for each in places if any(_overlap(each, other) for other in named)]
        return around or named

    def _in_units(
        self, earlier: Kept, units: Sequence[Unit], correction: Correction
    ) -> Iterator[tuple[Renewal, str]]:
        """Renewals of units that have the old value in their own words, with that value."""
        new = correction.value.said
        for unit in units:
            for said in (unit.value, unit.summary):
                places = self._places(correction, said)
                for place in places:
                    words = spliced(said, place, new)
                    value = {"value": words} if said == unit.value else {"sentence": words}
                    yield Renewal(earlier, unit, **value), said[slice(*place)].casefold()
                if places:
                    break

    def _in_turn(
        self, earlier: Kept, units: Sequence[Unit], correction: Correction, place: Place
    ) -> Iterator[Renewal]:
        """Renewals of what does not have the old value in its own words, but is of its day."""
        text = earlier.turn.text
        sentence = spliced(text, place, correction.value.said)
        if len(sentence) > LONGEST_SUMMARY or not is_one_sentence(text):
            return
        timed = correction.value.sort is Sort.DAY or any(
            _overlap(place, clock) for clock in clocks_in(text)
        )
        for unit in units:
            due = unit.kind is Kind.PROSPECTIVE or unit.attribute.partition(".")[0] in TIMED
            if timed and due:
                yield Renewal(earlier, unit, sentence=sentence)
        if not self.book.resting_on([earlier.id]) and tells(text, earlier.turn.at):
            yield Renewal(earlier, None, sentence=sentence)

    # ---- an app in the place of another

    def _switched(self, correction: Correction) -> Meant | None:
        """What the owner has told lately of the only app that the new one may follow."""
        new = correction.value.said
        apps = [unit for unit in apps_of(self.book) if may_be_followed(unit, new)]
        if correction.old:
            return self._renamed([u for u in apps if same_words(app_in(u), correction.old)], new)
        lately = {unit.id for earlier in self._before for unit in self._units(earlier)}
        near = [unit for unit in apps if unit.id in lately]
        if not near and correction.led:
            near = apps
        if near and len({plain(app_in(unit)) for unit in near}) == 1:
            return self._renamed([u for u in apps if same_words(app_in(u), app_in(near[0]))], new)
        return Meant(unclear=tuple(near)) if near else self._in_sentence(new)

    def _in_sentence(self, new: str) -> Meant | None:
        """The sentence that was told right before, if it has one name that ``new`` can follow."""
        for earlier in self._before[:1]:
            told = [unit for unit in self._units(earlier) if not unit.attribute]
            found = [(unit, _NAME.findall(unit.summary)) for unit in told]
            if len(found) == 1 and len(found[0][1]) == 1 and plain(found[0][1][0]) != plain(new):
                unit = found[0][0]
                place = next(_NAME.finditer(unit.summary)).span("name")
                sentence = spliced(unit.summary, place, new)
                return Meant((Renewal(earlier, unit, sentence=sentence),))
        return None

    def _renamed(self, units: Sequence[Unit], new: str) -> Meant | None:
        renewals = []
        for unit in units:
            place = where_said(app_in(unit), unit.value)[-1]
            renewals.append(Renewal(self.kept, unit, value=spliced(unit.value, place, new)))
        return Meant(tuple(renewals)) if renewals else None


def _named(earlier: Kept, units: Sequence[Unit], correction: Correction) -> Meant | None:
    """A name corrects the only name that was told right before."""
    new = correction.value.said
    names = [unit for unit in units if _bears_name(unit, correction) and _alike(unit, new)]
    if len(names) != 1:
        return Meant(unclear=tuple(names)) if names else None
    if names[0].attribute:
        return Meant((Renewal(earlier, names[0], value=_renamed(names[0].value, correction)),))
    return Meant((Renewal(earlier, names[0], sentence=_renamed(names[0].summary, correction)),))


def _bears_name(unit: Unit, correction: Correction) -> bool:
    """Whether there is a name in ``unit`` that another may follow: its value, or the only one in
    what it says is done."""
    said = unit.value or unit.summary
    done = not unit.attribute or unit.attribute.partition(".")[0] in _DONE
    if not done:
        return named_place(said)
    if has_chinese(said):
        return bool(correction.verb and correction.verb in said) or bool(_GOING.match(said))
    return len(_NAME.findall(said)) == 1 and bool(correction.verb)


def _renamed(said: str, correction: Correction) -> str:
    """``said`` with the new name: after what is done, where it says that."""
    new = correction.value.said
    if going := _GOING.match(said):
        return new if _GOING.match(new) else f"{going[0]}{new}"
    if has_chinese(said) and correction.verb in said[:-1] and correction.verb:
        before, verb, _ = said.partition(correction.verb)
        return f"{before}{verb}{new}"
    found = [*_NAME.finditer(said)]
    inside = correction.verb and len(found) == 1
    return spliced(said, found[0].span("name"), new) if inside else new


def _ids(found: Sequence[tuple[Renewal, str]]) -> set[str]:
    return {renewal.unit.id for renewal, _ in found if renewal.unit}


def _alike(unit: Unit, new: str) -> bool:
    """Whether a name may be what ``unit`` should say: digits for digits, an app for an app."""
    apart = (known_app(new) or purposes_of(new)) and not app_in(unit)
    return not apart and _has_digit(unit.value) == _has_digit(new)


def _has_digit(words: str) -> bool:
    return any(char.isdigit() for char in words)


def _overlap(one: Place, other: Place) -> bool:
    return one[0] < other[1] and other[0] < one[1]
