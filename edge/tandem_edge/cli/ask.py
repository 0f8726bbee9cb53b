"""``tandem ask``: one request, told step by step."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import common_options, json_option, print_json, print_text
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.facade import Agent
    from tandem_edge.settings import Settings
    from tandem_shared.events import Event, Outcome
    from tandem_shared.tools import ToolCall, ToolSpec

MOST_STDIN = 1_000_000
"""Bytes read from stdin at most."""


@click.command()
@click.argument("text")
@click.option("--phone", help="Phone to act on: sandbox.")
@click.option("--planner", help="A model's name, a GGUF path, or scripted:FILE.")
@click.option(
    "--state",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File that keeps the sandbox phone (default: in the home folder).",
)
@click.option(
    "--seed",
    "fresh_seed",
    type=click.IntRange(min=0),
    help="A fresh sandbox phone of this seed, in place of what --state holds.",
)
@click.option("--yes", is_flag=True, help="Confirm calls that cannot be undone.")
@click.option("--plain", is_flag=True, help="Lines only: no colour, no redrawing (the default).")
@json_option
@common_options
def ask(
    settings: Settings,
    text: str,
    state: Path | None,
    fresh_seed: int | None,
    yes: bool,
    plain: bool,
    as_json: bool,
) -> int:
    """Carry out one request on the phone.

    TEXT is what you would say; - reads it from stdin. Each step is shown when it starts, then
    the answer and what changed on the phone. On a terminal, a question can be answered and the
    work goes on.

    \b
    Examples:
      tandem ask "Set an alarm for 7:30 tomorrow called Morning run"
      tandem ask "打开蓝牙" --json

    Ends with 0 when the work was done, asked about or refused; 1 when the budget ran out first.
    """
    from tandem_edge.facade import open_agent

    terminal = sys.stdin.isatty() and not as_json and text != "-"
    request = _request(text)
    approve = _approver(yes, terminal)
    agent = open_agent(settings, approve=approve, state=state, seed=fresh_seed)
    try:
        with _ctrl_c_cancels(agent):
            return _converse(agent, request, terminal, as_json)
    finally:
        agent.close()


def _converse(agent: Agent, request: str, terminal: bool, as_json: bool) -> int:
    from tandem_shared.events import Outcome

    outcome = _show(agent.ask(request), as_json)
    while outcome is Outcome.ASKED and terminal:
        reply = click.prompt("You", prompt_suffix=": ", default="", show_default=False)
        if not reply.strip():
            break
        outcome = _show(agent.ask(reply), as_json)
    return {Outcome.BUDGET: 1, Outcome.FAILED: 1, Outcome.CANCELLED: 130}.get(outcome, 0)


def _show(events: Iterator[Event], as_json: bool) -> Outcome:
    from tandem_edge.cli.render import lines
    from tandem_edge.logs import log
    from tandem_shared.events import Outcome, TurnEnded

    outcome = Outcome.FAILED
    for event in events:
        if as_json:
            print_json(event.model_dump(mode="json"))
        else:
            for line in lines(event):
                print_text(line)
        if isinstance(event, TurnEnded):
            outcome = event.outcome
            log(
                "turn ended",
                outcome=outcome.value,
                steps=event.steps,
                elapsed_s=round(event.elapsed_s, 3),
                planner_s=round(event.planner_s, 3),
                phone_s=round(event.phone_s, 3),
                prompt_tokens=event.usage.prompt_tokens,
                reused_tokens=event.usage.reused_tokens,
                output_tokens=event.usage.output_tokens,
            )
    return outcome


def _request(text: str) -> str:
    if text != "-":
        return text
    data = sys.stdin.buffer.read(MOST_STDIN + 1)
    if len(data) > MOST_STDIN:
        raise UsageError("the request on stdin is over a megabyte", hint="say it in fewer words")
    return data.decode("utf-8", "replace")


def _approver(yes: bool, terminal: bool) -> Callable[[ToolCall, ToolSpec], bool]:
    from tandem_shared.describe import call_text

    def approve(call: ToolCall, spec: ToolSpec) -> bool:
        if yes:
            return True
        if not terminal:
            print_text("  not confirmed: this cannot be undone; --yes confirms it", err=True)
            return False
        print_text(f"  This cannot be undone: {call_text(call)}")
        return click.confirm("  Do it?", default=False)

    return approve


@contextmanager
def _ctrl_c_cancels(agent: Agent) -> Iterator[None]:
    """First Ctrl+C stops the turn and keeps its history; the second ends the program."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        agent.cancel()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
