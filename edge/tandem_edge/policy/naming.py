"""Whether a rule or a grant names what there is: one that does not would silently do nothing."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from tandem_edge.phone.catalogue import load_catalogue
from tandem_edge.policy.matching import matches_name
from tandem_shared.errors import UsageError
from tandem_shared.text import one_line


def check_names(tool: str, arguments: Iterable[str]) -> None:
    """Raise ``UsageError`` where pattern ``tool`` fits no tool, or an argument is none of theirs.

    Tools of others come and go: a pattern that begins like theirs, or like one of a skill or an
    agent, is taken as it is.
    """
    specs = load_catalogue().specs
    if not tool.strip():
        raise UsageError("the tool is empty", hint="tandem phone tools")
    fitting = [spec for spec in specs if matches_name(spec.name, (tool,))]
    if not fitting:
        _refuse_mistyped(tool, [spec.name for spec in specs])
        return
    there = {name for spec in fitting for name in spec.properties}
    for name in arguments:
        if name not in there and not set("*?[") & set(tool):
            known = ", ".join(sorted(there)) or "none"
            shown = one_line(name, limit=60)
            raise UsageError(f"{tool} has no argument {shown}", hint=f"its arguments: {known}")


def _refuse_mistyped(tool: str, names: list[str]) -> None:
    """A name that is nearly one of the phone's tools is a slip; any other may be a stranger's."""
    near = difflib.get_close_matches(tool, names, n=1, cutoff=0.85)
    if near:
        shown = one_line(tool, limit=60)
        raise UsageError(f"there is no tool {shown}", hint=f"did you mean {near[0]}?")
