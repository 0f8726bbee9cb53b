"""How a long-tail tool is written: its arguments, a kind of record, what each action does to it.

It has no function: there is no program to carry it out. What a simulated world may answer, and
what an answer is held to, is all in the spec.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import JsonValue

from tandem_edge.phone.authoring import NEVER, Argument, Tool, ToolFailure, field, needs, text, tool
from tandem_edge.phone.simulated.records import Kind
from tandem_shared.tools import Bilingual, Domain, Effect, Frozen, Mechanism, Privacy

OFFLINE = "offline"
MOST_LISTED = 5
"""Records in one list."""


class Does(Frozen):
    """What an action does: finds records, or makes or changes one.

    ``sets`` are the fields that a change may alter, ``status`` what the record's status is
    afterwards. A ``whole`` list holds every record that fits the arguments (``MOST_LISTED`` at
    most).
    """

    verb: Literal["list", "find", "create", "update"]
    effect: Effect = Effect.READ
    sets: tuple[str, ...] = ()
    status: str = ""
    whole: bool = False


def lists(*, whole: bool = False) -> Does:
    """Gives the records that fit the arguments."""
    return Does(verb="list", whole=whole)


def finds() -> Does:
    """Gives the one record that the arguments name."""
    return Does(verb="find")


def creates(*, status: str = "", paid: bool = False) -> Does:
    """Makes a record and gives it; what is ``paid`` for cannot be taken back."""
    return Does(verb="create", status=status, effect=_writing(paid))


def updates(*sets: str, status: str = "", paid: bool = False) -> Does:
    """Alters the fields ``sets`` of one record and gives it as it is now."""
    sets = (*sets, "status") if status else sets
    return Does(verb="update", sets=sets, status=status, effect=_writing(paid))


def record(
    name: str, kind: str, en: str, zh: str, *, example: str, required: tuple[str, ...] = NEVER
) -> Argument:
    """The id of a ``kind`` of record, as an earlier result gave it."""
    argument = text(
        name, en, zh, privacy=Privacy.NONE, max_length=40, example=example, required=required
    )
    argument.schema["x-refers"] = kind
    return argument


def service(
    name: str,
    *,
    domain: Domain = Domain.TRAVEL_LIFESTYLE,
    en: str,
    zh: str,
    cues: Bilingual,
    arguments: Sequence[Argument],
    kind: Kind,
    actions: Mapping[str, Does],
    errors: Sequence[str] = (),
) -> Tool:
    """A long-tail tool of a third party's service, which needs the network.

    ``errors`` are the codes the service may answer with.
    """

    def nothing(store: object) -> dict[str, JsonValue]:
        raise ToolFailure("tool_broke", "no sandbox carries a long-tail tool out")

    nothing.__name__ = name
    made = tool(
        domain=domain,
        en=en,
        zh=zh,
        cues_en=cues.en,
        cues_zh=cues.zh,
        arguments=arguments,
        results=_results(kind, actions),
        effects={action: does.effect for action, does in actions.items()},
        preconditions=[needs("network", code=OFFLINE)],
        errors=errors,
        mechanism=Mechanism.UI,
        long_tail=True,
    )(nothing)
    made.spec.results["x-record"] = kind.name
    made.spec.results["x-mine"] = kind.mine
    made.spec.results["x-plural"] = kind.plural
    made.spec.results["x-actions"] = {
        action: does.model_dump(mode="json") for action, does in actions.items()
    }
    return made


def cued(en: str, zh: str) -> Bilingual:
    """The words people use for a tool, in both languages."""
    return Bilingual(en=en, zh=zh)


def _results(kind: Kind, actions: Mapping[str, Does]) -> list[tuple[str, JsonValue]]:
    results: list[tuple[str, JsonValue]] = [(name, schema) for name, schema in kind.fields]
    if any(does.verb == "list" for does in actions.values()):
        results.append(field(kind.plural, "array", privacy=Privacy.MESSAGE))
    return results


def _writing(paid: bool) -> Effect:
    return Effect.IRREVERSIBLE if paid else Effect.WRITE
