"""Made-up talk over months: who says what in which session, and what is asked about it later.

It has what makes real talk hard to search: an answer seldom repeats the words of the question
before it, the listener says the thing's name more often than the teller, people address each
other by name, the same things come up again months later with other details, and most turns say
nothing that anybody will ask for.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from tandem_edge.memory.retrieval.pool import Passage
from tandem_edge.memory.speakers import AGENT, OWNER
from tandem_trainer.memory_ranker.chatter import bank
from tandem_trainer.memory_ranker.events import Event, Values, make_events
from tandem_trainer.memory_ranker.topics import CHANGE, Topic, bank_for
from tandem_trainer.memory_ranker.wording import EN, ZH, fill, to_nobody, undated

OWNED = 0.5
"""Talks between people that one of them asks about later."""
REPORTED = 0.2
"""Tellings by the other speaker: advice, a promise, news of oneself that somebody else has."""
TOGETHER = 0.4
"""Changes that are told in the same turn as their reason or another part of them."""
BRIEF = 0.5
"""Changes that are told in words that do not name what has changed."""
LED = 0.75
"""Such changes, and reasons, that somebody asks for just before."""
MIXED = 0.2
"""Talks in which each speaker keeps to a language."""
UNDATED = 0.5
"""Events that are told without a word of when: what answers is then not what speaks of time."""
FIRST_DAY = datetime(2025, 1, 6, 19, 30, tzinfo=UTC)


@dataclass(frozen=True)
class Told:
    """A turn that tells a part of an event."""

    event: Event
    part: str
    turn: str


@dataclass
class Talk:
    """One made-up conversation: its turns, and which of them tell what."""

    name: str
    speakers: tuple[str, ...]
    turns: list[Passage] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    owner: str = ""
    """Who asks about it later, saying "I", if that is one of the speakers."""
    own: dict[str, int] = field(default_factory=dict)
    """The language that each speaker keeps to, in a talk that is held in two."""

    @property
    def with_assistant(self) -> bool:
        """Whether it is the owner's talk with the assistant."""
        return AGENT in self.speakers


def make_talk(name: str, topics: Sequence[Topic], rng: random.Random) -> Talk:
    """A talk of 7 to 12 sessions on ``topics``, the same for the same ``rng`` state."""
    main = rng.choices((EN, ZH), (0.58, 0.42))[0]
    talk = Talk(name, _speakers(main, rng))
    if talk.with_assistant or rng.random() < OWNED:
        talk.owner = talk.speakers[0]
    if rng.random() < MIXED:
        talk.own = {who: (main, 1 - main)[at % 2] for at, who in enumerate(talk.speakers)}
    people = [who for who in talk.speakers if who != AGENT]
    events = make_events(people, topics, rng)
    sessions = rng.randint(7, 12)
    day = FIRST_DAY
    for number in range(1, sessions + 1):
        language = main if rng.random() > 0.08 else 1 - main
        day += timedelta(days=rng.randint(2, 24), minutes=rng.randint(-400, 180))
        share = events[(number - 1) * len(events) // sessions : number * len(events) // sessions]
        _Session(talk, str(number), day, language, rng).run(share)
    return talk


def _speakers(language: int, rng: random.Random) -> tuple[str, ...]:
    if rng.random() < 0.25:
        return (OWNER, AGENT)
    return tuple(rng.sample(bank("names")[language], rng.choices((2, 3), (0.85, 0.15))[0]))


class _Session:
    """One session being written."""

    def __init__(
        self, talk: Talk, name: str, at: datetime, language: int, rng: random.Random
    ) -> None:
        self.talk, self.name, self.at, self.language, self.rng = talk, name, at, language, rng
        self.order = 0

    def run(self, events: Sequence[Event]) -> None:
        """Greetings, the events one after another with small talk between, and a farewell."""
        if not self.talk.with_assistant:
            for who in self.rng.sample(self.talk.speakers, 2):
                self._turn_to(who)
                self._say(who, self._some("openers"), {})
        for event in events:
            self._event(event)
            if self.rng.random() < 0.6:
                self._between()
        if self.rng.random() < 0.5:
            self._again()

    def _event(self, event: Event) -> None:
        listener = self._other(event.who)
        self._turn_to(event.who)
        if event.topic.changes:
            self._step(event)
            return
        parts = self.rng.sample(event.topic.parts, self.rng.randint(0, len(event.topic.parts)))
        first = self._pick(event.topic.say["intro"])
        if self.rng.random() < UNDATED:
            first = undated(first)
        if parts and self.rng.random() < 0.15:
            self._tell(
                event, ["intro", parts[0]], f"{first} {self._pick(event.topic.say[parts.pop(0)])}"
            )
        else:
            self._tell(event, ["intro"], first)
        for part in parts:
            if self.rng.random() < 0.85:
                self._turn_to(listener)
                lead = self._pick(event.topic.lead[part])
                self._say(listener, self._answer(event.topic), event.values, lead=lead)
            self._turn_to(event.who)
            self._tell(event, [part], self._pick(event.topic.say[part]))
            self._turn_to(listener)
            if part in event.values and listener != AGENT and self.rng.random() < 0.25:
                echoed = {**event.values, "V": event.values[part]}
                self._say(listener, self._some("echoed"), echoed)
        self._turn_to(listener)
        if self.rng.random() < 0.6 and listener != AGENT:
            envy = bank_for("envy", event.topic)
            echo = self._some(envy if self.rng.random() < 0.4 else "small_talk")
            self._say(listener, echo, event.values)

    def _step(self, event: Event) -> None:
        """A matter that changes, as it is now; after a change also its reason and the like."""
        step = self._step_said(event)
        parts = self.rng.sample(event.topic.parts, len(event.topic.parts)) if event.replaces else []
        if parts and self.rng.random() < TOGETHER:
            part = parts.pop()
            self._tell(event, [event.step, part], f"{step} {self._pick(event.topic.say[part])}")
        else:
            self._tell(event, [event.step], step)
        for part in parts:
            self._asked(event, part, LED)
            self._turn_to(event.who)
            self._tell(event, [part], self._pick(event.topic.say[part]))

    def _step_said(self, event: Event) -> str:
        """The sentence that tells it: a change is often told in words that name nothing."""
        topic = event.topic
        if not event.replaces or not topic.brief:
            return self._pick(topic.say[event.step])
        is_brief = self.rng.random() < BRIEF
        self._asked(event, CHANGE, LED if is_brief else 1 - LED)
        self._turn_to(event.who)
        return self._pick(topic.brief[CHANGE] if is_brief else topic.say[event.step])

    def _asked(self, event: Event, part: str, share: float) -> None:
        """Another speaker asks for a part of it, in a ``share`` of all cases."""
        if self.rng.random() < share:
            listener = self._other(event.who)
            self._turn_to(listener)
            self._say(listener, self._pick(event.topic.lead[part]), event.values)

    def _tell(self, event: Event, parts: Sequence[str], matter: str) -> None:
        """The matter, wrapped in what people say around it."""
        teller = event.who
        if self.rng.random() < REPORTED and not self.talk.with_assistant and not self.talk.own:
            teller = self._other(event.who)
            if event.topic.changes and self.talk.turns[-1].speaker == teller:
                # Nobody answers a question of their own.
                teller = event.who
        if self.rng.random() < 0.5 and not self.talk.with_assistant:
            matter = f"{self._some('reactions')} {matter}"
        if self.rng.random() < 0.35:
            matter = f"{matter} {self._some('small_talk')}"
        if self.rng.random() < 0.4 and not self.talk.with_assistant:
            matter = f"{matter} {self._some('tails')}"
        turn = self._say(teller, matter, event.values)
        self.talk.told += [Told(event, part, turn) for part in parts]

    def _between(self) -> None:
        """Small talk, or an errand for the assistant."""
        if self.talk.with_assistant:
            errands, answers = bank("errand")[self.language], bank("errand_done")[self.language]
            errand, answer = self.rng.choice(list(zip(errands, answers, strict=True)))
            self._say(OWNER, errand, {})
            self._say(AGENT, answer, {})
            return
        for who in self.rng.sample(self.talk.speakers, self.rng.randint(1, 2)):
            self._turn_to(who)
            self._say(who, self._some("small_talk"), {})

    def _again(self) -> None:
        """Somebody comes back to an old matter, and nothing new is said about it."""
        steady = [told.event for told in self.talk.told if not told.event.topic.changes]
        if not steady or self.talk.with_assistant:
            return
        event = self.rng.choice(steady)
        other = self._other(event.who)
        self._turn_to(other)
        self._say(other, self._some(bank_for("mention", event.topic)), event.values)
        self._turn_to(event.who)
        self._say(event.who, self._some(bank_for("mentioned", event.topic)), event.values)

    def _turn_to(self, who: str) -> None:
        """Whoever keeps to a language of their own goes on in it."""
        self.language = self.talk.own.get(who, self.language)

    def _answer(self, topic: Topic) -> str:
        name = "acknowledged" if self.talk.with_assistant else "echoes"
        return self._some(bank_for(name, topic))

    def _say(self, who: str, template: str, values: Values, lead: str = "") -> str:
        called = self._called(self._other(who))
        names = {"T": called, "lead": lead}
        template = template if called else to_nobody(template)
        text = fill(template, self.language, values, names)
        if "{lead}" not in template and lead:
            text = f"{text} {fill(lead, self.language, values, names)}"
        if self.language == ZH:
            text = text.replace(" ", "")
        turn = f"{self.talk.name}.{self.name}.{self.order}"
        self.talk.turns.append(
            Passage(
                turn, fill(text, self.language, values, names), who, self.at, self.name, self.order
            )
        )
        self.order += 1
        return turn

    def _other(self, who: str) -> str:
        return self.rng.choice([each for each in self.talk.speakers if each != who])

    def _called(self, who: str) -> str:
        return "" if who in (OWNER, AGENT) else who

    def _some(self, name: str) -> str:
        return self.rng.choice(bank(name)[self.language])

    def _pick(self, both: tuple[Sequence[str], Sequence[str]]) -> str:
        return self.rng.choice(both[self.language])
