"""Steps of the flywheel that were run: on which inputs, and what came of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue
from sqlalchemy import select

from tandem_shared.errors import TrustError, UsageError
from tandem_trainer.experience.database import Backend
from tandem_trainer.experience.packing import DamagedError, pack, unpack
from tandem_trainer.experience.records import Damage, Step, StepInputs, StepState
from tandem_trainer.experience.rows import refuse
from tandem_trainer.experience.tables import STEPS


@dataclass(frozen=True)
class StepLog:
    """Every step that was begun, in a database."""

    database: Backend

    def begin(self, kind: str, inputs: dict[str, JsonValue]) -> Step:
        """Note that a step is run on these inputs; one that was begun before is found as it is."""
        name, payload = pack(StepInputs(kind=kind, inputs=inputs))
        row = {"id": name, "kind": kind, "state": StepState.BEGUN.value, "outputs": ""}
        with self.database.writing() as connection:
            self.database.insert(connection, STEPS, [{**row, "payload": payload}])
        return self.get(name)

    def finish(self, step: Step, outputs: str) -> Step:
        """Note that a step is done and the digest of what came of it.

        Raises ``TrustError`` when it was done before and something else came of it.
        """
        with self.database.writing() as connection:
            changed = connection.execute(
                STEPS.update()
                .where(STEPS.c.id == step.id, STEPS.c.outputs.in_(("", outputs)))
                .values(state=StepState.DONE.value, outputs=outputs)
            )
        if changed.rowcount != 1:
            raise TrustError(
                f"the step {step.kind} {step.id[:12]} came out otherwise than before",
                hint="the same inputs must give the same result: what has changed on this machine?",
            )
        return self.get(step.id)

    def get(self, name: str) -> Step:
        """The step called ``name``. Raises ``UsageError`` or ``TrustError``."""
        with self.database.reading() as connection:
            query = select(STEPS).where(STEPS.c.id == name)
            row = connection.execute(query).mappings().first()
        if row is None:
            raise UsageError(f"no step {name!r} was run")
        return _step(row)

    def of(self, kind: str) -> list[Step]:
        """The steps of a kind, in order of their ids. Raises ``TrustError``."""
        with self.database.reading() as connection:
            query = select(STEPS).where(STEPS.c.kind == kind).order_by(STEPS.c.id)
            return [_step(row) for row in connection.execute(query).mappings()]


def _step(row: Any) -> Step:
    try:
        made = unpack(StepInputs, row["id"], row["payload"])
    except DamagedError as error:
        refuse(Damage(STEPS.name, row["id"], str(error)))
        raise AssertionError("unreachable") from error
    state = StepState(row["state"])
    return Step(
        id=row["id"], kind=made.kind, inputs=made.inputs, state=state, outputs=row["outputs"]
    )
