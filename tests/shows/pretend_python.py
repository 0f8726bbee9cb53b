"""``python -m shows.judging_cases`` of a project whose judged rollouts lie in ``JUDGED``; what
``BROKEN`` names is broken."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from shows import judging_cases
from tests.shows import broken_flywheel

if __name__ == "__main__":
    assert broken_flywheel.BREAKS
    folder = Path(os.environ["JUDGED"])
    judging_cases.ROLLOUTS = folder / judging_cases.ROLLOUTS.name
    judging_cases.LABELS = folder / judging_cases.LABELS.name
    assert sys.argv[1:3] == ["-m", "shows.judging_cases"]
    sys.exit(judging_cases.main(sys.argv[3:]))
