"""Whatever happens in whatever order, nothing is written without the owner's yes or grant."""

from __future__ import annotations

import tempfile
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tandem_edge.harness.budget import Spent
from tandem_edge.harness.execute import ANSWER_S, Executor
from tandem_edge.harness.toolbox import Toolbox
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_edge.policy.deciding import RulePolicy
from tandem_edge.policy.grants import GRANTS_NAME, Grant, Grants
from tandem_edge.policy.taint import Taint
from tandem_shared.approvals import Answer, ApprovalRequest
from tandem_shared.tools import Effect, ToolCall
from tests.edge.policy.saying import call, spec

ANSWERS = st.sampled_from(list(Answer))
TOOLS = st.sampled_from(["manage_note", "manage_wifi", "send_message"])


@cache
def newborn() -> SandboxPhone:
    return SandboxPhone.generate(7)


@dataclass
class Allowed:
    """What the owner has allowed, as the test understands it: tool, where, until when, what for."""

    id: str
    tool: str
    talk: str
    until: datetime | None
    foreign: bool
    final: bool
    uses: int | None = None


class PolicyMachine(RuleBasedStateMachine):
    """One owner, one phone, conversations that follow one another, and a policy kept in a file."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / GRANTS_NAME
        self.now = datetime(2026, 3, 10, 9, tzinfo=UTC)
        self.phone = newborn().fork()
        self.allowed: list[Allowed] = []
        self.number = 0
        self.restart()
        self.talk_anew()

    def clock(self) -> datetime:
        return self.now

    @rule()
    def restart(self) -> None:
        self.policy = RulePolicy((), Grants(self.path, self.clock))

    @rule()
    def talk_anew(self) -> None:
        self.number += 1
        self.talk, self.taint = f"talk{self.number}", Taint()

    @rule()
    def read_foreign_text(self) -> None:
        self.act(call("read_messages"), Answer.NO, late=False)
        assert self.taint.sources

    @rule(minutes=st.sampled_from([1, 30, 60 * 24]))
    def time_passes(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @rule(answer=ANSWERS, tool=TOOLS, late=st.booleans())
    def the_planner_wants_something(self, answer: Answer, tool: str, late: bool) -> None:
        wanted = self.wish(tool)
        effect = spec(tool).effect_of(wanted.arguments)
        tainted = bool(self.taint.sources)
        granted = self.covering(tool)
        asked, changed = self.act(wanted, answer, late)
        if granted is not None:
            assert changed and not asked
            self.spend(granted)
        elif effect is Effect.WRITE and not tainted:
            assert changed and not asked
        else:
            assert asked
            offered = effect is not Effect.IRREVERSIBLE or answer is Answer.ONCE
            yes = answer is not Answer.NO and not late and offered
            assert changed is yes
            if yes and answer in (Answer.CONVERSATION, Answer.ALWAYS):
                self.learn(tool, self.talk if answer is Answer.CONVERSATION else "", tainted)

    @rule(
        tool=TOOLS,
        hours=st.none() | st.integers(1, 48),
        foreign=st.booleans(),
        final=st.booleans(),
        once=st.booleans(),
    )
    def the_owner_types_a_grant(
        self, tool: str, hours: int | None, foreign: bool, final: bool, once: bool
    ) -> None:
        until = None if hours is None else self.now + timedelta(hours=hours)
        uses = 1 if once else None
        made = self.policy.grants.add(
            Grant(
                id="",
                tool=tool,
                until=until,
                uses=uses,
                foreign=foreign,
                irreversible=final,
                typed=True,
                granted=self.now,
            )
        )
        self.allowed.append(Allowed(made.id, tool, "", until, foreign, final, uses))

    @rule(data=st.data())
    def the_owner_revokes_one(self, data: st.DataObject) -> None:
        there = [grant.id for grant in self.policy.grants.all()]
        if there:
            gone = data.draw(st.sampled_from(there))
            Grants(self.path, self.clock).revoke(gone)  # as another process would
            self.allowed = [each for each in self.allowed if each.id != gone]

    @rule()
    def the_owner_revokes_all(self) -> None:
        self.policy.grants.revoke()
        self.allowed.clear()

    @invariant()
    def the_list_says_what_is_in_force(self) -> None:
        listed = {grant.id for grant in self.policy.grants.all()}
        assert listed == {each.id for each in self.allowed if self.lasts(each)}

    @invariant()
    def nobody_else_can_read_the_grants(self) -> None:
        assert not self.path.exists() or self.path.stat().st_mode & 0o077 == 0

    def teardown(self) -> None:
        self.folder.cleanup()

    def wish(self, tool: str) -> ToolCall:
        """A call that will change something."""
        self.number += 1
        if tool == "manage_note":
            return call(tool, action="create", text=f"note {self.number}")
        if tool == "send_message":
            return call(tool, person="10086", text=f"text {self.number}")
        state = self.phone.preview(call("manage_wifi", action="query")).result.data["enabled"]
        return call(tool, action="disable" if state else "enable")

    def act(self, wanted: ToolCall, answer: Answer, late: bool) -> tuple[bool, bool]:
        """Let the planner make the call; whether the owner was asked, and anything changed."""
        asked: list[ApprovalRequest] = []

        def approve(request: ApprovalRequest) -> Answer:
            asked.append(request)
            if late:
                self.now += timedelta(seconds=ANSWER_S + 1)
            return answer

        executor = Executor(
            Toolbox(self.phone),
            self.policy,
            approve,
            threading.Event(),
            conversation=self.talk,
            taint=self.taint,
            clock=self.clock,
        )
        mark = self.phone.mark()
        executor.execute(wanted, spec(wanted.name), Spent(), 60.0)
        return bool(asked), bool(self.phone.changes_since(mark))

    def learn(self, tool: str, talk: str, foreign: bool) -> None:
        """The owner's answer has become a grant: it is the one that the test does not know yet."""
        known = {each.id for each in self.allowed}
        new = [grant for grant in self.policy.grants.all() if grant.id not in known]
        assert len(new) == 1
        self.allowed.append(Allowed(new[0].id, tool, talk, None, foreign, final=False))
        self.exact = getattr(self, "exact", {})
        self.exact[new[0].id] = new[0].arguments

    def covering(self, tool: str) -> Allowed | None:
        """The grant under which the wished call needs no question, lasting ones first."""
        fits = [each for each in self.allowed if self.fits(each, tool)]
        return min(fits, key=lambda each: each.uses is not None, default=None)

    def fits(self, each: Allowed, tool: str) -> bool:
        final = spec(tool).effect_of(self.last(tool)) is Effect.IRREVERSIBLE
        asks = final or bool(self.taint.sources)
        pattern = getattr(self, "exact", {}).get(each.id, {})
        return (
            asks
            and each.tool == tool
            and each.talk in ("", self.talk)
            and self.lasts(each)
            and (each.foreign or not self.taint.sources)
            and (each.final or not final)
            and pattern.get("action", "*") in ("*", self.last(tool).get("action", "*"))
        )

    def last(self, tool: str) -> dict[str, object]:
        """Arguments that ``wish`` would give."""
        return dict(self.wish(tool).arguments)

    def lasts(self, each: Allowed) -> bool:
        return (each.until is None or self.now < each.until) and each.uses != 0

    def spend(self, each: Allowed) -> None:
        if each.uses is not None:
            each.uses -= 1


PolicyMachine.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestPolicy = PolicyMachine.TestCase
