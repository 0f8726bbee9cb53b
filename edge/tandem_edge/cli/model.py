"""``tandem model``: pull, list, add and verify model files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tandem_edge.cli.common import (
    NamedPath,
    common_options,
    json_option,
    print_json,
    print_text,
)
from tandem_shared.errors import TrustError, UsageError

if TYPE_CHECKING:
    from tandem_edge.models.add import Addition
    from tandem_edge.models.inventory import Item
    from tandem_edge.models.registry import Model
    from tandem_edge.settings import Settings

F = TypeVar("F", bound=Callable[..., Any])
WARM_BYTES = 150_000_000
"""What the default planner's states of every tool take in both languages."""


def models_dir_option(function: F) -> F:
    """Give a command ``--models-dir``, which is a setting."""
    return click.option(
        "--models-dir",
        type=NamedPath(path_type=Path, file_okay=False),
        help="Cache of model files (default: one per user, shared by clones).",
    )(function)


@click.group()
def model() -> None:
    """Pull, list, add and verify model files.

    Models are fetched once into a per-user cache, and used only after their SHA-256 has been
    found to be the pinned one.

    \b
    Examples:
      tandem model pull                       the default planner
      tandem model pull smollm2-135m
      tandem model add ~/Downloads/some-model.gguf --name mine
      tandem model verify
    """


@model.command("list")
@models_dir_option
@json_option
@common_options
def list_models(settings: Settings, as_json: bool) -> None:
    """List the models Tandem knows and those you added.

    \b
    Examples:
      tandem model list
      tandem model list --json
    """
    from tandem_edge.models.inventory import inventory

    items = inventory(settings.models_dir)
    if as_json:
        models = [_as_json(item) for item in items]
        told = {"folder": str(settings.models_dir), "models": models}
        print_json({**told, "adapter": _adapter(settings)})
        return
    rows = [("NAME", "ROLE", "SIZE", "LICENCE", "STATE"), *map(_row, items)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        print_text("  ".join([*cells, row[4]]))
    print_text(f"in {settings.models_dir}")
    if adapter := _adapter(settings):
        name, sha256 = adapter["name"], str(adapter["sha256"])[:12]
        what = adapter["problem"] or f"{name}, rank {adapter['rank']}, SHA-256 {sha256}"
        print_text(f"over the planner {settings.planner}: {what}")


def _adapter(settings: Settings) -> dict[str, Any] | None:
    """The planner's LoRA and what is wrong with it; ``None`` where there is none."""
    from tandem_edge.llm.opening import planner_adapter
    from tandem_shared.errors import TandemError

    told: dict[str, Any] = dict.fromkeys(("name", "sha256", "base_sha256", "rank", "alpha", "data"))
    try:
        found = planner_adapter(settings)
    except TandemError as error:
        return {**told, "path": str(settings.planner_adapter), "problem": str(error)}
    if found is None:
        return None
    return {**{name: getattr(found, name) for name in told}, "path": str(found.path), "problem": ""}


def _row(item: Item) -> tuple[str, str, str, str, str]:
    from tandem_edge.models.disk import size

    states = {
        "installed": "installed",
        "missing": "not installed",
        "begun": f"begun ({100 * item.begun // item.bytes} %)",
        "damaged": f"damaged: tandem model pull {item.name}",
    }
    marks = " (default)" * item.default + " (added by you)" * item.added
    return item.name, item.role, size(item.bytes), item.licence or "-", states[item.state] + marks


def _as_json(item: Item) -> dict[str, Any]:
    return {
        "name": item.name,
        "aliases": list(item.aliases),
        "role": item.role,
        "title": item.title,
        "licence": item.licence,
        "bytes": item.bytes,
        "sha256": item.sha256,
        "path": str(item.path),
        "installed": item.state == "installed",
        "state": item.state,
        "default": item.default,
        "added": item.added,
    }


@model.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--from",
    "local",
    type=NamedPath(path_type=Path, exists=True),
    help="Look in this file or folder first.",
)
@models_dir_option
@json_option
@common_options
def pull(settings: Settings, names: tuple[str, ...], local: Path | None, as_json: bool) -> None:
    """Fetch models into the cache; without NAME, the default planner.

    Sources are tried in order. An interrupted pull goes on where it stopped, two pulls at once
    share one download, and nothing is kept whose SHA-256 is not the pinned one.

    \b
    Examples:
      tandem model pull
      tandem model pull qwen2.5-coder-1.5b
      tandem model pull smollm2-135m --from /media/stick
    """
    from tandem_edge.models.registry import load_registry, unknown_name

    registry = load_registry()
    wanted = [(name, registry.find(name)) for name in names] or [("", registry.default)]
    for name, found in wanted:
        if found is None:
            raise unknown_name(name, registry.names())
    for _, found in wanted:
        if found is not None:
            _pull_one(found, settings, local, as_json)


def _pull_one(model: Model, settings: Settings, local: Path | None, as_json: bool) -> None:
    from tandem_edge.cli.pull_progress import progress_shown
    from tandem_edge.logs import log
    from tandem_edge.models.pull import pull as pull_model

    def say(sentence: str) -> None:
        if as_json:
            print_json({"event": "note", "name": model.name, "text": sentence})
        else:
            print_text(sentence, err=True)

    _show_licence(model, as_json)
    with progress_shown(model.name, as_json) as listener:
        path = pull_model(model, settings.models_dir, local=local, on_progress=listener, say=say)
    log("model pulled", model=model.name, bytes=model.bytes)
    if as_json:
        done = {"name": model.name, "path": str(path), "sha256": model.sha256}
        print_json({"event": "installed", **done, "bytes": model.bytes})
    else:
        print_text(f"{model.name} is installed and checked: {path}")


def _show_licence(model: Model, as_json: bool) -> None:
    from tandem_edge.models.disk import size

    if as_json:
        notice = {"licence": model.licence, "notice": model.notice}
        print_json({"event": "licence", "name": model.name, **notice})
    else:
        print_text(f"{model.name}: {model.title}, {size(model.bytes)}, {model.licence}")
        print_text(f"  {model.notice}")


@model.command()
@click.argument("file", type=NamedPath(path_type=Path))
@click.option("--name", help="Name to give it (default: from the file).")
@models_dir_option
@json_option
@common_options
def add(settings: Settings, file: Path, name: str | None, as_json: bool) -> None:
    """Take a GGUF file you have into the cache.

    Its header is checked, and its chat template is never run by Tandem itself: the strings around
    each turn are worked out once, in a confined process. A file that is one of the known models
    is recognised as that.

    \b
    Examples:
      tandem model add ~/Downloads/some-model.gguf
      tandem model add some-model.gguf --name mine
      tandem ask "Turn on Bluetooth" --planner mine
    """
    from tandem_edge.models.add import add as add_model

    added = add_model(file, settings.models_dir, name=name)
    if as_json:
        print_json(_addition_as_json(added))
        return
    known = ", a model Tandem knows" if added.known else ""
    print_text(f"added {added.model.name}{known}: {added.model.path}")
    print_text(
        f"  licence: {added.model.licence or 'the file names none; check before you use it'}"
    )
    if added.note:
        print_text(f"  {added.note}")
    print_text(f'  try: tandem ask "Turn on Bluetooth" --planner {added.model.name}')


def _addition_as_json(added: Addition) -> dict[str, Any]:
    return {
        "name": added.model.name,
        "path": str(added.model.path),
        "sha256": added.model.sha256,
        "role": added.model.role,
        "architecture": added.model.architecture,
        "context": added.model.context,
        "licence": added.model.licence,
        "turns": added.model.turns.name,
        "known": added.known,
        "note": added.note,
    }


@model.command()
@click.argument("name", required=False)
@models_dir_option
@json_option
@common_options
def verify(settings: Settings, name: str | None, as_json: bool) -> None:
    """Read installed files from end to end and compare their SHA-256.

    \b
    Examples:
      tandem model verify
      tandem model verify qwen2.5-coder-0.5b
    """
    from tandem_edge.models.inventory import verify as verify_models

    results = verify_models(settings.models_dir, name)
    if as_json:
        models = [
            {"name": item.name, "sha256": item.sha256, "ok": not wrong, "problem": wrong}
            for item, wrong in results
        ]
        print_json({"models": models})
    else:
        for item, wrong in results:
            print_text(f"{item.name}: {wrong or 'ok'}")
        if not results:
            print_text("no model is installed")
    damaged = [item for item, wrong in results if wrong]
    if damaged:
        names = ", ".join(item.name for item in damaged)
        raise TrustError(f"the files of these models are damaged: {names}", hint=_mend(damaged))


def _mend(damaged: list[Item]) -> str:
    return "\n".join(
        f"tandem model add FILE --name {item.name}"
        if item.added
        else f"tandem model pull {item.name}"
        for item in damaged
    )


@model.command()
@click.option("--planner", help="A model's name or a GGUF path.")
@json_option
@common_options
def warm(settings: Settings, as_json: bool) -> int:
    """Evaluate every tool once ahead of time, so that no request has to wait for it.

    Takes minutes and some 130 MB beside the model; without it, each tool is evaluated when a
    request first offers it. Ended early, what is done is kept.

    \b
    Example:
      tandem model warm
    """
    from tandem_edge.facade import open_agent
    from tandem_edge.models.disk import require_space

    _check_warmable(settings)
    require_space(settings.models_dir, WARM_BYTES, "keeping every tool")
    agent = open_agent(settings, seed=settings.seed)
    try:
        for language, ready, total in agent.warm_up():
            if as_json:
                print_json({"language": language, "ready": ready, "tools": total})
            else:
                print_text(f"{language}: {ready} of {total} tools")
    finally:
        agent.close()
    return 0


def _check_warmable(settings: Settings) -> None:
    """Raise ``UsageError`` where nothing would be kept, or an endpoint be asked for nothing."""
    from tandem_edge.facade import SCRIPTED
    from tandem_edge.outbound.endpoints import endpoint_of

    if settings.planner.startswith(SCRIPTED) or endpoint_of(settings.planner, settings.endpoints):
        raise UsageError(
            f"the planner {settings.planner} keeps no tools evaluated", hint="tandem model list"
        )
    if not settings.planner_blocks:
        raise UsageError(
            "with planner_blocks off, no tool is kept evaluated",
            hint="TANDEM_PLANNER_BLOCKS=true tandem model warm",
        )
