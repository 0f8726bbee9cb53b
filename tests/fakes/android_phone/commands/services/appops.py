"""``cmd appops get|set``: what an app may do, as app operations."""

from __future__ import annotations

from tandem_edge.phone.sandbox.permissions import grant_of, set_grant
from tests.fakes.android_phone.answers import Answer, Words, lines
from tests.fakes.android_phone.model import Model
from tests.fakes.android_phone.packages import RUNTIME_PERMISSIONS

_USAGE = """AppOps service (appops) commands:
  set [--user <USER_ID>] <PACKAGE | UID> <OP> <MODE>
  get [--user <USER_ID>] <PACKAGE | UID> [<OP>]
"""
_GROUPS = {**RUNTIME_PERMISSIONS, "FINE_LOCATION": "location", "COARSE_LOCATION": "location"}
_MODES = {"allow": "allowed", "foreground": "while_in_use", "ignore": "denied", "deny": "denied"}
_SAID = {"allowed": "allow", "while_in_use": "foreground", "denied": "ignore", "ask": "ignore"}


def run(phone: Model, words: list[str]) -> Answer:
    taken = Words(words)
    verb = taken.next()
    if verb not in ("get", "set"):
        return Answer(_USAGE, code=0 if verb in (None, "help") else 255)
    if taken.peek() == "--user":
        taken.next()
        taken.required()
    package, operation = taken.required(), taken.required()
    group = _GROUPS.get(operation)
    if not phone.installed(package):
        return Answer(err=f"Error: No UID for {package} in user 0\n", code=255)
    if group is None:
        return Answer(err=f"Error: Unknown operation string: {operation}\n", code=255)
    if verb == "get":
        return lines(f"{operation}: {_SAID[grant_of(phone.store, package, group)]}")
    mode = taken.required()
    if mode not in _MODES:
        return Answer(err=f"Error: Mode {mode} is not valid\n", code=255)
    phone.require("GRANT_RUNTIME_PERMISSIONS", "set")
    set_grant(phone.store, package, group, _MODES[mode])
    return Answer()
