"""Ways a task of several steps goes: each maker gives one draft, or one that acts and its twin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tandem_edge.bench.tasks import training
from tandem_edge.bench.tasks.reading import Draft, Move, Turn
from tandem_edge.bench.tasks.training import NotThisTime
from tandem_edge.bench.wordings.reading import Wording
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS
from tandem_shared.tasks import Capability, Checker, Dimension, Friction, Memory, Patch
from tandem_shared.tools import Effect, ToolCall
from tandem_trainer.tasks.bench import Bench, Said, move, short, with_person, writes
from tandem_trainer.tasks.words import Condition, conditions, people

Maker = Callable[[Bench], list[Draft]]


def _when(bench: Bench) -> list[Draft]:
    """Something is done only if what has to be looked up is so."""
    condition, clause, so = _condition(bench)
    then = bench.said(_beside(condition))
    said = bench.join("when", **{"if": clause, "then": then.text})
    draft = bench.task("when", Capability.CONDITIONS, 2, then, suffix=f"_{condition.id}")
    look = Move("call", condition.look)
    draft.turns = [Turn(said, [look, move(then)] if so else [look])]
    return [draft]


def _either(bench: Bench) -> list[Draft]:
    """One of two things is done, as what is looked up tells."""
    condition, clause, so = _condition(bench)
    then, other = bench.said(_beside(condition)), bench.said(_beside(condition))
    if then.call.name == other.call.name:
        raise NotThisTime
    said = bench.join("either", **{"if": clause, "then": then.text, "other": other.text})
    draft = bench.task("either", Capability.CONDITIONS, 3, then, other)
    draft.turns = [Turn(said, [Move("call", condition.look), move(then if so else other)])]
    return [draft]


def _when_again(bench: Bench) -> list[Draft]:
    """If something is so, it is done, and in the next turn the same for another value."""
    condition, clause, so = _condition(bench)
    if not so:
        raise NotThisTime
    one, two, slot = _twice(bench, lambda found: _beside(condition)(found) and writes(found))
    said = bench.join("when", **{"if": clause, "then": one.text})
    draft = bench.task("when_again", Capability.REFERENCE, 3, one)
    more = bench.join("again", new=str(two.call.arguments[slot]))
    draft.turns = [
        Turn(said, [Move("call", condition.look), move(one)]),
        Turn(more, [move(two)]),
    ]
    return [draft]


def _condition(bench: Bench) -> tuple[Condition, str, bool]:
    """A condition, a clause that says it, and whether it holds on the bench's phone from now on."""
    random, bench.plainly = bench.random, True
    condition, so = random.choice(conditions()), random.random() < 0.6
    level = random.choice(condition.levels or (0,))
    values = {
        "n": level,
        "below": level - random.randint(2, 9),
        "above": level + random.randint(2, 9),
    }
    chosen = condition.holds if so else condition.fails
    bench.patch(
        [
            Patch(table=table, key=key, fields={k: _filled(v, values) for k, v in fields.items()})
            for table, key, fields in chosen
        ]
    )
    clauses = condition.zh if bench.language == "zh" else condition.en
    return condition, random.choice(clauses).replace("{n}", str(level)), so


def _filled(value: Any, values: dict[str, int]) -> Any:
    return values.get(value.strip("{}"), value) if isinstance(value, str) else value


def _beside(condition: Condition) -> Callable[[Wording], bool]:
    """Wordings of one clause that change something else than what is looked up."""

    def fits(wording: Wording) -> bool:
        apart = wording.call.name != condition.look.name
        return short(wording) and writes(wording) and apart and not wording.friction

    return fits


def _twice(bench: Bench, fits: Callable[[Wording], bool]) -> tuple[Said, Said, str]:
    """The same wording with two values of its one slot, where doing both leaves both done."""
    wording = bench.wording(lambda found: len(found.slots) == 1 and fits(found))
    (slot,) = wording.slots
    one, two = (Said(wording, bench.filled(wording)) for _ in range(2))
    if slot not in two.call.arguments or bench.same(one.call, two.call):
        raise NotThisTime
    if one.filled.before or two.filled.before:
        raise NotThisTime
    fork = bench.phone.fork()
    bench.call(one.call, two.call)
    fork.call(two.call)
    if writes(wording) and bench.phone.store.rows == fork.store.rows:
        raise NotThisTime
    return one, two, slot


def _again(bench: Bench) -> list[Draft]:
    """In the next turn the same is asked for another value, without saying what."""
    one, two, slot = _twice(bench, lambda found: True)
    draft = bench.task("again", Capability.REFERENCE, 2, one)
    more = bench.join("again", new=str(two.call.arguments[slot]))
    draft.turns = [Turn(one.filled.text, [move(one)]), Turn(more, [move(two)])]
    return [draft]


def _back(bench: Bench) -> list[Draft]:
    """What was just switched is to be as it was."""
    one = bench.said(writes)
    spec = load_catalogue().spec(one.call.name)
    inverse = spec.inverses.get(spec.action_of(one.call.arguments)) if spec else None
    if spec is None or inverse is None or set(inverse.arguments) != set(one.call.arguments):
        raise NotThisTime
    if any(str(v).startswith("$") or k not in spec.offered for k, v in inverse.arguments.items()):
        raise NotThisTime
    draft = bench.task("back", Capability.REVISION, 2, one)
    undone = ToolCall(name=inverse.tool, arguments=inverse.arguments)
    draft.turns = [
        Turn(one.filled.text, [move(one)]),
        Turn(bench.join("back"), [Move("call", undone)]),
    ]
    return [draft]


def _first_thing(bench: Bench) -> list[Draft]:
    """Three turns: something, something else, then the first with another value."""
    wording = bench.wording(lambda found: len(found.slots) == 1 and writes(found))
    (slot,) = wording.slots
    one, late = Said(wording, bench.filled(wording)), Said(wording, bench.filled(wording))
    other = bench.said(lambda found: writes(found) and found.call.name != wording.call.name)
    if bench.same(one.call, late.call) or one.filled.before or late.filled.before:
        raise NotThisTime
    only = bench.phone.fork()
    bench.do(one, other, late)
    for call in (*other.filled.before, other.call, late.call):
        only.call(call)
    if bench.phone.store.rows != only.store.rows:
        raise NotThisTime
    draft = bench.task("first_thing", Capability.REVISION, 3, one, other)
    draft.turns = [
        Turn(one.filled.text, [move(one)]),
        Turn(bench.join("with_that", then=other.text), [move(other)]),
        Turn(bench.join("first_thing", new=str(late.call.arguments[slot])), [move(late)]),
    ]
    return [draft]


def _same_person(bench: Bench) -> list[Draft]:
    """The second turn means whom the first one named."""
    one = bench.said(with_person)
    bench.do(one)
    two = _for(bench, one)
    draft = bench.task("same_person", Capability.REFERENCE, 2, one, two)
    draft.turns = [Turn(one.filled.text, [move(one)]), Turn(_meant(bench, two), [move(two)])]
    return [draft]


def _for(bench: Bench, one: Said) -> Said:
    """Another request about the same person."""
    name = one.call.arguments["person"]
    wording = bench.wording(lambda found: with_person(found) and found.call.name != one.call.name)
    for _ in range(40):
        two = Said(wording, bench.filled(wording))
        if two.call.arguments["person"] == name:
            return two
    raise NotThisTime


def _meant(bench: Bench, said: Said) -> str:
    """``said`` with a reference in place of the name."""
    return _instead(said, bench.join("same_person"))


def _instead(said: Said, words: str) -> str:
    name = str(said.call.arguments["person"])
    if said.filled.text.count(name) != 1 or name in str(said.filled.before):
        raise NotThisTime
    return said.filled.text.replace(name, words)


def _looked_up(bench: Bench) -> list[Draft]:
    """Somebody is known only by a number or an address: the contact has to be found first."""
    one = bench.said(lambda found: with_person(found) and found.call.name != "manage_contact")
    name = str(one.call.arguments["person"])
    rows = [row for row in bench.phone.store.all(CONTACTS).values() if row.name == name]
    if len(rows) != 1 or one.filled.before:
        raise NotThisTime
    by = bench.random.choice(["phone", "email"] if rows[0].email else ["phone"])
    value = str(getattr(rows[0], by))
    who = bench.join("by_number" if by == "phone" else "by_email", who=value)
    look = ToolCall(name="manage_contact", arguments={"action": "query", by: value})
    if bench.phone.preview(look).result.fault:
        raise NotThisTime
    draft = bench.task("looked_up", Capability.GROUNDING, 2, one)
    draft.turns = [Turn(_instead(one, who), [Move("call", look), move(one)])]
    draft.tools = ["manage_contact"]
    if draft.checker is Checker.CALLS:
        raise NotThisTime  # finding the contact another way is as good
    return [draft]


def _remembered(bench: Bench) -> list[Draft]:
    """Who is meant stands in memory alone."""
    one = bench.said(lambda found: with_person(found) and writes(found))
    draft = _recalling(bench, one, "remembered", 2)
    return [draft]


def _remembered_then(bench: Bench) -> list[Draft]:
    """Who is meant stands in memory, and the next turn means the same person."""
    one = bench.said(lambda found: with_person(found) and writes(found))
    bench.do(one)
    two = _for(bench, one)
    if not writes(two.wording):
        raise NotThisTime
    draft = _recalling(bench, one, "remembered_then", 3)
    draft.calls += list(two.filled.before)
    draft.turns.append(Turn(_meant(bench, two), [move(two)]))
    return [draft]


def _recalling(bench: Bench, one: Said, pattern: str, difficulty: int) -> Draft:
    """A draft whose first turn names a role that memory has a person for, among other roles."""
    random, language = bench.random, bench.language
    draft = bench.task(pattern, Capability.MEMORY_USE, difficulty, one)
    draft.dimension, draft.checker = Dimension.MEMORY, Checker.STATE_RETRIEVAL
    about = people()
    roles = random.sample(about["roles"][language], random.randint(3, 6))
    name = str(one.call.arguments["person"])
    rows = [row.name for row in bench.phone.store.all(CONTACTS).values() if row.name != name]
    who = [name, *random.sample(rows, min(len(rows), len(roles) - 1))]
    told = [
        random.choice(about["told"][language]).format(role=role, who=person)
        for role, person in zip(roles, who, strict=False)
    ]
    memories = [Memory(key=f"m{place}", text=text) for place, text in enumerate(told)]
    draft.recalls = ["m0"]
    random.shuffle(memories)
    draft.memories = memories
    role = about["say"][language].format(role=roles[0])
    draft.turns = [Turn(_instead(one, role), [move(one)])]
    return draft


def _verified(bench: Bench) -> list[Draft]:
    """A setting is changed, and then looked at again."""
    one = bench.said(lambda found: writes(found) and short(found) and _setting(found))
    look = ToolCall(name=one.call.name, arguments={"action": "query"})
    draft = bench.task("verified", Capability.CONDITIONS, 2, one)
    draft.checker = Checker.CALLS
    draft.turns = [
        Turn(bench.join("verify", then=one.text), [move(one), Move("call", look)]),
    ]
    return [draft]


def _setting(wording: Wording) -> bool:
    """Whether it sets one thing that a bare query shows: no names among its arguments."""
    spec = load_catalogue().spec(wording.call.name)
    if spec is None or spec.effects.get("query") is not Effect.READ:
        return False
    if spec.required("query") != ("action",):
        return False
    plain = (spec.offered.get(name, {}) for name in wording.call.arguments)
    return all("enum" in schema or schema.get("type") != "string" for schema in plain)


def _troubled_turns(bench: Bench) -> list[Draft]:
    """A tool fails for a while in the first turn; the second turn asks the same for more."""
    one, two, slot = _twice(bench, lambda found: writes(found) and not found.friction)
    draft = bench.task("troubled_turns", Capability.RECOVERY, 3, one)
    trouble = bench.random.choice((1, 1, 2))
    draft.friction.append(Friction(name="trouble", value=f"{one.call.name}:{trouble}"))
    more = bench.join("again", new=str(two.call.arguments[slot]))
    draft.turns = [Turn(one.filled.text, [move(one)]), Turn(more, [move(two)])]
    return [draft]


def _troubled_when(bench: Bench) -> list[Draft]:
    """Looking fails for a passing reason, and has to be tried again before anything is done."""
    (draft,) = _when(bench)
    look = draft.turns[0].moves[0].call
    assert look is not None
    draft.family = draft.family.replace("when", "troubled_when", 1)
    draft.capability, draft.difficulty = Capability.RECOVERY, 3
    draft.friction.append(Friction(name="trouble", value=f"{look.name}:1"))
    return [draft]


MAKERS: dict[str, tuple[Maker, int]] = {
    "single": (training.single, 22),
    "pair": (training.pair, 8),
    "which": (training.ambiguous, 7),
    "troubled": (training.troubled, 5),
    "revised": (training.revised, 8),
    "when": (_when, 14),
    "either": (_either, 7),
    "when_again": (_when_again, 10),
    "again": (_again, 8),
    "back": (_back, 16),
    "first_thing": (_first_thing, 8),
    "same_person": (_same_person, 30),
    "looked_up": (_looked_up, 10),
    "remembered": (_remembered, 2),
    "remembered_then": (_remembered_then, 6),
    "verified": (_verified, 4),
    "troubled_turns": (_troubled_turns, 8),
    "troubled_when": (_troubled_when, 4),
}
"""Makers by the name of their pattern, with how often each is tried."""
