"""From rollouts to what is said of each: the one way through all rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tandem_shared.errors import UsageError
from tandem_shared.experience import Curated, Rollout
from tandem_trainer.curate.attribution.deciding import Attribution, attribute
from tandem_trainer.curate.capabilities import capabilities_of
from tandem_trainer.curate.case import Case
from tandem_trainer.curate.evidence import unsupported
from tandem_trainer.curate.fitness import Looked, unfit
from tandem_trainer.curate.marking import marks_of
from tandem_trainer.curate.records import malformed
from tandem_trainer.curate.sources import Survey
from tandem_trainer.curate.steering import steering

RULES = "curate-3"
"""Version of all rules of this package: a change in what they say changes it."""
SUCCEEDED = Attribution(None, (), 1.0)
DOUBTED = 0.5
"""Confidence of what is said of a record that does not bear out what it claims."""


def curate(rollouts: Iterable[Rollout], survey: Survey | None = None) -> Iterator[Curated]:
    """What is said of each rollout, in order, one at a time.

    With a ``survey`` of the whole store each record's word depends on nothing but the record and
    the survey, so that a run can be stopped and gone on with anywhere. Without one, only what came
    before counts towards duplicates and floods.
    """
    seen = survey if survey is not None else Survey()
    for rollout in rollouts:
        if survey is None:
            seen.add(rollout)
        yield curate_one(rollout, seen)


def curate_one(rollout: Rollout, survey: Survey) -> Curated:
    """What is said of one rollout. A malformed or invalid one is never judged further.

    Never raises: whoever wrote a record, one that breaks a rule must not keep the others from
    being looked at.
    """
    try:
        faults = _broken(rollout)
        if not faults:
            return _judged(rollout, survey)
    except Exception as error:
        faults = (f"malformed: it cannot be judged ({type(error).__name__})",)
    return Curated(rollout=rollout.id, rules=RULES, completed=False, suitable=False, unfit=faults)


def _judged(rollout: Rollout, survey: Survey) -> Curated:
    case = Case(rollout)
    doubts, twin = unsupported(case), survey.twin(rollout)
    found = SUCCEEDED if case.verdict.passed else attribute(case)
    marks = marks_of(case, found.findings)
    reasons = unfit(Looked(case, marks, doubts, twin))
    return Curated(
        rollout=rollout.id,
        rules=RULES,
        completed=case.verdict.passed and not doubts,
        borne_out=not doubts,
        suitable=not reasons,
        failing=found.failing,
        marks=marks,
        capabilities=capabilities_of(case),
        confidence=min(found.confidence, DOUBTED) if doubts else found.confidence,
        doubts=(*doubts, *steering(rollout), *_flood(rollout, survey), *_unexplained(case, found)),
        unfit=reasons,
    )


def _broken(rollout: Rollout) -> tuple[str, ...]:
    if rollout.trajectory.fault and rollout.verdict is None:
        return (f"invalid: {rollout.trajectory.fault[:200]}",)
    try:
        return tuple(f"malformed: {line}" for line in malformed(rollout))
    except UsageError as error:
        return (f"malformed: its task does not fit this version ({error})",)


def _flood(rollout: Rollout, survey: Survey) -> tuple[str, ...]:
    if not survey.floods(rollout.source):
        return ()
    return ("flood: its source brought far more records than others do",)


def _unexplained(case: Case, found: Attribution) -> tuple[str, ...]:
    if case.verdict.passed or found.failing is not None:
        return ()
    return ("unexplained: no rule tells why it failed",)
