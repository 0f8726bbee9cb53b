"""Questions about a made-up talk, each with the turns that answer it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from tandem_trainer.memory_ranker.chatter import bank, has_bank
from tandem_trainer.memory_ranker.events import Event
from tandem_trainer.memory_ranker.talk import Talk, Told
from tandem_trainer.memory_ranker.topics import SLOT, STEPS, bank_for
from tandem_trainer.memory_ranker.wording import EN, ZH, fill

CROSSED = 0.4
"""Questions in the other language than what they ask for."""
PAIRED_CHANGES = 0.4
"""Questions in two parts that are about a matter that has changed."""
MOST_GOLD = 8
SHARES = {
    "part": 0.42,
    "when": 0.2,
    "pair": 0.08,
    "list": 0.16,
    "count": 0.04,
    "both": 0.03,
    "guess": 0.07,
    "now": 0.12,
    "before": 0.1,
    "first": 0.04,
    "reason": 0.05,
}
ASKER = re.compile(r"\b(?:I|me|my|we|us|our)\b|[我咱]")
"""Whoever asks, in a question about somebody else: nobody asks so about oneself."""
_VERBS = {"does": "do", "has": "have", "is": "am", "Does": "Do", "Has": "Have", "Is": "Am"}
_I: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"\bI's(?=[?,]| (?:answer|any|come|comes|earlier|to|without)\b)", lambda found: "my place"),
    (r"\bI's\b", lambda found: "my"),
    (r"\b(does|has|is|Does|Has|Is) I\b", lambda found: f"{_VERBS[found[1]]} I"),
    (
        r"\b(for|with|of|helps?|treats?|hired|let|surprised|annoys|bothers|made|make|as|to|from|by"
        r"|about|gave|give|told|tell|cost|costs|charged?|owes?|sent|send|teach|teaches|taught"
        r"|takes?|brings?|brought|sees|drives?|drove|near|on|meet|reach|wakes?|suits?|sells|sold|get"
        r"|gives|charging|between|visit|pick|call|ring|keeps?|promised|wish|set|off|persuaded|makes"
        r"|behind|helped|saved|advises|examined|served|pricked|tells|welcomed|like|bothering) I\b",
        lambda found: f"{found[1]} me",
    ),
    (r"\bI (has|is)\b", lambda found: f"I {_VERBS[found[1]]}"),
    (r"\b(does|has)n't I\b", lambda found: f"{_VERBS[found[1]]}n't I"),
    (r"\bI (fall|call|rehearse|live|like|learn)s\b", lambda found: f"I {found[1]}"),
)
"""How a question about somebody by name becomes one about oneself."""


@dataclass(frozen=True)
class Asked:
    """A question, its kind, and the ids of the turns that answer it."""

    text: str
    kind: str
    gold: tuple[str, ...]


def make_questions(talk: Talk, count: int, rng: random.Random) -> list[Asked]:
    """About ``count`` questions, no two alike."""
    found: dict[str, Asked] = {}
    kinds, shares = list(SHARES), list(SHARES.values())
    for _ in range(3 * count):
        asked = _Asking(talk, rng).ask(rng.choices(kinds, shares)[0])
        if asked and len(found) < count and 0 < len(asked.gold) <= MOST_GOLD:
            found.setdefault(asked.text, asked)
    return list(found.values())


class _Asking:
    def __init__(self, talk: Talk, rng: random.Random) -> None:
        self.talk, self.rng = talk, rng
        self.told = rng.choice([each for each in talk.told if not each.event.topic.changes])
        own = _language(next(each.text for each in talk.turns if each.id == self.told.turn))
        self.language = own if rng.random() > CROSSED else 1 - own

    def ask(self, kind: str) -> Asked | None:
        """A question of a kind about something that was told, if it can be asked."""
        made: tuple[str, Iterable[Told]] | None = getattr(self, f"_{kind}")()
        if made is None:
            return None
        text, told = made
        return Asked(self._said(text), kind, tuple(dict.fromkeys(each.turn for each in told)))

    def _part(self) -> tuple[str, Iterable[Told]]:
        template = self._pick(self.told.part)
        return template, self._like(self.told.part, template)

    def _when(self) -> tuple[str, Iterable[Told]]:
        template = self._pick("when")
        return template, self._like("intro", template)

    def _now(self) -> tuple[str, Iterable[Told]] | None:
        """What holds after a change."""
        return self._changed("now", lambda last: [last])

    def _before(self) -> tuple[str, Iterable[Told]] | None:
        """What held before a change."""
        return self._changed("before", lambda last: last.past)

    def _first(self) -> tuple[str, Iterable[Told]] | None:
        """What held before all changes."""
        return self._changed("first", lambda last: last.past[-1:])

    def _reason(self) -> tuple[str, Iterable[Told]] | None:
        """A part of a change, such as why it came."""
        told = [each for each in self._last_steps() if each.part not in STEPS]
        if not told:
            return None
        self.told = self.rng.choice(told)
        template = self._pick(self.told.part)
        return template, self._like(self.told.part, template)

    def _changed(
        self, asks: str, wanted: Callable[[Event], Sequence[Event]]
    ) -> tuple[str, Iterable[Told]] | None:
        last = [each for each in self._last_steps() if each.part in STEPS]
        if not last:
            return None
        self.told = self.rng.choice(last)
        if asks not in self.told.event.topic.ask:
            return None
        events = wanted(self.told.event)
        return self._pick(asks), [each for event in events for each in self._steps_of(event)]

    def _last_steps(self) -> list[Told]:
        """All that was told of changes that nothing has changed since."""
        past = {id(each.event.replaces) for each in self.talk.told}
        told = (each for each in self.talk.told if each.event.replaces)
        return [each for each in told if id(each.event) not in past]

    def _steps_of(self, event: Event) -> Iterator[Told]:
        return (each for each in self.talk.told if each.event is event and each.part in STEPS)

    def _guess(self) -> tuple[str, Iterable[Told]]:
        template = self._pick("guess")
        return template, self._like("intro", template)

    def _pair(self) -> tuple[str, Iterable[Told]] | None:
        """Two questions in one, about the same event."""
        if self.rng.random() < PAIRED_CHANGES:
            return self._changed_pair()
        same = [each for each in self.talk.told if each.event is self.told.event]
        if len(same) < 2:
            return None
        one, two = sorted(self.rng.sample(same, 2), key=lambda each: each.part != "intro")
        joined = self._joined(self._pick(one.part), two.part)
        return joined, [*self._like(one.part, joined), *self._like(two.part, joined)]

    def _changed_pair(self) -> tuple[str, Iterable[Told]] | None:
        """What holds after a change, and another part of it."""
        told = [each for each in self._last_steps() if each.part not in STEPS]
        if not told:
            return None
        self.told = self.rng.choice(told)
        joined = self._joined(self._pick("now"), self.told.part)
        return joined, [*self._steps_of(self.told.event), self.told]

    def _joined(self, first: str, part: str) -> str:
        """A question that goes on with another: in the same sentence where the topic has words."""
        if part in self.told.event.topic.joined:
            rest = self.rng.choice(self.told.event.topic.joined[part][self.language])
            head = first.rstrip("?？")
            return f"{head} and {rest}?" if self.language == EN else f"{head}，{rest}？"
        second = self._pick(part)
        if self.language == ZH:
            return f"{first}还有，{second}"
        return f"{first} And {second[0].lower()}{second[1:]}"

    def _list(self) -> tuple[str, Iterable[Told]] | None:
        category = self.told.event.topic.category
        if not has_bank(f"list.{category}"):
            return None
        told = [each for each in self._by_teller("intro") if each.event.topic.category == category]
        template = self.rng.choice(bank(f"list.{category}")[self.language])
        return (template, told) if len(told) > 1 else None

    def _count(self) -> tuple[str, Iterable[Told]] | None:
        name = bank_for("counts", self.told.event.topic)
        template = self.rng.choice(bank(name)[self.language])
        told = list(self._like("intro", "{S}"))
        return (template, told) if len(told) > 1 else None

    def _both(self) -> tuple[str, Iterable[Told]] | None:
        """What two speakers share; the whole topic counts, whatever the details."""
        if self.talk.with_assistant:
            return None
        intros = [each for each in self.talk.told if each.part == "intro"]
        shared = [each for each in intros if self._is_shared(each, intros)]
        return (self.rng.choice(bank("shared")[self.language]), shared) if shared else None

    def _is_shared(self, told: Told, intros: Sequence[Told]) -> bool:
        tellers = {each.event.who for each in intros if each.event.topic is told.event.topic}
        return {self.told.event.who, self._other()} <= tellers

    def _by_teller(self, part: str) -> Iterator[Told]:
        who = self.told.event.who
        return (each for each in self.talk.told if each.part == part and each.event.who == who)

    def _like(self, part: str, template: str) -> Iterator[Told]:
        """All that answers: the same part of the same topic wherever the named values are so."""
        event = self.told.event
        said = [name for name in SLOT.findall(template) if name in event.values]
        for each in self._by_teller(part):
            same = each.event.topic is event.topic
            if same and all(each.event.values[name] == event.values[name] for name in said):
                yield each

    def _pick(self, part: str) -> str:
        variants = self.told.event.topic.ask[part][self.language]
        if self.told.event.who == self.talk.owner:
            variants = tuple(each for each in variants if not ASKER.search(each)) or variants
        return self.rng.choice(variants)

    def _other(self) -> str:
        return next(each for each in self.talk.speakers if each != self.told.event.who)

    def _said(self, template: str) -> str:
        who = self.told.event.who
        name = {EN: "I", ZH: "我"}[self.language] if who == self.talk.owner else who
        names = {"S": name, "T": self._other()}
        text = fill(template, self.language, self.told.event.values, names)
        return text if name != "I" else in_first_person(text)


def in_first_person(text: str) -> str:
    """A question about somebody called ``I``, as that person would ask it."""
    for pattern, better in _I:
        text = re.sub(pattern, better, text)
    return text


def _language(text: str) -> int:
    return ZH if re.search("[\u3400-\u9fff]", text) else EN
