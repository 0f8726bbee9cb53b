"""Rules: what may be done without asking. The first that matches decides; none means ask."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tandem_edge.files import read_limited
from tandem_edge.harness.ports import PHONE_ORIGIN, Judgement, Situation, Verdict
from tandem_edge.policy.matching import (
    classes_of,
    is_outbound,
    matches_arguments,
    matches_name,
    may_match_arguments,
    shows_secrets,
)
from tandem_edge.policy.naming import check_names
from tandem_shared.approvals import Why
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line
from tandem_shared.tools import Effect, Privacy, ToolCall, ToolSpec

RULES_NAME = "policy.toml"
LARGEST = 1_000_000
OWN = (PHONE_ORIGIN, "skills", "agents", "memory")
"""Origins whose tools are Tandem's own; what they act on stays on this machine."""


class Rule(BaseModel):
    """A pattern over a call and where it comes from, and the verdict on what fits.

    A field that is left out fits everything, with two exceptions, so that a short rule is not a
    wide one: a rule that allows covers irreversible calls only where it names that effect, and
    contexts with foreign text only where it says ``tainted``. ``arguments`` of a rule that allows
    fit what is written; of any other, also what the phone takes that for, in any case.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: Verdict
    tool: tuple[str, ...] = ("*",)
    arguments: dict[str, str] = Field(default_factory=dict)
    effect: tuple[Effect, ...] = ()
    sensitivity: tuple[Privacy, ...] = ()
    """Fits a call that is given an argument of one of these privacy classes."""
    origin: tuple[str, ...] = ("*",)
    conversation: str = ""
    tainted: bool | None = None
    outbound: bool | None = None
    secrets: bool | None = None
    why: Why = Why.RULE

    def fits(self, call: ToolCall, spec: ToolSpec, situation: Situation) -> bool:
        """Whether the rule speaks of this call."""
        return (
            matches_name(spec.name, self.tool)
            and matches_name(situation.origin, self.origin)
            and self.conversation in ("", situation.conversation)
            and spec.effect_of(call.arguments) in self._effects()
            and self._tainted() in (None, situation.tainted)
            and self.outbound in (None, is_outbound(spec, call))
            and self.secrets in (None, shows_secrets(spec, call))
            and (not self.sensitivity or bool(classes_of(spec, call) & {*self.sensitivity}))
            and self._arguments_fit(call, spec)
        )

    def _arguments_fit(self, call: ToolCall, spec: ToolSpec) -> bool:
        if self.verdict is Verdict.ALLOW:
            return matches_arguments(self.arguments, call.arguments)
        return may_match_arguments(self.arguments, spec, call)

    def _effects(self) -> tuple[Effect, ...]:
        if self.effect:
            return self.effect
        return (Effect.READ, Effect.WRITE) if self.verdict is Verdict.ALLOW else tuple(Effect)

    def _tainted(self) -> bool | None:
        if self.tainted is None and self.verdict is Verdict.ALLOW:
            return False
        # An allowing rule that says ``tainted`` holds without foreign text all the more.
        return None if self.tainted and self.verdict is Verdict.ALLOW else self.tainted


DEFAULT_RULES: tuple[Rule, ...] = (
    Rule(verdict=Verdict.ASK, effect=(Effect.IRREVERSIBLE,), why=Why.IRREVERSIBLE),
    Rule(verdict=Verdict.ASK, origin=("mcp:*", "remote:*"), why=Why.OUTSIDE),
    Rule(verdict=Verdict.ASK, outbound=True, tainted=True, why=Why.OUTSIDE),
    Rule(verdict=Verdict.ASK, secrets=True, tainted=True, why=Why.SECRET),
    Rule(verdict=Verdict.ASK, effect=(Effect.WRITE,), tainted=True, why=Why.FOREIGN_TEXT),
    Rule(verdict=Verdict.ALLOW, origin=OWN, effect=(Effect.READ,), tainted=True),
    Rule(verdict=Verdict.ALLOW, origin=OWN, effect=(Effect.WRITE,)),
)
"""Whatever the owner's own rules leave open. They come last."""


def judge(
    rules: tuple[Rule, ...], call: ToolCall, spec: ToolSpec, situation: Situation
) -> Judgement:
    """The verdict of the first rule that fits; without one the owner is asked."""
    for rule in rules:
        if rule.fits(call, spec, situation):
            return Judgement(rule.verdict, rule.why)
    return Judgement(Verdict.ASK, Why.NO_RULE)


def load_rules(path: Path) -> tuple[Rule, ...]:
    """The owner's rules in ``path``, a TOML file with ``[[rule]]`` tables; none without a file.

    Raises ``UsageError``, naming the place, for a file that cannot be read as rules: acting
    without rules that the owner believes in force would be worse than not acting.
    """
    try:
        values = tomllib.loads(read_limited(path, LARGEST).decode("utf-8"))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, RecursionError) as error:
        raise _unreadable(path, str(error) or "it is nested too deep") from error
    tables = values.pop("rule", [])
    if values:
        raise _unreadable(path, f"{next(iter(values))} is not a rule: begin each with [[rule]]")
    if not isinstance(tables, list):
        raise _unreadable(path, "rule is written [[rule]], with two brackets")
    return tuple(_rule(path, place, table) for place, table in enumerate(tables, 1))


def _rule(path: Path, place: int, table: object) -> Rule:
    if not isinstance(table, dict):
        raise _unreadable(path, f"rule {place} is not a table")
    listed = ("tool", "effect", "sensitivity", "origin")
    spread = {
        name: [value] if name in listed and isinstance(value, str) else value
        for name, value in table.items()
    }
    try:
        rule = Rule.model_validate(spread)
        for tool in rule.tool:
            check_names(tool, rule.arguments)
        return rule
    except UsageError as error:
        raise _unreadable(path, f"rule {place}: {error}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise _unreadable(path, f"rule {place}, {where}: {first['msg']}") from error


def _unreadable(path: Path, why: str) -> UsageError:
    return UsageError(
        f"the rules in {path} cannot be used: {one_line(why, limit=200)}",
        hint="mend the file as docs/safety.md shows, or move it away for the rules that ship",
    )
