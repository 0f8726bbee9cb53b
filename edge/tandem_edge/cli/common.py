"""What every command shares: options, output, and how errors reach a person."""

from __future__ import annotations

import functools
import json
import math
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from tandem_edge.cli.hints import completing
from tandem_edge.cli.interrupts import CANCELLED, let_go, take_over
from tandem_edge.cli.spoken import SpokenGroup
from tandem_edge.cli.streams import mend_streams, silence
from tandem_edge.languages.catalogue import _, speak
from tandem_shared.errors import TandemError, UsageError
from tandem_shared.text import escape_controls, visible

if TYPE_CHECKING:
    from pydantic import JsonValue  # 60 ms that `tandem --help` need not pay

F = TypeVar("F", bound=Callable[..., Any])

PIPE_CLOSED = 141
"""128 and the number of SIGPIPE: what a shell shows for any program whose reader went away."""


class NamedPath(click.Path):
    """A path that says something: an empty one would silently mean the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """See ``click.ParamType.convert``."""
        if not os.fspath(value):
            self.fail(_("the path is empty"), param, ctx)
        return super().convert(value, param, ctx)


class NumberRange(click.FloatRange):
    """A range of numbers: "nan", which lies outside of no bounds, is none, and neither is "inf"."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """See ``click.ParamType.convert``."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


def common_options(function: F) -> F:
    """Give a command ``--home`` and ``--verbose``, and a loaded ``settings`` parameter.

    Any other option whose name is a setting (``planner``, ``phone``...) overrides that setting
    and is still passed on; write it with ``expose`` as usual. A ``--home`` before the command's
    name holds for a command that is not given one of its own. The hint of an error that passes is
    completed (``cli.hints``).
    """

    @click.option(
        "--home",
        type=NamedPath(path_type=Path),
        is_eager=True,
        help="Folder that holds all state.",
    )
    @click.option("--verbose", is_flag=True, default=None, help="Log to stderr too.")
    @functools.wraps(function)
    def command(home: Path | None, verbose: bool | None, **options: Any) -> Any:
        from tandem_edge.logs import set_up_logs
        from tandem_edge.settings import Settings, load_settings

        home = home or click.get_current_context().find_root().params.get("home")
        flags = {key: value for key, value in options.items() if key in Settings.model_fields}
        rest = {key: value for key, value in options.items() if key not in flags}
        with completing():
            settings = load_settings({"home": home, "verbose": verbose, **flags})
            speak(settings.lang)
            set_up_logs(settings)
            return function(settings=settings, **rest)

    return command  # type: ignore[return-value]


def json_option(function: F) -> F:
    """Give a command ``--json``, passed on as ``as_json``."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Machine-readable output on stdout."
    )(function)


def print_json(value: JsonValue | dict[str, Any] | list[Any], *, err: bool = False) -> None:
    """One JSON value on one line of stdout, or of stderr, safe to show on a terminal.

    It is JSON in the strict sense: a number that JSON has no word for (NaN, an infinity) is null.
    """
    stream = sys.stderr if err else sys.stdout
    unicode = (getattr(stream, "encoding", None) or "utf-8").lower().startswith("utf")
    write = functools.partial(json.dumps, ensure_ascii=not unicode, allow_nan=False)
    try:
        text = write(value)
    except ValueError:
        text = write(_finite(value))
    click.echo(escape_controls(text), err=err)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def print_text(
    text: str = "", *, err: bool = False, paint: Callable[[str], str] | None = None
) -> None:
    """A line of prose, stripped of anything that a terminal would obey but our own ``paint``."""
    safe = visible(text)
    click.echo(paint(safe) if paint else safe, err=err)


def report(error: TandemError, *, as_json: bool = False) -> int:
    """Say on stderr what happened and what to type next; return the exit code. With ``as_json`` it
    is one object: ``message``, ``hint``, ``code``."""
    if as_json:
        return _report_json(_(str(error)), _(error.hint), error.exit_code)
    print_text(_("error: {message}", message=_(str(error))), err=True)
    if error.hint:
        hint = _(error.hint).replace("\n", "\n       ")
        print_text(_("  try: {hint}", hint=hint), err=True)
    return error.exit_code


def _report_json(message: str, hint: str, code: int) -> int:
    print_json({"message": message, "hint": hint, "code": code}, err=True)
    return code


class ErrorsAsJson(SpokenGroup):
    """A group of commands whose errors are JSON where ``--json`` asks for it."""


def _wants_json(command: click.Command, args: list[str]) -> bool:
    """Whether ``--json`` is among the options of a command line, whole or not, of such a group."""
    if "--json" not in (args[: args.index("--")] if "--" in args else args):
        return False
    group = command if isinstance(command, click.Group) else None
    named = (group.get_command(click.Context(group), word) for word in args) if group else ()
    first = next((each for each in named if each is not None), None)
    return isinstance(command, ErrorsAsJson) or isinstance(first, ErrorsAsJson)


def run(command: click.Command, args: list[str] | None = None, name: str = "tandem") -> NoReturn:
    """Run a command line; end the process with a documented exit code.

    0 ok, 1 failed, 2 usage, 3 missing extra or model, 4 phone, 5 planner, 6 trust, 7 privacy
    refused, 130 cancelled, 141 when whoever read the output went away before the end. No
    traceback reaches the user.
    """
    take_over()
    mend_streams()
    speak()
    try:
        code = carried_out(command, args, name)
        let_go()
    except KeyboardInterrupt:
        code = CANCELLED
    except BrokenPipeError:
        silence()
        code = PIPE_CLOSED
    sys.exit(code)


def carried_out(command: click.Command, args: list[str] | None, name: str = "tandem") -> int:
    """Carry a command line out (usual: the process's) and tell what went wrong; return the exit
    code."""
    given = sys.argv[1:] if args is None else args
    stdout, as_json = sys.stdout, partial(_wants_json, command, given)
    try:
        _demand_utf8(given)
        result = command.main(args=args, prog_name=name, standalone_mode=False)
        return result if isinstance(result, int) else 0
    except SystemExit:
        if sys.stdout is stdout:
            raise
        raise BrokenPipeError from None  # click takes stdout away and exits when nobody reads it
    except TandemError as error:
        return report(error, as_json=as_json())
    except click.ClickException as error:
        return _misused(error, as_json())
    except (KeyboardInterrupt, click.Abort):
        if as_json():
            return _report_json(_("cancelled"), "", CANCELLED)
        print_text(_("cancelled"), err=True)
        return CANCELLED
    except OSError as error:
        return report(_unusable(error), as_json=as_json())
    except Exception as error:
        return _unexpected(error, as_json())


def _demand_utf8(args: Sequence[str]) -> None:
    """Raises ``UsageError`` for bytes that are no text: nothing could be kept or shown of them."""
    for arg in args:
        try:
            arg.encode()
        except UnicodeEncodeError as error:
            raise UsageError(
                _(
                    "{text} is not text in UTF-8",
                    text=arg.encode(errors="backslashreplace").decode(),
                ),
                hint="type it again in a terminal that uses UTF-8 (LANG=C.UTF-8)",
            ) from error


def _unusable(error: OSError) -> TandemError:
    """What the system said about a file, and of which one."""
    from tandem_edge.logs import log_fault

    log_fault(error)
    named = error.filename if isinstance(error.filename, str) else _("what it was written to")
    return TandemError(
        _("cannot use {file}: {why}", file=named, why=_(error.strerror or type(error).__name__)),
        hint="look whether it is there, may be written, and has room",
    )


def _misused(error: click.ClickException, as_json: bool) -> int:
    context = getattr(error, "ctx", None)
    if as_json:
        hint = f"{context.command_path} --help" if context else ""
        return _report_json(error.format_message(), hint, error.exit_code)
    error.show()
    return error.exit_code


def _unexpected(error: Exception, as_json: bool) -> int:
    from tandem_edge.logs import log_fault

    log_fault(error)
    broken = TandemError(
        _("something broke inside Tandem ({fault})", fault=type(error).__name__),
        hint="tandem doctor, then look at logs/tandem.log in the home folder",
    )
    return report(broken, as_json=as_json)
