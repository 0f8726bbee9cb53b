"""What every command shares: options, output, and how errors reach a person."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from tandem_shared.errors import TandemError
from tandem_shared.text import escape_controls, visible

if TYPE_CHECKING:
    from pydantic import JsonValue  # 60 ms that `tandem --help` need not pay

F = TypeVar("F", bound=Callable[..., Any])


def common_options(function: F) -> F:
    """Give a command ``--home`` and ``--verbose``, and a loaded ``settings`` parameter.

    Any other option whose name is a setting (``planner``, ``phone``...) overrides that setting
    and is still passed on; write it with ``expose`` as usual.
    """

    @click.option("--home", type=click.Path(path_type=Path), help="Folder that holds all state.")
    @click.option("--verbose", is_flag=True, default=None, help="Log to stderr too.")
    @functools.wraps(function)
    def command(home: Path | None, verbose: bool | None, **options: Any) -> Any:
        from tandem_edge.logs import set_up_logs
        from tandem_edge.settings import Settings, load_settings

        flags = {key: value for key, value in options.items() if key in Settings.model_fields}
        settings = load_settings({"home": home, "verbose": verbose, **flags})
        set_up_logs(settings)
        rest = {key: value for key, value in options.items() if key not in flags}
        return function(settings=settings, **rest)

    return command  # type: ignore[return-value]


def json_option(function: F) -> F:
    """Give a command ``--json``, passed on as ``as_json``."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Machine-readable output on stdout."
    )(function)


def print_json(value: JsonValue | dict[str, Any] | list[Any]) -> None:
    """One JSON value on one line of stdout, safe to show on a terminal."""
    click.echo(escape_controls(json.dumps(value, ensure_ascii=False)))


def print_text(text: str = "", *, err: bool = False) -> None:
    """A line of prose, stripped of anything that a terminal would obey."""
    click.echo(visible(text), err=err)


def report(error: TandemError) -> int:
    """Say on stderr what happened and what to type next; return the exit code."""
    print_text(f"error: {error}", err=True)
    if error.hint:
        print_text("  try: " + error.hint.replace("\n", "\n       "), err=True)
    return error.exit_code


def run(command: click.Command, args: list[str] | None = None, name: str = "tandem") -> NoReturn:
    """Run a command line; end the process with a documented exit code.

    0 ok, 1 failed, 2 usage, 3 missing extra or model, 4 phone, 5 planner, 6 trust, 7 privacy
    refused, 130 cancelled. No traceback reaches the user.
    """
    try:
        result = command.main(args=args, prog_name=name, standalone_mode=False)
        code = result if isinstance(result, int) else 0
    except TandemError as error:
        code = report(error)
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (KeyboardInterrupt, click.Abort):
        print_text("cancelled", err=True)
        code = 130
    except BrokenPipeError:
        sys.stderr.close()
        code = 0
    except Exception as error:
        code = _unexpected(error)
    sys.exit(code)


def _unexpected(error: Exception) -> int:
    from tandem_edge.logs import log_fault

    log_fault(error)
    print_text(f"error: something broke inside Tandem ({type(error).__name__})", err=True)
    print_text("  try: tandem doctor, then look at logs/tandem.log in the home folder", err=True)
    return 1
