"""What a call gives: of the tool's own result, what the phone bears out."""

from __future__ import annotations

from pydantic import JsonValue

from tandem_edge.phone.android.comparing import Shown, net, renamed
from tandem_edge.phone.android.recipe import Procedure
from tandem_edge.phone.android.view import View
from tandem_edge.phone.protocol import Execution
from tandem_edge.phone.sandbox.device import DEVICE
from tandem_edge.phone.sandbox.store import ONLY
from tandem_shared.tools import Change, ToolResult

Arguments = dict[str, JsonValue]


def execution_of(
    procedure: Procedure,
    arguments: Arguments,
    data: Arguments,
    before: View,
    after: View,
    shown: Shown,
) -> Execution:
    """The result, with the phone's own keys and readings, and what changed on the phone.

    ``after`` is ``before`` itself where nothing was done.
    """
    told = {name: renamed(value, shown.keys) for name, value in told_of(procedure, data).items()}
    for name, path in procedure.told.items():
        if name in told or not procedure.by_rules:
            told[name] = _shown_value(path, arguments, after)
    if not shown.verified and procedure.sent_only is not None:
        told |= {"verified": False, "note": procedure.sent_only.en}
    changes = () if after is before else _changes(before, after)
    return Execution(ToolResult.trusted(ok=True, data=told, fault=None), arguments, changes)


def told_of(procedure: Procedure, data: Arguments) -> Arguments:
    """The result without what the phone does not tell: fields, or ``LIST.FIELD`` of its items."""
    kept = {name: value for name, value in data.items() if name not in procedure.withholds}
    for each in procedure.withholds:
        name, _, field = each.partition(".")
        items = kept.get(name)
        if field and isinstance(items, list):
            kept[name] = [
                {key: cell for key, cell in item.items() if key != field}
                for item in items
                if isinstance(item, dict)
            ]
    return kept


def _changes(before: View, after: View) -> tuple[Change, ...]:
    """The phone's own clock, which always runs, is no change."""
    return tuple(change for change in net(before, after) if change.table != DEVICE.name)


def _shown_value(path: str, arguments: Arguments, after: View) -> JsonValue:
    table, _, name = path.partition(".")
    if table == "fact":
        return after.facts.get(name)
    name = str(arguments[name.removeprefix("$")]) if name.startswith("$") else name
    value: JsonValue = after.records(table)[ONLY][name]
    return value
