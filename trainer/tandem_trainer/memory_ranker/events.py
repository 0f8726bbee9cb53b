"""What happens to the people of a made-up talk, in order: the same things again and again with
other details, and a few matters that are told early and change later on.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tandem_trainer.memory_ranker.chatter import bank
from tandem_trainer.memory_ranker.topics import AGAIN, STEPS, Topic

CHANGES = (4, 7)
"""Fewest and most matters of a talk that change."""
TWICE = 0.5
"""Matters that can change twice and do."""
Values = Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Event:
    """Something that happened to somebody: a topic with the values of its slots."""

    who: str
    topic: Topic
    values: Values
    replaces: Event | None = None
    """What this is the change of."""

    @property
    def step(self) -> str:
        """Which part tells what holds: the first sentence, a change, another change."""
        return STEPS[len(self.past)]

    @property
    def past(self) -> list[Event]:
        """What this took the place of, the latest first."""
        return [self.replaces, *self.replaces.past] if self.replaces else []


def make_events(people: Sequence[str], topics: Sequence[Topic], rng: random.Random) -> list[Event]:
    """Two or three a session; some topics come up again and again, some for both speakers."""
    steady = [topic for topic in topics if not topic.changes]
    own = rng.sample(steady, min(len(steady), rng.randint(7, 13)))
    often = [rng.choice((1, 1, 2, 3)) for _ in own]
    events = []
    for _ in range(rng.randint(18, 28)):
        topic = rng.choices(own, often)[0]
        values = {name: slot.draw(rng)[0] for name, slot in topic.slots.items()}
        values["ago"] = rng.choice(list(zip(*bank("ago"), strict=True)))
        events.append(Event(rng.choice(people), topic, values))
    return _with_changes(events, people, topics, rng)


def _with_changes(
    events: list[Event], people: Sequence[str], topics: Sequence[Topic], rng: random.Random
) -> list[Event]:
    """``events`` with a few matters that are told early and have changed later on."""
    changing = [topic for topic in topics if topic.changes]
    for topic in rng.sample(changing, min(len(changing), rng.randint(*CHANGES))):
        steps = _steps(rng.choice(people), topic, rng)
        places = sorted(rng.randint(0, len(events)) for _ in steps)
        for before, (place, event) in enumerate(zip(places, steps, strict=True)):
            events.insert(place + before, event)
    return events


def _steps(who: str, topic: Topic, rng: random.Random) -> list[Event]:
    """A matter as it is first told and after each change; only its value and the reasons differ."""
    twice = AGAIN in topic.say and rng.random() < TWICE
    others = [name for name in topic.slots if name != "v"]
    same = {name: topic.slots[name].draw(rng)[0] for name in others}
    steps: list[Event] = []
    for value in topic.slots["v"].draw(rng, 3 if twice else 2):
        values = {**same, "v": value}
        if steps:
            values["old"] = steps[-1].values["v"]
            values |= {name: topic.slots[name].draw(rng)[0] for name in _of_change(topic)}
        steps.append(Event(who, topic, values, steps[-1] if steps else None))
    return steps


def _of_change(topic: Topic) -> list[str]:
    return [name for name in topic.slots if name in topic.parts]
