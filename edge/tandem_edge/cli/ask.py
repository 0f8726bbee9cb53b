"""``tandem ask``: one request, told step by step."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.asking import at_a_line
from tandem_edge.cli.common import (
    NamedPath,
    common_options,
    json_option,
    print_json,
    print_text,
)
from tandem_edge.cli.interrupts import CANCELLED, at_a_prompt, interrupt
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.facade import Agent
    from tandem_edge.settings import Settings
    from tandem_shared.approvals import Answer, ApprovalRequest
    from tandem_shared.events import Event, Outcome, TurnEnded

MOST_STDIN = 1_000_000
"""Bytes read from stdin at most."""


@click.command()
@click.argument("text")
@click.option("--phone", help="Phone to act on: sandbox, a serial, or android (the only one).")
@click.option("--planner", help="A model's name, a GGUF path, or scripted:FILE.")
@click.option(
    "--state",
    type=NamedPath(path_type=Path, dir_okay=False),
    help="File that keeps the sandbox phone (default: in the home folder).",
)
@click.option(
    "--seed",
    "fresh_seed",
    type=click.IntRange(min=0),
    help="A fresh sandbox phone of this seed, in place of what --state holds.",
)
@click.option("--yes", is_flag=True, help="Answer every confirmation with yes, once each.")
@click.option("--plain", is_flag=True, help="No colour (nor in a pipe, nor with NO_COLOR set).")
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

    What cannot be undone, and what follows from text that is not yours, waits for your word. --yes
    gives it without a look, whoever's words led there; rules that refuse still do.

    Ends with 0 when the work was done, asked about or refused; 1 when the budget ran out first;
    130 when it was stopped.

    Where memory is on and there is a key to it, but it does not open, one line on stderr says why
    (with --json, an event "without_memory").
    """
    from tandem_edge.facade import open_agent

    talk = Talk(
        terminal=sys.stdin.isatty() and not as_json and text != "-",
        colour=sys.stdout.isatty() and not plain and not os.environ.get("NO_COLOR"),
        yes=yes,
        as_json=as_json,
    )
    request = _request(text)
    agent = open_agent(settings, approve=talk.approve, state=state, seed=fresh_seed, remember=True)
    try:
        talk.tell_of_memory(agent.forgetful)
        with talk.minding_ctrl_c(agent):
            return talk.converse(agent, request)
    finally:
        agent.close()


@dataclass
class Talk:
    """The conversation with whoever typed the request. ``terminal`` is whether they can answer."""

    terminal: bool
    colour: bool
    yes: bool
    as_json: bool
    stopped: bool = False
    agent: Agent | None = None

    def converse(self, agent: Agent, request: str) -> int:
        """Carry the request out, with the questions that come of it; return the exit code."""
        from tandem_shared.events import Outcome

        outcome = self.show(agent.ask(request))
        while outcome is Outcome.ASKED and self.terminal and not self.stopped:
            with at_a_line():
                reply = click.prompt("You", prompt_suffix=": ", default="", show_default=False)
            if not reply.strip():
                break
            outcome = self.show(agent.ask(reply))
        if self.stopped and outcome is not Outcome.DONE:
            return CANCELLED
        codes = {Outcome.BUDGET: 1, Outcome.FAILED: 1, Outcome.CANCELLED: CANCELLED}
        return codes.get(outcome, 0)

    def tell_of_memory(self, forgetful: str) -> None:
        """Say once why memory is left out, where there are keys to one."""
        from tandem_edge.memory.opening import NO_KEYS

        if forgetful in ("", NO_KEYS):
            return
        if self.as_json:
            print_json({"type": "without_memory", "why": forgetful})
        else:
            print_text(f"Without memory: {forgetful}", err=True)

    def show(self, events: Iterator[Event]) -> Outcome:
        """Tell of a turn while it goes on; return how it ended."""
        from tandem_edge.cli.render import lines, painted
        from tandem_shared.events import Outcome, TurnEnded

        outcome = Outcome.FAILED
        for event in events:
            if self.stopped:
                self.stop()  # again: what came before the turn began was not for the turn
            if self.as_json:
                print_json(event.model_dump(mode="json"))
            else:
                for line in lines(event):
                    print_text(line, paint=painted if self.colour else None)
            if isinstance(event, TurnEnded):
                outcome = event.outcome
                _log_end(event)
        return outcome

    def approve(self, request: ApprovalRequest) -> Answer:
        """Ask the owner about one call; Ctrl+C means no, and ends the turn."""
        from tandem_shared.approvals import Answer, choices_text, question_lines, read_answer

        if self.stopped:
            return Answer.NO
        if self.yes:
            return Answer.ONCE
        question, *rest = question_lines(request)
        if not self.terminal:
            print_text(f"  not confirmed: {question}", err=True)
            print_text("  --yes confirms whatever is asked", err=True)
            return Answer.NO
        for line in (question, *rest):
            print_text(f"  {line}")
        try:
            with at_a_prompt():
                typed = click.prompt(
                    f"  {choices_text(request)}",
                    prompt_suffix=": ",
                    default="",
                    show_default=False,
                )
            return Answer.NO if self.stopped else read_answer(request, typed)
        except (click.Abort, KeyboardInterrupt):
            print_text(err=True)  # the line that ^C was echoed on
            self.stop()
            return Answer.NO

    def stop(self) -> None:
        """End the turn soon."""
        self.stopped = True
        if self.agent is not None:
            self.agent.cancel()

    @contextmanager
    def minding_ctrl_c(self, agent: Agent) -> Iterator[None]:
        """First Ctrl+C stops the turn and keeps its history; the second ends the program."""

        def first(number: int, frame: FrameType | None) -> None:
            signal.signal(signal.SIGINT, interrupt)
            self.stop()

        self.agent = agent
        before = signal.signal(signal.SIGINT, first)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)


def _log_end(event: TurnEnded) -> None:
    from tandem_edge.logs import log

    log(
        "turn ended",
        outcome=event.outcome.value,
        steps=event.steps,
        elapsed_s=round(event.elapsed_s, 3),
        planner_s=round(event.planner_s, 3),
        phone_s=round(event.phone_s, 3),
        prompt_tokens=event.usage.prompt_tokens,
        reused_tokens=event.usage.reused_tokens,
        output_tokens=event.usage.output_tokens,
    )


def _request(text: str) -> str:
    if text != "-":
        return text
    data = sys.stdin.buffer.read(MOST_STDIN + 1)
    if len(data) > MOST_STDIN:
        raise UsageError("the request on stdin is over a megabyte", hint="say it in fewer words")
    return data.decode("utf-8", "replace")
