"""Does undo restore the exact state? Each example is done and undone, through the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from tandem_edge.bench.undo.examples import Example, examples
from tandem_edge.bench.undo.reasons import REASONS
from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.phone.sandbox.store import Store
from tandem_edge.undo.journal import UndoJournal
from tandem_edge.undo.undoing import Undoer
from tandem_shared.canonical import canonical_bytes
from tandem_shared.describe import call_text
from tandem_shared.tools import ANY_ACTION, Effect, ToolSpec

Undo = Callable[[Undoer], str]
"""Takes the last turn back; returns why it could not, or ``""``."""
Pair = tuple[str, str]
"""A tool and one of its actions."""
MOST_FAULTS = 20


@dataclass
class UndoMeasured:
    """What was found. Counts of pairs of a tool and an action, unless they say otherwise."""

    tools: int = 0
    """Tools in the catalogue, every action of which is in one of the counts below."""
    tools_with_inverse: int = 0
    tools_restored: int = 0
    """Tools with an inverse, all of whose inverses restored the phone in every example."""
    with_inverse: int = 0
    restored: int = 0
    examples: int = 0
    reads: int = 0
    irreversible: list[str] = field(default_factory=list)
    without_inverse: dict[str, str] = field(default_factory=dict)
    """Writes that can be repeated or repaired by hand but not undone, and why."""
    unexplained: list[str] = field(default_factory=list)
    untried: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        """Whether every inverse was tried and restored, and every other write is explained."""
        every = self.restored == self.with_inverse and self.tools_restored > 0
        return every and not (self.untried or self.unexplained or self.faults)

    def as_json(self) -> dict[str, Any]:
        """Everything, for machines."""
        return {**asdict(self), "whole": self.whole}


def undo_last(undoer: Undoer) -> str:
    """The undo that ships."""
    steps = undoer.carry_out(undoer.last_turn())
    return "; ".join(step.why_not for step in steps) if steps else "the journal has no such turn"


def measure(undo: Undo = undo_last, tried: Iterable[Example] | None = None) -> UndoMeasured:
    """Do and undo every example, and sort every action of every tool."""
    found = UndoMeasured()
    good: dict[Pair, bool] = {}
    for example in examples() if tried is None else tried:
        spec = example.phone.catalogue.tools[example.call.name].spec
        pair = _pair(spec, example)
        if pair is None:
            continue
        found.examples += 1
        why = do_and_undo(example, undo)
        good[pair] = good.get(pair, True) and not why
        if why and len(found.faults) < MOST_FAULTS:
            found.faults.append(f"{call_text(example.call)} ({example.where}): {why}")
    for spec in load_catalogue().specs:
        _sort(found, spec, good)
    return found


def do_and_undo(example: Example, undo: Undo = undo_last) -> str:
    """Carry the example out under a journal, undo it; how the phone then differs, or ``""``."""
    phone = example.phone.fork()
    journal = UndoJournal()
    spec = phone.catalogue.tools[example.call.name].spec
    entry = journal.begin("bench", example.call, spec)
    journal.finish(entry, spec, phone.call(example.call))
    why = undo(Undoer(phone, journal))
    unlike = differing(example.phone.store, phone.store)
    return why or (f"not as before: {', '.join(unlike)}" if unlike else "")


def differing(one: Store, other: Store) -> list[str]:
    """Tables that differ. Ids that a phone gives out are not compared, since none is used twice."""
    unlike = [name for name in one.tables if one.rows[name] != other.rows[name]]
    return [name for name in unlike if _records(one, name) != _records(other, name)]


def _records(store: Store, name: str) -> list[bytes]:
    table = store.tables[name]
    return sorted(
        canonical_bytes(["" if table.prefix else key, table.adapter.dump_python(row, mode="json")])
        for key, row in store.rows[name].items()
    )


def _pair(spec: ToolSpec, example: Example) -> Pair | None:
    """Which declared inverse the example tries."""
    action = spec.action_of(example.call.arguments)
    for declared in (action, ANY_ACTION):
        if declared in spec.inverses:
            return spec.name, declared
    return None


def _sort(found: UndoMeasured, spec: ToolSpec, good: dict[Pair, bool]) -> None:
    """Count every action of one tool."""
    found.tools += 1
    pairs = [(spec.name, action) for action in spec.inverses]
    found.with_inverse += len(pairs)
    found.restored += sum(good.get(pair, False) for pair in pairs)
    found.tools_with_inverse += bool(pairs)
    found.tools_restored += bool(pairs) and all(good.get(pair, False) for pair in pairs)
    found.untried += [_name(pair) for pair in pairs if pair not in good]
    for action, effect in spec.effects.items():
        if effect is Effect.READ:
            found.reads += 1
        elif effect is Effect.IRREVERSIBLE:
            found.irreversible.append(_name((spec.name, action)))
        elif not {action, ANY_ACTION} & spec.inverses.keys():
            reason = REASONS.get((spec.name, action), "")
            found.without_inverse[_name((spec.name, action))] = reason
            found.unexplained += [] if reason else [_name((spec.name, action))]


def _name(pair: Pair) -> str:
    tool, action = pair
    return tool if action == ANY_ACTION else f"{tool} {action}"
