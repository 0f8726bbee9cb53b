"""``tandem serve``: Tandem for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import (
    NamedPath,
    common_options,
    json_option,
    print_json,
    print_text,
)
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_shared.approvals import Answer, ApprovalRequest


@click.command()
@click.option("--openai", is_flag=True, help="Serve an OpenAI-compatible endpoint.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    show_default=True,
    help="Port to listen on; 0 is any free one.",
)
@click.option("--allow-remote", is_flag=True, help="Let other machines reach it, in clear text.")
@click.option("--token-env", default="", metavar="NAME", help="Variable that holds the token.")
@click.option("--new-token", is_flag=True, help="Make a new token; the old one ends.")
@click.option("--queue", type=click.IntRange(0, 64), default=4, help="Requests that may wait.")
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
@json_option
@common_options
def serve(
    settings: Settings,
    openai: bool,
    host: str,
    port: int,
    allow_remote: bool,
    token_env: str,
    new_token: bool,
    queue: int,
    state: Path | None,
    fresh_seed: int | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Let other programs ask the planner or the agent.

    Two models stand behind the address that is shown: tandem-planner is the planner alone, on the
    client's own tools; tandem-agent is the whole agent on the sandbox phone. A client needs the
    token, which is shown when it is made and kept in the home folder. Ends with Ctrl+C.

    \b
    Examples:
      tandem serve --openai --port 8080
      tandem serve --openai --seed 7 --yes --json
    """
    if not openai:
        raise UsageError("say what to serve", hint="tandem serve --openai")
    from tandem_edge.facade import open_agent
    from tandem_edge.serving.agent import AgentModel
    from tandem_edge.serving.app import make_app
    from tandem_edge.serving.planner import PlannerModel
    from tandem_edge.serving.running import Serving, listen
    from tandem_edge.serving.tokens import find_token

    token = find_token(settings.home, token_env, new=new_token)
    listening = listen(host, port, remote=allow_remote)
    agent = open_agent(settings, approve=_agree if yes else _decline, state=state, seed=fresh_seed)
    try:
        harness = agent.harness
        models = (
            PlannerModel(harness.planner, harness.dialect, settings.step_s),
            AgentModel(agent),
        )
        app = make_app(
            {model.name: model for model in models}, token, queue=queue, wait_s=settings.turn_s
        )
        serving = Serving(app, listening)
        _announce(serving.address, token.value if token.made else "", as_json)
        serving.run()
    finally:
        agent.close()


def _announce(address: str, token: str, as_json: bool) -> None:
    if as_json:
        shown = {"token": token} if token else {}
        print_json({"address": address, "models": ["tandem-planner", "tandem-agent"], **shown})
        return
    print_text(f"listening at {address}  (Ctrl+C ends it)")
    if token:
        print_text(f"token, shown this once: {token}")


def _decline(request: ApprovalRequest) -> Answer:
    from tandem_edge.harness.loop import decline

    return decline(request)


def _agree(request: ApprovalRequest) -> Answer:
    from tandem_shared.approvals import Answer

    return Answer.ONCE
