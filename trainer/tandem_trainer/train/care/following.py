"""What happens beside training: lines of the log, looks at dev, decisions, going on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from accelerate.utils import broadcast_object_list
from transformers import TrainerCallback
from transformers.trainer_utils import get_last_checkpoint

from tandem_trainer.train.care.controlling import DECIDED, Standing, kept_phi
from tandem_trainer.train.care.looking import look_at
from tandem_trainer.train.care.phi import Phi, Regime
from tandem_trainer.train.care.policy import Policy
from tandem_trainer.train.runs.folder import RunFolder

if TYPE_CHECKING:
    from tandem_trainer.train.care.running import CareRun

LOGGED = {
    "loss": "loss",
    "grad_norm": "grad_norm",
    "learning_rate": "lr",
    "entropy": "entropy",
    "reward": "reward",
    "care/success": "success",
    **{f"care/{name}": f"share_{name}" for name in Regime},
    "clip_ratio/region_mean": "clipped",
    "sampling/sampling_logp_difference/mean": "sampling_gap",
    "sampling/importance_sampling_ratio/mean": "importance",
}
"""TRL's names of what is logged, and ours. ``rewards/NAME/mean`` becomes ``NAME``."""


class Follows(TrainerCallback):  # type: ignore[misc]
    """Keeps the run's folder and lets the controller decide, in the first process."""

    def __init__(self, wanted: CareRun, folder: RunFolder, policy: Policy) -> None:
        self.wanted, self.folder, self.policy = wanted, folder, policy
        self.trainer: Any = None
        self._used = wanted.settings.phi

    def resumed(self) -> str | None:
        """The checkpoint to go on from; what was logged after it is forgotten."""
        checkpoints = self.folder.checkpoints
        found = get_last_checkpoint(str(checkpoints)) if checkpoints.exists() else None
        step = int(found.rpartition("-")[2]) if found else 0
        self.folder.rewind(step)
        self.trainer.phi = kept_phi(self.folder.read("events"), self.wanted.settings.phi)
        return str(found) if found else None

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **given: Any) -> None:
        """One line of ``steps.jsonl``."""
        told = {ours: logs[theirs] for theirs, ours in LOGGED.items() if theirs in logs}
        for name, value in logs.items():
            if name.startswith("rewards/") and name.endswith("/mean"):
                told[name.split("/")[1]] = value
        if "loss" not in told:
            return
        if state.is_world_process_zero:
            self.folder.log("steps", state.global_step, {**told, **self._used.model_dump()})

    def on_step_begin(self, args: Any, state: Any, control: Any, **given: Any) -> None:
        """Remember the phi of the step, for its line."""
        self._used = self.trainer.phi

    def on_step_end(self, args: Any, state: Any, control: Any, **given: Any) -> None:
        """After every ``every`` steps a look at dev, and what the controller makes of it."""
        every = self.wanted.settings.every
        if not every or state.global_step % every:
            return
        told: list[dict[str, Any] | None] = [None]
        if state.is_world_process_zero:
            told = [self._decided(state.global_step).model_dump()]
        if self.trainer.accelerator.num_processes > 1:
            broadcast_object_list(told)
        self.trainer.phi = Phi.model_validate(told[0])

    def _decided(self, step: int) -> Phi:
        wanted = self.wanted
        self.policy.model = self.trainer.accelerator.unwrap_model(self.trainer.model)
        self.policy.engine.refresh(self.trainer)
        dev = wanted.dev[: wanted.settings.dev_tasks]
        look = look_at(self.policy, dev, wanted.settings.seed, wanted.costing)
        last = [*self.folder.read("steps")][-1:] or [{}]  # of the folder: the same after a kill
        earlier = [each["accuracy"] for each in self.folder.read("evals")]
        self.folder.log("evals", step, look)
        standing = Standing(
            step=step,
            phi=self.trainer.phi,
            accuracy=look["accuracy"],
            best=max([look["accuracy"], *earlier]),
            tokens=look["tokens"],
            success=last[0].get("success", 0.0),
            **{name.value: last[0].get(f"share_{name}", 0.0) for name in Regime},
        )
        decision = wanted.controller.decide(standing)
        self.folder.log("events", step, {"what": DECIDED, **decision.model_dump(mode="json")})
        return decision.phi
