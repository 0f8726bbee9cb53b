"""The policy that ships: the owner's rules, then the default ones, then what has been granted."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from tandem_edge.harness.ports import Judgement, Situation, Verdict
from tandem_edge.phone.protocol import Execution
from tandem_edge.policy.grants import GRANTS_NAME, Grant, Grants, covered_text
from tandem_edge.policy.matching import literal
from tandem_edge.policy.rules import DEFAULT_RULES, RULES_NAME, Rule, judge, load_rules
from tandem_shared.approvals import Answer
from tandem_shared.tools import Effect, ToolCall, ToolSpec


@dataclass
class RulePolicy:
    """See ``harness.ports.Policy``. A refusing rule is stronger than any grant."""

    rules: tuple[Rule, ...] = ()
    """The owner's; the default ones follow."""
    grants: Grants = field(default_factory=Grants)

    def judge(self, call: ToolCall, spec: ToolSpec, situation: Situation) -> Judgement:
        """See ``Policy.judge``."""
        judgement = judge((*self.rules, *DEFAULT_RULES), call, spec, situation)
        if judgement.verdict is Verdict.ASK and self.grants.use(call, spec, situation):
            return Judgement(Verdict.ALLOW)
        return judgement

    def scope(self, call: ToolCall, spec: ToolSpec, preview: Execution) -> str:
        """See ``Policy.scope``. Irreversible calls are granted one at a time."""
        if spec.effect_of(call.arguments) is Effect.IRREVERSIBLE:
            return ""
        return covered_text(_grant(call, spec, preview, Situation(""), Answer.ALWAYS, self.grants))

    def keep(
        self, call: ToolCall, spec: ToolSpec, preview: Execution, situation: Situation, yes: Answer
    ) -> None:
        """See ``Policy.keep``."""
        nowhere = yes is Answer.CONVERSATION and not situation.conversation
        wide = yes in (Answer.CONVERSATION, Answer.ALWAYS) and not nowhere
        if wide and self.scope(call, spec, preview):
            self.grants.add(_grant(call, spec, preview, situation, yes, self.grants))


def open_policy(home: Path) -> RulePolicy:
    """The policy of a home folder.

    Raises ``UsageError`` when its rules or grants cannot be read: it fails closed.
    """
    policy = RulePolicy(load_rules(home / RULES_NAME), Grants(home / GRANTS_NAME))
    policy.grants.all()
    return policy


def _grant(
    call: ToolCall,
    spec: ToolSpec,
    preview: Execution,
    situation: Situation,
    yes: Answer,
    grants: Grants,
) -> Grant:
    """What an answer to a question about ``call`` grants.

    Exactly this call, save that the words of a call that only adds something may differ.
    """
    adds = bool(preview.changes) and all(change.before is None for change in preview.changes)
    return Grant(
        id="",
        tool=literal(spec.name),
        arguments={
            name: "*" if adds and _is_wording(spec, name) else literal(value)
            for name, value in call.arguments.items()
            if value is not None
        },
        exact=True,
        conversation=situation.conversation if yes is Answer.CONVERSATION else "",
        foreign=situation.tainted,
        typed=False,
        granted=grants.clock(),
    )


def _is_wording(spec: ToolSpec, name: str) -> bool:
    schema: dict[str, JsonValue] = spec.properties.get(name, {})
    return schema.get("x-kind") in {"text", "moment", "clock", "day", "duration", "number"}
