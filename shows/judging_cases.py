"""Rollouts that a reader labelled before any rule was run on them, and how far the rules agree.

``judged/rollouts.jsonl.xz`` holds one rollout of each of a hundred tasks, by the default planner,
without its tokens; ``judged/labels.json`` what the reader said of each, by its name. The reader had
docs/attribution.md and what ``told`` prints, and nothing else.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tandem_shared.experience import Failing, Rollout
from tandem_trainer.curate.curating import curate

FOLDER = Path(__file__).parent / "judged"
ROLLOUTS, LABELS = FOLDER / "rollouts.jsonl.xz", FOLDER / "labels.json"
DONE = "completed"
WORDS = frozenset({DONE, *(each.value for each in Failing)})
"""What a reader may say of a rollout."""


def chosen(rollouts: Iterable[Rollout], count: int) -> Iterator[Rollout]:
    """One attempt of each of the first ``count`` tasks by name, each time of another place in the
    group; without tokens, which no rule reads."""
    by_task: dict[str, list[Rollout]] = {}
    for each in rollouts:
        by_task.setdefault(each.task.id, []).append(each)
    for place, task in enumerate(sorted(by_task)[:count]):
        group = sorted(by_task[task], key=lambda each: each.trial)
        yield _bare(group[place % len(group)])


def _bare(rollout: Rollout) -> Rollout:
    turns = [
        turn.model_copy(
            update={
                "steps": tuple(
                    step.model_copy(update={"token_ids": (), "prompt_ids": (), "sampled": ()})
                    for step in turn.steps
                )
            }
        )
        for turn in rollout.trajectory.turns
    ]
    trajectory = rollout.trajectory.model_copy(update={"turns": tuple(turns)})
    return rollout.model_copy(update={"trajectory": trajectory, "tokens": ()})


def kept() -> list[Rollout]:
    """The rollouts of the file."""
    lines = lzma.decompress(ROLLOUTS.read_bytes()).decode().splitlines()
    return [Rollout.model_validate_json(line) for line in lines]


def keep(rollouts: Iterable[Rollout]) -> None:
    """Write the file anew."""
    lines = "".join(each.model_dump_json() + "\n" for each in rollouts)
    ROLLOUTS.write_bytes(lzma.compress(lines.encode()))


def told(rollout: Rollout) -> Iterator[str]:
    """What a reader is shown: what was wanted, offered, done and found by the checker."""
    task, trajectory = rollout.task, rollout.trajectory
    yield f"== {rollout.id}"
    yield f"task {task.id}"
    yield "criteria: " + task.model_dump_json(exclude={"id", "family"}, exclude_defaults=True)
    for turn in trajectory.turns:
        yield f"USER (turn {turn.turn}): {turn.said}"
        for step in turn.steps:
            yield f"  PLANNER: {step.text}"
            for record in step.calls:
                result = record.result.model_dump_json(exclude_defaults=True)
                yield f"    {record.call.name} -> {result[:600]}"
                for change in record.changes:
                    yield f"      changed: {change.model_dump_json()[:300]}"
        yield f"  ENDED: {turn.outcome}: {turn.text}"
    if trajectory.retrieved or trajectory.loaded or trajectory.hand_offs:
        parts = (trajectory.retrieved, trajectory.loaded, trajectory.hand_offs)
        yield f"retrieved {parts[0]}, skills {parts[1]}, handed on {parts[2]}"
    verdict = rollout.verdict
    yield f"CHECKER: {'passed' if verdict and verdict.passed else verdict and verdict.reasons}"


def labels() -> dict[str, str]:
    """What the reader said, by rollout. Raises ``ValueError`` for a word that is none of them."""
    found: dict[str, str] = json.loads(LABELS.read_text("utf-8"))
    wrong = [f"{said!r} of {name}" for name, said in found.items() if said not in WORDS]
    if wrong:
        raise ValueError(f"{len(wrong)} labels are no failing and not {DONE!r}, first {wrong[0]}")
    return found


def agreement() -> dict[str, object]:
    """On how many labelled rollouts the rules say what the reader said. Raises ``OSError`` where
    the files are not, and as ``labels``."""
    read, pairs = labels(), []
    for rollout, curated in zip(kept(), curate(kept()), strict=True):
        if rollout.id in read:
            said = DONE if curated.completed else str(curated.failing or "none")
            pairs.append((rollout.id, read[rollout.id], said))
    agreed = sum(label == said for _, label, said in pairs)
    return {
        "judged": len(pairs),
        "agreed": agreed,
        "share": agreed / max(len(pairs), 1),
        "apart": [pair for pair in pairs if pair[1] != pair[2]],
    }


def main(words: Sequence[str]) -> int:
    """Print the agreement, or with ``--tell`` what a reader is shown; the exit code."""
    try:
        if "--tell" in words:
            print("\n".join(line for each in kept() for line in told(each)))
        else:
            print(json.dumps(agreement()))
    except FileNotFoundError as error:
        print(f"nothing was judged: {error.filename} is not here", file=sys.stderr)
        return 1
    except (OSError, ValueError, lzma.LZMAError) as error:
        print(f"nothing was judged: {' '.join(str(error).split())}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
