"""``tandem harness``: the guidance a planner gets, built, shown and compared."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tandem_edge.cli.common import NamedPath, common_options, json_option, print_json, print_text
from tandem_shared.errors import UsageError

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_shared.harness import HarnessConfig

DEFAULT = "default"
"""Stands for the configuration that Tandem comes with, where a file is asked for."""


@click.group()
def harness() -> None:
    """Build, show and compare what guides the planner.

    \b
    Examples:
      tandem harness show --tools manage_alarm,manage_countdown --language zh
      tandem harness build --out harness.json
      tandem harness diff default harness.json
    """


@harness.command()
@click.option(
    "--out",
    type=NamedPath(path_type=Path, dir_okay=False),
    help="File to write the configuration to.",
)
@click.option(
    "--sources",
    type=NamedPath(path_type=Path, file_okay=False, exists=True),
    help="Folder of TOML files to build from (default: those of Tandem).",
)
@click.option(
    "--check", is_flag=True, help="Only say whether the default one is up to date; exit 1 if not."
)
@json_option
@common_options
def build(
    settings: Settings, out: Path | None, sources: Path | None, check: bool, as_json: bool
) -> int:
    """Compile tools, skills and written guidance into one file.

    \b
    Examples:
      tandem harness build --check
      tandem harness build --out harness.json
      tandem harness build --sources my-guidance --out harness.json
    """
    from tandem_edge.harness.adapter.building import build_own
    from tandem_edge.harness.adapter.showing import summary, summary_text
    from tandem_edge.harness.adapter.storing import save_config

    if check and out:
        raise UsageError("--check writes nothing", hint="leave out --check or --out")
    config = build_own(sources)
    if check:
        return _compare(config, as_json)
    if out is not None:
        save_config(config, out)
    if as_json:
        print_json({**summary(config), "file": str(out) if out else None})
        return 0
    for line in summary_text(config):
        print_text(line)
    print_text(f"written to {out}" if out else "not written: name a file with --out")
    return 0


@harness.command()
@click.option("--tools", metavar="A,B,C", help="Show what a request with these tools is told.")
@click.option(
    "--language", type=click.Choice(["en", "zh"]), default="en", help="Language of the request."
)
@click.option(
    "--harness",
    type=NamedPath(path_type=Path, dir_okay=False),
    help="Configuration to show (default: the one in use).",
)
@json_option
@common_options
def show(settings: Settings, tools: str | None, language: str, as_json: bool) -> None:
    """Show a configuration, or what a request is told with certain tools on offer.

    The order of the tools counts: the best candidate comes first. Tokens are an estimate.

    \b
    Examples:
      tandem harness show
      tandem harness show --tools manage_alarm,manage_countdown,set_volume
      tandem harness show --tools manage_reminder,manage_todo --language zh --json
    """
    from tandem_edge.harness.adapter.guidance import Guidance
    from tandem_edge.harness.adapter.showing import (
        request_of,
        request_text,
        summary,
        summary_text,
    )
    from tandem_edge.harness.adapter.storing import load_config

    config = load_config(settings.harness)
    if tools is None:
        if as_json:
            print_json(summary(config))
        for line in () if as_json else summary_text(config):
            print_text(line)
        return
    names = _known(config, tools)
    if as_json:
        print_json(request_of(Guidance(config), names, language))
    else:
        for line in request_text(Guidance(config), names, language):
            print_text(line)


@harness.command()
@click.argument("old", metavar="A")
@click.argument("new", metavar="B")
@json_option
@common_options
def diff(settings: Settings, old: str, new: str, as_json: bool) -> None:
    """Say how configuration B differs from A, by section.

    A and B are files, or the word default for the one that Tandem comes with.

    \b
    Example:
      tandem harness diff default harness.json
    """
    from tandem_edge.harness.adapter.showing import difference_text
    from tandem_shared.harness_diff import differences

    before, after = _load(old), _load(new)
    found = differences(before, after)
    if as_json:
        listed = [each.model_dump(mode="json") for each in found]
        print_json({"a": before.digest, "b": after.digest, "differences": listed})
    else:
        for line in difference_text(found):
            print_text(line)


def _compare(config: HarnessConfig, as_json: bool) -> int:
    from tandem_edge.harness.adapter.showing import difference_text
    from tandem_edge.harness.adapter.storing import load_config
    from tandem_shared.harness_diff import differences

    found = differences(load_config(), config)
    if as_json:
        listed = [each.model_dump(mode="json") for each in found]
        print_json({"up_to_date": not found, "differences": listed})
    else:
        for line in (
            difference_text(found) if found else ["the default configuration is up to date"]
        ):
            print_text(line)
    return 1 if found else 0


def _load(name: str) -> HarnessConfig:
    from tandem_edge.harness.adapter.storing import load_config

    return load_config(None if name == DEFAULT else Path(name))


def _known(config: HarnessConfig, tools: str) -> list[str]:
    """Names in ``tools``; raises ``UsageError`` for one that the configuration does not know."""
    import difflib

    from tandem_shared.harness import SKILL_PREFIX, SKILL_TOOLS

    names = [name.strip() for name in tools.split(",") if name.strip()]
    known = {*config.tools, *config.beside, *SKILL_TOOLS}
    for name in names:
        if name not in known and not name.startswith(SKILL_PREFIX):
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else "tandem phone tools"
            raise UsageError(f"there is no tool {name}", hint=hint)
    if not names:
        raise UsageError("no tool is named", hint="--tools manage_alarm,manage_countdown")
    return names
