"""Errors put into good accounts on purpose, to see whether a validator finds them.

This code knows what records are made of (fields, their kinds and marks, which calls write) and
makes them say two things that cannot both be. It imports no rule of the validator, and does not ask
it anything. Each planter takes a copy and gives a description, or ``""`` where there is nothing to
spoil in its way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from tandem_edge.phone.simulated.account import Account
from tandem_edge.phone.simulated.discovery import load_services
from tandem_edge.phone.simulated.shape import Record, Shape, shape_of


@dataclass(frozen=True)
class Mention:
    """One record in one answer. ``record`` is the answer's own, so setting a field spoils it."""

    step: int
    shape: Shape
    record: Record

    @property
    def key(self) -> tuple[str, str]:
        """Kind and id."""
        return self.shape.kind, str(self.record[self.shape.key])


@dataclass
class Draft:
    """An account taken apart into JSON that may be changed."""

    account: Account
    answers: list[dict[str, Any]]

    @classmethod
    def of(cls, account: Account) -> Draft:
        """A copy of ``account``, free to be spoilt."""
        return cls(account, [json.loads(answer.model_dump_json()) for answer in account.answers])

    def done(self) -> Account:
        """The spoilt account, unvalidated."""
        return Account.model_validate(
            {"task": self.account.task, "facts": self.account.facts, "answers": self.answers}
        )

    def shape(self, step: int) -> Shape:
        """The shape of an answer."""
        answer = self.answers[step]
        spec = load_services().spec(answer["call"]["name"])
        assert spec is not None
        return shape_of(spec, spec.action_of(answer["arguments"]))

    def mentions(self) -> list[Mention]:
        """Every record of every answer, in order."""
        return [
            Mention(step, self.shape(step), record)
            for step, answer in enumerate(self.answers)
            if answer["result"]["ok"]
            for record in self._records(step)
        ]

    def _records(self, step: int) -> list[Record]:
        data, shape = self.answers[step]["result"]["data"], self.shape(step)
        found: list[Record] = data[shape.plural] if shape.does.verb == "list" else [data]
        return found

    def quiet(self, since: int, upto: int) -> bool:
        """Whether nothing was written and no time passed after ``since`` up to ``upto``."""
        written = any(
            self.answers[step]["result"]["ok"] and self.shape(step).writes
            for step in range(since + 1, upto + 1)
        )
        return not written and self.answers[since]["clock"] == self.answers[upto]["clock"]

    def spoken_of(self, key: str, since: int, upto: int) -> bool:
        """Whether a call that writes names this id, after ``since`` and before ``upto``."""
        return any(
            key in self.answers[step]["arguments"].values() and self.shape(step).writes
            for step in range(since + 1, upto)
        )

    def pairs(self, *, quiet: bool = True) -> Iterator[tuple[Mention, Mention]]:
        """Two mentions of one record between which nothing happened.

        Unless ``quiet``, time may have passed and other records may have been written.
        """
        seen = self.mentions()
        for place, first in enumerate(seen):
            later = [one for one in seen[place + 1 :] if one.key == first.key]
            for second in later:
                if quiet and not self.quiet(first.step, second.step):
                    break
                if second.shape.writes:
                    break
                if first.step < second.step:
                    yield first, second

    def everywhere(self, mention: Mention, name: str, value: Any) -> None:
        """Set a field in every mention of a record that has it."""
        for other in self.mentions():
            if other.key == mention.key and name in other.record:
                other.record[name] = value


Planter = Callable[[Draft, Random], str]


def other_amount(draft: Draft, random: Random) -> str:
    """A later mention has another amount or count."""
    return _say_otherwise(draft, random, ("money", "count"))


def other_time(draft: Draft, random: Random) -> str:
    """A later mention has another day or time."""
    return _say_otherwise(draft, random, ("day", "moment", "clock"))


def other_words(draft: Draft, random: Random) -> str:
    """A later mention has another name, address or choice."""
    return _say_otherwise(draft, random, ("name", "choice"))


def other_status(draft: Draft, random: Random) -> str:
    """A later mention has another status, though nothing happened."""
    return _say_otherwise(draft, random, ("status",))


def missing_from_list(draft: Draft, random: Random) -> str:
    """The same list, asked for again at the same time, lacks a record that no call touched."""
    found = [
        (first, later)
        for first, later in draft.pairs(quiet=False)
        if first.shape.does.verb == later.shape.does.verb == "list"
        and _asked(draft, first) == _asked(draft, later)
        and draft.answers[first.step]["clock"] == draft.answers[later.step]["clock"]
        and not draft.spoken_of(later.key[1], first.step, later.step)
    ]
    if not found:
        return ""
    _, later = random.choice(found)
    draft.answers[later.step]["result"]["data"][later.shape.plural].remove(later.record)
    return f"answer {later.step} no longer lists {later.key}"


def denied(draft: Draft, random: Random) -> str:
    """A record that was spoken of is suddenly not found."""
    found = [
        (first, later)
        for first, later in draft.pairs()
        if later.shape.does.verb == "find" and "not_found" in later.shape.faults
    ]
    if not found:
        return ""
    _, later = random.choice(found)
    fault = {"code": "not_found", "message": "no such record", "retryable": False}
    draft.answers[later.step]["result"] = {"ok": False, "data": {}, "fault": fault}
    return f"answer {later.step} denies {later.key}"


def made_and_missing(draft: Draft, random: Random) -> str:
    """What a call has made is not in a later list of all there is."""
    found = [
        later
        for first, later in draft.pairs(quiet=False)
        if first.shape.does.verb == "create" and later.shape.does.whole
        if later.record.get("status") in _stages(later)[:-1]
    ]
    if not found:
        return ""
    later = random.choice(found)
    draft.answers[later.step]["result"]["data"][later.shape.plural].remove(later.record)
    return f"answer {later.step} lacks {later.key}, which was made before"


def wrong_total(draft: Draft, random: Random) -> str:
    """A sum is another number, wherever it is said."""
    found = [
        (mention, name)
        for mention in draft.mentions()
        for name, schema in mention.shape.fields.items()
        if "x-sum" in schema and name in mention.record
    ]
    if not found:
        return ""
    mention, name = random.choice(found)
    value = round(mention.record[name] + random.choice((-5.5, 0.8, 7, 20)), 2)
    low: Any = mention.shape.fields[name]["minimum"]
    draft.everywhere(mention, name, value if value > low else mention.record[name] + 3)
    return f"{name} of {mention.key} is {value} everywhere"


def wrong_id(draft: Draft, random: Random) -> str:
    """The record that one is given is not the one asked for."""
    found = [one for one in draft.mentions() if one.shape.does.verb in ("find", "update")]
    if not found:
        return ""
    mention = random.choice(found)
    number = random.randrange(100, 999)
    asked = mention.key
    mention.record[mention.shape.key] = (
        f"{mention.shape.fields[mention.shape.key]['x-prefix']}{number}"
    )
    return f"answer {mention.step} gives {number} instead of {asked}"


def not_what_was_asked(draft: Draft, random: Random) -> str:
    """What a call set is something else in the record, from the first mention on."""
    found = [
        (mention, name)
        for mention in draft.mentions()
        for name, schema in mention.shape.fields.items()
        if mention.shape.writes
        and name in mention.record
        and schema.get("x-argument") in draft.answers[mention.step]["arguments"]
        and schema["x-kind"] in _CHANGED
    ]
    if not found:
        return ""
    mention, name = random.choice(found)
    value = _other(mention, name, random)
    if value is None:
        return ""
    draft.everywhere(mention, name, value)
    return f"{name} of {mention.key} is not what the call said"


def times_crossed(draft: Draft, random: Random) -> str:
    """An end lies before its beginning, wherever it is said."""
    found = [
        (mention, name, str(schema["x-after"]))
        for mention in draft.mentions()
        for name, schema in mention.shape.fields.items()
        if "x-after" in schema and name in mention.record and schema["x-after"] in mention.record
    ]
    if not found:
        return ""
    mention, name, before = random.choice(found)
    start = mention.record[before]
    kind = str(mention.shape.fields[name]["x-kind"])
    draft.everywhere(mention, name, _earlier(kind, start, random))
    return f"{name} of {mention.key} lies before {before}"


def back_to_life(draft: Draft, random: Random) -> str:
    """What was called off is going on again in a later mention."""
    found = [
        later
        for first, later in draft.pairs()
        if first.record.get("status") in _list(first.shape.fields.get("status", {}), "x-ends")
        and "status" in later.record
    ]
    if not found:
        return ""
    later = random.choice(found)
    later.record["status"] = random.choice(_list(later.shape.fields["status"], "x-order"))
    return f"{later.key} is {later.record['status']} again in answer {later.step}"


def not_as_the_task_says(draft: Draft, random: Random) -> str:
    """What the task states about a record is something else everywhere."""
    for fact in draft.account.facts:
        for mention in draft.mentions():
            name = next(iter(fact.says))
            key = mention.record.get(mention.shape.key)
            if (fact.kind, fact.about.get(mention.shape.key)) != (mention.shape.kind, key):
                continue
            value = _other(mention, name, random) if name in mention.record else None
            if value is not None:
                draft.everywhere(mention, name, value)
                return f"{name} of {mention.key} is not what the task says"
    return ""


PLANTERS: tuple[Planter, ...] = (
    other_amount,
    other_time,
    other_words,
    other_status,
    missing_from_list,
    denied,
    made_and_missing,
    wrong_total,
    wrong_id,
    not_what_was_asked,
    times_crossed,
    back_to_life,
    not_as_the_task_says,
)


def plant(account: Account, planter: Planter, random: Random) -> tuple[Account, str]:
    """A spoilt copy of ``account`` and what was done to it, ``""`` if nothing could be."""
    draft = Draft.of(account)
    said = planter(draft, random)
    return draft.done(), said


_CHANGED = frozenset({"money", "count", "day", "moment", "clock", "name", "choice"})


def _say_otherwise(draft: Draft, random: Random, kinds: tuple[str, ...]) -> str:
    """Change a field, said twice without a call that touches it, in the later mention.

    What changes by itself is only spoilt where nothing at all has happened in between.
    """
    passing = "status" in kinds
    found = [
        (later, name)
        for first, later in draft.pairs(quiet=passing or random.random() < 0.5)
        for name, schema in later.shape.fields.items()
        if schema["x-kind"] in kinds and name in first.record and name in later.record
        if not schema.get("x-live") or draft.quiet(first.step, later.step)
    ]
    if not found:
        return ""
    later, name = random.choice(found)
    value = _other(later, name, random)
    if value is None:
        return ""
    before, later.record[name] = later.record[name], value
    return f"{name} of {later.key} was {before!r}, is {value!r} in answer {later.step}"


def _other(mention: Mention, name: str, random: Random) -> Any:
    """Another value that the field could have, or ``None``."""
    schema: Any = mention.shape.fields[name]
    value, kind = mention.record[name], schema["x-kind"]
    if kind in ("money", "count"):
        step = random.choice((1, 2, 5, 10)) if kind == "count" else random.choice((0.5, 3, 12.4))
        up, down = value + step, value - step
        fitting = [one for one in (up, down) if schema["minimum"] <= one <= schema["maximum"]]
        return random.choice(fitting) if fitting else None
    if kind in ("day", "moment", "clock"):
        return _moved(kind, value, random)
    words = [*schema.get("examples", ()), *schema.get("enum", ())]
    others = [word for word in words if word.casefold() != str(value).strip().casefold()]
    return random.choice(others) if others else None


def _moved(kind: str, value: str, random: Random) -> str:
    if kind == "day":
        return (date.fromisoformat(value) + timedelta(days=random.choice((1, 2, 7)))).isoformat()
    if kind == "clock":
        return f"{(int(value[:2]) + random.choice((1, 2, 3))) % 24:02d}{value[2:]}"
    moment = datetime.fromisoformat(value) + timedelta(minutes=random.choice((15, 60, 1440)))
    return moment.strftime("%Y-%m-%dT%H:%M")


def _earlier(kind: str, value: str, random: Random) -> str:
    if kind == "day":
        return (date.fromisoformat(value) - timedelta(days=random.choice((1, 3)))).isoformat()
    if kind == "clock":
        return f"{max(int(value[:2]) - random.choice((1, 2)), 0):02d}:00"
    moment = datetime.fromisoformat(value) - timedelta(minutes=random.choice((10, 90)))
    return moment.strftime("%Y-%m-%dT%H:%M")


def _asked(draft: Draft, mention: Mention) -> tuple[str, str]:
    answer = draft.answers[mention.step]
    return answer["call"]["name"], json.dumps(answer["arguments"], sort_keys=True)


def _stages(mention: Mention) -> list[str]:
    return _list(mention.shape.fields.get("status", {}), "x-order")


def _list(schema: Any, mark: str) -> list[str]:
    return list(schema.get(mark, ()))
