"""Configurations and what they tell, in words for people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from pydantic import JsonValue

from tandem_edge.harness.adapter.guidance import Guidance, Told
from tandem_shared.harness import HarnessConfig, Section
from tandem_shared.harness_diff import Difference
from tandem_shared.tools import Frozen

_CHINESE = re.compile("[\u2e80-\u9fff\uff00-\uffef]")
TOKENS_CHINESE, TOKENS_OTHER = 0.75, 0.25
"""Tokens a character, by least squares over notes in both languages with Qwen2.5's tokeniser; the
estimate is off by 6 % in the mean and by a third at worst, in the shortest ones."""


class Size(Frozen):
    """How long a text is. ``tokens`` is an estimate, since each planner counts its own."""

    characters: int
    tokens: int


def size(text: str) -> Size:
    """The size of ``text``."""
    chinese = len(_CHINESE.findall(text))
    tokens = TOKENS_CHINESE * chinese + TOKENS_OTHER * (len(text) - chinese)
    return Size(characters=len(text), tokens=round(tokens))


def summary(config: HarnessConfig) -> dict[str, JsonValue]:
    """What a configuration holds, in numbers."""
    counts: dict[str, JsonValue] = {
        section.value: len(getattr(config, section.value)) for section in Section
    }
    without = sum(1 for name in config.skill_of.values() if not name)
    return {
        "version": config.version,
        "digest": config.digest,
        "tools_digest": config.tools_digest,
        "tools": len(config.tools),
        "skills": len(config.skills),
        "tools_of_no_skill": without,
        "candidates": config.candidates,
        "nearest": config.nearest,
        "offer": config.offer.model_dump() if config.offer else None,
        "order": [section.value for section in config.order],
        "entries": counts,
    }


def summary_text(config: HarnessConfig) -> Iterator[str]:
    """The same in lines of prose."""
    about = summary(config)
    yield f"version {config.version}, digest {config.digest}"
    yield f"for {about['tools']} tools of digest {config.tools_digest}"
    yield f"{about['skills']} skills; {about['tools_of_no_skill']} tools are of none"
    yield f"{config.candidates} candidates a request, notes on the nearest {config.nearest}"
    yield "section     entries  most told  characters en/zh"
    for section in config.order:
        limit = config.limits[section]
        count = len(getattr(config, section.value))
        yield f"{section:<12}{count:>7}{limit.items:>11}  {limit.en}/{limit.zh}"
    if config.offer is not None:
        told = config.offer
        yield f"{'tools in full':<19}{told.items:>11}  {told.en}/{told.zh}"
    total = config.total
    yield f"{'all notes':<19}{total.items:>11}  {total.en}/{total.zh}"


def request_of(guidance: Guidance, names: Sequence[str], language: str) -> dict[str, JsonValue]:
    """What a request with the tools ``names`` is told, what is left out, and how long it is."""
    rules, notes = guidance.rules(language), guidance.notes_on(names, language)
    told = [*guidance.general(language), *guidance.particular(names, language)]
    return {
        "language": language,
        "tools": list(names),
        "rules": rules,
        "rules_size": size(rules).model_dump(),
        "notes": notes,
        "notes_size": size(notes).model_dump(),
        "left_out": [_left_out(each) for each in told if each.left_out],
    }


def request_text(guidance: Guidance, names: Sequence[str], language: str) -> Iterator[str]:
    """The same in lines of prose."""
    rules, notes = guidance.rules(language), guidance.notes_on(names, language)
    yield f"Said of every request, once ({_size_text(rules)}):"
    yield from (f"  {line}" for line in rules.splitlines())
    yield f"Said of these tools ({_size_text(notes)}):"
    yield from (f"  {line}" for line in notes.splitlines() or ["nothing"])
    left = [each for each in guidance.particular(names, language) if each.left_out]
    if left:
        yield "Left out:"
    yield from (f"  {each.section} {each.item} ({each.left_out}): {each.text}" for each in left)


def difference_text(found: Sequence[Difference]) -> Iterator[str]:
    """Differences by section: ``+`` a new entry, ``-`` one that is gone, ``~`` one that changed."""
    section = ""
    for each in found:
        if each.section != section:
            section = each.section
            yield section
        yield from (f"  {line}" for line in _changed(each))
    if not found:
        yield "no difference"


def _left_out(told: Told) -> JsonValue:
    return {
        "section": told.section.value,
        "item": told.item,
        "text": told.text,
        "why": told.left_out,
    }


def _size_text(text: str) -> str:
    counted = size(text)
    return f"{counted.characters} characters, about {counted.tokens} tokens"


def _changed(each: Difference) -> Iterator[str]:
    name = f"{each.item}: " if each.item else ""
    before, after = each.before, each.after
    if before is None:
        yield f"+ {name}{_piece(after)}"
    elif after is None:
        yield f"- {name}{_piece(before)}"
    elif isinstance(before, dict) and isinstance(after, dict):
        yield f"~ {each.item}" if each.item else "~"
        for field in dict.fromkeys([*before, *after]):
            if before.get(field) != after.get(field):
                yield f"    {field} - {_piece(before.get(field))}"
                yield f"    {' ' * len(field)} + {_piece(after.get(field))}"
    else:
        yield f"~ {name}{_piece(before)} -> {_piece(after)}"


def _piece(value: JsonValue) -> str:
    """A text as both languages, anything else as JSON."""
    if isinstance(value, dict):
        if value.keys() == {"en", "zh"}:
            return f"{value['en']} | {value['zh']}"
        return "; ".join(f"{name} {_piece(each)}" for name, each in value.items() if each)
    if isinstance(value, list):
        return ", ".join(map(_piece, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
