"""All of it: kills, attacks, harmed indexes, and what is amiss in one list."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tandem_edge.bench.memory.safety.attacking import Attacked, attack_all
from tandem_edge.bench.memory.safety.indexes import Rebuilt, harm_all
from tandem_edge.bench.memory.safety.killing import Killing
from tandem_edge.bench.memory.safety.tally import Tally
from tandem_edge.embedder.opening import find_embedder


@dataclass(frozen=True)
class Safety:
    """What came of everything. ``indexes`` is empty, and ``without`` says why, where there is no
    embedder."""

    kills: Tally
    attacks: Attacked
    indexes: list[Rebuilt]
    without: str

    @property
    def faults(self) -> list[str]:
        """What was promised and does not hold, in a sentence each."""
        told = [f"lost: {each}" for each in self.kills.lost]
        told += [f"broken: {each}" for each in self.kills.faults]
        told += [f"in plain text: {each}" for each in self.kills.leaks]
        if not self.kills.in_flight:
            told.append("no kill met a write in flight, so that nothing is shown")
        if not self.attacks.control:
            told.append("a home does not open to which nothing was done")
        for attack in self.attacks.outcomes:
            if not (attack.refused and attack.unchanged):
                how = "changed the home" if attack.refused else f"was not refused ({attack.said})"
                told.append(f"{attack.name} {how}")
        told += [f"index, {each.name}: {each}" for each in self.indexes if not each.whole]
        return told

    def as_json(self) -> dict[str, Any]:
        """All figures."""
        return {
            "kills": self.kills.as_json(),
            "attacks": {**asdict(self.attacks), "whole": self.attacks.whole},
            "indexes": [{**asdict(each), "whole": each.whole} for each in self.indexes],
            "without_indexes": self.without,
            "faults": self.faults,
        }


def measure(models_dir: Path, kills: int, seed: int, say: Callable[[str], None]) -> Safety:
    """Do it all in a folder of its own, which is removed afterwards."""
    embedder, without = find_embedder(models_dir)
    with tempfile.TemporaryDirectory(prefix="tandem-safety-") as name:
        folder = Path(name)
        for part in ("kills", "attacks", "indexes"):
            (folder / part).mkdir()
        say("attacks on a home")
        attacks = attack_all(folder / "attacks", seed)
        say("an index of harmed vectors" if embedder else f"no index: {without}")
        indexes = harm_all(folder / "indexes", embedder, seed) if embedder else []
        say(f"{kills} kills")
        killing = Killing(folder / "kills", seed, str(models_dir) if embedder else "")
        tally = killing.kill(kills, lambda done: say(f"{done} kills") if done % 25 == 0 else None)
    return Safety(tally, attacks, indexes, without)
