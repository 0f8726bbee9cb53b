"""Carrying one call out on a phone by its recipe: read, plan, do, read again, compare.

The plan is what the tool's own rules make of the phone as it was read, on tables in memory. Only
what the phone then shows is told as done.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from tandem_edge.phone.android.asking import look
from tandem_edge.phone.android.comparing import Shown, compare
from tandem_edge.phone.android.complaining import complaint_of, says_absent
from tandem_edge.phone.android.faults import (
    NOT_POSSIBLE,
    NOT_VERIFIED,
    OWN_LINK,
    REFUSED,
    UNREACHED,
    UNREADABLE,
    Declined,
)
from tandem_edge.phone.android.filling import Plan, command, filled, parts_of
from tandem_edge.phone.android.link.protocol import (
    DeviceRefused,
    Link,
    LinkError,
)
from tandem_edge.phone.android.quoting import CannotSay
from tandem_edge.phone.android.readings.device import CLOCK
from tandem_edge.phone.android.recipe import Each, Fetch, Listing, Procedure, Reading, Way
from tandem_edge.phone.android.results import Arguments, execution_of
from tandem_edge.phone.android.standing import ASKED, askable
from tandem_edge.phone.android.view import Unreadable, View
from tandem_edge.phone.authoring import Tool
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.conditions import first_failure

LOOKS = 4
"""How often the phone is looked at for an effect; radios take their time."""
MOST_COMPLAINTS = 100
ANY = "*"
"""Among a procedure's assumptions: any table, for what other apps forget along with a record."""
PAUSE_S = 0.7
"""Between two looks."""


@dataclass
class Engine:
    """Carries calls out over ``link`` on a phone of API level ``api``."""

    link: Link
    api: int
    pause: Callable[[float], None] = time.sleep
    complaints: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_COMPLAINTS))
    """What phones said against steps, the newest last, whether or not they then showed the effect:
    for a report of what a recipe gets wrong on some phone."""

    def read(self, procedure: Procedure, tool: Tool, arguments: Arguments) -> View:
        """The phone as far as the action needs it. Raises ``Declined`` and what the link does."""
        action = tool.spec.action_of(arguments)
        asked = [reading for each in askable(tool.spec, action) for reading in ASKED[each.kind]]
        try:
            return look(self.link, self._fit((*CLOCK, *asked, *procedure.reads), arguments))
        except Unreadable as error:
            raise Declined(UNREADABLE, f"nothing was done: {error}", retryable=True) from error

    def plan(
        self, procedure: Procedure, tool: Tool, arguments: Arguments, before: View
    ) -> tuple[Plan, dict[str, JsonValue]]:
        """What the call is to do, and its result by the tool's rules.

        Raises ``Declined`` and ``ToolFailure``.
        """
        action = tool.spec.action_of(arguments)
        _refuse_arguments(procedure, arguments)
        code, reason = first_failure(before.store, askable(tool.spec, action), action)
        if code:
            raise Declined(code, reason)
        view = before.fork()
        if not procedure.by_rules:
            return Plan(arguments, view, (), procedure.made), {}
        view.store.reads.clear()
        mark = view.store.mark()
        given = {**dict.fromkeys(tool.spec.properties), **arguments}
        data = tool.act(view.store, **given)
        unknown = view.store.reads - view.known - set(procedure.assumes)
        if unknown and ANY not in procedure.assumes:
            told = ", ".join(sorted(unknown))
            raise Declined(NOT_POSSIBLE, f"a phone does not tell its {told}")
        return Plan(arguments, view, view.store.changes(mark), procedure.made), data

    def carry_out(self, procedure: Procedure, tool: Tool, arguments: Arguments) -> Execution:
        """Do it, and tell what the phone shows.

        Raises ``Declined``, ``ToolFailure``, and ``LinkError`` when nothing was sent yet.
        """
        before = self.read(procedure, tool, arguments)
        plan, data = self.plan(procedure, tool, arguments, before)
        if not procedure.ways or not (plan.changes or procedure.always or not procedure.by_rules):
            return execution_of(procedure, arguments, data, before, before, Shown())
        self._keep_link(procedure, before, plan)
        after, shown = self._do(procedure, plan, before)
        return execution_of(procedure, arguments, data, before, after, shown)

    def _fit(
        self, readings: tuple[Reading | Listing, ...], arguments: Arguments
    ) -> list[Reading | Listing]:
        """Those that this phone's Android has, each once, with their slots filled."""
        fit = {id(each): each for each in readings if each.since <= self.api}
        plan = Plan(arguments, View())
        return [
            replace(each, words=tuple(filled(word, plan, plan.scope()) for word in each.words))
            if isinstance(each, Reading)
            else each
            for each in fit.values()
        ]

    def _keep_link(self, procedure: Procedure, before: View, plan: Plan) -> None:
        """Refuse what would cut the very connection that carries it."""
        if not self.link.wireless:
            return
        for change in plan.changes:
            for cut in procedure.cuts:
                path, _, value = cut.partition("=")
                table, _, name = path.partition(".")
                fields = change.after if isinstance(change.after, dict) else {}
                if change.table == table and str(fields.get(name)).lower() == value:
                    raise Declined(
                        OWN_LINK,
                        "the phone is reached over its own network, which this would switch off; "
                        "connect it by cable, or do it on the phone",
                    )

    def _do(self, procedure: Procedure, plan: Plan, before: View) -> tuple[View, Shown]:
        """Go the ways until the phone shows the effect. Raises ``Declined`` when it never does."""
        complaint = ""
        for way in self._ways(procedure, plan):
            lost: LinkError | None = None
            try:
                complaint = self._run(way, plan, procedure.deadline_s)
            except DeviceRefused as error:
                raise Declined(REFUSED, f"{error}; {error.hint}") from error
            except LinkError as error:
                lost = error
            after, shown = self._look_for(procedure, plan, before, complaint, lost)
            if not shown.missing:
                return after, shown
            if lost is not None:
                raise Declined(
                    UNREACHED, f"{lost}; reached again, the phone does not show it was done"
                )
            if procedure.once and not says_absent(complaint):
                break
        why = f": {complaint}" if complaint else ""
        raise Declined(NOT_VERIFIED, f"it was asked for, but the phone does not show it{why}")

    def _ways(self, procedure: Procedure, plan: Plan) -> list[Way]:
        """The ways that this phone's Android has. What cannot be said is found out before anything
        is sent, as far as it does not hang on what the first steps bring about."""
        fit = [way for way in procedure.ways if _since(way) <= self.api]
        if not fit:
            needed = min(map(_since, procedure.ways))
            raise Declined(
                NOT_POSSIBLE, f"it needs Android of API level {needed}, this phone has {self.api}"
            )
        try:
            for way in fit:
                for step, scope in parts_of(way, plan):
                    if isinstance(step, Fetch):
                        break
                    command(step.words, plan, scope)
        except CannotSay as error:
            raise Declined(NOT_POSSIBLE, f"it cannot be said to a phone: {error}") from error
        return fit

    def _run(self, way: Way, plan: Plan, deadline_s: float) -> str:
        """Take the steps one by one; what the first that failed complained of, or ``""``."""
        for step, scope in parts_of(way, plan):
            try:
                if isinstance(step, Fetch):
                    plan.view.facts.update(look(self.link, [step.reading]).facts)
                    continue
                line = command(step.words, plan, scope)
            except (Unreadable, CannotSay) as error:
                return str(error)
            answer = self.link.shell(line, changes=True, deadline_s=deadline_s)
            if complaint := complaint_of(step, answer):
                self.complaints.append(complaint)
                return complaint
        return ""

    def _look_for(
        self,
        procedure: Procedure,
        plan: Plan,
        before: View,
        complaint: str,
        lost: LinkError | None,
    ) -> tuple[View, Shown]:
        """Look until what was planned is to be seen, or is not after all.

        Raises ``Declined`` when the phone cannot be looked at: then nobody knows.
        """
        readings = self._fit((*CLOCK, *procedure.reads), dict(plan.arguments))
        for looked in range(1 if complaint else LOOKS):
            if looked:
                self.pause(PAUSE_S)
            try:
                after = look(self.link, readings)
            except (LinkError, Unreadable) as error:
                raise Declined(
                    UNREACHED, f"it was sent, and whether it was done is not known: {error}"
                ) from error
            shown = _compared(procedure, plan, before, after)
            if not shown.missing:
                break
            if procedure.sent_only is not None and not complaint and lost is None:
                return after, Shown(verified=False)
        return after, shown


def _compared(procedure: Procedure, plan: Plan, before: View, after: View) -> Shown:
    shown = compare(plan.changes, before, after, proves=procedure.proves, within=procedure.within)
    scope = plan.scope(plan.main())
    unmet = [
        f"its {name}"
        for name, template in procedure.expects.items()
        if not _tells(after.facts.get(name), filled(template, plan, scope))
    ]
    same = [
        f"another {name}"
        for name in procedure.alters
        if after.facts.get(name) == before.facts.get(name)
    ]
    return replace(shown, missing=(*shown.missing, *unmet, *same))


def _tells(fact: JsonValue, wanted: str) -> bool:
    return wanted in map(str, fact) if isinstance(fact, list) else str(fact) == wanted


def _refuse_arguments(procedure: Procedure, arguments: Arguments) -> None:
    for name, why in procedure.refuses.items():
        name, _, value = name.partition("=")
        given = arguments.get(name)
        if given is not None and (not value or str(given).lower() == value):
            raise Declined(NOT_POSSIBLE, why.en)


def _since(way: Way) -> int:
    steps = [step for part in way for step in (part.steps if isinstance(part, Each) else (part,))]
    return max(step.since for step in steps)
