"""``tandem mcp``: the MCP servers whose tools join the phone's."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.asking import agrees
from tandem_edge.cli.common import common_options, json_option, print_json, print_text
from tandem_shared.errors import TrustError, UsageError

if TYPE_CHECKING:
    from tandem_edge.mcp_servers.book import McpServer
    from tandem_edge.mcp_servers.checking import Finding
    from tandem_edge.settings import Settings


@click.group()
def mcp() -> None:
    """Use the tools of MCP servers beside the phone's.

    \b
    Examples:
      tandem mcp add time -- mcp-server-time --local-timezone Asia/Shanghai
      tandem mcp check time                   look at its tools, and approve them
      tandem mcp allow time get_current_time --read
    """


@mcp.command("list")
@json_option
@common_options
def list_servers(settings: Settings, as_json: bool) -> None:
    """List the configured servers.

    \b
    Example:
      tandem mcp list
    """
    from tandem_edge.mcp_servers.checking import book_of

    rows = [_row(server) for server in book_of(settings).servers()]
    if as_json:
        print_json({"servers": rows})
        return
    for row in rows:
        state = f"{row['tools']} tools" if row["approved"] else "not approved yet"
        print_text(f"{row['name']:<12} {state:<17} {row['where']}")
    if not rows:
        print_text("no server is configured; tandem mcp add NAME -- COMMAND")


def _row(server: McpServer) -> dict[str, Any]:
    import shlex

    return {
        "name": server.name,
        "where": server.url or shlex.join(server.command),
        "approved": server.approved is not None,
        "tools": len(server.approved or ()),
        "reads": list(server.reads),
        "pin": server.pin,
    }


@mcp.command()
@click.argument("name")
@click.argument("command", nargs=-1)
@click.option("--url", default="", help="Address of a streamable HTTP server.")
@click.option(
    "--env",
    multiple=True,
    metavar="NAME[=SOURCE]",
    help="Variable its process gets: from env:OTHER, or keyring. Default: the one of that name.",
)
@click.option(
    "--header",
    multiple=True,
    metavar="NAME=SOURCE",
    help="Header of each request; its value is in env:VARIABLE or in the keyring.",
)
@click.option("--start-s", type=float, default=30.0, help="Seconds it may take to start.")
@click.option("--call-s", type=float, default=60.0, help="Seconds one call may take.")
@json_option
@common_options
def add(
    settings: Settings,
    name: str,
    command: tuple[str, ...],
    url: str,
    env: tuple[str, ...],
    header: tuple[str, ...],
    start_s: float,
    call_s: float,
    as_json: bool,
) -> None:
    """Configure a server; nothing is started.

    The command is a list of words, and no shell reads it. Its process sees PATH, HOME, the
    language, and the variables that you name. Values of headers and keys are never written down.

    \b
    Examples:
      tandem mcp add time -- mcp-server-time
      tandem mcp add notes --url https://notes.example/mcp --header Authorization=env:NOTES_TOKEN
    """
    from tandem_edge.mcp_servers.checking import book_of

    server = _configured(
        name=name,
        command=command,
        url=url,
        env=dict(_pair(each, default="env:{}") for each in env),
        headers=dict(_pair(each) for each in header),
        start_s=start_s,
        call_s=call_s,
    )
    book_of(settings).add(server)
    if as_json:
        print_json(_row(server))
    else:
        print_text(f"{name} is configured; look at its tools: tandem mcp check {name}")


def _configured(**fields: Any) -> McpServer:
    from pydantic import ValidationError

    from tandem_edge.mcp_servers.book import McpServer

    try:
        return McpServer(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = " ".join(str(part) for part in first["loc"] if part != "[key]")
        raise UsageError(
            f"{where or 'the server'}: {first['msg'].removeprefix('Value error, ')}",
            hint="tandem mcp add NAME -- COMMAND, where NAME is up to 12 small letters and digits",
        ) from error


def _pair(text: str, default: str = "") -> tuple[str, str]:
    name, given, source = text.partition("=")
    if not given and not default:
        raise UsageError(
            f"{name} says not where its value is", hint=f"--header {name}=env:VARIABLE"
        )
    return name, source if given else default.format(name)


@mcp.command()
@click.argument("name")
@json_option
@common_options
def remove(settings: Settings, name: str, as_json: bool) -> None:
    """Forget a server and its keys.

    \b
    Example:
      tandem mcp remove time
    """
    from tandem_edge.mcp_servers import secrets
    from tandem_edge.mcp_servers.checking import book_of

    book = book_of(settings)
    server = book.get(name)
    book.remove(name)
    left = secrets.forget(name, {**server.env, **server.headers})
    if as_json:
        print_json({"removed": name, "left_in_keyring": left})
    else:
        print_text(f"{name} is forgotten{', but for ' + ', '.join(left) if left else ''}")


@mcp.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Approve what is found, without asking.")
@json_option
@common_options
def check(settings: Settings, name: str, yes: bool, as_json: bool) -> int:
    """Start a server, show its tools, and approve them.

    Only approved tools are used. When a server describes them otherwise later, it is not used
    until you have checked it again. Exit 6 when its tools are not approved at the end.

    \b
    Examples:
      tandem mcp check time
      tandem mcp check time --yes --json
    """
    import threading

    from tandem_edge.mcp_servers.checking import approve, book_of, look, stderr_file
    from tandem_edge.outbound.gate import Outbound

    book = book_of(settings)
    server = book.get(name)
    require = Outbound(settings.home).require
    found = look(server, stderr_file(settings, name), require, threading.Event())
    if not as_json:
        _show(found)
    agreed = found.approved or yes or (not as_json and _agrees())
    if agreed and not found.approved:
        approve(book, found)
    if as_json:
        print_json({**_found(found), "approved": agreed})
    elif not agreed:
        raise TrustError(f"{name} is not used", hint=f"tandem mcp check {name} --yes")
    else:
        print_text(f"approved: {len(found.offered)} tools of {name} are used")
    return 0 if agreed else TrustError.exit_code


def _agrees() -> bool:
    return sys.stdin.isatty() and agrees("Use these tools? 使用这些工具吗？")


def _found(found: Finding) -> dict[str, Any]:
    return {
        "name": found.server.name,
        "tools": [_tool(found, place) for place in range(len(found.offered))],
        "left_out": found.left_out,
        "new": list(found.new),
        "gone": list(found.gone),
        "different": list(found.different),
    }


def _tool(found: Finding, place: int) -> dict[str, Any]:
    tool = found.offered[place]
    listed = next(each for each in found.tools if each.name == tool.foreign)
    return {
        "name": tool.spec.name,
        "server_name": tool.foreign,
        "description": tool.spec.description.en,
        "effect": tool.spec.effect_of({}).value,
        "claims_read": listed.says_read,
        "notes": list(tool.notes),
    }


def _show(found: Finding) -> None:
    marks = {**dict.fromkeys(found.new, "new"), **dict.fromkeys(found.different, "different")}
    for place, tool in enumerate(found.offered):
        row = _tool(found, place)
        print_text(f"{marks.get(tool.foreign, ''):<10}{row['name']}  ({row['effect']})")
        print_text(f"{'':<10}{row['description']}")
        for note in row["notes"]:
            print_text(f"{'':<10}{note}")
    for name, reason in found.left_out.items():
        print_text(f"{'left out':<10}{name}: {reason}")
    for name in found.gone:
        print_text(f"{'gone':<10}{name}")


@mcp.command()
@click.argument("name")
@click.argument("tool")
@click.option("--read", "reads", is_flag=True, help="It changes nothing.")
@click.option("--ask", "asks", is_flag=True, help="It may change something, again.")
@json_option
@common_options
def allow(settings: Settings, name: str, tool: str, reads: bool, asks: bool, as_json: bool) -> None:
    """Say of a tool whether it only reads.

    What a server claims of its tools counts for nothing: each call is asked about as one that
    cannot be taken back. A tool you mark as reading is asked about as one that sends something
    out of the phone, and you can grant it for good.

    \b
    Examples:
      tandem mcp allow time get_current_time --read
      tandem mcp allow time get_current_time --ask
    """
    from tandem_edge.mcp_servers.checking import book_of

    if reads == asks:
        raise UsageError("say --read or --ask", hint=f"tandem mcp allow {name} {tool} --read")

    def marked(server: McpServer) -> McpServer:
        if tool not in {each.name for each in server.approved or ()}:
            raise UsageError(
                f"{name} has no approved tool of that name", hint=f"tandem mcp check {name}"
            )
        kept = [each for each in server.reads if each != tool]
        return server.model_copy(update={"reads": tuple(sorted([*kept, tool] if reads else kept))})

    row = _row(book_of(settings).change(name, marked))
    if as_json:
        print_json(row)
    else:
        print_text(f"{tool} of {name} {'only reads' if reads else 'may change something'}")


@mcp.command()
@click.argument("name")
@click.argument("field")
@json_option
@common_options
def key(settings: Settings, name: str, field: str, as_json: bool) -> None:
    """Put the value of a header or variable into the system's keyring.

    It is asked for without showing it, or read from standard input.

    \b
    Example:
      tandem mcp key notes Authorization
    """
    from tandem_edge.mcp_servers import secrets
    from tandem_edge.mcp_servers.checking import book_of

    server = book_of(settings).get(name)
    if {**server.env, **server.headers}.get(field) != "keyring":
        raise UsageError(
            f"{field} of {name} is not kept in the keyring",
            hint=f"tandem mcp add {name} --header {field}=keyring ...",
        )
    terminal = sys.stdin.isatty()
    value = click.prompt(field, hide_input=True) if terminal else sys.stdin.readline(10_000)
    if not value.strip():
        raise UsageError("there is no value", hint=f"tandem mcp key {name} {field}")
    secrets.keep(name, field, value.strip())
    if as_json:
        print_json({"kept": field})
    else:
        print_text(f"{field} of {name} is in the keyring")
