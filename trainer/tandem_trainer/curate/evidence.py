"""Whether the record bears out what it claims: a success that is none never passes as one.

``RULES`` lists every rule; each yields one line for each doubt. ``reproduced`` is tried only on
synced successes: it carries the calls out anew on the task's phone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tandem_edge.bench.scenes import begun
from tandem_shared.canonical import canonical_bytes
from tandem_shared.errors import UsageError
from tandem_shared.tasks import Dimension
from tandem_shared.tools import Change
from tandem_shared.trajectories import CallRecord
from tandem_trainer.curate.case import Case
from tandem_trainer.curate.surroundings import DELEGATE, LOAD, SEARCH, on_phone

Rule = Callable[[Case], Iterator[str]]
SANDBOX = "sandbox"


def verdict_holds(case: Case) -> Iterator[str]:
    """Looks at the stored verdict: the checker, run again on the record, gives the same one."""
    stored, now = case.rollout.verdict, case.verdict
    if stored is None or stored.passed == now.passed:
        return
    if stored.passed:
        yield f"fake success: the checker does not see it ({now.reasons[0][:120]})"
    else:
        yield "fake failure: the checker sees a success"


def changes_add_up(case: Case) -> Iterator[str]:
    """Looks at the net effect: it is what the calls changed, one after another."""
    net: dict[tuple[str, str], Change] = {}
    for call in case.calls:
        for change in filter(on_phone, call.record.changes):
            place = (change.table, change.key)
            before = net[place].before if place in net else change.before
            net[place] = change.model_copy(update={"before": before})
    made = [change for change in net.values() if change.before != change.after]
    if _bytes(made) != _bytes(filter(on_phone, case.attempt.changes)):
        yield "fake effect: its changes are not those that its calls made"


def claims_add_up(case: Case) -> Iterator[str]:
    """Looks at what the record says was found in memory, opened and handed off: calls gave it."""
    done = [call.record for call in case.calls if call.record.result.ok]
    found = [text for each in done if each.call.name == SEARCH for text in _keys(each)]
    opened = [each.result.data.get("name") for each in done if each.call.name == LOAD]
    briefs = [each.arguments.get("brief") for each in done if each.call.name == DELEGATE]
    claimed = [hand_off.brief for hand_off in case.attempt.hand_offs]
    if [*case.attempt.retrieved] != found:
        yield "fake retrieval: its searches gave other memories"
    if [*case.attempt.loaded] != opened or claimed != briefs:
        yield "fake claim: its calls opened or handed off something else"


def reproduced(case: Case) -> Iterator[str]:
    """Looks at a synced success on a sandbox phone: the same calls, carried out anew on the task's
    own phone, change the same."""
    claims = case.rollout.verdict is not None and case.rollout.verdict.passed
    on_sandbox = case.attempt.backend == SANDBOX and case.task.dimension is Dimension.TOOL
    if not (case.rollout.source and claims and on_sandbox):
        return
    try:
        with begun(case.task) as scene:
            for call in case.calls:
                scene.call(call.record.call)
            made = scene.changes()
    except UsageError as error:
        yield f"fake task: its phone cannot be made ({error})"
        return
    if _bytes(made) != _bytes(case.attempt.changes):
        yield "fake effect: the same calls made anew change something else"


RULES: tuple[Rule, ...] = (verdict_holds, changes_add_up, claims_add_up, reproduced)


def unsupported(case: Case) -> tuple[str, ...]:
    """Why the record does not bear out what it claims; nothing where it does."""
    return tuple(line for rule in RULES for line in rule(case))


def _keys(record: CallRecord) -> list[str]:
    rows = record.result.data.get("memories")
    found = rows if isinstance(rows, list) else []
    return [str(row.get("key")) for row in found if isinstance(row, dict)]


def _bytes(changes: Iterable[Change]) -> list[bytes]:
    return sorted(canonical_bytes(each.model_dump(mode="json")) for each in changes)
