"""Looking that a request calls for: a step on the way to what was wanted, not one in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tandem_edge.bench.saying import says
from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.tools import Effect
from tandem_trainer.curate.attribution.trying import Missing, missing_of
from tandem_trainer.curate.case import Case, Placed, strings
from tandem_trainer.curate.surroundings import looks_at

SHORTEST = 3
"""Characters of a value that cannot stand in a result by chance."""
DATED = re.compile(r"\d{4}-\d\d-\d\d")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


def serves(case: Case, call: Placed) -> bool:
    """Whether ``call`` is of a tool that tells what the request depends on, worked something out
    from what the user said, or gave back something of what was wanted."""
    if on_condition(case, call) or _works_out(case, call):
        return True
    return any(_tells(case, call, each) for each in missing_of(case))


def on_condition(case: Case, call: Placed) -> bool:
    """Whether the tool of ``call`` looks at what the phone was set up with for the task."""
    return any(
        looks_at(call.name, patch.table, frozenset(patch.fields or ()))
        for patch in case.task.initial.patches
    )


def _works_out(case: Case, call: Placed) -> bool:
    """Whether a call only read, and was given two or more things, all as the user said them."""
    given = list(strings(dict(call.record.call.arguments)))
    said = "\n".join(case.task.turns)
    reads = call.record.result.ok and call.record.effect is Effect.READ
    return reads and len(given) > 1 and all(says(said, each) for each in given)


def _tells(case: Case, call: Placed, missing: Missing) -> bool:
    """Whether the result says a value of what is missing that the user did not say."""
    if not call.record.result.ok:
        return False
    said = "\n".join(case.task.turns)
    found = "\n".join(strings(call.record.result.data))
    numbers = {float(each) for each in NUMBER.findall(DATED.sub("", found))}
    return any(
        says(found, value) or _number(value) in numbers
        for value in _telling(missing)
        if not says(said, value)
    )


def _telling(missing: Missing) -> Iterator[str]:
    """Values of what is missing, and of its record before, by which it can be told: no dates and
    none that its tools offer as a choice."""
    before = missing.change.before if missing.change else None
    specs = (load_catalogue().spec(name) for name in missing.tools)
    offered = {
        str(choice)
        for spec in specs
        if spec is not None
        for schema in spec.properties.values()
        for choice in _choices(schema.get("enum"))
    }
    for value in (*missing.values, *strings(before)):
        if len(value) >= SHORTEST and value not in offered and not DATED.match(value):
            yield value


def _choices(found: object) -> list[object]:
    return found if isinstance(found, list) else []


def _number(value: str) -> float | None:
    found = NUMBER.match(value)
    return float(found.group()) if found and len(found.group()) >= SHORTEST else None
