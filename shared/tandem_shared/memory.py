"""What is remembered: raw turns, and units that stand on them.

A turn is evidence: what somebody said, as it was said, never changed. A unit is what was made of
evidence: a sentence to find it by, its place in time, who it is about, and the turns it rests on.
Times are bi-temporal (Snodgrass 1999): ``valid_from`` and ``valid_to`` are when something holds in
the world, ``recorded_at`` and ``superseded_by`` are when and how long it was believed here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import AwareDatetime, Field, StringConstraints, model_validator

from tandem_shared.text import one_line
from tandem_shared.tools import Frozen

LONGEST_SUMMARY = 400
"""Characters of a unit's sentence."""
LONGEST_TURN = 20_000
"""Characters of one turn; a longer one is refused, never cut."""

record_id = Annotated[str, StringConstraints(pattern=r"^[a-z]{1,12}_[0-9a-hjkmnp-tv-z]{8,26}$")]
"""A kind, an underscore, and Crockford base 32 that sorts by time."""
scope_name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")]
language_code = Annotated[str, StringConstraints(pattern=r"^(en|zh)$")]


class Scope(Frozen):
    """Whose memory it is. Nothing is ever found, counted or exported across scopes."""

    user: scope_name = "owner"
    workspace: scope_name = "home"
    agent: scope_name = "tandem"


class Origin(StrEnum):
    """Whose words something rests on. It is fixed when captured; no content can raise it."""

    OWNER = "owner"
    """The owner said it."""
    SYSTEM = "system"
    """Tandem recorded it itself: a call that was made, a setting."""
    AGENT = "agent"
    """A planner or another model concluded it."""
    EXTERNAL = "external"
    """A message, a page, a notification, another person, an imported file."""
    RECALLED = "recalled"
    """It came out of this memory: never evidence for anything new."""


TRUST = {
    Origin.OWNER: 3,
    Origin.SYSTEM: 2,
    Origin.AGENT: 1,
    Origin.EXTERNAL: 0,
    Origin.RECALLED: 0,
}
"""What outweighs what: newer evidence supersedes only what it is trusted at least as much as."""


class Kind(StrEnum):
    """The kinds of unit; each has a room of its own under ``memory/kinds``."""

    PROFILE = "profile"
    EPISODIC = "episodic"
    LONG_TERM = "long_term"
    PROSPECTIVE = "prospective"
    REVIEW = "review"


class Sensitivity(StrEnum):
    """How private a unit is; what is not known to be less is ``personal``."""

    PLAIN = "plain"
    PERSONAL = "personal"
    SECRET = "secret"


class Status(StrEnum):
    """Whether a unit is believed."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    REJECTED = "rejected"


class RawTurn(Frozen):
    """One utterance, as it was. ``order`` counts within the session; ``at`` is when it was said."""

    session: Annotated[str, StringConstraints(min_length=1, max_length=120)]
    order: int = Field(ge=0)
    speaker: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TURN)]
    at: AwareDatetime
    origin: Origin = Origin.OWNER


class Fact(Frozen):
    """What an extractor read out of one turn: someone's attribute and its value.

    ``subject`` is whom it is about (``owner``, or a name as it was written), ``attribute`` a
    short English name in snake case, the same for both languages (``likes``, ``lives_in``,
    ``sister``, ``app_for.translation``), ``value`` the words of the turn. Of a ``single`` attribute
    only one value holds at a time: a newer one supersedes. ``negated`` ends one, and ``general``
    as well whichever there is ("I quit my job").
    """

    subject: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    attribute: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*(\.[\w-]+)*$")]
    value: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    single: bool = False
    negated: bool = False
    general: bool = False
    standing: bool = False
    """For all times to come ("always", "from now on", "以后都"): it is always in context."""
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    confidence: float = Field(default=1.0, ge=0, le=1)


class Activation(Frozen):
    """When a prospective unit becomes due. At least one condition is given."""

    time: AwareDatetime | None = None
    recurrence: Annotated[str, StringConstraints(max_length=200)] | None = None
    """An RFC 5545 RRULE, or a lunar date as ``LUNAR:MM-DD``."""
    place: str | None = None
    app: str | None = None
    contact: str | None = None
    event: str | None = None

    @model_validator(mode="after")
    def _some(self) -> Self:
        if not any(getattr(self, name) for name in type(self).model_fields):
            raise ValueError("give at least one condition")
        return self


class Unit(Frozen):
    """One thing remembered.

    ``summary`` is the sentence it is found by; ``evidence`` are ids of the raw turns that it rests
    on, which are kept whole. ``origin`` is that of the least trusted evidence.
    """

    id: record_id
    scope: Scope
    kind: Kind
    summary: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_SUMMARY)]
    language: language_code
    evidence: tuple[record_id, ...] = ()
    origin: Origin
    sensitivity: Sensitivity = Sensitivity.PERSONAL
    status: Status = Status.CURRENT
    subject: str = ""
    attribute: str = ""
    value: str = ""
    negated: bool = False
    """It says that the value does not, or no longer, hold."""
    standing: bool = False
    """An instruction for all times to come: always in context."""
    importance: float = Field(default=0.5, ge=0, le=1)
    pinned: bool = False
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    recorded_at: AwareDatetime
    superseded_by: record_id | None = None
    superseded_at: AwareDatetime | None = None
    activation: Activation | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.summary != one_line(self.summary):
            raise ValueError("a summary is one plain line")
        if (self.kind is Kind.PROSPECTIVE) != (self.activation is not None):
            raise ValueError("a prospective unit, and no other, has an activation")
        if self.valid_from and self.valid_to and self.valid_to < self.valid_from:
            raise ValueError("it ends before it begins")
        if (self.status is Status.SUPERSEDED) != (self.superseded_by is not None):
            raise ValueError("a superseded unit says by what")
        return self


class Why(Frozen):
    """Why a result was recalled, in parts that add up to its score."""

    words: tuple[str, ...] = ()
    """Words of the query that it has."""
    keyword: float = 0.0
    meaning: float = 0.0
    neighbours: float = 0.0
    speaker: float = 0.0
    entity: float = 0.0
    time: float = 0.0
    recency: float = 0.0
    importance: float = 0.0
    fact: float = 0.0
    answer: float = 0.0
    """It holds the kind of answer that is wanted, such as an hour or an amount of money."""
    plan: str = ""
    """What the query was taken for: ``now``, ``before``, ``order``, ``count``."""


class Found(Frozen):
    """One result of a search: a unit or a raw turn, its score, and why."""

    id: record_id
    text: str
    score: float
    at: AwareDatetime
    speaker: str = ""
    origin: Origin = Origin.OWNER
    status: Status = Status.CURRENT
    past: tuple[str, ...] = ()
    """Of a turn that still holds in part: sentences of what in it does not hold any more."""
    evidence: tuple[record_id, ...] = ()
    why: Why = Why()
