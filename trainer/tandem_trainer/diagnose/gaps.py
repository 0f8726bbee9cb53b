"""What a policy falls short of on dev tasks, and the new tasks that this asks for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from tandem_edge.bench.runs.scoring import Share
from tandem_shared.experience import Failing, Gap, Trait, WantedTasks
from tandem_shared.tasks import Capability
from tandem_trainer.diagnose.cases import Case

ENOUGH = 0.8
"""A capability falls short when its rate is below this with 95 % confidence (Wilson's interval)."""
OFTEN = 0.05
"""A failing is a gap when it befalls more attempts than this with 95 % confidence."""
WANTED_TASKS, FEWEST = 200, 10
"""New tasks asked for a whole capability or failing (a rate of 1), and the fewest asked for."""
MOST_EVIDENCE = 32
MOST_TOOLS = 8


def gaps(dev: Iterable[Case]) -> tuple[Gap, ...]:
    """Capabilities that fall short, each followed by the failings within it, worst first; before
    them what tasks have about them that fail, where others do not.

    ``dev`` are attempts at dev tasks; invalid ones are left out.
    """
    dev = [case for case in dev if case.valid]
    by_capability: dict[Capability, list[Case]] = defaultdict(list)
    for case in dev:
        for capability in case.capabilities:
            by_capability[capability].append(case)
    found: list[tuple[float, Gap]] = []
    for capability, tried in sorted(by_capability.items()):
        rate = _passed(tried)
        found += [(rate.value, gap) for gap in _of(capability, tried, rate)]
    named = (gap for trait in Trait for gap in _at(trait, dev))
    return (*named, *(gap for _, gap in sorted(found, key=lambda each: each[0])))


def _at(trait: Trait, dev: list[Case]) -> Iterator[Gap]:
    """The gap of a trait: with it attempts surely pass less often than without, and too seldom."""
    tried = [case for case in dev if trait in case.traits]
    others = [case for case in dev if trait not in case.traits]
    rate, without = _passed(tried), _passed(others)
    failed = [case for case in tried if not case.passed]
    if failed and rate.interval[1] < min(ENOUGH, without.interval[0]):
        failing = Counter(case.failing for case in failed).most_common(1)[0][0]
        most = Counter(name for case in failed for name in case.capabilities[:1])
        gap = _gap(most.most_common(1)[0][0], failing, rate.value, len(tried), failed)
        yield gap.model_copy(update={"trait": trait})


def _passed(tried: list[Case]) -> Share:
    return Share(sum(case.passed is True for case in tried), len(tried))


def _of(capability: Capability, tried: list[Case], rate: Share) -> Iterator[Gap]:
    failed = [case for case in tried if not case.passed]
    if rate.interval[1] < ENOUGH:
        yield _gap(capability, None, rate.value, len(tried), failed)
    by_failing: dict[Failing, list[Case]] = defaultdict(list)
    for case in failed:
        if case.failing:
            by_failing[case.failing].append(case)
    for failing, cases in sorted(by_failing.items(), key=lambda each: (-len(each[1]), each[0])):
        share = Share(len(cases), len(tried))
        if share.interval[0] > OFTEN:
            yield _gap(capability, failing, share.value, len(tried), cases)


def _gap(
    capability: Capability, failing: Failing | None, rate: float, tries: int, shown: list[Case]
) -> Gap:
    evidence = sorted(case.id for case in shown)[:MOST_EVIDENCE]
    return Gap(
        capability=capability, failing=failing, rate=rate, tries=tries, evidence=tuple(evidence)
    )


def wanted(found: Iterable[Gap], dev: Iterable[Case]) -> tuple[WantedTasks, ...]:
    """New tasks for each gap: more the larger it is, with the tools that failed most.

    Of dev rollouts nothing but tools' names and the rollouts' digests goes into what is asked for.
    """
    by_id = {case.id: case for case in dev}
    return tuple(_wanted(gap, [by_id[name] for name in gap.evidence]) for gap in found)


def _wanted(gap: Gap, shown: list[Case]) -> WantedTasks:
    by_rate = gap.failing is None or gap.trait is not None
    short = ENOUGH - gap.rate if by_rate else gap.rate
    tools = Counter(name for case in shown for name in case.failed_tools)
    ranked = sorted(tools, key=lambda name: (-tools[name], name))
    return WantedTasks(
        capability=gap.capability,
        failing=gap.failing,
        trait=gap.trait,
        tools=tuple(ranked[:MOST_TOOLS]),
        count=max(FEWEST, round(WANTED_TASKS * short)),
        why=told(gap),
        evidence=gap.evidence,
    )


def told(gap: Gap) -> str:
    """A gap in a sentence."""
    what, rate = gap.capability.value, f"{gap.rate:.0%} of {gap.tries} dev attempts"
    if gap.trait is not None:
        by = gap.failing.value if gap.failing else "unexplained"
        return f"{what} with {gap.trait.value}: {rate} passed, failing mostly by {by}"
    if gap.failing is None:
        return f"{what}: {rate} passed, below {ENOUGH:.0%}"
    return f"{what}: {rate} failed by {gap.failing.value}"
