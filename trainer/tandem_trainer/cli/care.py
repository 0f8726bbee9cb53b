"""``tandem-trainer care``: reinforcement learning through the harness and the sandbox phone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tandem_edge.cli.common import (
    NamedPath,
    NumberRange,
    common_options,
    json_option,
    print_json,
    print_text,
)

if TYPE_CHECKING:
    from tandem_edge.settings import Settings
    from tandem_shared.tasks import Task
    from tandem_trainer.train.care.controlling import Controller
    from tandem_trainer.train.care.settings import CareSettings

FILE = NamedPath(path_type=Path, exists=True, dir_okay=False)
PHI = ("lambda_prog", "lambda_eff", "p_low", "p_high")
MADE = 1000
"""Tasks that are made where no file is named."""


@click.command()
@click.option(
    "--base",
    required=True,
    help="A model's name, GGUF path, hub folder, or the folder of a finished run of sft.",
)
@click.option("--over", default="", help="That run's base, where its name does not lead there.")
@click.option("--tasks", "tasks_file", type=FILE, help="Train tasks, one a line; else made.")
@click.option("--dev", "dev_file", type=FILE, help="Dev tasks, one a line; else the frozen ones.")
@click.option("--out", type=NamedPath(path_type=Path), required=True, help="Folder of the run.")
@click.option(
    "--arm", type=click.Choice(("grpo", "no-floor", "care")), default="care", help="Of the method."
)
@click.option("--steps", type=click.IntRange(1), default=100, help="Updates of the weights.")
@click.option("--groups", type=click.IntRange(1), default=8, help="Tasks a batch and process.")
@click.option("--group", type=click.IntRange(2), default=8, help="Attempts at each task.")
@click.option("--iterations", type=click.IntRange(1), default=1, help="Updates a batch.")
@click.option("--accumulate", type=click.IntRange(1), default=1, help="Parts of a batch.")
@click.option("--rate", type=NumberRange(0, min_open=True), default=1e-5, help="Of learning.")
@click.option(
    "--schedule", type=click.Choice(("constant", "linear")), default="constant", help="Rate."
)
@click.option(
    "--temperature", type=NumberRange(0, 5, min_open=True), default=1.0, help="Of sampling."
)
@click.option("--answer-tokens", type=click.IntRange(1), default=256, help="Most of one answer.")
@click.option("--lambda-prog", type=NumberRange(0), default=0.3, help="Weight of progress.")
@click.option("--lambda-eff", type=NumberRange(0), default=0.3, help="Weight of cost.")
@click.option(
    "--p-low", type=NumberRange(0, 1, max_open=True), default=0.25, help="Below: progress."
)
@click.option(
    "--p-high", type=NumberRange(0, 1, True, True), default=0.75, help="From here: efficiency."
)
@click.option("--cost-scale", type=click.IntRange(1), default=1024, help="Tokens that cost 1.")
@click.option("--cost-call", type=click.IntRange(0), default=64, help="Tokens a redundant call is.")
@click.option("--lora", type=click.IntRange(0), default=0, help="Rank; 0 trains every weight.")
@click.option(
    "--controller",
    "controller_name",
    default="rules",
    show_default=True,
    help="off, rules, or a planner: a model's name, a GGUF path or an endpoint.",
)
@click.option("--ranges", type=FILE, help="What the controller may do; else as shipped.")
@click.option("--every", type=click.IntRange(0), default=0, help="Steps between decisions.")
@click.option("--dev-tasks", type=click.IntRange(1), default=64, help="Looked at each time.")
@click.option("--save-every", type=click.IntRange(0), default=0, help="Steps a checkpoint.")
@click.option("--log-every", type=click.IntRange(1), default=1, help="Steps a line.")
@click.option(
    "--seed", "run_seed", type=click.IntRange(0), default=0, help="Of attempts and order."
)
@click.option("--threads", type=click.IntRange(1), default=1, help="Of PyTorch on a CPU.")
@click.option(
    "--engine",
    type=click.Choice(("here", "vllm")),
    default="here",
    show_default=True,
    help="What samples: the trained model, or a vLLM server.",
)
@click.option(
    "--engine-url", default="http://127.0.0.1:8000", show_default=True, help="Of the vLLM server."
)
@click.option("--bare", is_flag=True, help="The policy without the harness's guidance.")
@click.option(
    "--speaks", default="signatures", show_default=True, help="Dialect of a base that names none."
)
@json_option
@common_options
def care(settings: Settings, out: Path, as_json: bool, threads: int, **given: Any) -> int:
    """Train a policy by CARE, or go on with a run that was ended.

    Attempts are made on sandbox phones through the harness that ships; what is trained are the
    tokens that were sampled. A LoRA that sft trained is trained on; export takes what comes out.
    The folder tells all of it: docs/care.md.

    \b
    Examples:
      tandem-trainer care --base runs/first --out runs/care --every 20 --save-every 20
      tandem-trainer care --base qwen2.5-coder-0.5b --lora 16 --out runs/care
      accelerate launch --config_file several_gpus.yaml -m tandem_trainer care ...
    """
    from tandem_trainer.facade import require_training, require_vllm

    require_training()
    if given["engine"] == "vllm":
        require_vllm()
    import torch

    from tandem_trainer.train.care.running import CareRun, run_care
    from tandem_trainer.train.care.starting import find_start

    torch.set_num_threads(threads)
    wanted = _settings(given, run_seed=given["run_seed"])
    guidance = _guidance(settings, given["bare"])
    result = run_care(
        CareRun(
            start=find_start(given["base"], settings.models_dir, given["over"]),
            train=_tasks(given["tasks_file"], "train", wanted.seed),
            dev=_tasks(given["dev_file"], "dev", wanted.seed),
            out=out,
            settings=wanted,
            controller=_controller(settings, given["controller_name"], given["ranges"]),
            dialect=given["speaks"],
            engine_url=given["engine_url"],
            **guidance,
        )
    )
    if as_json:
        print_json(result)
    else:
        dev = result.get("dev", {})
        told = ", ".join(f"{name} {value:.4g}" for name, value in dev.items())
        print_text(f"{wanted.arm}: {result['steps']} steps; dev: {told}; see {out}")
    return 0


def _settings(given: dict[str, Any], run_seed: int) -> CareSettings:
    from pydantic import ValidationError

    from tandem_shared.errors import UsageError
    from tandem_trainer.train.care.settings import CareSettings

    names = set(CareSettings.model_fields) & set(given)
    told = {name: given[name] for name in names}
    try:
        return CareSettings(**told, phi={name: given[name] for name in PHI}, seed=run_seed)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise UsageError(first["msg"], hint="tandem-trainer care --help") from error


def _tasks(path: Path | None, split: str, seed: int) -> tuple[Task, ...]:
    from itertools import islice

    from tandem_edge.bench.runs.running import choose
    from tandem_edge.bench.tasks.training import training_tasks
    from tandem_shared.tasks import Split
    from tandem_trainer.train.care.tasks_file import read_tasks

    if path is not None:
        return read_tasks(path)
    if split == "dev":
        return tuple(choose(Split.DEV, limit=256, seed=seed))
    return tuple(each.task for each in islice(training_tasks(seed), MADE))


def _guidance(settings: Settings, bare: bool) -> dict[str, Any]:
    """The harness's guidance and its digest, as a ``CareRun`` takes them."""
    if bare:
        return {}
    from tandem_edge.bench.runs.running import guidance_of
    from tandem_edge.harness.adapter.storing import load_config

    digest = load_config(settings.harness).digest
    return {"guidance": guidance_of(settings, bare=False), "harness": digest}


def _controller(settings: Settings, name: str, ranges: Path | None) -> Controller:
    from tandem_trainer.train.care.controlling import Asks, KeepsPhi, Rules, load_ranges

    admissible = load_ranges(ranges)
    if name == "off":
        return KeepsPhi()
    if name == "rules":
        return Rules(admissible)
    from tandem_edge.facade import open_planner

    asked = settings.model_copy(update={"planner": name})
    return Asks(open_planner(asked, made_up=True), admissible)
