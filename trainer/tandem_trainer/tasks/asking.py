"""Reading what construction is asked for: wanted tasks, and failed episodes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from tandem_edge.phone.catalogue import load_catalogue
from tandem_shared.errors import UsageError
from tandem_shared.experience import Failing, Proposal, Rollout, Trait, WantedTasks
from tandem_shared.tasks import Capability
from tandem_trainer.json_lines import numbered_lines
from tandem_trainer.tasks.bench import Order
from tandem_trainer.tasks.orders import for_episode, for_gap


def read_wanted(text: str) -> list[WantedTasks]:
    """The wanted tasks of a proposal, or one a line. Raises ``UsageError``."""
    found: list[WantedTasks] = []
    for number, line in numbered_lines(text):
        try:
            if "wanted" in json.loads(line):
                found += Proposal.model_validate_json(line).wanted
            else:
                found.append(WantedTasks.model_validate_json(line))
        except (ValueError, TypeError, RecursionError) as error:  # also what pydantic raises
            raise UsageError(
                f"line {number} is neither a proposal nor wanted tasks",
                hint="tandem-trainer proposal show PROPOSAL --json",
            ) from error
    return found


WEAKNESSES: Mapping[str, WantedTasks] = {
    "never-converts-units": WantedTasks(
        capability=Capability.GROUNDING,
        failing=Failing.GROUNDING,
        trait=Trait.UNITS,
        count=1,
        why="a quantity in another unit than the tool's is taken as it is",
    ),
    "forgets-second-turn": WantedTasks(
        capability=Capability.REFERENCE,
        failing=Failing.STATE_TRACKING,
        trait=Trait.LATER_TURN,
        count=1,
        why="what a later turn asks for is not done",
    ),
}
"""What would show each weakness that a policy can have planted (``collect --policy``)."""


def demand_tools(names: Sequence[str]) -> None:
    """Raise ``UsageError`` unless there is a tool of each name."""
    for name in names:
        if load_catalogue().spec(name) is None:
            raise UsageError(f"there is no tool {name}", hint="tandem phone tools")


def wanted_by_name(
    capabilities: Sequence[str],
    tools: Sequence[str],
    weaknesses: Sequence[str],
    traits: Sequence[str],
) -> list[WantedTasks]:
    """What is asked for by names: each capability and trait with all of ``tools``, and what would
    show each weakness. Tools alone are asked for in every way that there is of using them.

    Raises ``UsageError`` for a tool that there is not.
    """
    demand_tools(tools)
    found = [WEAKNESSES[name] for name in weaknesses]
    plain = WantedTasks(capability=Capability.ROUTING, tools=tuple(tools), count=1, why="asked for")
    found += [plain.model_copy(update={"capability": Capability(each)}) for each in capabilities]
    for name in traits:
        found.append(plain.model_copy(update={"trait": Trait(name)}))
    if tools and not found:
        found = [plain.model_copy(update={"capability": each}) for each in EVERY_WAY]
    return found


EVERY_WAY = (
    Capability.ROUTING,
    Capability.CONDITIONS,
    Capability.REFERENCE,
    Capability.REVISION,
    Capability.RECOVERY,
)


def fillable(wanted: Sequence[WantedTasks]) -> tuple[list[WantedTasks], list[str]]:
    """What of diagnosed gaps can be made, and a line for each thing that cannot."""
    found: list[WantedTasks] = []
    lacks: list[str] = []
    for each in wanted:
        tools = [name for name in each.tools if not _lack(each, (name,))]
        lost = sorted(set(each.tools) - set(tools))
        lacks += [f"no wordings of the tool {name}" for name in lost]
        if lack := _lack(each, tuple(tools)):
            lacks.append(f"{each.why}: {lack}")
        else:
            found.append(each.model_copy(update={"tools": tuple(tools)}))
    return found, list(dict.fromkeys(lacks))


def _lack(wanted: WantedTasks, tools: tuple[str, ...]) -> str:
    try:
        for_gap(wanted.model_copy(update={"tools": tools}))
    except UsageError as error:
        return str(error)
    return ""


def episode_orders(text: str) -> list[Order]:
    """Orders of tasks like the failed rollouts, one a line, as they are or as
    ``review show --json`` tells. Those that passed or are invalid are left out.

    Raises ``UsageError``, also for one whose split may not be learned from.
    """
    found: list[Order] = []
    for number, line in numbered_lines(text):
        try:
            told = json.loads(line)
            rollout = Rollout.model_validate(told.get("rollout", told), strict=False)
        except (ValueError, AttributeError, RecursionError) as error:  # also what pydantic raises
            raise UsageError(
                f"line {number} is no rollout", hint="tandem-trainer review show CASE --json"
            ) from error
        if rollout.verdict is not None and not rollout.verdict.passed:
            found.append(for_episode(rollout.task, rollout.trajectory))
    return found
