"""What of the catalogue a real phone does, and how: as a page to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from tandem_edge.phone.android.recipe import (
    Action,
    Computed,
    Each,
    Impossible,
    Procedure,
    Recipe,
    Step,
    Why,
)
from tandem_shared.tools import ANY_ACTION, Domain, ToolSpec

TAKES: Mapping[Why, str] = {
    "screen": "its screens operated",
    "helper": "a helper app",
    "service": "an outside service",
    "system": "the system's rights",
    "unseen": "something to read back",
}


def coverage_page(
    specs: Iterable[ToolSpec], recipes: Mapping[str, Recipe], tried: Collection[tuple[str, str]]
) -> str:
    """The whole page in Markdown. ``tried`` are the tools and actions of the simulator's tests."""
    return "\n".join(_page(tuple(specs), recipes, tried)).rstrip() + "\n"


def _page(
    specs: tuple[ToolSpec, ...], recipes: Mapping[str, Recipe], tried: Collection[tuple[str, str]]
) -> Iterator[str]:
    yield from ("# What a real phone does", "")
    yield from _told(specs, recipes)
    for domain in Domain:
        chapter = [spec for spec in specs if spec.domain is domain]
        yield from (f"## {domain.value} ({len(chapter)})", "")
        yield "| tool | actions | how | API | verified | simulator |"
        yield "|---|---|---|---|---|---|"
        for spec in chapter:
            yield from _rows(spec, recipes[spec.name], tried)
        yield ""
        yield from _caveats(chapter, recipes)


def _told(specs: tuple[ToolSpec, ...], recipes: Mapping[str, Recipe]) -> Iterator[str]:
    kinds = Counter(_kind(recipes[spec.name]) for spec in specs)
    takes = Counter(
        TAKES[how.takes]
        for spec in specs
        if _kind(recipes[spec.name]) == "none"
        for how in list(recipes[spec.name].actions.values())[:1]
        if isinstance(how, Impossible)
    )
    needs = ", ".join(f"{count} need {what}" for what, count in takes.most_common())
    yield f"Of {len(specs)} tools a phone does {kinds['all']} wholly and {kinds['some']} in part,"
    yield f"by recipes that are run over adb; {kinds['computed']} need no phone. The others say"
    yield f"why not when they are called: {needs}."
    yield from ("", "No recipe has been run on real hardware: they follow Android's documentation")
    yield "and source and are tried on the device simulator (docs/device-simulator.md). `API` is"
    yield "the lowest level that some way of doing it has; `verified` says what has to be read back"
    yield 'before "done" is said. This page is generated:'
    yield from ("`python -m tests.edge.phone.android.coverage > docs/android-tools.md`.", "")


def _kind(recipe: Recipe) -> str:
    done = [not isinstance(how, Impossible) for how in recipe.actions.values()]
    if all(isinstance(how, Computed) for how in recipe.actions.values()):
        return "computed"
    return "all" if all(done) else "some" if any(done) else "none"


def _rows(spec: ToolSpec, recipe: Recipe, tried: Collection[tuple[str, str]]) -> Iterator[str]:
    groups: dict[int, list[str]] = {}
    found: dict[int, Action] = {}
    for action in spec.actions:
        how = recipe.of(action)
        if how is not None:
            groups.setdefault(id(how), []).append(action)
            found[id(how)] = how
    for key, actions in groups.items():
        named = "" if actions == [ANY_ACTION] else ", ".join(actions)
        seen = any((spec.name, action) in tried for action in actions)
        cells = (f"`{spec.name}`", named, *_cells(found[key]), "yes" if seen else "")
        yield f"| {' | '.join(cells)} |"


def _cells(how: Action) -> tuple[str, str, str]:
    if isinstance(how, Impossible):
        return f"needs {TAKES[how.takes]}: {how.reason.en}", "", ""
    if isinstance(how, Computed):
        return "computed, without the phone", "", "yes"
    if not how.ways:
        return "read", str(_since_reading(how)), "yes"
    mechanisms = dict.fromkeys(step.mechanism.value for step in steps_of(how))
    return ", ".join(mechanisms), str(_since(how)), _verified(how)


def _verified(how: Procedure) -> str:
    if how.sent_only is not None:
        return "where it shows: " + how.sent_only.en if how.expects else "no"
    proofs = [*(how.proves or ()), *how.expects, *(f"another {name}" for name in how.alters)]
    return ", ".join(proofs) if proofs else "all that changes"


def steps_of(how: Procedure) -> Iterator[Step]:
    """Every step of every way."""
    for way in how.ways:
        for part in way:
            inner = part.steps if isinstance(part, Each) else (part,)
            yield from (step for step in inner if isinstance(step, Step))


def _since(how: Procedure) -> int:
    levels = []
    for way in how.ways:
        parts = [
            part for each in way for part in (each.steps if isinstance(each, Each) else (each,))
        ]
        levels.append(max(part.since for part in parts))
    return max(min(levels), _since_reading(how))


def _since_reading(how: Procedure) -> int:
    return max((each.since for each in how.reads), default=26)


def _caveats(chapter: list[ToolSpec], recipes: Mapping[str, Recipe]) -> Iterator[str]:
    told = [(spec.name, each) for spec in chapter for each in recipes[spec.name].caveats]
    yield from (f"- `{name}`: {each}" for name, each in told)
    if told:
        yield ""
