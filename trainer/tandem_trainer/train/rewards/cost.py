"""Cost: what an attempt used, of what would be dear. ``e_i`` of Eq. 5.

    e = min(1, (output tokens + call * redundant calls) / scale)

Output tokens are all that the planner sampled, thinking among them: a token that nobody is shown
takes as long as one that is. Only redundant calls are charged beside the tokens that write them,
so that a call the task needs costs no more than its words. ``scale`` and ``call`` are the same for
every task of a run, and costs are compared within a group only, where the task is the same.
"""

from __future__ import annotations

from tandem_trainer.train.rewards.attempted import Attempted


def reward(attempted: Attempted) -> float:
    """Between 0 and 1."""
    costing = attempted.costing
    spent = attempted.usage.output_tokens + costing.call * attempted.redundant
    return min(1.0, spent / costing.scale)
