"""What happened in an attempt, as a trajectory that checkers and reports can read."""

from __future__ import annotations

from collections.abc import Iterator

from tandem_edge.bench.standins import changes_beside, offered
from tandem_edge.harness.ports import Provider
from tandem_edge.phone.sandbox.world import SandboxPhone
from tandem_shared.events import CallFinished, CallStarted, Event, StepPlanned, TurnEnded
from tandem_shared.tasks import Task
from tandem_shared.tools import Effect
from tandem_shared.trajectories import CallRecord, HandOff, StepRecord, Trajectory, TurnRecord


def record_of(place: int, said: str, events: Iterator[Event]) -> TurnRecord:
    """The record of one turn, whose ``events`` are all used up; ``place`` is the user's turn."""
    steps: list[StepRecord] = []
    effects: dict[tuple[int, int], Effect] = {}
    ended: TurnEnded | None = None
    for event in events:
        match event:
            case StepPlanned():
                steps.append(_step(event))
            case CallStarted():
                effects[event.step, event.index] = event.effect
            case CallFinished():
                steps[-1] = _with_call(steps[-1], event, effects[event.step, event.index])
            case TurnEnded():
                ended = event
            case _:
                pass
    assert ended is not None
    return TurnRecord(
        turn=place,
        said=said,
        steps=tuple(steps),
        outcome=ended.outcome,
        text=ended.text,
        usage=ended.usage,
        elapsed_s=ended.elapsed_s,
    )


def _step(event: StepPlanned) -> StepRecord:
    return StepRecord(
        text=event.text,
        token_ids=event.token_ids,
        prompt_ids=event.prompt_ids,
        sampled=event.sampled,
    )


def _with_call(step: StepRecord, event: CallFinished, effect: Effect) -> StepRecord:
    record = CallRecord(
        call=event.call,
        arguments=event.arguments,
        effect=effect,
        result=event.result,
        changes=event.changes,
    )
    return step.model_copy(update={"calls": (*step.calls, record)})


def trajectory_of(
    task: Task,
    planner: str,
    seed: int,
    phone: SandboxPhone,
    rooms: tuple[Provider, ...],
    turns: list[TurnRecord],
    fault: str,
) -> Trajectory:
    """The whole attempt: its turns, and what has become of the phone and of memory."""
    made = Trajectory(
        task=task.id,
        planner=planner,
        seed=seed,
        backend=phone.name,
        turns=tuple(turns),
        changes=(*phone.changes_since(0), *changes_beside(rooms)),
        fault=fault,
    )
    own = offered(task.dimension, task.resources)
    if not own:
        return made
    done = [(turn, record) for turn, record in made.calls if record.result.ok]
    return made.model_copy(
        update={
            "retrieved": tuple(key for keys in searches_of(made) for key in keys),
            "loaded": tuple(
                str(record.result.data["name"])
                for _, record in done
                if record.call.name == "load_skill"
            ),
            "hand_offs": tuple(
                HandOff(
                    turn=turn,
                    agent=str(record.arguments["agent"]),
                    brief=str(record.arguments["brief"]),
                )
                for turn, record in done
                if record.call.name == "delegate_task"
            ),
        }
    )


def searches_of(made: Trajectory) -> list[tuple[str, ...]]:
    """The memories that each search gave, by their keys."""
    done = [record for _, record in made.calls if record.result.ok]
    return [_retrieved(record) for record in done if record.call.name == "search_memory"]


def _retrieved(record: CallRecord) -> tuple[str, ...]:
    found = record.result.data["memories"]
    rows = found if isinstance(found, list) else []
    return tuple(str(each["key"]) for each in rows if isinstance(each, dict))
