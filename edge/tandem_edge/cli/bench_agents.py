"""``tandem bench agents``: what the offline sub-agents do with ten tasks each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text

if TYPE_CHECKING:
    from tandem_edge.bench.agent_tasks.running import Tried
    from tandem_edge.llm.role import LanguageModel
    from tandem_edge.settings import Settings

OFFLINE = ("gui", "question_answering", "automation", "translation")


@click.command("agents")
@click.option("--agent", type=click.Choice(OFFLINE), help="Only this one.")
@click.option("--rules", "by_rule", is_flag=True, help="Without a language model.")
@json_option
@common_options
def bench_agents(settings: Settings, agent: str | None, by_rule: bool, as_json: bool) -> int:
    """Hand ten tasks to each offline sub-agent, and check phone and report by rule.

    The GUI agent's are also tried with a chooser who knows the phone in the model's place, and
    with no model. Exit code 1 when a session does not end with a report.

    \b
    Examples:
      tandem bench agents
      tandem bench agents --agent gui --rules
    """
    from tandem_edge.bench.agent_tasks.running import try_all
    from tandem_edge.bench.agent_tasks.tasks import TASKS

    tasks = [task for task in TASKS if agent in (None, task.agent)]
    gui = [task for task in tasks if task.agent == "gui"]
    model = None if by_rule else _model(settings)
    arm = "rules" if model is None else "model"
    try:
        tried = {arm: _shown(try_all(tasks, model), as_json)}
        if gui:
            tried["scripted"] = list(try_all(gui, None, scripted=True))
        if gui and model is not None:
            tried["rules"] = list(try_all(gui, None))
    finally:
        if model is not None:
            model.close()
    figures = [_figures(name, which, rows) for name, rows in tried.items() for which in _of(rows)]
    if as_json:
        listed = {name: [each.as_json() for each in rows] for name, rows in tried.items()}
        name = model.name if model is not None else ""
        print_json({"model": name, "figures": figures, "tasks": listed})
    else:
        for row in figures:
            print_text(
                f"{row['agent']:<20} {row['by']:<9} {row['finished']} of {row['tasks']} finished, "
                f"{row['right']} right, {row['model_calls']} questions to a model"
            )
    return 0 if all(each.finished for each in tried[arm]) else 1


def _model(settings: Settings) -> LanguageModel:
    from tandem_edge.facade import open_language_model

    return open_language_model(settings)


def _shown(rows: Any, as_json: bool) -> list[Tried]:
    """The rows, each told on the terminal as it comes."""
    kept: list[Tried] = []
    for each in rows:
        kept.append(each)
        state = "right " if each.right else "wrong " if each.finished else "FAILED"
        why = f"  {each.reasons[0]}" if each.reasons else ""
        print_text(f"{state} {each.task.id}{why}", err=True)
    return kept


def _of(rows: Sequence[Tried]) -> list[str]:
    return list(dict.fromkeys(each.task.agent for each in rows))


def _figures(by: str, agent: str, rows: Sequence[Tried]) -> dict[str, Any]:
    own = [each for each in rows if each.task.agent == agent]
    return {
        "agent": agent,
        "by": by,
        "tasks": len(own),
        "finished": sum(each.finished for each in own),
        "right": sum(each.right for each in own),
        "model_calls": sum(each.status.model_calls for each in own),
    }
