"""``tandem-trainer diagnose`` and ``proposal``: what a policy lacks, and what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import click

from tandem_edge.cli.bench import workers_option
from tandem_edge.cli.common import common_options, json_option, print_json, print_text
from tandem_trainer.cli.collect import store_option
from tandem_trainer.cli.decisions import NAME, person_options
from tandem_trainer.cli.review import reviewers_option
from tandem_trainer.cli.telling import telling

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_shared.experience import Diagnosis, Proposal

SHOWN = 12
words_option = click.option(
    "--words", is_flag=True, help="Keep the benchmark out by words alone, without the embedder."
)


@click.command()
@click.option("--policy", default="", help="Whose rollouts: a name, or how its digest begins.")
@click.option("--round", "round_", type=click.IntRange(0), help="Of the flywheel; its last.")
@click.option("--parent", default="", help="The data set that the next one changes.")
@click.option("--seed", "run_seed", type=click.IntRange(0), default=0, help="Of what is drawn.")
@click.option("--explain", is_flag=True, help="Say of every weight and gap what shows it.")
@words_option
@reviewers_option
@store_option
@workers_option
@json_option
@common_options
def diagnose(
    settings: Settings,
    policy: str,
    round_: int | None,
    parent: str,
    run_seed: int,
    explain: bool,
    words: bool,
    reviewers: int,
    store_url: str,
    workers: int,
    as_json: bool,
) -> int:
    """What a policy can do, what it lacks, and a proposal for the next data set.

    Gaps are looked for on dev tasks alone; the proposal holds nothing of them but digests. Nothing
    is frozen before somebody approves the proposal.

    \b
    Examples:
      tandem-trainer diagnose
      tandem-trainer diagnose --policy qwen2.5-coder-0.5b --explain
    """
    from tandem_trainer.facade import open_experience

    with open_experience(settings.home, store_url) as store, telling() as say:
        from tandem_trainer.flywheel.diagnosing import Asked, diagnose_store
        from tandem_trainer.flywheel.guarding import open_guard

        guard = open_guard(
            settings.home / "trainer" / "door", settings.models_dir, words=words, threads=workers
        )
        asked = Asked(policy, round_, parent, reviewers, run_seed)
        made = diagnose_store(store, asked, guard, say=say)
    if not (guard.bounds["embedder"] or words):
        print_text("no embedder: the benchmark is kept out by words alone", err=True)
    if as_json:
        print_json(
            {
                "proposal": made.proposal.id,
                "diagnosis": made.diagnosis.id,
                "counts": made.proposal.indicators,
                "standings": _standings(made.diagnosis),
                "gaps": [each.model_dump(mode="json") for each in made.diagnosis.gaps],
                "wanted": [each.model_dump(mode="json") for each in made.proposal.wanted],
            }
        )
        return 0
    print_text(f"{made.tried.policy}, round {made.tried.round}: {made.tried.rollouts} rollouts")
    for line in (*_diagnosed(made.diagnosis, explain), *proposed(made.proposal, explain)):
        print_text(line)
    print_text(
        f"  try: tandem-trainer proposal approve {made.proposal.id[:NAME]} --as YOU --reason WHY"
    )
    return 0


def _standings(diagnosis: Diagnosis) -> dict[str, int]:
    return dict(Counter(each.standing.value for each in diagnosis.tasks))


def _diagnosed(diagnosis: Diagnosis, explain: bool) -> Iterable[str]:
    from tandem_trainer.diagnose.gaps import told

    counts = ", ".join(f"{name} {count}" for name, count in _standings(diagnosis).items())
    yield f"tasks: {counts or 'none tried'}"
    for gap in diagnosis.gaps:
        yield f"gap: {told(gap)}"
        if explain:
            yield f"  shown by {', '.join(name[:NAME] for name in gap.evidence)}"


def proposed(proposal: Proposal, explain: bool) -> Iterable[str]:
    """A proposal for a terminal."""
    yield f"proposal {proposal.id}"
    for name in ("additions", "removals", "repairs", "preserved", "quarantine"):
        yield f"  {name}: {len(getattr(proposal, name))}"
    heavy = sorted(proposal.weights, key=lambda each: (-each.weight, each.of))
    yield f"  weights: {len(heavy)}"
    for each in heavy if explain else heavy[:SHOWN]:
        shown = f" ({', '.join(name[:NAME] for name in each.evidence)})" if explain else ""
        yield f"    {each.weight:.2f} {each.of[:60]}: {each.why}{shown}"
    for want in proposal.wanted:
        yield f"  wanted: {want.count} tasks with {', '.join(want.tools) or 'any tool'}: {want.why}"
    if explain:
        for name in proposal.quarantine:
            yield f"  kept out: {name}"


@click.group()
def proposal() -> None:
    """Look at what diagnosis proposes, and decide on it.

    \b
    Examples:
      tandem-trainer proposal list
      tandem-trainer proposal show 81cc02
      tandem-trainer proposal approve 81cc02 --as ann --reason "weights are right"
    """


@proposal.command("list")
@store_option
@json_option
@common_options
def list_proposals(settings: Settings, store_url: str, as_json: bool) -> int:
    """Every proposal, with what was decided on it.

    \b
    Example:
      tandem-trainer proposal list
    """
    from tandem_shared.experience import Approval, Proposal
    from tandem_trainer.facade import open_experience

    with open_experience(settings.home, store_url) as store:
        for each in store.each(Proposal):
            said = [
                f"{one.decision} by {one.person}" for one in store.each(Approval, proposal=each.id)
            ]
            if as_json:
                print_json({"proposal": each.id, "additions": len(each.additions), "said": said})
            else:
                state = ", ".join(said) or "undecided"
                print_text(f"{each.id[:NAME]}  {len(each.additions)} additions  {state}")
    return 0


@proposal.command()
@click.argument("name")
@click.option("--explain", is_flag=True, help="Say of every weight what shows it.")
@store_option
@json_option
@common_options
def show(settings: Settings, name: str, explain: bool, store_url: str, as_json: bool) -> int:
    """What one proposal adds, removes, weighs and asks for.

    \b
    Example:
      tandem-trainer proposal show 81cc02 --explain
    """
    from tandem_shared.experience import Proposal
    from tandem_trainer.facade import open_experience

    with open_experience(settings.home, store_url) as store:
        found = store.get(Proposal, store.find(Proposal, name))
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        for line in proposed(found, explain):
            print_text(line)
    return 0


def _deciding(name: Literal["approve", "reject"], says: str) -> click.Command:
    """A command that keeps a person's word on a proposal."""
    example = f'tandem-trainer proposal {name} 81cc02 --as ann --reason "looked at it"'

    @click.command(name, help=f"{says}\n\n\b\nExample:\n  {example}")
    @click.argument("proposal")
    @person_options
    @store_option
    @json_option
    @common_options
    def command(
        settings: Settings, proposal: str, person: str, reason: str, store_url: str, as_json: bool
    ) -> int:
        from datetime import UTC, datetime

        from tandem_trainer.facade import open_experience

        with open_experience(settings.home, store_url) as store:
            from tandem_trainer.flywheel.freezing import approve

            now = datetime.now(UTC)
            said = approve(store, proposal, name, person=person, reason=reason, at=now)
        if as_json:
            print_json({"id": said.id, **said.model_dump(mode="json")})
            return 0
        print_text(f"{said.decision}: proposal {said.proposal[:NAME]}, by {said.person}")
        if name == "approve":
            print_text(f"  try: tandem-trainer freeze {said.proposal[:NAME]}")
        return 0

    return command


proposal.add_command(_deciding("approve", "Have a proposal become a data set as it is."))
proposal.add_command(_deciding("reject", "Have a proposal become nothing."))
