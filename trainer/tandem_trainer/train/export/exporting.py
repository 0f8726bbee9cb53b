"""A run's export: the file, the proof that it acts as its checkpoint, and a report of both."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from tandem_edge.bench.runs.running import choose
from tandem_edge.files import write_atomically
from tandem_edge.harness.adapter.storing import load_config
from tandem_edge.models.adapters import resolve_adapter
from tandem_edge.models.disk import require_space
from tandem_edge.models.resolve import resolve
from tandem_edge.planner.local import LocalPlanner
from tandem_edge.settings import Settings
from tandem_shared.errors import TrustError, UsageError
from tandem_shared.tasks import Split
from tandem_trainer.train.export.agreement import Agreement, agreement
from tandem_trainer.train.export.layout import layout_of
from tandem_trainer.train.export.learned import is_lora, read_lora
from tandem_trainer.train.export.loading import checkpoint
from tandem_trainer.train.export.quantising import quantise
from tandem_trainer.train.export.writing import NOTHING, Facts, write_lora, write_merged
from tandem_trainer.train.importing.bases import Base
from tandem_trainer.train.runs.bases import base_of, learned_in
from tandem_trainer.train.runs.folder import Manifest, RunFolder
from tandem_trainer.train.sft.settings import Arithmetic

Form = Literal["lora", "q8_0", "q4_k_m"]
Tell = Callable[[Agreement, int], None]


@dataclass(frozen=True)
class Export:
    """What to export and what is asked of it. ``base`` names the run's base where the run's own
    name for it does not lead there; ``needed`` is the least share of equal answers on ``tasks``."""

    run: Path
    out: Path
    form: Form = "lora"
    base: str = ""
    needed: float = 0.98
    tasks: int = 40
    dtype: Arithmetic = "float32"
    words: bool = False


def export(wanted: Export, settings: Settings, tell: Tell) -> dict[str, Any]:
    """Write the file and its report, and return the report.

    Raises ``UsageError`` for a run that is not over or whose base is another or no GGUF file,
    ``MissingError`` for one whose base is not found, and ``TrustError``
    when the file acts otherwise than its checkpoint: then the report is kept, and no file.
    """
    run = RunFolder(wanted.run)
    manifest = run.manifest()
    folder = learned_in(run)
    _demand_over_base(manifest, folder)
    base = base_of(manifest, wanted.base, settings.models_dir, "--base")
    _demand_file(base)
    facts = Facts(f"{base.name}-{manifest.data[:12]}", base.sha256, manifest.data, manifest.harness)
    target = wanted.out / f"{facts.name}-{wanted.form}.gguf"
    wanted.out.mkdir(parents=True, exist_ok=True)
    working = target.with_name(f".{target.name}.part")
    try:
        _write(working, wanted.form, folder, base, facts, settings)
        found = _agreement(working, wanted, folder, base, settings, tell)
        report = _report(working, target, wanted, facts, found)
        report["tried_with"] = load_config(settings.harness).digest
        data = json.dumps(report, ensure_ascii=False, indent=1).encode() + b"\n"
        write_atomically(target.with_suffix(".json"), data, mode=0o644)
        _demand(report, target)
        working.replace(target)
    finally:
        working.unlink(missing_ok=True)
    return report


def _demand_file(base: Base) -> None:
    if base.gguf is None:
        raise UsageError(
            f"{base.name} is no GGUF file", hint="name the file that it was made of: --base FILE"
        )


def _demand_over_base(manifest: Manifest, folder: Path) -> None:
    """A LoRA over weights that an earlier run had trained in full is none over the base's file."""
    if manifest.begun_from and manifest.settings.get("lora") and is_lora(folder):
        raise UsageError(
            f"this LoRA is over what an earlier run made of every weight of {manifest.base}, of "
            "which there is no GGUF file",
            hint="train every weight (care --lora 0) and export --as q8_0",
        )


def _write(
    out: Path, form: Form, folder: Path, base: Base, facts: Facts, settings: Settings
) -> None:
    assert base.gguf is not None
    layout = layout_of(base.gguf)
    lora = read_lora(folder) if is_lora(folder) else None
    if form == "lora":
        if lora is None:
            raise UsageError(
                "every weight of this run was trained, there is no LoRA", hint="--as q8_0"
            )
        write_lora(out, lora, layout, facts)
        return
    whole = out.with_suffix(".f16")
    weights = base.folder if lora else folder
    size = sum(path.stat().st_size for path in weights.glob("*.safetensors"))
    require_space(out.parent, 2 * size, "export the merged model")
    try:
        write_merged(whole, base.gguf, weights, layout, facts, lora or NOTHING)
        quantise(whole, out, form, settings.planner_threads)
    finally:
        whole.unlink(missing_ok=True)


def _agreement(
    file: Path, wanted: Export, folder: Path, base: Base, settings: Settings, tell: Tell
) -> Agreement:
    tasks = choose(Split.DEV, limit=wanted.tasks)
    planner = _planner(file, wanted.form, base, settings)
    try:
        policy = checkpoint(folder, base, wanted.dtype)
        found = Agreement()
        for found in agreement(policy, planner, tasks, settings, wanted.words):
            tell(found, len(tasks))
        return found
    finally:
        planner.close()


def _planner(file: Path, form: Form, base: Base, settings: Settings) -> LocalPlanner:
    """The shipped file as the edge opens it."""
    assert base.gguf is not None
    model = resolve(str(base.gguf), settings.models_dir)
    lora = resolve_adapter(file, model, settings.models_dir) if form == "lora" else None
    planner = LocalPlanner(
        base.name, base.gguf if lora else file, base.turns,
        threads=settings.planner_threads, context=settings.planner_context,
        load_s=settings.planner_load_s, prefixes=settings.models_dir / "prefixes",
        identity=base.sha256 if lora else _sha256(file), adapter=lora,
    )  # fmt: skip
    if why := planner.why_unloadable():
        raise TrustError(f"llama.cpp does not load what was exported: {why}", hint="export again")
    return planner


def _report(
    file: Path, target: Path, wanted: Export, facts: Facts, found: Agreement
) -> dict[str, Any]:
    return {
        "file": target.name,
        "as": wanted.form,
        "bytes": file.stat().st_size,
        "sha256": _sha256(file),
        **asdict(facts),
        "run": wanted.run.name,
        "dtype": wanted.dtype,
        "tasks": wanted.tasks,
        **asdict(found),
        "agreement": found.share,
        "needed": wanted.needed,
        "accepted": found.share >= wanted.needed,
    }


def _demand(report: dict[str, Any], target: Path) -> None:
    if report["accepted"]:
        return
    with suppress(OSError):
        target.unlink()  # of an earlier export: the report beside it is not its own any more
    same = report["answers"] - len(report["differing"])
    raise TrustError(
        f"{target.name} is refused: it takes {same} of {report['answers']} actions as the "
        f"checkpoint does, a share of {report['needed']:g} is needed",
        hint=f"see {target.with_suffix('.json')}; --as lora leaves the base's numbers as they are",
    )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
