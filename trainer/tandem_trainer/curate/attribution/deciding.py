"""Deciding what a failure is put down to, where several rules find something."""

from __future__ import annotations

from dataclasses import dataclass

from tandem_shared.experience import Failing
from tandem_trainer.curate.attribution import choosing, going_on, harness_side, values
from tandem_trainer.curate.attribution.finding import Finding, Rule
from tandem_trainer.curate.case import Case

ORDER: tuple[Rule, ...] = (
    harness_side.exposure,
    harness_side.stale_memory,
    harness_side.retrieval,
    harness_side.feedback,
    harness_side.guidance,
    choosing.wrong_agent,
    choosing.wrong_way_out,
    choosing.acted,
    choosing.wrong_tool,
    choosing.not_opened,
    values.turn_forgotten,
    going_on.declined,
    values.wrong_value,
    values.switched,
    values.wrongly_written,
    values.wrong_words,
    values.out_of_order,
    values.result_ignored,
    going_on.fault_not_overcome,
    going_on.not_understood,
    going_on.gave_up_asking,
    going_on.ended_too_early,
    choosing.too_much,
    going_on.said_too_little,
)
"""Every rule, in the order in which it counts: what explains the others stands before them."""
DISPUTED = 0.8
"""By this a confidence is lowered where another rule found another failing at another step."""
UNEXPLAINED = 0.0


@dataclass(frozen=True)
class Attribution:
    """What a failure is put down to, everything that was found, and how sure it is.

    ``failing`` is ``None`` where no rule found anything: the confidence is then 0.
    """

    failing: Failing | None
    findings: tuple[Finding, ...]
    confidence: float


def attribute(case: Case) -> Attribution:
    """What the failure of ``case`` is put down to: the first finding in ``ORDER``."""
    findings = tuple(finding for rule in ORDER for finding in rule(case))
    if not findings:
        return Attribution(None, (), UNEXPLAINED)
    first = findings[0]
    disputed = any(
        each.failing is not first.failing and each.at != first.at for each in findings[1:]
    )
    sure = first.confidence * DISPUTED if disputed else first.confidence
    return Attribution(first.failing, findings, round(sure, 4))
