"""Call forwarding: the network passes calls on to another number, by rules kept here."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from random import Random

from pydantic import JsonValue

from tandem_edge.phone.authoring import (
    action,
    choice,
    field,
    internal,
    needs,
    person,
    text,
    tool,
    undone_by,
)
from tandem_edge.phone.catalogue.calls_communication.contacts import CONTACTS, find_person, name_of
from tandem_edge.phone.sandbox.cast import Cast
from tandem_edge.phone.sandbox.store import ONLY, Singleton, Store
from tandem_shared.tools import Domain, Effect, Mechanism, Privacy

NEEDS = ("contacts",)
CONDITIONS = ("always", "busy", "unanswered", "unreachable")


@dataclass(frozen=True, slots=True)
class Forwarding:
    """The number that calls go to in each case, ``""`` where they are not passed on."""

    always: str = ""
    busy: str = ""
    unanswered: str = ""
    unreachable: str = ""


FORWARDING = Singleton("call_forwarding", Forwarding)


def forwarded_to(store: Store, case: str) -> str:
    """Where a call goes in ``case`` (a condition but ``always``), or ``""``."""
    rules = store.only(FORWARDING)
    found: str = rules.always or getattr(rules, case)
    return found


@tool(
    domain=Domain.CALLS_COMMUNICATION,
    en="forward incoming calls to another number: enable, disable, check",
    zh="呼叫转移：把来电转到别的号码，开启、关闭、查看",
    cues_en="call forwarding divert redirect send my calls to while I'm away if I don't pick up "
    "when busy out of reach unanswered stop diverting colleague takes my calls",
    cues_zh="呼叫转移 来电转接 转接 转到 帮我接电话 无人接听 占线 "
    "遇忙 关机 不在服务区 取消转移 设转移",
    arguments=[
        action("enable", "disable", "query"),
        choice("condition", CONDITIONS, "in which case", "什么情况下"),
        person("to", "who gets the calls", "转给谁", required=("enable",)),
        internal(text("restored", "rules to put back", "要恢复的规则", example="busy:10086")),
    ],
    results=[
        field("rules", "array", privacy=Privacy.PHONE),
        field("changed", "boolean"),
        field("previous", "string", privacy=Privacy.PHONE),
    ],
    effects={"enable": Effect.WRITE, "disable": Effect.WRITE, "query": Effect.READ},
    preconditions=[
        needs("permission", "phone", code="permission_denied"),
        needs("cellular", code="no_service", on=("enable", "disable")),
    ],
    errors=["not_found", "ambiguous"],
    inverses={
        "enable": undone_by("forward_calls", action="disable", restored="$result.previous"),
        "disable": undone_by("forward_calls", action="disable", restored="$result.previous"),
    },
    changes=["answer_call"],
    mechanism=Mechanism.INTENT,
)
def forward_calls(
    store: Store, action: str, condition: str | None, to: str | None, restored: str | None
) -> dict[str, JsonValue]:
    """Set a rule, remove one or all of them, or tell them."""
    before = store.only(FORWARDING)
    if restored is not None:
        store.put(FORWARDING, ONLY, _read(restored))
    elif action == "enable":
        number = find_person(store, str(to)).phone
        store.update(FORWARDING, **{condition or "always": number})
    elif action == "disable":
        store.update(FORWARDING, **dict.fromkeys([condition] if condition else CONDITIONS, ""))
    after = store.only(FORWARDING)
    shown = condition if action == "query" else None
    return {
        "rules": _rules(store, after, shown),
        "changed": before != after,
        "previous": _written(before),
    }


def _rules(store: Store, rules: Forwarding, condition: str | None) -> list[JsonValue]:
    return [
        {"condition": case, "name": name_of(store, number), "number": number}
        for case, number in asdict(rules).items()
        if number and condition in (None, case)
    ]


def _written(rules: Forwarding) -> str:
    return ";".join(f"{case}:{number}" for case, number in asdict(rules).items() if number)


def _read(written: str) -> Forwarding:
    pairs = (part.partition(":") for part in written.split(";"))
    return Forwarding(**{case: number for case, _, number in pairs if case in CONDITIONS})


def populate(store: Store, random: Random, cast: Cast) -> None:
    """Calls that cannot get through go to somebody at work, as it was set up once."""
    work = [row.phone for row in store.all(CONTACTS).values() if row.group == "work"]
    store.update(FORWARDING, unreachable=random.choice(work) if work else "")
