"""What a tool of the sandbox phone looks at and writes, told from its code.

A family's file imports tables that only some of its tools write, or that all of them only read: the
phone's clock is one. Which tool brings a change about is told by the writes that it can come to.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from tandem_edge.phone.sandbox.store import Table

LOOKING = frozenset("all get only".split())
"""Methods of the store that take a table and write nothing."""


@dataclass(frozen=True)
class Reach:
    """Tables that a function may write and tables that it names at all, with everything that it
    calls within the phone's own packages; names and texts in its code, within its own file."""

    writes: frozenset[str]
    tables: frozenset[str]
    names: frozenset[str]


@lru_cache(maxsize=1024)
def reach_of(act: Callable[..., Any]) -> Reach:
    """What ``act`` comes to. A table handed to another function may be written by it."""
    functions = list(_called(act))
    found = [_reach(function) for function in functions]
    own = [_reach(each).names for each in functions if each.__module__ == act.__module__]
    return Reach(
        frozenset().union(*(each.writes for each in found)),
        frozenset().union(*(each.tables for each in found)),
        frozenset().union(*own),
    )


@lru_cache(maxsize=8192)
def _reach(function: FunctionType) -> Reach:
    """What stands in one function."""
    writes, tables, names = set[str](), set[str](), set[str]()
    for code in _codes(function.__code__):
        before: object = None
        for step in dis.get_instructions(code):
            if isinstance(step.argval, str):
                names.add(step.argval)
            found = function.__globals__.get(step.argval) if _loads(step) else None
            if isinstance(found, Table):
                tables.add(found.name)
                if before not in LOOKING:
                    writes.add(found.name)
            before = step.argval
    return Reach(frozenset(writes), frozenset(tables), frozenset(names))


def _called(act: Callable[..., Any]) -> Iterator[FunctionType]:
    """``act`` and the functions of the phone that it can come to, each once."""
    waiting, seen = list(_functions(act)), set[FunctionType]()
    while waiting:
        function = waiting.pop()
        if function in seen or not function.__module__.startswith("tandem_edge.phone"):
            continue
        seen.add(function)
        yield function
        for code in _codes(function.__code__):
            for name in code.co_names:
                waiting.extend(_functions(function.__globals__.get(name)))


def _functions(value: object) -> Iterator[FunctionType]:
    """The functions in a global: itself, or what a mapping or sequence of them holds."""
    if isinstance(value, FunctionType):
        yield value
    elif isinstance(value, dict):
        yield from (each for each in value.values() if isinstance(each, FunctionType))
    elif isinstance(value, tuple | list):
        yield from (each for each in value if isinstance(each, FunctionType))


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def _loads(step: dis.Instruction) -> bool:
    return step.opname == "LOAD_GLOBAL" and isinstance(step.argval, str)
