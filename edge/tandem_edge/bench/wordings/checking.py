"""Proving wordings: each is filled, its call carried out, and what it means looked at."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from random import Random

from tandem_edge.bench.tasks.phones import base_phone
from tandem_edge.bench.wordings.filling import CannotFill, Filled, fill
from tandem_edge.bench.wordings.reading import Wording, language_of_file
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.tools import Effect

PHONES = 6
"""Different training phones a wording may be tried on before it counts as broken."""
FEWEST = 24
"""Wordings a tool should have in each language."""
_HAN = re.compile("[\u3400-\u9fff]")


def why_broken(wording: Wording) -> str:
    """Why ``wording`` cannot be carried out on any of a few training phones, or ``""``."""
    why = ""
    for seed in range(PHONES):
        phone = base_phone(seed, Cast.TRAIN).fork()
        try:
            filled = fill(wording, phone, Random(f"{wording.where}/{seed}"))
        except CannotFill as error:
            why = str(error)
            continue
        why = carried_out(filled, phone)
        if not why:
            return ""
    return why


def carried_out(filled: Filled, phone: SandboxPhone) -> str:
    """Make the calls; why they do not do what the request wants, or ``""``."""
    for call in filled.before:
        result = phone.call(call).result
        if result.fault:
            return f"beforehand, {call.name}: {result.fault.code}: {result.fault.message}"
    execution = phone.call(filled.call)
    if execution.result.fault:
        fault = execution.result.fault
        return f"{fault.code}: {fault.message} ({filled.call.arguments})"
    spec = phone.catalogue.spec(filled.call.name)
    reads = spec is not None and spec.effect_of(filled.call.arguments) is Effect.READ
    return "" if reads or execution.changes else f"it changes nothing ({filled.call.arguments})"


def faults(wordings: Iterable[Wording]) -> Iterator[str]:
    """One line for each wording that is broken, doubled, or in the wrong language."""
    seen: dict[tuple[str, str], str] = {}
    for wording in wordings:
        language = language_of_file(wording)
        if language == "zh" and not _HAN.search(wording.text):
            yield f"{wording.where}: no Chinese in {wording.text!r}"
        key = language, wording.skeleton
        if key in seen:
            yield f"{wording.where}: the same words as {seen[key]}: {wording.text!r}"
        seen.setdefault(key, wording.where)
        why = why_broken(wording)
        if why:
            yield f"{wording.where}: {wording.text!r}: {why}"


def counts(wordings: Iterable[Wording]) -> dict[str, Counter[str]]:
    """Wordings by tool and language."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for wording in wordings:
        found[wording.call.name][language_of_file(wording)] += 1
    return found
