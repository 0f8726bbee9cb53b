"""What is handed over: everything a sub-agent needs, since it sees nothing of the conversation."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, ValidationError, field_validator

from tandem_shared.errors import UsageError
from tandem_shared.text import one_line, visible
from tandem_shared.tools import Frozen

READS = "reads"
"""In ``may_touch``: every tool of the phone that only reads."""
ANYTHING = "*"
"""In ``may_touch``: whatever the owner allows without being asked."""
LONGEST_DEADLINE_S = 600.0
SHOWN = 120
LONGEST_PICTURE = 12_000_000
"""Characters of a picture's ``data:`` URL (RFC 2397): about 9 MB of picture."""
PICTURE = r"^(data:image/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*)?$"

Line = Annotated[str, StringConstraints(min_length=1, max_length=2000, strip_whitespace=True)]


class Budget(Frozen):
    """How much a session may spend: questions to a language model, and steps of its own."""

    model_calls: Annotated[int, Field(ge=0, le=200)] = 20
    steps: Annotated[int, Field(ge=1, le=500)] = 60


class Assignment(Frozen):
    """A complete hand-off.

    ``request`` is the owner's own wording, ``facts`` what is known and matters, ``material`` a
    text to work on. Both may be foreign text: data, never instruction. ``deadline_s`` is in
    seconds of work. ``may_touch`` names tools of the phone, ``reads`` or ``*``; without it the
    phone is out of reach.
    """

    goal: Line
    language: Literal["en", "zh"]
    returns: Line
    deadline_s: Annotated[float, Field(gt=0, le=LONGEST_DEADLINE_S)]
    budget: Budget
    may_touch: Annotated[tuple[str, ...], Field(max_length=40)]
    request: Annotated[str, Field(max_length=4000)] = ""
    facts: Annotated[tuple[Line, ...], Field(max_length=60)] = ()
    constraints: Annotated[tuple[Line, ...], Field(max_length=20)] = ()
    material: Annotated[str, Field(max_length=40_000)] = ""
    picture: Annotated[str, Field(max_length=LONGEST_PICTURE, pattern=PICTURE)] = ""

    @field_validator("goal", "returns", "request", "facts", "constraints", "material")
    @classmethod
    def _visible_only(cls, value: Any) -> Any:
        """Control characters and escape sequences are no part of any text."""
        return visible(value) if isinstance(value, str) else tuple(map(visible, value))


def checked(payload: Any) -> Assignment:
    """``payload`` as an assignment. Raises ``UsageError`` that names what is missing or wrong."""
    if isinstance(payload, Assignment):
        return payload
    try:
        return Assignment.model_validate(payload)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the hand-off"
        said = one_line(str(first["msg"]), limit=SHOWN)
        raise UsageError(
            f"the hand-off is not complete: {one_line(where, limit=SHOWN)}: {said}",
            hint="give goal, language, returns, deadline_s, budget and may_touch",
        ) from error
